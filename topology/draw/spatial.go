package draw

import (
	"fmt"
	"math"
	"strconv"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/sorting"
)

// A View says from where a drawing in space is seen. With both angles 0, digit 0 counts to the right,
// digit 1 away from the viewer, digit 2 upwards.
type View struct {
	Azimuth   float64 // degrees by which what is drawn is turned to the left, around an upright axis
	Elevation float64 // degrees by which the viewer is above it
	Folded    bool    // rings are folded, nodes in the order 0, k-1, 1, k-2, …, so that no link is long
}

// Measures of a drawing in space.
const (
	spaceWidth = 440.0 // of the drawing
	spaceRow   = 680.0 // of one with several boxes
	spaceLimit = 4     // dimensions; beyond the third, a box stands for each digit
	eyeAway    = 8.0   // how far away the viewer is, in halves of the diagonal
	stubLength = 0.42  // of a link that is cut in two, in distances of neighbors
)

// A space is a drawing in space in the making: its distances are those of neighbors, its middle is 0.
type space struct {
	*layout
	view        View
	sides       []int
	digits      [][]int      // by node; nil for cube-connected cycles
	place       [][3]float64 // by node
	box         []int        // by node
	reach, tall float64      // half of the diagonal of the ground, and of the height, with stubs
	unit        float64      // what a distance of 1 is worth in the drawing
	cell        point        // the room for a box
	columns     int          // of boxes
	sinA, cosA  float64      // of the angles
	sinE, cosE  float64
	taken       []point // the middles of addresses
	renamed     bool    // the texts at nodes are not addresses
}

// spatial returns the layout of f in space: a torus, a mesh or a pruned torus of up to 4 dimensions, or
// cube-connected cycles of 3, or what is left of one. Wraparound links are cut in two. Width and height do not
// depend on the angles, so that the figure may turn.
func spatial(f *figure, view View) (*layout, error) {
	net := f.net
	s := &space{layout: &layout{note: ", seen in space"}, view: view, renamed: f.names != nil}
	if err := s.build(f.plain); err != nil {
		return nil, err
	}
	s.sinA, s.cosA = math.Sincos(math.Mod(view.Azimuth, 360) / 180 * math.Pi)
	s.sinE, s.cosE = math.Sincos(math.Mod(view.Elevation, 360) / 180 * math.Pi)
	boxes := 1
	if len(s.sides) == spaceLimit {
		boxes = s.sides[3]
	}
	s.columns = boxes
	if boxes > 3 {
		s.columns = int(math.Ceil(math.Sqrt(float64(boxes))))
	}
	width := spaceWidth
	if boxes > 1 {
		width = spaceRow
	}
	s.cell.x = width / float64(s.columns)
	s.unit = s.cell.x / (float64(2.08*s.reach) + 0.4)
	s.cell.y = float64(float64(2.08*distance(point{s.reach, s.tall}, point{}))*s.unit) + 24 // what is near is larger
	s.size = point{width, math.Ceil(float64(s.cell.y * float64((boxes+s.columns-1)/s.columns)))}
	s.addNodes(net.Order(), point{})
	s.depth = make([]float64, net.Order())
	if f.addresses {
		s.text = make([]label, net.Order())
	}
	for u := range s.at {
		s.at[u], s.depth[u] = s.project(s.place[u], s.box[u])
		s.node(net, topology.Node(u), s.depth[u])
	}
	far, near := s.depth[0], s.depth[0]
	for _, d := range s.depth {
		far, near = min(far, d), max(near, d)
	}
	for u, d := range s.depth {
		s.depth[u] = (d - far) / max(near-far, 0.01)
	}
	s.nameBoxes(boxes)
	s.links(net)
	if s.digits != nil && boxes == 1 {
		s.axes()
	}
	if s.digits != nil {
		s.turnable()
	}
	return s.layout, nil
}

