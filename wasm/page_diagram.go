//go:build js && wasm

package main

import (
	"math"
	"slices"
	"strings"
	"syscall/js"
)

// prepareDiagrams makes the nodes of diagrams reachable by keyboard: one of each diagram is in the
// tab order, and the arrow keys lead to the others.
func (p *page) prepareDiagrams(diagrams []*element) {
	for _, svg := range diagrams {
		nodes := svg.findAll("[data-node]")
		if len(nodes) == 0 {
			continue
		}
		svg.SetAttribute("role", "group") // an image may not contain buttons
		role := "img"
		network := escapeSelector(svg.GetAttribute("data-network"))
		if p.doc.find(`[data-kind^=pick] [data-network="`+network+`"]`) != nil {
			role = "button"
		}
		first := svg.find(".node.src")
		if first == nil {
			first = nodes[0]
		}
		for _, node := range nodes {
			node.SetAttribute("role", role)
			node.SetAttribute("tabindex", "-1")
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

// picks returns the controls that a node of the network can be picked for, in page order.
func (p *page) picks(network string) []*element {
	var labels []*element
	for _, label := range p.doc.findAll("[data-input][data-kind^=pick]") {
		if field := label.find(controlField); field.GetAttribute("data-network") == network {
			labels = append(labels, label)
		}
	}
	return labels
}

// arm makes the pick input called name the one that the next click on a node sets.
func (p *page) arm(name string) {
	p.picking = name
	for _, label := range p.doc.findAll("[data-input][data-kind^=pick]") {
		setAttribute(label, "data-armed", label.GetAttribute("data-input") == name)
	}
}

// pickNode gives the node to the input that is armed, and arms the next: source, then destination,
// then source again. An input of several nodes stays armed, and takes a node again to drop it.
func (p *page) pickNode(node *element) {
	p.roveTo(node)
	labels := slices.DeleteFunc(p.picks(node.closest("svg").GetAttribute("data-network")), func(label *element) bool {
		kind := label.find(controlField).GetAttribute("data-node-kind")
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
