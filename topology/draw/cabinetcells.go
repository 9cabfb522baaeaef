package draw

import (
	"fmt"
	"strconv"

	"topobook/topology"
)

// maxBoard bounds the routers of a drawing of cabinets.
const maxBoard = 1 << 16

// checkedBoard returns the board of net, or the error that says why there is none.
func checkedBoard(net *topology.Network, o Options, values []float64) (*board, error) {
	if net.Order() > maxBoard {
		return nil, fmt.Errorf("%v: has %d nodes, want at most %d to draw its cabinets", net, net.Order(), maxBoard)
	}
	b := newBoard(net, o, values)
	if b == nil {
		return nil, fmt.Errorf("got %v, want a network of cabinets, drawers and positions, such as swapped_dragonfly", net)
	}
	return b, nil
}

// drawRouters draws the routers as cells: there are values, or they are many.
func (b *board) drawRouters() {
	h := &heat{pen: b.pen, left: boardLeft}
	if b.values != nil {
		h.Values = [][]float64{b.values}
		h.shade()
	}
	b.drawCells(h)
	h.b = append(h.b, b.layout.under.b...)
	b.pen = h.pen
	if b.values != nil {
		b.numbers(h)
	}
	b.ends()
}

// drawCells draws a path for each shade: a thick dashed line for each run of routers of a drawer with one shade.
func (b *board) drawCells(h *heat) {
	shades := make([]shape, 9)
	shade := func(u int) int {
		if b.values == nil {
			return 0
		}
		return h.class(b.values[u])
	}
	m := b.Width()
	for u := 0; u < b.net.Order(); {
		class, end := shade(u), u+1
		for end%m != 0 && shade(end) == class {
			end++
		}
		at := b.layout.at[u]
		shades[class].moveTo(point{at.x - b.cell/2, at.y})
		shades[class] = appendNum(append(shades[class], 'h'), float64(b.cell*float64(end-u)))
		u = end
	}
	const gap = 0.8
	h.open("g", "class", "cell", "stroke-width", num(b.cell-gap), "stroke-dasharray", num(b.cell-gap)+" "+num(gap))
	for class, s := range shades {
		if len(s) > 0 {
			h.empty("path", "class", "q"+strconv.Itoa(class), "d", string(s))
		}
	}
	h.close("g")
}

// numbers writes each value into its cell if all fit, and the legend.
func (b *board) numbers(h *heat) {
	longest := 0.0
	for _, v := range b.values {
		longest = max(longest, textWidth(FormatNumber(v), 1))
	}
	size := min(11, (b.cell-4)/longest, 0.6*b.cell)
	b.open("g", "font-size", num(size), "text-anchor", "middle")
	for u, v := range b.values {
		if size < 7 || b.net.Order() > MaxNodes {
			break
		}
		class := "value"
		if h.class(v) >= 5 {
			class = "value deep"
		}
		at := b.layout.at[u]
		b.element("text", FormatNumber(v), "class", class, "x", num(at.x), "y", num(at.y+float64(0.35*size)))
	}
	b.close("g")
	h.top, h.pen = b.layout.size.y-46, b.pen
	h.key()
	b.pen = h.pen
}

// ends outlines the cells of source, destination and marked routers.
func (b *board) ends() {
	outline := func(class string, u topology.Node) {
		var s shape
		at := b.layout.at[u]
		r := max(b.cell/2, 2.5)
		s.box(point{at.x - r, at.y - r}, point{at.x + r, at.y + r})
		b.open("path", "class", class, "d", string(s))
		b.element("title", b.nodeTitle(u))
		b.close("path")
	}
	for _, u := range b.o.Marked {
		outline("cross", u)
	}
	for _, u := range []topology.Node{b.o.Source, b.o.Dest} {
		if u != NoNode {
			outline("ring", u)
		}
	}
}
