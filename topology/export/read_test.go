package export_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/export"
	"topobook/topology/family"
	"topobook/topology/networktest"
)

// same returns how two networks differ, "" if they do not.
func same(a, b *topology.Network) string {
	if a.Order() != b.Order() || a.Size() != b.Size() {
		return fmt.Sprintf("%d nodes and %d links, want %d and %d", a.Order(), a.Size(), b.Order(), b.Size())
	}
	for u := range topology.Node(a.Order()) {
		if a.Address(u) != b.Address(u) || a.Kind(u) != b.Kind(u) || a.Level(u) != b.Level(u) || a.Degree(u) != b.Degree(u) {
			return fmt.Sprintf("node %d is %s, a %v of level %d, want %s, a %v of level %d",
				u, a.Address(u), a.Kind(u), a.Level(u), b.Address(u), b.Kind(u), b.Level(u))
		}
		first, end := a.Channels(u)
		for c := first; c < end; c++ {
			if a.Head(c) != b.Head(c) || a.Port(c) != b.Port(c) || a.Label(c) != b.Label(c) {
				return fmt.Sprintf("channel %d leads to %d by port %d with label %d, want %d, %d, %d",
					c, a.Head(c), a.Port(c), a.Label(c), b.Head(c), b.Port(c), b.Label(c))
			}
		}
	}
	return ""
}

// cut returns a network whose ports have gaps, without some nodes, and one in pieces.
func cut(t *testing.T) []*topology.Network {
	t.Helper()
	var nets []*topology.Network
	for _, whole := range networks(t)[:2] {
		var keep []topology.Node
		for u := range topology.Node(whole.Order()) {
			if u%5 != 2 && u%7 != 3 {
				keep = append(keep, u)
			}
		}
		net, err := topology.Induced(whole, keep)
		if err != nil {
			t.Fatal(err)
		}
		nets = append(nets, net)
	}
	alone := networktest.Build(t)(topology.NewGraph([]string{"x", "y", "z"}, [][2]string{{"z", "x"}}))
	return append(nets, alone)
}

// What was written by a format that carries all comes back just so; members of families as members.
func TestRoundTrip(t *testing.T) {
	members := networks(t)
	for _, f := range family.All() {
		def, err := f.New(f.Example)
		if err != nil {
			t.Fatal(err)
		}
		net, err := topology.New(def)
		if err != nil {
			t.Fatal(err)
		}
		members = append(members, net)
	}
	for i, net := range slices.Concat(members, cut(t)) {
		for _, format := range []string{"dot", "graphml", "json"} {
			text, err := export.Write(net, format, nil)
			if err != nil {
				t.Fatal(err)
			}
			back, err := export.Read(format, text, nil)
			if err != nil {
				t.Errorf("%v: %s: %v", net, format, err)
				continue
			}
			if difference := same(back, net); difference != "" {
				t.Errorf("%v: %s: %s", net, format, difference)
			}
			_, _, member := family.All().Parse(net.String())
			if i < len(members) && member && (back.String() != net.String() || back.Definition != net.Definition) {
				t.Errorf("%v: %s gives %v", net, format, back)
			}
		}
		text, err := export.Write(net, "edgelist", nil)
		if err != nil {
			t.Fatal(err)
		}
		back, err := export.Read("edgelist", text, nil)
		if err != nil || back.Order() != net.Order() || !slices.Equal(links(back), links(net)) {
			t.Errorf("%v: edgelist gives %v, %v", net, back, err)
		}
	}
}

// A text that says it is a member of a family, but is not, is a graph of its own.
func TestReadNoMember(t *testing.T) {
	text, err := export.Write(networks(t)[0], "json", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{`"source_port": 0, "target_port": 1`, `"source_port": 0, "target_port": 9`},
		{`"kind": "switch"`, `"kind": "processor"`},
		{`"level": 1`, `"level": 5`},
		{`"target_label": 1`, `"target_label": 2`},
		{`"id": "0,0"`, `"id": "0,00"`},
		{"n=2)", "n=1)"},
		{"n=2)", "n=9)"},
	} {
		changed := strings.Replace(text, change[0], change[1], 1)
		if change[0] == `"id": "0,0"` {
			changed = strings.ReplaceAll(changed, `"0,0"`, `"0,00"`)
		}
		net, err := export.Read("json", changed, nil)
		if changed == text || err != nil || !strings.HasPrefix(net.String(), `read_network(text="… `) {
			t.Errorf("with %s: got %v, %v", change[1], net, err)
		}
	}
}

