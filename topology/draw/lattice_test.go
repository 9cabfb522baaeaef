package draw_test

import (
	"encoding/xml"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/family"
)

const (
	circle  = ", on a circle."
	farther = ", as far apart as they are hops apart."
)

// lattices are tori, meshes, and what is made from them, up to the largest that are drawn, and how
// the drawing describes where nodes stand.
func lattices() map[*topology.Network]string {
	const cut = ", with links around it cut in two."
	const row, grid, planes, grids = ", in a row.", ", on a grid.", ", seen as a stack of planes", ", on a grid of grids"
	nets := map[*topology.Network]string{
		must(family.NewTorus(4, 1)):   circle,
		must(family.NewMesh(2, 1)):    row,
		must(family.NewMesh(30, 1)):   row,
		must(family.NewMesh(1000, 1)): circle,
		must(family.NewTorus(4, 2)):   grid,
		must(family.NewTorus(34, 2)):  grid,
		must(family.NewMesh(35, 2)):   grid,
		must(family.NewTorus(4, 3)):   planes + cut,
		must(family.NewTorus(9, 3)):   planes + cut,
		must(family.NewMesh(3, 3)):    planes + ".",
		must(family.NewTorus(2, 3)):   ", seen as a projected cube.",
		must(family.NewTorus(2, 4)):   ", seen as a projected cube.",
		must(family.NewMesh(2, 8)):    farther,
		must(family.NewTorus(3, 4)):   grids + cut,
		must(family.NewTorus(4, 4)):   grids + cut,
		must(family.NewMesh(5, 4)):    grids + ".",
		must(family.NewTorus(3, 5)):   farther,
		must(family.NewCCC(3)):        ", as cycles at the corners of a projected cube.",
		must(family.NewCCC(4)):        ", as cycles at the corners of a projected cube.",
		must(family.NewCCC(5)):        ", as cycles at the corners of a projected cube.",
		must(family.NewCCC(6)):        farther,
	}
	for _, tt := range []struct {
		sides []int
		note  string
	}{
		{[]int{2, 5}, grid}, {[]int{40, 2}, grid}, {[]int{2, 600}, farther}, {[]int{5, 3, 2}, planes + cut}, {[]int{2, 3, 5}, planes + cut},
		{[]int{10, 2, 2}, planes + cut}, {[]int{2, 2, 3, 2}, grids + cut}, {[]int{2, 5, 4, 2}, grids + cut}, {[]int{4, 2, 2, 9}, grids + cut},
	} {
		nets[must(family.NewTorusSides(tt.sides))] = tt.note
	}
	for _, tt := range []struct {
		k, n, l, degree int
		note            string
	}{
		{5, 2, 4, 4, grid}, {4, 3, 4, 4, planes + cut}, {10, 3, 10, 4, planes + cut}, {3, 4, 3, 4, grids + cut}, {2, 4, 3, 4, grids + cut},
		{4, 4, 4, 6, grids + cut}, {4, 5, 4, 4, farther},
	} {
		nets[must(family.NewIncompleteTorus(tt.k, tt.n, tt.l, tt.degree, family.KeepBySum))] = tt.note
	}
	return nets
}

// Drawings of lattices say how they are made; nodes are apart and inside, every link is drawn once,
// and no line meets a node other than its ends or leaves the drawing.
func TestLattices(t *testing.T) {
	for net, note := range lattices() {
		svg, err := draw.Network(net, draw.Defaults())
		if err != nil {
			t.Error(err)
			continue
		}
		wellFormed(t, svg)
		if !strings.Contains(svg, note+"</desc>") {
			_, desc, _ := strings.Cut(svg, "<desc>")
			desc, _, _ = strings.Cut(desc, "</desc>")
			t.Errorf("%v: desc is %q, want an end of %q", net, desc, note)
		}
		boxes, links, size := shapes(t, svg)
		if len(boxes) != net.Order() || len(links) != net.Size() {
			t.Errorf("%v: draws %d nodes and %d links, want %d and %d", net, len(boxes), len(links), net.Order(), net.Size())
		}
		var all []shapeBox // by node
		for u := range topology.Node(net.Order()) {
			p := boxes[net.Address(u)]
			for v, q := range all {
				if max(q.left-p.right, p.left-q.right, q.top-p.bottom, p.top-q.bottom) <= 0 && !roundAndClear(p, q) {
					t.Errorf("%v: nodes %d and %d overlap", net, u, v)
				}
			}
			all = append(all, p)
		}
		if note != circle && note != farther { // lines may meet nodes
			checkLines(t, net, lines(t, svg), all, size)
		}
	}
}

