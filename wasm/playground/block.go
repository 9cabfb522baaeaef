//go:build js && wasm

package playground

import (
	"slices"
	"strconv"
	"strings"

	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
	"topobook/wasm/dom"
	"topobook/wasm/draft"
	"topobook/wasm/wire"
)

// A block is a block of the draft where it stands on the page.
type block struct {
	key  int
	kind markdown.BlockKind
	id   string
	root *dom.Element // section.block
	bar  *dom.Element
	body *dom.Element
	from string       // the source of a cell that the tools show
	html string       // that stands in the body, of text or a file; of a cell the caption
	said *dom.Element // what is wrong, hidden if nothing is

	editor *dom.Element // the text area of a text or a file that is being edited
}

// plain returns whether the block is edited as a text: also a cell whose fence is wrong.
func (b *block) plain() bool { return b.kind != markdown.Cell || b.id == "" }

// names of the kinds of blocks, in the page's markup and in words.
var kinds = map[markdown.BlockKind][2]string{
	markdown.Text: {"text", "Text"}, markdown.Cell: {"cell", "Cell"}, markdown.Data: {"data", "File"},
}

// arrange makes the blocks on the page those of the draft, in its order. What stays keeps its place, so that the focus does, too.
func (pl *playground) arrange() {
	focus := dom.Active()
	there := map[int]bool{}
	var added []wire.Cell
	var before *dom.Element
	for _, b := range pl.draft.Blocks() {
		if b.Kind == markdown.FrontMatter {
			continue
		}
		there[b.Key] = true
		shown := pl.blocks[b.Key]
		if shown != nil && (shown.kind != b.Kind || shown.id != b.ID) {
			shown.root.Remove()
			shown = nil
		}
		if shown == nil {
			shown = pl.newBlock(b)
			pl.blocks[b.Key] = shown
			if !shown.plain() {
				added = append(added, wire.Cell{ID: b.ID, Source: markdown.CellSource(b.Source)})
			}
		}
		next := dom.Wrap(pl.root.Get("firstElementChild"))
		if before != nil {
			next = dom.Wrap(before.Get("nextElementSibling"))
		}
		if next == nil || !next.Value.Equal(shown.root.Value) {
			if before == nil {
				pl.root.Call("prepend", shown.root.Value)
			} else {
				before.Call("after", shown.root.Value)
			}
		}
		before = shown.root
		shown.describe(b)
	}
	for key, shown := range pl.blocks {
		if !there[key] {
			shown.root.Remove()
			delete(pl.blocks, key)
		}
	}
	for _, cell := range added {
		pl.page.AddCell(cell)
	}
	if pl.root.Has(focus) && !focus.Value.Equal(dom.Active().Value) { // a browser takes it from what moves
		focus.Call("focus", map[string]any{"preventScroll": true})
	}
	if first := pl.root.Find(".block"); pl.blocks[pl.selected] == nil && first != nil {
		pl.selected = 0
		first.SetAttribute("tabindex", "0") // the way in with the keyboard
	}
	dom.ByID("undo").Set("disabled", !pl.draft.CanUndo())
	dom.ByID("redo").Set("disabled", !pl.draft.CanRedo())
}

// newBlock returns a block with its tools, and the body that it has before the kernel has read it.
func (pl *playground) newBlock(b draft.Block) *block {
	kind := kinds[b.Kind]
	shown := &block{key: b.Key, kind: b.Kind, id: b.ID, root: dom.Create("section", "block", "")}
	label := strings.TrimSpace(kind[1] + " " + b.ID)
	for name, value := range map[string]string{"data-key": strconv.Itoa(b.Key), "data-kind": kind[0], "tabindex": "-1", "role": "group", "aria-label": label} {
		shown.root.SetAttribute(name, value)
	}
	shown.bar = dom.Create("div", "block-bar", "")
	shown.bar.SetAttribute("role", "toolbar")
	shown.bar.SetAttribute("aria-label", label)
	shown.body = dom.Create("div", "block-body", "")
	shown.said = dom.Create("p", "error", "")
	shown.said.SetAttribute("hidden", "")
	add := dom.Create("div", "block-add", "")
	add.SetAttribute("role", "group")
	add.SetAttribute("aria-label", "Add below")
	add.Add(dom.Button("Code", "add-cell"), dom.Button("Text", "add-text"), dom.Button("Data", "add-data"))
	shown.root.Add(shown.bar, shown.said, shown.body, add)
	shown.fillBar()
	if !shown.plain() {
		a, _ := markdown.CellAttributes(b.Source) // it is a cell
		cell := engine.Cell{ID: b.ID, Source: markdown.CellSource(b.Source), Fold: a.Fold, Heavy: a.Heavy}
		shown.body.SetInnerHTML(markdown.CellHTML(cell, engine.Result{State: engine.Waiting}, ""))
	}
	return shown
}

// tool returns a button of a block's bar with an icon.
func tool(action, icon, label, key string) *dom.Element {
	b := dom.Button("", action)
	b.SetInnerHTML(`<svg class="icon" aria-hidden="true"><use href="#icon-` + icon + `"></use></svg>`)
	b.SetAttribute("aria-label", label)
	if key != "" {
		label += " (" + key + ")"
	}
	b.SetAttribute("title", label)
	return b
}

