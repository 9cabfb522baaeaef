package scenes_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"topobook/notebooks/dialect"
	"topobook/notebooks/link"
)

// wary lets a test see errors that nobody catches.
const wary = `
	window.broken = []
	addEventListener('error', e => broken.push('error: ' + e.message))
	addEventListener('unhandledrejection', e => broken.push('rejection: ' + (e.reason?.message ?? e.reason)))`

// tries gives a page the function tryLink, which puts a fragment in its address, waits for what comes of it, and returns that.
const tries = `(() => {
	const author = !!document.getElementById('blocks'), answers = () => seen.filter(m => m.type == (author ? 'composed' : 'opened')).length
	const wait = ms => new Promise(done => setTimeout(done, ms))
	window.tryLink = async (fragment, most) => {
		seen.splice(0, seen.length - 2000)
		const began = performance.now(), before = location.hash, count = answers()
		try { location.hash = fragment } catch (e) { return { refused: String(e) } }
		const sent = location.hash.slice(1)
		const nothing = location.hash == before || sent && !sent.includes('=') && (author || document.getElementById(sent))
		const done = () => (nothing || answers() > count || !author && !sent) && !document.documentElement.hasAttribute('data-busy')
		for (await wait(0), await wait(0); !done(); await wait(5)) {
			if (performance.now() - began > most) return { late: true, sent: sent.slice(0, 200) }
		}
		await wait(0)
		const ms = performance.now() - began, notice = document.getElementById('notice')
		await wait(self.chrome ? 60 - ms : 120 - ms) // browsers allow 100 to 200 changes of the address in ten seconds
		return {
			title: notice.querySelector('strong')?.textContent ?? '', lines: [...notice.querySelectorAll(':scope > p:not(:has(button, a))')].map(p => p.textContent),
			asks: !!notice.querySelector('[data-do^=run-]'), hidden: notice.hidden, nothing: !!nothing, ms,
			edited: document.querySelectorAll('[data-edited]').length,
			ran: [...document.querySelectorAll('.output, output')].some(el => el.textContent.includes('` + theirs + `')) || seen.some(m => m.type == 'result' && m.html?.includes('` + theirs + `')),
			broken: [...broken.splice(0), ...seen.filter(m => m.type == 'died').map(m => 'the kernel died: ' + m.text)],
		}
	}
})()`

// A cameOf is what has come of a link.
type cameOf struct {
	Refused, Title, Sent             string
	Lines, Broken                    []string
	Asks, Hidden, Nothing, Late, Ran bool
	Edited                           int
	Ms                               float64
}

// fault returns what of it should not be, or nothing.
func (c cameOf) fault() string {
	switch {
	case c.Late:
		return "the page does not come to an end with it"
	case len(c.Broken) > 0:
		return strings.Join(c.Broken, "; ")
	case c.Ran, c.Edited > 0:
		return "a stranger's code is there, and nobody was asked"
	case c.Hidden || c.Nothing:
		return ""
	case len(c.Lines) != 1 && !c.Asks || len(c.Lines) == 0:
		return fmt.Sprintf("the notice %q has %d sentences, want one", c.Title, len(c.Lines))
	case len(c.Lines[0]) > 1200:
		return fmt.Sprintf("the notice has %d bytes: %.100s", len(c.Lines[0]), c.Lines[0])
	}
	for _, line := range c.Lines {
		if strings.ContainsFunc(line, func(r rune) bool { return !strconv.IsPrint(r) }) {
			return "the notice has characters that do not show: " + dialect.Visible(line)
		}
		if !strings.HasSuffix(line, ".") && !strings.HasSuffix(line, "…") {
			return fmt.Sprintf("the notice ends with %q, want a sentence", line)
		}
	}
	return ""
}

// tryOne tries a link, and returns whether it has led to another page of the paper, whose inputs it names.
func (b *tab) tryOne(fragment string) (came cameOf, led bool) {
	b.t.Helper()
	call := fmt.Sprintf(`tryLink(%s, %d)`, strconv.QuoteToASCII(fragment), b.t.patience().Milliseconds()*2/3)
	ctx, cancel := context.WithTimeout(context.Background(), b.t.patience())
	defer cancel()
	err := b.page.Evaluate(ctx, call, &came)
	if err == nil {
		return came, false
	}
	b.wait(`document.readyState == 'complete' && !self.tryLink`)
	if at := eval[string](b, `location.pathname`); !strings.Contains(at, "sample-") {
		b.t.Fatalf("%s: the page %s is there anew: %v", shortened(fragment), at, err)
	}
	return came, true
}

// tryAll tries links one after another on a page that is open, and calls works now and then and at the end.
func (b *tab) tryAll(all []attempt, works func()) {
	b.t.Helper()
	page := strings.Split(eval[string](b, `location.href`), "#")[0]
	b.js(`return ` + tries)
	titles, faults, worst, slowest := map[string]int{}, 0, 0.0, ""
	for i, a := range all {
		if len(a.fragment) > 1<<16 && b.t.kind == "webkit" {
			continue // its driver takes a minute to hand it over
		}
		came, led := b.tryOne(a.fragment)
		if led {
			titles["led to another page"]++
			b.bears(a.attack)
			b.open(page)
			b.ready()
			b.idle()
			b.js(`return ` + tries)
			continue
		}
		fault := came.fault()
		if fault != "" {
			if faults++; faults < 20 {
				b.t.Errorf("%s: #%s: %s", a.attack, shortened(a.fragment), fault)
			}
		}
		b.t.attacked(a.attack, fault == "", time.Duration(came.Ms*float64(time.Millisecond)))
		if came.Ms > worst {
			worst, slowest = came.Ms, shortened(a.fragment)
		}
		switch {
		case came.Refused != "":
			titles["refused by the browser"]++
		case came.Hidden || came.Nothing:
			titles["opened, or nothing to do"]++
		default:
			titles[came.Title]++
		}
		if i%80 == 79 || i == len(all)-1 {
			works()
		}
	}
	b.t.Logf("%d links, %d faults; worst %.0f ms: #%s; notices: %v", len(all), faults, worst, slowest, titles)
}

