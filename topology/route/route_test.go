package route_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/networktest"
	"topobook/topology/route"
)

// must returns a network that is known to exist.
func must(net *topology.Network, err error) *topology.Network {
	if err != nil {
		panic(err)
	}
	return net
}

func tree(k, n int) *topology.Network { return must(topology.Build(family.NewKaryNTree(k, n))) }

// trees are small, and have every kind of size: no switch, one switch, odd and large radix, many levels.
func trees() []*topology.Network {
	return []*topology.Network{
		tree(2, 0), tree(5, 0), tree(2, 1), tree(7, 1), tree(2, 2), tree(3, 2), tree(5, 2), tree(2, 3), tree(3, 3), tree(2, 5),
	}
}

// randomGraph returns a graph with the given number of processors and links, which may be in pieces.
func randomGraph(t *testing.T, nodes, links int, seed uint64) *topology.Network {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	names := make([]string, nodes)
	for u := range names {
		names[u] = fmt.Sprintf("v%d", u)
	}
	var pairs [][2]string
	used := make(map[[2]int]bool)
	for len(pairs) < links {
		u, v := random.IntN(nodes), random.IntN(nodes)
		if u < v && !used[[2]int{u, v}] {
			used[[2]int{u, v}] = true
			pairs = append(pairs, [2]string{names[u], names[v]})
		}
	}
	net := networktest.Build(t)(topology.NewGraph(names, pairs))
	return net
}

// allPaths returns every path from a to b that visits no node twice and whose hops are allowed, by
// plain recursion in port order.
func allPaths(net *topology.Network, a, b topology.Node, allowed func(topology.Channel) bool) []route.Path {
	var paths []route.Path
	visited := make([]bool, net.Order())
	var channels []topology.Channel
	var extend func(u topology.Node)
	extend = func(u topology.Node) {
		if u == b {
			paths = append(paths, route.NewPath(net, a, append([]topology.Channel(nil), channels...)))
			return
		}
		visited[u] = true
		first, end := net.Channels(u)
		for c := first; c < end; c++ {
			if v := net.Head(c); !visited[v] && allowed(c) {
				channels = append(channels, c)
				extend(v)
				channels = channels[:len(channels)-1]
			}
		}
		visited[u] = false
	}
	extend(a)
	return paths
}

// shortest returns the shortest of the paths.
func shortest(paths []route.Path) []route.Path {
	var best []route.Path
	for _, p := range paths {
		if len(best) > 0 && p.Hops() < best[0].Hops() {
			best = best[:0]
		}
		if len(best) == 0 || p.Hops() == best[0].Hops() {
			best = append(best, p)
		}
	}
	return best
}

// firstDifference returns the index of the first digit in which processors p and q of a tree differ, n if
// they are one.
func firstDifference(net *topology.Network, p, q topology.Node) int {
	def := net.Definition.(family.KaryNTree)
	a, b := def.Digits(p), def.Digits(q)
	j := 0
	for j < len(a) && a[j] == b[j] {
		j++
	}
	return j
}

// samePaths reports whether two lists hold the same paths in the same order.
func samePaths(a, b []route.Path) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if fmt.Sprint(a[i]) != fmt.Sprint(b[i]) {
			return false
		}
	}
	return true
}
