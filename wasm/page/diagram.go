//go:build js && wasm

package page

import (
	"math"
	"slices"
	"strings"
	"syscall/js"

	"topobook/wasm/dom"
)

// A spot is what can have the focus in a diagram: a node, or a link that a control takes.
const spot = "[data-node], [data-link][role=button]"

// prepareDiagrams makes the spots of the diagrams of c reachable by keyboard: one of each diagram is in the
// tab order, and keys lead to the others. Those that a control takes are buttons.
func (p *Page) prepareDiagrams(c *cell) {
	js.Global().Call("prepareDrawings", c.root.Value) // see site/spots.js
}

// roveTo makes a spot the one of its diagram that is in the tab order.
func (p *Page) roveTo(node *dom.Element) {
	svg := node.Closest("svg")
	if svg == nil {
		return
	}
	if old := svg.Find(`[tabindex="0"]`); old != nil {
		old.SetAttribute("tabindex", "-1")
	}
	node.SetAttribute("tabindex", "0")
}

// onNodeKey picks the spot that has the focus, or moves the focus: to the next node in a direction, or around a node from
// link to link.
func (p *Page) onNodeKey(e js.Value, node *dom.Element, key string) {
	isLink := node.GetAttribute("data-node") == ""
	switch key {
	case "l", "L":
		e.Call("preventDefault")
		p.focusLink(node, key == "l")
	case "Enter", " ":
		e.Call("preventDefault")
		p.pickNode(node)
	case "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown":
		e.Call("preventDefault")
		if isLink {
			node = p.endOf(node) // and on from there
		}
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
		if isLink {
			p.endOf(node).Call("focus")
			return
		}
		p.highlight(nil, node)
	case "?":
		e.Call("preventDefault")
		p.showHelp()
	}
}

// focusLink moves the focus from a node to the first of its links that are buttons, or from link to link around the node from which it
// came, in either direction.
func (p *Page) focusLink(from *dom.Element, forwards bool) {
	node := p.endOf(from)
	quoted := escapeSelector(node.GetAttribute("data-node"))
	links := node.Closest("svg").FindAll(`[data-link^="` + quoted + ` "][role=button], [data-link$=" ` + quoted + `"][role=button]`)
	if len(links) == 0 {
		return
	}
	at, step := slices.IndexFunc(links, func(link *dom.Element) bool { return link.Equal(from.Value) }), 1
	if !forwards {
		step = -1
		at = max(at, 0)
	}
	p.end = node.GetAttribute("data-node")
	links[(at+step+len(links))%len(links)].Call("focus")
}

