//go:build js && wasm

package main

import (
	"math"
	"slices"
	"strings"
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// prepareDiagrams makes the nodes of diagrams reachable by keyboard: one of each diagram is in the
// tab order, and the arrow keys lead to the others.
func (p *page) prepareDiagrams(diagrams []dom.Element) {
	for _, svg := range diagrams {
		nodes := svg.Underlying().Call("querySelectorAll", "[data-node]")
		if nodes.Length() == 0 {
			continue
		}
		svg.SetAttribute("role", "group") // an image may not contain buttons
		role := "img"
		network := escapeSelector(svg.GetAttribute("data-network"))
		if !p.doc.Underlying().Call("querySelector", `[data-kind^=pick] [data-network="`+network+`"]`).IsNull() {
			role = "button"
		}
		first := svg.Underlying().Call("querySelector", ".node.src")
		if first.IsNull() {
			first = nodes.Index(0)
		}
		for i := range nodes.Length() {
			node := nodes.Index(i)
			node.Call("setAttribute", "role", role)
			node.Call("setAttribute", "tabindex", "-1")
		}
		first.Call("setAttribute", "tabindex", "0")
	}
}

// roveTo makes node the one of its diagram that is in the tab order.
func (p *page) roveTo(node dom.Element) {
	svg := closest(node, "svg")
	if svg == nil {
		return
	}
	if old := svg.Underlying().Call("querySelector", `[data-node][tabindex="0"]`); !old.IsNull() {
		old.Call("setAttribute", "tabindex", "-1")
	}
	node.SetAttribute("tabindex", "0")
}

// onNodeKey picks the node that has the focus, or moves the focus to the next node in a direction.
func (p *page) onNodeKey(e dom.Event, node dom.Element, key string) {
	switch key {
	case "Enter", " ":
		e.PreventDefault()
		p.pickNode(node)
	case "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown":
		e.PreventDefault()
		if next := nextNode(node, key); next.Truthy() {
			next.Call("focus")
		}
	case "Home", "End":
		e.PreventDefault()
		nodes := closest(node, "svg").Underlying().Call("querySelectorAll", "[data-node]")
		index := 0
		if key == "End" {
			index = nodes.Length() - 1
		}
		nodes.Index(index).Call("focus")
	case "Escape":
		p.highlight(nil, node)
	case "?":
		e.PreventDefault()
		p.showHelp()
	}
}

// nextNode returns the node nearest to node in the direction of an arrow key, or undefined.
// What lies aside counts thrice, so that a row is walked before the next one.
func nextNode(node dom.Element, key string) js.Value {
	x0, y0 := middle(node.Underlying())
	nodes := closest(node, "svg").Underlying().Call("querySelectorAll", "[data-node]")
	best, nearest := math.Inf(1), js.Undefined()
	for i := range nodes.Length() {
		x, y := middle(nodes.Index(i))
		ahead, aside := x-x0, y-y0
		if key == "ArrowUp" || key == "ArrowDown" {
			ahead, aside = aside, ahead
		}
		if key == "ArrowLeft" || key == "ArrowUp" {
			ahead = -ahead
		}
		if distance := ahead + 3*math.Abs(aside); ahead > 0.5 && distance < best {
			best, nearest = distance, nodes.Index(i)
		}
	}
	return nearest
}

// middle returns where the middle of a node is on the screen.
func middle(node js.Value) (x, y float64) {
	box := node.Call("getBoundingClientRect")
	return number(box, "x") + number(box, "width")/2, number(box, "y") + number(box, "height")/2
}

// highlight shows the node's neighbours and links by the classes self and near, and takes the
// classes away where the pointer or the focus has left for elsewhere; node may be nil.
func (p *page) highlight(node, elsewhere dom.Element) {
	marked := p.doc.Underlying().Call("querySelectorAll", "svg .self, svg .near, svg.focused")
	if node != nil && node.Class().Contains("self") || node == nil && marked.Length() == 0 {
		return
	}
	if node == nil && focusedInDiagram(p.doc) && elsewhere.Underlying().Get("closest").Truthy() &&
		closest(elsewhere, "svg.net") == nil {
		return // the keyboard still points
	}
	for i := range marked.Length() {
		marked.Index(i).Get("classList").Call("remove", "self", "near", "focused")
	}
	if node == nil {
		return
	}
	svg := closest(node, "svg")
	svg.Class().Add("focused")
	node.Class().Add("self")
	address := node.GetAttribute("data-node")
	quoted := escapeSelector(address)
	links := svg.Underlying().Call("querySelectorAll",
		`.link[data-link^="`+quoted+` "], .link[data-link$=" `+quoted+`"]`)
	for i := range links.Length() {
		link := links.Index(i)
		link.Get("classList").Call("add", "near")
		a, b, _ := strings.Cut(link.Call("getAttribute", "data-link").String(), " ")
		if a == address {
			a = b
		}
		other := svg.Underlying().Call("querySelector", `[data-node="`+escapeSelector(a)+`"]`)
		if other.Truthy() {
			other.Get("classList").Call("add", "near")
		}
	}
}

// focusedInDiagram returns whether a node of a diagram has the focus.
func focusedInDiagram(doc dom.Document) bool {
	active := doc.Underlying().Get("activeElement")
	return active.Truthy() && active.Call("matches", "svg [data-node]").Bool()
}

// picks returns the controls that a node of the network can be picked for, in page order.
func (p *page) picks(network string) []dom.Element {
	var labels []dom.Element
	for _, label := range p.doc.QuerySelectorAll("[data-input][data-kind^=pick]") {
		if field := label.QuerySelector(controlField); field.GetAttribute("data-network") == network {
			labels = append(labels, label)
		}
	}
	return labels
}

// arm makes the pick input called name the one that the next click on a node sets.
func (p *page) arm(name string) {
	p.picking = name
	for _, label := range p.doc.QuerySelectorAll("[data-input][data-kind^=pick]") {
		setAttribute(label, "data-armed", label.GetAttribute("data-input") == name)
	}
}

// pickNode gives the node to the input that is armed, and arms the next: source, then destination,
// then source again. An input of several nodes stays armed, and takes a node again to drop it.
func (p *page) pickNode(node dom.Element) {
	p.roveTo(node)
	labels := slices.DeleteFunc(p.picks(closest(node, "svg").GetAttribute("data-network")), func(label dom.Element) bool {
		kind := label.QuerySelector(controlField).GetAttribute("data-node-kind")
		return kind != "" && !node.Class().Contains(kind)
	})
	if len(labels) == 0 {
		return
	}
	chosen := 0
	for i, label := range labels {
		if label.GetAttribute("data-input") == p.picking {
			chosen = i
		}
	}
	label := labels[chosen]
	name := label.GetAttribute("data-input")
	address := node.GetAttribute("data-node")
	if label.GetAttribute("data-kind") == "pick_many" {
		p.arm(name)
		p.toggleNode(label, address)
		return
	}
	showValue(label, address)
	next := name
	for i := 1; i < len(labels); i++ {
		if other := labels[(chosen+i)%len(labels)]; other.GetAttribute("data-kind") == "pick" {
			next = other.GetAttribute("data-input")
			break
		}
	}
	p.arm(next)
	said := inputLabel(label) + ": " + address + "."
	if next != name {
		said += " Next: pick " + inputLabel(p.labels(next)[0]) + "."
	}
	p.say(said)
	p.setInput(name, address)
}

// toggleNode adds the address to an input of several nodes, or takes it away.
func (p *page) toggleNode(label dom.Element, address string) {
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
func inputLabel(label dom.Element) string {
	if name := label.QuerySelector(".name"); name != nil {
		return strings.TrimSpace(name.TextContent())
	}
	return label.GetAttribute("data-input")
}
