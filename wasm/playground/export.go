//go:build js && wasm

package playground

import (
	"fmt"
	"html"
	"strconv"
	"strings"
	"syscall/js"

	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
	"topobook/wasm/dom"
	"topobook/wasm/page"
)

// export says what one file with the notebook has, and how large it is.
func (pl *playground) export() {
	pl.leave()
	pl.page.CommitAll()
	size := dom.Number(pl.data, "standaloneSize") + float64(len(pl.draft.Text()))
	notice := pl.page.ShowNotice("One HTML file", fmt.Sprintf("It shows the notebook as it is now, and computes, too, without a network: it has the page, the engine and the data in it, %.1f MB in all.", size/1e6))
	buttons := dom.Create("p", "", "")
	buttons.Add(dom.Button("Download the file", "export-now"), dom.Button("Close", "close"))
	notice.Add(buttons)
}

// exportNow downloads that file.
func (pl *playground) exportNow() {
	pl.page.HideNotice()
	pl.page.Say("Fetching what the file needs …")
	pl.fetch(dom.Text(pl.data, "standalone"), func(skeleton string) {
		title := markdown.Title(pl.draft.Text())
		body, rules := pl.body()
		nonce := js.Global().Get("Uint8Array").New(16)
		js.Global().Get("crypto").Call("getRandomValues", nonce)
		file := strings.NewReplacer("%TITLE%", html.EscapeString(title), "%BODY%", body, "%RULES%", rules,
			"%NONCE%", fmt.Sprintf("%x", dom.FromBytes(nonce)), "%DATA%", pl.bookData()).Replace(skeleton)
		pl.page.Download(pl.name()+".html", "text/html", file)
	})
}

// body returns the notebook as it stands on the page, without the tools, and rules of a style sheet for what the attributes
// style of its formulas say, which the policy of the file bars.
func (pl *playground) body() (body, rules string) {
	var b strings.Builder
	classes := map[string]string{} // by what they say
	for _, block := range pl.draft.Blocks() {
		shown := pl.blocks[block.Key]
		if shown == nil {
			continue
		}
		clone := dom.Wrap(shown.body.Call("cloneNode", true))
		for _, extra := range clone.FindAll("textarea, .cm-editor, .save, progress, .offer") {
			extra.Remove()
		}
		for _, tools := range clone.FindAll(".tools") {
			tools.SetTextContent("")
		}
		for _, el := range clone.FindAll("pre.source") {
			el.RemoveAttribute("aria-hidden")
			el.RemoveAttribute("hidden")
		}
		for _, el := range clone.FindAll("[data-draft], [data-partial]") {
			el.RemoveAttribute("data-draft")
			el.RemoveAttribute("data-partial")
		}
		for _, el := range clone.FindAll("[style]") {
			says := el.GetAttribute("style")
			el.RemoveAttribute("style")
			if el.Closest("math") == nil {
				continue // a script has set it, and will again
			}
			class, ok := classes[says]
			if !ok {
				class = "style-" + strconv.Itoa(len(classes))
				classes[says] = class
				// Stronger than the rules of the page, as an attribute is; and no text ends the element.
				rules += strings.Repeat("."+class, 3) + "{" + strings.ReplaceAll(says, "<", `\3c `) + "}\n"
			}
			el.Get("classList").Call("add", class)
		}
		b.WriteString(clone.InnerHTML())
		b.WriteString("\n")
	}
	return b.String(), rules
}

// bookData returns what the page of the file says of the notebook, as JSON.
func (pl *playground) bookData() string {
	var cells, inputs []any
	for _, c := range pl.page.Cells() {
		cell := map[string]any{"id": c.ID, "source": c.Source, "inline": c.Inline, "fold": c.Fold, "heavy": c.Heavy}
		if len(c.Picks) > 0 {
			var picks []any
			for _, group := range c.Picks {
				picks = append(picks, group)
			}
			cell["picks"] = picks
		}
		cells = append(cells, cell)
	}
	chosen := pl.page.Inputs()
	for _, label := range pl.root.FindAll("[data-input]") {
		name, section := label.GetAttribute("data-input"), label.Closest("[data-cell]")
		if section == nil {
			continue
		}
		value := page.ValueOf(label)
		if _, set := chosen[name]; set {
			value = "" // as the control differs, the page sets the input to what it shows
		}
		inputs = append(inputs, map[string]any{"cell": section.GetAttribute("data-cell"), "name": name, "value": value})
	}
	files := map[string]any{}
	for name, text := range pl.files() {
		files[name] = text
	}
	data := map[string]any{
		"slug": pl.name(), "paper": pl.name(), "cells": cells, "inputs": inputs, "files": files, "digest": "",
		"exec": "exec", "engine": "engine", "full": "engine", "editor": "editor",
	}
	text := js.Global().Get("JSON").Call("stringify", data).String()
	return strings.ReplaceAll(text, "<", `\u003c`) // so that no text ends the script
}

// files returns the texts that cells load and read, those of the notebook's own blocks too.
func (pl *playground) files() map[string]string {
	book, _ := markdown.Draft(pl.name()+".md", pl.draft.Text())
	all := map[string]string{}
	for _, files := range []map[string]string{pl.draft.Files, book.Files} {
		for _, name := range engine.SortedKeys(files) {
			all[name] = files[name]
		}
	}
	return all
}
