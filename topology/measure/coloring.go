package measure

import (
	"slices"

	"topobook/topology"
	"topobook/topology/limit"
	"topobook/topology/sorting"
)

// A coloring gives colors to the nodes of a network. Nodes of one color, a cell, are neighbors in
// elems; the cell's name is where it starts there. What cells there are, and how they are named, does
// not depend on how the nodes are numbered.
type coloring struct {
	net    *topology.Network
	elems  []int32 // all nodes, cell by cell
	pos    []int32 // by node: where it is in elems
	cell   []int32 // by node: its cell
	size   []int32 // by cell: its nodes
	splits []split // how the cells came about, for undo
	colors int     // cells before any split
	multi  bool    // there are parallel links

	queue   []int32 // cells by which others may have to be split
	queued  []bool  // by cell: whether it is in the queue
	count   []int32 // by node: its links to the current cell
	marked  []int32 // by cell: its nodes whose count is not 0, which are its last
	touched []int32 // the nodes whose count is not 0
	cut     []int32 // the cells, of several nodes, whose marked is not 0
	sorted  []int32 // scratch, for nodes in the order of their counts
	buckets []int32 // scratch, by count

	meter *meter
}

// A split is a cell that was cut off the end of another.
type split struct{ from, start int32 }

// fewer says what would fit.
const fewer = "fewer nodes would do"

// A meter counts steps and stops the search when the reader asks to, or when it takes too long.
type meter struct {
	progress    topology.Progress
	done, total int     // what to report
	steps       float64 // looks at a channel
	since       int     // of them, those since the last report
	what        string  // what is computed, for an error
	err         error   // why the search must stop, or nil
}

// add counts steps, and reports progress now and then.
func (m *meter) add(steps int) {
	if m.since += steps; m.since >= 1<<18 {
		m.flush()
	}
}

// flush reports progress.
func (m *meter) flush() {
	m.steps += float64(m.since)
	m.since = 0
	if m.err == nil {
		m.err = m.progress.Report(m.done, m.total)
	}
	if m.err == nil {
		m.err = limit.Cost{Steps: m.steps}.Check(m.what, fewer)
	}
}

// newColoring returns the coloring of net in which nodes have the same color if color returns the
// same number for them, or all have if it is nil. All cells are in the queue.
func newColoring(net *topology.Network, color func(topology.Node) int, m *meter) *coloring {
	n := net.Order()
	arrays := make([]int32, 7*n)
	next := func() []int32 {
		part := arrays[:n:n]
		arrays = arrays[n:]
		return part
	}
	c := &coloring{
		net: net, meter: m, multi: net.IsMulti(),
		elems: next(), pos: next(), cell: next(), size: next(), count: next(), marked: next(), sorted: next(),
		queued: make([]bool, n),
	}
	var colors []int // that occur
	if color != nil {
		for u := range topology.Node(n) {
			if x := color(u); !slices.Contains(colors, x) {
				colors = append(colors, x)
			}
		}
		sorting.Sort(colors)
	}
	c.colors = max(1, len(colors))
	at := int32(0)
	for i := range c.colors {
		start := at
		for u := range int32(n) {
			if colors == nil || color(topology.Node(u)) == colors[i] {
				c.elems[at], c.pos[u], c.cell[u] = u, at, start
				at++
			}
		}
		c.size[start] = at - start
		c.enqueue(start)
	}
	return c
}

func (c *coloring) members(cell int32) []int32 { return c.elems[cell : cell+c.size[cell]] }

func (c *coloring) enqueue(cell int32) {
	if !c.queued[cell] {
		c.queued[cell] = true
		c.queue = append(c.queue, cell)
	}
}

// refine splits cells until the nodes of one have equally many links to every cell. It returns
// the hashes of what it did, step by step, appended to trace: they are the same for what an
// isomorphism maps to each other. If want is not nil, refine appends nothing, and returns false as
// soon as its hashes are not those in want.
func (c *coloring) refine(trace, want []uint32) (hashes []uint32, ok bool) {
	ok = c.meter.err == nil
	matched := 0
	for len(c.queue) > 0 {
		splitter := c.queue[len(c.queue)-1]
		c.queue = c.queue[:len(c.queue)-1]
		c.queued[splitter] = false
		if !ok || c.colors+len(c.splits) == len(c.elems) {
			continue // nothing more to split: only empty the queue
		}
		hash := c.splitBy(splitter)
		if want == nil {
			trace = append(trace, hash)
		} else {
			ok = matched < len(want) && want[matched] == hash
			matched++
		}
		ok = ok && c.meter.err == nil
	}
	return trace, ok && (want == nil || matched == len(want))
}

// mix returns a number that looks random.
func mix(a, b int32) uint32 {
	h := (uint64(uint32(a))<<32 | uint64(uint32(b))) * 0x9e3779b97f4a7c15
	h ^= h >> 29
	h *= 0xbf58476d1ce4e5b9
	return uint32(h >> 32)
}

