package draw

import "strconv"

// Ends returns the ends of the range around point j, which are its y if it has none.
func (s Series) Ends(j int) (low, high float64) {
	switch {
	case s.Low != nil:
		return s.Low[j], s.High[j]
	case s.Error != nil:
		return s.Y[j] - s.Error[j], s.Y[j] + s.Error[j]
	}
	return s.Y[j], s.Y[j]
}

// rangeEnds returns the ends of all ranges, but those that a logarithmic axis cannot hold.
func (p *plot) rangeEnds() []float64 {
	var ends []float64
	for _, s := range p.Series {
		for j := range s.X {
			low, high := s.Ends(j)
			if ends = append(ends, high); !p.YLog || low > 0 {
				ends = append(ends, low)
			}
		}
	}
	return ends
}

// ranges draws the ranges of series i: an area, or a bar with caps at each point that has one.
func (p *plot) ranges(i int) {
	s := p.Series[i]
	var bars, above, below shape
	for j, x := range s.X {
		low, high := s.Ends(j)
		at, top, bottom := p.x.at(x), p.y.at(high), p.y.at(max(low, p.y.low))
		if j == 0 {
			above.moveTo(point{at, top})
		} else {
			above.lineTo(point{at, top})
		}
		if low == high {
			continue
		}
		for _, bar := range [3][2]point{{{at, bottom}, {at, top}}, {{at - 3, bottom}, {at + 3, bottom}}, {{at - 3, top}, {at + 3, top}}} {
			bars.moveTo(bar[0])
			bars.lineTo(bar[1])
		}
	}
	switch {
	case len(bars) == 0:
	case !p.Bands || len(s.X) == 1:
		p.empty("path", "class", "whisker s"+strconv.Itoa(i%8), "d", string(bars))
	default:
		for j := len(s.X) - 1; j >= 0; j-- {
			low, _ := s.Ends(j)
			below.lineTo(point{p.x.at(s.X[j]), p.y.at(max(low, p.y.low))})
		}
		p.empty("path", "class", "band f"+strconv.Itoa(i%8), "d", string(above)+string(below)+"Z")
	}
}
