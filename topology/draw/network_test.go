package draw_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/family"
)

// networks are what a reader's sliders reach, from the smallest to the largest that is drawn.
func networks() []*topology.Network {
	nets := []*topology.Network{
		must(family.NewRing(3)), must(family.NewRing(12)), must(family.NewRing(80)), must(family.NewRing(1000)),
		must(family.NewComplete(9)), must(family.NewComplete(69)),
		must(family.NewMaryTree(3, 3)), must(family.NewMaryTree(2, 8)), must(family.NewMaryTree(2, 0)),
		must(family.NewButterfly(2, 4)), must(family.NewButterfly(3, 1)),
		must(topology.NewGraph([]string{"paris", "<rome>&\"co\""}, [][2]string{{"paris", "<rome>&\"co\""}})),
	}
	tree := must(family.NewKaryNTree(4, 2))
	part, err := topology.Induced(tree, []topology.Node{0, 1, 5, 9, 17, 18, 20, 21, 23}) // leaf switches without processors
	if err != nil {
		panic(err)
	}
	nets = append(nets, part, must(rungs{5, 4}, nil))
	for dims := 1; dims <= 8; dims++ {
		nets = append(nets, must(family.NewHypercube(dims)))
	}
	for _, kn := range [][2]int{{2, 0}, {2, 1}, {2, 2}, {2, 3}, {2, 6}, {2, 8}, {3, 3}, {4, 2}, {4, 3}, {4, 4}, {8, 2}, {16, 2}, {9, 1}} {
		nets = append(nets, must(family.NewKaryNTree(kn[0], kn[1])))
	}
	return nets
}

// Rungs are rows of switches, each row a complete graph, joined by a link between the first of each.
type rungs struct{ rows, width int }

func (r rungs) String() string                 { return fmt.Sprintf("rungs(%d, %d)", r.rows, r.width) }
func (r rungs) Order() int                     { return r.rows * r.width }
func (rungs) Kind(topology.Node) topology.Kind { return topology.Switch }
func (r rungs) Level(u topology.Node) int      { return int(u) / r.width }
func (rungs) Address(u topology.Node) string   { return strconv.Itoa(int(u)) }
func (rungs) NodeAt(address string) (topology.Node, error) {
	u, err := strconv.Atoi(address)
	return topology.Node(u), err
}

func (r rungs) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		for u := range topology.Node(r.Order()) {
			for v := range u {
				sameRow := r.Level(u) == r.Level(v)
				first := int(u)%r.width == 0 && int(v) == int(u)-r.width
				if (sameRow || first) && !yield(topology.Link{A: u, B: v, PortA: int(v), PortB: int(u), LabelA: 0, LabelB: 1}) {
					return
				}
			}
		}
	}
}

// everything returns options that ask for all there is.
func everything(net *topology.Network) draw.Options {
	o := draw.Defaults()
	o.EdgeLabels, o.ColorByLabel = true, true
	o.Highlights = []draw.Highlight{{Level: topology.NoLevel, Label: 1}}
	o.Source, o.Dest = 0, topology.Node(net.Order()-1)
	o.Marked = []topology.Node{0}
	o.Faults = []topology.Node{topology.Node(net.Order() / 2)}
	if net.Size() > 0 {
		o.Paths = [][]topology.Channel{{0, net.Twin(0)}, {0}, nil}
		o.FaultLinks = []topology.Channel{0}
	}
	return o
}

// A shapeBox is where the shape of a node is.
type shapeBox struct{ left, top, right, bottom float64 }

