package measure_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/measure"
)

// shortestByForce returns the least total length of so many disjoint paths: it tries all paths.
func shortestByForce(net *topology.Network, of measure.Parts, a, b topology.Node, count int) int {
	if count == 0 {
		return 0
	}
	best := far
	taken := make([]bool, net.Order()+2*net.Size())
	var walk func(u topology.Node, onPath []bool, length, left int)
	walk = func(u topology.Node, onPath []bool, length, left int) {
		if u == b {
			if left == 1 {
				best = min(best, length)
			} else {
				walk(a, make([]bool, net.Order()), length, left-1)
			}
			return
		}
		onPath[u] = true
		first, end := net.Channels(u)
		for c := first; c < end && length+left <= best; c++ {
			v := net.Head(c)
			part := net.Order() + int(min(c, net.Twin(c)))
			node := of == measure.Nodes && v != b
			if onPath[v] || v == a || taken[part] || node && taken[v] {
				continue
			}
			taken[part] = true
			taken[v] = node
			walk(v, onPath, length+1, left)
			taken[part], taken[v] = false, false
		}
		onPath[u] = false
	}
	walk(a, make([]bool, net.Order()), 0, count)
	return best
}

// TestDisjointPathsShortest compares the total length with that of all sets of paths.
func TestDisjointPathsShortest(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	longer := 0 // pairs for which shortest paths one after the other are not the best
	nets := multigraphs(t, 7, 13)
	for range 400 {
		nets = append(nets, randomGraph(t, rnd, 6+rnd.IntN(4), 25+rnd.IntN(15)))
	}
	for _, net := range nets {
		for _, of := range []measure.Parts{measure.Nodes, measure.Links} {
			a, b := topology.Node(0), topology.Node(1)
			paths, err := measure.DisjointPaths(net, a, b, of, nil)
			if err != nil {
				t.Fatal(err)
			}
			total := 0
			for _, p := range paths {
				total += len(p)
			}
			if want := shortestByForce(net, of, a, b, len(paths)); total != want {
				t.Errorf("%v: paths %v without common %v have %d hops, want %d", net, paths, of, total, want)
			}
			if len(paths) > 1 && len(paths[0]) > int(measure.Distances(net, a)[b]) {
				longer++
			}
		}
	}
	if longer < 3 {
		t.Errorf("only %d pairs have no shortest path in the best set: a search path by path would pass too", longer)
	}
}

// leastCostFlow returns the most disjoint paths from a to b and their least total length: it improves a
// flow on a list of arcs by Bellman and Ford's algorithm. Node u is 2u, where paths enter it, and 2u+1.
func leastCostFlow(net *topology.Network, of measure.Parts, a, b int) (count, length int) {
	type arc struct{ from, to, cost, room, back int }
	var arcs []arc
	add := func(from, to, cost, room int) {
		arcs = append(arcs, arc{from, to, cost, room, len(arcs) + 1}, arc{to, from, -cost, 0, len(arcs)})
	}
	for u := range net.Order() {
		room := 1
		if of == measure.Links || u == a || u == b {
			room = far
		}
		add(2*u, 2*u+1, 0, room)
	}
	for link := range net.Links() {
		add(2*int(link.A)+1, 2*int(link.B), 1, 1)
		add(2*int(link.B)+1, 2*int(link.A), 1, 1)
	}
	for {
		cost := slices.Repeat([]int{far}, 2*net.Order())
		by := make([]int, 2*net.Order())
		cost[2*a] = 0
		for changed := true; changed; {
			changed = false
			for i, x := range arcs {
				if x.room > 0 && cost[x.from] < far && cost[x.from]+x.cost < cost[x.to] {
					cost[x.to], by[x.to], changed = cost[x.from]+x.cost, i, true
				}
			}
		}
		if cost[2*b+1] == far {
			return count, length
		}
		count++
		length += cost[2*b+1]
		for x := 2*b + 1; x != 2*a; x = arcs[by[x]].from {
			arcs[by[x]].room--
			arcs[arcs[by[x]].back].room++
		}
	}
}

// TestDisjointPathsLeastCost compares with flows on larger networks, where units give way to others.
func TestDisjointPathsLeastCost(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 12))
	for i := range 200 {
		n := 20 + rnd.IntN(30)
		net := randomGraph(t, rnd, n, 200/n+rnd.IntN(8))
		if i%4 == 0 {
			net = randomPart(t, rnd, torus(t, 6, 2, i%8 == 0), 30)
		}
		for range 4 {
			a, b := rnd.IntN(net.Order()), rnd.IntN(net.Order())
			for _, of := range []measure.Parts{measure.Nodes, measure.Links} {
				if a == b {
					continue
				}
				count, length := leastCostFlow(net, of, a, b)
				paths, err := measure.DisjointPaths(net, topology.Node(a), topology.Node(b), of, nil)
				total := 0
				for _, p := range paths {
					total += len(p)
				}
				if len(paths) != count || total != length || err != nil {
					t.Errorf("%v: %d paths of %d hops from %d to %d without common %v, %v, want %d of %d", net, len(paths), total, a, b, of, err, count, length)
				}
				checkDisjoint(t, net, paths, of, topology.Node(a), topology.Node(b))
				if cut, err := measure.MinimumCut(net, topology.Node(a), topology.Node(b), of, nil); err == nil && cut.Size() != count {
					t.Errorf("%v: cut %v of %d and %d, want %d %v", net, cut, a, b, count, of)
				}
			}
		}
	}
}
