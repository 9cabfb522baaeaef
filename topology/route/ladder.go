package route

import (
	"topobook/topology"
	"topobook/topology/family"
)

// A ladder is a network of one or two k-ary n-trees as its switches see it that route by digits: a MiKANT,
// a Clos k-ary n-tree or a classical k-ary n-tree. Switch ⟨G,L,D⟩ of group G, 2 for a root that both
// groups share, is at level L from the processors; D is the number of its digits D_{n-2},…,D_0. Ports 0 to k-1
// lead towards the processors, x to digit D_{L-1} = x; port k+x leads away from them, to D_L = x.
// On a classical tree, where levels count from the roots and digits from the left, D is w all the same.
type ladder struct {
	k, n, width int
	processors  int   // of all groups
	ends        int   // switches that have processors
	groups      int   // 1 or 2
	mirrored    bool  // beyond the highest level of a group is that of the other
	worth       []int // by i: kⁱ, what digit i of D is worth
}

// ladderOf returns the ladder that net is, nil if it is none or has no switches.
func ladderOf(net *topology.Network) *ladder {
	l := &ladder{groups: 2}
	switch t := net.Definition.(type) {
	case family.MiKANT:
		l.k, l.n, l.mirrored = t.Radix(), t.Dims(), true
	case family.ClosNTree:
		l.k, l.n = t.Radix(), t.Dims()
	case family.KaryNTree:
		l.k, l.n, l.groups = t.Radix(), t.Dims(), 1
	}
	if l.n == 0 {
		return nil
	}
	l.processors = len(net.Processors())
	l.width = l.processors / l.groups / l.k
	if l.ends = l.width; l.n > 1 {
		l.ends *= l.groups // else both have the only switch
	}
	for x := 1; x <= l.width; x *= l.k {
		l.worth = append(l.worth, x)
	}
	return l
}

// position returns what the address of a switch says.
func (l *ladder) position(u topology.Node) (group, level, digits int) {
	row := (int(u) - l.processors) / l.width
	digits = (int(u) - l.processors) % l.width
	switch rows := l.n - 1; {
	case l.groups == 1:
		return 0, rows - row, digits
	case row == 2*rows:
		return 2, rows, digits
	default:
		return row / rows, row % rows, digits
	}
}

// A target is the destination of a message: processor T of group G_T has T_i as the digit i < n-1 of digits, and
// last, T_{n-1}, as its number at its switch.
type target struct{ group, digits, last int }

func (l *ladder) target(dest topology.Node) target {
	if l.groups == 1 {
		return target{0, int(dest) / l.k, int(dest) % l.k}
	}
	each := l.k * l.width
	return target{int(dest) / each, int(dest) % l.width, int(dest) % each / l.width}
}

// digit returns T_i; digit n-1 is the number of the processor at its switch.
func (l *ladder) digit(t target, i int) int {
	if i == l.n-1 {
		return t.last
	}
	return t.digits / l.worth[i] % l.k
}

// A step is what the next hop of a message is.
type step uint8

const (
	free     step = iota // away from the processors: by any of the k ports the path stays a shortest one
	crossing             // into the destination's group for good: only one port leads on
	descent              // towards the processors: so too
	arrival              // to the destination
)

// next returns the port by which a minimal message leaves switch u, and what hop that is. It sees nothing but
// the switch and the destination.
//
// Source: Li and Chu's Algorithm 1 for MiKANT, where the digits n-2 to L are compared and the port down carries
// digit L-1, as in their Algorithm 2; in trees with roots the same rule, which climbs no farther than they are.
func (l *ladder) next(u topology.Node, t target) (port int, s step) {
	group, level, digits := l.position(u)
	other := group != t.group && group != 2
	switch {
	case other || digits/l.worth[level] != t.digits/l.worth[level]:
		if other && l.mirrored && level == l.n-2 {
			s = crossing
		}
		return l.k + l.digit(t, level), s
	case level > 0:
		port, s = l.digit(t, level-1), descent
	default:
		port, s = t.last, arrival
	}
	if group == 2 {
		port += t.group * l.k
	}
	return port, s
}

// literal is next as Algorithm 1 is printed: it compares all digits, and the port down carries digit L.
func (l *ladder) literal(u topology.Node, t target) (port int, s step) {
	group, level, digits := l.position(u)
	switch {
	case group != t.group || digits != t.digits:
		return l.k + l.digit(t, level), free
	case level > 0:
		return l.digit(t, level), descent
	}
	return t.last, arrival
}

// nextHop returns next as a rule for every node of a network.
func (l *ladder) nextHop() nextHop {
	return func(net *topology.Network, u, dest topology.Node) topology.Channel {
		first, _ := net.Channels(u)
		if int(u) < l.processors {
			return first
		}
		port, _ := l.next(u, l.target(dest))
		return first + topology.Channel(port)
	}
}

// ladderRoutings returns Algorithm 1 of the MiKANT, as it is read and as it is printed.
func ladderRoutings(net *topology.Network) []Routing {
	l := ladderOf(net)
	switch {
	case l == nil || l.groups == 1: // there it is dst-straight
		return nil
	case l.mirrored:
		return faultRoutings(l)[:2]
	}
	return faultRoutings(l)[:1]
}
