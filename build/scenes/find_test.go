package scenes_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"topobook/build/browser"
	"topobook/notebooks/link"
	"topobook/notebooks/markdown"
)

// findSite is a book with a glossary, and with a paper of two pages.
var findSite = built("find", "testdata/find/*")

// fetched returns how many files with a name the page has asked for.
func (b *tab) fetched(name string) int {
	b.t.Helper()
	return eval[int](b, fmt.Sprintf(`performance.getEntriesByType('resource').filter(e => e.name.includes(%q)).length`, name))
}

// seek types into the box of the header, and waits until it says so many results.
func (b *tab) seek(query, says string) {
	b.t.Helper()
	b.js(`document.activeElement.select()`)
	b.insert(query)
	b.wait(contains(".search-status", says))
}

const results = `[...document.querySelectorAll('#search-list [role=option]')].map(option => option.parentNode.firstChild.textContent + ': ' + option.querySelector('b').textContent)`

// The box of the header finds by keyboard alone, from a page that has fetched nothing for it, and leads to the place.
func TestSearch(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(newHost(t, findSite(t)).page("rings"))
		b.wait(`document.readyState == 'complete'`)
		if n := b.fetched("/find.") + b.fetched("/index."); n > 0 {
			t.Errorf("the page has fetched %d files of the search that nobody wants", n)
		}
		b.key("/")
		b.wait(`document.activeElement.id == 'search' && !document.activeElement.value`)
		for _, tt := range []struct{ query, says, first, has string }{
			{"DEADLOCK", "1 result", "Glossary: Deadlock", ""},
			{"cafe far", "1 result", "Sections: Café at the far side", ""}, // accents
			{"rings/size", "", "Claims: rings/size", ""},                   // its id
			{"half way round", "1 result", "Claims: rings/far", ""},        // its statement
			{"ring", "", "Networks: ring", "Pages: All about rings"},       // the exact name first
			{"averagedistance", "", "Builtins: average_distance", ""},      // written together
			{"up down", "", "Glossary: Up*/down* routing", ""},             // signs
			{"long rings", "", "Pages: How long rings are walked", ""},     // words in another order, of title and text
			{"ring deadlock far", "Nothing is found.", "", ""},             // all of the words
			{"deadlocks", "1 result", "Glossary: Deadlock", ""},
			{"kary ntree", "", "Networks: kary_ntree", ""},
			{"k-ary", "results", "Networks: kary_nfly", "Networks: torus"}, // hyphens
		} {
			b.seek(tt.query, tt.says)
			b.wait(`!document.querySelector('#search-list').hidden`)
			got := eval[[]string](b, results)
			if tt.first == "" && len(got) > 0 || tt.first != "" && (len(got) == 0 || got[0] != tt.first) {
				t.Errorf("%q: finds %q, want %q first", tt.query, got, tt.first)
			}
			if len(got) > 12 || tt.has != "" && !strings.Contains(strings.Join(got, "\n"), tt.has) {
				t.Errorf("%q: finds %q, want at most 12, with %q", tt.query, got, tt.has)
			}
		}
		b.key(browser.Escape)
		b.wait(`document.querySelector('#search-list').hidden && document.querySelector('#search').getAttribute('aria-expanded') == 'false'`)
		b.seek("far", "results")
		b.key(browser.ArrowDown)
		b.key(browser.ArrowDown)
		b.key(browser.ArrowUp)
		b.wait(`document.querySelector('#search-list [aria-selected=true]')?.id == document.querySelector('#search').getAttribute('aria-activedescendant')`)
		if got := eval[int](b, `[...document.querySelectorAll('#search-list [role=option]')].findIndex(option => option.getAttribute('aria-selected') == 'true')`); got != 0 {
			t.Errorf("down, down and up choose result %d, want the first", got)
		}
		b.seek("cafe", "1 result")
		b.key(browser.Enter)
		b.wait(`location.pathname.endsWith('/some/where/rings-long.html') && location.hash.startsWith('#caf') && document.readyState == 'complete'`)

		b.click("#search") // a place on the page itself, also one that is folded
		b.wait(`self.finder`)
		b.seek("rings/far", "1 result")
		b.key(browser.Enter)
		b.wait(`location.hash == '#claim-rings/far' && document.querySelector('#search-list').hidden && document.getElementById('claim-rings/far').checkVisibility()`)
		b.open(strings.Replace(eval[string](b, `location.href.split('#')[0]`), "rings-long", "mesh", 1))
		b.key("/")
		b.insert("/")
		b.wait(`document.querySelector('#search').value == '/'`)
	})
}