// BookSim numbers what it is given; links stay links, and ports lead to nodes first.
func TestReadBookSim(t *testing.T) {
	net, err := export.Read("booksim", "router 1 node 1 router 0 15 node 0 3\nrouter 0 router 1 router 2 7\n\nnode 2 router 2\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(links(net), "; "), "n0 r1; n1 r1; n2 r2; r0 r1; r0 r2"; got != want {
		t.Errorf("links %s, want %s", got, want)
	}
	r1, err := net.NodeAt("r1")
	if err != nil {
		t.Fatal(err)
	}
	var heads []string
	for _, v := range net.Neighbors(r1) {
		heads = append(heads, net.Address(v))
	}
	if strings.Join(heads, " ") != "n0 n1 r0" || net.Kind(r1) != topology.Switch || len(net.Processors()) != 3 {
		t.Errorf("r1 is a %v joined with %v, want a switch with n0 n1 r0", net.Kind(r1), heads)
	}
	for _, net := range networks(t) {
		text, err := export.BookSim(net, nil)
		if err != nil {
			t.Fatal(err)
		}
		back, err := export.Read("booksim", text, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := export.BookSim(back, nil)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := export.Read("booksim", again, nil)
		if err != nil || len(back.Processors()) != len(net.Processors()) || same(twice, back) != "" {
			t.Errorf("%v: %d processors, want %d; once more: %v", net, len(back.Processors()), len(net.Processors()), err)
		}
	}
}

// Each text is of another program or of a reader: what it must give is the sorted list of links.
func TestReadForeign(t *testing.T) {
	for _, tt := range []struct{ format, text, want string }{
		{"edgelist", "# a comment\na b {'weight': 3}\r\n\r\n b c 2 # and one\nb a\nlonely\n", "a b; b c"},
		{"edgelist", "1 2", "1 2"},
		{"dot", "digraph { a -> b -> c; b -> a }", "a b; b c"},
		{"dot", "strict graph G{a--{b c}--d:n e}", "a b; a c; b d; c d"},
		{"dot", "/* x\n */ graph \"x\" {\n# line\n// more\n rank=same; node [kind=switch]; \"a\" + \"b\" -- <i<b>> [label=\"x\", w=2.5]; subgraph s { x; -1.5 } }", "<i<b>> ab"},
		{"graphml", `<?xml version='1.0'?><!DOCTYPE graphml><!-- > --><g:graphml xmlns:g="x"><key id="d0" for="node" attr.name="kind"/>
			<g:graph edgedefault="directed"><edge source="a&amp;b" target='&#x7a;'/><edge source="z" target="a&amp;b"/>
			<node id="a&amp;b"><data key="d0"><![CDATA[swi]]>tch</data><port name="x"/></node><node id="z"></node ></g:graph></g:graphml>`, "a&b z"},
		{"json", `{"links": [{"source": 1, "target": [0, 1], "weight": 1e-3, "key": 0}], "nodes": [{"id": 1}, {"x": [{"y": null}], "id": [0, 1]}, {"id": "\ud83d\ude00\u00e9\n"}]}`, "0,1 1"},
		{"json", `{"nodes": [{"id": "\ud83d\ude00\u00e9"}, {"id": "b"}], "edges": [{"source": "😀é", "target": "b"}], "directed": true}`, "b 😀é"},
	} {
		net, err := export.Read(tt.format, tt.text, nil)
		if strings.Contains(tt.text, `\n"`) { // a name may not hold a line break
			if err == nil {
				t.Errorf("%s: got no error for a name with a line break", tt.format)
			}
			net, err = export.Read(tt.format, strings.Replace(tt.text, `\n"`, `"`, 1), nil)
		}
		if err != nil {
			t.Errorf("%s: %s: %v", tt.format, tt.text, err)
			continue
		}
		if got := strings.Join(links(net), "; "); got != tt.want {
			t.Errorf("%s: %s: links %s, want %s", tt.format, tt.text, got, tt.want)
		}
		for u := range topology.Node(net.Order()) {
			wantSwitch := tt.format == "graphml" && net.Address(u) == "a&b" || strings.Contains(tt.text, "node [kind") && net.Address(u) != ""
			if (net.Kind(u) == topology.Switch) != wantSwitch {
				t.Errorf("%s: node %s is a %v", tt.format, net.Address(u), net.Kind(u))
			}
		}
	}
}

// Each fault gives one line that says where it is and what is wanted.
func TestReadErrors(t *testing.T) {
	deep := strings.Repeat
	for _, tt := range []struct{ format, text, want string }{
		{"png", "", `format "png": want dot, graphml, edgelist, json, booksim, gml, `},
		{"edgelist", "", "edgelist: has no nodes, want at least one"},
		{"edgelist", "a b\n# a comment\nSwitchName=s0 Nodes=n[1-16]", `edgelist: line 3: got "SwitchName=s0", want two names with a space between them`},
		{"edgelist", "1,2\n2,3", `edgelist: line 1: got "1,2", want two names with a space between them`},
		{"edgelist", "0 1\n 1,2 \n", `edgelist: line 2: got "1,2", want two names`},
		{"edgelist", "<?xml version='1.0'?>\n<graphml/>", `edgelist: line 1: got "version='1.0'?>", want two names`},
		{"edgelist", "graph {\na -- b\n}", `edgelist: line 1: got "{", want two names`},
		{"edgelist", "router 0 node 0", `edgelist: line 1: got "node" after two names, want numbers, a dict in braces, or nothing`},
		{"edgelist", "*Vertices 3\n1 2", `edgelist: line 1: got "*Vertices", want two names`},
		{"edgelist", "a\x00 b", `edgelist: node "a\x00": want a name without spaces and control characters`},
		{"booksim", "router 0 router 2", "booksim: line 1: there is no router 1, want numbers from 0 on without a gap"},
		{"booksim", "router 0 node 0\nrouter 1 node 0", "booksim: line 2: node 0 is joined with router 0 and router 1, want one router"},
		{"booksim", "node 0 node 1", "line 1: node 0 and node 1: want a link of two routers"},
		{"booksim", "router 0\nrouter", "line 2: got nothing after router, want its number"},
		{"booksim", "router -1", `got "-1" after router, want a number from 0 to 1048575`},
		{"booksim", "router 0 5", `got "5", want router or node`},
		{"booksim", "router 0 router 1 2 3", `got "3", want router or node`},
		{"dot", "graph {\na -- b\n", "dot: line 3: got the end of the text, want a name"},
		{"dot", "graph { a -- }", `got "}", want a name`},
		{"dot", "tree { }", `line 1: got "tree", want graph or digraph`},
		{"dot", "graph { \"a", `got the end of the text, want "`},
		{"dot", "graph { <a", "got the end of the text, want >"},
		{"dot", "graph { /*", "got the end of the text, want */"},
		{"dot", "graph { a [x=] }", `got "]", want a name`},
		{"dot", "graph {} graph {}", `got "graph" after the graph, want one graph`},
		{"dot", deep("graph {", 1) + deep("{", 1e6), "got subgraphs nested more than 16 deep"},
		{"graphml", "hello", "want a graphml element with a graph"},
		{"graphml", "<graphml>\n<graph></graphml>", "line 2: element <graph> closed by </graphml>"},
		{"graphml", "<?xml version='1.0' encoding='latin1'?><graph/>", `opening charset "latin1": want UTF-8`},
		{"graphml", "<graphml>\n<graph/><graph/></graphml>", "line 2: got a second graph, want one"},
		{"graphml", "<graph><node id='a'/><node id='a'/></graph>", `node "a" occurs twice`},
		{"graphml", "<graph><node id='a'/><edge source='a' target='b'/></graph>", `link of node "b": no node has this name`},
		{"graphml", "<graph><node id='a", "unexpected EOF"},
		{"graphml", "<graph><node id=a/></graph>", "unquoted or missing attribute value"},
		{"graphml", "<graph><node id='&lol;'/></graph>", "invalid character entity &lol;"},
		{"graphml", "<!DOCTYPE x [<!ENTITY a 'b'>]><graph/>", "got a document type with declarations, want none"},
		{"graphml", "<graph><hyperedge/></graph>", "got a hyperedge, want links of two nodes"},
		{"graphml", deep("<a>", 1e6), "got elements nested more than 100 deep"},
		{"json", "[]", `json: line 1: got "[]", want {`},
		{"json", "{}", "want an object with nodes and links"},
		{"json", "{\"nodes\": [{\"id\": 1},\n{}]}", "json: line 2: node without an id"},
		{"json", `{"nodes": [{"id": 1}, {"id": "1"}]}`, `node "1" occurs twice`},
		{"json", `{"nodes": [{"id": 1}], "links": [{"source": 1}]}`, "link without a source and a target"},
		{"json", `{"nodes": [{"id": 1}], "links": [{"source": 1, "target": 2}]}`, `link of node "2": no node has this name`},
		{"json", `{"nodes": [{"id": "a` + "\n" + `"}]}`, "want the end of the string on this line"},
		{"json", `{"nodes": [{"id": "\q"}]}`, "want an escape of JSON"},
		{"json", `{"nodes": [{"id": "\u12"}]}`, "want four hexadecimal digits"},
		{"json", `{"nodes": [{"id": 1}]} x`, `got "x" after the object`},
		{"json", `{"nodes": ` + deep("[", 1e6), "got lists nested more than 100 deep"},
		{"json", `{"nodes": [{"id": 1 "x": 2}]}`, "want a comma or }"},
		{"json", `{"nodes": [tru]}`, `want a value`},
		{"json", `{"nodes": [{"id": 1}, {"id": 2}, {"id": 3}], "links": [{"source": 1, "target": 2, "source_port": 4, "target_port": 1}, {"source": 1, "target": 3, "source_port": 4, "target_port": 1}]}`, "json: node 1 has two links on port 4"},
	} {
		_, err := export.Read(tt.format, tt.text, nil)
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %.60q: got error %v, want %s", tt.format, tt.text, err, tt.want)
		}
	}
}

