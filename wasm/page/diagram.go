//go:build js && wasm

package page

import (
	"math"
	"slices"
	"strings"
	"syscall/js"

	"topobook/wasm/dom"
)

// prepareDiagrams makes the nodes of diagrams reachable by keyboard: one of each diagram is in the
// tab order, and the arrow keys lead to the others. Those that a control takes are buttons.
func (p *Page) prepareDiagrams(diagrams []*dom.Element) {
	for _, svg := range diagrams {
		first := svg.Find(".node.src")
		if first == nil {
			first = svg.Find("[data-node]")
		}
		if first == nil {
			continue
		}
		svg.SetAttribute("role", "group") // an image may not contain buttons
		if box := svg.Closest("[tabindex]"); box != nil {
			box.RemoveAttribute("tabindex") // the keyboard scrolls it from a node
		}
		js.Global().Call("setAll", svg.Value, "[data-node]", map[string]any{"role": "img", "tabindex": "-1"})
		for _, node := range svg.FindAll(".grab") {
			node.Class().Remove("grab")
		}
		for _, group := range p.picks(p.cellOf(svg)) {
			for _, label := range group {
				for _, node := range p.pickable(svg, label) {
					node.SetAttribute("role", "button")
					if grabs(label, node) {
						node.Class().Add("grab")
					}
				}
			}
		}
		first.SetAttribute("tabindex", "0")
	}
}

// roveTo makes node the one of its diagram that is in the tab order.
func (p *Page) roveTo(node *dom.Element) {
	svg := node.Closest("svg")
	if svg == nil {
		return
	}
	if old := svg.Find(`[data-node][tabindex="0"]`); old != nil {
		old.SetAttribute("tabindex", "-1")
	}
	node.SetAttribute("tabindex", "0")
}

// onNodeKey picks the node that has the focus, or moves the focus to the next node in a direction.
func (p *Page) onNodeKey(e js.Value, node *dom.Element, key string) {
	switch key {
	case "Enter", " ":
		e.Call("preventDefault")
		p.pickNode(node)
	case "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown":
		e.Call("preventDefault")
		if next := nextNode(node, key); next != nil {
			next.Call("focus")
		}
	case "Home", "End":
		e.Call("preventDefault")
		nodes := node.Closest("svg").FindAll("[data-node]")
		index := 0
		if key == "End" {
			index = len(nodes) - 1
		}
		nodes[index].Call("focus")
	case "Escape":
		p.highlight(nil, node)
	case "?":
		e.Call("preventDefault")
		p.showHelp()
	}
}

// nextNode returns the node nearest to node in the direction of an arrow key, or nil.
// What lies aside counts thrice, so that a row is walked before the next one.
func nextNode(node *dom.Element, key string) *dom.Element {
	x0, y0 := middle(node)
	var nearest *dom.Element
	best := math.Inf(1)
	for _, other := range node.Closest("svg").FindAll("[data-node]") {
		x, y := middle(other)
		ahead, aside := x-x0, y-y0
		if key == "ArrowUp" || key == "ArrowDown" {
			ahead, aside = aside, ahead
		}
		if key == "ArrowLeft" || key == "ArrowUp" {
			ahead = -ahead
		}
		if distance := ahead + 3*math.Abs(aside); ahead > 0.5 && distance < best {
			best, nearest = distance, other
		}
	}
	return nearest
}

// middle returns where the middle of a node is on the screen.
func middle(node *dom.Element) (x, y float64) {
	box := node.Call("getBoundingClientRect")
	return dom.Number(box, "x") + dom.Number(box, "width")/2, dom.Number(box, "y") + dom.Number(box, "height")/2
}

// highlight shows the node's neighbours and links by the classes self and near, and takes the
// classes away where the pointer or the focus has left for elsewhere; node may be nil.
func (p *Page) highlight(node, elsewhere *dom.Element) {
	marked := p.doc.FindAll("svg .self, svg .near, svg.focused")
	if node != nil && node.Class().Contains("self") || node == nil && len(marked) == 0 {
		return
	}
	if node == nil && p.focusedInDiagram() && elsewhere.Get("closest").Truthy() &&
		elsewhere.Closest("svg.net") == nil {
		return // the keyboard still points
	}
	for _, el := range marked {
		el.Get("classList").Call("remove", "self", "near", "focused")
	}
	if node == nil {
		return
	}
	svg := node.Closest("svg")
	svg.Class().Add("focused")
	node.Class().Add("self")
	address := node.GetAttribute("data-node")
	quoted := escapeSelector(address)
	links := svg.FindAll(`.link[data-link^="` + quoted + ` "], .link[data-link$=" ` + quoted + `"]`)
	for _, link := range links {
		link.Class().Add("near")
		a, b, _ := strings.Cut(link.GetAttribute("data-link"), " ")
		if a == address {
			a = b
		}
		if other := svg.Find(`[data-node="` + escapeSelector(a) + `"]`); other != nil {
			other.Class().Add("near")
		}
	}
}

