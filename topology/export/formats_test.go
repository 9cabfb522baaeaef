package export_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/export"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

// trunks returns a network with switches, parallel links and cables of all kinds, and a node without links.
func trunks(t testing.TB) *topology.Network {
	return networktest.Build(t)(topology.NewGraph([]string{"leaf1", "n1", "spine", "n2", "leaf2", "spare"},
		[][2]string{{"n1", "leaf1"}, {"leaf1", "spine"}, {"spine", "leaf1"}, {"leaf2", "spine"}, {"leaf2", "spine"}, {"n2", "leaf2"}},
		topology.WithSwitches("leaf1", "leaf2", "spine", "spare"), topology.WithParallelLinks(),
		topology.WithCables([]topology.Cable{{Kind: "copper"}, {Kind: `active "optical" & more`, Length: 12.5, Latency: 3, Capacity: 4}, {Length: 1e-7}, {Capacity: 0.25}, {}, {Latency: 1024}})))
}

// content returns the links of net, each with its ends and its cable, in order: by address or, for formats without names, by number.
func content(net *topology.Network, byNumber bool) []string {
	name := func(u topology.Node) string {
		if byNumber {
			return fmt.Sprintf("%06d", u)
		}
		return net.Address(u)
	}
	var list []string
	for c := range topology.Channel(2 * net.Size()) {
		if a, b := name(net.Tail(c)), name(net.Head(c)); a < b {
			list = append(list, fmt.Sprint(a, " ", b, " ", net.Cable(c)))
		}
	}
	slices.Sort(list)
	return list
}

