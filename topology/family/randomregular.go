package family

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"topobook/topology"
)

// A RandomRegular network has n processors 0 to n-1, each with links to d others that are drawn at random, as those between the switches of a Jellyfish.
// Port i of a processor leads to its i-th neighbor by number; links have no label. It may be that it is not connected, which is rare
// for d ≥ 3. The same seed gives the same network.
//
// Links are drawn as a random pairing of d ends at each processor, in which pairs that are no link, or one that is there already, are
// exchanged with others drawn at random; for d above (n-1)/2 it is the complement of such a network of degree n-1-d.
// It is an immutable, comparable value; make one with [NewRandomRegular].
//
// Source: Singla, Hong, Popa and Godfrey, Jellyfish: Networking Data Centers Randomly, NSDI 2012.
type RandomRegular struct {
	direct
	degree, seed int
}

// NewRandomRegular returns a random regular network of n processors with d links each, or an error unless 0 ≤ d < n, nd
// is even, and there are at most 2¹⁸ links.
func NewRandomRegular(n, d, seed int) (RandomRegular, error) {
	r := RandomRegular{direct{n}, d, seed}
	if n < 1 || d < 0 || d >= n || n%2 == 1 && d%2 == 1 {
		return RandomRegular{}, fmt.Errorf("%v: want n ≥ 1, 0 ≤ d < n, and n or d even", r)
	}
	if n > topology.MaxNodes { // then their product is no number
		return RandomRegular{}, fmt.Errorf("%v: want at most %d nodes", r, topology.MaxNodes)
	}
	if n*d/2 > maxDrawn {
		return RandomRegular{}, fmt.Errorf("%v: want at most %d links", r, maxDrawn)
	}
	return r, nil
}

// maxDrawn bounds the links of a random network, so that drawing them takes some tenths of a second.
const maxDrawn = 1 << 18

func (r RandomRegular) String() string {
	return fmt.Sprintf("random_regular(n=%d, d=%d, seed=%d)", r.nodes, r.degree, r.seed)
}

func (r RandomRegular) NodeAt(address string) (topology.Node, error) { return r.parse(r, address) }

// Links yields every link once, in increasing order of its ends.
func (r RandomRegular) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		ports := make([]int, r.nodes)
		for _, pair := range r.pairs() {
			u, v := pair[0], pair[1]
			if !yield(topology.Link{A: topology.Node(u), PortA: ports[u], LabelA: topology.NoLabel, B: topology.Node(v), PortB: ports[v], LabelB: topology.NoLabel}) {
				return
			}
			ports[u]++
			ports[v]++
		}
	}
}

// pairs returns the links in increasing order, with the lower end first.
func (r RandomRegular) pairs() [][2]int32 {
	dense := 2*r.degree > r.nodes-1
	p := pairing{random: rand.New(rand.NewPCG(uint64(r.seed), uint64(r.nodes)<<32|uint64(r.degree))), count: map[[2]int32]int{}}
	degree := r.degree
	if dense {
		degree = r.nodes - 1 - r.degree
	}
	for !p.draw(r.nodes, degree) {
	}
	pairs := p.pairs
	if dense {
		pairs = make([][2]int32, 0, r.nodes*r.degree/2)
		for u := range int32(r.nodes) {
			for v := u + 1; v < int32(r.nodes); v++ {
				if p.count[[2]int32{u, v}] == 0 {
					pairs = append(pairs, [2]int32{u, v})
				}
			}
		}
	}
	slices.SortFunc(pairs, func(a, b [2]int32) int {
		if a[0] != b[0] {
			return int(a[0] - b[0])
		}
		return int(a[1] - b[1])
	})
	return pairs
}

// A pairing is of the ends of links.
type pairing struct {
	random *rand.Rand
	pairs  [][2]int32 // the lower one first
	count  map[[2]int32]int
}

// draw draws a pairing of so many ends at each of n nodes without loops and repetitions, and reports whether it has come to one.
func (p *pairing) draw(n, degree int) bool {
	ends := make([]int32, 0, n*degree)
	for u := range int32(n) {
		for range degree {
			ends = append(ends, u)
		}
	}
	p.random.Shuffle(len(ends), func(i, j int) { ends[i], ends[j] = ends[j], ends[i] })
	p.pairs = make([][2]int32, len(ends)/2)
	clear(p.count)
	for i := range p.pairs {
		p.put(i, ends[2*i], ends[2*i+1])
	}
	var wrong []int
	for i := range p.pairs {
		if p.isWrong(i) {
			wrong = append(wrong, i)
		}
	}
	for tries := 0; len(wrong) > 0; tries++ {
		if tries > 1000+100*len(p.pairs) {
			return false
		}
		i := wrong[len(wrong)-1]
		if !p.isWrong(i) { // by the exchange of another
			wrong = wrong[:len(wrong)-1]
			continue
		}
		j := p.random.IntN(len(p.pairs))
		a, b := p.pairs[i], p.pairs[j]
		if p.random.IntN(2) == 1 {
			b[0], b[1] = b[1], b[0]
		}
		if i == j || p.isWrong(j) || a[0] == b[0] || a[1] == b[1] || p.count[ordered(a[0], b[0])] > 0 || p.count[ordered(a[1], b[1])] > 0 || ordered(a[0], b[0]) == ordered(a[1], b[1]) {
			continue
		}
		p.count[p.pairs[i]]--
		p.count[p.pairs[j]]--
		p.put(i, a[0], b[0])
		p.put(j, a[1], b[1])
	}
	return true
}

func ordered(u, v int32) [2]int32 { return [2]int32{min(u, v), max(u, v)} }

func (p *pairing) put(i int, u, v int32) {
	p.pairs[i] = ordered(u, v)
	p.count[p.pairs[i]]++
}

// isWrong reports whether a pair is no link, or there more than once.
func (p *pairing) isWrong(i int) bool {
	return p.pairs[i][0] == p.pairs[i][1] || p.count[p.pairs[i]] > 1
}