// What was found once is found offline. A box that cannot find says so.
func TestSearchOffline(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, findSite(t))
		b := t.open(h.page("rings"))
		b.wait(`document.readyState == 'complete'`)
		b.wait(`navigator.serviceWorker.controller`)
		h.goesWrong(func(w http.ResponseWriter, name string) bool {
			if strings.Contains(name, "assets/index.") {
				w.WriteHeader(http.StatusServiceUnavailable)
				return true
			}
			return false
		})
		b.key("/")
		b.wait(`document.activeElement.id == 'search' && self.finder`)
		b.insert("far")
		b.wait(contains(".search-status", "The index of the search did not come (503 "))
		h.goesWrong(nil)
		b.seek("rings/far", "1 result")
		b.kept("find.")
		b.kept("index.")
		h.Close()
		b.open(h.page("rings"))
		b.key("/")
		b.wait(`self.finder`)
		b.seek("rings/size", "results")
	}, "chromium", "firefox")
}

// The first use of a term shows its definition: under the pointer, with the focus, and by the first touch.
func TestTerm(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(newHost(t, findSite(t)).page("rings"))
		b.wait(`document.readyState == 'complete'`)
		if got := eval[[]string](b, `[...document.querySelectorAll('.term')].map(term => term.textContent + term.hash)`); strings.Join(got, ", ") != "deadlock#deadlock, Up/down routing#up-down-routing" {
			t.Errorf("the terms are %q", got)
		}
		if b.fetched("/find.") > 0 {
			t.Error("the page has fetched what nobody wants")
		}
		const note, shown = `document.querySelector('.term-note')`, `document.querySelector('.term-note')?.checkVisibility()`
		over := func(selector string) {
			b.js(fmt.Sprintf(`document.querySelector(%q).dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))`, selector))
		}
		tabTo := func(text string) {
			b.js(`document.querySelector('.skip').focus()`)
			for range 40 {
				if eval[bool](b, `document.activeElement.matches('.term') && document.activeElement.textContent == '`+text+`'`) {
					return
				}
				b.key(browser.Tab)
			}
			t.Fatalf("no tab leads to %s", text)
		}
		if t.kind == "webkit" { // where Tab leaves links out
			b.js(`document.querySelector('.term').focus({ focusVisible: true })`)
		} else {
			tabTo("deadlock")
		}
		b.wait(shown)
		if got := b.text(".term-note"); !strings.Contains(got, "DeadlockPackets wait for each other") || eval[bool](b, `!!document.querySelector('.term-note a')`) {
			t.Errorf("the definition is %q, want it without links", got)
		}
		if !eval[bool](b, `document.querySelector('.term').getAttribute('aria-describedby') == document.querySelector('.term-note').id && !!document.querySelector('.term-note math')`) {
			t.Error("the term is not described by its definition, or that has no formula")
		}
		b.key(browser.Escape)
		b.wait(note + `.hidden && !document.querySelector('.term').hasAttribute('aria-describedby')`)
		b.js(`document.activeElement.blur()`)

		over(".term")
		b.wait(shown)
		over(".term-note") // where the pointer may go
		b.quiet()
		b.wait(shown)
		over("h1")
		b.wait(note + `.hidden`)
		over(".term:nth-of-type(2)")
		b.wait(shown + ` && ` + contains(".term-note", "First up, then down."))
		over("h1")
		b.wait(note + `.hidden`)

		touch := `for (const type of ['pointerdown', 'pointerover']) document.querySelector('.term').dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch' })); document.querySelector('.term').click()`
		b.js(touch)
		b.wait(shown + ` && ` + contains(".term-note a", "In the glossary"))
		b.reload() // so that the touch comes before the script
		b.js(touch)
		b.wait(shown + ` && ` + contains(".term-note", "Packets wait"))
		b.follow(".term-note a", "/glossary.html#deadlock")
		b.wait(`document.querySelector('#deadlock').checkVisibility() && !document.querySelector('.term')`)
	})
}

