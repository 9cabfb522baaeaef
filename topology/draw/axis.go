package draw

import (
	"math"
	"slices"
	"strings"

	"topobook/topology/sorting"
)

// frame makes the scales and the room for the plot.
func (p *plot) frame() {
	p.top = 10.0
	if p.Title != "" {
		p.top += 20
	}
	p.makeY()
	widest := 0.0
	for _, t := range p.y.ticks {
		widest = max(widest, textWidth(t.text, tickSize))
	}
	p.left = math.Ceil(widest + 9)
	p.right = chartWidth - 12
	directly := p.placeEnds()
	if !directly && p.named() {
		p.placeLegend()
	}
	if p.YLabel != "" {
		p.top += 16
	}
	p.bottom = p.top + plotHeight
	p.y.from, p.y.to = p.bottom, p.top
	p.makeX()
	p.height = p.bottom + 22
	if p.slanted {
		longest := 0.0
		for _, name := range p.Categories {
			longest = max(longest, textWidth(name, tickSize))
		}
		p.height += longest / 2
	}
	if p.XLabel != "" || p.opens() {
		p.height += 17
	}
	p.height = math.Ceil(p.height)
	if directly {
		p.settleEnds()
	}
}

// named reports whether the series need names.
func (p *plot) named() bool {
	return len(p.Series) > 1 || p.Series[0].Name != "" && p.Series[0].Name != p.YLabel
}

// makeY makes the y scale; its coordinates are set later.
func (p *plot) makeY() {
	ys := p.all(func(s Series) []float64 { return s.Y })
	whole := integers(ys)
	for _, s := range p.Series {
		for j, e := range s.Error {
			if ys = append(ys, s.Y[j]+e); !p.YLog || e < s.Y[j] {
				ys = append(ys, s.Y[j]-e)
			}
		}
	}
	low, high := slices.Min(ys), slices.Max(ys)
	if p.YLog {
		if p.Kind == Bars {
			low *= 0.6 // so that the least bar shows
		}
		p.y = logScale(low, high, 8, true)
		return
	}
	if p.Kind == Bars || low > 0 && low < 0.5*high {
		low = min(low, 0)
	}
	if p.Kind == Bars || high < 0 && high > 0.5*low {
		high = max(high, 0)
	}
	p.y = niceLinear(low, high, 7, whole)
}

// makeX makes the x scale, with as many ticks as have room.
func (p *plot) makeX() {
	xs := p.all(func(s Series) []float64 { return s.X })
	low, high := slices.Min(xs), slices.Max(xs)
	whole := integers(xs)
	if p.Kind == Bars && !p.XLog || len(p.Categories) > 0 {
		p.x = p.bandScale(xs)
		low, high = p.x.low, p.x.high
	}
	for most := 12; ; most-- {
		if p.XLog {
			p.x = logScale(low, high, most, false)
		} else {
			p.x = tightLinear(low, high, most, whole)
		}
		p.x.from, p.x.to = p.left, p.right
		if len(p.Categories) > 0 {
			p.categoryTicks()
			return
		}
		if p.Kind == Bars && !p.XLog && p.barTicks(xs) {
			return
		}
		if most <= 3 || p.xFits() {
			break
		}
	}
	if p.XLog { // where even few ticks collide, the powers of ten go first
		p.thinTicks()
	}
}

// bandScale returns a scale with half the least distance of two x to spare at either end.
func (p *plot) bandScale(xs []float64) scale {
	sorted := sorting.Distinct(append([]float64(nil), xs...))
	least := math.Inf(1)
	for i := 1; i < len(sorted); i++ {
		least = min(least, sorted[i]-sorted[i-1])
	}
	if math.IsInf(least, 1) {
		least = 1
	}
	low, high := sorted[0], sorted[len(sorted)-1]
	if n := len(p.Categories); n > 0 {
		low, high, least = min(low, 0), max(high, float64(n-1)), 1
	}
	return scale{low: low - float64(0.6*least), high: high + float64(0.6*least)}
}

// xFits reports whether the texts of the x ticks keep apart.
func (p *plot) xFits() bool {
	end := math.Inf(-1)
	for _, t := range p.x.ticks {
		if t.minor {
			continue
		}
		half := textWidth(t.text, tickSize)/2 + 4
		at := p.x.at(t.value)
		if at-half < end {
			return false
		}
		end = at + half
	}
	return true
}

// thinTicks removes the text of every tick that would touch the one before.
func (p *plot) thinTicks() {
	end := math.Inf(-1)
	for i, t := range p.x.ticks {
		half := textWidth(t.text, tickSize)/2 + 4
		at := p.x.at(t.value)
		switch {
		case t.minor:
		case at-half < end:
			p.x.ticks[i].minor = true
		default:
			end = at + half
		}
	}
}

// categoryTicks puts the names of the categories at their x.
func (p *plot) categoryTicks() {
	p.x.ticks = nil
	for i, name := range p.Categories {
		p.x.ticks = append(p.x.ticks, tick{value: float64(i), text: name})
	}
	p.slanted = !p.xFits()
}

// barTicks puts a tick at every bar, and reports whether there was room for that.
func (p *plot) barTicks(xs []float64) bool {
	xs = sorting.Distinct(xs)
	if len(xs) > 30 {
		return false
	}
	before := p.x.ticks
	p.x.ticks = nil
	for _, x := range xs {
		p.x.ticks = append(p.x.ticks, tick{value: x, text: FormatNumber(x)})
	}
	if p.xFits() {
		return true
	}
	p.x.ticks = before
	return false
}

