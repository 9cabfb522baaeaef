package draw

import (
	"math"
	"slices"
	"strings"
)

// placeEnds reports whether the series can have their names at their right ends, and makes room for them. Then it
// sets ends, from the top of the plot. Where series end does not decide: the plot of a chart whose numbers change stays where it is.
func (p *plot) placeEnds() bool {
	if p.Kind == Bars || p.Kind == Points || !p.named() || len(p.Series) > 6 {
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
	at := make([]float64, len(p.Series))
	p.y.from, p.y.to = p.high, 0
	for i, s := range p.Series {
		last := len(s.X) - 1
		if end := s.X[last]; end < high && (p.XLog || high-end > 0.1*(high-low)) {
			return false
		}
		at[i] = p.y.at(s.Y[last])
	}
	if longest > 130 {
		return false
	}
	p.ends, p.aside = spreadOut(at, p.high), 8
	if len(p.Series) > 1 {
		p.aside = 18 // for lines to names that are moved
	}
	p.right -= longest + p.aside - 8
	return true
}

const (
	keyApart = 34.0 // from a name of a series to the one above or below it: a finger finds either, on a phone too
	leadFrom = 5.0  // a name that is farther from the end of its series has a line to it
)

// spreadOut returns the numbers moved as little as can be, in the sum of the squares, so that any two are keyApart
// apart, and all between 0 and high if they have room there.
func spreadOut(at []float64, high float64) []float64 {
	type block struct{ sum, n float64 }
	mean := func(b block) float64 { return b.sum / b.n }
	var blocks []block // of neighbors that touch
	order := inOrder(at)
	for i, j := range order {
		b := block{at[j] - float64(keyApart*float64(i)), 1}
		for n := len(blocks) - 1; n >= 0 && mean(blocks[n]) > mean(b); n-- {
			b = block{blocks[n].sum + b.sum, blocks[n].n + b.n}
			blocks = blocks[:n]
		}
		blocks = append(blocks, b)
	}
	ends, i := make([]float64, len(at)), 0
	room := max(0, high-float64(keyApart*float64(len(at)-1)))
	for _, b := range blocks {
		first := min(max(mean(b), 0), room)
		for range int(b.n) {
			ends[order[i]] = first + float64(keyApart*float64(i))
			i++
		}
	}
	return ends
}

// placeLegend puts the legend below top, in as many rows as it needs, and returns where it ends.
func (p *plot) placeLegend(top float64) float64 {
	const swatch, gap = 28, 16
	at := point{0, top + 5}
	for _, s := range p.Series {
		width := swatch + textWidth(s.Name, tickSize)
		if at.x > 0 && at.x+width > p.width {
			at = point{0, at.y + keyApart}
		}
		p.legend = append(p.legend, at)
		at.x += width + gap
	}
	return at.y + 17
}

// names writes the names of the series, at their ends or in the legend.
func (p *plot) names() {
	for i, y := range p.ends {
		s := p.Series[i]
		last := len(s.X) - 1
		if end := p.y.at(s.Y[last]); math.Abs(y-end) > leadFrom {
			var lead shape
			lead.moveTo(point{p.x.at(s.X[last]) + 5, end})
			lead.lineTo(point{p.right + p.aside - 4, y})
			p.empty("path", "class", "lead s"+digit8(i), "d", string(lead))
		}
		p.element("text", s.Name, "class", "name f"+digit8(i), "x", num(p.right+p.aside), "y", num(y+4))
	}
	for i, at := range p.legend {
		var s shape
		switch p.Kind {
		case Bars:
			s.box(point{at.x, at.y - 5}, point{at.x + 16, at.y + 5})
			p.empty("path", "class", "bar f"+digit8(i), "d", string(s))
		case Points:
			p.empty("circle", "class", "dot f"+digit8(i), "cx", num(at.x+11), "cy", num(at.y), "r", "3.5")
		default:
			s.moveTo(at)
			s.lineTo(point{at.x + 22, at.y})
			p.empty("path", "class", "series "+look(i), "d", string(s))
		}
		p.element("text", strings.TrimSpace(p.Series[i].Name), "class", "legend key", "x", num(at.x+27), "y", num(at.y+4))
	}
}

// digit8 returns i modulo 8.
func digit8(i int) string { return string(rune('0' + i%8)) }
