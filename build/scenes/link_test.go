package scenes_test

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"topobook/build/browser"
	"topobook/notebooks/link"
)

// hasDigest tells in JavaScript whether the address is a link that Share has made; inputs may end in d, too.
const hasDigest = `/[#&]d=/.test(location.hash)`

// share presses Share and returns the link.
func (b *tab) share() string {
	b.t.Helper()
	b.click("#share")
	b.wait(hasDigest)
	return eval[string](b, "location.href")
}

func TestLink(t *testing.T) {
	scene(t, func(t *visit) {
		page := t.sample("sample")
		b := t.open(page)
		b.slide("k", 3)
		b.wait(contains("#cell-sizes table", "9"))
		link := b.share()
		if !strings.Contains(link, "#k=3&") {
			t.Errorf("the link is %s, want k=3 first", link)
		}
		b.js(`const field = document.querySelector('[data-input=k] input')
			for (const k of [2, 4, 3]) { // the address follows later
				field.value = k
				field.dispatchEvent(new Event('input', { bubbles: true }))
			}
			document.querySelector('#share').click()`)
		b.wait(hasDigest)
		b.quiet()
		if got := eval[string](b, `location.href`); got != link {
			t.Errorf("Share right after a change leaves the address %s, want %s", got, link)
		}
		b = t.open(link)
		b.wait(contains("#notice", "Reproduced: all"))
		if got := eval[string](b, `document.querySelector('[data-input=k] input').value`); got != "3" {
			t.Errorf("the link was opened with k = %s, want 3", got)
		}
		if got := b.text("#cell-sizes table"); !strings.Contains(got, "9") {
			t.Errorf("the link's table is %q, want 9 processors", got)
		}
		b.slide("k", 4) // no longer what the sender saw
		b.wait(contains("#cell-sizes table", "16"))
		b.wait(`location.hash == '#k=4' && document.querySelector('#notice').hidden`)

		// The digest of other inputs: every output that depends on them is named.
		other := strings.Replace(link, "#k=3&", "#k=4&", 1)
		b = t.open(other)
		b.wait(contains("#notice", "differ"))
		named := eval[[]string](b, `[...document.querySelectorAll('#notice .outputs a')].map(a => a.textContent)`)
		if !slices.Contains(named, "sizes") || slices.Contains(named, "apart") {
			t.Errorf("a link with another k names the outputs %v, want sizes and not apart", named)
		}
		// A page that is open follows a link that is put in its address bar.
		b.js(`location.hash = ` + fmt.Sprintf("%q", link[strings.Index(link, "#"):]))
		b.wait(contains("#notice", "Reproduced: all"))
	})
}

// A value that the reader chooses while the engine that is to read a link is on its way holds, and what a sender saw is not compared with it.
func TestEarlyInput(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.open(h.page("sample"))
		b.slide("k", 3)
		b.wait(contains("#cell-sizes table", "9"))
		link := b.share()
		for _, address := range []string{h.page("sample") + "#k=3", link} {
			b = t.newTab()
			come := make(chan bool)
			h.goesWrong(func(_ http.ResponseWriter, name string) bool {
				if strings.HasPrefix(name, "topobook.") {
					<-come
				}
				return false
			})
			b.open(address)
			b.slide("k", 4)
			close(come)
			b.wait(`location.hash == '#k=4'`)
			b.wait(contains("#cell-sizes table", "16"))
			b.idle()
			if got := eval[string](b, `document.querySelector('[data-input=k] input').value + location.hash`); got != "4#k=4" {
				t.Errorf("%s: the reader chose 4 while the engine started, and the page has %s", address, got)
			}
			if got := b.text("#notice"); got != "" {
				t.Errorf("%s: the page says %q, want nothing", address, got)
			}
		}

		// So does one that is chosen while what came of the comparison is on its way.
		b = t.open(h.page("sample"))
		b.ready()
		b.js(`const hear = kernel.onmessage
		kernel.onmessage = e => {
			if (e.data.type != 'checked') return hear(e)
			kernel.onmessage = hear
			const post = kernel.postMessage
			kernel.postMessage = (...message) => {
				post.apply(kernel, message)
				kernel.postMessage = post
				queueMicrotask(() => hear(e)) // when the page has done with the choice
			}
			const field = document.querySelector('[data-input=k] input')
			field.value = 4
			field.dispatchEvent(new Event('input', { bubbles: true }))
		}`)
		b.goTo(link[strings.Index(link, "#"):])
		b.wait(`location.hash == '#k=4'`)
		b.idle()
		if got := b.text("#notice") + b.text("#cell-sizes table"); strings.Contains(got, "eproduced") || !strings.Contains(got, "16") {
			t.Errorf("the reader chose 4 while the outputs of a link were compared, and the page says %q", got)
		}
	})
}