// build finds where the nodes are in space.
func (s *space) build(net *topology.Network) error {
	whole, nodes, ok := topology.Whole(net)
	if !ok {
		whole, nodes = net, nodesOf(net)
	}
	s.place, s.box = make([][3]float64, net.Order()), make([]int, net.Order())
	if c, ok := whole.Definition.(family.CCC); ok && c.Dims() == 3 {
		for u, v := range nodes {
			for i := range 3 {
				at := 1.5
				if i == int(v)%3 {
					at = 0.95 // towards the corner to which it is linked
				}
				if int(v)/3>>(2-i)&1 == 0 {
					at = -at
				}
				s.place[u][i] = at
			}
		}
		s.reach, s.tall = 2.3, 1.7
		return nil
	}
	def, ok := whole.Definition.(topology.Lattice)
	if ok {
		s.sides = def.Sides()
	}
	if !ok || len(s.sides) > spaceLimit {
		return fmt.Errorf("%v: cannot be seen in space, want a torus, a mesh or a pruned torus of at most %d dimensions, or ccc(n=3)", net, spaceLimit)
	}
	s.digits = make([][]int, net.Order())
	for u, v := range nodes {
		s.digits[u] = def.Digits(v)
		for i, digit := range s.digits[u] {
			if i == 3 {
				s.box[u] = digit
				continue
			}
			s.place[u][i] = float64(s.position(i, digit)) - float64(s.sides[i]-1)/2
		}
	}
	var half [3]float64
	for i, side := range s.sides[:min(3, len(s.sides))] {
		half[i] = float64(side-1) / 2
	}
	s.reach = distance(point{half[0], half[1]}, point{}) + stubLength
	s.tall = half[2] + stubLength
	return nil
}

// position returns where a digit is along its ring.
func (s *space) position(i, digit int) int {
	switch k := s.sides[i]; {
	case !s.view.Folded:
		return digit
	case 2*digit < k:
		return 2 * digit
	default:
		return 2*(k-1-digit) + 1
	}
}

// project returns where a place is seen, and how large what is there appears: 1 in the middle.
func (s *space) project(p [3]float64, box int) (at point, scale float64) {
	x, up := s.turned(p)
	y := float64(p[1]*s.cosA) - float64(p[0]*s.sinA) // away
	near := float64(p[2]*s.sinE) - float64(y*s.cosE)
	eye := float64(eyeAway * distance(point{s.reach, s.tall}, point{}))
	scale = eye / (eye - near)
	at = s.middle(box)
	return point{at.x + float64(scale*x*s.unit), at.y - float64(scale*up*s.unit)}, scale
}

// middle returns that of a box.
func (s *space) middle(box int) point {
	return point{float64(s.cell.x * (float64(box%s.columns) + 0.5)), float64(s.cell.y * (float64(box/s.columns) + 0.5))}
}

// node gives u its size, and its address if there is room: inside if the text is a name, else beside it
// and only along the axes.
func (s *space) node(net *topology.Network, u topology.Node, scale float64) {
	half := float64(min(7, max(1.8, float64(0.085*s.unit))) * scale)
	var text label
	if s.text != nil && s.unit >= 30 {
		text = label{text: net.Address(u), size: 9}
		switch {
		case s.renamed:
			text = insideText(text.text, max(leastText, float64(8.5*scale)))
			half = min(max(half, textWidth(text.text, text.size)/2+3), float64(0.45*s.unit))
			text.centre(s.at[u])
		default:
			wide := point{textWidth(text.text, 9) / 2, 5}
			text.at = point{s.at[u].x + half + 1, s.at[u].y + half + 6}
			if middle := (point{text.at.x + wide.x, text.at.y}); s.axis(u) && isFree(middle, s.taken, wide) {
				s.taken = append(s.taken, middle)
			} else {
				text.text = ""
			}
		}
		s.text[u] = text
	}
	s.half[u] = point{half, half}
}

// axis reports whether all digits of u but one are 0, and that is not the second of many.
func (s *space) axis(u topology.Node) bool {
	if s.digits == nil {
		return true
	}
	nonzero := 0
	for i, digit := range s.digits[u] {
		if digit > 0 {
			nonzero++
			if i == 1 && s.unit < 70 || i == 3 {
				return false
			}
		}
	}
	return nonzero <= 1
}

// nameBoxes writes the last digit of its nodes above each of several boxes.
func (s *space) nameBoxes(boxes int) {
	for b := range boxes {
		if at := s.middle(b); boxes > 1 {
			s.under.element("text", "last digit "+strconv.Itoa(b), "class", "row", "text-anchor", "middle",
				"x", num(at.x), "y", num(at.y-s.cell.y/2+11))
		}
	}
}

