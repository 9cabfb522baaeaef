package draw

import "topobook/topology"

// A layout says where everything in a drawing of a network goes.
type layout struct {
	size   point     // of the drawing
	at     []point   // by node: its middle
	half   []point   // by node: half the width and height of its shape
	anchor []point   // by channel: where its line leaves its tail
	text   []label   // by node: its address; nil if addresses are hidden
	row    []int     // by node: its row from the top; nil if there are no rows
	rows   []row     // from the top
	both   bool      // labels of links stand at both ends
	arcs   []float64 // by channel: twice the rise of its curve, or 0; nil if there are no curves
	out    []point   // by channel: where its line goes first if it is not straight; nil if all are
	aside  []point   // by channel: how far it then goes to the side; if nowhere, its ends are cut off
	fade   []float64 // by channel: its opacity; nil if all are opaque
	depth  []float64 // by node: from 0, the farthest, to 1, the nearest, which is drawn last; nil in the plane
	under  writer    // what lies below the links: frames and their names
	wraps  []bool    // by channel: it goes around a ring; nil if none does
	space  string    // what the page needs to turn the drawing (site/space.js): see space.turnable; empty if it cannot
	note   string    // of the layout, for the sentence: ", on a circle"
}

// A row is a level of a layered drawing.
type row struct {
	name  string
	y     float64
	first topology.Node
	count int
}

// A label is a text at a node.
type label struct {
	text   string // empty: none
	at     point  // where its base line begins, ends or has its middle
	size   float64
	anchor string  // middle, end, or empty for start
	turn   float64 // degrees, clockwise
	inside bool    // lies within the shape
}

// bend returns twice the rise of the curve of c, 0 for a straight line.
func (l *layout) bend(c topology.Channel) float64 {
	if l.arcs == nil {
		return 0
	}
	return l.arcs[c]
}

// insideLabel returns the text in the middle of a shape of the given half width, at the largest size
// that leaves a margin; ok says whether there is one.
func insideLabel(text string, at point, half float64) (l label, ok bool) {
	for size := 10.5; size >= leastText; size -= 0.5 {
		if textWidth(text, size)+6 <= 2*half {
			l = insideText(text, size)
			l.centre(at)
			return l, true
		}
	}
	return label{}, false
}

// longestAddress returns the largest estimated width of an address of nodes at size 10.
func longestAddress(net *topology.Network, nodes []topology.Node) float64 {
	widest := 0.0
	for _, u := range nodes {
		widest = max(widest, textWidth(net.Address(u), 10))
	}
	return widest
}

// insideText returns a text for the middle of a shape, still without a place.
func insideText(text string, size float64) label {
	return label{text: text, size: size, anchor: "middle", inside: true}
}

// centre puts the middle of the text at a place.
func (l *label) centre(at point) { l.at = point{at.x, at.y + float64(0.35*l.size)} }

// addNodes adds n nodes of the same shape, still without a place.
func (l *layout) addNodes(n int, half point) {
	l.at, l.half = make([]point, n), make([]point, n)
	for u := range l.half {
		l.half[u] = half
	}
}

// writeInside gives every node its address as a text inside.
func (l *layout) writeInside(net *topology.Network, size float64) {
	l.text = make([]label, net.Order())
	for u := range l.text {
		l.text[u] = insideText(net.Address(topology.Node(u)), size)
	}
}

// centre lets every line leave from the middle of its node, and puts the texts inside there.
func (l *layout) centre(net *topology.Network) {
	for u := range l.text {
		if l.text[u].inside {
			l.text[u].centre(l.at[u])
		}
	}
	l.anchor = make([]point, 2*net.Size())
	for c := range l.anchor {
		l.anchor[c] = l.at[net.Tail(topology.Channel(c))]
	}
}