// A page and a claim are cited, also where the engine has shown the claim anew; the link of a citation is reproduced.
func TestCite(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, findSite(t))
		b := t.open(h.page("rings"))
		b.wait(`document.readyState == 'complete'`)
		b.js(`document.querySelectorAll('details').forEach(d => d.open = true)`)
		texts := func() string {
			b.wait(`document.querySelector('.cites')?.open`)
			return strings.Join(eval[[]string](b, `[...document.querySelectorAll('.cites textarea')].map(area => area.value)`), "\n\n")
		}
		b.click(".byline [data-cite]")
		page := texts()
		for _, want := range []string{
			"The finders: All about rings. In: Things to find, 1st edition, 2026-11-24. " + h.page("rings") + ". Outputs ", "@misc{thingstofind:rings,", "  url = {" + h.page("rings") + "}",
			h.page("rings") + "#v=3&d=", "A. Nobody, B. Somebody: On Rings. Journal of Circles, 1999. https://doi.org/10.1000/182", "@article{nobody99,",
		} {
			if !strings.Contains(page, want) {
				t.Errorf("the citation of the page lacks %q: %s", want, page)
			}
		}
		b.click(".cites .citation button")
		b.wait(`document.querySelector('.cites [role=status]').textContent`)
		b.key(browser.Escape)
		b.wait(`!document.querySelector('.cites').open && document.activeElement.matches('.byline [data-cite]')`)

		b.slide("k", 5)
		b.wait(`!document.documentElement.hasAttribute('data-busy') && ` + contains(`[id="claim-rings/size"]`, "5"))
		b.click(".byline [data-cite]")
		texts()
		b.js(`const field = document.querySelector('.cites select'), ids = [...field.options].map(option => option.text)
			field.selectedIndex = ids.indexOf('rings/cut'); field.dispatchEvent(new Event('change'))`)
		b.wait(`document.querySelector('.cites h2').textContent == 'Cite a claim' && document.activeElement.matches('.cites select')`)
		claim := texts()
		for _, want := range []string{"All about rings, claim rings/cut (fails). In:", "@misc{thingstofind:rings:cut,", h.page("rings") + "#claim-rings/cut"} {
			if !strings.Contains(claim, want) {
				t.Errorf("the citation of the claim lacks %q: %s", want, claim)
			}
		}
		b = t.open(eval[string](b, `[...document.querySelectorAll('.cites textarea')].map(area => area.value).find(text => /#v=/.test(text))`))
		b.wait(contains("#notice", "Reproduced: all"))

		b = t.open(h.page("ledger"))
		b.wait(`document.querySelectorAll('.claim').length == document.querySelectorAll('.claim [data-cite]').length`)
		b.js(`document.querySelectorAll('details').forEach(d => d.open = true)`)
		b.click(`[id="claim-rings/far"] [data-cite]`)
		if got := texts(); !strings.Contains(got, "All about rings: How long rings are walked, claim rings/far (holds). In:") || !strings.Contains(got, h.page("rings-long")+"#claim-rings/far") {
			t.Errorf("the ledger cites %s", got)
		}
		b.open(h.page("mesh"))
		b.wait(`document.readyState == 'complete'`)
		if eval[bool](b, `!!document.querySelector('[data-cite]:not(.byline *)')`) {
			t.Error("a page of no paper has claims to cite")
		}
	})
}

