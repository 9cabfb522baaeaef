package measure

import (
	"math"
	"math/big"
)

// MooreBound returns the most nodes that a network of a degree and a diameter can have: 1 + d + d(d-1) + … + d(d-1)^(k-1).
//
// Source: Hoffman and Singleton, On Moore graphs with diameters 2 and 3, IBM Journal of Research and Development 4, 1960.
func MooreBound(degree, diameter int) *big.Int {
	nodes, layer := big.NewInt(1), big.NewInt(int64(degree))
	for range diameter {
		if layer.Sign() == 0 {
			break
		}
		nodes.Add(nodes, layer)
		layer.Mul(layer, big.NewInt(int64(degree-1)))
	}
	return nodes
}

// LeastAverageDistance returns the least average distance between distinct nodes that a network of so many nodes, none of a larger degree,
// can have: as many nodes as can be are at distance 1, then at distance 2, and so on. It is 0 for a single node, and infinite where
// no such network is connected.
//
// Source: Cerf, Cowan, Mullin and Stanton, A lower bound on the average shortest path length in regular graphs, Networks 4, 1974.
func LeastAverageDistance(nodes, degree int) float64 {
	if nodes < 2 {
		return 0
	}
	left, sum, layer := float64(nodes-1), 0.0, float64(degree)
	for hops := 1.0; left > 0; hops++ {
		if layer < 1 {
			return math.Inf(1)
		}
		here := min(left, layer)
		sum += float64(here * hops)
		left -= here
		layer *= float64(degree - 1)
	}
	return sum / float64(nodes-1)
}
