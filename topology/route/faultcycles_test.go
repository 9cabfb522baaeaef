package route_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/route"
)

// A cycle must be there if and only if the paths of all messages make one, for every set of faults; the search for a set
// must find one if and only if there is one.
func TestCyclicFaults(t *testing.T) {
	for _, tt := range []struct {
		net  *topology.Network
		most int
	}{{mikant(2, 2), 3}, {mikant(3, 2), 3}, {mikant(2, 3), 2}, {clos(2, 2), 2}, {tree(2, 3), 1}} {
		for _, r := range route.FaultRoutings(tt.net) {
			if r.Name() == "minimal_path" || r.Name() == "connected" {
				continue // not algorithms
			}
			for f := range tt.most + 1 {
				sets, any := int64(0), false
				eachFaultSet(tt.net, f, func(set []topology.Node) {
					sets++
					var paths []route.Path
					for _, a := range tt.net.Processors() {
						for _, b := range tt.net.Processors() {
							found, _ := r.Attempt(a, b, route.Faults{Nodes: set}, 1)
							if !slices.Contains(set, tt.net.Neighbors(b)[0]) {
								paths = append(paths, found.Path)
							}
						}
					}
					cycle, err := r.DependencyCycle(route.Faults{Nodes: set}, nil)
					if err != nil {
						t.Fatal(err)
					}
					checkCycle(t, r.Name(), tt.net, cycle, paths)
					any = any || cycle != nil
				})
				found, err := r.CyclicFaults(f, nil)
				if r.Name() == "alg1_literal" {
					if err == nil {
						t.Errorf("%v: sets of faults for %s", tt.net, r.Name())
					}
					continue
				}
				if err != nil || found.Sets.Int64() != sets || (found.Cycle != nil) != any || any && len(found.Faults) != f || !any && found.Faults != nil {
					t.Errorf("%v: %s with %d faults: %v (%v), want a cycle: %v", tt.net, r.Name(), f, found, err, any)
				}
				if again, _ := r.DependencyCycle(route.Faults{Nodes: found.Faults}, nil); any && len(again) == 0 {
					t.Errorf("%v: %s: no cycle without %v", tt.net, r.Name(), found.Faults)
				}
			}
		}
	}
}

// Routings that search have the dependencies of what is left; those that know nothing of faults have none.
func TestDependencyCycleUnder(t *testing.T) {
	net := must(topology.Build(family.NewRing(6)))
	whole, _ := route.NamedRouting(net, "minimal")
	for _, faults := range []route.Faults{{}, {Nodes: []topology.Node{2}}, {Links: []topology.Channel{3}}} {
		cycle, err := whole.DependencyCycle(faults, nil)
		if broken := len(faults.Nodes)+len(faults.Links) > 0; err != nil || (cycle == nil) != broken {
			t.Errorf("%v: cycle %v (%v)", faults, cycle, err)
		}
	}
	cube := must(topology.Build(family.NewTorus(5, 2)))
	whole, _ = route.NamedRouting(cube, "random")
	cycle, err := whole.DependencyCycle(route.Faults{Nodes: []topology.Node{7}}, nil)
	if err != nil || len(cycle) == 0 {
		t.Fatal(cycle, err)
	}
	for i, c := range cycle {
		if next := cycle[(i+1)%len(cycle)]; cube.Head(c) != cube.Tail(next) || cube.Head(c) == 7 {
			t.Errorf("cycle %v: channel %d leads to %d", cycle, c, cube.Head(c))
		}
	}
	dor, _ := route.NamedRouting(cube, "dor")
	if _, err := dor.DependencyCycle(route.Faults{Nodes: []topology.Node{7}}, nil); err == nil {
		t.Error("dor knows of faults")
	}
}

// A search that costs too much is refused at once, however many sets there are; another stops within a set.
func TestCyclicFaultsCost(t *testing.T) {
	net := mikant(4, 5) // 2048 switches
	for _, f := range []int{3, 200, 1000, 2000} {
		r, _ := route.NamedFaultRouting(net, "alg1")
		if _, err := r.CyclicFaults(f, nil); err == nil || !strings.HasSuffix(err.Error(), "want at most 1e11: fewer faults or a smaller network") {
			t.Errorf("%d faults: %v", f, err)
		}
	}
	net = clos(4, 4)
	connected, _ := route.NamedFaultRouting(net, "connected") // a search of the network for each message
	if _, err := connected.CyclicFaults(2, func(int, int) error { return errStop }); err == nil || errors.Is(err, errStop) {
		t.Errorf("connected: %v", err)
	}
	r, _ := route.NamedFaultRouting(mikant(3, 3), "go_back_dfs")
	progress, called := steps(3)
	if _, err := r.CyclicFaults(0, progress); !errors.Is(err, errStop) || *called != 4 {
		t.Errorf("%v after %d calls, want a stop", err, *called)
	}
}
