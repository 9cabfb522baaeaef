package draw

import (
	"fmt"
	"strings"
)

// Measures of one of many charts: two of them stand beside each other where one large one has room.
const (
	smallWidth  = 232.0
	smallHeight = 130.0
)

// Multiples returns small charts that have their axes and their colors in common, each under its title, and before them the legend,
// or "" where the series have no names.
//
// It returns the error of the first chart that [Chart.SVG] would return one for.
func Multiples(charts []Chart) (legend string, panels []string, err error) {
	var names []string
	place := map[string]int{}
	var xs, ys []float64
	for _, c := range charts {
		if err := c.check(); err != nil {
			return "", nil, fmt.Errorf("chart %q: %s", c.Title, strings.TrimPrefix(err.Error(), "chart: "))
		}
		p := c.plot()
		xs = append(xs, p.all(func(s Series) []float64 { return s.X })...)
		ys = append(append(ys, p.all(func(s Series) []float64 { return s.Y })...), p.rangeEnds()...)
		for _, s := range c.Series {
			if _, found := place[s.Name]; !found {
				place[s.Name] = len(names)
				names = append(names, s.Name)
			}
		}
	}
	for _, c := range charts {
		series := make([]Series, len(names))
		for i, name := range names {
			series[i].Name = name
		}
		for _, s := range c.Series {
			series[place[s.Name]] = s
		}
		c.Series, c.small, c.alsoX, c.alsoY = series, true, xs, ys
		panel, err := c.SVG()
		if err != nil {
			return "", nil, err
		}
		panels = append(panels, panel)
		legend = c.legend()
	}
	return legend, panels, nil
}

// legend returns the legend of a chart alone.
func (c Chart) legend() string {
	p := &plot{Chart: c, width: chartWidth}
	if len(c.Series) == 1 && c.Series[0].Name == "" {
		return ""
	}
	p.height = p.placeLegend(8) + 1
	p.open("svg", "class", "chart key", "role", "img", "viewBox", "0 0 "+num(p.width)+" "+num(p.height), "width", shownWidth(p.width))
	p.element("title", "Legend")
	p.names()
	p.close("svg")
	return p.String()
}
