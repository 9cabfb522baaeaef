package draw

import (
	"math"
	"strconv"

	"topobook/topology/internal/text"
)

// A writer writes SVG elements. The zero value is ready to use.
type writer struct{ b []byte }

// open writes a start tag; attrs are names and values in turn. An attribute whose value is empty is
// left out.
func (p *writer) open(tag string, attrs ...string) {
	p.start(tag, attrs)
	p.b = append(p.b, '>')
}

// empty writes an element without content.
func (p *writer) empty(tag string, attrs ...string) {
	p.start(tag, attrs)
	p.write("/>")
}

func (p *writer) start(tag string, attrs []string) {
	b := append(append(p.b, '<'), tag...)
	for i := 0; i+1 < len(attrs); i += 2 {
		if attrs[i+1] != "" {
			b = append(append(append(b, ' '), attrs[i]...), `="`...)
			b = append(text.AppendXML(b, attrs[i+1]), '"')
		}
	}
	p.b = b
}

// write writes what needs no escape.
func (p *writer) write(markup string) { p.b = append(p.b, markup...) }

// close writes an end tag.
func (p *writer) close(tag string) { p.b = append(append(append(p.b, "</"...), tag...), '>') }

// element writes an element that holds only text.
func (p *writer) element(tag, content string, attrs ...string) {
	p.open(tag, attrs...)
	p.b = text.AppendXML(p.b, content)
	p.close(tag)
}

// String returns what was written.
func (p *writer) String() string { return string(p.b) }

// A point is a place in a drawing, in its units: x to the right, y down.
type point struct{ x, y float64 }

// between returns the point that is the fraction t of the way from a to b.
func between(a, b point, t float64) point {
	return point{a.x + float64(t*(b.x-a.x)), a.y + float64(t*(b.y-a.y))}
}

// distance returns the length of the line from a to b.
func distance(a, b point) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	return math.Sqrt(float64(dx*dx) + float64(dy*dy))
}

// num returns x for an attribute, rounded to two decimals and as short as can be.
func num(x float64) string { return string(appendNum(nil, x)) }

// appendNum appends x, rounded to two decimals and as short as can be.
func appendNum(b []byte, x float64) []byte {
	hundredths := int64(math.Round(float64(x * 100)))
	if hundredths < 0 {
		b = append(b, '-')
		hundredths = -hundredths
	}
	whole, part := hundredths/100, hundredths%100
	if whole != 0 || part == 0 {
		b = strconv.AppendInt(b, whole, 10)
	}
	if part != 0 {
		b = append(b, '.', byte('0'+part/10))
		if part%10 != 0 {
			b = append(b, byte('0'+part%10))
		}
	}
	return b
}

// A shape is path data in the making.
type shape []byte

// moveTo starts a line at p; further points given to lineTo continue it.
func (s *shape) moveTo(p point) { s.command('M', p) }

// lineTo draws a line to p. Directly after moveTo the command needs no letter.
func (s *shape) lineTo(p point) { s.command(' ', p) }

// curveTo draws a quadratic curve to p whose control point is c.
func (s *shape) curveTo(c, p point) {
	s.command('Q', c)
	s.command(' ', p)
}

// close closes the line.
func (s *shape) close() { *s = append(*s, 'Z') }

func (s *shape) command(letter byte, p point) {
	b := append(*s, letter)
	b = appendNum(b, p.x)
	b = append(b, ' ')
	*s = appendNum(b, p.y)
}

// box appends a rectangle from p to q.
func (s *shape) box(p, q point) {
	s.moveTo(p)
	b := append(*s, 'H')
	b = appendNum(b, q.x)
	b = append(b, 'V')
	b = appendNum(b, q.y)
	b = append(b, 'H')
	b = appendNum(b, p.x)
	*s = append(b, 'Z')
}

// inOrder returns the indices of numbers, which are few, in increasing order of these.
func inOrder(numbers []float64) []int {
	order := make([]int, len(numbers))
	for i, x := range numbers {
		j := i
		for ; j > 0 && x < numbers[order[j-1]]; j-- {
			order[j] = order[j-1]
		}
		order[j] = i
	}
	return order
}

// textWidth returns the estimated width of text at the given font size.
func textWidth(text string, size float64) float64 {
	runes := 0
	for range text {
		runes++
	}
	return float64(0.6 * size * float64(runes))
}
