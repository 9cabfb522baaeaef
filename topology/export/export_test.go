package export_test

import (
	"encoding/json"
	"encoding/xml"
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

func networks(t *testing.T) []*topology.Network {
	t.Helper()
	tree := networktest.Build(t)(family.NewKaryNTree(3, 2))
	cube := networktest.Build(t)(family.NewHypercube(3))
	odd := networktest.Build(t)(topology.NewGraph([]string{`a"b\\c`, "<&>", "zwölf"}, [][2]string{{`a"b\\c`, "<&>"}, {"<&>", "zwölf"}}))
	return []*topology.Network{tree, cube, odd}
}

// links returns the links of net as sorted pairs of addresses.
func links(net *topology.Network) []string {
	var pairs []string
	for link := range net.Links() {
		pairs = append(pairs, pair(net.Address(link.A), net.Address(link.B)))
	}
	slices.Sort(pairs)
	return pairs
}

func pair(a, b string) string { return min(a, b) + " " + max(a, b) }

func TestJSON(t *testing.T) {
	for _, net := range networks(t) {
		text, err := export.Write(net, "json", nil)
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Nodes []struct {
				ID, Kind string
			}
			Links []struct{ Source, Target string }
		}
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatalf("%v: %v", net, err)
		}
		for i, node := range got.Nodes {
			u := topology.Node(i)
			if node.ID != net.Address(u) || node.Kind != net.Kind(u).String() {
				t.Errorf("%v: node %d = %v, want %s, a %v", net, i, node, net.Address(u), net.Kind(u))
			}
		}
		var pairs []string
		for _, link := range got.Links {
			pairs = append(pairs, pair(link.Source, link.Target))
		}
		slices.Sort(pairs)
		if !slices.Equal(pairs, links(net)) {
			t.Errorf("%v: links %q, want %q", net, pairs, links(net))
		}
	}
}

func TestGraphML(t *testing.T) {
	for _, net := range networks(t) {
		text, err := export.Write(net, "graphml", nil)
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Graph struct {
				Nodes []struct {
					ID string `xml:"id,attr"`
				} `xml:"node"`
				Edges []struct {
					Source string `xml:"source,attr"`
					Target string `xml:"target,attr"`
				} `xml:"edge"`
			} `xml:"graph"`
		}
		if err := xml.Unmarshal([]byte(text), &got); err != nil {
			t.Fatalf("%v: %v", net, err)
		}
		var pairs []string
		for _, edge := range got.Graph.Edges {
			pairs = append(pairs, pair(edge.Source, edge.Target))
		}
		slices.Sort(pairs)
		if len(got.Graph.Nodes) != net.Order() || !slices.Equal(pairs, links(net)) {
			t.Errorf("%v: %d nodes and links %q, want %d and %q", net, len(got.Graph.Nodes), pairs, net.Order(), links(net))
		}
	}
}

// A name may hold what XML does not know, which no parser would take.
func TestGraphMLCharacters(t *testing.T) {
	net := networktest.Build(t)(topology.NewGraph([]string{"a\uffff", "b"}, nil))
	text, err := export.Write(net, "graphml", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal([]byte(text), new(struct{})); err != nil {
		t.Errorf("%q: %v", text, err)
	}
}

func TestEdgeList(t *testing.T) {
	for _, net := range networks(t) {
		text, err := export.Write(net, "edgelist", nil)
		if err != nil {
			t.Fatal(err)
		}
		var pairs []string
		for line := range strings.Lines(text) {
			a, b, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			pairs = append(pairs, pair(a, b))
		}
		slices.Sort(pairs)
		if !slices.Equal(pairs, links(net)) {
			t.Errorf("%v: links %q, want %q", net, pairs, links(net))
		}
	}
	comment := networktest.Build(t)(topology.NewGraph([]string{"#b", "c"}, [][2]string{{"#b", "c"}}))
	if _, err := export.EdgeList(comment, nil); err == nil {
		t.Error("EdgeList of a node #b: got no error")
	}
}

func TestBookSim(t *testing.T) {
	for _, tt := range []struct {
		def                       topology.Definition
		routers, terminals, links int // links between routers
	}{
		{must(family.NewKaryNTree(3, 2)), 6, 9, 9},
		{must(family.NewHypercube(3)), 8, 8, 12},
	} {
		net, err := topology.New(tt.def)
		if err != nil {
			t.Fatal(err)
		}
		text, err := export.Write(net, "booksim", nil)
		if err != nil {
			t.Fatal(err)
		}
		routers, terminals, between := 0, 0, 0
		for line := range strings.Lines(text) {
			routers++
			terminals += strings.Count(line, " node ")
			between += strings.Count(line, " router ")
		}
		if routers != tt.routers || terminals != tt.terminals || between != tt.links {
			t.Errorf("%v: %d routers, %d terminals, %d links, want %d, %d, %d", net, routers, terminals, between, tt.routers, tt.terminals, tt.links)
		}
	}
}

func must[D topology.Definition](def D, err error) D {
	if err != nil {
		panic(err)
	}
	return def
}

func TestWriteUnknownFormat(t *testing.T) {
	if _, err := export.Write(networks(t)[0], "png", nil); err == nil || !strings.Contains(err.Error(), `format "png": want dot, graphml, edgelist, json, booksim, gml`) {
		t.Errorf("Write(png): got error %v", err)
	}
}

func ExampleDOT() {
	net, _ := topology.Build(family.NewKaryNTree(2, 1))
	text, _ := export.DOT(net, nil)
	fmt.Print(text)
	// Output:
	// graph "kary_ntree(k=2, n=1)" {
	//   "0" [kind=processor, level=1, shape=circle]
	//   "1" [kind=processor, level=1, shape=circle]
	//   "@0" [kind=switch, level=0, shape=box]
	//   { rank=same; "@0"; }
	//   "0" -- "@0" [source_port=0, target_port=0, headlabel=0]
	//   "1" -- "@0" [source_port=0, target_port=1, headlabel=1]
	// }
}

// TestWriteStops checks that every format is told to stop while it is written, and counts no more steps than there are.
func TestWriteStops(t *testing.T) {
	net := networktest.Member(t, "torus(k=40, n=2)")
	stop := errors.New("stop")
	for _, f := range export.Formats {
		if f.Name == "slurm" {
			continue // which has trees only
		}
		calls, total := 0, net.Order()+net.Size()
		_, err := export.Write(net, f.Name, func(done, of int) error {
			if calls++; done < 0 || done > of || of != total {
				t.Errorf("%s: %d of %d done, want at most %d", f.Name, done, of, total)
			}
			return nil
		})
		if err != nil || calls == 0 {
			t.Errorf("%s: %d calls, error %v", f.Name, calls, err)
		}
		for last := range calls {
			_, err := export.Write(net, f.Name, func(int, int) error {
				if last--; last < 0 {
					return stop
				}
				return nil
			})
			if !errors.Is(err, stop) {
				t.Errorf("%s: stopped at call %d: %v", f.Name, last, err)
			}
		}
	}
}
