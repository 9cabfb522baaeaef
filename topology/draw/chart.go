package draw

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"topobook/topology/sorting"
)

// A ChartKind says how a chart shows its series.
type ChartKind uint8

const (
	Lines  ChartKind = iota // points joined by lines
	Bars                    // a bar from 0 at each x; several series side by side
	Steps                   // y holds from its x to the next
	Points                  // points alone
)

// A Zero says whether a linear y axis holds 0. That of bars always does.
type Zero uint8

const (
	ZeroIfNear Zero = iota // if that takes less than the data do
	ZeroAlways             // in any case
	ZeroAsIs               // only if the data do
)

// MaxPoints bounds the points of a chart.
const MaxPoints = 20000

// A Series is a sequence of points (X[i], Y[i]).
type Series struct {
	Name  string
	X, Y  []float64
	Error []float64 // nil, or half the height of an error bar at each point, 0 for none; for lines only
	Low   []float64 // nil, or the lower ends of ranges in place of errors
	High  []float64 // and the upper ones
	Open  []bool    // nil, or which points are hollow
}

// A Chart shows series of numbers. Its look comes from [Style].
type Chart struct {
	Title          string // empty: none is shown
	XLabel, YLabel string // with units
	XLog, YLog     bool   // logarithmic axes
	Zero           Zero   // of the y axis
	OpenName       string // what a hollow point is
	Kind           ChartKind
	Bands          bool     // errors and ranges are drawn as areas
	Categories     []string // if any, the names of x = 0, 1, …, in place of numbers
	Series         []Series
	Front          interface { // nil, or a [*Front]: a program without fronts does not link them
		draw(p *plot)
		sentence() string
	}

	small        bool      // one of many, see Multiples
	alsoX, alsoY []float64 // what the axes hold besides
}

// Measures of a chart. It is small, so that on a phone its text is as large as it can be.
const (
	chartWidth = 440.0
	plotHeight = 210.0
	tickSize   = 11.0 // font size
	manyPoints = 80   // above it, points have no elements of their own
)

// SVG returns the chart as an svg element for a page.
//
// Axes have ticks at 1, 2 or 5 times powers of ten, at integers where all numbers are. A logarithmic
// axis shows decades, with faint lines between them. Series differ by colour, dashes and, where they end apart,
// names at their ends; a legend names them otherwise. Up to 80 points have titles, and what more of them
// say is in data-points; a desc describes the data in words.
//
// It returns an error if a point is not finite, not above 0 on a logarithmic axis, or missing, or if
// there are more than [MaxPoints].
func (c Chart) SVG() (string, error) {
	if err := c.check(); err != nil {
		return "", err
	}
	p := c.plot()
	p.frame()
	p.head()
	p.axes()
	p.data()
	p.names()
	if p.opens() {
		p.element("text", "○ "+p.OpenName, "class", "legend", "x", "0", "y", num(p.height-5))
	}
	p.writer.close("svg")
	return p.writer.String(), nil
}

// check returns an error if the chart cannot be drawn.
func (c Chart) check() error {
	points := 0
	for i, s := range c.Series {
		name := strconv.Quote(s.Name)
		if s.Name == "" {
			name = strconv.Itoa(i + 1)
		}
		if len(s.X) != len(s.Y) {
			return fmt.Errorf("chart: series %s has %d x and %d y, want as many of each", name, len(s.X), len(s.Y))
		}
		for j, x := range s.X {
			y := s.Y[j]
			switch {
			case !finite(x) || !finite(y):
				return fmt.Errorf("chart: series %s: point %d is (%v, %v), want finite numbers up to 1e300", name, j+1, x, y)
			case c.XLog && x <= 0:
				return fmt.Errorf("chart: series %s: point %d has x = %v, want more than 0 on a logarithmic axis", name, j+1, x)
			case c.YLog && y <= 0:
				return fmt.Errorf("chart: series %s: point %d has y = %v, want more than 0 on a logarithmic axis", name, j+1, y)
			}
			if low, high := s.Ends(j); !finite(low) || !finite(high) || low > y || high < y {
				return fmt.Errorf("chart: series %s: point %d has y = %v and a range from %v to %v, want one around y", name, j+1, y, low, high)
			}
		}
		if points += len(s.X); points > MaxPoints {
			return fmt.Errorf("chart: has more than %d points", MaxPoints)
		}
	}
	if points == 0 {
		return fmt.Errorf("chart: has no point, want at least one")
	}
	return nil
}

func finite(x float64) bool { return math.Abs(x) <= 1e300 }

// A plot is a chart on its way to SVG.
type plot struct {
	Chart
	writer
	width, high float64 // of the chart and of the plot
	x, y        scale
	left, right float64 // of the plot
	top, bottom float64
	height      float64   // of the chart
	ends        []float64 // by series: the y of its name at the right; nil: there is a legend
	aside       float64   // how far these are from the plot
	legend      []point   // by series: its place in the legend, if there is one
	slanted     bool      // the categories do not fit upright
}

