package scenes_test

import (
	"fmt"
	"net/http"
	"path"
	"strings"
	"testing"
)

// seesOnly is what of a page of the sample a reader sees: ids and inputs.
const seesOnly = `(page => [...page.querySelectorAll('h1, .cell .output, [data-input], .foot, .home, #share, #notice')]
	.filter(el => el.getClientRects().length && page.defaultView.getComputedStyle(el).visibility == 'visible')
	.map(el => el.dataset.input ?? el.closest('.cell')?.dataset.cell ?? el.id + el.className + el.localName).join(' '))`

// elsewhere makes a host answer for elsewhere.html with a page that has a tall text and then the given HTML.
func elsewhere(html string) func(w http.ResponseWriter, name string) bool {
	return func(w http.ResponseWriter, name string) bool {
		if name != "elsewhere.html" {
			return false
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html><html lang=en><title>Elsewhere</title><script>window.heights = []; addEventListener('message', e => heights.push(e.data))</script>`+
			`<div style="height: 2000px"></div>%s</html>`, html)
		return true
	}
}

// A cell is embedded with its inputs as they are, follows its reader, and tells its height; the page around it stays where it is.
func TestEmbed(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.open(h.page("sample"))
		b.slide("k", 3)
		b.wait(contains("#cell-sizes table", "9"))
		b.slide("m", 4) // which the cell does not depend on
		b.wait(contains("#cell-sum", "14"))
		b.idle()
		b.js(handed)
		b.press("way", "Embed")
		b.wait(`document.querySelector('dialog[open] textarea')`)
		b.js(`document.querySelector('dialog button').click()`)
		b.wait(`window.copied`)
		frame := eval[string](b, `copied`)
		address := h.page("sample") + "?embed=way&k=3#cell-way"
		if want := `<iframe src="` + strings.Replace(address, "&", "&#38;", 1) + `" title="A sample`; !strings.HasPrefix(frame, want) {
			t.Fatalf("the code is %s, want it to begin with %s", frame, want)
		}
		script := eval[string](b, `document.querySelectorAll('dialog textarea')[1].value`)

		h.goesWrong(elsewhere(strings.Replace(frame, ` loading="lazy"`, "", 1) + script)) // at once, far below
		b = t.open(h.page("elsewhere"))
		page := `document.querySelector('iframe').contentDocument`
		b.wait(page + `?.documentElement.dataset.engine == 'ready' && ` + page + `.querySelector('#cell-way svg').dataset.network == 'kary_ntree(k=3, n=2)'`)
		if got, want := eval[string](b, seesOnly+"("+page+")"), "k n src dst way"; got != want {
			t.Errorf("the frame shows %s, want %s", got, want)
		}
		fits := `Math.abs(document.querySelector('iframe').clientHeight - ` + page + `.body.getBoundingClientRect().height) <= 1`
		if got := eval[float64](b, `scrollY`); got != 0 {
			t.Errorf("the frame has scrolled the page around it to %v", got)
		}
		b.js(`document.querySelector('iframe').scrollIntoView()`) // a browser need not lay out a frame that is far away
		b.wait(fits)
		before := eval[float64](b, `document.querySelector('iframe').clientHeight`)
		b.js(page + `.querySelector('#cell-way .code').open = true`)
		b.wait(fmt.Sprintf(`document.querySelector('iframe').clientHeight > %v && %s`, before, fits))
		b.js(fmt.Sprintf(`const field = %s.querySelector('[data-input=k] input')
			field.value = 4; field.dispatchEvent(new Event('input', { bubbles: true }))`, page))
		b.wait(page + `.querySelector('#cell-way svg').dataset.network == 'kary_ntree(k=4, n=2)'`)
		b.js(page + `.querySelector('.top a[href*=sample]').dispatchEvent(new Event('pointerdown'))`)
		if got, want := eval[string](b, page+`.querySelector('.top > a:not([hidden])').href`), h.page("sample")+"#k=4"; got != want {
			t.Errorf("the line leads to %s, want %s", got, want)
		}
		b.open(h.page("sample") + "?embed=nothing") // no such cell: the page
		b.wait(`document.querySelector('h1').getClientRects().length && !document.querySelector('.embed')`)
	})
}

// In a sandboxed frame a cell computes where the host lets it, and else says that it does not; without scripts there is the place.
func TestEmbedHosts(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		around := elsewhere(`<iframe sandbox="allow-scripts" src="sample.html?embed=sizes#cell-sizes"></iframe>`)
		for _, allowed := range []bool{true, false} {
			h.goesWrong(func(w http.ResponseWriter, name string) bool {
				if allowed {
					w.Header().Set("Access-Control-Allow-Origin", "*")
				}
				return around(w, name)
			})
			b := t.open(h.page("elsewhere"))
			b.js(`document.querySelector('iframe').scrollIntoView()`) // a browser does not lay out what is far away and not of the page
			// To WebKit nothing is 'self' in such a frame: the page is what its file says, and no more.
			if t.kind != "webkit" {
				b.wait(`heights.some(m => m?.topobook == 'height' && m.height > 100 && m.height < 600)`)
			}

			h.goesWrong(func(w http.ResponseWriter, name string) bool { // the same for a page that the test can look into
				if allowed {
					w.Header().Set("Access-Control-Allow-Origin", "*")
				}
				if path.Ext(name) == ".html" {
					w.Header().Set("Content-Security-Policy", "sandbox allow-scripts")
				}
				return false
			})
			b = t.open(h.page("sample") + "?embed=sizes&k=3#cell-sizes")
			if t.kind == "webkit" {
				b.wait(contains("#cell-sizes table", "4"))
				b.wait(`document.querySelector('.no-js')`)
				continue
			}
			if allowed {
				b.wait(contains("#cell-sizes table", "9"))
			} else {
				b.wait(contains("#status", "This page cannot compute here: the frame or its host does not let it load the engine."))
			}
			if got, want := eval[string](b, seesOnly+"(document)"), "k n sizes"; got != want {
				t.Errorf("shows %s, want %s", got, want)
			}
		}
		h.goesWrong(portal("boot."))
		b := t.open(h.page("sample") + "?embed=sum#cell-sum")
		b.wait(`document.querySelector('.no-js') && Math.abs(document.querySelector('#cell-sum').getBoundingClientRect().top) < innerHeight`)
	})
}

// A frame is as wide as a phone's screen, and it and the dialog with its code are for everybody.
func TestEmbedAccessible(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.newTab()
		b.open(h.page("sample") + "?embed=way&k=3#cell-way")
		b.wait(`document.documentElement.dataset.engine == 'ready'`)
		b.idle()
		fits(b, "a cell alone")
		silent(b)
		b.open(h.page("sample"))
		b.ready()
		b.press("way", "Embed")
		b.wait(`document.querySelector('dialog[open]')`)
		silent(b)
	}, "chromium")
}
