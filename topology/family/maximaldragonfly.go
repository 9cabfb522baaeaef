package family

import (
	"fmt"
	"iter"

	"topobook/topology"
)

// An Arrangement says which global port of a [MaximalDragonfly] leads where. With G = KM+1 groups,
// the ports of a group are numbered j = pK+h, 0 ≤ j < KM, for port h of router p, and port j of
// group g leads to group t:
//
//	Absolute    t = j if j < g, else j+1; there it is port g if g < t, else g-1
//	Relative    t = g+1+j mod G; there it is port KM-1-j
//	PalmTree    t = g-1-j mod G; there it is port KM-1-j
//	Circulant   t = g+j/2+1 mod G if j is even, g-(j-1)/2-1 mod G if odd; there it is port j⊕1
//
// Sources: Absolute, also called consecutive, is the one drawn by Kim, Dally, Scott and Abts,
// Technology-Driven, Highly-Scalable Dragonfly Topology, ISCA 2008. The others are those of
// Camarero, Vallejo and Beivide, Topological Characterization of Hamming and Dragonfly Networks and
// Its Implications on Routing, 2014, and of Hastings et al., Comparing Global Link Arrangements for
// Dragonfly Networks, 2015.
type Arrangement int

const (
	Absolute Arrangement = iota
	Relative
	PalmTree
	Circulant // needs an even number KM of ports
)

// arrangements are the names of the arrangements, as a cell writes them.
var arrangements = []string{"absolute", "relative", "palm-tree", "circulant"}

// A MaximalDragonfly is MDF(K,M), the Dragonfly with as many groups as its routers can connect:
// KM+1 groups of M routers (g,p), 0 ≤ g ≤ KM, 0 ≤ p < M. The routers of a group are all linked with
// each other, and one of the KM global ports of a group, K at each router, leads to every other
// group; the [Arrangement] says which.
// It is an immutable, comparable value; make one with [NewMaximalDragonfly].
//
// Every router is a processor too. Its address is g,p, its level the group g. Global port h has
// port h and label h; the local link to (g,p+δ mod M) has port K-1+δ and label δ.
//
// Source: Draper, Four Algorithms on the Swapped Dragonfly, arXiv:2209.03203 (2022), which prints
// 1 ≤ p < M, but counts KM²+M routers, and does not write the arrangement down.
type MaximalDragonfly struct {
	ports, width int // K, M
	arrangement  Arrangement
}

// NewMaximalDragonfly returns MDF(K,M), or an error unless K ≥ 1 and M ≥ 1, KM is even if the
// arrangement is [Circulant], and it has at most [topology.MaxNodes] nodes and [topology.MaxLinks] links.
func NewMaximalDragonfly(K, M int, arrangement Arrangement) (MaximalDragonfly, error) {
	d := MaximalDragonfly{K, M, arrangement}
	if K < 1 || M < 1 {
		return MaximalDragonfly{}, fmt.Errorf("%v: want K ≥ 1 and M ≥ 1", d)
	}
	if arrangement < 0 || int(arrangement) >= len(arrangements) {
		return MaximalDragonfly{}, fmt.Errorf("%v: want arrangement 0 to %d", d, len(arrangements)-1)
	}
	if arrangement == Circulant && K%2 == 1 && M%2 == 1 {
		return MaximalDragonfly{}, fmt.Errorf("%v: want K or M even for this arrangement", d)
	}
	nodes := product(M, product(K, M)+1)
	if err := checkSize(d, nodes, nodes*(K+M-1)/2); err != nil { // every router uses all its ports
		return MaximalDragonfly{}, err
	}
	return d, nil
}

func (d MaximalDragonfly) String() string {
	name := Param{Choices: arrangements}.Format(int(d.arrangement))
	return fmt.Sprintf("maximal_dragonfly(K=%d, M=%d, arrangement=%s)", d.ports, d.width, name)
}

// Groups returns the number KM+1 of groups.
func (d MaximalDragonfly) Groups() int { return d.ports*d.width + 1 }

// Width returns M, the number of routers in a group.
func (d MaximalDragonfly) Width() int { return d.width }

func (d MaximalDragonfly) Order() int                       { return d.Groups() * d.width }
func (d MaximalDragonfly) Kind(topology.Node) topology.Kind { return topology.Processor }
func (d MaximalDragonfly) Level(u topology.Node) int        { return int(u) / d.width }

// Depth returns NoLevel, as groups are not levels of a tree.
func (d MaximalDragonfly) Depth(topology.Node) int { return topology.NoLevel }

