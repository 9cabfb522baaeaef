package family

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/internal/text"
)

// A Butterfly is the switch graph of the k-ary n-fly: n stages of kⁿ⁻¹ switches, numbered from 1,
// each with k input channels and k output channels. It has no processors.
// It is an immutable, comparable value; make one with [NewButterfly].
//
// The address of a switch is d@i: the digits d_{n-1},…,d_1 and the stage i, which is its level too:
// 0,3@1. Nodes are numbered by address, stage by stage. Port d_0 < k of a switch is its output
// channel d_0, port k+d_0 its input channel d_0; the label is d_0 at either end. In the k-ary n-fly
// messages cross each link from the lower stage to the higher; here, as in every [topology.Network], a link
// has both directions.
//
// Source: the k-ary n-fly of Dally and Towles, Principles and Practices of Interconnection
// Networks (2004), ch. 4, without its terminals.
type Butterfly struct {
	radix, stages int // k ≥ 2, n ≥ 1
	width         int // switches of a stage: kⁿ⁻¹
}

// NewButterfly returns the switch graph of the k-ary n-fly, or an error unless k ≥ 2, n ≥ 1 and its
// nkⁿ⁻¹ nodes are at most [topology.MaxNodes], its (n-1)kⁿ links at most [topology.MaxLinks].
func NewButterfly(k, n int) (Butterfly, error) {
	b := Butterfly{radix: k, stages: n}
	if k < 2 || n < 1 {
		return Butterfly{}, fmt.Errorf("%v: want k ≥ 2 and n ≥ 1", b)
	}
	b.width = power(k, n-1)
	if err := checkSize(b, product(n, b.width), product(n-1, power(k, n))); err != nil {
		return Butterfly{}, err
	}
	return b, nil
}

func (b Butterfly) String() string                   { return fmt.Sprintf("butterfly(k=%d, n=%d)", b.radix, b.stages) }
func (b Butterfly) Order() int                       { return b.stages * b.width }
func (b Butterfly) Kind(topology.Node) topology.Kind { return topology.Switch }
func (b Butterfly) Level(u topology.Node) int        { return 1 + int(u)/b.width }

// Orbit numbers the stages from both ends, from 0.
//
// Proof. Links between stages i and i+1 leave digit n-i free and ask for the others to be equal. Adding
// a constant to a digit of all switches keeps that; so does taking ⟨d_{n-1},…,d_1⟩ of stage i to
// ⟨d_1,…,d_{n-1}⟩ of stage n+1-i, as the links there leave digit i free, which was digit n-i.
func (b Butterfly) Orbit(u topology.Node) int { return min(b.Level(u)-1, b.stages-b.Level(u)) }

// at returns the switch of a stage whose digits are the number d.
func (b Butterfly) at(stage, d int) topology.Node { return topology.Node((stage-1)*b.width + d) }

func (b Butterfly) Address(u topology.Node) string {
	return formatDigits(digitsOf(int(u)%b.width, b.stages-1, b.radix)) + "@" + strconv.Itoa(b.Level(u))
}

func (b Butterfly) NodeAt(address string) (topology.Node, error) {
	digits, after, ok := strings.Cut(text.Plain(address), "@")
	stage, err := parseNumber(after)
	if !ok || err != nil || stage < 1 || stage > b.stages {
		return 0, fmt.Errorf("%w, as in %s", outOfRange(b, address, "stage", after, 1, b.stages), b.Address(0))
	}
	d, err := parseDigits(b, digits, b.stages-1, b.radix)
	if err != nil {
		return 0, err
	}
	return b.at(stage, numberOf(d, b.stages-1, b.radix)), nil
}

func (b Butterfly) Size() int { return (b.stages - 1) * b.width * b.radix }

// AppendNeighbors appends the switches of the next stage that u is linked to, then those of the one before.
func (b Butterfly) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	i, d := b.Level(u), int(u)%b.width
	stride := power(b.radix, b.stages-1-i) // what the digit that links to the next stage exchange is worth
	if i < b.stages {
		nodes = appendDigits(nodes, b.at(i+1, 0), d, stride, b.radix)
		stride *= b.radix
	}
	if i > 1 {
		nodes = appendDigits(nodes, b.at(i-1, 0), d, stride, b.radix)
	}
	return nodes
}

// Links yields every link once, from the last stage to the first: output channel d_{n-1}…d_1d_0 of
// stage i, which is port d_0 of the switch d_{n-1}…d_1, is the input channel of stage i+1 with
// digits d_{n-i} and d_0 exchanged.
func (b Butterfly) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		k, n := b.radix, b.stages
		for i := n - 1; i >= 1; i-- {
			stride := power(k, n-i) // what digit n-i of a channel is worth
			for out := range b.width * k {
				d0, di := out%k, out/stride%k
				in := out + (d0-di)*stride + (di - d0)
				link := topology.Link{
					A: b.at(i, out/k), PortA: d0, LabelA: d0,
					B: b.at(i+1, in/k), PortB: k + di, LabelB: di,
				}
				if !yield(link) {
					return
				}
			}
		}
	}
}
