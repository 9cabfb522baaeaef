// Package networktest checks what every network promises. Only tests import it.
package networktest

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"topobook/topology"
)

// Check reports to t whatever net does not keep of the contract of a network: that it has so many
// nodes and links and is simple, that addresses lead back to their nodes, that channels are sorted
// by port and agree with their twins, that the definition yields the same links each time, and, for
// a network of a family, that String is a call that makes it.
func Check(t testing.TB, net *topology.Network, nodes, links int) {
	t.Helper()
	if net.Order() != nodes || net.Size() != links {
		t.Errorf("%v: %d nodes and %d links, want %d and %d", net, net.Order(), net.Size(), nodes, links)
	}
	checkNodes(t, net)
	checkChannels(t, net)
	checkLinks(t, net)
	checkCall(t, net)
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
		address := net.Address(u)
		if address == "" || strings.ContainsAny(address, " \t\n") || addresses[address] {
			t.Errorf("%v: node %d has address %q, want a new one, not empty, without spaces", net, u, address)
		}
		addresses[address] = true
		for _, written := range []string{address, " " + address + " ", "(" + address + ")", "⟨" + address + "⟩", "< " + address + " >"} {
			if address == "()" && written != address {
				continue // that has its parentheses
			}
			if got, err := net.NodeAt(written); got != u || err != nil {
				t.Errorf("%v: NodeAt(%q) = %d, %v, want %d", net, written, got, err, u)
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

// checkCall makes net again from its String if that is the call of a family: name(k=4, n=3).
func checkCall(t testing.TB, net *topology.Network) {
	t.Helper()
	call := net.String()
	name, rest, ok := strings.Cut(call, "(")
	if !ok || !strings.HasSuffix(rest, ")") {
		t.Errorf("%s: want a call", call)
	}
	i := slices.IndexFunc(topology.Families, func(f topology.Family) bool { return f.Name == name })
	if i < 0 {
		return // a network made from lists
	}
	family := topology.Families[i]
	fields := strings.Split(strings.TrimSuffix(rest, ")"), ", ")
	if len(fields) != len(family.Params) {
		t.Fatalf("%s: %d arguments, want %d", call, len(fields), len(family.Params))
	}
	args := make([]int, len(fields))
	for i, param := range family.Params {
		value, ok := strings.CutPrefix(fields[i], param.Name+"=")
		arg, err := strconv.Atoi(value)
		if !ok || err != nil {
			t.Errorf("%s: argument %d is %q, want %s=…", call, i, fields[i], param.Name)
		}
		args[i] = arg
	}
	if again, err := family.New(args); again != net.Definition || err != nil {
		t.Errorf("%s: the call makes %v, %v", call, again, err)
	}
}
