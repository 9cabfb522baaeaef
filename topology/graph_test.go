package topology_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/endpoints"
	"topobook/topology/family"
	"topobook/topology/networktest"
)

func TestGraph(t *testing.T) {
	names := []string{"Pisa", "(a)", "a", "naïve", `"`, "x@y,z"}
	net := networktest.Build(t)(topology.NewGraph(names, [][2]string{{"a", "Pisa"}, {"(a)", "a"}, {"x@y,z", "a"}}))
	if got := net.Neighbors(2); !slices.Equal(got, []topology.Node{0, 1, 5}) {
		t.Errorf("%v: neighbors of a are %v, want them in the order of the links", net, got)
	}
	if u, err := net.NodeAt("(a)"); u != 1 || err != nil {
		t.Errorf("%v: NodeAt((a)) = %d, %v, want the node of just this name", net, u, err)
	}
	if want := `graph(nodes=["Pisa", "(a)", "a", "naïve", "\"", "x@y,z"], links=[("a", "Pisa"), ("(a)", "a"), ("x@y,z", "a")])`; net.String() != want {
		t.Errorf("String() = %s, want %s", net, want)
	}
	plain := networktest.Build(t)(topology.NewGraph([]string{"p", "q", "r", "s"}, [][2]string{{"r", "p"}, {"s", "q"}, {"r", "s"}}))
	networktest.Check(t, plain, 4, 3)
	networktest.Connected(t, plain)
	lone := networktest.Build(t)(topology.NewGraph([]string{"p"}, nil))
	networktest.Check(t, lone, 1, 0)
}

