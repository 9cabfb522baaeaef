// Package networktest checks what every network promises. Only tests import it.
package networktest

import (
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
)

// Check reports to t every breach of the contract of a network: that it has the given numbers of
// nodes and links and is simple, that addresses lead back to their nodes, that channels are sorted
// by port and agree with their twins, that the definition yields the same links each time, which lead to
// the neighbors that it declares, and, for a network of a family, that String is a call that makes it, and that
// the orbits it declares can be orbits.
func Check(t testing.TB, net *topology.Network, nodes, links int) {
	t.Helper()
	if net.Order() != nodes || net.Size() != links {
		t.Errorf("%v: %d nodes and %d links, want %d and %d", net, net.Order(), net.Size(), nodes, links)
	}
	checkNodes(t, net)
	checkChannels(t, net)
	checkLinks(t, net)
	checkNeighbors(t, net)
	checkCall(t, net)
	checkOrbits(t, net)
}

// Build returns a function that makes the network that a definition defines, or ends the test, as in
// Build(t)(family.NewTorus(4, 3)).
func Build(t testing.TB) func(def topology.Definition, err error) *topology.Network {
	return func(def topology.Definition, err error) *topology.Network {
		t.Helper()
		net, err := topology.Build(def, err)
		if err != nil {
			t.Fatal(err)
		}
		return net
	}
}

// Member makes the network that a call of a family makes, or ends the test, as in Member(t, "torus(k=4, n=3)").
func Member(t testing.TB, call string) *topology.Network {
	t.Helper()
	member, args, ok := family.All().Parse(call)
	if !ok {
		t.Fatalf("%s: want the call of a family", call)
	}
	return Build(t)(member.New(args))
}

// Connected reports to t if some node of net cannot be reached from node 0.
func Connected(t testing.TB, net *topology.Network) {
	t.Helper()
	seen := make([]bool, net.Order())
	seen[0] = true
	queue := []topology.Node{0}
	for i := 0; i < len(queue); i++ {
		for _, v := range net.Neighbors(queue[i]) {
			if !seen[v] {
				seen[v] = true
				queue = append(queue, v)
			}
		}
	}
	if len(queue) != net.Order() {
		t.Errorf("%v: %d of %d nodes are connected with node 0, want all", net, len(queue), net.Order())
	}
}

func checkNodes(t testing.TB, net *topology.Network) {
	t.Helper()
	var processors []topology.Node
	addresses := make(map[string]bool)
	for u := range topology.Node(net.Order()) {
		address := net.Definition.Address(u)
		if kept := net.Address(u); kept != address {
			t.Errorf("%v: node %d has address %q, want %q, as the definition has it", net, u, kept, address)
		}
		if address == "" || strings.ContainsAny(address, " \t\n") || addresses[address] {
			t.Errorf("%v: node %d has address %q, want a new one, not empty, without spaces", net, u, address)
		}
		addresses[address] = true
		for _, written := range []string{address, " " + address + " ", "(" + address + ")", "⟨" + address + "⟩", "< " + address + " >"} {
			if address == "()" && written != address {
				continue // that has its parentheses
			}
			for _, of := range []topology.Definition{net.Definition, net} { // the network knows those that it keeps
				if got, err := of.NodeAt(written); got != u || err != nil {
					t.Errorf("%v: NodeAt(%q) = %d, %v, want %d", net, written, got, err, u)
				}
			}
		}
		if level := net.Level(u); level < topology.NoLevel {
			t.Errorf("%v: node %d has level %d, want 0 or more, or NoLevel", net, u, level)
		}
		if net.Kind(u) == topology.Processor {
			processors = append(processors, u)
		}
	}
	if !slices.Equal(net.Processors(), processors) {
		t.Errorf("%v: Processors() = %v, want %v", net, net.Processors(), processors)
	}
	for _, wrong := range []string{"no such node", "0,", ",0", "-1", "+1", "00", "99999999999999999999", "0@", "@", "0@x", "\x00"} {
		if u, err := net.NodeAt(wrong); err == nil {
			t.Errorf("%v: NodeAt(%q) = %d, want an error", net, wrong, u)
		}
	}
}

func checkChannels(t testing.TB, net *topology.Network) {
	t.Helper()
	var c topology.Channel
	for u := range topology.Node(net.Order()) {
		first, end := net.Channels(u)
		if first != c || int(end-first) != net.Degree(u) {
			t.Fatalf("%v: node %d has channels %d to %d, want %d from %d on", net, u, first, end-1, net.Degree(u), c)
		}
		heads := make(map[topology.Node]bool)
		for ; c < end; c++ {
			v, twin := net.Head(c), net.Twin(c)
			if v == u || heads[v] {
				t.Errorf("%v: node %d has a link to %d, want no loop and no second link", net, u, v)
			}
			heads[v] = true
			if net.Tail(c) != u || net.Neighbors(u)[c-first] != v {
				t.Errorf("%v: channel %d leads from %d to %d, want %d to %d", net, c, net.Tail(c), net.Neighbors(u)[c-first], u, v)
			}
			if net.Twin(twin) != c || net.Tail(twin) != v || net.Head(twin) != u {
				t.Errorf("%v: twin of channel %d from %d to %d is %d from %d to %d", net, c, u, v, twin, net.Tail(twin), net.Head(twin))
			}
			if net.Port(c) < 0 || c > first && net.Port(c-1) >= net.Port(c) {
				t.Errorf("%v: node %d has ports out of order at channel %d", net, u, c)
			}
			if net.Label(c) < topology.NoLabel {
				t.Errorf("%v: channel %d has label %d", net, c, net.Label(c))
			}
			if got, ok := net.ChannelBetween(u, v); got != c || !ok {
				t.Errorf("%v: ChannelBetween(%d, %d) = %d, %v, want %d", net, u, v, got, ok, c)
			}
		}
	}
	if int(c) != 2*net.Size() {
		t.Errorf("%v: has %d channels, want %d", net, c, 2*net.Size())
	}
}