// checkLines checks that lines keep inside the drawing and off nodes that are not their ends. Of many
// lines it tries some.
func checkLines(t *testing.T, net *topology.Network, ways map[string][][2]float64, boxes []shapeBox, size [2]float64) {
	t.Helper()
	step := topology.Channel(1 + net.Size()/200)
	for c := topology.Channel(0); int(c) < 2*net.Size(); c += step {
		a, b := net.Tail(c), net.Head(c)
		if a > b {
			a, b = b, a
		}
		way := ways[net.Address(a)+" "+net.Address(b)]
		if len(way) == 0 {
			t.Fatalf("%v: link %d–%d has no line", net, a, b)
		}
		for _, p := range way {
			if p[0] < 0 || p[1] < 0 || p[0] > size[0] || p[1] > size[1] {
				t.Fatalf("%v: link %d–%d is at %v, outside the drawing of %v", net, a, b, p, size)
			}
			for u, box := range boxes {
				if u := topology.Node(u); u != a && u != b && inShape(box, p) {
					t.Fatalf("%v: link %s–%s runs through node %s", net, net.Address(a), net.Address(b), net.Address(u))
				}
			}
		}
	}
}

// inShape tells whether p is in a circle or a stadium, or a unit around it.
func inShape(box shapeBox, p [2]float64) bool {
	radius := (box.bottom - box.top) / 2
	if p[1] < box.top-1 || p[1] > box.bottom+1 || p[0] < box.left-1 || p[0] > box.right+1 {
		return false
	}
	dx := p[0] - min(max(p[0], box.left+radius), box.right-radius)
	dy := p[1] - (box.top+box.bottom)/2
	return math.Hypot(dx, dy) < radius+min(1, radius/4)
}

// lines returns points along the line of each link: of paths of M, L and Q only.
func lines(t *testing.T, svg string) map[string][][2]float64 {
	t.Helper()
	ways := make(map[string][][2]float64)
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return ways
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		data, ends := "", ""
		for _, a := range start.Attr {
			switch a.Name.Local {
			case "d":
				data = a.Value
			case "data-link":
				ends = a.Value
			}
		}
		if ends != "" {
			ways[ends] = walkPath(t, data)
		}
	}
}

// walkPath returns points some three units apart along a path.
func walkPath(t *testing.T, data string) [][2]float64 {
	t.Helper()
	for _, letter := range "MLQ" {
		data = strings.ReplaceAll(data, string(letter), " "+string(letter)+" ")
	}
	var way [][2]float64
	var at [2]float64
	command := ""
	fields := strings.Fields(data)
	next := func() (p [2]float64) {
		for i := range p {
			x, err := strconv.ParseFloat(fields[0], 64)
			if err != nil {
				t.Fatalf("path %q: %v", data, err)
			}
			p[i], fields = x, fields[1:]
		}
		return p
	}
	for len(fields) > 0 {
		if strings.Contains("MLQ", fields[0]) {
			command, fields = fields[0], fields[1:]
		}
		control := at
		switch command {
		case "M":
			at = next()
			command = "L"
			continue
		case "Q":
			control = next()
		}
		from, to := at, next()
		if command == "L" {
			control = [2]float64{(from[0] + to[0]) / 2, (from[1] + to[1]) / 2}
		}
		steps := 1 + math.Ceil(math.Hypot(to[0]-from[0], to[1]-from[1])/3)
		for i := range int(steps) + 1 {
			s := float64(i) / steps
			var p [2]float64
			for j := range p {
				p[j] = (1-s)*(1-s)*from[j] + 2*s*(1-s)*control[j] + s*s*to[j]
			}
			way = append(way, p)
		}
		at = to
	}
	return way
}
