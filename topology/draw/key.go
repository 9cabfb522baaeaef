package draw

import (
	"strconv"

	"topobook/topology"
)

// A Sign is an entry of the legend of a drawing: a line or a node as it is drawn, and what that stands for.
type Sign struct {
	Sample string // an svg element
	Text   string
}

// mostPaths is how many paths a legend names one by one: more have the same colors again.
const mostPaths = 6

// Key returns the legend of a drawing of net: of what o has it show besides the network, if that has more than one style. Loads have a
// scale of their own, which is part of the drawing.
func Key(net *topology.Network, o Options) []Sign {
	var signs []Sign
	sign := func(body, text string) {
		signs = append(signs, Sign{`<svg class="sample" viewBox="0 0 26 12" aria-hidden="true">` + body + "</svg>", text})
	}
	line := func(class, text string) { sign(`<path class="`+class+`" d="M2 6h22"/>`, text) }
	node := func(class, more, text string) {
		sign(`<g class="node `+class+`"><circle class="shape" cx="13" cy="6" r="4"/>`+more+"</g>", text)
	}
	paths := 0
	for _, path := range o.Paths {
		if len(path) > 0 {
			paths++
		}
	}
	switch {
	case paths > mostPaths:
		line("path path0", "paths, in "+strconv.Itoa(mostPaths)+" colors by turns")
	case paths == 1 && len(o.Paths) == 1:
		line("path path0", "path")
	default:
		for i, path := range o.Paths {
			if len(path) > 0 {
				line("path path"+strconv.Itoa(i%mostPaths), "path "+strconv.Itoa(i+1))
			}
		}
	}
	for _, h := range o.Highlights {
		line("link high", "label "+strconv.Itoa(h.Label))
	}
	if len(o.Marked) > 0 {
		node("marked", "", "marked")
	}
	if len(o.Faults) > 0 {
		node("fault", `<path class="cross" d="M8 1l10 10M8 11l10-10"/>`, "broken")
	} else if len(o.FaultLinks) > 0 {
		line("link dead", "broken")
	}
	if o.Within != nil && o.Within.Size() > net.Size() {
		line("link ghost", "only in "+short(o.Within.String()))
	}
	if len(signs) < 2 {
		return nil
	}
	if o.Source != NoNode {
		node("src", "", "source")
	}
	if o.Dest != NoNode {
		node("dst", `<circle class="ring" cx="13" cy="6" r="5.4"/>`, "destination")
	}
	return signs
}