func checkLinks(t testing.TB, net *topology.Network) {
	t.Helper()
	links := slices.Collect(net.Links())
	if len(links) != net.Size() || !slices.Equal(links, slices.Collect(net.Links())) {
		t.Errorf("%v: Links yields %d links, want the same %d each time", net, len(links), net.Size())
	}
	for range net.Links() {
		break // must not panic: yield is not called again
	}
	for _, link := range links {
		c, ok := net.ChannelBetween(link.A, link.B)
		if !ok {
			t.Errorf("%v: there is no channel for %+v", net, link)
			continue
		}
		twin := net.Twin(c)
		if net.Port(c) != link.PortA || net.Label(c) != link.LabelA || net.Port(twin) != link.PortB || net.Label(twin) != link.LabelB {
			t.Errorf("%v: %+v has ports %d, %d and labels %d, %d", net, link, net.Port(c), net.Port(twin), net.Label(c), net.Label(twin))
		}
	}
}

// checkNeighbors compares net with the network of the links of its definition.
func checkNeighbors(t testing.TB, net *topology.Network) {
	t.Helper()
	of, err := topology.New(struct{ topology.Definition }{net.Definition}) // that is not Neighborly
	if err != nil {
		t.Fatal(err)
	}
	if net.Size() != of.Size() {
		t.Errorf("%v: says %d links, has %d", net, net.Size(), of.Size())
	}
	for u := range topology.Node(net.Order()) {
		if got, want := net.Neighbors(u), of.Neighbors(u); !slices.Equal(got, want) {
			t.Fatalf("%v: node %s has neighbors %v, but links to %v", net, net.Address(u), got, want)
		}
	}
}

// checkCall makes net again from its String if that is the call of a family: name(k=4, n=3).
func checkCall(t testing.TB, net *topology.Network) {
	t.Helper()
	call := net.String()
	name, rest, ok := strings.Cut(call, "(")
	if !ok || !strings.HasSuffix(rest, ")") {
		t.Errorf("%s: want a call", call)
	}
	if !slices.ContainsFunc(family.All(), func(f family.Family) bool { return f.Name == name }) {
		return // a network made from lists
	}
	member, args, ok := family.All().Parse(call)
	if !ok {
		t.Fatalf("%s: want a call of %s with each of its parameters, by name", call, name)
	}
	if again, err := member.New(args); again != net.Definition || err != nil {
		t.Errorf("%s: the call makes %v, %v", call, again, err)
	}
}

// checkOrbits checks what can be seen of the orbits that net declares: they are numbered by their
// first nodes, and the nodes of one have the same kind, and equally many nodes at each distance.
func checkOrbits(t testing.TB, net *topology.Network) {
	t.Helper()
	orbits, ok := net.Orbits()
	if !ok {
		return
	}
	def := net.Definition.(topology.Symmetric)
	step := topology.Node(1 + net.Order()/500)
	for u := topology.Node(0); int(u) < net.Order(); u += step {
		orbit := def.Orbit(u)
		if orbit < 0 || orbit >= len(orbits) {
			t.Fatalf("%v: node %s is in orbit %d of %d", net, net.Address(u), orbit, len(orbits))
		}
		first := orbits[orbit].First
		if got, want := net.Kind(u), net.Kind(first); got != want {
			t.Errorf("%v: node %s is a %v, but %s of the same orbit a %v", net, net.Address(u), got, net.Address(first), want)
		}
		if got, want := countByDistance(net, u), countByDistance(net, first); !slices.Equal(got, want) {
			t.Errorf("%v: node %s has %v processors and nodes by distance, but %s of the same orbit %v",
				net, net.Address(u), got, net.Address(first), want)
		}
	}
}

// countByDistance returns how many processors and how many nodes in all are 0, 1, 2 … hops from src.
func countByDistance(net *topology.Network, src topology.Node) [][2]int {
	seen := make([]bool, net.Order())
	seen[src] = true
	var counts [][2]int
	for layer := []topology.Node{src}; len(layer) > 0; {
		var count [2]int
		var next []topology.Node
		for _, u := range layer {
			count[1]++
			if net.Kind(u) == topology.Processor {
				count[0]++
			}
			for _, v := range net.Neighbors(u) {
				if !seen[v] {
					seen[v] = true
					next = append(next, v)
				}
			}
		}
		counts = append(counts, count)
		layer = next
	}
	return counts
}
