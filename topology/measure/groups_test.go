package measure_test

import (
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

// checkAllPairs compares all pairs of a network with one search from each node, which knows nothing of what
// the definition declares.
func checkAllPairs(t *testing.T, net *topology.Network) {
	t.Helper()
	undeclared := networktest.Build(t)(bare{net.Definition}, nil)
	for _, among := range []measure.Among{measure.All, measure.Processors} {
		got, err := measure.AllPairs(net, among, nil)
		want, queueErr := measure.PairsByQueue(undeclared, among, nil)
		if !slices.Equal(got.Histogram, want.Histogram) || !slices.Equal(got.Eccentricities, want.Eccentricities) ||
			got.Unreachable != want.Unreachable || err != nil || queueErr != nil {
			t.Errorf("%v among %v: %v, %v, want %v, %v", net, among, got, err, want, queueErr)
		}
	}
}

// clubs are groups of all kinds: some have several links to another group, and some nodes have none to any.
type clubs struct {
	topology.Definition // its nodes
	size                int
	links               []topology.Link
	outside             [][]topology.Node // by node
}

func (c *clubs) Links() iter.Seq[topology.Link] { return slices.Values(c.links) }
func (c *clubs) GroupSize() int                 { return c.size }
func (c *clubs) AppendOutside(nodes []topology.Node, u topology.Node) []topology.Node {
	return append(nodes, c.outside[u]...)
}

// randomClubs joins each two of some groups of nodes by one link or more.
func randomClubs(t *testing.T, r *rand.Rand, groups, size, most int) *topology.Network {
	t.Helper()
	n := groups * size
	def, err := family.NewComplete(n)
	if err != nil {
		t.Fatal(err)
	}
	c := &clubs{def, size, nil, make([][]topology.Node, n)}
	port := make([]int, n)
	join := func(u, v int) {
		if !slices.Contains(c.outside[u], topology.Node(v)) {
			c.links = append(c.links, topology.Link{A: topology.Node(u), PortA: port[u], B: topology.Node(v), PortB: port[v]})
			port[u]++
			port[v]++
			if u/size != v/size {
				c.outside[u] = append(c.outside[u], topology.Node(v))
				c.outside[v] = append(c.outside[v], topology.Node(u))
			}
		}
	}
	for g := range groups {
		for i := range size {
			for j := range i {
				join(g*size+i, g*size+j)
			}
		}
		for h := range g {
			for range 1 + r.IntN(most) {
				join(g*size+r.IntN(size), h*size+r.IntN(size))
			}
		}
	}
	return networktest.Build(t)(c, nil)
}

// TestGroups counts the pairs of networks of groups, of dragonflies and of random ones.
func TestGroups(t *testing.T) {
	for _, km := range [][2]int{{1, 1}, {5, 1}, {1, 6}, {2, 2}, {3, 2}, {2, 5}, {7, 2}, {6, 3}, {3, 6}, {5, 5}} {
		for a := family.Absolute; a <= family.Circulant; a++ {
			if def, err := family.NewMaximalDragonfly(km[0], km[1], a); err == nil { // not all are circulant
				checkAllPairs(t, networktest.Build(t)(def, err))
			}
		}
	}
	r := rand.New(rand.NewPCG(8, 1))
	for range 60 {
		checkAllPairs(t, randomClubs(t, r, 1+r.IntN(9), 1+r.IntN(7), 1+r.IntN(4)))
	}
}

// TestPaths counts the pairs of long paths, however their nodes are numbered, and of what only looks like one.
func TestPaths(t *testing.T) {
	checkAllPairs(t, networktest.Build(t)(family.NewMesh(157, 1)))
	for _, sides := range [][]int{{131, 2}, {3, 140}} {
		checkAllPairs(t, networktest.Build(t)(family.NewMeshSides(sides)))
	}
	order := rand.New(rand.NewPCG(2, 2)).Perm(90)
	var along, comb, ring [][2]int
	for i := range order[1:] {
		along = append(along, [2]int{order[i], order[i+1]})
		comb = append(comb, [2]int{order[i/2*2], order[i+1]})  // a tree
		ring = append(ring, [2]int{order[i], order[(i+1)%89]}) // and a node besides
	}
	for _, links := range [][][2]int{along, comb, ring} {
		checkAllPairs(t, graph(t, 90, links))
	}
}

// TestPending checks that no more links are made than distances need: none for networks of one or two orbits.
func TestPending(t *testing.T) {
	for _, f := range family.All() {
		net := networktest.Build(t)(f.New(f.Example))
		if _, err := measure.AllPairs(net, measure.All, nil); err != nil {
			t.Fatal(err)
		}
		if orbits, ok := net.Orbits(); ok && len(orbits) <= 2 && net.Pending() == nil {
			t.Errorf("%v: its links are made, want them to be made when they are asked for", net)
		}
		if measure.Distances(net, 0); net.Pending() != nil {
			t.Errorf("%v: its links are pending, want them made", net)
		}
	}
}
