//go:build js && wasm

package playground

import (
	"fmt"
	"slices"
	"strings"
	"syscall/js"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/link"
	"topobook/wasm/dom"
	"topobook/wasm/draft"
	"topobook/wasm/page"
	"topobook/wasm/store"
	"topobook/wasm/wire"
)

const blank = "---\ntitle: Untitled notebook\n---\n"

// route shows the notebook that the address names: #id=… one that is kept here, #from=… a page of the site, #example=… an example,
// #n=… one that the link holds; an empty one where it names none.
func (pl *playground) route() {
	fragment := strings.TrimPrefix(js.Global().Get("location").Get("hash").String(), "#")
	if dialog := dom.ByID("list"); dialog != nil && dialog.HasAttribute("open") {
		dialog.Call("close")
	}
	if pl.notebook != nil && fragment != "" && !strings.Contains(fragment, "=") { // a place on the page
		page.SetAddress(pl.address)
		return
	}
	first, rest, _ := strings.Cut(fragment, "&")
	key, value, _ := strings.Cut(first, "=")
	if key == "id" && pl.notebook != nil && value == pl.notebook.ID {
		return
	}
	if !pl.mayLeave() {
		page.SetAddress(pl.address)
		return
	}
	pl.address = fragment
	switch key {
	case "id":
		pl.openKept(value)
	case "from":
		pl.openPage(value, rest)
	case "example":
		pl.openExample(value)
	case "n":
		pl.openLink(value, rest)
	default:
		if !strings.Contains(fragment, "=") {
			pl.beginEmpty("", "")
		} else {
			pl.beginEmpty("There is no such notebook", "The address does not name one. Here is an empty one.")
		}
	}
}

// beginEmpty shows an empty notebook, and a notice if that has a title.
func (pl *playground) beginEmpty(title, sentence string) {
	pl.begin(&store.Notebook{Text: blank})
	pl.load()
	if title != "" {
		pl.page.ShowNotice(title, sentence)
	}
}

// setAddress makes a fragment the one that names the notebook.
func (pl *playground) setAddress(fragment string) {
	pl.address = fragment
	page.SetAddress(fragment)
}

// goTo shows the notebook that a fragment of the address names.
func (pl *playground) goTo(fragment string) {
	location := js.Global().Get("location")
	if location.Get("hash").String() == "#"+fragment {
		pl.route()
		return
	}
	location.Set("hash", fragment)
}

// startNew begins an empty notebook.
func (pl *playground) startNew() {
	pl.leave()
	if !pl.mayLeave() {
		return
	}
	js.Global().Get("history").Call("pushState", nil, "", js.Global().Get("location").Get("pathname"))
	pl.address = ""
	pl.beginEmpty("", "")
	dom.ByID("title").Call("select")
	dom.ByID("title").Call("focus")
}

// openKept shows a notebook that is kept in the browser.
func (pl *playground) openKept(id string) {
	pl.wait()
	address := pl.address
	pl.store.Get(id, func(n *store.Notebook, err error) {
		if pl.address != address { // it names another one by now
			return
		}
		if err != nil {
			pl.beginEmpty("There is no such notebook", page.Sentence(err)+" The address is of one that was written in another browser, or removed: its Share button makes a link that holds it.")
			return
		}
		pl.begin(n)
		dom.ByID("kept").SetTextContent("Kept in this browser · saved " + date(n.Changed, map[string]any{"dateStyle": "long", "timeStyle": "short"}))
		pl.claim()
		pl.load()
	})
}

// wait shows an empty notebook until the one that is asked for is there, if there is none yet.
func (pl *playground) wait() {
	if pl.notebook == nil {
		pl.begin(&store.Notebook{Text: ""})
	}
}

// fetch calls use with the text of a file of the site.
func (pl *playground) fetch(path string, use func(text string)) {
	pl.wait()
	failed := func(cause js.Value) {
		pl.page.ShowNotice(notOpened, fmt.Sprintf("%s did not come (%s).", path, dom.Text(cause, "message")))
	}
	dom.Then(js.Global().Call("fetch", path), func(response js.Value) {
		if !response.Get("ok").Bool() {
			failed(js.ValueOf(map[string]any{"message": response.Get("status").Int()}))
			return
		}
		dom.Then(response.Call("text"), func(text js.Value) { use(text.String()) }, failed)
	}, failed)
}

// find returns the entry of one of the builder's lists that has a value at a key.
func find(list js.Value, key, value string) js.Value {
	for i := range list.Length() {
		if dom.Text(list.Index(i), key) == value {
			return list.Index(i)
		}
	}
	return js.Undefined()
}