// TestReadParallel checks that in each format a link of two nodes that occurs twice is two, one of a node with itself is left out, and a link of a
// directed format in both directions is one, with a note.
func TestReadParallel(t *testing.T) {
	const doc = "<graph edgedefault='directed'><node id='a'/><node id='b'/>%s</graph>"
	graphML := func(links ...string) string {
		text := ""
		for _, link := range links {
			text += "<edge source='" + link[:1] + "' target='" + link[1:] + "'/>"
		}
		return fmt.Sprintf(doc, text)
	}
	jsonText := func(links ...string) string {
		text := ""
		for i, link := range links {
			if i > 0 {
				text += ","
			}
			text += fmt.Sprintf(`{"source": %q, "target": %q}`, link[:1], link[1:])
		}
		return `{"directed": true, "nodes": [{"id": "a"}, {"id": "b"}], "links": [` + text + `]}`
	}
	for _, tt := range []struct{ format, twice, both, self string }{
		{"edgelist", "a b\na b", "a b\nb a", "a b\nb b"},
		{"dot", "digraph { a -> b\na -> b }", "digraph { a -> b\nb -> a }", "digraph { a -> b\nb -> b }"},
		{"graphml", graphML("ab", "ab"), graphML("ab", "ba"), graphML("ab", "bb")},
		{"json", jsonText("ab", "ab"), jsonText("ab", "ba"), jsonText("ab", "bb")},
	} {
		for _, is := range []struct {
			text string
			size int
			note string
		}{
			{tt.twice, 2, "[the file has links beside others between the same nodes (1): they are parallel]"},
			{tt.both, 1, "[the file gives links in both directions (1): each is one link here]"},
			{tt.self, 1, "[the file joins nodes with themselves (1): these links are left out]"},
		} {
			net, err := export.Read(tt.format, is.text, nil)
			if err != nil || net.Size() != is.size || fmt.Sprint(export.Notes(net)) != is.note {
				t.Errorf("%s: %s: %v, %v, notes %v, want %d links and %s", tt.format, is.text, net, err, export.Notes(net), is.size, is.note)
			}
		}
	}
	for text, want := range map[string]int{
		"strict graph { a -- b -- a }": 1, "graph { a -- b -- a }": 2, "strict digraph { a -> b -> a -> b }": 1, "digraph { a -> b -> a -> b }": 2,
	} {
		if net, err := export.Read("dot", text, nil); err != nil || net.Size() != want {
			t.Errorf("%s: %v, %v, want %d links", text, net, err, want)
		}
	}
	net, err := export.Read("booksim", "router 0 router 1 2 router 0\nrouter 1 router 0 3", nil)
	if err != nil || net.Size() != 1 || net.Cable(0).Latency != 2 || len(export.Notes(net)) != 3 {
		t.Errorf("booksim: %v, %v, notes %v", net, err, export.Notes(net))
	}
}