// links gives the links their ways, and lets those that are farther away fade.
func (s *space) links(net *topology.Network) {
	s.centre(net)
	channels := 2 * net.Size()
	s.fade, s.out, s.aside = make([]float64, channels), make([]point, channels), make([]point, channels)
	s.arcs, s.wraps = make([]float64, channels), make([]bool, channels)
	for c := range topology.Channel(channels) {
		u, v := net.Tail(c), net.Head(c)
		s.fade[c] = opacity((s.depth[u] + s.depth[v]) / 2)
		if s.digits == nil {
			continue
		}
		i := net.Label(c)
		step := s.digits[v][i] - s.digits[u][i]
		ahead := -stubLength // along the ring
		if step == 1 || step < -1 {
			ahead = stubLength
		}
		switch {
		case i == 3: // to the next box
			s.out[c] = point{float64(0.4 * ahead * s.unit), float64(0.5 * ahead * s.unit)}
		case s.view.Folded:
			if d := s.position(i, s.digits[v][i]) - s.position(i, s.digits[u][i]); d*d > 1 {
				s.arcs[c] = float64(0.3 * s.unit)
				if s.position(i, s.digits[u][i])%2 == 1 {
					s.arcs[c] = -s.arcs[c]
				}
			}
		case step*step > 1:
			to := s.place[u]
			to[i] += ahead
			end, _ := s.project(to, s.box[u])
			s.out[c] = point{end.x - s.at[u].x, end.y - s.at[u].y}
			s.note = ", seen in space, with links around it cut in two"
			s.wraps[c] = true
		}
	}
	if s.view.Folded {
		s.note = ", folded, seen in space"
	}
}

// axisNames are what the dimensions of a drawing in space are called.
var axisNames = [...]string{"x", "y", "z"}

// axes draws, in a corner of the drawing, which way each dimension goes, in the colour of its links.
func (s *space) axes() {
	const length, edge = 26.0, 40.0
	from := point{edge, s.size.y - edge}
	for i := range s.sides {
		var way [3]float64
		way[i] = 1
		x, up := s.turned(way)
		var line shape
		line.moveTo(from)
		line.lineTo(point{from.x + float64(length*x), from.y - float64(length*up)})
		s.under.open("g", "class", "axis3")
		s.under.empty("path", "class", "link s"+strconv.Itoa(i), "d", string(line))
		s.under.element("text", axisNames[i], "class", "label f"+strconv.Itoa(i), "font-size", "11", "text-anchor", "middle",
			"x", num(from.x+float64(1.4*length*x)), "y", num(from.y-float64(1.4*length*up)+4))
		s.under.close("g")
	}
}

// turned returns how far to the right and how far up a place is seen, were it not for the distance.
func (s *space) turned(p [3]float64) (x, up float64) {
	away := float64(p[1]*s.cosA) - float64(p[0]*s.sinA)
	return float64(p[0]*s.cosA) + float64(p[1]*s.sinA), float64(p[2]*s.cosE) + float64(away*s.sinE)
}

// turnable tells the page how places are seen: the sides, the angles, what a distance of 1 is worth, the width and the height of a box
// and how many are in a row, how far away the viewer is, and 1 if rings are folded.
func (s *space) turnable() {
	folded := 0.0
	if s.view.Folded {
		folded = 1
	}
	var b []byte
	for _, side := range s.sides {
		b = append(strconv.AppendInt(b, int64(side), 10), ' ')
	}
	for i, x := range []float64{s.view.Azimuth, s.view.Elevation, s.unit, s.cell.x, s.cell.y, float64(s.columns), float64(eyeAway * distance(point{s.reach, s.tall}, point{})), folded} {
		separator := byte(';')
		if i == 4 || i == 5 {
			separator = ' '
		}
		b = appendNum(append(b, separator), x)
	}
	s.space = string(b)
}

// opacity returns that of what is at a depth from 0, the farthest, to 1.
func opacity(depth float64) float64 {
	return math.Round(float64((0.4+float64(0.6*depth))*20)) / 20
}

// byDepth returns the indices of the depths, the farthest first, ties in their order.
func byDepth(depth []float64) []int {
	keys := make([]int, len(depth))
	for i, d := range depth {
		keys[i] = int(math.Round(float64(d*1e6)))<<20 | i
	}
	sorting.Sort(keys)
	for i := range keys {
		keys[i] &= 1<<20 - 1
	}
	return keys
}
