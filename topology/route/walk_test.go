package route_test

import (
	"errors"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/route"
)

// A walk must come through the nodes whose addresses its moves spell, and end where a link is missing.
func TestWalk(t *testing.T) {
	torus, mesh := must(topology.Build(family.NewTorusSides([]int{2, 3, 4}))), must(topology.Build(family.NewMesh(3, 2)))
	pruned := must(topology.Build(family.NewIncompleteTorus(5, 3, 4, 4, 0)))
	for _, tt := range []struct {
		net   *topology.Network
		from  string
		moves []route.Move
		want  []string // nil: a link is missing
	}{
		{torus, "0,2,1", nil, []string{"0,2,1"}},
		{torus, "0,2,1", []route.Move{{1, 1}, {2, -2}, {0, 1}, {0, 1}, {0, 0}}, []string{"0,2,1", "0,0,1", "0,0,0", "0,0,3", "1,0,3", "0,0,3"}},
		{mesh, "1,0", []route.Move{{0, 1}, {1, 2}}, []string{"1,0", "2,0", "2,1", "2,2"}},
		{mesh, "1,0", []route.Move{{0, 2}}, nil},
		{pruned, "0,0,0", []route.Move{{0, -1}, {2, 1}, {1, 2}}, []string{"0,0,0", "4,0,0", "4,0,1", "4,1,1", "4,2,1"}},
		{pruned, "0,0,0", []route.Move{{1, 1}}, nil},
	} {
		from, _ := tt.net.NodeAt(tt.from)
		p, ok, err := route.Walk(tt.net, from, tt.moves)
		if err != nil || ok != (tt.want != nil) {
			t.Errorf("%v: %v from %s: ok is %v, error %v", tt.net, tt.moves, tt.from, ok, err)
		}
		if !ok {
			continue
		}
		var got []string
		for i, u := range p.Nodes {
			got = append(got, tt.net.Address(u))
			if i > 0 && (tt.net.Tail(p.Channels[i-1]) != p.Nodes[i-1] || tt.net.Head(p.Channels[i-1]) != u) {
				t.Errorf("%v: %v from %s: channel %d does not lead along the nodes", tt.net, tt.moves, tt.from, i-1)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%v: %v from %s: %v, want %v", tt.net, tt.moves, tt.from, got, tt.want)
		}
	}
	for _, tt := range []struct {
		net  *topology.Network
		move route.Move
		want string
	}{
		{mesh, route.Move{Dim: 2, Hops: 1}, "mesh(k=3, n=2): got dimension 2, want 0 to 1"},
		{mesh, route.Move{Dim: -1, Hops: 1}, "mesh(k=3, n=2): got dimension -1, want 0 to 1"},
		{tree(2, 2), route.Move{}, "kary_ntree(k=2, n=2): has no coordinates, want a torus, a mesh or a pruned torus"},
	} {
		if _, _, err := route.Walk(tt.net, 0, []route.Move{tt.move}); err == nil || err.Error() != tt.want {
			t.Errorf("%v: got error %v, want %s", tt.net, err, tt.want)
		}
	}
}

// Whether paths are disjoint, told pair by pair and node by node.
func TestDisjoint(t *testing.T) {
	net := randomGraph(t, 7, 5, 2)
	var paths []route.Path
	for a := range topology.Node(net.Order()) {
		for b := range topology.Node(net.Order()) {
			for p := range route.EachMinimalPath(net, a, b) {
				paths = append(paths, p)
			}
		}
	}
	slow := func(p, q route.Path) bool {
		for i, u := range p.Nodes {
			for j, v := range q.Nodes {
				if u == v && (i > 0 && i < p.Hops() || j > 0 && j < q.Hops()) {
					return false
				}
			}
		}
		return p.Hops() != 1 || q.Hops() != 1 || p.Channels[0] != q.Channels[0]
	}
	count := [2]int{}
	for _, p := range paths {
		if !route.Disjoint([]route.Path{p}) {
			t.Errorf("a shortest path is not disjoint: %v", p.Nodes)
		}
		for _, q := range paths {
			got, want := route.Disjoint([]route.Path{p, q}), slow(p, q)
			if got != want {
				t.Errorf("%v and %v: %v, want %v", p.Nodes, q.Nodes, got, want)
			}
			if count[0]++; want {
				count[1]++
			}
		}
	}
	if count[1] == 0 || count[0] == count[1] {
		t.Errorf("%d of %d pairs are disjoint: the test tells nothing", count[1], count[0])
	}
	ring := must(topology.Build(family.NewTorus(4, 1)))
	round, _, _ := route.Walk(ring, 0, []route.Move{{0, 4}})
	twice, _, _ := route.Walk(ring, 0, []route.Move{{0, 8}})
	back, _, _ := route.Walk(ring, 0, []route.Move{{0, 2}, {0, -1}})
	for name, tt := range map[string]struct {
		paths []route.Path
		want  bool
	}{"once round": {[]route.Path{round}, true}, "twice round": {[]route.Path{twice}, false}, "back": {[]route.Path{back}, false}, "none": {nil, true}} {
		if got := route.Disjoint(tt.paths); got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}

// The complete torus in the pruned one, by shortest paths: the loads and lengths against a count of our own,
// and the dilation against searches.
func TestEmbed(t *testing.T) {
	guest, host := must(topology.Build(family.NewTorusSides([]int{3, 3, 4}))), must(topology.Build(family.NewIncompleteTorus(3, 3, 4, 4, 0)))
	images := make([]topology.Node, guest.Order())
	for u := range images {
		images[u] = topology.Node((u + 5) % len(images)) // no automorphism
	}
	r, _ := route.NamedRouting(host, "levels")
	find := func(a, b topology.Node) (route.Path, error) { return r.Route(a, b, 0) }
	e, err := route.Embed(guest, host, images, find, nil)
	if err != nil {
		t.Fatal(err)
	}
	loads, dilation, total := make(map[topology.Channel]int), 0, 0
	for a := range topology.Node(guest.Order()) {
		hops := measure.Distances(host, images[a])
		for _, b := range guest.Neighbors(a) {
			dilation, total = max(dilation, int(hops[images[b]])), total+int(hops[images[b]])
			p, _ := find(images[a], images[b])
			for _, c := range p.Channels {
				loads[c]++
			}
		}
	}
	counts, channels := make([]int, 1), 0
	for c := range topology.Channel(2 * host.Size()) {
		for len(counts) <= loads[c] {
			counts = append(counts, 0)
		}
		counts[loads[c]]++
		if int(e.Load.At(c)) != loads[c] {
			t.Errorf("channel %d: load %v, want %d", c, e.Load.At(c), loads[c])
		}
	}
	for hops, n := range e.Lengths {
		channels, total = channels+n, total-hops*n
	}
	if e.Longest.Hops() != dilation || total != 0 || channels != 2*guest.Size() || !slices.Equal(e.Loads(), counts) {
		t.Errorf("dilation %d, lengths %v, loads %v; want dilation %d, loads %v", e.Longest.Hops(), e.Lengths, e.Loads(), dilation, counts)
	}

	failure := errors.New("no way")
	if _, err := route.Embed(guest, host, images, func(a, b topology.Node) (route.Path, error) { return route.Path{}, failure }, nil); err != failure {
		t.Errorf("got error %v, want that of the routing", err)
	}
	_, err = route.Embed(guest, host, images, func(a, b topology.Node) (route.Path, error) { return find(a, a) }, nil)
	if want := host.String() + ": got a path elsewhere, want one from 0,1,1 to 1,1,1"; err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
	stop := func(done, total int) error { return failure }
	if _, err := route.Embed(guest, host, images, find, stop); err != failure {
		t.Errorf("got error %v, want that of progress", err)
	}
}