// A link that sets, edits or leads to what is in a chapter by now opens the chapter, and says so in a sentence; others stay.
func TestMovedLink(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, findSite(t))
		old, err := os.ReadFile("testdata/find/rings-long.md")
		if err != nil {
			t.Fatal(err)
		}
		book, err := markdown.Parse("rings-long.md", old)
		if err != nil {
			t.Fatal(err)
		}
		edit := link.Encode(&book.Document, link.State{Edits: map[string]string{"mean": `text("edited")`}})
		main, err := os.ReadFile("testdata/find/rings.md")
		if err != nil {
			t.Fatal(err)
		}
		if book, err = markdown.Parse("rings.md", main); err != nil {
			t.Fatal(err)
		}
		code := link.Encode(&book.Document, link.State{Edits: map[string]string{"cut": `text("edited")`}})
		const inputs, leads = "What this link sets is now in the chapter Long rings.", "What this link leads to is now in the chapter Long rings."
		for _, tt := range []struct{ fragment, says, then string }{
			{"m=7", inputs, contains("#cell-walk .output", "3")},
			{"k=5&m=7&v=3&d=AAAA", inputs, contains("#cell-walk .output", "3") + ` && ` + contains("#notice", "cannot be compared")},
			{edit, inputs, contains("#notice", "changed code")},
			{"cell-mean", leads, `document.querySelector('#cell-mean')`},
			{"claim-rings/far", leads, `document.getElementById('claim-rings/far')`},
		} {
			b := t.open(h.page("rings") + "#" + tt.fragment)
			b.wait(`location.pathname.endsWith('/rings-long.html') && ` + contains(".moved", tt.says))
			b.wait(tt.then)
			if got := eval[string](b, `location.hash.slice(1)`); got != tt.fragment && !strings.Contains(tt.fragment, "=") {
				t.Errorf("#%s: the address has %s", tt.fragment, got)
			}
			b.reload()
			b.wait(`document.readyState == 'complete'`)
			if eval[bool](b, `!!document.querySelector('.moved')`) {
				t.Errorf("#%s: the sentence stays", tt.fragment)
			}
		}
		for _, stays := range []string{"k=5", "cell-net", "k=5&zzz=1", code + "&m=5", "zzz=1"} {
			b := t.open(h.page("rings") + "#" + stays)
			b.wait(`document.readyState == 'complete'`)
			if strings.Contains(stays, "=") {
				b.wait(`document.documentElement.dataset.engine == 'ready'`)
				b.idle()
			}
			if got := eval[string](b, `location.pathname`); !strings.HasSuffix(got, "/rings.html") || eval[bool](b, `!!document.querySelector('.moved')`) {
				t.Errorf("#%s: leads to %s", stays, got)
			}
			if stays == "k=5" && b.fetched(".names.") > 0 {
				t.Error("a link that names what is there has fetched the names of other pages")
			}
		}
		b := t.open(h.page("rings"))
		b.ready()
		b.js(`location.hash = '#m=8'`) // in the address bar of a page that is open
		b.wait(`location.pathname.endsWith('/rings-long.html') && ` + contains(".moved", inputs))
		b.wait(contains("#cell-walk .output", "4"))
		b = t.open(h.page("rings-long") + "#k=6") // and back
		b.wait(`location.pathname.endsWith('/rings.html') && ` + contains(".moved", "What this link sets is now on the main page, Rings."))
		b = t.open(h.page("rings") + "?embed=walk&m=7")
		b.wait(`location.pathname.endsWith('/rings-long.html') && document.documentElement.dataset.embedded == 'walk' && ` + contains("#cell-walk .output", "3"))
	})
}

