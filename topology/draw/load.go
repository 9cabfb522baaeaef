package draw

import (
	"slices"
	"strconv"

	"topobook/topology"
)

// Measures of links by what they carry.
const (
	thinLoad  = 1.5 // the width of a channel with hardly a load
	thickLoad = 7.0 // with the most
	mostMarks = 8   // so many channels with the largest load are marked as such; more are no news
)

// Busiest returns the largest of the loads of net's channels, and the channels that have it. As in a bound on throughput, links of
// processors count only where no others carry anything.
func Busiest(net *topology.Network, load []float64) (most float64, channels []topology.Channel) {
	terminal := func(c int) bool {
		return net.Kind(net.Tail(topology.Channel(c))) != net.Kind(net.Head(topology.Channel(c)))
	}
	for c, x := range load {
		if !terminal(c) {
			most = max(most, x)
		}
	}
	inner := most > 0
	if !inner {
		most = slices.Max(append(load[:len(load):len(load)], 0))
	}
	for c, x := range load {
		if x > 0 && x >= float64(most*(1-1e-9)) && (!inner || !terminal(c)) { // sums of the same numbers may differ by a rounding
			channels = append(channels, topology.Channel(c))
		}
	}
	return most, channels
}

// loads draws each channel with a load as a line as wide and dark as that load is large, the two directions of a link
// side by side, and marks the busiest.
func (d *drawing) loads() {
	_, busiest := Busiest(d.net, d.o.Load)
	if len(busiest) == 0 {
		return
	}
	most := max(slices.Max(d.o.Load), d.o.FullLoad)
	channels := d.inOrder()
	d.open("g", "class", "loads")
	if len(busiest) <= mostMarks {
		for _, c := range busiest {
			shift := d.loadShift(c, most)
			ends, aside := d.turning(c, shift)
			d.empty("path", "class", "busiest", "data-hop", ends, "data-aside", aside, "stroke-width", num(loadWidth(d.o.Load[c]/most)+4), "d", string(d.line(c, shift)))
		}
	}
	for step := 2; step <= 8; step++ { // the small ones below
		for _, c := range channels {
			if x := d.o.Load[c]; x > 0 && loadShade(x/most) == step {
				shift := d.loadShift(c, most)
				ends, aside := d.turning(c, shift)
				d.open("path", "class", "load q"+strconv.Itoa(step), "data-hop", ends, "data-aside", aside, "stroke-width", num(loadWidth(x/most)), "d", string(d.line(c, shift)))
				if d.net.Size() <= manyLinks {
					d.element("title", d.net.Address(d.net.Tail(c))+" to "+d.net.Address(d.net.Head(c))+": "+FormatNumber(x))
				}
				d.close("path")
			}
		}
	}
	d.close("g")
	d.loadKey(most)
}

// loadShift returns how far to the side c is drawn, clear of the other direction.
func (d *drawing) loadShift(c topology.Channel, most float64) float64 {
	if d.o.Load[d.net.Twin(c)] == 0 {
		return 0
	}
	shift := loadWidth(d.o.Load[c]/most)/2 + 0.4
	if d.downward(c) {
		return -shift
	}
	return shift
}

// loadWidth returns how wide a channel is with that part of the largest load.
func loadWidth(part float64) float64 { return thinLoad + float64((thickLoad-thinLoad)*part) }

// loadShade returns its shade, 2 to 8: lighter ones are too pale for lines.
func loadShade(part float64) int { return 2 + min(int(part*7), 6) }

// loadKeyHeight is the room of the legend of loads.
const loadKeyHeight = 30

// loadKey draws the legend at the foot: a line for each shade, and the loads of the first, the middle and the last.
func (d *drawing) loadKey(most float64) {
	const width = 34.0
	y := d.layout.size.y - 18
	d.open("g", "class", "tick row", "font-size", "10", "text-anchor", "middle")
	for i := range 7 {
		part := (float64(i) + 0.5) / 7
		if i == 6 {
			part = 1
		}
		x := 4 + float64(width*float64(i))
		var s shape
		s.moveTo(point{x, y})
		s = appendNum(append(s, 'h'), width-2)
		d.empty("path", "class", "load q"+strconv.Itoa(loadShade(part)), "stroke-linecap", "butt", "stroke-width", num(loadWidth(part)), "d", string(s))
	}
	d.element("text", "0", "x", "4", "y", num(y+15), "text-anchor", "start")
	d.element("text", keyText(most), "x", num(4+7*width), "y", num(y+15), "text-anchor", "end")
	d.element("text", "load", "x", num(4+3.5*width), "y", num(y+15))
	d.close("g")
}
