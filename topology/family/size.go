package family

import (
	"fmt"

	"topobook/topology"
)

// power returns kⁿ for k ≥ 1 and n ≥ 0, or MaxLinks+1 if that is larger than MaxLinks.
func power(k, n int) int {
	if k == 1 {
		return 1
	}
	p, most := 1, topology.MaxLinks/k
	for range n {
		if p > most {
			return topology.MaxLinks + 1
		}
		p *= k
	}
	return p
}

// product returns a·b for a, b ≥ 0, or MaxLinks+1 if that is larger than MaxLinks.
func product(a, b int) int {
	if b > 0 && a > topology.MaxLinks/b {
		return topology.MaxLinks + 1
	}
	return a * b
}

// checkSize returns an error if a network with the given numbers of nodes and links is too large to build.
// Both counts are exact up to MaxLinks and may be anything beyond where they are larger.
func checkSize(def fmt.Stringer, nodes, links int) error {
	if nodes > topology.MaxNodes {
		return fmt.Errorf("%v: want at most %d nodes", def, topology.MaxNodes)
	}
	if links > topology.MaxLinks {
		return fmt.Errorf("%v: want at most %d links", def, topology.MaxLinks)
	}
	return nil
}