// focusedInDiagram returns whether a node of a diagram has the focus.
func (p *Page) focusedInDiagram() bool {
	active := dom.Active()
	return active != nil && active.Matches("svg [data-node]")
}

// picking says for which input the next click on a node is.
type picking struct {
	name string
	cell *cell // whose diagram had the click before; nil if the reader went to the field of the input
}

// takePicks notes which inputs the cells depend on, now that one of them was edited.
func (p *Page) takePicks(picks map[string][]string) {
	for _, c := range p.cells {
		c.picks = picks[c.id]
	}
	p.prepareDiagrams(p.doc.FindAll("svg.net"))
}

// picks returns the controls that the output of c depends on and that take a node of the diagram svg,
// in groups of those that are as near, the nearest first; each group is in page order.
func (p *Page) picks(c *cell) [][]*dom.Element {
	if c == nil {
		return nil
	}
	labels := p.doc.FindAll("[data-input][data-kind^=pick]")
	groups := make([][]*dom.Element, len(c.picks))
	for i, names := range c.picks {
		for _, label := range labels {
			if slices.Contains(strings.Fields(names), label.GetAttribute("data-input")) {
				groups[i] = append(groups[i], label)
			}
		}
	}
	return groups
}

// pickable returns the nodes of the diagram svg that a control takes: those of its kind. If the
// diagram is of another network than the control, as that of a comparison may be, it takes the nodes
// with the address of one of its own.
func (p *Page) pickable(svg, label *dom.Element) []*dom.Element {
	field := label.Find(controlField)
	selector := "[data-node]"
	if kind := field.GetAttribute("data-node-kind"); kind != "" {
		selector += "." + kind
	}
	nodes := svg.FindAll(selector)
	network := field.GetAttribute("data-network")
	if svg.GetAttribute("data-network") == network {
		return nodes
	}
	own := p.doc.Find(`svg[data-network="` + escapeSelector(network) + `"]`)
	if own == nil {
		return nodes // the kernel refuses what is none
	}
	return slices.DeleteFunc(nodes, func(node *dom.Element) bool {
		return own.Find(`[data-node="`+escapeSelector(node.GetAttribute("data-node"))+`"]`) == nil
	})
}

// arm makes the pick input called name the one that the next click on a node sets, in the diagrams of
// c or, if that is nil, in all that depend on it.
func (p *Page) arm(name string, c *cell) {
	p.picking = picking{name, c}
	for _, label := range p.doc.FindAll("[data-input][data-kind^=pick]") {
		dom.SetBool(label, "data-armed", label.GetAttribute("data-input") == name)
	}
}

// pickNode gives the node to the input that is armed, or else to the first of the nearest that take
// it, and arms the next of these: source, then destination, then source again. An input of several
// nodes stays armed, and takes a node again to drop it.
func (p *Page) pickNode(node *dom.Element) {
	p.roveTo(node)
	c, svg := p.cellOf(node), node.Closest("svg")
	var labels []*dom.Element // that take it, as near as label
	var label *dom.Element
	for _, group := range p.picks(c) {
		group = slices.DeleteFunc(group, func(label *dom.Element) bool {
			return !slices.ContainsFunc(p.pickable(svg, label), func(n *dom.Element) bool { return n.Equal(node.Value) })
		})
		if label == nil && len(group) > 0 {
			label, labels = group[0], group
		}
		for _, other := range group {
			if armed := p.picking; other.GetAttribute("data-input") == armed.name && (armed.cell == nil || armed.cell == c) {
				label, labels = other, group
			}
		}
	}
	if label == nil {
		return
	}
	name := label.GetAttribute("data-input")
	address := node.GetAttribute("data-node")
	if label.GetAttribute("data-kind") == "pick_many" {
		p.arm(name, c)
		p.toggleNode(label, address)
		return
	}
	showValue(label, address)
	next := label
	at := slices.Index(labels, label)
	for i := range labels {
		if other := labels[(at+1+i)%len(labels)]; other.GetAttribute("data-kind") == "pick" {
			next = other
			break
		}
	}
	p.arm(next.GetAttribute("data-input"), c)
	said := inputLabel(label) + ": " + address + "."
	if next != label {
		said += " Next: pick " + inputLabel(next) + "."
	}
	p.Say(said)
	p.setInput(name, address)
}

// toggleNode adds the address to an input of several nodes, or takes it away.
func (p *Page) toggleNode(label *dom.Element, address string) {
	nodes := strings.Fields(ValueOf(label))
	if i := slices.Index(nodes, address); i >= 0 {
		nodes = slices.Delete(nodes, i, i+1)
		p.Say(inputLabel(label) + ": without " + address + ".")
	} else {
		nodes = append(nodes, address)
		p.Say(inputLabel(label) + ": with " + address + ".")
	}
	value := strings.Join(nodes, " ")
	showValue(label, value)
	p.setInput(label.GetAttribute("data-input"), value)
}

// inputLabel returns what a control is called on the page.
func inputLabel(label *dom.Element) string {
	if name := label.Find(".name"); name != nil {
		return strings.TrimSpace(name.TextContent())
	}
	return label.GetAttribute("data-input")
}