// integers reports whether all xs are.
func integers(xs []float64) bool {
	for _, x := range xs {
		if x != math.Trunc(x) {
			return false
		}
	}
	return true
}

// axes draws the grid, the axes, their texts and titles.
func (p *plot) axes() {
	var grid, faint shape
	for _, t := range p.y.ticks {
		line := &grid
		if t.minor {
			line = &faint
		}
		line.moveTo(point{p.left, p.y.at(t.value)})
		*line = append(*line, 'H')
		*line = appendNum(*line, p.right)
	}
	var axis shape
	base := p.bottom
	if !p.YLog && p.y.low < 0 && p.y.high >= 0 {
		base = p.y.at(0)
	}
	axis.moveTo(point{p.left, base})
	axis = appendNum(append(axis, 'H'), p.right)
	for _, t := range p.x.ticks {
		if p.Kind == Bars && !p.XLog {
			break
		}
		length := 4.0
		if t.minor {
			length = 2
		}
		axis.moveTo(point{p.x.at(t.value), p.bottom})
		axis = appendNum(append(axis, 'v'), length)
	}
	if len(faint) > 0 {
		p.empty("path", "class", "grid minor", "d", string(faint))
	}
	p.empty("path", "class", "grid", "d", string(grid))
	p.empty("path", "class", "axis", "d", string(axis))
	p.open("g", "class", "tick", "font-size", num(tickSize), "text-anchor", "end")
	for _, t := range p.y.ticks {
		if !t.minor {
			p.element("text", t.text, "x", num(p.left-7), "y", num(p.y.at(t.value)+4))
		}
	}
	p.close("g")
	p.xTexts()
	if p.YLabel != "" {
		p.element("text", p.YLabel, "class", "axis-title", "x", "0", "y", num(p.top-11))
	}
	if p.XLabel != "" {
		p.element("text", p.XLabel, "class", "axis-title", "x", num(p.right), "y", num(p.height-5), "text-anchor", "end")
	}
}

func (p *plot) xTexts() {
	anchor := "middle"
	if p.slanted {
		anchor = "end"
	}
	p.open("g", "class", "tick", "font-size", num(tickSize), "text-anchor", anchor)
	for _, t := range p.x.ticks {
		at := p.x.at(t.value)
		switch {
		case t.minor:
		case p.slanted:
			p.element("text", t.text, "transform", "translate("+num(at+4)+" "+num(p.bottom+14)+")rotate(-30)")
		default:
			half := textWidth(t.text, tickSize) / 2
			p.element("text", t.text, "x", num(min(at, chartWidth-half)), "y", num(p.bottom+17))
		}
	}
	p.close("g")
}

// placeEnds reports whether the series can have their names at their right ends, and makes room for them.
func (p *plot) placeEnds() bool {
	if p.Kind == Bars || !p.named() || len(p.Series) > 8 {
		return false
	}
	longest := 0.0
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range p.Series {
		if len(s.X) == 0 {
			return false
		}
		longest = max(longest, textWidth(s.Name, tickSize))
		low, high = min(low, slices.Min(s.X)), max(high, slices.Max(s.X))
	}
	for _, s := range p.Series {
		if end := s.X[len(s.X)-1]; end < high && (p.XLog || high-end > 0.1*(high-low)) {
			return false
		}
	}
	if longest > 130 {
		return false
	}
	p.right -= longest
	return true
}

// settleEnds gives every name at the right the y where its series ends, moved so that none touch.
func (p *plot) settleEnds() {
	const apart = 13
	p.ends = make([]float64, len(p.Series))
	for i, s := range p.Series {
		p.ends[i] = p.y.at(s.Y[len(s.Y)-1])
	}
	order := inOrder(p.ends)
	for i := 1; i < len(order); i++ {
		p.ends[order[i]] = max(p.ends[order[i]], p.ends[order[i-1]]+apart)
	}
	limit := p.bottom
	for i := len(order) - 1; i >= 0; i-- {
		p.ends[order[i]] = min(p.ends[order[i]], limit)
		limit = p.ends[order[i]] - apart
	}
}

// placeLegend puts the legend above the plot, in as many rows as it needs.
func (p *plot) placeLegend() {
	const swatch, gap = 28, 16
	at := point{0, p.top + 5}
	for _, s := range p.Series {
		width := swatch + textWidth(s.Name, tickSize)
		if at.x > 0 && at.x+width > chartWidth {
			at = point{0, at.y + 16}
		}
		p.legend = append(p.legend, at)
		at.x += width + gap
	}
	p.top = at.y + 17
}

// names writes the names of the series, at their ends or in the legend.
func (p *plot) names() {
	for i, y := range p.ends {
		p.element("text", p.Series[i].Name, "class", "name f"+digit8(i), "x", num(p.right+8), "y", num(y+4))
	}
	for i, at := range p.legend {
		var s shape
		if p.Kind == Bars {
			s.box(point{at.x, at.y - 5}, point{at.x + 16, at.y + 5})
			p.empty("path", "class", "bar f"+digit8(i), "d", string(s))
		} else {
			s.moveTo(at)
			s.lineTo(point{at.x + 22, at.y})
			p.empty("path", "class", "series "+look(i), "d", string(s))
		}
		p.element("text", strings.TrimSpace(p.Series[i].Name), "class", "legend", "x", num(at.x+27), "y", num(at.y+4))
	}
}

// digit8 returns i modulo 8.
func digit8(i int) string { return string(rune('0' + i%8)) }