// TestFormats checks that what each format has of a network comes back, and that it says what it cannot have.
func TestFormats(t *testing.T) {
	simple, multi := append(networks(t), cut(t)...), trunks(t)
	simple = append(simple, networktest.Member(t, "mary_tree(m=3, n=3)"), networktest.Member(t, "torus(k=9, n=2)"), networktest.Member(t, "complete(n=63)"),
		networktest.Member(t, "complete(n=2)"), networktest.Member(t, "complete(n=1)"), networktest.Member(t, "ring(n=64)"))
	for _, f := range export.Formats {
		for _, net := range append(simple, multi) {
			cannot := f.Name == "slurm" && !strings.HasPrefix(net.String(), "mary_tree") || net == multi && (f.Name == "booksim" || f.Name == "graph6") ||
				f.Name == "ibnetdiscover" && strings.Contains(net.String(), `zwölf`)
			text, err := export.Write(net, f.Name, nil)
			if cannot {
				if err == nil || !strings.HasPrefix(err.Error(), f.Name+": ") || !strings.Contains(err.Error(), "want ") {
					t.Errorf("%v: %s: error %v, want one that says what is wanted", net, f.Name, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%v: %s: %v", net, f.Name, err)
				continue
			}
			if detected := export.Detect(text); detected != f.Name && (detected != "" || f.Name != "edgelist" && f.Name != "evalnet") {
				t.Errorf("%v: %s is taken for %q", net, f.Name, detected)
			}
			back, err := export.Read(f.Name, text, nil)
			if err != nil {
				t.Errorf("%v: %s: %v in\n%.300s", net, f.Name, err, text)
				continue
			}
			byNumber := slices.Contains([]string{"graph6", "sparse6", "evalnet"}, f.Name)
			got, want := content(back, byNumber), content(net, byNumber)
			if f.Name == "slurm" {
				for i := range want {
					want[i] = strings.ReplaceAll(want[i], ",", ".")
				}
				slices.Sort(want)
			}
			if f.Name == "booksim" {
				if got, want := len(got), len(want); got < want { // a processor that is a router too becomes two nodes
					t.Errorf("%v: booksim gives %d links, want at least %d", net, got, want)
				}
				continue
			}
			if byNumber || f.Name == "ibnetdiscover" || f.Name == "slurm" { // which know no cables, or their kind alone
				for _, list := range []*[]string{&got, &want} {
					for i, link := range *list {
						(*list)[i] = link[:strings.Index(link, "{")]
					}
				}
			}
			if back.Order() != net.Order() || !slices.Equal(got, want) {
				t.Errorf("%v: %s gives %d nodes and the links %q, want %d and %q", net, f.Name, back.Order(), got, net.Order(), want)
			}
			if slices.Contains([]string{"dot", "graphml", "gml", "json"}, f.Name) {
				if difference := same(back, net); difference != "" {
					t.Errorf("%v: %s: %s", net, f.Name, difference)
				}
			}
			if f.Name == "ibnetdiscover" || f.Name == "slurm" {
				for u := range topology.Node(net.Order()) {
					address := net.Address(u)
					if f.Name == "slurm" {
						address = strings.ReplaceAll(address, ",", ".")
					}
					if v, err := back.NodeAt(address); err != nil || back.Kind(v) != net.Kind(u) || back.Degree(v) != net.Degree(u) {
						t.Errorf("%v: %s: node %s: %v", net, f.Name, net.Address(u), err)
					}
				}
			}
		}
	}
}

// TestReadFormats reads what other programs write: each text has these links, and switches.
func TestReadFormats(t *testing.T) {
	for _, tt := range []struct{ format, text, links, switches, notes string }{
		{"gml", "Creator \"yFiles\"\nVersion 2.2\ngraph\n[\n  hierarchic  1\n  directed  1\n  node\n [ id 3 label \"New  York &#38; &quot;more&quot;\" graphics [ x 1.5 y 2 type \"oval\" ] LabelGraphics [ text \"a ] b\" ] ]\n" +
			"  # a comment\n  node [ id 7 ]\n  edge [ source 3 target 7 ]\n edge [ target 3 source 7 LinkLabel \"< 2 Gbps\" ]\n]\n",
			`7 New_York_&_"more" {"" 0 0 0}`, "", "[the file gives links in both directions (1): each is one link here]"},
		{"gml", "graph [ node [ id 0 label \"a\" ] node [ id 1 label \"a\" ] node [ id 2 label \"b\" kind \"switch\" ] edge [ source 0 target 2 latency 3 ] edge [ source 1 target 2 ] edge [ source 2 target 1 ] edge [ source 2 target 2 ] ]",
			`a#0 b {"" 0 3 0}; a#1 b {"" 0 0 0}; a#1 b {"" 0 0 0}`, "b",
			"[the file joins nodes with themselves (1): these links are left out the file has links beside others between the same nodes (1): they are parallel]"},
		{"edgetable", "\ufeffId;Source;Target;Type;Length;Kind\n1;a;b c;Undirected;2,5 m;x", "", "", `edgetable: line 2: link "a"–"b c": got a length of "2,5 m", want a number`},
		{"edgetable", "from\tto\tkind\nx\ty\toptical\ny\tx\t\nz\t\t\n", `x y {"optical" 0 0 0}`, "", "[the file gives links in both directions (1): each is one link here]"},
		{"edgetable", "Source,Target,Latency\r\n\"a,1\",b,2\r\n\"a,1\",b,2\r\n", `a,1 b {"" 0 2 0}; a,1 b {"" 0 2 0}`, "", "[the file has links beside others between the same nodes (1): they are parallel]"},
		{"graph6", "DQc", `0 2 {"" 0 0 0}; 0 4 {"" 0 0 0}; 1 3 {"" 0 0 0}; 3 4 {"" 0 0 0}`, "", "[]"},       // the example of formats.txt
		{"sparse6", ":Fa@x^\n", `0 1 {"" 0 0 0}; 0 2 {"" 0 0 0}; 1 2 {"" 0 0 0}; 5 6 {"" 0 0 0}`, "", "[]"}, // likewise
		{"evalnet", "4 4 \n1 1 2 \n0 0 \n0 3 \n2 \n", `0 1 {"" 0 0 0}; 0 1 {"" 0 0 0}; 0 2 {"" 0 0 0}; 2 3 {"" 0 0 0}`, "",
			"[the file has links beside others between the same nodes (1): they are parallel]"},
		{"slurm", "# three levels\nSwitchName=top Switches=s[0-1] LinkSpeed=100\nSwitchName=s0 Nodes=a[08-10],b \\\n LinkSpeed=1\nswitchname=s1 nodes=c[1,3]x[0-1]\n",
			`a08 s0; a09 s0; a10 s0; b s0; c1x0 s1; c1x1 s1; c3x0 s1; c3x1 s1; s0 top; s1 top`, "s0 s1 top", "[]"},
		{"ibnetdiscover", fabric, `MF0;sw2:Q n1_HCA-1 {"4xQDR" 0 0 0}; MF0;sw2:Q sw1 {"" 0 0 0}; MF0;sw2:Q sw1 {"4xEDR" 0 0 0}; n1_HCA-1 sw1 {"1xSDR" 0 0 0}`, "MF0;sw2:Q sw1",
			"[the file has links beside others between the same nodes (1): they are parallel]"},
	} {
		net, err := export.Read(tt.format, tt.text, nil)
		if err != nil {
			if err.Error() != tt.notes {
				t.Errorf("%s: %.40q: %v", tt.format, tt.text, err)
			}
			continue
		}
		got := content(net, false)
		if tt.format == "slurm" {
			got = links(net)
		}
		for i := range got {
			got[i] = strings.NewReplacer("{ ", `{"" `, "{optical", `{"optical"`, "{4", `{"4`, "QDR ", `QDR" `, "EDR ", `EDR" `, "SDR ", `SDR" `, "{1x", `{"1x`).Replace(got[i])
		}
		if text := strings.Join(got, "; "); text != tt.links {
			t.Errorf("%s: links %s, want %s", tt.format, text, tt.links)
		}
		var switches []string
		for u := range topology.Node(net.Order()) {
			if net.Kind(u) == topology.Switch {
				switches = append(switches, net.Address(u))
			}
		}
		if slices.Sort(switches); strings.Join(switches, " ") != tt.switches {
			t.Errorf("%s: switches %v, want %s", tt.format, switches, tt.switches)
		}
		if notes := fmt.Sprint(export.Notes(net)); notes != tt.notes {
			t.Errorf("%s: notes %s, want %s", tt.format, notes, tt.notes)
		}
	}
}

// fabric is what ibnetdiscover says of two switches with two cables between them, and of a host at both.
const fabric = `#
# Topology file: generated on Sun Oct 11 2009
#
# Initiated from node 0002c9030000000a port 0002c9030000000b

vendid=0x2c9
devid=0xbd36
sysimgguid=0x2c90000000012
switchguid=0x2c90000000010(2c90000000010)
Switch	36 "S-0002c90000000010"		# "sw1" base port 0 lid 3 lmc 0
[1]	"H-0002c9030000000a"[1](2c9030000000b) 		# "n1 HCA-1" lid 1 1xSDR
[7][ext 17]	"S-0002c90000000020"[9][ext 3]		# "MF0;sw2:Q" lid 5 4xEDR
[8]	"S-0002c90000000020"[10]		# "MF0;sw2:Q" lid 5

vendid=0x2c9
switchguid=0x2c90000000020(2c90000000020)
Switch	36 "S-0002c90000000020"		# "MF0;sw2:Q" enhanced port 0 lid 5 lmc 0
[9]	"S-0002c90000000010"[7]		# "sw1" lid 3 4xEDR
[10]	"S-0002c90000000010"[8]		# "sw1" lid 3
[36]	"H-0002c9030000000a"[2](2c9030000000c) 		# "n1 HCA-1" lid 2 4xQDR

vendid=0x2c9
caguid=0x2c9030000000a
Non-Chassis Nodes

Ca  2 "H-0002c9030000000a"		# "n1 HCA-1"
[1](2c9030000000b) 	"S-0002c90000000010"[1]		# lid 1 lmc 0 "sw1" lid 3 1xSDR
[2](2c9030000000c) 	"S-0002c90000000020"[36]		# lid 2 lmc 0 "MF0;sw2:Q" lid 5 4xQDR
`

// TestReadFormatErrors checks that each fault gives one line that says where it is and what is wanted.
func TestReadFormatErrors(t *testing.T) {
	for _, tt := range []struct{ format, text, want string }{
		{"gml", "graph [\n node [ id 1 ]", "gml: line 2: got the end of the text, want ]"},
		{"gml", "graph [ node [ label \"x\" ] ]", "gml: line 1: node without an id"},
		{"gml", "graph [ node [ id 1 ]\nedge [ source 1 ] ]", "gml: line 2: edge without a source and a target"},
		{"gml", "graph [ node [ id 1 ]\nedge [ source 1 target 2 ] ]", `gml: line 2: link of node "2": no node has this name`},
		{"gml", "graph [ node [ id 1 ] node [ id 1 ] ]", `node "1" occurs twice, want distinct ids`},
		{"gml", "graph [ label \"x ]", `got the end of the text, want "`},
		{"gml", "a b", "want a graph [ … ]"},
		{"gml", "graph [ ] graph [ ]", "got a second graph, want one"},
		{"gml", "graph [ ]", "gml: has no nodes, want at least one"},
		{"gml", "graph [ " + strings.Repeat("a [ ", 1e6), "got lists nested more than 100 deep"},
		{"gml", "graph [ 5 3 ]", `got "5 3 ]", want a key`},
		{"gml", "graph [ node 3 ]", `got "3 ]", want [`},
		{"gml", "graph [ node [ id 1 ] node [ id 2 ]\nedge [ source 1 target 2 capacity \"fast\" ] ]", `gml: line 2: link "1"–"2": got a capacity of "fast", want a number`},
		{"edgetable", "", "edgetable: line 1: got no line, want one with the names of the columns"},
		{"edgetable", "a,b\n1,2", `edgetable: line 1: got the columns "a, b", want source and target, or from and to`},
		{"edgetable", "source,target\na,b\nc\n", "edgetable: line 3: got 1 fields, want 2 as in the first line"},
		{"edgetable", "source,target\n,b", "edgetable: line 2: got a link without a source"},
		{"edgetable", "source,target\n\"a,b", `edgetable: line 2: `},
		{"edgetable", "source,target,latency\na,b,1.5", `edgetable: line 2: got a latency of "1.5", want a number of cycles`},
		{"edgetable", "source,target,length\na,b,-1", `got a length of -1, want 0 to 2147483647`},
		{"edgetable", "source,target,capacity\na,b,NaN", `got a capacity of NaN, want 0 to 2147483647`},
		{"graph6", "D", "graph6: line 1: got 0 bytes after the number of nodes, 5, want 2"},
		{"graph6", "DQcc", "graph6: line 1: got 3 bytes after the number of nodes, 5, want 2"},
		{"graph6", "DQc\nDQc", `graph6: line 2: got "DQc" after the first line, want one graph`},
		{"graph6", "D Q", `got the byte ' ', want one from ? to ~`},
		{"graph6", "~~~", `got "~~~", want the number of nodes`},
		{"graph6", "~~~~~~~~", `got 68719476735 nodes, want at most 1048576`},
		{"graph6", ">>graph6<<", `got "", want the number of nodes`},
		{"sparse6", ">>sparse6<<Fa", `got "Fa" after >>sparse6<<, want a colon`},
		{"sparse6", ":B~~~~", "bits after the links, want fewer than 6"},
		{"evalnet", "", "evalnet: line 1: got the end of the text, want 0 lines of nodes"},
		{"evalnet", "3 2\n1 \n", "evalnet: line 3: got the end of the text, want 3 lines of nodes"},
		{"evalnet", "2 1\n1 \n\n", "node 0 has the neighbor 1, which does not have it as one"},
		{"evalnet", "2 2\n1 \n0 \n", "evalnet: line 1: got 1 links, want 2 as the first line says"},
		{"evalnet", "2 1\n1 \n0 \n1 \n", "evalnet: line 4: got a line after that of the last node, 1"},
		{"evalnet", "2 1\n2 \n", `evalnet: line 2: got "2", want the number of a node from 0 to 1`},
		{"evalnet", "a b", `evalnet: line 1: got "a b", want the numbers of nodes`},
		{"slurm", "SwitchName=a", `slurm: line 1: switch "a" has neither Switches nor Nodes`},
		{"slurm", "SwitchName=a Nodes=x\n\nBlockName=b", `slurm: line 3: got the key "blockname", want SwitchName, Switches, Nodes or LinkSpeed`},
		{"slurm", "SwitchName=a Switches=b", `slurm: line 1: link of node "b": no node has this name`},
		{"slurm", "SwitchName=a Nodes=x[1-", `slurm: line 1: got "x[1-", want ] after [`},
		{"slurm", "SwitchName=a Nodes=x[3-1]", `got "3-1" in brackets, want numbers or ranges`},
		{"slurm", "SwitchName=a Nodes=x[0-999999999]", `got "0-999999999" in brackets, want numbers or ranges of at most 131072 names`},
		{"slurm", "SwitchName=a Nodes=" + strings.Repeat("x[0-9]", 40), "names"},
		{"slurm", "SwitchName=a Nodes=x[[1]]", "want brackets one after the other"},
		{"slurm", "SwitchName=a Nodes=x\nSwitchName=a Nodes=y", `slurm: line 2: node "a" occurs twice, want distinct names of switches`},
		{"slurm", "SwitchName=a Nodes=x\nSwitchName=b Nodes=a", `slurm: line 2: node "a" is the name of a switch`},
		{"slurm", "a b", `slurm: line 1: got "a", want Key=value`},
		{"ibnetdiscover", "", "ibnetdiscover: line 1: want a line with Switch, Ca or Rt"},
		{"ibnetdiscover", "a b", `ibnetdiscover: line 1: got "a b", want Switch, Ca, Rt, a port or key=value`},
		{"ibnetdiscover", fabric[:strings.Index(fabric, "caguid")], `leads to port 1 of "H-0002c9030000000a"`},
		{"ibnetdiscover", fabric[:strings.LastIndex(fabric, "[2]")], `which does not lead back: is the file cut off?`},
		{"ibnetdiscover", "[1] \"a\"[2]", "got a port before any Switch, Ca or Rt"},
		{"ibnetdiscover", "Switch 1 \"a\"\n[1] \"a\"", `ibnetdiscover: line 2: got "", want a port, as [1]`},
		{"ibnetdiscover", "Switch 1 a", `got "a", want a name in quotes`},
		{"ibnetdiscover", "Switch \"a\"", `after Switch, want its number of ports and its name`},
	} {
		_, err := export.Read(tt.format, tt.text, nil)
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %.60q: got error %v, want %s", tt.format, tt.text, err, tt.want)
		}
	}
}

// TestDetect finds out formats from the first line, and takes nothing for an edge list.
func TestDetect(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a b": "", "0 1 5": "", "3 2\n1 \n": "", "1,2\n2,3": "", "SwitchName=a Nodes=b": "slurm", "# x\n\n switchname=a": "slurm",
		"router 0 router 1": "booksim", "router a b": "", " {\"nodes\": []}": "json", "\ufeff<?xml version='1.0'?>": "graphml", "strict digraph{": "dot", "graph{a--b}": "dot",
		"graph G {": "dot", "/* x */ graph {": "dot", "graph [": "gml", "graph\n[": "gml", "Creator \"x\"": "gml", "graph[ node [": "gml", ">>graph6<<DQc": "graph6", "Source,Target": "edgetable",
		"id;\"from\";to": "edgetable", "#\n# Topology file\n#\nvendid=0x2c9": "ibnetdiscover",
	} {
		if got := export.Detect(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestReadPlaces checks that nodes are where a file says, on a map with its degrees narrower to the east, and that places are written again.
func TestReadPlaces(t *testing.T) {
	zoo := `<graphml><key attr.name="Longitude" attr.type="double" for="node" id="x"/><key attr.name="Latitude" attr.type="double" for="node" id="y"/><key attr.name="label" for="node" id="l"/>
<graph><node id="0"><data key="x">-0.5</data><data key="y">59</data><data key="l">A town</data></node><node id="1"><data key="x">10</data><data key="y">61</data><data key="l">B</data></node>
<node id="2"><data key="l">C</data></node><edge source="0" target="1"/></graph></graphml>`
	net, err := export.Read("graphml", zoo, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"graphml", "gml"} {
		for range 2 {
			placed, ok := net.Definition.(topology.Placed)
			if !ok {
				t.Fatalf("%s: the places are lost", format)
			}
			x0, y0, ok0 := placed.Place(0)
			x1, y1, ok1 := placed.Place(1)
			if _, _, ok := placed.Place(2); ok || !ok0 || !ok1 || y0 != -59 || y1 != -61 || x1-x0 < 5.24 || x1-x0 > 5.26 || net.Address(0) != "A_town" {
				t.Errorf("%s: %s at %v, %v and %v, %v", format, net.Address(0), x0, y0, x1, y1)
			}
			text, err := export.Write(net, format, nil)
			if err != nil {
				t.Fatal(err)
			}
			if net, err = export.Read(format, text, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestGraph6Sizes checks networks of all small sizes, whose last bits need care, and of numbers of nodes that are written in three and in six bytes.
func TestGraph6Sizes(t *testing.T) {
	for n := 1; n <= 40; n++ {
		for seed := range 3 {
			for d := range min(n, 4) {
				if n*d%2 == 1 {
					continue
				}
				checkGraph6(t, networktest.Build(t)(family.NewRandomRegular(n, d, seed)), "graph6", "sparse6")
			}
		}
		names := make([]string, n)
		for u := range names {
			names[u] = fmt.Sprint(u)
		}
		for u := range n - 1 { // one link at the last but one, and none at the last
			checkGraph6(t, networktest.Build(t)(topology.NewGraph(names, [][2]string{{fmt.Sprint(u), fmt.Sprint(max(0, u-1))}}[:min(u, 1)])), "graph6", "sparse6")
		}
	}
	checkGraph6(t, networktest.Member(t, "ring(n=300)"), "graph6", "sparse6")
	if !testing.Short() { // it takes a while as WebAssembly
		checkGraph6(t, networktest.Member(t, "ring(n=300000)"), "sparse6")
	}
}

func checkGraph6(t *testing.T, net *topology.Network, formats ...string) {
	t.Helper()
	for _, format := range formats {
		text, err := export.Write(net, format, nil)
		if err != nil {
			t.Fatal(err)
		}
		back, err := export.Read(format, text, nil)
		if err != nil || back.Order() != net.Order() || !slices.Equal(content(back, true), content(net, true)) {
			t.Errorf("%v: %s %.40q gives %v, %v", net, format, text, back, err)
		}
	}
}

func FuzzReadGML(f *testing.F) {
	f.Add("graph [ directed 1 node [ id 1 label \"a&#66;\" graphics [ x 1 y 2 ] ] node [ id 2 ] edge [ source 1 target 2 kind \"x\" ] ]")
	fuzz(f, "gml")
}

func FuzzReadEdgeTable(f *testing.F) {
	f.Add("source;target;length\na;b;1\n\"c\nd\";;")
	fuzz(f, "edgetable")
}
func FuzzReadGraph6(f *testing.F)  { f.Add(":Fa@x^"); fuzz(f, "graph6") }
func FuzzReadEvalNet(f *testing.F) { f.Add("2 1\n1 \n0 \n"); fuzz(f, "evalnet") }
func FuzzReadSlurm(f *testing.F) {
	f.Add("SwitchName=a Nodes=b[1-3,7]c[0-1]\nSwitchName=t Switches=a")
	fuzz(f, "slurm")
}
func FuzzReadIBNetDiscover(f *testing.F) { f.Add(fabric); fuzz(f, "ibnetdiscover") }

// TestReadReal reads files of other programs, which testdata/README.md lists.
func TestReadReal(t *testing.T) {
	for _, tt := range []struct {
		file, format            string
		processors, nodes, size int
		diameter, girth         int
	}{
		{"slimfly.adj", "evalnet", 50, 50, 175, 2, 5},
		{"example.anynet", "booksim", 9, 12, 12, 3, 3},
		{"example.ibnet", "ibnetdiscover", 4, 6, 7, 3, 2},
	} {
		text, err := os.ReadFile("testdata/" + tt.file)
		if err != nil {
			t.Fatal(err)
		}
		net, err := export.Read(tt.format, string(text), nil)
		if err != nil {
			t.Errorf("%s: %v", tt.file, err)
			continue
		}
		pairs, err := measure.AllPairs(net, measure.All, nil)
		if err != nil {
			t.Fatal(err)
		}
		girth, _, err := measure.Girth(net, nil)
		if err != nil || len(net.Processors()) != tt.processors || net.Order() != tt.nodes || net.Size() != tt.size || pairs.Diameter() != tt.diameter || girth != tt.girth {
			t.Errorf("%s: %d processors of %d nodes, %d links, diameter %d, girth %d, %v, want %+v", tt.file, len(net.Processors()), net.Order(), net.Size(), pairs.Diameter(), girth, err, tt)
		}
	}
}

// TestEdgeTableFormulas checks that no field of a table is a formula to a spreadsheet, and that each is read as it was.
func TestEdgeTableFormulas(t *testing.T) {
	names := []string{`=HYPERLINK("http://a.b","c")`, "+1", "-1", "@SUM(1)", "'=1", "''+1", "'", "a=1", "=", `"=1"`, "1-1", "'a"}
	var links [][2]string
	var cables []topology.Cable
	for _, name := range names[1:] {
		links = append(links, [2]string{names[0], name})
		cables = append(cables, topology.Cable{Kind: name})
	}
	g, err := topology.NewGraph(names, links, topology.WithCables(cables))
	net, err := topology.Build(g, err)
	if err != nil {
		t.Fatal(err)
	}
	text, err := export.Write(net, "edgetable", nil)
	if err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(records) != len(names) {
		t.Fatalf("got %d lines, %v, want %d", len(records), err, len(names))
	}
	for _, record := range records {
		for _, field := range record {
			if field != "" && strings.Contains("=+-@\t\r", field[:1]) {
				t.Errorf("got the field %q", field)
			}
		}
	}
	again, err := export.Read("edgetable", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		if u, err := again.NodeAt(name); err != nil || i > 0 && again.Cable(firstChannel(again, u)).Kind != name {
			t.Errorf("%q: is not read again, or its cable is not: %v", name, err)
		}
	}
}

// firstChannel returns a channel that leaves a node.
func firstChannel(net *topology.Network, u topology.Node) topology.Channel {
	c, _ := net.Channels(u)
	return c
}