// splitBy splits every cell whose nodes differ in the number of links to the splitter, and
// returns a hash of the splitter and of the cells and these numbers.
func (c *coloring) splitBy(splitter int32) (hash uint32) {
	c.touched, c.cut = c.touched[:0], c.cut[:0]
	hash = mix(splitter, -1)
	for _, u := range c.members(splitter) {
		neighbors := c.net.Neighbors(topology.Node(u))
		c.meter.add(1 + len(neighbors))
		for _, v := range neighbors {
			if c.count[v] == 0 {
				c.touched = append(c.touched, int32(v))
			}
			c.count[v]++
		}
	}
	for _, v := range c.touched {
		cell := c.cell[v]
		hash += mix(cell, c.count[v])
		if c.size[cell] == 1 {
			continue
		}
		if c.marked[cell] == 0 {
			c.cut = append(c.cut, cell)
		}
		c.marked[cell]++
		c.move(v, cell+c.size[cell]-c.marked[cell])
	}
	sorting.Sort(c.cut)
	for _, cell := range c.cut {
		c.splitCell(cell)
		c.marked[cell] = 0
	}
	for _, u := range c.touched {
		c.count[u] = 0
	}
	return hash
}

// splitCell splits a cell by the counts of its nodes, of which the last are marked.
func (c *coloring) splitCell(cell int32) {
	end := cell + c.size[cell]
	first := end - c.marked[cell] // from where on nodes are marked
	lowest, highest := c.count[c.elems[first]], c.count[c.elems[first]]
	for _, u := range c.elems[first:end] {
		lowest, highest = min(lowest, c.count[u]), max(highest, c.count[u])
	}
	if first == cell && lowest == highest {
		return
	}
	if lowest != highest {
		c.sortByCount(c.elems[first:end], first, lowest, highest)
	}
	wasQueued, mark := c.queued[cell], len(c.splits)
	for at := end - 1; at >= first && at > cell; at-- { // cut off equal counts, from the end
		if at == first || c.count[c.elems[at-1]] != c.count[c.elems[at]] {
			c.cutOff(cell, at)
		}
	}
	largest := cell
	for _, s := range c.splits[mark:] {
		if c.size[s.start] > c.size[largest] {
			largest = s.start
		}
	}
	for _, s := range c.splits[mark:] {
		if wasQueued || s.start != largest { // what the largest would split, the others do
			c.enqueue(s.start)
		}
	}
	if largest != cell {
		c.enqueue(cell)
	}
}

// sortByCount sorts nodes, which are those in elems from first on, by their counts.
func (c *coloring) sortByCount(nodes []int32, first, lowest, highest int32) {
	for len(c.buckets) < int(highest-lowest)+2 {
		c.buckets = append(c.buckets, 0)
	}
	buckets := c.buckets[:highest-lowest+2]
	clear(buckets)
	for _, u := range nodes {
		buckets[c.count[u]-lowest+1]++
	}
	for i := 1; i < len(buckets); i++ {
		buckets[i] += buckets[i-1]
	}
	for _, u := range nodes {
		b := c.count[u] - lowest
		c.sorted[buckets[b]] = u
		buckets[b]++
	}
	for i, u := range c.sorted[:len(nodes)] {
		nodes[i] = u
		c.pos[u] = first + int32(i)
	}
}

// move puts u at a position of elems, and the node that was there where u was.
func (c *coloring) move(u, to int32) {
	from, v := c.pos[u], c.elems[to]
	c.elems[from], c.elems[to] = v, u
	c.pos[v], c.pos[u] = from, to
}

// cutOff makes the end of a cell, from the given position on, a cell of its own.
func (c *coloring) cutOff(cell, at int32) {
	c.size[at] = cell + c.size[cell] - at
	c.size[cell] = at - cell
	for _, u := range c.members(at) {
		c.cell[u] = at
	}
	c.splits = append(c.splits, split{cell, at})
}

// individualize gives u, which is not alone in its cell, a color of its own.
func (c *coloring) individualize(u int32) {
	cell := c.cell[u]
	end := cell + c.size[cell] - 1
	c.move(u, end)
	c.cutOff(cell, end)
	c.enqueue(end)
}

// undo undoes all splits but the first mark ones.
func (c *coloring) undo(mark int) {
	for i := len(c.splits) - 1; i >= mark; i-- {
		s := c.splits[i]
		for _, u := range c.members(s.start) {
			c.cell[u] = s.from
		}
		c.size[s.from] += c.size[s.start]
	}
	c.splits = c.splits[:mark]
}

// undecided returns the first cell, at or after the given one, of several nodes that are not joined to all nodes
// of some cell by equally many links; or the number of nodes if there is none: then nodes of a cell can be
// exchanged in any way.
func (c *coloring) undecided(from int32) int32 {
	cell := from
	for int(cell) < len(c.elems) && (c.size[cell] == 1 || c.isDecided(cell)) {
		cell += c.size[cell]
	}
	return cell
}

// isDecided reports whether the nodes of a cell are joined to all nodes of each cell by equally many links.
func (c *coloring) isDecided(cell int32) bool {
	members := c.members(cell)
	if !c.multi {
		members = members[:1] // if that has a link to every node of a cell, so have the others
	}
	for _, u := range members {
		if !c.isEven(u) {
			return false
		}
	}
	return true
}

// isEven reports whether u is joined to all nodes of each cell, but itself, by equally many links.
func (c *coloring) isEven(u int32) bool {
	neighbors := c.net.Neighbors(topology.Node(u))
	c.meter.add(1 + len(neighbors))
	for _, v := range neighbors {
		c.marked[c.cell[v]]++
		c.count[v]++
	}
	even := true
	for _, v := range neighbors {
		cell := c.cell[v]
		others := c.size[cell]
		if cell == c.cell[u] {
			others--
		}
		even = even && int(c.count[v])*int(others) == int(c.marked[cell])
	}
	for _, v := range neighbors {
		c.marked[c.cell[v]], c.count[v] = 0, 0
	}
	return even
}