// What a text says of links and a network does not have is noted.
func TestReadNotes(t *testing.T) {
	for _, tt := range []struct{ format, text, want string }{
		{"booksim", "router 0 node 0 router 1 15\nrouter 1 node 1 3", "[]"},
		{"booksim", "router 0 node 0 router 1\nrouter 1 node 1", "[]"},
		{"edgelist", "a b {'weight': 3}\nb c 2 # 5\nc d\nd e {'length': 2.5, \"kind\": 'a \\'b\\''}\ne f {}\nf g {'x': [1]}", "[the file has data after the names (3): links have none here]"},
		{"edgelist", "0,1 0,2\n0,3", "[]"}, // a name alone, as export writes it
	} {
		net, err := export.Read(tt.format, tt.text, nil)
		if err != nil || fmt.Sprint(export.Notes(net)) != tt.want {
			t.Errorf("%s: %q: got notes %v, %v, want %s", tt.format, tt.text, export.Notes(net), err, tt.want)
		}
	}
}

func TestReadStops(t *testing.T) {
	net, err := topology.Build(family.NewRing(9000))
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range export.Names() {
		text := "SwitchName=s Nodes=n[0-9000]" // the one format that has no rings
		if format != "slurm" {
			if text, err = export.Write(net, format, nil); err != nil {
				t.Fatal(err)
			}
		}
		stop, calls := errors.New("stop"), 0
		_, err = export.Read(format, text, func(done, total int) error {
			if calls++; calls == 3 {
				return stop
			}
			return nil
		})
		if !errors.Is(err, stop) {
			t.Errorf("%s: got error %v, want that of the third report", format, err)
		}
	}
}

