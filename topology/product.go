package topology

import (
	"fmt"
	"iter"
	"strings"

	"topobook/topology/internal/text"
)

// maxFactors bounds the factors of a product of products, each of which makes addresses longer.
const maxFactors = 64

// A cartesian is the Cartesian product of two networks.
type cartesian struct {
	a, b       *Network
	semicolons int // in each address of a
	portsA     int // those of a node of a, at most; 0 if neither network is Cabled
}

// NewProduct returns the definition of the Cartesian product of a and b: a node (x,y) for each node x of a and y of b,
// linked with (x',y) for every neighbor x' of x and with (x,y') for every neighbor y' of y. The
// product of two rings is a torus, that of two hypercubes a hypercube.
//
// Node (x,y) has number x·N+y for the N nodes of b, and is a processor if both x and y are; it has no
// level. Its address is that of x, a semicolon, and that of y: 0,3;1. It has the ports of x, and after
// the last port of a those of y; links keep their labels. If a and b declare their orbits, so does the
// product.
//
// It returns an error if the product would have more than [MaxNodes] nodes or [MaxLinks] links, more
// than 64 factors, or ambiguous addresses, because those of a have different numbers of semicolons.
//
// Source: Sabidussi, Graph Multiplication, Mathematische Zeitschrift 72 (1960).
func NewProduct(a, b *Network) (Definition, error) {
	p := &cartesian{a: a, b: b}
	if nodes := int64(a.Order()) * int64(b.Order()); nodes > MaxNodes {
		return nil, fmt.Errorf("%v: want at most %d nodes", p, MaxNodes)
	}
	if links := int64(a.Order())*int64(b.Size()) + int64(b.Order())*int64(a.Size()); links > MaxLinks {
		return nil, fmt.Errorf("%v: want at most %d links", p, MaxLinks)
	}
	p.semicolons = strings.Count(a.Address(0), ";")
	for x := range Node(a.Order()) {
		if n := strings.Count(a.Address(x), ";"); n != p.semicolons {
			return nil, fmt.Errorf("%v: the first network's addresses %q and %q have %d and %d semicolons, want equally many",
				p, a.Address(0), a.Address(x), p.semicolons, n)
		}
	}
	if p.semicolons+strings.Count(b.Address(0), ";")+2 > maxFactors {
		return nil, fmt.Errorf("cartesian_product: has too many factors, want at most %d", maxFactors)
	}
	_, cabledA := a.Definition.(Cabled)
	if _, cabledB := b.Definition.(Cabled); cabledA || cabledB {
		p.portsA = a.ports()
	}
	defA, okA := a.Definition.(Symmetric)
	defB, okB := b.Definition.(Symmetric)
	if !okA || !okB {
		return p, nil
	}
	orbits, _ := b.Orbits()
	return &symmetricCartesian{p, defA, defB, len(orbits)}, nil
}

func (p *cartesian) String() string { return fmt.Sprintf("cartesian_product(%v, %v)", p.a, p.b) }
func (p *cartesian) Order() int     { return p.a.Order() * p.b.Order() }
func (p *cartesian) Level(Node) int { return NoLevel }

// Factors returns the two networks.
func (p *cartesian) Factors() (a, b *Network) { return p.a, p.b }

// Dimensions returns the same.
func (p *cartesian) Dimensions() []*Network { return []*Network{p.a, p.b} }

// split returns the nodes x of a and y of b of which (x,y) is u.
func (p *cartesian) split(u Node) (x, y Node) {
	n := Node(p.b.Order())
	return u / n, u % n
}

func (p *cartesian) Kind(u Node) Kind {
	x, y := p.split(u)
	return max(p.a.Kind(x), p.b.Kind(y))
}

func (p *cartesian) Address(u Node) string {
	x, y := p.split(u)
	return p.a.Address(x) + ";" + p.b.Address(y)
}

func (p *cartesian) NodeAt(address string) (Node, error) {
	if u, err := p.parse(address); err == nil {
		return u, nil // ();() is an address whose parentheses belong to its parts
	}
	return p.parse(text.Plain(address))
}

// parse reads an address that has nothing around the whole.
func (p *cartesian) parse(address string) (Node, error) {
	parts := strings.SplitN(address, ";", p.semicolons+2)
	if len(parts) < p.semicolons+2 {
		return 0, fmt.Errorf("%v: address %q: want those of two nodes with a semicolon between them", p, address)
	}
	last := len(parts) - 1
	x, err := p.a.NodeAt(strings.Join(parts[:last], ";"))
	if err != nil {
		return 0, err
	}
	y, err := p.b.NodeAt(parts[last])
	if err != nil {
		return 0, err
	}
	return x*Node(p.b.Order()) + y, nil
}

func (p *cartesian) Size() int { return p.a.Order()*p.b.Size() + p.b.Order()*p.a.Size() }

// AppendNeighbors appends the nodes that differ from u in the first coordinate, then those in the second.
func (p *cartesian) AppendNeighbors(nodes []Node, u Node) []Node {
	x, y := p.split(u)
	for _, v := range p.a.Neighbors(x) {
		nodes = append(nodes, u+(v-x)*Node(p.b.Order()))
	}
	for _, v := range p.b.Neighbors(y) {
		nodes = append(nodes, u+v-y)
	}
	return nodes
}

// Links yields every link once: for each node of either network a copy of the other.
func (p *cartesian) Links() iter.Seq[Link] {
	return func(yield func(Link) bool) {
		n := Node(p.b.Order())
		shift := p.a.ports() // of b's ports
		for u := range Node(p.Order()) {
			x, y := p.split(u)
			if !linksUp(p.a, x, func(l Link) bool {
				l.A, l.B = u, l.B*n+y
				return yield(l)
			}) || !linksUp(p.b, y, func(l Link) bool {
				l.A, l.B = u, x*n+l.B
				l.PortA += shift
				l.PortB += shift
				return yield(l)
			}) {
				return
			}
		}
	}
}

// Cable returns what the network in whose direction the link leads knows of it.
func (p *cartesian) Cable(u Node, port int) Cable {
	x, y := p.split(u)
	if p.portsA == 0 { // nothing is known of any
		return Cable{}
	}
	if port >= p.portsA {
		return p.b.cableAt(y, port-p.portsA)
	}
	return p.a.cableAt(x, port)
}

// linksUp yields the links from node u of net to later nodes, and reports whether yield wants more.
func linksUp(net *Network, u Node, yield func(Link) bool) bool {
	first, end := net.Channels(u)
	for c := first; c < end; c++ {
		if twin := net.Twin(c); net.Head(c) > u && !yield(Link{
			A: u, PortA: net.Port(c), LabelA: net.Label(c),
			B: net.Head(c), PortB: net.Port(twin), LabelB: net.Label(twin),
		}) {
			return false
		}
	}
	return true
}

// A symmetricCartesian is the product of two networks that declare their orbits.
type symmetricCartesian struct {
	*cartesian
	defA, defB Symmetric
	orbitsB    int
}

// Orbit returns the number of the pair of orbits of x and y: an automorphism of a on the first
// coordinates and one of b on the second are one of the product, and it keeps kinds as they do.
// The first node of a pair is that of the first nodes, and they come in the order of the pairs.
func (p *symmetricCartesian) Orbit(u Node) int {
	x, y := p.split(u)
	return p.defA.Orbit(x)*p.orbitsB + p.defB.Orbit(y)
}
