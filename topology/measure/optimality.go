package measure

import (
	"fmt"
	"math/bits"

	"topobook/topology"
	"topobook/topology/limit"
)

// MSenseConflict returns the least pair of leaves a < b of trees on common leaves that is near in two of
// the trees: for heights h and h' of their nearest common ancestors there, h+h' ≤ n, where the trees have
// height n. The network is m-sense optimal if there is none, and then ok is false. It takes O(rN²) time for r
// trees of N leaves, and reports progress by leaf. It returns an error unless net has
// [topology.SharedLeaves], or if it would take too many steps.
//
// Source: Menezes, The KYKLOS Multicomputer Network (1988), Definition 2.2: nodes at distance 2l in one
// tree have a distance above 2(n-l) in every other one.
func MSenseConflict(net *topology.Network, progress topology.Progress) (a, b topology.Node, ok bool, err error) {
	def, isTrees := net.Definition.(topology.SharedLeaves)
	if !isTrees {
		_, err = topology.TreeOrder(net, 1, 0)
		return 0, 0, false, err
	}
	m, n, leaves := def.Fanout(), def.Height(), len(net.Processors())
	cost := limit.Cost{Steps: float64(leaves) * float64(leaves) * float64(def.Trees()), Bytes: 8 * float64(leaves*def.Trees())}
	if err := cost.Check(fmt.Sprintf("m-sense optimality of %v", net), "a smaller network"); err != nil {
		return 0, 0, false, err
	}
	digit := bits.Len(uint(m - 1))
	places := make([][]uint64, def.Trees()) // by tree and leaf: the child numbers from the root down, each in digit bits
	for k := range places {
		order, err := topology.TreeOrder(net, k+1, 0)
		if err != nil {
			return 0, 0, false, err
		}
		places[k] = make([]uint64, leaves)
		for p, u := range order {
			for i := 0; p > 0; i += digit {
				places[k][u] |= uint64(p%m) << i
				p /= m
			}
		}
	}
	for a := range leaves {
		if err := progress.Report(a, leaves); err != nil {
			return 0, 0, false, err
		}
		for b := a + 1; b < leaves; b++ {
			least, next := n+1, n+1 // heights
			for _, place := range places {
				h := (bits.Len64(place[a]^place[b]) + digit - 1) / digit
				if h < least {
					least, next = h, least
				} else {
					next = min(next, h)
				}
			}
			if least+next <= n {
				return topology.Node(a), topology.Node(b), true, nil
			}
		}
	}
	return 0, 0, false, nil
}