// openExample shows an example.
func (pl *playground) openExample(name string) {
	example := find(pl.data.Get("examples"), "name", name)
	if !example.Truthy() {
		pl.beginEmpty("There is no such example", "Notebooks shows those that there are.")
		return
	}
	address := pl.address
	pl.fetch(dom.Text(example, "path"), func(text string) {
		if pl.address != address { // it names another one by now
			return
		}
		pl.begin(&store.Notebook{Text: text, Name: name})
		pl.load()
	})
}

// openPage shows a page of the site as a notebook, with what a link to that page says; cell=ID in that shows one cell and what it needs.
func (pl *playground) openPage(slug, rest string) {
	entry := find(pl.data.Get("pages"), "slug", slug)
	if !entry.Truthy() {
		pl.beginEmpty("There is no such page", "Notebooks shows those that there are.")
		return
	}
	asked := pl.address
	pl.fetch(dom.Text(entry, "source"), func(text string) {
		address := js.Global().Get("URL").New(slug+".html", js.Global().Get("document").Get("baseURI"))
		go func() { // as it waits
			own := page.EditsOn(dom.Text(address, "pathname"))
			if pl.address != asked { // it names another one by now
				return
			}
			pl.beginPage(&store.Notebook{Text: text, Name: slug}, rest, own)
		}()
	})
}

// beginPage shows the notebook of a page of the site, with what the rest of the address says of it, and what its reader has written there.
func (pl *playground) beginPage(n *store.Notebook, rest string, own map[string]string) {
	only, state := "", rest
	for part := range strings.SplitSeq(rest, "&") {
		if cell, ok := strings.CutPrefix(part, "cell="); ok {
			only = cell
			state = strings.TrimPrefix(strings.Replace("&"+rest, "&"+part, "", 1), "&")
		}
	}
	edited, notes := pl.applyLink(n, state)
	if !edited {
		for _, id := range engine.SortedKeys(own) {
			n.Text = draft.WithCode(n.Text, id, own[id])
		}
	}
	if only != "" {
		n.Text, n.Name = draft.Excerpt(n.Text, only), ""
	}
	n.Asks = edited // whoever made the address wrote that code
	pl.begin(n)
	pl.load()
	if len(notes) > 0 {
		pl.page.ShowNotice("Not all of the address was taken", strings.Join(notes, ". ")+".")
	}
}

// openLink shows the notebook that a link holds. Its code runs when the reader says so.
func (pl *playground) openLink(packed, rest string) {
	text, files, err := link.DecodeNotebook(packed)
	if err != nil {
		pl.beginEmpty("This link cannot be read", page.Sentence(err))
		return
	}
	pl.begin(&store.Notebook{Text: text, Files: files, Asks: true})
	pl.linked = rest
	pl.load()
}

// ask asks whether the code of a notebook that came with a link may run.
func (pl *playground) ask(m *wire.Composed) {
	cells := 0
	for _, c := range m.Cells {
		if !c.Inline {
			cells++
		}
	}
	sentence := "It came with a link, and has " + page.Plural(cells, "cell") + " of code, which you see below. They would run in your browser, where they can only compute; what they show is their author's."
	if found := hidden(m.Cells); found != "" {
		sentence += " They have characters that do not show, or change how others show: " + found + "."
	}
	notice := pl.page.ShowNotice("Somebody's notebook", sentence)
	buttons := dom.Create("p", "", "")
	buttons.Add(dom.Button("Run it", "run-linked"), dom.Button("Close", "close"))
	notice.Add(buttons)
}

// hidden returns those characters of cells that a reader does not see as they are, a few of them, by their code points.
func hidden(cells []wire.Cell) string {
	const most = 8
	var found []string
	for _, c := range cells {
		for _, r := range c.Source {
			shown := dialect.Visible(string(r))
			if shown == string(r) || slices.Contains(found, shown) {
				continue
			}
			if len(found) == most {
				return strings.Join(found, ", ") + " and others"
			}
			found = append(found, shown)
		}
	}
	return strings.Join(found, ", ")
}

// runLinked runs the code of a notebook that came with a link, and compares what comes out with what its sender saw.
func (pl *playground) runLinked() {
	rest := pl.linked
	pl.asking, pl.linked = false, ""
	pl.page.HideNotice()
	pl.load()
	if pl.notebook.Revision > 0 {
		pl.keep()
	} else {
		pl.notebook.Asks = false
	}
	if rest != "" {
		pl.page.OpenLink(rest)
	}
}