// fillBar gives the bar the tools of the block's kind.
func (b *block) fillBar() {
	b.bar.SetTextContent("")
	if b.id != "" {
		name := dom.Create("input", "block-name", "")
		for key, value := range map[string]string{
			"type": "text", "spellcheck": "false", "autocapitalize": "off", "autocomplete": "off",
			"aria-label": map[bool]string{true: "Name of the cell", false: "Name of the file"}[b.kind == markdown.Cell],
		} {
			name.SetAttribute(key, value)
		}
		name.Set("value", b.id)
		b.bar.Add(name)
	}
	switch {
	case !b.plain():
		options := tool("block-options", "options", "Caption and options", "")
		options.SetAttribute("aria-expanded", "false")
		fold := tool("block-fold", "fold", "Fold the code", "")
		b.bar.Add(options, fold)
	case b.editor != nil:
		b.bar.Add(tool("block-done", "done", "Done", "Escape"))
	default:
		b.bar.Add(tool("block-edit", "edit", "Edit", "Enter"))
	}
	b.bar.Add(tool("block-up", "up", "Move up", "Alt+↑"), tool("block-down", "down", "Move down", "Alt+↓"),
		tool("block-copy", "copy", "Duplicate", "Alt+Shift+↓"), tool("block-remove", "remove", "Remove", "Delete"))
}

// describe shows the attributes of a cell in its tools.
func (b *block) describe(of draft.Block) {
	if b.plain() || b.from == of.Source {
		return
	}
	b.from = of.Source
	if attributes, err := markdown.CellAttributes(of.Source); err == nil {
		b.bar.Find("[data-do=block-fold]").SetAttribute("aria-pressed", strconv.FormatBool(attributes.Fold))
	}
}

// show puts what the kernel makes of the text into the blocks.
func (pl *playground) show(m *wire.Composed) {
	ends := pl.ends()
	at := 0
	for i, b := range pl.draft.Blocks() {
		var html strings.Builder
		caption := ""
		for ; at < len(m.Blocks) && m.Lines[at] < ends[i]; at++ {
			html.WriteString(m.Blocks[at].HTML)
			caption = m.Blocks[at].Caption
		}
		shown := pl.blocks[b.Key]
		if shown == nil {
			continue
		}
		shows := html.String()
		if !shown.plain() {
			shows = caption
		}
		if shown.html == shows {
			continue
		}
		shown.html = shows
		if shown.plain() {
			shown.fill(shows)
			pl.math.set(shown.body)
		} else {
			shown.setCaption(shows)
		}
	}
	untold := pl.page.SetCells(m.Cells)
	if pl.shown && !pl.asking { // what the kernel has run before, for elements that are new
		pl.page.ShowAgain(untold)
	}
	pl.shown = true
	pl.showFaults(m.Faults, ends)
}

// fill gives a text a body with what it shows, put together before it stands in the page: there WebKit takes time for each of many
// children that grows with their number.
func (b *block) fill(html string) {
	fresh := dom.Create("div", "block-body", "")
	fresh.SetInnerHTML(html)
	b.body.Call("replaceWith", fresh.Value)
	b.body = fresh
}

// ends returns for each block of the draft the line after its last, in the text that the kernel was given.
func (pl *playground) ends() []int {
	blocks := pl.draft.Blocks()
	ends := make([]int, len(blocks))
	line := 1
	for i, b := range blocks {
		source := b.Source
		if b.Key == pl.writing && pl.pending != nil {
			source = pl.pendingSource(b)
		}
		line += strings.Count(source, "\n")
		ends[i] = line
	}
	if len(ends) > 0 {
		ends[len(ends)-1]++ // the last may have no line end
	}
	return ends
}

// setCaption gives a cell its caption.
func (b *block) setCaption(html string) {
	figure := b.body.Find("figure.output-figure")
	if figure == nil {
		return
	}
	old := figure.Find("figcaption")
	if old != nil {
		old.Remove()
	}
	if html != "" {
		figure.Call("insertAdjacentHTML", "beforeend", html)
	}
}

// showFaults says at each block, and at the top for all, what is wrong with the text.
func (pl *playground) showFaults(faults []wire.Fault, ends []int) {
	list := dom.ByID("faults")
	list.SetTextContent("")
	dom.SetBool(list, "hidden", len(faults) == 0)
	for _, said := range pl.root.FindAll(".block > .error:not([hidden])") {
		said.SetTextContent("")
		said.SetAttribute("hidden", "")
	}
	blocks := pl.draft.Blocks()
	for _, fault := range faults {
		says := "line " + strconv.Itoa(fault.Line) + ": " + fault.Text
		item := dom.Create("li", "", says)
		list.Add(item)
		at := slices.IndexFunc(ends, func(end int) bool { return fault.Line < end })
		if at < 0 {
			continue
		}
		if b := pl.blocks[blocks[at].Key]; b != nil { // front matter has no block on the page
			b.said.RemoveAttribute("hidden")
			b.said.AddText(says + " ")
			to := dom.Button(says, "go-block")
			to.SetAttribute("data-key", strconv.Itoa(b.key))
			item.SetTextContent("")
			item.Add(to)
		}
	}
}