// shortened returns a long text with its middle left out.
func shortened(s string) string {
	if len(s) > 160 {
		s = s[:100] + " … " + s[len(s)-40:]
	}
	return strconv.QuoteToASCII(s)
}

// TestMangledLinks opens links that were cut off, changed, made up, or that hold bombs. Each ends in one sentence, or is a link after all; no
// code of a stranger runs before its reader is asked, and the page goes on.
func TestMangledLinks(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		h.script += wary
		doc := sampleDocument(t)
		var cells []string
		for _, cell := range doc.Cells {
			cells = append(cells, cell.ID)
		}
		b := t.open(h.page("sample"))
		digest := eval[string](b, `JSON.parse(document.querySelector('#notebook').textContent).digest`)
		encode := func(edits map[string]string) string {
			return link.Encode(doc, link.State{Inputs: map[string]string{"k": "3"}, Edits: edits, Digest: digest})
		}
		ran := `text("` + theirs + `")`
		edits := encode(map[string]string{"sum": ran, "apart": "m = number(3)\nsquares = [m]\n" + ran})
		valid := "v=3&d=" + digest
		bases := []string{valid, edits, "k=3&m=4&" + valid, "k=3&src=0,0&dst=1,1", encode(map[string]string{"sum": ran}), "cell-sizes", "k=3&v=2&d=" + digest, "k=4&step=2&faults=0~3B1"}
		each, eachPlayground := 33, 14
		if t.kind == "webkit" {
			each, eachPlayground = 6, 3
		}
		b.ready()
		b.idle()
		all := slices.Concat(mangled(23, each, bases...), editBombs(encode, cells), tooLong(valid, "k=3", edits))
		b.tryAll(all, func() {
			b.goesOn()
			b.goTo("v=3&d=" + digest)
			b.wait(contains("#notice", "Reproduced: all"))
		})

		// Some as the page is opened, and in frames of one cell.
		for i, a := range mangled(42, 2, bases...) {
			query := []string{"", "embed=sum", "embed=" + strings.Map(func(r rune) rune {
				if strings.ContainsRune("#%?&", r) {
					return '-'
				}
				return r
			}, a.fragment)}[i%3]
			began := time.Now()
			b.open(fmt.Sprintf("%s?%s&%d#%s", h.page("sample"), query, i, a.fragment))
			b.ready()
			b.idle()
			broken := eval[[]string](b, `broken`)
			if ran := eval[bool](b, `[...document.querySelectorAll('.output, output')].some(el => el.textContent.includes('`+theirs+`')) || !!document.querySelector('[data-edited]')`); ran {
				broken = append(broken, "a stranger's code is there, and nobody was asked")
			}
			if !strings.Contains(b.text("h1"), "A sample") {
				broken = append(broken, "the page does not read")
			}
			for _, fault := range broken {
				t.Errorf("%s: opened with ?%s#%s: %s", a.attack, query, shortened(a.fragment), fault)
			}
			t.attacked(a.attack, len(broken) == 0, time.Since(began))
		}

		packed := strangersNotebook(t)
		b = t.playground(h, "")
		b.idle()
		example := eval[string](b, `topobook.book.playground.examples[0].name`)
		pages := []string{packed, packed + "&k=4&v=3&d=AAAABBBBCCCC", "from=sample&k=3", "from=sample&" + edits, "from=sample&cell=sizes&k=3", "example=" + example, "id=abcdefgh", packed + "&e=AAAA"}
		b.tryAll(slices.Concat(mangled(7, eachPlayground, pages...), notebookBombs(), tooLong(packed)), func() {
			b.goTo("")
			b.goTo("example=" + example)
			b.wait(`document.querySelector('#blocks .output :is(svg, table)')`)
			b.idle()
		})
		if tried := len(all); t.kind != "webkit" && tried < 350 {
			t.Errorf("%d links are tried on the page, want 350", tried)
		}
	})
}

// A click that comes in the moment in which the engine has begun on the page, and does not listen yet, is not lost.
func TestClickWhileEngineStarts(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample", `{
			const instantiate = WebAssembly.instantiate
			WebAssembly.instantiate = async (...args) => {
				const instance = await instantiate(...args)
				setTimeout(() => { window.clicked = document.querySelector('.play').click() ?? document.documentElement.dataset.engine ?? 'early' })
				return instance
			}
		}`))
		b.slide("k", 3)
		b.wait(`document.querySelector('.play').ariaPressed == 'true'`)
		if got := eval[string](b, `clicked`); got != "early" {
			t.Errorf("the click came when the engine was %s", got)
		}
	})
}

// A touch starts the engine while the page still asks where a link leads: there is one engine all the same.
func TestTouchWhileLinkIsRead(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		h.script += wary
		asked := make(chan bool)
		h.goesWrong(func(_ http.ResponseWriter, name string) bool {
			if strings.Contains(name, ".names.") {
				<-asked
			}
			return false
		})
		b := t.open(h.page("sample") + "#nowhere=3")
		b.slide("k", 3)
		b.wait(contains("#cell-sizes table", "9"))
		close(asked)
		b.idle()
		b.wait(contains("#notice", "nowhere"))
		b.quiet()
		if got := eval[int](b, `spawned`); got != 1 {
			t.Errorf("%d engines run, want one", got)
		}
		b.bears("a link that is touched while it is read")
	})
}
