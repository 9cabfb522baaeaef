package draw_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/endpoints"
	"topobook/topology/export"
	"topobook/topology/family"
	"topobook/topology/networktest"
)

// TestFamilies draws and exports two members of every family: its example and a larger one. Every
// node and link is drawn once, within the drawing, and joined to what it belongs to; no shape of a
// node, and no address, is in the way of another.
func TestFamilies(t *testing.T) {
	for _, f := range family.All() {
		t.Run(f.Name, func(t *testing.T) {
			small := networktest.Build(t)(f.New(f.Example))
			nets := []*topology.Network{small}
			if larger := largerMember(f); larger != nil {
				nets = append(nets, larger)
			} else {
				t.Errorf("%s: want a member that is larger than %v and fits a drawing", f.Name, small)
			}
			if left, err := topology.Without(nets[len(nets)-1], []topology.Node{1}, []topology.Channel{0}); err == nil {
				nets = append(nets, left)
			}
			for _, net := range nets {
				checkDrawing(t, net)
				for _, format := range export.Names() {
					if text, err := export.Write(net, format, nil); format != "slurm" && (err != nil || text == "") { // which has trees only
						t.Errorf("%v: export to %s: %q, %v", net, format, text, err)
					}
				}
			}
		})
	}
}

// TestConcentrated draws the examples of all families with processors on their nodes, as many on each and not, and what is left of such networks.
func TestConcentrated(t *testing.T) {
	for _, f := range family.All() {
		base := networktest.Build(t)(f.New(f.Example))
		for _, most := range []int{1, 4, 9} {
			per := make([]int, base.Order())
			for u := range per {
				if per[u] = most; most == 9 {
					per[u] = u % 10
				}
			}
			net := networktest.Build(t)(endpoints.NewConcentrated(base, per))
			checkDrawing(t, net)
			if left, err := topology.Without(net, []topology.Node{1}, []topology.Channel{0}); err == nil {
				checkDrawing(t, left)
			}
		}
	}
}

// largerMember returns the largest member of a family with at most 300 nodes and 900 links that one
// comes to from the example by raising each of its parameters in turn; nil if there is none.
func largerMember(f family.Family) *topology.Network {
	args := slices.Clone(f.Example)
	var largest *topology.Network
	for raised := true; raised; {
		raised = false
		for i, p := range f.Params {
			if p.Choices != nil || args[i] == family.None {
				continue
			}
			next := slices.Clone(args)
			next[i]++
			net, err := topology.Build(f.New(next))
			if err != nil || net.Order() > 300 || net.Size() > 900 {
				continue
			}
			if largest != nil && net.Order() <= largest.Order() && net.Size() <= largest.Size() {
				continue
			}
			args, largest, raised = next, net, true
		}
	}
	return largest
}

// checkDrawing checks the drawing of net, with addresses and a path.
func checkDrawing(t *testing.T, net *topology.Network) {
	t.Helper()
	o := draw.Defaults()
	svg, err := draw.Network(net, o)
	if err != nil {
		t.Error(err)
		return
	}
	wellFormed(t, svg)
	drawn := parseDrawing(t, svg)
	for u := range topology.Node(net.Order()) {
		a := net.Address(u)
		if drawn.times["node "+a] != 1 {
			t.Errorf("%v: node %s is drawn %d times", net, a, drawn.times["node "+a])
		}
		first, end := net.Channels(u)
		for c := first; c < end; c++ {
			b := net.Address(net.Head(c))
			if n := drawn.times["link "+a+" "+b] + drawn.times["link "+b+" "+a]; n != 1 {
				t.Errorf("%v: link %s–%s is drawn %d times", net, a, b, n)
			}
		}
	}
	if want := net.Order() + net.Size(); len(drawn.times) != want {
		t.Errorf("%v: %d nodes and links are drawn, want %d", net, len(drawn.times), want)
	}
	drawn.checkApart(t, net)
	drawn.checkAttached(t, net)
}

// A picture is what a drawing of a network shows.
type picture struct {
	times  map[string]int // by node or link: how often it is drawn
	nodes  []mark         // shapes
	texts  []mark         // addresses
	ends   []mark         // of lines, at the nodes that they join
	points []spot         // of lines
	size   [2]float64
}

// A mark is what is drawn of a node. Its corners go around.
type mark struct {
	node    string
	corners [4]spot
	round   bool // it is the circle in a box
	inside  bool // it is an address in the shape of its node
}

