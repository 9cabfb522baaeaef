//go:build js && wasm

package playground

import (
	"errors"
	"maps"
	"strconv"
	"strings"
	"syscall/js"
	"time"

	"topobook/notebooks/markdown"
	"topobook/wasm/dom"
	"topobook/wasm/page"
	"topobook/wasm/store"
)

const saveAfter = 400 // ms without a change before the notebook is kept

// A saving is the state of keeping the notebook in the browser.
type saving struct {
	later  dom.Alarm
	queue  []saved         // what is being kept, and then will be
	told   string          // why it is not kept, as the notice says
	asked  bool            // the reader wants to hear that it is kept
	forgot *store.Notebook // the one that was removed last
	lost   *store.Notebook // that could not be kept, and is no longer on the page
}

// A saved is a notebook, and as what it is to be kept.
type saved struct{ of, as *store.Notebook }

// keep keeps the notebook a moment later.
func (pl *playground) keep() {
	pl.saving.later.Start(saveAfter, pl.save)
}

// flush keeps the notebook now, if it is to be kept.
func (pl *playground) flush() {
	if pl.saving.later.Set() {
		pl.saving.later.Stop()
		pl.save()
	}
}

// keepNow keeps the notebook, also one that was not changed, and says so.
func (pl *playground) keepNow() {
	if pl.notebook.Revision == 0 {
		pl.notebook.Text = "" // which is not what is to be kept
	}
	pl.saving.later.Stop()
	pl.saving.asked = true
	pl.save()
	if len(pl.saving.queue) == 0 && pl.notebook.Revision > 0 && pl.unkept() == "" {
		pl.tellSaved(nil)
	}
}

// unkept returns why the notebook is not kept, or nothing if it is, or soon will be.
func (pl *playground) unkept() string {
	if pl.foreign && pl.text(true) != pl.notebook.Text {
		return "another tab has it"
	}
	return pl.saving.told
}

// mayLeave returns whether another notebook may take the place of this one: the reader is asked if this one would be lost.
func (pl *playground) mayLeave() bool {
	if pl.notebook == nil {
		return true
	}
	pl.flush()
	why := pl.unkept()
	return why == "" || js.Global().Call("confirm", "This notebook is not kept in the browser: "+why+". Leave it all the same?").Bool()
}

// save puts the notebook in the browser's database, if it has changed.
func (pl *playground) save() {
	n := pl.notebook
	text, inputs := pl.text(true), pl.page.Inputs()
	if text == n.Text && n.Asks == pl.asking && (n.Revision > 0 && maps.Equal(inputs, n.Inputs) || n.Revision == 0 && (len(inputs) == 0 || text == "")) {
		return
	}
	if pl.foreign {
		pl.tryLock(func() { pl.save() })
		return
	}
	if n.ID == "" {
		n.ID = store.NewID()
		pl.setAddress("id=" + n.ID)
		pl.claim()
	}
	kept := *n
	kept.Asks, kept.Text, kept.Files, kept.Inputs, kept.Title, kept.Changed = pl.asking, text, maps.Clone(pl.draft.Files), inputs, markdown.Title(text), time.Now()
	s := &pl.saving
	if last := len(s.queue) - 1; last > 0 && s.queue[last].of == n { // the first is under way
		s.queue = s.queue[:last]
	}
	if s.queue = append(s.queue, saved{n, &kept}); len(s.queue) == 1 {
		pl.put()
	}
}

// put keeps what comes first in the queue, and then what follows.
func (pl *playground) put() {
	s := &pl.saving
	n, kept := s.queue[0].of, s.queue[0].as
	kept.Revision = n.Revision
	pl.store.Put(kept, func(err error) {
		if err == nil {
			*n = *kept
		}
		if pl.notebook == n {
			pl.tellSaved(err)
		} else if err != nil {
			pl.showLost(kept, err)
		}
		if s.queue = s.queue[1:]; len(s.queue) > 0 {
			pl.put()
		}
	})
}

