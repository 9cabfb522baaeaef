package family

import (
	"fmt"
	"iter"
	"strings"

	"topobook/topology"
	"topobook/topology/internal/text"
)

// A KaryNFly is a k-ary n-fly: n stages of kⁿ⁻¹ switches, which are those of [Butterfly], between kⁿ
// source terminals and kⁿ destination terminals. All terminals are processors. It is an immutable,
// comparable value; make one with [NewKaryNFly].
//
// The address of a node is d@i, where i is its stage, which is its level too: 0 for a source, n+1
// for a destination. A switch has the digits d_{n-1},…,d_1: 0,3@1; a terminal has d_0 as well, which
// is the channel of its switch: 0,3,2@0. Nodes are numbered by address, stage by stage. Ports and
// labels of switches are those of Butterfly; a terminal has the one port 0, which has no label.
//
// In the source, messages cross each link from the lower stage to the higher, and a source may be
// the same computer as the destination of its number. Here a link has both directions, as in every
// [topology.Network], so that one node for both would be a short cut that the source does not have.
//
// Source: Dally and Towles, Principles and Practices of Interconnection Networks (2004), ch. 4.
type KaryNFly struct {
	fly       Butterfly
	terminals int // at each end: kⁿ
}

// NewKaryNFly returns the k-ary n-fly, or an error unless k ≥ 2, n ≥ 1, its 2kⁿ + nkⁿ⁻¹ nodes are at
// most [topology.MaxNodes] and its (n+1)kⁿ links at most [topology.MaxLinks].
func NewKaryNFly(k, n int) (KaryNFly, error) {
	f := KaryNFly{Butterfly{radix: k, stages: n}, 0}
	if k < 2 || n < 1 {
		return KaryNFly{}, fmt.Errorf("%v: want k ≥ 2 and n ≥ 1", f)
	}
	f.fly.width, f.terminals = power(k, n-1), power(k, n)
	if err := checkSize(f, 2*f.terminals+product(n, f.fly.width), product(n, f.terminals)+f.terminals); err != nil {
		return KaryNFly{}, err
	}
	return f, nil
}

func (f KaryNFly) String() string {
	return fmt.Sprintf("kary_nfly(k=%d, n=%d)", f.fly.radix, f.fly.stages)
}

func (f KaryNFly) Order() int { return 2*f.terminals + f.fly.Order() }

func (f KaryNFly) Kind(u topology.Node) topology.Kind {
	if s := f.Level(u); s == 0 || s > f.fly.stages {
		return topology.Processor
	}
	return topology.Switch
}

// Level returns the stage of u, from 0 to n+1.
func (f KaryNFly) Level(u topology.Node) int {
	if int(u) < f.terminals {
		return 0
	}
	return min(f.fly.Level(u-topology.Node(f.terminals)), f.fly.stages+1)
}

// digits returns how many digits a node of a stage has, and the first node of the stage.
func (f KaryNFly) digits(stage int) (n int, first topology.Node) {
	switch {
	case stage == 0:
		return f.fly.stages, 0
	case stage > f.fly.stages:
		return f.fly.stages, topology.Node(f.Order() - f.terminals)
	}
	return f.fly.stages - 1, topology.Node(f.terminals + (stage-1)*f.fly.width)
}

func (f KaryNFly) Address(u topology.Node) string {
	stage := f.Level(u)
	n, first := f.digits(stage)
	return fmt.Sprintf("%s@%d", formatDigits(digitsOf(int(u-first), n, f.fly.radix)), stage)
}

func (f KaryNFly) NodeAt(address string) (topology.Node, error) {
	before, after, ok := strings.Cut(text.Plain(address), "@")
	stage, err := parseNumber(after)
	if last := f.fly.stages + 1; !ok || err != nil || stage > last {
		return 0, fmt.Errorf("%w, as in %s", outOfRange(f, address, "stage", after, 0, last), f.Address(0))
	}
	n, first := f.digits(stage)
	d, err := parseDigits(f, before, n, f.fly.radix)
	if err != nil {
		return 0, err
	}
	return first + topology.Node(numberOf(d, n, f.fly.radix)), nil
}

// Orbit numbers the stages from both ends: 0 for the terminals, and so on.
//
// Proof. To the maps of [Butterfly.Orbit] add those of the digit d_0 of the terminals, which only
// exchange terminals of a switch; the reflection also exchanges source and destination.
func (f KaryNFly) Orbit(u topology.Node) int { return min(f.Level(u), f.fly.stages+1-f.Level(u)) }

func (f KaryNFly) Size() int { return f.fly.Size() + 2*f.terminals }

// AppendNeighbors appends the nodes of the next stage that u is linked to, then those of the one before.
func (f KaryNFly) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	k, n := f.fly.radix, f.fly.stages
	i := f.Level(u)
	_, first := f.digits(i)
	d := int(u - first)
	if i == 0 || i > n { // a terminal
		_, first = f.digits(max(1, min(i, n)))
		return append(nodes, first+topology.Node(d/k))
	}
	_, next := f.digits(i + 1)
	_, before := f.digits(i - 1)
	if i < n {
		nodes = appendDigits(nodes, next, d, power(k, n-1-i), k)
	} else {
		nodes = appendDigits(nodes, next, d*k, 1, k)
	}
	if i > 1 {
		return appendDigits(nodes, before, d, power(k, n-i), k)
	}
	return appendDigits(nodes, before, d*k, 1, k)
}

// Links yields every link once, from the last stage to the first: output channel d of the last stage
// is that of destination d, input channel d of stage 1 that of source d.
func (f KaryNFly) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		k := f.fly.radix
		_, last := f.digits(f.fly.stages)
		for d := range f.terminals {
			end := topology.Link{A: last + topology.Node(d/k), PortA: d % k, LabelA: d % k, B: topology.Node(f.Order() - f.terminals + d), LabelB: topology.NoLabel}
			if !yield(end) {
				return
			}
		}
		for link := range f.fly.Links() {
			link.A += topology.Node(f.terminals)
			link.B += topology.Node(f.terminals)
			if !yield(link) {
				return
			}
		}
		for d := range f.terminals {
			end := topology.Link{A: topology.Node(d), LabelA: topology.NoLabel, B: topology.Node(f.terminals + d/k), PortB: k + d%k, LabelB: d % k}
			if !yield(end) {
				return
			}
		}
	}
}
