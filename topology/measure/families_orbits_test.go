package measure_test

import (
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/networktest"
)

// TestFamiliesOrbits compares the orbits that the example of each family declares with those of all
// automorphisms that keep kinds: each must lie within one of these.
func TestFamiliesOrbits(t *testing.T) {
	declared := 0
	for _, f := range family.All() {
		net := networktest.Build(t)(f.New(f.Example))
		symmetric, ok := net.Definition.(topology.Symmetric)
		if !ok {
			continue
		}
		declared++
		orbit := make([]int, net.Order()) // of all automorphisms, by node
		for i, nodes := range group(t, net, func(u topology.Node) int { return int(net.Kind(u)) }).Orbits() {
			for _, u := range nodes {
				orbit[u] = i
			}
		}
		first := map[int]topology.Node{} // by declared orbit
		for u := range topology.Node(net.Order()) {
			v, ok := first[symmetric.Orbit(u)]
			if !ok {
				first[symmetric.Orbit(u)] = u
			} else if orbit[u] != orbit[v] {
				t.Errorf("%v: declares that %s and %s look alike, but no automorphism maps one to the other", net, net.Address(v), net.Address(u))
				break
			}
		}
		t.Logf("%v: %d orbits declared", net, len(first))
	}
	if declared == 0 {
		t.Error("no family declares orbits")
	}
}
