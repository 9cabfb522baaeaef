//go:build js && wasm

package page

import (
	"math"
	"slices"
	"strings"
	"syscall/js"
)

// prepareDiagrams makes the nodes of diagrams reachable by keyboard: one of each diagram is in the
// tab order, and the arrow keys lead to the others. Those that a control takes are buttons.
func (p *page) prepareDiagrams(diagrams []*element) {
	for _, svg := range diagrams {
		nodes := svg.findAll("[data-node]")
		if len(nodes) == 0 {
			continue
		}
		svg.SetAttribute("role", "group") // an image may not contain buttons
		if box := svg.closest("[tabindex]"); box != nil {
			box.RemoveAttribute("tabindex") // the keyboard scrolls it from a node
		}
		for _, node := range nodes {
			node.SetAttribute("role", "img")
			node.SetAttribute("tabindex", "-1")
		}
		for _, group := range p.picks(p.cellOf(svg)) {
			for _, label := range group {
				for _, node := range p.pickable(svg, label) {
					node.SetAttribute("role", "button")
				}
			}
		}
		first := svg.find(".node.src")
		if first == nil {
			first = nodes[0]
		}
		first.SetAttribute("tabindex", "0")
	}
}

// roveTo makes node the one of its diagram that is in the tab order.
func (p *page) roveTo(node *element) {
	svg := node.closest("svg")
	if svg == nil {
		return
	}
	if old := svg.find(`[data-node][tabindex="0"]`); old != nil {
		old.SetAttribute("tabindex", "-1")
	}
	node.SetAttribute("tabindex", "0")
}

// onNodeKey picks the node that has the focus, or moves the focus to the next node in a direction.
func (p *page) onNodeKey(e js.Value, node *element, key string) {
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
		nodes := node.closest("svg").findAll("[data-node]")
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
func nextNode(node *element, key string) *element {
	x0, y0 := middle(node)
	var nearest *element
	best := math.Inf(1)
	for _, other := range node.closest("svg").findAll("[data-node]") {
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
func middle(node *element) (x, y float64) {
	box := node.Call("getBoundingClientRect")
	return number(box, "x") + number(box, "width")/2, number(box, "y") + number(box, "height")/2
}

// highlight shows the node's neighbours and links by the classes self and near, and takes the
// classes away where the pointer or the focus has left for elsewhere; node may be nil.
func (p *page) highlight(node, elsewhere *element) {
	marked := p.doc.findAll("svg .self, svg .near, svg.focused")
	if node != nil && node.Class().Contains("self") || node == nil && len(marked) == 0 {
		return
	}
	if node == nil && p.focusedInDiagram() && elsewhere.Get("closest").Truthy() &&
		elsewhere.closest("svg.net") == nil {
		return // the keyboard still points
	}
	for _, el := range marked {
		el.Get("classList").Call("remove", "self", "near", "focused")
	}
	if node == nil {
		return
	}
	svg := node.closest("svg")
	svg.Class().Add("focused")
	node.Class().Add("self")
	address := node.GetAttribute("data-node")
	quoted := escapeSelector(address)
	links := svg.findAll(`.link[data-link^="` + quoted + ` "], .link[data-link$=" ` + quoted + `"]`)
	for _, link := range links {
		link.Class().Add("near")
		a, b, _ := strings.Cut(link.GetAttribute("data-link"), " ")
		if a == address {
			a = b
		}
		if other := svg.find(`[data-node="` + escapeSelector(a) + `"]`); other != nil {
			other.Class().Add("near")
		}
	}
}

// focusedInDiagram returns whether a node of a diagram has the focus.
func (p *page) focusedInDiagram() bool {
	active := p.active()
	return active != nil && active.Matches("svg [data-node]")
}

// picking says for which input the next click on a node is.
type picking struct {
	name string
	cell *cell // whose diagram had the click before; nil if the reader went to the field of the input
}

// takePicks notes which inputs the cells depend on, now that one of them was edited.
func (p *page) takePicks(picks map[string][]string) {
	for _, c := range p.cells {
		c.picks = picks[c.id]
	}
	p.prepareDiagrams(p.doc.findAll("svg.net"))
}

// picks returns the controls that the output of c depends on and that take a node of the diagram svg,
// in groups of those that are as near, the nearest first; each group is in page order.
func (p *page) picks(c *cell) [][]*element {
	if c == nil {
		return nil
	}
	labels := p.doc.findAll("[data-input][data-kind^=pick]")
	groups := make([][]*element, len(c.picks))
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
func (p *page) pickable(svg, label *element) []*element {
	field := label.find(controlField)
	selector := "[data-node]"
	if kind := field.GetAttribute("data-node-kind"); kind != "" {
		selector += "." + kind
	}
	nodes := svg.findAll(selector)
	network := field.GetAttribute("data-network")
	if svg.GetAttribute("data-network") == network {
		return nodes
	}
	own := p.doc.find(`svg[data-network="` + escapeSelector(network) + `"]`)
	if own == nil {
		return nodes // the kernel refuses what is none
	}
	return slices.DeleteFunc(nodes, func(node *element) bool {
		return own.find(`[data-node="`+escapeSelector(node.GetAttribute("data-node"))+`"]`) == nil
	})
}

// arm makes the pick input called name the one that the next click on a node sets, in the diagrams of
// c or, if that is nil, in all that depend on it.
func (p *page) arm(name string, c *cell) {
	p.picking = picking{name, c}
	for _, label := range p.doc.findAll("[data-input][data-kind^=pick]") {
		setAttribute(label, "data-armed", label.GetAttribute("data-input") == name)
	}
}

// pickNode gives the node to the input that is armed, or else to the first of the nearest that take
// it, and arms the next of these: source, then destination, then source again. An input of several
// nodes stays armed, and takes a node again to drop it.
func (p *page) pickNode(node *element) {
	p.roveTo(node)
	c, svg := p.cellOf(node), node.closest("svg")
	var labels []*element // that take it, as near as label
	var label *element
	for _, group := range p.picks(c) {
		group = slices.DeleteFunc(group, func(label *element) bool {
			return !slices.ContainsFunc(p.pickable(svg, label), func(n *element) bool { return n.Equal(node.Value) })
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
	p.say(said)
	p.setInput(name, address)
}

// toggleNode adds the address to an input of several nodes, or takes it away.
func (p *page) toggleNode(label *element, address string) {
	nodes := strings.Fields(controlValue(label))
	if i := slices.Index(nodes, address); i >= 0 {
		nodes = slices.Delete(nodes, i, i+1)
		p.say(inputLabel(label) + ": without " + address + ".")
	} else {
		nodes = append(nodes, address)
		p.say(inputLabel(label) + ": with " + address + ".")
	}
	value := strings.Join(nodes, " ")
	showValue(label, value)
	p.setInput(label.GetAttribute("data-input"), value)
}

// inputLabel returns what a control is called on the page.
func inputLabel(label *element) string {
	if name := label.find(".name"); name != nil {
		return strings.TrimSpace(name.TextContent())
	}
	return label.GetAttribute("data-input")
}
