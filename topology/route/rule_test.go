package route_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/route"
)

// build returns the member of a family that the call names.
func build(t *testing.T, call string) *topology.Network {
	t.Helper()
	member, args, ok := family.All().Parse(call)
	if !ok {
		t.Fatalf("%s: want the call of a family", call)
	}
	def, err := member.New(args)
	if err != nil {
		t.Fatal(err)
	}
	return must(topology.New(def))
}

// closer returns the rule that allows every channel that leads closer.
func closer(net *topology.Network) route.Rule {
	return func(u, dest topology.Node, _ topology.Channel) (ways []route.Way, err error) {
		dist := measure.Distances(net, dest)
		for c, end := net.Channels(u); c < end; c++ {
			if dist[net.Head(c)] < dist[u] {
				ways = append(ways, route.Way{Channel: c})
			}
		}
		return ways, nil
	}
}

// along returns the rule that goes where a deterministic routing does.
func along(net *topology.Network, r route.Routing) route.Rule {
	next := r.Next()
	return func(u, dest topology.Node, _ topology.Channel) ([]route.Way, error) {
		return []route.Way{{Channel: next(u, dest)}}, nil
	}
}

// A rule that says what a routing of the project does has its paths, its loads and its cycles.
func TestByRuleIsTheRouting(t *testing.T) {
	for _, tt := range []struct{ call, name string }{
		{"torus(k=4, n=2)", "dor"}, {"ring(n=7)", "dor"}, {"kary_ntree(k=2, n=3)", "dst"}, {"mikant(k=2, n=3)", "alg1"}, {"clos_ntree(k=3, n=2)", "alg1"},
		{"mikant(k=3, n=2)", "random"}, {"torus(k=4, n=2)", "random"}, {"kyklos(version=2, m=2, r=2, n=3)", "random"}, {"swapped_dragonfly(K=2, M=3, xor=False)", "random"},
	} {
		net := build(t, tt.call)
		named, err := route.NamedRouting(net, tt.name)
		if err != nil {
			t.Fatal(err)
		}
		rule := closer(net)
		if tt.name != "random" {
			rule = along(net, named)
		}
		own := route.ByRule(net, "own", rule)
		for _, traffic := range []route.Traffic{route.Uniform(net), route.AllToAll(net)} {
			got, err := own.Load(traffic, nil)
			want, err2 := named.Load(traffic, nil)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			for c := range topology.Channel(2 * net.Size()) {
				if got.At(c) != want.At(c) {
					t.Errorf("%s %s: channel %d carries %v, want %v", tt.call, tt.name, c, got.At(c), want.At(c))
				}
			}
		}
		a, b := net.Processors()[0], net.Processors()[len(net.Processors())-1]
		for seed := range uint64(5) {
			got, err := own.Route(a, b, seed)
			want, err2 := named.Route(a, b, seed)
			if fmt.Sprint(got, err) != fmt.Sprint(want, err2) {
				t.Errorf("%s %s: route %v %v, want %v %v", tt.call, tt.name, got, err, want, err2)
			}
		}
		got, err := own.Options(a, b, 1000)
		want, err2 := named.Options(a, b, 1000)
		if fmt.Sprint(got, err) != fmt.Sprint(want, err2) {
			t.Errorf("%s %s: options %v %v, want %v %v", tt.call, tt.name, got, err, want, err2)
		}
		if few, _ := own.Options(a, b, 1); len(few) != 1 {
			t.Errorf("%s %s: %d options, want 1", tt.call, tt.name, len(few))
		}
		cycle, err := own.DependencyCycle(route.Faults{}, nil)
		wanted, err2 := named.DependencyCycle(route.Faults{}, nil)
		if err != nil || err2 != nil || (cycle == nil) != (wanted == nil) {
			t.Errorf("%s %s: cycle %v %v, want %v %v", tt.call, tt.name, cycle, err, wanted, err2)
		}
		checkClosed(t, net, cycle)
		rows, err := own.Distances([]topology.Node{a}, net.Processors(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range measure.Distances(net, a) { // all of them minimal
			for j, u := range net.Processors() {
				if int(u) == i && rows[0][j] != d {
					t.Errorf("%s %s: %d hops to %d, want %d", tt.call, tt.name, rows[0][j], u, d)
				}
			}
		}
	}
}

func checkClosed(t *testing.T, net *topology.Network, cycle []topology.Channel) {
	t.Helper()
	for i, c := range cycle {
		if next := cycle[(i+1)%len(cycle)]; net.Head(c) != net.Tail(next) {
			t.Errorf("%v: channels of cycle %v do not follow each other", net, cycle)
		}
	}
}

// detour is a rule that depends on where a message comes from: at its source it goes anywhere, from then on
// closer or, where it came closer by its last hop, to the side too. Ways come twice at every third node.
func detour(net *topology.Network) route.Rule {
	return func(u, dest topology.Node, came topology.Channel) (ways []route.Way, err error) {
		dist := measure.Distances(net, dest)
		for c, end := net.Channels(u); c < end; c++ {
			v := net.Head(c)
			gain := dist[u] - dist[v]
			last := int32(-1)
			if came >= 0 {
				last = dist[net.Tail(came)] - dist[u]
			}
			if gain > 0 || came < 0 || last > 0 && gain == 0 {
				ways = append(ways, route.Way{Channel: c})
				if u%3 == 0 && gain > 0 {
					ways = append(ways, route.Way{Channel: c})
				}
			}
		}
		return ways, nil
	}
}

// Loads of a rule that looks back, against all its walks one by one.
func TestByRuleLoad(t *testing.T) {
	for _, call := range []string{"ring(n=5)", "mesh(k=3, n=2)", "mikant(k=2, n=2)", "complete(n=5)", "kyklos(version=2, m=2, r=2, n=2)"} {
		net := build(t, call)
		own := route.ByRule(net, "detour", detour(net))
		want := make([]float64, 2*net.Size())
		hops := 0.0
		var walk func(u, dest topology.Node, came topology.Channel, weight float64)
		walk = func(u, dest topology.Node, came topology.Channel, weight float64) {
			if u == dest {
				return
			}
			first, end := net.Channels(u)
			ways := []route.Way{{Channel: first}}
			if end-first > 1 {
				ways, _ = detour(net)(u, dest, came)
				for c := first; c < end; c++ {
					if net.Head(c) == dest && net.Degree(dest) == 1 {
						ways = []route.Way{{Channel: c}}
					}
				}
			}
			for _, w := range ways {
				want[w.Channel] += weight / float64(len(ways))
				hops += weight / float64(len(ways))
				walk(net.Head(w.Channel), dest, w.Channel, weight/float64(len(ways)))
			}
		}
		for _, a := range net.Processors() {
			for _, b := range net.Processors() {
				walk(a, b, -1, 1)
			}
		}
		got, err := own.Load(route.AllToAll(net), nil)
		if err != nil {
			t.Fatal(err)
		}
		for c, w := range want {
			if math.Abs(got.At(topology.Channel(c))-w) > 1e-9 {
				t.Errorf("%s: channel %d carries %v, want %v", call, c, got.At(topology.Channel(c)), w)
			}
		}
		if math.Abs(got.Total()-hops) > 1e-6 {
			t.Errorf("%s: %v hops in all, want %v", call, got.Total(), hops)
		}
		// The options from one processor to another have the same shares.
		a, b := net.Processors()[0], net.Processors()[1]
		options, err := own.Options(a, b, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		shares, all := make([]float64, 2*net.Size()), 0.0
		for _, o := range options {
			all += o.Probability
			for _, c := range o.Path.Channels {
				shares[c] += o.Probability
			}
		}
		one, err := route.MessageTraffic(net, []route.Message{{Source: a, Dest: b}})
		if err != nil {
			t.Fatal(err)
		}
		load, err := own.Load(one, nil)
		if err != nil || math.Abs(all-1) > 1e-9 {
			t.Errorf("%s: options have probability %v in all (%v)", call, all, err)
		}
		for c, x := range shares {
			if math.Abs(load.At(topology.Channel(c))-x) > 1e-9 {
				t.Errorf("%s: channel %d carries %v, want %v by options", call, c, load.At(topology.Channel(c)), x)
			}
		}
	}
}

// A dateline written as a rule has no cycle, and has one if its virtual channels are exchanged half-way.
func TestRuleCycle(t *testing.T) {
	for _, n := range []int{4, 5, 9} {
		net := build(t, fmt.Sprintf("ring(n=%d)", n))
		clockwise := func(vcs func(u, dest topology.Node) uint32) route.Routing {
			return route.ByRule(net, "clockwise", func(u, dest topology.Node, _ topology.Channel) ([]route.Way, error) {
				c, _ := net.ChannelBetween(u, (u+1)%topology.Node(n))
				return []route.Way{{Channel: c, VCs: vcs(u, dest)}}, nil
			})
		}
		for name, tt := range map[string]struct {
			vcs    func(u, dest topology.Node) uint32
			cyclic bool
		}{
			"one":          {func(u, dest topology.Node) uint32 { return 0 }, true},
			"third":        {func(u, dest topology.Node) uint32 { return 1 << 2 }, true},
			"dateline":     {func(u, dest topology.Node) uint32 { return 1 << map[bool]int{true: 1}[u > dest] }, false},
			"dateline 3,5": {func(u, dest topology.Node) uint32 { return 1 << map[bool]int{true: 3, false: 5}[u > dest] }, false},
			"two or one":   {func(u, dest topology.Node) uint32 { return map[bool]uint32{true: 2, false: 3}[u > dest] }, true},
			"any before":   {func(u, dest topology.Node) uint32 { return map[bool]uint32{true: 0, false: 1}[u > dest] }, true},
		} {
			cycle, err := clockwise(tt.vcs).DependencyCycle(route.Faults{}, nil)
			if err != nil || (cycle != nil) != tt.cyclic {
				t.Errorf("ring of %d, %s: cycle %v (%v), want one: %v", n, name, cycle, err, tt.cyclic)
			}
			checkClosed(t, net, cycle)
		}
	}
}

// What becomes of messages that a rule does not deliver.
func TestByRuleFails(t *testing.T) {
	net := build(t, "ring(n=6)")
	to := func(u topology.Node, list ...topology.Node) (ways []route.Way) {
		for _, v := range list {
			c, _ := net.ChannelBetween(u, (v+6)%6)
			ways = append(ways, route.Way{Channel: c})
		}
		return ways
	}
	broken := errors.New("broken")
	for _, tt := range []struct {
		rule                        route.Rule
		load, route, attempt, cycle string
	}{
		{func(u, dest topology.Node, came topology.Channel) ([]route.Way, error) { return to(u, u^1), nil },
			"goes in circles on the way to 0: messages come from 2 to 3 again", "after 3 hops at 1 for the second time: it would go in circles forever", "livelocked", "[0>1 1>0]"},
		{func(u, dest topology.Node, came topology.Channel) ([]route.Way, error) { return to(u, u-1, u+1), nil },
			"goes in circles on the way to 0", "", "", "any"},
		{func(u, dest topology.Node, came topology.Channel) ([]route.Way, error) {
			if u == 2 {
				return nil, nil
			}
			return to(u, u+1), nil
		}, "has no way on at 2 to 0", "fails after 2 hops at 2, where the rule has no way on", "failed", "[]"},
		{func(u, dest topology.Node, came topology.Channel) ([]route.Way, error) { return nil, broken }, "broken", "broken", "error", "broken"},
	} {
		r := route.ByRule(net, "own", tt.rule)
		_, err := r.Load(route.Uniform(net), nil)
		if err == nil || !strings.Contains(err.Error(), tt.load) {
			t.Errorf("load: %v, want %q", err, tt.load)
		}
		if _, err := r.Options(0, 3, 5); err == nil {
			t.Error("options: no error")
		}
		_, err = r.Route(0, 3, 1)
		if tt.route != "" && (err == nil || !strings.Contains(err.Error(), tt.route)) {
			t.Errorf("route: %v, want %q", err, tt.route)
		}
		found, err := r.Attempt(0, 3, route.Faults{}, 1)
		if got := found.Outcome.String(); tt.attempt != "" && (got != tt.attempt || err != nil) && (tt.attempt != "error" || err == nil) {
			t.Errorf("attempt: %v (%v), want %v", found, err, tt.attempt)
		}
		cycle, err := r.DependencyCycle(route.Faults{}, nil)
		var names []string
		for _, c := range cycle {
			names = append(names, net.Address(net.Tail(c))+">"+net.Address(net.Head(c)))
		}
		if got := fmt.Sprint(names); tt.cycle != "broken" && (err != nil || got != tt.cycle && (tt.cycle != "any" || cycle == nil)) {
			t.Errorf("cycle %v (%v), want %v", got, err, tt.cycle)
		}
	}
	// A drunk message arrives in the end, or has crossed more channels than there are.
	drunk := route.ByRule(net, "drunk", func(u, _ topology.Node, _ topology.Channel) ([]route.Way, error) { return to(u, u-1, u+1), nil })
	arrived := 0
	for seed := range uint64(200) {
		found, err := drunk.Attempt(0, 3, route.Faults{}, seed)
		if err != nil || found.Outcome == route.Livelocked && found.Path.Hops() != 2*net.Size()+1 || found.Outcome == route.Failed {
			t.Errorf("drunk: %v after %d hops (%v)", found.Outcome, found.Path.Hops(), err)
		}
		if found.Outcome == route.Delivered {
			arrived++
		}
	}
	if arrived < 100 || arrived == 200 {
		t.Errorf("%d of 200 drunk messages arrive, want most", arrived)
	}
	// With faults: a message fails at the first broken channel, and dependencies end there.
	clockwise := route.ByRule(net, "clockwise", func(u, _ topology.Node, _ topology.Channel) ([]route.Way, error) { return to(u, u+1), nil })
	c, _ := net.ChannelBetween(4, 5)
	faults := route.Faults{Links: []topology.Channel{c}}
	found, err := clockwise.Attempt(2, 0, faults, 1)
	if err != nil || found.Outcome != route.Failed || found.Blocked != c || found.Path.Hops() != 2 {
		t.Errorf("broken link: %+v (%v), want it to fail after 2 hops", found, err)
	}
	if cycle, err := clockwise.DependencyCycle(faults, nil); cycle != nil || err != nil {
		t.Errorf("cycle %v (%v) around a broken link", cycle, err)
	}
	if cycle, err := clockwise.DependencyCycle(route.Faults{Nodes: []topology.Node{3}}, nil); cycle != nil || err != nil {
		t.Errorf("cycle %v (%v) around a broken node", cycle, err)
	}
}