// endOf returns the node of a spot: itself, or that end of a link from which the focus came.
func (p *Page) endOf(at *dom.Element) *dom.Element {
	if at.GetAttribute("data-node") != "" {
		return at
	}
	a, b, _ := strings.Cut(at.GetAttribute("data-link"), " ")
	if b == p.end {
		a = b
	}
	return at.Closest("svg").Find(`[data-node="` + escapeSelector(a) + `"]`)
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

// highlight shows what belongs to a spot by the classes self and near (the neighbours and links of a node, the ends of a link), and
// says on it what a click does. It takes the classes away where the pointer or the focus has left for elsewhere; node may be nil.
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
	if does := p.clickDoes(node); does != "" {
		node.SetAttribute("aria-description", does)
	}
	address := node.GetAttribute("data-node")
	if address == "" {
		for _, end := range strings.Fields(node.GetAttribute("data-link")) {
			svg.Find(`[data-node="` + escapeSelector(end) + `"]`).Class().Add("near")
		}
		return
	}
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

// focusedInDiagram returns whether a spot of a diagram has the focus.
func (p *Page) focusedInDiagram() bool {
	active := dom.Active()
	return active != nil && active.Matches("svg [data-node], svg [data-link]")
}

// picking says for which input the next click on a node is.
type picking struct {
	name string
	cell *cell // whose diagram had the click before; nil if the reader went to the field of the input
}

// takePicks notes which inputs the cells depend on, now that one of them was edited.
func (p *Page) takePicks(picks map[string][]string) {
	for _, c := range p.cells {
		c.setPicks(picks[c.id])
		p.prepareDiagrams(c)
	}
}

// picks returns the controls that the output of c depends on and that take a node of the diagram svg,
// in groups of those that are as near, the nearest first; each group is in page order.
func (p *Page) picks(c *cell) [][]*dom.Element {
	if c == nil || len(c.picks) == 0 {
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

// takes returns whether a control takes a node of a diagram.
func takes(label, node *dom.Element) bool {
	nodes := js.Global().Call("pickable", node.Closest("svg").Value, label.Find(controlField).Get("dataset"))
	return nodes.Call("includes", node.Value).Bool()
}

// takesLinks returns whether a control takes links of the diagram svg.
func takesLinks(svg, label *dom.Element) bool {
	field := label.Find(controlField)
	return field.GetAttribute("data-links") != "" && field.GetAttribute("data-network") == svg.GetAttribute("data-network")
}

// arm makes the pick input called name the one that the next click on a node sets, in the diagrams of
// c or, if that is nil, in all that depend on it.
func (p *Page) arm(name string, c *cell) {
	p.picking = picking{name, c}
	for _, label := range p.doc.FindAll("[data-input][data-kind^=pick]") {
		dom.SetBool(label, "data-armed", label.GetAttribute("data-input") == name)
	}
}

// taker returns the input that a click on a spot sets: the one that is armed, or else the first of the nearest that take it, with
// those that are as near. It is nil if none takes it.
func (p *Page) taker(at *dom.Element) (label *dom.Element, labels []*dom.Element) {
	c, svg := p.cellOf(at), at.Closest("svg")
	isLink := at.GetAttribute("data-node") == ""
	for _, group := range p.picks(c) {
		group = slices.DeleteFunc(group, func(label *dom.Element) bool {
			if isLink {
				return !takesLinks(svg, label)
			}
			return !takes(label, at)
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
	return label, labels
}

// spotName returns what an input of several calls a spot: the address of a node, or a>b of a link, and how it would also read.
func spotName(at *dom.Element) (name, also string) {
	if a, b, isLink := strings.Cut(at.GetAttribute("data-link"), " "); isLink {
		return a + ">" + b, b + ">" + a
	}
	return at.GetAttribute("data-node"), ""
}

// clickDoes returns what a click on a spot does, or "": set “source”.
func (p *Page) clickDoes(at *dom.Element) string {
	label, _ := p.taker(at)
	if label == nil {
		return ""
	}
	does := "set "
	if label.GetAttribute("data-kind") == "pick_many" {
		does = "add to "
		if name, also := spotName(at); pickedAt(label, name, also) >= 0 {
			does = "take from "
		}
	}
	return does + "“" + inputLabel(label) + "”"
}

// pickNode gives the spot to the input that takes it, and arms the next of these: source, then destination, then source again. An
// input of several stays armed, and takes one again to drop it.
func (p *Page) pickNode(at *dom.Element) {
	p.roveTo(at)
	label, labels := p.taker(at)
	if label == nil {
		return
	}
	c, name := p.cellOf(at), label.GetAttribute("data-input")
	if label.GetAttribute("data-kind") == "pick_many" {
		p.arm(name, c)
		p.toggle(label, at)
		return
	}
	address := at.GetAttribute("data-node")
	p.showValue(label, address)
	next := label
	i := slices.Index(labels, label)
	for j := range labels {
		if other := labels[(i+1+j)%len(labels)]; other.GetAttribute("data-kind") == "pick" {
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

// pickedAt returns where an input of several has a spot, by either of its names, or -1.
func pickedAt(label *dom.Element, name, also string) int {
	return slices.IndexFunc(strings.Fields(ValueOf(label)), func(word string) bool { return word == name || word == also })
}

// toggle adds a spot to an input of several, or takes it away.
func (p *Page) toggle(label, at *dom.Element) {
	words := strings.Fields(ValueOf(label))
	name, also := spotName(at)
	if i := pickedAt(label, name, also); i >= 0 {
		words = slices.Delete(words, i, i+1)
		p.Say(inputLabel(label) + ": without " + name + ".")
	} else {
		words = append(words, name)
		p.Say(inputLabel(label) + ": with " + name + ".")
	}
	value := strings.Join(words, " ")
	p.showValue(label, value)
	p.setInput(label.GetAttribute("data-input"), value)
}

// inputLabel returns what a control is called on the page.
func inputLabel(label *dom.Element) string {
	if name := label.Find(".name"); name != nil {
		return strings.TrimSpace(name.TextContent())
	}
	return label.GetAttribute("data-input")
}