// tellSaved says whether the notebook is kept.
func (pl *playground) tellSaved(err error) {
	s := &pl.saving
	switch {
	case err == nil:
		dom.ByID("kept").SetTextContent("Kept in this browser · saved at " + clock(pl.notebook.Changed))
		if s.told != "" {
			s.told = ""
			pl.page.HideNotice()
		}
		if s.asked {
			s.asked = false
			pl.page.Say("Kept in this browser.")
		}
	case errors.Is(err, store.ErrChanged):
		pl.showForeign("This notebook was changed in another tab. That one is kept, and nothing that you write here.")
	default:
		dom.ByID("kept").SetTextContent("Not kept: " + err.Error())
		if s.told != err.Error() {
			s.told = err.Error()
			notice := pl.page.ShowNotice("Not kept", page.Sentence(err)+" Your notebook is on this page only: download it before you leave.")
			notice.Add(dom.Button("Download the notebook", "download"))
		}
	}
}

// showLost says that a notebook which is no longer on the page could not be kept, and offers the way back to it.
func (pl *playground) showLost(n *store.Notebook, err error) {
	pl.saving.lost = n
	pl.page.ShowNotice("Not kept", "“"+titleOf(n)+"”: "+err.Error()+".").Add(dom.Button("Go back to it", "go-back"))
}

// goBack shows the notebook again that could not be kept.
func (pl *playground) goBack() {
	if n := pl.saving.lost; n != nil && pl.mayLeave() {
		pl.saving.lost = nil
		n.ID, n.Revision = "", 0
		pl.begin(n)
		pl.setAddress("")
		n.Text = "" // it is still to be kept
		pl.load()
		pl.save()
	}
}

// claim makes this the tab that works on the notebook, or says that another one does.
func (pl *playground) claim() {
	n := pl.notebook
	pl.store.Lock(n.ID, func(lock *store.Lock) {
		if pl.notebook != n {
			lock.Release()
			return
		}
		if pl.lock = lock; lock == nil {
			pl.showForeign("This notebook is open in another tab. What you write here is not kept.")
		}
	})
}

// showForeign says that another tab has the notebook, and offers a copy.
func (pl *playground) showForeign(sentence string) {
	pl.foreign = true
	dom.ByID("kept").SetTextContent("Not kept: another tab has this notebook")
	pl.page.ShowNotice("Open in another tab", sentence).Add(dom.Button("Go on with a copy", "copy-notebook"))
}

// tryLock calls then if the other tab has gone and has left the notebook as it was when this one opened it.
func (pl *playground) tryLock(then func()) {
	n := pl.notebook
	pl.store.Lock(n.ID, func(lock *store.Lock) {
		if lock == nil || pl.notebook != n {
			lock.Release()
			return
		}
		pl.store.Get(n.ID, func(kept *store.Notebook, err error) {
			if err != nil || kept.Revision != n.Revision || pl.notebook != n {
				lock.Release()
				return
			}
			pl.lock, pl.foreign = lock, false
			pl.page.HideNotice()
			then()
		})
	})
}

// copy goes on with a copy of the notebook, which this tab has alone.
func (pl *playground) copy() {
	n := *pl.notebook
	n.ID, n.Revision, n.Name, n.Text = "", 0, "", ""
	pl.lock.Release()
	pl.lock, pl.foreign, pl.notebook = nil, false, &n
	pl.page.HideNotice()
	title := markdown.Title(pl.draft.Text())
	pl.try(pl.draft.SetTitle(strings.TrimSpace(title + " (copy)")))
	pl.save()
}

// clock returns the time of day of a moment, as the reader's browser writes it.
func clock(t time.Time) string {
	return date(t, map[string]any{"timeStyle": "short"})
}

func date(t time.Time, style map[string]any) string {
	return js.Global().Get("Date").New(t.UnixMilli()).Call("toLocaleString", "en", style).String()
}

