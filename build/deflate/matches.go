package deflate

const (
	window    = 1 << 15 // bytes
	minLength = 3       // bytes of a match
	maxLength = 258
	maxTried  = 1 << 10 // places that are compared with one
)

// A step is a byte as it is, with length 1 and the byte in the place of the distance, or a match: as many bytes as there were at a
// distance before.
type step struct{ length, distance uint16 }

// matches are those that each place of the data has.
type matches struct {
	data  []byte
	begin []int32 // where those of each place are in list, and the end of the last
	list  []step  // for each place the longer after the shorter: a match of any length is nearest where the next in length begins
}

func findMatches(data []byte) *matches {
	m := &matches{data: data, begin: make([]int32, len(data)+1)}
	last := make([]int32, 1<<16)       // one more than the last place with a hash
	before := make([]int32, len(data)) // the same for the place before one with its hash
	for i := range data {
		m.begin[i] = int32(len(m.list))
		if i+minLength > len(data) {
			continue
		}
		hash := (uint32(data[i]) | uint32(data[i+1])<<8 | uint32(data[i+2])<<16) * 0x9e3779b1 >> 16
		longest, most := minLength-1, min(maxLength, len(data)-i)
		at := last[hash]
		before[i], last[hash] = at, int32(i+1)
		for range maxTried {
			j := int(at) - 1
			if j < 0 || i-j > window || longest == most {
				break
			}
			at = before[j]
			if data[j+longest] != data[i+longest] {
				continue
			}
			n := 0
			for n < most && data[i+n] == data[j+n] {
				n++
			}
			if n > longest {
				longest = n
				m.list = append(m.list, step{uint16(n), uint16(i - j)})
			}
		}
	}
	m.begin[len(data)] = int32(len(m.list))
	return m
}

// cheapest returns the steps through a part of the data that cost the least together.
func (m *matches) cheapest(from, to int, c *costs) []step {
	rest := make([]int, to-from+1) // what the steps from each place to the end cost
	first := make([]step, to-from) // the first of these
	for i := to - 1; i >= from; i-- {
		rest := rest[i-from:]
		best, s := c.literals[m.data[i]]+rest[1], step{1, uint16(m.data[i])}
		n := minLength
		for _, match := range m.list[m.begin[i]:m.begin[i+1]] {
			far := c.distances[distanceCodes[match.distance]]
			for ; n <= min(int(match.length), to-i); n++ {
				if cost := c.lengths[n] + far + rest[n]; cost < best {
					best, s = cost, step{uint16(n), match.distance}
				}
			}
		}
		rest[0], first[i-from] = best, s
	}
	var steps []step
	for i := 0; i < len(first); i += int(first[i].length) {
		steps = append(steps, first[i])
	}
	return steps
}
