// Package deflate compresses by gzip about as far as the format can. It does what Zopfli does, which is not to be had for Go: of all
// ways to write the data as bytes and matches it takes the one of fewest bits in the codes that follow from it, and it begins new codes
// where these pay for themselves. A megabyte takes some seconds; the result is read as fast as any other.
package deflate

import (
	"encoding/binary"
	"hash/crc32"
	"sync"

	"github.com/andybalholm/brotli/flate"
	"github.com/andybalholm/brotli/matchfinder"
)

const (
	passes = 3 // over all data: which blocks, and which steps in each
	rounds = 8 // of a block: codes, and the steps that are best in these
)

// GZIP returns data compressed by gzip. It is the same for the same data.
func GZIP(data []byte) []byte {
	m := findMatches(data)
	steps := m.cheapest(0, len(data), (&counts{}).costs()) // of codes that know nothing of the data
	var blocks []block
	for range passes {
		blocks = split(steps)
		var all sync.WaitGroup
		for i := range blocks {
			all.Go(func() { m.improve(&blocks[i]) })
		}
		all.Wait()
		steps = steps[:0:0]
		for _, b := range blocks {
			steps = append(steps, b.steps...)
		}
	}

	out := []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255} // no name and no time; as small as can be; from any system
	e := flate.NewEncoder()
	for i, b := range blocks {
		out = e.Encode(out, data[b.from:b.to], b.matches(), i == len(blocks)-1)
	}
	out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(data))
	return binary.LittleEndian.AppendUint32(out, uint32(len(data)))
}

// A block is a part of the data with codes of its own.
type block struct {
	from, to int // of data
	steps    []step
}

// matches returns the steps of a block as its encoder takes them.
func (b *block) matches() []matchfinder.Match {
	var list []matchfinder.Match
	plain := 0
	for _, s := range b.steps {
		if s.length == 1 {
			plain++
			continue
		}
		list = append(list, matchfinder.Match{Unmatched: plain, Length: int(s.length), Distance: int(s.distance)})
		plain = 0
	}
	return append(list, matchfinder.Match{Unmatched: plain})
}

// improve finds the steps of a block that take the fewest bits: with the codes for those it has, other steps are best, and so on.
func (m *matches) improve(b *block) {
	now := count(b.steps)
	least := now.bits()
	for range rounds {
		steps := m.cheapest(b.from, b.to, now.costs())
		now = count(steps)
		if bits := now.bits(); bits < least {
			least, b.steps = bits, steps
		}
	}
}
