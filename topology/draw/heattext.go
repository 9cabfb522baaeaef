package draw

import (
	"math"
	"strconv"
)

// texts writes the numbers in the cells and the names around them, where there is room.
func (h *heat) texts() {
	if h.XLabel != "" {
		y := 12.0
		if h.Title != "" {
			y += 18
		}
		h.element("text", h.XLabel, "class", "axis-title", "x", num(h.left), "y", num(y))
	}
	if h.YLabel != "" {
		h.element("text", h.YLabel, "class", "axis-title", "text-anchor", "end",
			"transform", "translate(10 "+num(h.top)+")rotate(-90)")
	}
	if h.names > 0 {
		h.rowAndColumnNames()
	}
	h.numbers()
}

func (h *heat) rowAndColumnNames() {
	h.open("g", "class", "tick", "font-size", num(h.names), "text-anchor", "end")
	for i, name := range h.Rows {
		h.element("text", name, "x", num(h.left-5), "y", num(h.top+float64(h.cell.y*(float64(i)+0.5))+float64(0.35*h.names)))
	}
	h.close("g")
	anchor := "middle"
	if h.turned {
		anchor = ""
	}
	h.open("g", "class", "tick", "font-size", num(h.names), "text-anchor", anchor)
	for j, name := range h.Cols {
		x := h.left + float64(h.cell.x*(float64(j)+0.5))
		if h.turned {
			h.element("text", name, "transform", "translate("+num(x+float64(0.35*h.names))+" "+num(h.top-4)+")rotate(-90)")
			continue
		}
		h.element("text", name, "x", num(x), "y", num(h.top-5))
	}
	h.close("g")
}

// numbers writes each number into its cell if all fit.
func (h *heat) numbers() {
	longest := 0.0
	for _, row := range h.Values {
		for _, v := range row {
			longest = max(longest, textWidth(FormatNumber(v), 1))
		}
	}
	size := min(11, (h.cell.x-5)/longest, 0.7*h.cell.y)
	if size < 7 || h.cell.x < 11 {
		return
	}
	h.open("g", "font-size", num(size), "text-anchor", "middle")
	for i, row := range h.Values {
		for j, v := range row {
			class := "value"
			if h.class(v) >= 5 {
				class = "value deep"
			}
			h.element("text", FormatNumber(v), "class", class, "x", num(h.left+float64(h.cell.x*(float64(j)+0.5))),
				"y", num(h.top+float64(h.cell.y*(float64(i)+0.5))+float64(0.35*size)))
		}
	}
	h.close("g")
}

// key draws the legend: a swatch for each distinct number, or nine with the limits of their ranges.
func (h *heat) key() {
	y := h.top + float64(h.cell.y*float64(h.height)) + 18
	n := max(len(h.distinct), 1)
	if h.distinct == nil {
		n = 9
	}
	const width = 24.0
	h.open("g", "class", "tick", "font-size", "10", "text-anchor", "middle")
	for i := range n {
		class := i
		if h.distinct != nil {
			class = spreadShade(i, n)
		}
		x := h.left + float64(width*float64(i))
		var s shape
		s.moveTo(point{x, y})
		s = appendNum(append(s, 'h'), width-1)
		h.empty("path", "class", "cell q"+strconv.Itoa(class), "stroke-width", "9", "d", string(s))
	}
	every := h.keyStride(n, width)
	for i := range n + 1 {
		switch {
		case i%every != 0:
		case h.distinct == nil:
			v := h.low + float64((h.high-h.low)*(float64(i)/9))
			h.element("text", keyText(v), "x", num(h.left+float64(width*float64(i))), "y", num(y+17))
		case i < n:
			h.element("text", keyText(h.distinct[i]), "x", num(h.left+float64(width*(float64(i)+0.5))), "y", num(y+17))
		}
	}
	h.close("g")
}

// keyStride returns how many swatches apart the texts of the legend must be so that they do not touch.
func (h *heat) keyStride(n int, width float64) int {
	widest := max(textWidth(keyText(h.low), 10), textWidth(keyText(h.high), 10))
	for i := range n {
		if h.distinct != nil {
			widest = max(widest, textWidth(keyText(h.distinct[i]), 10))
		} else {
			widest = max(widest, textWidth(keyText(h.low+float64((h.high-h.low)*(float64(i)/9))), 10))
		}
	}
	for _, every := range []int{1, 3} {
		if widest+4 <= width*float64(every) {
			return every
		}
	}
	return 9
}

// keyText returns v with at most three significant digits, or as an integer.
func keyText(v float64) string {
	if v == math.Trunc(v) {
		return FormatNumber(v)
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 2, 64), 64)
	if err != nil {
		return FormatNumber(v)
	}
	return FormatNumber(rounded)
}
