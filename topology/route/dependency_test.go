package route_test

import (
	"fmt"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/route"
)

// dependencyNets are networks small enough to list all their paths: with cycles and without.
func dependencyNets(t *testing.T) []*topology.Network {
	whole := tree(3, 2)
	var keep []topology.Node
	for u := range topology.Node(whole.Order()) {
		if whole.Address(u) != "1@0" {
			keep = append(keep, u)
		}
	}
	nets := append(trees(),
		must(topology.Build(family.NewMaryTree(2, 3))),
		must(topology.Build(family.NewButterfly(2, 2))),
		must(topology.Build(family.NewRing(3))),
		must(topology.Build(family.NewRing(4))),
		must(topology.Build(family.NewRing(7))),
		must(topology.Build(family.NewComplete(5))),
		must(topology.Build(family.NewHypercube(3))),
		must(topology.Induced(whole, keep)))
	for seed := range uint64(40) {
		nets = append(nets, randomGraph(t, 7, 3+int(seed)%12, seed))
	}
	return nets
}

// listedPaths returns all shortest paths between processors that a routing may take; "" takes all.
func listedPaths(net *topology.Network, routing string) []route.Path {
	var paths []route.Path
	for _, p := range net.Processors() {
		for _, q := range net.Processors() {
			if routing == "" || routing == "random" || routing == "minimal" {
				paths = append(paths, route.MinimalPaths(net, p, q, 1000)...)
				continue
			}
			r, _ := route.NamedRouting(net, routing)
			if path, err := r.Route(p, q, 1); err == nil {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// hasCycle finds by transitive closure whether the channel dependency graph of the paths has a cycle.
func hasCycle(net *topology.Network, paths []route.Path) bool {
	reach := make([][]bool, 2*net.Size())
	for c := range reach {
		reach[c] = make([]bool, len(reach))
	}
	for _, p := range paths {
		for i := 1; i < p.Hops(); i++ {
			reach[p.Channels[i-1]][p.Channels[i]] = true
		}
	}
	for via := range reach {
		for c := range reach {
			if reach[c][via] {
				for d := range reach {
					reach[c][d] = reach[c][d] || reach[via][d]
				}
			}
		}
	}
	for c := range reach {
		if reach[c][c] {
			return true
		}
	}
	return false
}

// checkCycle checks that a cycle is there if and only if the paths make one, and that they make this one.
func checkCycle(t *testing.T, what string, net *topology.Network, cycle []topology.Channel, paths []route.Path) {
	t.Helper()
	if want := hasCycle(net, paths); want != (cycle != nil) {
		t.Fatalf("%v: %s: cycle %v, but there is one: %v", net, what, cycle, want)
	}
	for i, c := range cycle {
		d := cycle[(i+1)%len(cycle)]
		if !slices.ContainsFunc(paths, func(p route.Path) bool {
			at := slices.Index(p.Channels, c)
			return at >= 0 && at+1 < p.Hops() && p.Channels[at+1] == d
		}) {
			t.Errorf("%v: %s: no path goes from channel %d to %d of cycle %v", net, what, c, d, cycle)
		}
	}
}

func TestDependencyCycle(t *testing.T) {
	for _, net := range dependencyNets(t) {
		if net.Size() > 120 {
			continue // transitive closure takes the cube of it
		}
		paths := listedPaths(net, "")
		cycle, err := route.DependencyCycle(net, slices.Values(paths))
		if err != nil {
			t.Fatal(err)
		}
		checkCycle(t, "listed paths", net, cycle, paths)
		for _, r := range route.Routings(net) {
			cycle, err := r.DependencyCycle(route.Faults{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			checkCycle(t, r.Name(), net, cycle, listedPaths(net, r.Name()))
		}
	}
}

// Up before down: no cycle in a k-ary n-tree, however large.
func TestTreesAreDeadlockFree(t *testing.T) {
	for _, net := range []*topology.Network{tree(4, 4), tree(7, 3), tree(2, 8), tree(3, 5)} {
		if cycle, err := minimal(net).DependencyCycle(route.Faults{}, nil); err != nil || cycle != nil {
			t.Errorf("%v: cycle %v, %v", net, cycle, err)
		}
	}
}

func ExampleRouting_DependencyCycle() {
	net, _ := topology.Build(family.NewRing(5))
	cycle, _ := minimal(net).DependencyCycle(route.Faults{}, nil)
	for _, c := range cycle {
		fmt.Printf("%s>%s ", net.Address(net.Tail(c)), net.Address(net.Head(c)))
	}
	// Output: 0>1 1>2 2>3 3>4 4>0
}

// A star of 20000 processors has 4·10⁸ pairs of consecutive channels: too many to search.
func TestTooManyDependencies(t *testing.T) {
	net := must(topology.Build(family.NewMaryTree(20000, 1)))
	if _, err := minimal(net).DependencyCycle(route.Faults{}, nil); err == nil {
		t.Error("no error")
	}
	if _, err := route.DependencyCycle(net, slices.Values([]route.Path(nil))); err == nil {
		t.Error("no error")
	}
}

func BenchmarkDependencyCycle(b *testing.B) {
	net := tree(4, 4)
	for b.Loop() {
		if cycle, err := minimal(net).DependencyCycle(route.Faults{}, nil); err != nil || cycle != nil {
			b.Fatal(cycle, err)
		}
	}
}

// minimal returns the routing by all shortest paths.
func minimal(net *topology.Network) route.Routing {
	r, err := route.NamedRouting(net, "minimal")
	if err != nil {
		panic(err)
	}
	return r
}