func TestGraphErrors(t *testing.T) {
	ab := []string{"a", "b"}
	for _, tt := range []struct {
		nodes []string
		links [][2]string
		want  string
	}{
		{nil, nil, "graph: has no nodes, want at least one"},
		{[]string{""}, nil, `graph: node "": want a name without spaces and control characters`},
		{[]string{"New York"}, nil, `graph: node "New York": want a name without spaces and control characters`},
		{[]string{"\xff"}, nil, `graph: node "\xff": want a name without spaces and control characters`},
		{[]string{"a", "b", "a"}, nil, `graph: node "a" occurs twice, want distinct names`},
		{ab, [][2]string{{"a", "c"}}, `graph: link "a"–"c": no node is named "c"`},
		{ab, [][2]string{{"b", "b"}}, `graph: link "b"–"b": want two distinct nodes`},
		{ab, [][2]string{{"a", "b"}, {"b", "a"}}, `graph: link "b"–"a" occurs twice, want at most one link between two nodes`},
		{make([]string, topology.MaxNodes+1), nil, "graph: has 1048577 nodes, want at most 1048576"},
	} {
		if _, err := topology.NewGraph(tt.nodes, tt.links); err == nil || err.Error() != tt.want {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}

// TestGraphString checks that long lists are cut short, and that different graphs still differ.
func TestGraphString(t *testing.T) {
	nodes := []string{"hub"}
	var links [][2]string
	for i := range 1000 {
		nodes = append(nodes, fmt.Sprint("leaf", i))
		links = append(links, [2]string{"hub", nodes[i+1]})
	}
	calls := make(map[string]bool)
	for _, cut := range []struct {
		nodes []string
		links [][2]string
	}{{nodes, links}, {nodes, links[1:]}, {nodes, links[:999]}, {nodes[:1000], links[:999]}} {
		g, err := topology.NewGraph(cut.nodes, cut.links)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.String()) > 1000 || calls[g.String()] {
			t.Errorf("String() = %s: want it new, and at most 1000 bytes", g)
		}
		calls[g.String()] = true
	}
}

// TestUnsortedPorts makes a network in which a node gets its links in the wrong order of ports.
func TestUnsortedPorts(t *testing.T) {
	const leaves = 200_000
	nodes := []string{}
	var links [][2]string
	for i := range leaves {
		nodes = append(nodes, fmt.Sprint(i))
		links = append(links, [2]string{fmt.Sprint(leaves - 1 - i), "hub"})
	}
	star := networktest.Build(t)(topology.NewGraph(append(nodes, "hub"), links))
	hub, err := star.NodeAt("hub")
	if err != nil {
		t.Fatal(err)
	}
	keep := []topology.Node{hub}
	for u := range topology.Node(leaves) {
		keep = append(keep, u)
	}
	same, err := topology.Induced(star, keep)
	if err != nil {
		t.Fatal(err)
	}
	if got := same.Neighbors(hub); !slices.Equal(got, star.Neighbors(hub)) {
		t.Errorf("neighbors of the hub begin %v, want %v", got[:3], star.Neighbors(hub)[:3])
	}
}

func TestInduced(t *testing.T) {
	tree, err := family.NewKaryNTree(2, 3)
	if err != nil {
		t.Fatal(err)
	}
	net, err := topology.New(tree)
	if err != nil {
		t.Fatal(err)
	}
	var keep []topology.Node
	for u := range topology.Node(net.Order()) {
		if net.Level(u) > 0 && net.Address(u)[0] == '1' {
			keep = append(keep, u)
		}
	}
	slices.Reverse(keep)
	half, err := topology.Induced(net, keep)
	if err != nil {
		t.Fatal(err)
	}
	networktest.Check(t, half, 8, 8) // a 2-ary 2-tree
	networktest.Connected(t, half)
	for u := range topology.Node(half.Order()) {
		v, err := net.NodeAt(half.Address(u))
		if err != nil {
			t.Fatal(err)
		}
		if half.Kind(u) != net.Kind(v) || half.Level(u) != net.Level(v) {
			t.Errorf("%v: node %s is a %v at level %d, want %v at %d", half, half.Address(u), half.Kind(u), half.Level(u), net.Kind(v), net.Level(v))
		}
		first, end := half.Channels(u)
		for c := first; c < end; c++ {
			w, err := net.NodeAt(half.Address(half.Head(c)))
			if err != nil {
				t.Fatal(err)
			}
			if d, ok := net.ChannelBetween(v, w); !ok || net.Port(d) != half.Port(c) || net.Label(d) != half.Label(c) {
				t.Errorf("%v: channel from %s to %s: want the port and label that it has in %v", half, net.Address(v), net.Address(w), net)
			}
		}
	}
	for _, tt := range []struct {
		keep []topology.Node
		want string
	}{
		{nil, "induced(kary_ntree(k=2, n=3), nodes=[]): want at least one node"},
		{[]topology.Node{3, 0, 3}, `induced(kary_ntree(k=2, n=3), nodes=["0,0,0", "0,1,1", "0,1,1"]): node 0,1,1 occurs twice, want distinct nodes`},
	} {
		if _, err := topology.Induced(net, tt.keep); err == nil || err.Error() != tt.want {
			t.Errorf("Induced(%v): error %v, want %s", tt.keep, err, tt.want)
		}
	}
	if _, err := half.NodeAt("0,0,0"); err == nil || !strings.HasSuffix(err.Error(), "node 0,0,0 is not among the kept nodes") {
		t.Errorf("NodeAt(0,0,0): error %v", err)
	}
}

func FuzzNewGraph(f *testing.F) {
	f.Add("a b c", "a b b c")
	f.Add("a b", "a a")
	f.Add("(a) a ⟨a⟩", "(a) a")
	f.Fuzz(func(t *testing.T, nodes, ends string) {
		names := strings.Split(nodes, " ")
		fields := strings.Split(ends, " ")
		var links [][2]string
		for i := 0; i+1 < len(fields); i += 2 {
			links = append(links, [2]string{fields[i], fields[i+1]})
		}
		net, err := topology.Build(topology.NewGraph(names, links))
		if err != nil {
			return
		}
		if net.Order() != len(names) || net.Size() != len(links) {
			t.Errorf("%d nodes and %d links, want %d and %d", net.Order(), net.Size(), len(names), len(links))
		}
		for u, name := range names {
			if got, err := net.NodeAt(name); int(got) != u || err != nil || net.Address(got) != name {
				t.Errorf("NodeAt(%q) = %d, %v, want %d", name, got, err, u)
			}
		}
		for _, link := range links {
			a, _ := net.NodeAt(link[0])
			b, _ := net.NodeAt(link[1])
			if _, ok := net.ChannelBetween(a, b); !ok {
				t.Errorf("no channel from %s to %s", link[0], link[1])
			}
		}
	})
}

func ExampleNewGraph() {
	net, _ := topology.Build(topology.NewGraph([]string{"a", "b", "c"}, [][2]string{{"a", "b"}, {"b", "c"}}))
	b, _ := net.NodeAt("b")
	fmt.Println(net, net.Degree(b))
	_, err := topology.NewGraph([]string{"a", "b"}, [][2]string{{"a", "z"}})
	fmt.Println(err)
	// Output:
	// graph(nodes=["a", "b", "c"], links=[("a", "b"), ("b", "c")]) 2
	// graph: link "a"–"z": no node is named "z"
}

// TestGraphParts checks switches, parallel links and cables, also of what is made of a graph.
func TestGraphParts(t *testing.T) {
	names := []string{"a", "s", "b", "t"}
	links := [][2]string{{"a", "s"}, {"s", "t"}, {"t", "s"}, {"t", "b"}, {"s", "t"}}
	cables := []topology.Cable{{}, {Kind: "optical", Length: 2.5}, {Kind: "copper", Latency: 3}, {}, {Capacity: 4}}
	g, err := topology.NewGraph(names, links, topology.WithSwitches("s", "t"), topology.WithParallelLinks(), topology.WithCables(cables))
	net := networktest.Build(t)(g, err)
	if net.Order() != 4 || net.Size() != 5 || net.Degree(1) != 4 || !slices.Equal(net.Processors(), []topology.Node{0, 2}) {
		t.Errorf("%v: %d links, %d at s, processors %v", net, net.Size(), net.Degree(1), net.Processors())
	}
	const call = `graph(nodes=["a", "s", "b", "t"], links=[("a", "s"), ("s", "t", {"kind": "optical", "length": 2.5}), ` +
		`("t", "s", {"kind": "copper", "latency": 3}), ("t", "b"), ("s", "t", {"capacity": 4})], switches=["s", "t"], parallel=True)`
	if net.String() != call {
		t.Errorf("String() = %s, want %s", net, call)
	}
	ring := networktest.Member(t, "ring(n=3)")
	product := networktest.Build(t)(topology.NewProduct(ring, net))
	damaged, err := topology.Without(net, []topology.Node{0}, nil)
	if err != nil {
		t.Fatal(err)
	}
	on := networktest.Build(t)(endpoints.NewConcentrated(net, []int{1, 0, 2, 0}))
	for _, tt := range []struct {
		net  *topology.Network
		want int // links with a cable
	}{{net, 3}, {product, 9}, {damaged, 3}, {on, 3}, {ring, 0}} {
		known := 0
		for c := range topology.Channel(2 * tt.net.Size()) {
			cable := tt.net.Cable(c)
			if cable != tt.net.Cable(tt.net.Twin(c)) {
				t.Errorf("%v: channel %d has the cable %v, its twin another", tt.net, c, cable)
			}
			if cable == (topology.Cable{}) {
				continue
			}
			known++
			if !slices.Contains(cables, cable) || !strings.Contains(tt.net.Address(tt.net.Tail(c))+tt.net.Address(tt.net.Head(c)), "t") {
				t.Errorf("%v: the link from %s to %s has the cable %v", tt.net, tt.net.Address(tt.net.Tail(c)), tt.net.Address(tt.net.Head(c)), cable)
			}
		}
		if known != 2*tt.want {
			t.Errorf("%v: %d channels with a cable, want %d", tt.net, known, 2*tt.want)
		}
	}
	ab := []string{"a", "b"}
	for _, tt := range []struct {
		option topology.GraphOption
		want   string
	}{
		{topology.WithSwitches("c"), `graph: switch "c": no node is named so`},
		{topology.WithCables(make([]topology.Cable, 2)), "graph: has 2 cables, want one for each of 1 links"},
		{topology.WithCables([]topology.Cable{{Length: -1}}), `graph: link "a"–"b": got a length of -1, want 0 to 2147483647`},
		{topology.WithCables([]topology.Cable{{Capacity: math.NaN()}}), `graph: link "a"–"b": got a capacity of NaN, want 0 to 2147483647`},
		{topology.WithCables([]topology.Cable{{Kind: "a\nb"}}), `graph: link "a"–"b": want a kind of at most 1000 bytes, without control characters`},
	} {
		if _, err := topology.NewGraph(ab, [][2]string{{"a", "b"}}, tt.option); err == nil || err.Error() != tt.want {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}