func (d MaximalDragonfly) Address(u topology.Node) string {
	return formatDigits([]int{int(u) / d.width, int(u) % d.width})
}

func (d MaximalDragonfly) NodeAt(address string) (topology.Node, error) {
	return parseMixed(d, address, d.Groups(), d.width)
}

// Orbit returns p for [Circulant], the lower one of p and M-1-p for [Relative] and [PalmTree], and 0 for all
// if K = 1 or M = 1. For [Absolute], the groups K, 2K, …, (M-1)K are alone, and those before, between and after
// them alike: in the order of these 2M-1 classes, and then of p, it returns the lower one of u's number and that
// of its mirror image.
//
// The first three say where a port leads relative to g, so (g,p) → (g+a mod G,p) is an automorphism. In
// Relative and PalmTree port KM-1-j leads as far as port j the other way round, so (g,p) →
// (-g mod G,M-1-p) is one. In Absolute (g,p) → (KM-g,M-1-p), which is u → N-1-u, is one: port KM-1-j of
// KM-g leads to KM-j if j < g and else to KM-1-j, the images of j and j+1. And there a group t is behind router
// ⌊t/K⌋ of every greater group and router ⌊(t-1)/K⌋ of every lesser one: so, of two groups of a class, each is
// behind the same router of any group, and any other group is behind the same router of both. Exchanging them is
// an automorphism, which leaves p as it is. If K = 1, name a router
// (g,t) after the group t that its one global link leads to, which is that to (t,g): every
// permutation of the groups is an automorphism. If M = 1, the network is complete.
func (d MaximalDragonfly) Orbit(u topology.Node) int {
	p := int(u) % d.width
	switch {
	case d.ports == 1 || d.width == 1:
		return 0
	case d.arrangement == Absolute:
		g := int(u) / d.width
		last := 2*d.width - 2
		class := min(max(0, 2*(g/d.ports)-bit(g%d.ports == 0)), last)
		return min(class*d.width+p, (last-class)*d.width+d.width-1-p)
	case d.arrangement == Circulant:
		return p
	}
	return min(p, d.width-1-p)
}

func (d MaximalDragonfly) Size() int { return d.Order() * (d.ports + d.width - 1) / 2 }

// AppendNeighbors appends the other ends of the global links of u, then those of the local ones.
func (d MaximalDragonfly) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	nodes = d.AppendOutside(nodes, u)
	p := int(u) % d.width
	nodes = appendSteps(nodes, u+1, 1, d.width-1-p)
	return appendSteps(nodes, u-topology.Node(p), 1, p)
}

// GroupSize returns M.
func (d MaximalDragonfly) GroupSize() int { return d.width }

// AppendOutside appends the other ends of the global links of u.
func (d MaximalDragonfly) AppendOutside(nodes []topology.Node, u topology.Node) []topology.Node {
	g, p := int(u)/d.width, int(u)%d.width
	for h := range d.ports {
		t, j := d.follow(g, p*d.ports+h)
		nodes = append(nodes, topology.Node(t*d.width+j/d.ports))
	}
	return nodes
}

// Links yields every link once, from the lower of its two routers.
func (d MaximalDragonfly) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		for u := range topology.Node(d.Order()) {
			g, p := int(u)/d.width, int(u)%d.width
			for q := p + 1; q < d.width; q++ {
				link := topology.Link{
					A: u, PortA: d.ports - 1 + q - p, LabelA: q - p,
					B: u + topology.Node(q-p), PortB: d.ports - 1 + d.width - q + p, LabelB: d.width - q + p,
				}
				if !yield(link) {
					return
				}
			}
			for h := range d.ports {
				t, j := d.follow(g, p*d.ports+h)
				if t < g {
					continue
				}
				v := topology.Node(t*d.width + j/d.ports)
				if !yield(topology.Link{A: u, PortA: h, LabelA: h, B: v, PortB: j % d.ports, LabelB: j % d.ports}) {
					return
				}
			}
		}
	}
}

// follow returns the group to which global port j of group g leads, and the number of the port there.
func (d MaximalDragonfly) follow(g, j int) (group, port int) {
	groups := d.Groups()
	switch d.arrangement {
	case Absolute:
		if j < g {
			return j, g - 1
		}
		return j + 1, g
	case Relative:
		return (g + 1 + j) % groups, groups - 2 - j
	case PalmTree:
		return (g - 1 - j + groups) % groups, groups - 2 - j
	}
	step := j/2 + 1
	if j%2 == 1 {
		step = groups - step
	}
	return (g + step) % groups, j ^ 1
}
