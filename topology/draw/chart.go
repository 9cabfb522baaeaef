package draw

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"topobook/topology/sorting"
)

// A ChartKind says how a chart shows its series.
type ChartKind uint8

const (
	Lines ChartKind = iota // points joined by lines
	Bars                   // a bar from 0 at each x; several series side by side
	Steps                  // y holds from its x to the next
)

// MaxPoints bounds the points of a chart.
const MaxPoints = 20000

// A Series is a sequence of points (X[i], Y[i]).
type Series struct {
	Name  string
	X, Y  []float64
	Error []float64 // nil, or half the height of an error bar at each point, 0 for none; for lines only
	Open  []bool    // nil, or which points are hollow
}

// A Chart shows series of numbers. Its look comes from [Style].
type Chart struct {
	Title          string // empty: none is shown
	XLabel, YLabel string // with units
	XLog, YLog     bool   // logarithmic axes
	OpenName       string // what a hollow point is
	Kind           ChartKind
	Categories     []string // if any, the names of x = 0, 1, …, in place of numbers
	Series         []Series
}

// Measures of a chart. It is small, so that on a phone its text is as large as it can be.
const (
	chartWidth = 440.0
	plotHeight = 210.0
	tickSize   = 11.0 // font size
	manyPoints = 80   // above it, points have no titles
)

// SVG returns the chart as an svg element for a page.
//
// Axes have ticks at 1, 2 or 5 times powers of ten, at integers where all numbers are. A logarithmic
// axis shows decades, with faint lines between them. The y axis holds 0 if that takes less than the
// data do, and always for bars. Series differ by colour, dashes and, where they end apart, names at
// their ends; a legend names them otherwise. Up to 80 points have titles; a desc describes the data in words.
//
// It returns an error if a point is not finite, not above 0 on a logarithmic axis, or missing, or if
// there are more than [MaxPoints].
func (c Chart) SVG() (string, error) {
	if err := c.check(); err != nil {
		return "", err
	}
	p := &plot{Chart: c}
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
	x, y        scale
	left, right float64 // of the plot
	top, bottom float64
	height      float64   // of the chart
	ends        []float64 // by series: the y of its name at the right; nil: there is a legend
	legend      []point   // by series: its place in the legend, if there is one
	slanted     bool      // the categories do not fit upright
}

// head opens the svg element and describes the chart.
func (p *plot) head() {
	p.open("svg", "class", "chart", "role", "img", "viewBox", "0 0 "+num(chartWidth)+" "+num(p.height),
		"style", shownWidth(chartWidth))
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
	for i, s := range p.Series {
		p.open("g", "data-series", s.Name)
		if p.Kind == Bars {
			p.bars(i, total <= manyPoints)
		} else {
			p.line(i, total <= manyPoints)
		}
		p.close("g")
	}
}

// line draws series i as a line, with its points if there are few.
func (p *plot) line(i int, titles bool) {
	s := p.Series[i]
	var line, dots, errors shape
	for j := range s.X {
		at := point{p.x.at(s.X[j]), p.y.at(s.Y[j])}
		if s.Error != nil && s.Error[j] > 0 {
			high, low := p.y.at(s.Y[j]+s.Error[j]), p.y.at(max(s.Y[j]-s.Error[j], p.y.low))
			for _, bar := range [3][2]point{{{at.x, low}, {at.x, high}}, {{at.x - 3, low}, {at.x + 3, low}}, {{at.x - 3, high}, {at.x + 3, high}}} {
				errors.moveTo(bar[0])
				errors.lineTo(bar[1])
			}
		}
		switch {
		case j == 0:
			line.moveTo(at)
		case p.Kind == Steps:
			line.lineTo(point{at.x, p.y.at(s.Y[j-1])})
			line.lineTo(at)
		default:
			line.lineTo(at)
		}
		dots.moveTo(at)
		dots = append(dots, "h0"...)
	}
	if len(s.X) > 1 {
		p.empty("path", "class", "series "+look(i), "d", string(line))
	}
	if len(errors) > 0 {
		p.empty("path", "class", "whisker s"+strconv.Itoa(i%8), "d", string(errors))
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
	case len(s.X) <= manyPoints:
		p.empty("path", "class", "series dots s"+strconv.Itoa(i%8), "d", string(dots))
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

func (p *plot) kindName() string {
	switch p.Kind {
	case Bars:
		return "Bar chart"
	case Steps:
		return "Step chart"
	}
	return "Line chart"
}

// sentence returns what the chart shows, for readers who do not see it.
func (p *plot) sentence() string {
	var b strings.Builder
	b.WriteString(p.kindName())
	for _, axis := range []struct {
		name, label string
		log         bool
	}{{"x", p.XLabel, p.XLog}, {"y", p.YLabel, p.YLog}} {
		if axis.label != "" {
			b.WriteString("; " + axis.name + ": " + axis.label)
		}
		if axis.log {
			b.WriteString(", logarithmic " + axis.name + " axis")
		}
	}
	b.WriteString(".")
	for i, s := range p.Series {
		if i == 8 && len(p.Series) > 9 {
			b.WriteString(" " + strconv.Itoa(len(p.Series)-i) + " more series.")
			break
		}
		b.WriteString(" ")
		if s.Name != "" {
			b.WriteString(s.Name + ": ")
		}
		b.WriteString(count(len(s.X), "point"))
		last := len(s.X) - 1
		switch {
		case last > 0:
			b.WriteString(" from " + FormatNumber(s.Y[0]) + " at " + p.xName(s.X[0]) +
				" to " + FormatNumber(s.Y[last]) + " at " + p.xName(s.X[last]))
			low, high := slices.Min(s.Y), slices.Max(s.Y)
			b.WriteString(", lowest " + FormatNumber(low) + ", highest " + FormatNumber(high))
		case last == 0:
			b.WriteString(": " + FormatNumber(s.Y[0]) + " at " + p.xName(s.X[0]))
		}
		for j, open := range s.Open {
			if open {
				b.WriteString("; " + p.OpenName + " at " + p.xName(s.X[j]))
			}
		}
		b.WriteString(".")
	}
	return b.String()
}

// xName returns the text for x: its category, or the number.
func (p *plot) xName(x float64) string {
	if i := int(x); float64(i) == x && i >= 0 && i < len(p.Categories) {
		return p.Categories[i]
	}
	return FormatNumber(x)
}

// pointTitle returns what the title of point j of series i says.
func (p *plot) pointTitle(i, j int) string {
	s := p.Series[i]
	title := p.xName(s.X[j]) + ": " + FormatNumber(s.Y[j])
	if s.Error != nil && s.Error[j] > 0 {
		title += " ± " + FormatNumber(s.Error[j])
	}
	if s.Open != nil && s.Open[j] {
		title += ", " + p.OpenName
	}
	if s.Name != "" && len(p.Series) > 1 {
		title = s.Name + ", " + title
	}
	return title
}