type spot struct{ x, y float64 }

// parseDrawing reads an SVG element.
func parseDrawing(t *testing.T, svg string) *picture {
	t.Helper()
	p := &picture{times: make(map[string]int)}
	decoder := xml.NewDecoder(strings.NewReader(svg))
	node := ""
	var text map[string]string // attributes of the open text element
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return p
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			attrs := make(map[string]string)
			for _, a := range token.Attr {
				attrs[a.Name.Local] = a.Value
			}
			if a, ok := attrs["data-node"]; ok {
				node = a
				p.times["node "+a]++
			}
			if token.Name.Local == "text" && node != "" {
				text = attrs
			}
			p.start(t, token.Name.Local, attrs, node)
		case xml.CharData:
			if text != nil {
				p.text(t, string(token), text, node)
			}
		case xml.EndElement:
			text = nil
		}
	}
}

func (p *picture) start(t *testing.T, tag string, attrs map[string]string, node string) {
	t.Helper()
	number := func(name string) float64 { return parse(t, attrs[name]) }
	switch link, ok := attrs["data-link"]; {
	case tag == "svg":
		if _, err := fmt.Sscanf(attrs["viewBox"], "0 0 %g %g", &p.size[0], &p.size[1]); err != nil {
			t.Fatal(err)
		}
	case ok:
		p.times["link "+link]++
		before := len(p.points)
		p.line(t, attrs["d"])
		tail, head, _ := strings.Cut(link, " ")
		first, last := p.points[before], p.points[len(p.points)-1]
		p.ends = append(p.ends, mark{node: tail, corners: box(first.x, first.y, first.x, first.y)},
			mark{node: head, corners: box(last.x, last.y, last.x, last.y)})
	case attrs["class"] == "shape" && tag == "circle":
		x, y, r := number("cx"), number("cy"), number("r")
		p.nodes = append(p.nodes, mark{node: node, corners: box(x-r, y-r, x+r, y+r), round: true})
	case attrs["class"] == "shape":
		x, y := number("x"), number("y")
		p.nodes = append(p.nodes, mark{node: node, corners: box(x, y, x+number("width"), y+number("height"))})
	}
}

// line notes points of a path of lines and quadratic curves.
func (p *picture) line(t *testing.T, path string) {
	t.Helper()
	var letter byte
	var at []spot // the ends and control points that the commands name
	for len(path) > 0 {
		if strings.IndexByte("MLQ", path[0]) >= 0 {
			letter, path = path[0], path[1:]
		}
		var x, y float64
		if _, err := fmt.Sscanf(path, "%g %g", &x, &y); err != nil {
			t.Fatalf("path %s: %v", path, err)
		}
		path = strings.TrimLeft(strings.TrimLeft(path, " "), "-.0123456789")
		path = strings.TrimLeft(strings.TrimLeft(path, " "), "-.0123456789")
		path = strings.TrimLeft(path, " ")
		at = append(at, spot{x, y})
		if n := len(at); letter == 'Q' && n >= 3 {
			for _, f := range []float64{0.25, 0.5, 0.75, 1} {
				a, b, c := (1-f)*(1-f), 2*f*(1-f), f*f
				p.points = append(p.points, spot{a*at[n-3].x + b*at[n-2].x + c*x, a*at[n-3].y + b*at[n-2].y + c*y})
			}
		}
		if letter != 'Q' {
			p.points = append(p.points, spot{x, y})
			at = at[len(at)-1:]
		} else if len(at) == 3 {
			at = at[2:]
		}
	}
}

