package route

import (
	"topobook/topology"
	"topobook/topology/family"
)

// A digitRule is Li and Chu's Algorithm 1 on trees whose switches route by digits.
type digitRule struct {
	family.DigitTrees
	ahead int // how many digits further on the digit of the destination is by which it ascends
}

// newDigitRule returns the rule for net; nil if net is not made of such trees.
func newDigitRule(net *topology.Network, ahead int) *digitRule {
	trees := family.DigitTreesOf(net.Definition)
	if trees == nil {
		return nil
	}
	return &digitRule{*trees, ahead}
}

// A target is the destination of a message: processor T of group G_T has T_i as the digit i < n-1 of digits, and
// last, T_{n-1}, as its number at its switch.
type target struct{ group, digits, last int }

func (r *digitRule) target(dest topology.Node) target {
	group, digits, last := r.Terminal(dest)
	return target{group, digits, last}
}

// digit returns T_i; the number of the processor at its switch is digit n-1 and, where digits count from the left, -1.
func (r *digitRule) digit(t target, i int) int {
	if i < 0 || i == r.Dims-1 {
		return t.last
	}
	return t.digits / r.Worth[i] % r.Radix
}

// A step is what the next hop of a message is.
type step uint8

const (
	free     step = iota // away from the processors: by any of the k ports the path stays a shortest one
	crossing             // into the destination's group for good: only one port leads on
	descent              // towards the processors: likewise
	arrival              // to the destination
)

// next returns the port by which a minimal message leaves switch u, and what hop that is. It sees nothing but
// the switch and the destination.
//
// Source: Li and Chu's Algorithm 1 for MiKANT, where the digits n-2 to L are compared and the port down carries
// digit L-1, as in their Algorithm 2; in trees with roots the same rule, which climbs no farther than they are.
func (r *digitRule) next(u topology.Node, t target) (port int, s step) {
	group, level, digits := r.Position(u)
	other := group != t.group && group != 2
	switch {
	case other || digits/r.Worth[level] != t.digits/r.Worth[level]:
		if other && r.Mirrored && level == r.Dims-2 {
			s = crossing
		}
		return r.Radix + r.digit(t, level-r.ahead), s
	case level > 0:
		port, s = r.digit(t, level-1), descent
	default:
		port, s = t.last, arrival
	}
	if group == 2 {
		port += t.group * r.Radix
	}
	return port, s
}

// literal is next as Algorithm 1 is printed: it compares all digits, and the port down carries digit L.
func (r *digitRule) literal(u topology.Node, t target) (port int, s step) {
	group, level, digits := r.Position(u)
	switch {
	case group != t.group || digits != t.digits:
		return r.Radix + r.digit(t, level), free
	case level > 0:
		return r.digit(t, level), descent
	}
	return t.last, arrival
}

// hop returns next as a rule for every node of a network.
func (r *digitRule) hop(net *topology.Network) nextHop {
	return func(u, dest topology.Node) topology.Channel {
		first, _ := net.Channels(u)
		if int(u) < r.Processors {
			return first
		}
		port, _ := r.next(u, r.target(dest))
		return first + topology.Channel(port)
	}
}