// shapes returns how often each link is drawn, and the box of each node, by address.
func shapes(t *testing.T, svg string) (boxes map[string]shapeBox, links map[string]int, size [2]float64) {
	t.Helper()
	boxes, links = make(map[string]shapeBox), make(map[string]int)
	decoder := xml.NewDecoder(strings.NewReader(svg))
	node := ""
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return boxes, links, size
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		attrs := make(map[string]string)
		for _, a := range start.Attr {
			attrs[a.Name.Local] = a.Value
		}
		number := func(name string) float64 {
			x, err := strconv.ParseFloat(attrs[name], 64)
			if err != nil {
				t.Fatalf("%s: %v", start.Name.Local, err)
			}
			return x
		}
		switch {
		case start.Name.Local == "svg":
			if _, err := fmt.Sscanf(attrs["viewBox"], "0 0 %g %g", &size[0], &size[1]); err != nil {
				t.Fatal(err)
			}
		case attrs["data-node"] != "":
			node = attrs["data-node"]
			if _, twice := boxes[node]; twice {
				t.Errorf("node %s is drawn twice", node)
			}
		case attrs["data-link"] != "":
			links[attrs["data-link"]]++
		case attrs["class"] == "shape" && start.Name.Local == "circle":
			x, y, r := number("cx"), number("cy"), number("r")
			boxes[node] = shapeBox{x - r, y - r, x + r, y + r}
		case attrs["class"] == "shape":
			x, y := number("x"), number("y")
			boxes[node] = shapeBox{x, y, x + number("width"), y + number("height")}
		}
	}
}

// Every node is drawn once, inside the drawing and clear of the others; every link is drawn once.
func TestNetwork(t *testing.T) {
	for _, net := range networks() {
		for name, o := range map[string]draw.Options{"defaults": draw.Defaults(), "everything": everything(net)} {
			svg, err := draw.Network(net, o)
			if err != nil {
				t.Fatal(err)
			}
			wellFormed(t, svg)
			if again, _ := draw.Network(net, o); again != svg {
				t.Errorf("%v: two drawings differ", net)
			}
			boxes, links, size := shapes(t, svg)
			if len(boxes) != net.Order() || len(links) != net.Size() {
				t.Errorf("%v, %s: draws %d nodes and %d links, want %d and %d", net, name, len(boxes), len(links), net.Order(), net.Size())
			}
			var all []shapeBox
			for u := range topology.Node(net.Order()) {
				b := boxes[net.Address(u)]
				if b.left < 0 || b.top < 0 || b.right > size[0] || b.bottom > size[1] {
					t.Errorf("%v, %s: node %s at %v is outside the drawing of %v", net, name, net.Address(u), b, size)
				}
				for v, other := range all {
					if apart := math.Max(math.Max(other.left-b.right, b.left-other.right), math.Max(other.top-b.bottom, b.top-other.bottom)); apart <= 0 && !roundAndClear(b, other) {
						t.Fatalf("%v, %s: nodes %d and %d overlap: %v, %v", net, name, v, u, other, b)
					}
				}
				all = append(all, b)
			}
		}
	}
}

// roundAndClear tells whether two shapes whose boxes touch are circles that do not.
func roundAndClear(a, b shapeBox) bool {
	width := a.right - a.left
	if math.Abs(width-(a.bottom-a.top)) > 0.02 {
		return false
	}
	dx, dy := (a.left+a.right-b.left-b.right)/2, (a.top+a.bottom-b.top-b.bottom)/2
	return math.Sqrt(dx*dx+dy*dy) > width
}