func (c Chart) plot() *plot {
	p := &plot{Chart: c, width: chartWidth, high: plotHeight}
	if c.small {
		p.width, p.high = smallWidth, smallHeight
	}
	return p
}

// head opens the svg element and describes the chart.
func (p *plot) head() {
	p.open("svg", "class", "chart", "role", "img", "viewBox", "0 0 "+num(p.width)+" "+num(p.height),
		"width", shownWidth(p.width))
	title := p.Title
	if title == "" {
		title = p.kindName()
		if p.YLabel != "" {
			title = p.YLabel
		}
		if p.XLabel != "" && p.YLabel != "" {
			title += " against " + p.XLabel
		}
	}
	p.element("title", title)
	p.element("desc", p.sentence())
	if p.Title != "" {
		p.element("text", p.Title, "class", "title", "x", "0", "y", "13")
	}
}

// data draws the series.
func (p *plot) data() {
	total := 0
	for _, s := range p.Series {
		total += len(s.X)
	}
	titles := total <= manyPoints
	for i, s := range p.Series {
		points := ""
		if !titles {
			points = p.pointTexts(i)
		}
		p.open("g", "data-series", cmp.Or(s.Name, p.YLabel, "y"), "data-points", points)
		if p.Kind == Bars {
			p.bars(i, titles)
		} else {
			p.line(i, titles)
		}
		p.close("g")
	}
	if p.Front != nil {
		p.Front.draw(p)
	}
}

// line draws series i as a line, with its points if there are few.
func (p *plot) line(i int, titles bool) {
	s := p.Series[i]
	var line, dots, hollow shape
	for j := range s.X {
		at := point{p.x.at(s.X[j]), p.y.at(s.Y[j])}
		switch {
		case j == 0:
			line.moveTo(at)
		case p.Kind == Steps:
			line.lineTo(point{at.x, p.y.at(s.Y[j-1])})
			line.lineTo(at)
		default:
			line.lineTo(at)
		}
		dot := &dots
		if s.Open != nil && s.Open[j] {
			dot = &hollow
		}
		dot.moveTo(at)
		*dot = append(*dot, "h0"...)
	}
	p.ranges(i)
	if len(s.X) > 1 && p.Kind != Points {
		p.empty("path", "class", "series "+look(i), "d", string(line))
	}
	switch {
	case titles:
		for j := range s.X {
			class := "dot f"
			if s.Open != nil && s.Open[j] {
				class = "dot open s"
			}
			p.open("circle", "class", class+strconv.Itoa(i%8), "cx", num(p.x.at(s.X[j])), "cy", num(p.y.at(s.Y[j])), "r", "2.8")
			p.element("title", p.pointTitle(i, j))
			p.close("circle")
		}
	case len(s.X) <= manyPoints || p.Kind == Points:
		p.empty("path", "class", "series dots s"+strconv.Itoa(i%8), "d", string(dots))
		if len(hollow) > 0 {
			p.empty("path", "class", "series dots faint s"+strconv.Itoa(i%8), "d", string(hollow))
		}
	}
}

// opens reports whether a point is drawn hollow.
func (p *plot) opens() bool {
	points, open := 0, false
	for _, s := range p.Series {
		points += len(s.X)
		open = open || slices.Contains(s.Open, true)
	}
	return open && points <= manyPoints && p.Kind != Bars
}

// look returns the classes of the line of series i: the colours repeat after 8, the dashes after 4.
func look(i int) string {
	return "s" + strconv.Itoa(i%8) + " dash" + strconv.Itoa((i+i/8)%4)
}

// bars draws series i as bars.
func (p *plot) bars(i int, titles bool) {
	s := p.Series[i]
	width := p.barWidth()
	group := float64(width * float64(len(p.Series)))
	base := p.y.at(max(0, p.y.low))
	var all shape
	for j := range s.X {
		left := p.x.at(s.X[j]) - group/2 + float64(width*float64(i))
		var bar shape
		bar.box(point{left, p.y.at(s.Y[j])}, point{left + width - min(1, width/10), base})
		if !titles {
			all = append(all, bar...)
			continue
		}
		p.open("path", "class", "bar f"+strconv.Itoa(i%8), "d", string(bar))
		p.element("title", p.pointTitle(i, j))
		p.close("path")
	}
	if len(all) > 0 {
		p.empty("path", "class", "bar f"+strconv.Itoa(i%8), "d", string(all))
	}
}

// barWidth returns the width of a bar: with the other bars at its x it takes three quarters of the
// least distance of two x, and no more than a tenth of the plot.
func (p *plot) barWidth() float64 {
	least := (p.right - p.left) / 8
	xs := sorting.Distinct(p.all(func(s Series) []float64 { return s.X }))
	for i := 1; i < len(xs); i++ {
		least = min(least, p.x.at(xs[i])-p.x.at(xs[i-1]))
	}
	return float64(0.75*least) / float64(len(p.Series))
}

// all returns the numbers of all series.
func (p *plot) all(of func(Series) []float64) []float64 {
	var all []float64
	for _, s := range p.Series {
		all = append(all, of(s)...)
	}
	return all
}