func TestLinkWithCode(t *testing.T) {
	scene(t, func(t *visit) {
		page := t.sample("sample")
		b := t.open(page)
		b.ready()
		b.edit("sum", `text("sum:", sum(squares) + 1000)`)
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-sum .output", "1005"))
		link := b.share()

		b = t.open(link)
		b.wait(contains("#notice", "changed code"))
		if got := b.text("#cell-sum .output"); strings.Contains(got, "1005") {
			t.Errorf("a link with code ran it unasked: %q", got)
		}
		if got := b.text("#notice ins"); !strings.Contains(got, "+ 1000") {
			t.Errorf("the notice shows %q as added, want the sender's line", got)
		}
		b.click("#notice [data-do=run-theirs]")
		b.wait(contains("#notice", "Reproduced: all"))
		b.wait(contains("#cell-sum .output", "1005"))
		b.wait(`document.querySelector('#cell-sum').hasAttribute('data-edited')`)

		b = t.newTab()
		b.resize(390)
		b.open(link)
		b.wait(contains("#notice", "changed code"))
		b.wait(`document.activeElement.id == 'notice'`)
		b.wait(`document.querySelector('#notice').getBoundingClientRect().top > document.querySelector('body > header').getBoundingClientRect().bottom`)
		b.wait(`document.querySelector('#notice [data-do=keep]').getBoundingClientRect().bottom < innerHeight`)
		b.key(browser.Tab)
		b.wait(`document.activeElement.matches('#notice button')`)
		b.click("#notice [data-do=keep]")
		b.wait(`document.querySelector('#notice').hidden && location.hash == ''`)
		if got := b.text("#cell-sum .output"); strings.Contains(got, "1005") {
			t.Errorf("the page was kept, but shows the sender's %q", got)
		}
	})
}

// A link that was made before a cell of the page changed: the edit of that cell is left out, the other one stays, and the page
// says so before and after.
func TestLinkBeforeChange(t *testing.T) {
	doc := sampleDocument(t)
	for i, cell := range doc.Cells {
		if cell.ID == "apart" {
			doc.Cells[i].Source += " # as it was"
		}
	}
	fragment := link.Encode(doc, link.State{Edits: map[string]string{"apart": "squares = [1]", "sum": `text("sum:", sum(squares) + 1000)`}})
	scene(t, func(t *visit) {
		const leftOut = `edits cell "apart", which has changed since, or is gone: this edit is left out.`
		b := t.open(t.sample("sample") + "#" + fragment)
		b.wait(contains("#notice", "changed code"))
		if got := b.text("#notice"); !strings.Contains(got, leftOut) || !strings.Contains(got, "edited 1 cell ") {
			t.Errorf("the page asks with %q, want that one edit is left out", got)
		}
		b.click("#notice [data-do=run-theirs]")
		b.wait(contains("#cell-sum .output", "1005"))
		b.wait(contains("#notice", leftOut))
	})
}

func TestLinkMangled(t *testing.T) {
	scene(t, func(t *visit) {
		page := t.sample("sample")
		for _, fragment := range []string{"k=3&v=1&d=!!!", "zzz=3&v=1", "k=3&e=AAAA&v=1", "k=3&v=77", "nowhere"} {
			b := t.open(page + "#" + fragment)
			b.wait(`!document.querySelector('#notice').hidden`)
			b.idle()
			t.Logf("#%s: %s", fragment, b.text("#notice"))
			if got := b.text("#cell-sizes table"); !strings.Contains(got, "4") {
				t.Errorf("#%s: the table is %q, want the page as published", fragment, got)
			}
		}
		b := t.open(page + "#k=99") // a value that the slider does not have: the nearest, and a word about it
		b.wait(contains("#notice", "k"))
		b.wait(contains("#cell-sizes table", "16"))
		t.Logf("#k=99: %s", b.text("#notice"))
		b = t.open(page + "#k=3") // by hand
		b.wait(contains("#cell-sizes table", "9"))
		b.idle()
		b.wait(`document.querySelector('#notice').hidden`)
		b = t.open(page + "#cell-sizes") // a place on the page is no link
		b.ready()
		b.quiet()
		if !eval[bool](b, `document.querySelector('#notice').hidden`) {
			t.Errorf("#cell-sizes: notice %q, want none", b.text("#notice"))
		}
	})
}

func TestOffline(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.open(h.page("sample"))
		b.ready()
		b.slide("k", 3)
		b.wait(contains("#cell-sizes table", "9"))
		b.kept("topobook.")
		next := eval[string](b, `document.querySelector('.next a').href`)
		b.kept(path.Base(next))
		asked := eval[[]string](b, `performance.getEntries().filter(e => ['navigation', 'resource'].includes(e.entryType)).map(e => e.name)`)
		if len(asked) < 5 {
			t.Errorf("the page asked for %v only, want what it is made of", asked)
		}
		for _, url := range asked {
			if !strings.HasPrefix(url, h.URL+subPath) && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") {
				t.Errorf("the page asked for %s, want nothing outside of %s", url, h.URL+subPath)
			}
		}
		h.Close() // the network is gone
		b.open(h.page("sample"))
		b.slide("k", 4)
		b.wait(contains("#cell-sizes table", "16"))
		b.open(next) // never opened before
		b.wait(`document.querySelector('svg.net') && document.querySelector('h1')`)
		b.open(h.URL + subPath)
		b.wait(contains("body", "A sample"))
	})
}
