//go:build js && wasm

package playground

import (
	"topobook/notebooks/markdown"
	"topobook/wasm/dom"
)

// rename gives a cell or a file another name. The block is made anew: it has the focus if nothing else gets it.
func (pl *playground) rename(key int, field *dom.Element, name string) {
	if name == pl.blocks[key].id {
		return
	}
	pl.page.CommitAll()
	pl.draft.Step()
	if !pl.try(pl.draft.Rename(key, name)) {
		field.Set("value", pl.blocks[key].id)
		return
	}
	var soon dom.Alarm
	soon.Start(0, func() {
		if dom.Active().TagName() == "BODY" {
			pl.selectBlock(key)
		}
	})
}

// setAttributes changes the attributes of a cell.
func (pl *playground) setAttributes(key int, change func(*markdown.Attributes)) {
	a, err := markdown.CellAttributes(pl.source(key))
	if err == nil {
		change(&a)
		err = pl.draft.SetAttributes(key, a)
	}
	pl.try(err)
}

// setOption changes the attribute of a cell that a field of its options is for.
func (pl *playground) setOption(key int, field *dom.Element) {
	name, on := field.GetAttribute("name"), dom.Truth(field.Value, "checked")
	pl.setAttributes(key, func(a *markdown.Attributes) {
		switch name {
		case "caption":
			a.Caption = dom.Text(field.Value, "value")
		case "heavy":
			a.Heavy = on
		case "error":
			a.Error = on
		case "exercise":
			a.Exercise = on
		case "helper":
			a.Helper = on
		}
	})
}

// showOptions shows the fields for the attributes of a cell, or hides them.
func (pl *playground) showOptions(key int, button *dom.Element) {
	b := pl.blocks[key]
	if old := b.root.Find(".block-options"); old != nil && old.Value.Get("tagName").String() == "DIV" {
		old.Remove()
		button.SetAttribute("aria-expanded", "false")
		return
	}
	button.SetAttribute("aria-expanded", "true")
	box := dom.Create("div", "block-options", "")
	a, _ := markdown.CellAttributes(pl.source(key)) // it is a cell
	field := func(kind, name, label string) *dom.Element {
		input := dom.Create("input", "", "")
		input.SetAttribute("type", kind)
		input.SetAttribute("name", name)
		wrap := dom.Create("label", "", "")
		if kind == "text" {
			wrap.AddText(label + " ")
			wrap.Add(input)
		} else {
			wrap.Add(input)
			wrap.AddText(" " + label)
		}
		box.Add(wrap)
		return input
	}
	caption := field("text", "caption", "Caption")
	caption.Set("value", a.Caption)
	field("checkbox", "heavy", "Runs on a button, as it takes long").Set("checked", a.Heavy)
	field("checkbox", "error", "Is meant to fail").Set("checked", a.Error)
	field("checkbox", "exercise", "Is an exercise").Set("checked", a.Exercise)
	field("checkbox", "helper", "Only serves other cells: stands at the end of a page").Set("checked", a.Helper)
	b.bar.Call("after", box.Value)
	caption.Call("focus")
}