// showList shows the dialog with the notebooks that are kept, the examples, and the pages of the site.
func (pl *playground) showList() {
	pl.flush()
	pl.store.List(func(all []*store.Notebook, err error) {
		dialog := dom.ByID("list")
		if dialog == nil {
			dialog = dom.Create("dialog", "list", "")
			dialog.SetID("list")
			dialog.SetAttribute("aria-labelledby", "list-title")
			dom.Wrap(js.Global().Get("document")).Find("body").Add(dialog)
		}
		dialog.SetInnerHTML(`<form method="dialog"><button class="close" aria-label="Close">×</button></form><h2 id="list-title">Your notebooks</h2>`)
		if err != nil {
			dialog.Add(dom.Create("p", "", page.Sentence(err)))
		} else if len(all) == 0 {
			dialog.Add(dom.Create("p", "", "None yet. What you write on this page is kept here, in your browser."))
		}
		list := dom.Create("ul", "notebook-list", "")
		for _, n := range all {
			list.Add(pl.entry(n))
		}
		dialog.Add(list)
		if n := pl.saving.forgot; n != nil {
			line := dom.Create("p", "", "“"+titleOf(n)+"” is removed. ")
			line.Add(dom.Button("Bring it back", "notebook-back"))
			dialog.Add(line)
		}
		dialog.Add(dom.Create("h3", "", "Examples"), pl.examples())
		if pages := pl.data.Get("pages"); pages.Length() > 0 {
			dialog.Add(dom.Create("h3", "", "Pages of this site"))
			links := dom.Create("ul", "page-list", "")
			for i := range pages.Length() {
				item, link := dom.Create("li", "", ""), dom.Create("a", "", dom.Text(pages.Index(i), "title"))
				link.SetAttribute("href", "#from="+dom.Text(pages.Index(i), "slug"))
				item.Add(link)
				links.Add(item)
			}
			dialog.Add(links)
		}
		if !dialog.HasAttribute("open") {
			dialog.Call("showModal")
		}
	})
}

func titleOf(n *store.Notebook) string {
	if n.Title == "" {
		return "Untitled notebook"
	}
	return n.Title
}

// entry returns the line of a notebook in the list.
func (pl *playground) entry(n *store.Notebook) *dom.Element {
	item := dom.Create("li", "", "")
	if n.ID == pl.notebook.ID {
		item.SetAttribute("aria-current", "true")
	}
	size := len(n.Text)
	for _, text := range n.Files {
		size += len(text)
	}
	open := dom.Button("", "notebook-open")
	open.SetAttribute("data-id", n.ID)
	when := date(n.Changed, map[string]any{"dateStyle": "long", "timeStyle": "short"})
	open.Add(dom.Create("b", "", titleOf(n)))
	open.AddText(" ")
	open.Add(dom.Create("span", "", when+" · "+kilobytes(size)))
	remove := tool("notebook-remove", "remove", "Remove "+titleOf(n), "")
	remove.SetAttribute("data-id", n.ID)
	item.Add(open, remove)
	return item
}

func kilobytes(bytes int) string {
	return strconv.FormatFloat(float64(bytes)/1000, 'f', 1, 64) + " kB"
}

// examples returns the list of the examples.
func (pl *playground) examples() *dom.Element {
	list := dom.Create("ul", "examples", "")
	all := pl.data.Get("examples")
	for i := range all.Length() {
		b := dom.Button("", "example")
		b.SetAttribute("data-name", dom.Text(all.Index(i), "name"))
		b.Add(dom.Create("b", "", dom.Text(all.Index(i), "title")))
		b.AddText(" ")
		b.Add(dom.Create("span", "", dom.Text(all.Index(i), "summary")))
		item := dom.Create("li", "", "")
		item.Add(b)
		list.Add(item)
	}
	return list
}

// forget takes a notebook out of the browser; the list brings it back.
func (pl *playground) forget(id string) {
	pl.store.Get(id, func(n *store.Notebook, err error) {
		if err != nil {
			pl.page.Say(page.Sentence(err))
			return
		}
		pl.store.Remove(id, func(err error) {
			if err != nil {
				pl.page.Say(page.Sentence(err))
				return
			}
			pl.saving.forgot = n
			if pl.notebook.ID == id { // it stays on the page, and is kept anew once it changes
				pl.lock.Release()
				pl.lock = nil
				pl.notebook = &store.Notebook{Name: n.Name, Text: pl.draft.Text(), Files: pl.draft.Files, Inputs: n.Inputs}
				pl.setAddress("")
				dom.ByID("kept").SetTextContent("Not kept")
			}
			pl.showList()
		})
	})
}

// unforget brings back the notebook that was removed last.
func (pl *playground) unforget() {
	n := pl.saving.forgot
	pl.saving.forgot = nil
	if n == nil {
		return
	}
	n.Revision = 0
	pl.store.Put(n, func(err error) {
		if err != nil {
			pl.page.Say(page.Sentence(err))
		}
		pl.showList()
	})
}