func TestNetworkGolden(t *testing.T) {
	tree := must(family.NewKaryNTree(4, 2))
	routed := draw.Defaults()
	routed.Paths = [][]topology.Channel{
		walk(t, tree, "0,0", "0@1", "2@0", "3@1", "3,1"),
		walk(t, tree, "0,0", "0@1", "1@0", "3@1", "3,1"),
	}
	routed.Source, routed.Dest = 0, 13
	routed.Marked = []topology.Node{7}
	routed.Faults = []topology.Node{19}
	labels := draw.Defaults()
	labels.EdgeLabels, labels.ColorByLabel = true, true
	labels.Highlights = []draw.Highlight{{Level: 0, Label: 1}}
	bare := draw.Defaults()
	bare.Title, bare.HideLabels = "Only & alone", true
	for _, tt := range []struct {
		name string
		net  *topology.Network
		o    draw.Options
	}{
		{"routed", tree, routed},
		{"labels", must(family.NewKaryNTree(2, 3)), labels},
		{"alone", must(family.NewKaryNTree(2, 0)), bare},
		{"tree", must(family.NewMaryTree(2, 3)), draw.Defaults()},
		{"ring", must(family.NewRing(12)), draw.Defaults()},
		{"cube", must(family.NewHypercube(3)), draw.Defaults()},
	} {
		svg, err := draw.Network(tt.net, tt.o)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, tt.name, svg)
	}
}

func TestNetworkSentence(t *testing.T) {
	tree := must(family.NewKaryNTree(4, 2))
	o := draw.Defaults()
	o.Paths = [][]topology.Channel{walk(t, tree, "0,0", "0@1", "2@0", "3@1", "3,1")}
	for _, tt := range []struct {
		net  *topology.Network
		o    draw.Options
		want string
	}{
		{tree, o, "4-ary 2-tree: 16 processors below 2 levels of 4 switches, 32 links. Path from 0,0 to 3,1 through 0@1; 2@0; 3@1, 4 hops."},
		{must(family.NewKaryNTree(2, 0)), draw.Defaults(), "2-ary 0-tree: 1 processor, 0 links."},
		{must(family.NewMaryTree(3, 2)), draw.Defaults(), "mary_tree(m=3, n=2): 9 processors below levels of 1 and 3 switches, 12 links."},
		{must(family.NewRing(4)), draw.Defaults(), "ring(n=4): 4 processors, 4 links, on a circle."},
	} {
		svg, err := draw.Network(tt.net, tt.o)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(svg, "<desc>")
		if got, _, _ := strings.Cut(rest, "</desc>"); got != tt.want {
			t.Errorf("%v: desc is\n%s, want\n%s", tt.net, got, tt.want)
		}
	}
}

func TestNetworkTooLarge(t *testing.T) {
	for _, tt := range []struct {
		net  *topology.Network
		want string
	}{
		{must(family.NewKaryNTree(4, 5)), "kary_ntree(k=4, n=5): has 2304 nodes and 5120 links, want at most 1300 and 2400 to draw it"},
		{must(family.NewComplete(100)), "complete(n=100): has 100 nodes and 4950 links, want at most 1300 and 2400 to draw it"},
	} {
		_, err := draw.Network(tt.net, draw.Defaults())
		if err == nil || err.Error() != tt.want {
			t.Errorf("got error %v\nwant %s", err, tt.want)
		}
	}
}

// A page holds about eight drawings and is to be below 60 kB when compressed.
func TestNetworkBytes(t *testing.T) {
	for _, tt := range []struct {
		net  *topology.Network
		want int
	}{
		{must(family.NewKaryNTree(2, 3)), 1500},
		{must(family.NewKaryNTree(4, 2)), 1600},
		{must(family.NewKaryNTree(4, 3)), 6000},
		{must(family.NewKaryNTree(2, 6)), 11000},
		{must(family.NewKaryNTree(4, 4)), 24000},
	} {
		svg, err := draw.Network(tt.net, draw.Defaults())
		if err != nil {
			t.Fatal(err)
		}
		if got := zipped(t, svg); got > tt.want {
			t.Errorf("%v: takes %d bytes compressed, want at most %d", tt.net, got, tt.want)
		} else {
			t.Logf("%v: %d bytes, %d compressed", tt.net, len(svg), got)
		}
	}
}

func BenchmarkNetwork(b *testing.B) {
	net := must(family.NewKaryNTree(4, 4))
	for b.Loop() {
		if _, err := draw.Network(net, draw.Defaults()); err != nil {
			b.Fatal(err)
		}
	}
}
