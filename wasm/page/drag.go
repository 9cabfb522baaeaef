//go:build js && wasm

package page

import (
	"math"
	"strconv"
	"syscall/js"

	"topobook/wasm/dom"
)

// A drag is what the reader does with the pointer held down.
type drag interface {
	// move does what it means that the pointer is where e says, and tells whether it was more than a click.
	move(p *Page, e js.Value) bool
}

// onDragStart begins a drag where the pointer goes down on the name of a number, or on a node that a control has picked.
func (p *Page) onDragStart(e js.Value) {
	at := dom.Target(e)
	p.touched(at)
	if node := at.Closest("svg .grab"); node != nil {
		p.startNodeDrag(node)
		return
	}
	label := at.Closest("[data-input][data-kind=number]")
	if label == nil || at.TagName() == "INPUT" && !label.Class().Contains("inline") {
		return
	}
	field := label.Find(controlField).Value
	value, err := strconv.ParseFloat(dom.Text(field, "value"), 64)
	if err == nil {
		p.dragging = &numberDrag{label: label, field: field, x: dom.Number(e, "clientX"), start: value}
	}
}

func (p *Page) onDrag(e js.Value) {
	if p.dragging != nil && p.dragging.move(p, e) {
		e.Call("preventDefault")
		p.dragged = true
	}
}

// onDragEnd ends a drag. The click that follows is none.
func (p *Page) onDragEnd(js.Value) {
	if p.dragging = nil; p.dragged {
		p.afterDrag.Start(0, func() { p.dragged = false })
	}
}

// A numberDrag is the change of a number by dragging its name or, in prose, the number itself.
type numberDrag struct {
	label *dom.Element
	field js.Value
	x     float64 // where it began
	start float64 // value there
	moved bool
}

const dragStep = 8 // pixels for one step of the number

// move changes the number by a step for every few pixels.
func (d *numberDrag) move(p *Page, e js.Value) bool {
	steps := math.Round((dom.Number(e, "clientX") - d.x) / dragStep)
	if d.moved = d.moved || steps != 0; !d.moved {
		return false
	}
	size, err := strconv.ParseFloat(dom.Text(d.field, "step"), 64)
	if err != nil || size <= 0 {
		size = 1
	}
	value := d.start + steps*size
	if low, err := strconv.ParseFloat(dom.Text(d.field, "min"), 64); err == nil {
		value = max(value, low)
	}
	if high, err := strconv.ParseFloat(dom.Text(d.field, "max"), 64); err == nil {
		value = min(value, high)
	}
	shown := strconv.FormatFloat(value, 'g', 12, 64)
	p.showValue(d.label, shown)
	p.setInput(d.label.GetAttribute("data-input"), shown)
	return true
}

// A nodeDrag takes a node that a control has picked, a source or a destination, to another.
type nodeDrag struct {
	cell  *cell
	label *dom.Element // the control
	moved bool
}

// startNodeDrag begins a drag of the first of the nearest controls that have picked the node.
func (p *Page) startNodeDrag(node *dom.Element) {
	c := p.cellOf(node)
	for _, group := range p.picks(c) {
		for _, label := range group {
			if grabbed(label) == node.GetAttribute("data-node") {
				p.dragging = &nodeDrag{cell: c, label: label}
				return
			}
		}
	}
}

// grabbed returns the address of the node that a control has picked, which may be dragged then, or "".
func grabbed(label *dom.Element) string {
	if label.GetAttribute("data-kind") != "pick" {
		return ""
	}
	return ValueOf(label)
}

// move picks the node under the pointer, if it is in a drawing of the same cell. The drawing that it began in may have been drawn anew.
func (d *nodeDrag) move(p *Page, e js.Value) bool {
	at := dom.Wrap(js.Global().Get("document").Call("elementFromPoint", e.Get("clientX"), e.Get("clientY")))
	if at == nil || at.Closest("svg [data-node]") == nil || p.cellOf(at) != d.cell {
		return d.moved
	}
	node := at.Closest("[data-node]")
	address := node.GetAttribute("data-node")
	if !takes(d.label, node) || address == ValueOf(d.label) {
		return d.moved
	}
	d.moved = true
	p.showValue(d.label, address)
	p.Say(inputLabel(d.label) + ": " + address + ".")
	p.setInput(d.label.GetAttribute("data-input"), address)
	return true
}