// The ledger chooses by word, paper and verdict; what is chosen stands in the address.
func TestLedgerFind(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, findSite(t))
		b := t.open(h.page("ledger"))
		b.wait(`document.readyState == 'complete'`)
		const seen = `[...document.querySelectorAll('.book .claim')].filter(claim => claim.checkVisibility()).map(claim => claim.id.replace('claim-rings/', '')).join(' ')`
		if got := eval[string](b, seen); got != "cut" {
			t.Errorf("at first %s are seen, want what fails, and the others folded", got)
		}
		b.key("/")
		b.wait(`document.activeElement.id == 'find'`)
		b.insert("far  SIDE")
		b.wait(contains("#found", "1 of 3 claims matches."))
		if got := eval[string](b, seen+` + location.hash`); got != "far#q=far++SIDE" {
			t.Errorf("far side: got %s", got)
		}
		b.js(`document.activeElement.select()`)
		b.insert("ring")
		b.wait(contains("#found", "3 of 3 claims match."))
		b.click("#show-fails")
		b.wait(contains("#found", "1 of 3 claims matches.") + ` && location.hash == '#q=ring&verdict=fails' && ` + seen + ` == 'cut'`)
		address := eval[string](b, "location.href")
		b.js(`document.querySelector('#find').focus()`)
		b.key(browser.Escape)
		b.wait(`location.hash == '#verdict=fails'`)
		b.click("#show-all")
		b.wait(`location.hash == '' && !document.querySelector('#found').textContent && ` + seen + ` == 'cut'`)

		b = t.open(address)
		b.wait(seen + ` == 'cut' && document.querySelector('#show-fails').checked && document.querySelector('#find').value == 'ring'`)
		b.js(`location.hash = '#q=zyx'`)
		b.wait(contains("#found", "No claim matches") + ` && ` + seen + ` == ''`)
		b.js(`location.hash = '#claim-rings/far'`) // a link to what is not seen
		b.wait(seen + `.includes('far') && !document.querySelector('#find').value`)
		b = t.open(h.page("ledger") + "#claim-rings/size")
		b.wait(seen + `.includes('size')`)

		b = t.open(h.page("reference") + "#find:bisection")
		b.wait(`document.querySelector('#find').value == 'bisection' && document.querySelector('#bisection').checkVisibility() && !document.querySelector('#torus').checkVisibility()`)
		b.key("/")
		b.insert("fat tree")
		b.wait(`location.hash == '#find:fat+tree'`)
		b.click("#cell-kary_ntree .run") // the engine takes it for a place
		b.wait(`document.querySelector('#cell-kary_ntree .output').textContent`)
		b.quiet()
		if !eval[bool](b, `document.querySelector('#notice').hidden && location.hash == '#find:fat+tree'`) {
			t.Errorf("the engine says %q of what is sought", b.text("#notice"))
		}
	}, "chromium", "firefox")
}

// Everybody can use what finds and explains, also on a phone; without scripts nothing shows that does not work.
func TestFindAccessible(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, findSite(t))
		b := t.newTab()
		for _, width := range []int{1280, 390} {
			b.resize(width)
			b.open(h.page("rings"))
			b.key("/")
			b.wait(`self.finder`)
			b.seek("ring", "results")
			if !eval[bool](b, `(box => box.left >= 0 && box.right <= innerWidth && box.top > 0 && box.top < 400)(document.querySelector('#search-list').getBoundingClientRect())`) {
				t.Errorf("at %d the results are not on the screen", width)
			}
			silent(b)
			b.key(browser.Escape)
			b.js(`document.querySelector('.term').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))`)
			b.wait(`document.querySelector('.term-note')?.checkVisibility()`)
			silent(b)
			b.js(`document.querySelector('.byline [data-cite]').click()`)
			b.wait(`document.querySelector('.cites')?.open`)
			silent(b)
		}
		b.open(h.page("rings"))
		fits(b, "with a box in its header")
		b.resize(1280)
		b.open(h.page("ledger") + "#q=ring")
		b.wait(contains("#found", "claims match."))
		silent(b)
		b.open(h.page("glossary"))
		silent(b)
		h.goesWrong(func(w http.ResponseWriter, _ string) bool {
			w.Header().Set("Content-Security-Policy", "script-src 'none'")
			return false
		})
		for _, page := range []string{"rings", "ledger", "glossary"} {
			b.open(h.page(page))
			b.wait(`document.readyState == 'complete'`)
			if eval[bool](b, `[...document.querySelectorAll('#search, [data-cite], .find')].some(element => element.checkVisibility())`) {
				t.Errorf("%s: the page shows what does not work", page)
			}
		}
	}, "chromium")
}
