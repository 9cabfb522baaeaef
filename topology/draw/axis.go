package draw

import (
	"math"
	"slices"

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
	p.right = p.width - 12
	directly := p.placeEnds()
	if !directly && p.named() {
		p.top = p.placeLegend(p.top)
	}
	if p.YLabel != "" {
		p.top += 16
	}
	p.bottom = p.top + p.high
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
	for i := range p.ends {
		p.ends[i] += p.top
	}
}

// named reports whether the series need names.
func (p *plot) named() bool {
	return !p.small && len(p.Series) > 1 || !p.small && p.Series[0].Name != "" && p.Series[0].Name != p.YLabel
}

// makeY makes the y scale; its coordinates are set later.
func (p *plot) makeY() {
	ys := append(p.all(func(s Series) []float64 { return s.Y }), p.alsoY...)
	whole := integers(ys)
	ys = append(ys, p.rangeEnds()...)
	low, high := slices.Min(ys), slices.Max(ys)
	ticks := p.ticksWithin(7)
	if p.YLog {
		if p.Kind == Bars {
			low *= 0.6 // so that the least bar shows
		}
		p.y = logScale(low, high, ticks+1, true)
		return
	}
	always, near := p.Kind == Bars || p.Zero == ZeroAlways, p.Zero == ZeroIfNear
	if always || near && low > 0 && low < 0.5*high {
		low = min(low, 0)
	}
	if always || near && high < 0 && high > 0.5*low {
		high = max(high, 0)
	}
	p.y = niceLinear(low, high, ticks, whole)
}

// ticksWithin returns how many ticks there are to be at most, of those that a large chart has.
func (p *plot) ticksWithin(most int) int {
	if p.small {
		return most * 3 / 4
	}
	return most
}

// makeX makes the x scale, with as many ticks as have room.
func (p *plot) makeX() {
	xs := append(p.all(func(s Series) []float64 { return s.X }), p.alsoX...)
	low, high := slices.Min(xs), slices.Max(xs)
	whole := integers(xs)
	if p.Kind == Bars && !p.XLog || len(p.Categories) > 0 {
		p.x = p.bandScale(xs)
		low, high = p.x.low, p.x.high
	}
	for most := p.ticksWithin(12); ; most-- {
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
			p.element("text", t.text, "x", num(min(at, p.width-half)), "y", num(p.bottom+17))
		}
	}
	p.close("g")
}
