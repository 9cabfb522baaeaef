package draw

import (
	"slices"
	"strconv"
	"strings"
)

// kindName returns what a chart is called.
func (p *plot) kindName() string {
	switch p.Kind {
	case Points:
		return "Scatter plot"
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
		if p.Front != nil {
			b.WriteString(".")
			continue
		}
		for j, open := range s.Open {
			if open {
				b.WriteString("; " + p.OpenName + " at " + p.xName(s.X[j]))
			}
		}
		b.WriteString(".")
	}
	if p.Front != nil {
		b.WriteString(p.Front.sentence())
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

// pointText returns what point j of series i is.
func (p *plot) pointText(i, j int) string {
	s := p.Series[i]
	text := p.xName(s.X[j]) + ": " + FormatNumber(s.Y[j])
	low, high := s.Ends(j)
	switch {
	case low == high:
	case s.Low != nil:
		text += ", from " + FormatNumber(low) + " to " + FormatNumber(high)
	default:
		text += " ± " + FormatNumber(s.Error[j])
	}
	if s.Open != nil && s.Open[j] {
		text += ", " + p.OpenName
	}
	return text
}

// pointTitle returns what the title of point j of series i says.
func (p *plot) pointTitle(i, j int) string {
	if name := p.Series[i].Name; name != "" && len(p.Series) > 1 {
		return name + ", " + p.pointText(i, j)
	}
	return p.pointText(i, j)
}

// maxPointText bounds the bytes of what is said of one of many points.
const maxPointText = 80

// pointTexts returns what the points of series i are, parted by semicolons, in the order in which they are drawn. Of a long name of a
// category only the number of what is there is said.
func (p *plot) pointTexts(i int) string {
	var texts, hollow []string
	s := p.Series[i]
	for j := range s.X {
		text := strings.ReplaceAll(p.pointText(i, j), ";", ",")
		if len(text) > maxPointText {
			text = FormatNumber(s.Y[j])
		}
		if p.Kind == Points && s.Open != nil && s.Open[j] {
			hollow = append(hollow, text)
			continue
		}
		texts = append(texts, text)
	}
	return strings.Join(append(texts, hollow...), ";")
}
