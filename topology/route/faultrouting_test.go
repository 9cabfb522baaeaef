package route_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/route"
)

func mikant(k, n int) *topology.Network { return must(topology.Build(family.NewMiKANT(k, n))) }
func clos(k, n int) *topology.Network   { return must(topology.Build(family.NewClosNTree(k, n))) }

// digitTrees have every kind of size: one level, odd and large radix, many levels.
func digitTrees() []*topology.Network {
	return []*topology.Network{
		mikant(2, 2), mikant(5, 2), mikant(2, 3), mikant(3, 3), mikant(2, 5), clos(3, 1), clos(2, 2), clos(3, 2), clos(2, 4), clos(3, 3),
		tree(4, 1), tree(2, 2), tree(5, 2), tree(3, 3), tree(2, 5),
	}
}

// attempt sends a message between nodes given by their addresses.
func attempt(t *testing.T, net *topology.Network, name, a, b string, faults ...string) route.Attempt {
	t.Helper()
	node := func(address string) topology.Node {
		u, err := net.NodeAt(address)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	r, err := route.NamedRouting(net, name)
	if err != nil {
		t.Fatal(err)
	}
	var f route.Faults
	for _, u := range faults {
		f.Nodes = append(f.Nodes, node(u))
	}
	found, err := r.Attempt(node(a), node(b), f, 1)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// way writes the ports of a path, and its switches as the source does.
func way(net *topology.Network, p route.Path) string {
	var switches []string
	for _, u := range p.Nodes {
		if net.Kind(u) == topology.Switch {
			switches = append(switches, strings.NewReplacer("@", "", ",", "").Replace(net.Address(u)))
		}
	}
	return fmt.Sprint(p.Ports(net)[1:], switches)
}

// The examples of the source, whose ports and switches follow from its algorithm, and that of the
// reconstruction of go-back.
func TestFaultRoutingExamples(t *testing.T) {
	four, three := mikant(3, 4), mikant(3, 3)
	for _, tt := range []struct {
		net        *topology.Network
		name, a, b string
		faults     []string
		hops       int
		want       string
	}{
		{four, "alg1", "02000", "12222", nil, 7, "[5 5 5 2 2 2] [00000 01002 02022 12222 11222 10222]"},
		{four, "alg1", "02000", "02222", nil, 8, "[5 5 5 5 2 2 2] [00000 01002 02022 12222 02222 01222 00222]"},
		{four, "alg1", "02000", "02022", nil, 6, "[5 5 2 2 2] [00000 01002 02022 01022 00022]"},
		{four, "alg1", "02000", "02002", nil, 4, "[5 2 2] [00000 01002 00002]"},
		{three, "go_back", "0000", "0021", []string{"0@1,2,1"}, 10, "[4 5 3 0 5 5 5 1 0] [0000 0101 1121 0101 0000 0102 1122 0122 0021]"},
		{three, "go_back_dfs", "0000", "0021", []string{"0@1,2,1"}, 14, "[4 5 3 3 3 4 3 0 5 5 5 1 0] [0000 0101 1121 0101 1101 0101 1111 0101 0000 0102 1122 0122 0021]"},
		{three, "minimal_path", "0000", "0021", []string{"0@1,2,1"}, 6, "[5 5 5 1 0] [0000 0102 1122 0122 0021]"},
	} {
		found := attempt(t, tt.net, tt.name, tt.a, tt.b, tt.faults...)
		if got := way(tt.net, found.Path); found.Outcome != route.Delivered || found.Path.Hops() != tt.hops || got != tt.want {
			t.Errorf("%v: %s from %s to %s: %v after %d hops: %s, want %d: %s", tt.net, tt.name, tt.a, tt.b, found.Outcome, found.Path.Hops(), got, tt.hops, tt.want)
		}
	}
}

// Without faults every routing but the literal one takes a shortest path, which its rule for a hop takes too.
func TestFaultRoutingsWithoutFaults(t *testing.T) {
	for _, net := range digitTrees() {
		for _, r := range route.FaultRoutings(net) {
			if r.Name() == "alg1_literal" {
				continue
			}
			for _, a := range net.Processors() {
				dist := distances(net, a)
				for _, b := range net.Processors() {
					p, err := r.Route(a, b, 0)
					q := route.NewPath(net, a, nil)
					for next := r.Next(); q.Nodes[q.Hops()] != b; {
						q = route.NewPath(net, a, append(q.Channels, next(q.Nodes[q.Hops()], b)))
					}
					if err != nil || p.Hops() != dist[b] || p.Check(net) != nil {
						t.Fatalf("%v: %s from %s to %s: %v (%v), want %d hops", net, r.Name(), net.Address(a), net.Address(b), p, err, dist[b])
					}
					if r.Name() != "connected" && !slices.Equal(p.Channels, q.Channels) {
						t.Fatalf("%v: %s from %s to %s: %v by the rule, %v by hops", net, r.Name(), net.Address(a), net.Address(b), p, q)
					}
				}
			}
		}
	}
}

// On the classical tree alg1 is the rule that ascends by the digits of the destination.
func TestAlg1OnTree(t *testing.T) {
	for _, net := range trees() {
		if len(route.FaultRoutings(net)) == 0 {
			if net.Order() > 1 {
				t.Errorf("%v: no routings", net)
			}
			continue
		}
		for _, a := range net.Processors() {
			for _, b := range net.Processors() {
				r, _ := route.NamedRouting(net, "dst-straight")
				want, _ := r.Route(a, b, 0)
				r, _ = route.NamedRouting(net, "alg1")
				if got, err := r.Route(a, b, 0); err != nil || !slices.Equal(got.Channels, want.Channels) {
					t.Errorf("%v: from %d to %d: %v (%v), want %v", net, a, b, got, err, want)
				}
			}
		}
	}
}

// distances returns the hops from a to each node by plain breadth-first search, -1 if there is no path.
func distances(net *topology.Network, a topology.Node) []int {
	dist := make([]int, net.Order())
	for u := range dist {
		dist[u] = -1
	}
	dist[a] = 0
	for queue := []topology.Node{a}; len(queue) > 0; queue = queue[1:] {
		for _, v := range net.Neighbors(queue[0]) {
			if dist[v] < 0 {
				dist[v] = dist[queue[0]] + 1
				queue = append(queue, v)
			}
		}
	}
	return dist
}

// simple is the source's Algorithms 1 and 2 on a MiKANT, with digits as the source writes them.
func simple(net *topology.Network, name string, source, dest topology.Node, faulty map[topology.Node]bool) (route.Outcome, []topology.Node) {
	m := net.Definition.(family.MiKANT)
	n, k := m.Dims(), m.Radix()
	target := m.Digits(dest) // T_i is target[n-1-i]
	d := slices.Clone(m.Digits(source)[1:])
	group, level := m.Group(source), 0
	visited := []topology.Node{m.Switch(group, 0, d)}
	if faulty[visited[0]] {
		return route.Failed, nil
	}
	for {
		if group == m.Group(dest) && level == 0 && slices.Equal(d, target[1:]) {
			return route.Delivered, visited
		}
		up := group != m.Group(dest) || !slices.Equal(d[:n-1-level], target[1:n-level])
		tries, digit := 1, 0
		if up {
			last := group != m.Group(dest) && level == n-2
			switch {
			case name == "one_port", name == "one_port_strict" && !last:
				tries = 2
			case name == "all_port" && !last:
				tries = k
			}
			digit = level // the digit that is free
		} else {
			digit = level - 1
		}
		moved := false
		for j := 0; j < tries && !moved; j++ {
			next, g, l := slices.Clone(d), group, level-1
			next[n-2-digit] = (target[n-1-digit] + j) % k
			if up && level == n-2 {
				g, l = 1-group, level
			} else if up {
				l = level + 1
			}
			if u := m.Switch(g, l, next); !faulty[u] {
				d, group, level, moved = next, g, l, true
				if slices.Contains(visited, u) {
					return route.Livelocked, append(visited, u)
				}
				visited = append(visited, u)
			}
		}
		if !moved {
			return route.Failed, visited
		}
	}
}

// eachFaultSet calls use with every set of f of the switches of net.
func eachFaultSet(net *topology.Network, f int, use func([]topology.Node)) {
	first := topology.Node(len(net.Processors()))
	var grow func(set []topology.Node)
	grow = func(set []topology.Node) {
		if len(set) == f {
			use(set)
			return
		}
		from := first
		if len(set) > 0 {
			from = set[len(set)-1] + 1
		}
		for u := from; int(u) < net.Order(); u++ {
			grow(append(set[:len(set):len(set)], u))
		}
	}
	grow(nil)
}

// Routings must do what the printed algorithms do, switch by switch; deliver what they can, and no more than the bounds;
// and the counts must be those of all sets and pairs.
func TestFaultTolerance(t *testing.T) {
	for _, tt := range []struct {
		net  *topology.Network
		most int
	}{{mikant(2, 2), 4}, {mikant(3, 2), 3}, {mikant(2, 3), 2}, {mikant(3, 3), 0},
		{clos(2, 2), 4}, {clos(2, 3), 1}, {clos(3, 2), 2}, {tree(2, 2), 4}, {tree(2, 3), 2}, {tree(3, 2), 2}, {clos(2, 1), 1}} {
		for f := range tt.most + 1 {
			checkTolerance(t, tt.net, f)
		}
	}
}

func checkTolerance(t *testing.T, net *topology.Network, f int) {
	type sums struct{ sets, pairs, live, delivered, livelocked, hops int }
	routings := route.FaultRoutings(net)
	counts := make([]sums, len(routings))
	minimal := make(map[[2]topology.Node][]route.Path)
	for _, a := range net.Processors() {
		for _, b := range net.Processors() {
			minimal[[2]topology.Node{a, b}] = route.MinimalPaths(net, a, b, 1000)
		}
	}
	_, isMiKANT := net.Definition.(family.MiKANT)
	eachFaultSet(net, f, func(set []topology.Node) {
		faulty := make(map[topology.Node]bool)
		for _, u := range set {
			faulty[u] = true
		}
		for i := range counts {
			counts[i].sets++
		}
		left := must(topology.Without(net, set, nil))
		_, nodes, _ := topology.Whole(left)
		for _, a := range net.Processors() {
			dist := distances(left, topology.Node(slices.Index(nodes, a)))
			for _, b := range net.Processors() {
				if a == b {
					continue
				}
				shortest := -1
				for _, p := range minimal[[2]topology.Node{a, b}] {
					if !slices.ContainsFunc(p.Nodes, func(u topology.Node) bool { return faulty[u] }) {
						shortest = p.Hops()
					}
				}
				got := make(map[string]route.Attempt)
				for i, r := range routings {
					found, err := r.Attempt(a, b, route.Faults{Nodes: set}, 1)
					if err != nil {
						t.Fatal(err)
					}
					got[r.Name()] = found
					c := &counts[i]
					c.pairs++
					if !faulty[net.Neighbors(a)[0]] && !faulty[net.Neighbors(b)[0]] {
						c.live++
					}
					switch found.Outcome {
					case route.Delivered:
						c.delivered++
						c.hops += found.Path.Hops()
						if found.Path.Nodes[found.Path.Hops()] != b {
							t.Fatalf("%v: %s delivers to the wrong node", net, r.Name())
						}
					case route.Livelocked:
						if !faulty[net.Neighbors(b)[0]] {
							c.livelocked++
						}
					}
					for _, u := range found.Path.Nodes {
						if faulty[u] {
							t.Fatalf("%v without %v: %s from %d to %d: %v is broken", net, set, r.Name(), a, b, u)
						}
					}
					if outcome, visited := route.Failed, []topology.Node(nil); isMiKANT && strings.Contains(" alg1 one_port one_port_strict all_port ", " "+r.Name()+" ") {
						if outcome, visited = simple(net, r.Name(), a, b, faulty); outcome != found.Outcome ||
							!slices.Equal(visited, found.Path.Nodes[1:1+len(visited)]) || found.Path.Hops() > len(visited)+1 {
							t.Fatalf("%v without %v: %s from %d to %d: %v, want %v by %v", net, set, r.Name(), a, b, found, outcome, visited)
						}
					}
				}
				check := func(name string, want int) {
					if p := got[name]; p.Outcome == route.Delivered && p.Path.Hops() != want || (p.Outcome == route.Delivered) != (want >= 0) {
						t.Fatalf("%v without %v: %s from %d to %d: %v, want %d hops", net, set, name, a, b, p, want)
					}
				}
				check("minimal_path", shortest)
				check("connected", dist[slices.Index(nodes, b)])
				for _, order := range [][2]string{{"alg1", "one_port_strict"}, {"one_port_strict", "all_port"}, {"one_port_strict", "one_port"}, {"all_port", "go_back"},
					{"go_back", "minimal_path"}, {"minimal_path", "go_back"}, {"go_back_dfs", "go_back"}, {"go_back", "go_back_dfs"}, {"one_port", "connected"}} {
					if got[order[0]].Outcome == route.Delivered && got[order[1]].Outcome != route.Delivered {
						t.Fatalf("%v without %v: from %d to %d %s delivers and %s does not", net, set, a, b, order[0], order[1])
					}
				}
			}
		}
	})
	for i, r := range routings {
		found, err := r.FaultTolerance(f, nil)
		if r.Name() == "alg1_literal" {
			if err == nil {
				t.Errorf("%v: counts for %s, whose digits are not shifted together", net, r.Name())
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		n := func(x *big.Int) int { return int(x.Int64()) }
		got := sums{n(found.Sets), n(found.Pairs), n(found.Live), n(found.Delivered), n(found.Livelocked), n(found.Hops)}
		if got != counts[i] {
			t.Errorf("%v: %s with %d faults: %+v, want %+v", net, r.Name(), f, got, counts[i])
		}
	}
}

// Links may be broken as well: what goes back from every dead end finds a shortest path if there is one; go_back,
// which takes the switch behind a broken link for broken, finds none that is not there.
func TestLinkFaults(t *testing.T) {
	for _, net := range []*topology.Network{mikant(2, 3), clos(3, 2), tree(2, 3)} {
		a, channels := topology.Node(1), topology.Channel(2*net.Size())
		for _, b := range net.Processors() {
			minimal := route.MinimalPaths(net, a, b, 1000)
			for c := range channels {
				faults := route.Faults{Links: []topology.Channel{c, (c*7 + 5) % channels}}
				left := slices.ContainsFunc(minimal, func(p route.Path) bool {
					return !slices.ContainsFunc(p.Channels, func(d topology.Channel) bool {
						return slices.Contains(faults.Links, d) || slices.Contains(faults.Links, net.Twin(d))
					})
				})
				for _, r := range route.FaultRoutings(net) {
					found, err := r.Attempt(a, b, faults, 1)
					got := found.Outcome == route.Delivered
					must := r.Name() == "go_back_dfs" || r.Name() == "minimal_path" || r.Name() == "connected"
					if err != nil || got && !left && r.Name() != "connected" && r.Name() != "one_port" || left && !got && must {
						t.Fatalf("%v: %s from %d to %d without %v: %v (%v), but a shortest path is left: %v", net, r.Name(), a, b, faults, found, err, left)
					}
				}
			}
		}
	}
}
