package deflate

// grain is how many steps a block has at least, and a multiple of which it has, unless it is the last.
const grain = 64

// A splitter knows how often each symbol is in the first steps.
type splitter struct {
	sums []counts // of as many grains as its place says
	cuts []int    // where blocks end, in grains
}

// split cuts steps into blocks, as long as the codes of two take fewer bits than that of one.
func split(steps []step) []block {
	s := &splitter{sums: make([]counts, 1, len(steps)/grain+2)}
	for i := 0; i < len(steps); i += grain {
		sum := s.sums[len(s.sums)-1]
		for _, step := range steps[i:min(i+grain, len(steps))] {
			sum.add(step)
		}
		s.sums = append(s.sums, sum)
	}
	s.cut(0, len(s.sums)-1)

	var blocks []block
	from, at := 0, 0
	for _, cut := range append(s.cuts, len(s.sums)-1) {
		end := min(cut*grain, len(steps))
		b := block{from: from, to: from, steps: steps[at:end]}
		for _, step := range b.steps {
			b.to += int(step.length)
		}
		blocks = append(blocks, b)
		from, at = b.to, end
	}
	return blocks
}

// cut cuts a range of grains, and its parts, where that saves most.
func (s *splitter) cut(from, to int) {
	least, at := s.bits(from, to), 0
	for i := from + 1; i < to; i++ {
		if bits := s.bits(from, i) + s.bits(i, to); bits < least {
			least, at = bits, i
		}
	}
	if at > 0 {
		s.cut(from, at)
		s.cuts = append(s.cuts, at)
		s.cut(at, to)
	}
}

// bits returns about what a block of grains takes.
func (s *splitter) bits(from, to int) int {
	c, before := s.sums[to], &s.sums[from]
	c.symbols[endOfBlock] = 1
	for i, n := range before.symbols {
		c.symbols[i] -= n
	}
	for i, n := range before.distances {
		c.distances[i] -= n
	}
	return c.bits()
}
