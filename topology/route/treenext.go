package route

import (
	"topobook/topology"
	"topobook/topology/family"
)

// treeRoutings returns the algorithms that belong to k-ary n-trees. Those that ascend by the destination
// look at nothing else; those that ascend by the source take the same paths from the other end.
func treeRoutings(net *topology.Network) []Routing {
	t, err := treeOf(net)
	if err != nil {
		return nil
	}
	var list []Routing
	for _, c := range Choices {
		r := Routing{Name: c.Name, Doc: "up by " + c.Doc + ", then down",
			path: func(net *topology.Network, a, b topology.Node, seed uint64) (Path, error) {
				return TreeRoute(net, a, b, c.New(t.Radix(), seed))
			}}
		switch c.Name {
		case "dst":
			r.next = treeNext(t, 1)
		case "src":
			r.next, r.back = treeNext(t, 1), true
		case "straight":
			r.next, r.back = treeNext(t, 0), true
		case "dst-straight":
			r.next = treeNext(t, 0)
		default:
			continue // random is, on a tree, that on any network, draw for draw
		}
		list = append(list, r)
	}
	return list
}

// treeNext returns the rule that ascends from level l+1 to level l by digit l+ahead of the destination.
func treeNext(t family.KaryNTree, ahead int) nextHop {
	k, n := t.Radix(), t.Dims()
	worth := make([]int, n+1) // what digit i of a processor's number is worth is worth[i+1]
	for i, x := n, 1; i >= 0; i-- {
		worth[i] = x
		x *= k
	}
	return func(net *topology.Network, u, dest topology.Node) topology.Channel {
		first, _ := net.Channels(u)
		if net.Kind(u) == topology.Processor {
			return first
		}
		x := int(u) - worth[0]
		l, w := x/worth[1], x%worth[1]
		digit := func(i int) topology.Channel { return topology.Channel(int(dest) / worth[i+1] % k) }
		if w*k/worth[l] == int(dest)/worth[l] { // the first l digits are those of dest
			return first + digit(l)
		}
		return first + topology.Channel(k) + digit(l-1+ahead)
	}
}
