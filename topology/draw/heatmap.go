package draw

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"topobook/topology/sorting"
)

// MaxCells bounds the cells of a heat map.
const MaxCells = 1 << 16

// A Heatmap shows a matrix as cells of nine shades, darker for larger numbers.
type Heatmap struct {
	Title          string
	XLabel, YLabel string      // of the columns and of the rows
	Rows, Cols     []string    // names; nil for none
	Values         [][]float64 // by row and column
}

// SVG returns the heat map as an svg element for a page: a path for each shade. Up to nine distinct
// numbers have a shade each, more are divided into nine equal ranges, which the legend shows. The
// numbers themselves, and names of rows and columns, are written where there is room.
//
// It returns an error if a row has another length than the first, if a number is not finite, or if
// there are more than [MaxCells] cells or not as many names as rows or columns.
func (h Heatmap) SVG() (string, error) {
	if err := h.check(); err != nil {
		return "", err
	}
	m := &heat{Heatmap: h}
	m.frame()
	m.shade()
	m.head()
	m.cells()
	m.texts()
	m.key()
	m.writer.close("svg")
	return m.writer.String(), nil
}

func (h Heatmap) check() error {
	if len(h.Values) == 0 || len(h.Values[0]) == 0 {
		return fmt.Errorf("heatmap: has no cells, want at least one")
	}
	rows, cols := len(h.Values), len(h.Values[0])
	switch {
	case rows*cols > MaxCells:
		return fmt.Errorf("heatmap: has %d × %d cells, want at most %d", rows, cols, MaxCells)
	case h.Rows != nil && len(h.Rows) != rows:
		return fmt.Errorf("heatmap: has %d names of rows, want %d", len(h.Rows), rows)
	case h.Cols != nil && len(h.Cols) != cols:
		return fmt.Errorf("heatmap: has %d names of columns, want %d", len(h.Cols), cols)
	}
	for i, row := range h.Values {
		if len(row) != cols {
			return fmt.Errorf("heatmap: row %d has %d cells, want %d as row 0", i, len(row), cols)
		}
		for j, v := range row {
			if !finite(v) {
				return fmt.Errorf("heatmap: row %d, column %d is %v, want a finite number up to 1e300", i, j, v)
			}
		}
	}
	return nil
}

// A heat is a heat map on its way to SVG.
type heat struct {
	Heatmap
	writer
	left, top     float64 // of the cells
	cell          point   // size
	size          point   // of the drawing
	names         float64 // font size of the names of rows and columns; 0: no room
	turned        bool    // the names of columns stand upright
	low, high     float64
	distinct      []float64 // at most 9 numbers, in order; nil if there are more
	width, height int       // in cells
}

// frame finds the size of the cells and what fits around them.
func (h *heat) frame() {
	h.height, h.width = len(h.Values), len(h.Values[0])
	side := min(30, 420/float64(h.width), max(420/float64(h.height), 210/float64(h.width)))
	h.cell = point{side, side}
	if h.width == 1 || h.height == 1 {
		h.cell = point{min(30, 420/float64(h.width)), min(30, 420/float64(h.height))}
	}
	longest := 0.0
	for _, name := range h.Cols {
		longest = max(longest, textWidth(name, 1))
	}
	widest := 0.0
	for _, name := range h.Rows {
		widest = max(widest, textWidth(name, 1))
	}
	if size := min(10, 0.9*min(h.cell.x, h.cell.y)); size >= leastText && longest*size <= 110 && widest*size <= 110 {
		h.names = size
	}
	h.top = 8
	if h.Title != "" {
		h.top += 18
	}
	if h.XLabel != "" {
		h.top += 16
	}
	if h.names > 0 && h.Cols != nil {
		h.turned = longest*h.names > h.cell.x-3
		h.top += h.names + 4
		if h.turned {
			h.top += float64(longest*h.names) - h.names
		}
	}
	if h.names > 0 && h.Rows != nil {
		h.left = math.Ceil(float64(widest*h.names) + 9)
	}
	if h.YLabel != "" {
		h.left += 16
	}
	h.size = point{h.left + float64(h.cell.x*float64(h.width)), h.top + float64(h.cell.y*float64(h.height)) + 44}
	h.size = point{math.Ceil(max(h.size.x, h.keyWidth(), textWidth(h.Title, 13))) + 2, math.Ceil(h.size.y)}
}

// keyWidth is the room that the legend needs.
func (h *heat) keyWidth() float64 { return h.left + 240 }

// shade finds the range of the numbers, and the distinct ones if they are few.
func (h *heat) shade() {
	h.low, h.high = h.Values[0][0], h.Values[0][0]
	for _, row := range h.Values {
		h.low, h.high = min(h.low, slices.Min(row)), max(h.high, slices.Max(row))
		for _, v := range row {
			if len(h.distinct) <= 9 && !slices.Contains(h.distinct, v) {
				h.distinct = append(h.distinct, v)
			}
		}
	}
	if len(h.distinct) > 9 {
		h.distinct = nil
	}
	sorting.Sort(h.distinct)
}

// class returns the shade of v, 0 to 8.
func (h *heat) class(v float64) int {
	if n := len(h.distinct); n > 0 {
		return spreadShade(slices.Index(h.distinct, v), n)
	}
	return min(int((v-h.low)/(h.high-h.low)*9), 8)
}

// spreadShade returns the shade of the i-th of n.
func spreadShade(i, n int) int {
	if n == 1 {
		return 4
	}
	return (16*i + n - 1) / (2 * (n - 1)) // 8i/(n-1), rounded
}

func (h *heat) head() {
	h.open("svg", "class", "chart heat", "role", "img", "viewBox", "0 0 "+num(h.size.x)+" "+num(h.size.y), "width", shownWidth(h.size.x))
	title := h.Title
	if title == "" {
		title = "Heat map"
	}
	h.element("title", title)
	h.element("desc", "Heat map of "+count(h.height, "row")+" and "+count(h.width, "column")+
		", numbers from "+FormatNumber(h.low)+" to "+FormatNumber(h.high)+".")
	if h.Title != "" {
		h.element("text", h.Title, "class", "title", "x", "0", "y", "13")
	}
}

// cells draws the cells as short thick lines, in a system of coordinates whose unit is a cell. Equal
// neighbors in a row make one line if there is no gap between cells.
func (h *heat) cells() {
	gap, crisp := 0.06, ""
	if h.cell.x < 9 {
		gap, crisp = 0, "crispEdges"
	}
	paths := make([]shape, 9)
	for i, row := range h.Values {
		for j := 0; j < h.width; {
			class, end := h.class(row[j]), j+1
			for gap == 0 && end < h.width && h.class(row[end]) == class {
				end++
			}
			s := &paths[class]
			s.moveTo(point{float64(j) + gap/2, float64(i)})
			*s = appendNum(append(*s, 'h'), float64(end-j)-gap)
			j = end
		}
	}
	h.open("g", "transform", "translate("+num(h.left)+" "+num(h.top+h.cell.y/2)+")scale("+
		strconv.FormatFloat(h.cell.x, 'f', 4, 64)+" "+strconv.FormatFloat(h.cell.y, 'f', 4, 64)+")",
		"stroke-width", num(1-gap), "shape-rendering", crisp)
	for class, s := range paths {
		if len(s) > 0 {
			h.empty("path", "class", "cell q"+strconv.Itoa(class), "d", string(s))
		}
	}
	h.close("g")
}

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
	if size < leastText {
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
