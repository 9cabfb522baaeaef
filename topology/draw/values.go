package draw

import (
	"math"
	"strconv"

	"topobook/topology"
)

// valueKeyHeight is the room of the legend of values.
const valueKeyHeight = 46

// SetValues has a drawing of net show values, by node: not a number where none is known.
func (o *Options) SetValues(net *topology.Network, values []float64) {
	o.Values, o.ValueWords = values, ValuesInWords(net, values)
	o.layers = append(o.layers, layer{first: (*drawing).shadeNodes, over: (*drawing).valueKey})
}

// shadeNodes gives each node the class of the shade of its value, v0 to v8, in which a heat map would show it, and deep where texts are light.
func (d *drawing) shadeNodes() {
	d.layout.size = point{max(d.layout.size.x, 250), d.layout.size.y + valueKeyHeight}
	known := make([]float64, 0, len(d.o.Values))
	for _, x := range d.o.Values {
		if !math.IsNaN(x) {
			known = append(known, x)
		}
	}
	if len(known) == 0 {
		return
	}
	d.shades = &heat{left: 4}
	d.shades.Values = [][]float64{known}
	d.shades.shade()
	for u, x := range d.o.Values {
		if math.IsNaN(x) {
			continue
		}
		shade := d.shades.class(x)
		d.class[u] += " v" + strconv.Itoa(shade)
		if shade >= 5 {
			d.class[u] += " deep"
		}
	}
}

// valueKey draws the legend of values at the foot, above that of loads.
func (d *drawing) valueKey() {
	if d.shades == nil {
		return
	}
	d.shades.top = d.layout.size.y - valueKeyHeight
	if d.o.Load != nil {
		d.shades.top -= loadKeyHeight
	}
	d.shades.writer = d.writer
	d.shades.key()
	d.writer = d.shades.writer
}

// ValuesInWords returns what values, by node, are at least and at most, and where: from 2 at 0,0 and 3 others to 5 at 1,1. It returns an empty text if none is
// known: those that are not are not a number.
func ValuesInWords(net *topology.Network, values []float64) string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range values {
		if !math.IsNaN(x) {
			low, high = min(low, x), max(high, x)
		}
	}
	where := func(x float64) string {
		s, n := FormatNumber(x), 0
		for u, y := range values {
			if x == y {
				if n == 0 {
					s += " at " + net.Address(topology.Node(u))
				}
				n++
			}
		}
		if n > 1 {
			s += " and " + count(n-1, "other")
		}
		return s
	}
	switch {
	case low > high:
		return ""
	case low == high:
		return "all " + FormatNumber(low)
	}
	return "from " + where(low) + " to " + where(high)
}