// Whatever the text, Read ends, and what it reads can be written and read again with the same result.
func fuzz(f *testing.F, format string) {
	for _, net := range networks(&testing.T{}) {
		if text, err := export.Write(net, format, nil); err == nil { // not every format can have all of them
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		net, err := export.Read(format, text, nil)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: error of two lines: %v", text, err)
			}
			return
		}
		again, err := export.Write(net, "json", nil)
		if err != nil {
			t.Fatal(err)
		}
		back, err := export.Read("json", again, nil)
		if err != nil || same(back, net) != "" {
			t.Errorf("%q: %v, %v", text, err, back)
		}
	})
}

func FuzzReadDOT(f *testing.F) {
	f.Add("digraph { node [kind=switch]; a -> {b c} -> d:p:n [taillabel=3]; subgraph x { \"e\" + \"\\\"f\" } <g<h>> -- -1.5 /* */ }")
	fuzz(f, "dot")
}

func FuzzReadGraphML(f *testing.F) {
	f.Add("<?x?><!-- --><graph><node id='a'><data key='k'><![CDATA[x]]></data><graph><node id='&#98;'/></graph></node><edge source='a' target='b'/></graph>")
	fuzz(f, "graphml")
}
func FuzzReadEdgeList(f *testing.F) { f.Add("a b # c\n\nd"); fuzz(f, "edgelist") }
func FuzzReadJSON(f *testing.F) {
	f.Add(`{"edges": [{"source": [0, "x"], "target": 1.5e3}], "graph": {"name": null}, "nodes": [{"id": [0, "x"]}, {"id": 1.5e3}], "directed": true}`)
	fuzz(f, "json")
}
func FuzzReadBookSim(f *testing.F) {
	f.Add("router 0 node 0 5 router 1 2 node 1\nnode 2 router 1")
	fuzz(f, "booksim")
}

func FuzzAppendJSONString(f *testing.F) {
	f.Add("a\"\\\x00\xff")
	f.Fuzz(func(t *testing.T, s string) {
		var back string
		b := export.AppendJSONString(nil, s)
		if err := json.Unmarshal(b, &back); err != nil || back != string([]rune(s)) {
			t.Errorf("AppendJSONString(%q) = %s reads back as %q, %v", s, b, back, err)
		}
	})
}

func ExampleRead() {
	net, err := export.Read("edgelist", "a b\nb c\nc a\n", nil)
	fmt.Println(net.Order(), net.Size(), err)
	_, err = export.Read("dot", "graph {\n  a -- \n}", nil)
	fmt.Println(err)
	// Output:
	// 3 3 <nil>
	// dot: line 3: got "}", want a name
}