func parse(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func box(left, top, right, bottom float64) [4]spot {
	return [4]spot{{left, top}, {right, top}, {right, bottom}, {left, bottom}}
}

// text notes where a text is: letters are as wide as the package estimates, and reach from the base
// line 0.72 of their size up.
func (p *picture) text(t *testing.T, text string, attrs map[string]string, node string) {
	t.Helper()
	size := parse(t, attrs["font-size"])
	width := 0.6 * size * float64(len([]rune(text)))
	start := 0.0
	switch attrs["text-anchor"] {
	case "middle":
		start = -width / 2
	case "end":
		start = -width
	}
	var x, y, turn float64
	if transform := attrs["transform"]; transform != "" {
		if _, err := fmt.Sscanf(transform, "translate(%g %g)rotate(%g)", &x, &y, &turn); err != nil {
			t.Fatal(err)
		}
	} else {
		x, y = parse(t, attrs["x"]), parse(t, attrs["y"])
	}
	sin, cos := math.Sincos(turn * math.Pi / 180)
	corners := box(start, -0.72*size, start+width, 0)
	for i, c := range corners {
		corners[i] = spot{x + c.x*cos - c.y*sin, y + c.x*sin + c.y*cos}
	}
	p.texts = append(p.texts, mark{node: node, corners: corners, inside: attrs["class"] == "in"})
}

// checkApart reports the first of each sort of things that are in the way of each other.
func (p *picture) checkApart(t *testing.T, net *topology.Network) {
	t.Helper()
	const slack = 0.05 // coordinates are rounded
	outside := func(c spot) bool {
		return c.x < -slack || c.y < -slack || c.x > p.size[0]+slack || c.y > p.size[1]+slack
	}
	for _, c := range p.points {
		if outside(c) {
			t.Errorf("%v: a link is at %v, outside the drawing of %v", net, c, p.size)
			break
		}
	}
	for _, list := range [][]mark{p.nodes, p.texts} {
		for _, m := range list {
			if slices.ContainsFunc(m.corners[:], outside) {
				t.Errorf("%v: node %s or its address is at %v, outside the drawing of %v", net, m.node, m.corners, p.size)
				break
			}
		}
	}
	for _, lists := range [][2][]mark{{p.nodes, p.nodes}, {p.texts, p.texts}, {p.texts, p.nodes}} {
	search:
		for i, a := range lists[0] {
			for j, b := range lists[1] {
				if a.node != b.node && (&lists[0][i] != &lists[1][j]) && overlap(a, b) {
					t.Errorf("%v: nodes %s and %s overlap, or their addresses: %v, %v", net, a.node, b.node, a.corners, b.corners)
					break search
				}
			}
		}
	}
}

// checkAttached reports the first address that is not in its shape or beside it, as it should be, and
// the first line that does not begin and end at its nodes.
func (p *picture) checkAttached(t *testing.T, net *topology.Network) {
	t.Helper()
	shape := make(map[string]mark)
	for _, m := range p.nodes {
		shape[m.node] = m
	}
	within := func(m mark, slack float64) bool {
		s := shape[m.node].corners
		return !slices.ContainsFunc(m.corners[:], func(c spot) bool {
			return c.x < s[0].x-slack || c.y < s[0].y-slack || c.x > s[2].x+slack || c.y > s[2].y+slack
		})
	}
	for _, m := range p.texts {
		if m.inside != within(m, 0.5) || !m.inside && overlap(m, shape[m.node]) {
			t.Errorf("%v: the address of node %s, inside: %v, is at %v, its shape at %v", net, m.node, m.inside, m.corners, shape[m.node].corners)
			break
		}
	}
	for _, m := range p.ends {
		if !within(m, 1) {
			t.Errorf("%v: a link of node %s ends at %v, but its shape is at %v", net, m.node, m.corners[0], shape[m.node].corners)
			break
		}
	}
}

// overlap tells whether two marks share a point that is not at their edges.
func overlap(a, b mark) bool {
	if a.round && b.round {
		dx, dy := a.corners[0].x-b.corners[0].x, a.corners[0].y-b.corners[0].y
		ra, rb := (a.corners[1].x-a.corners[0].x)/2, (b.corners[1].x-b.corners[0].x)/2
		dx, dy = dx+ra-rb, dy+ra-rb
		return math.Sqrt(dx*dx+dy*dy) < ra+rb-0.05
	}
	for _, m := range [2]mark{a, b} { // convex shapes are apart if a line along a side of one parts them
		for i := range 2 {
			axis := spot{m.corners[i+1].x - m.corners[i].x, m.corners[i+1].y - m.corners[i].y}
			length := math.Max(math.Sqrt(axis.x*axis.x+axis.y*axis.y), 1e-9)
			lowA, highA := span(a, axis)
			lowB, highB := span(b, axis)
			if math.Min(highA, highB)-math.Max(lowA, lowB) < 0.05*length {
				return false
			}
		}
	}
	return true
}

// span returns how far the corners of m reach along an axis.
func span(m mark, axis spot) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, c := range m.corners {
		x := c.x*axis.x + c.y*axis.y
		low, high = math.Min(low, x), math.Max(high, x)
	}
	return low, high
}
