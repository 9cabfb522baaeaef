package scenes_test

import (
	"fmt"
	"strings"
	"testing"

	"topobook/notebooks/dialect"
	"topobook/notebooks/link"
)

// asksFor waits for the question whether a stranger's code may run.
func (b *tab) asksFor() {
	b.t.Helper()
	b.wait(`document.querySelector('#notice [data-do^=run-]')`)
}

// bears reports what a stranger's code has come to without its reader's word, and counts the attack.
func (b *tab) bears(attack string) {
	b.t.Helper()
	b.idle()
	ran := eval[bool](b, `[...document.querySelectorAll('.output, output')].some(el => el.textContent.includes('`+theirs+`')) || seen.some(m => m.type == 'result' && m.html?.includes('`+theirs+`')) || !!document.querySelector('[data-edited]')`)
	broken := eval[[]string](b, `broken.splice(0)`)
	if ran {
		b.t.Errorf("%s: a stranger's code has run", attack)
	}
	for _, fault := range broken {
		b.t.Errorf("%s: %s", attack, fault)
	}
	b.t.attacked(attack, !ran && len(broken) == 0, 0)
}

// codeLink returns a fragment that edits cells of the sample.
func codeLink(t testing.TB, edits map[string]string) string {
	t.Helper()
	return link.Encode(sampleDocument(t), link.State{Edits: edits})
}

// What the question shows is what the code is: characters that do not show, or change how others show, are named, lines are in their order and
// within the box, all of them or a count of the rest, and the buttons are on the first screen.
func TestQuestionShows(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		h.script += wary
		b := t.open(h.page("sample"))
		b.ready()
		b.idle()
		shows := func(source string) string {
			t.Helper()
			b.goTo(codeLink(t, map[string]string{"sum": source})) // each begins with another name
			b.wait(contains("#notice ins", source[:4]))
			return eval[string](b, `document.querySelector('#notice ins').textContent`)
		}
		source := "a1 = \"\u202e\u2066\u200b\u3164\u0301\ufeff\x07\x1b[2J\x7f\u2028\ufe0f\U000e0041\"\r\n\ttext(a1)"
		if got, want := shows(source), "+ "+strings.ReplaceAll(dialect.Visible(source), "\n", "\n+ ")+"\n"; got != want || dialect.Visible(got) != got {
			t.Errorf("the question shows %q, want %q", got, want)
		}
		b.bears("a question dressed up by characters that do not show")

		// Letters that are written from right to left stand in the order in which they run.
		shows("b1 = 1 # אבג = 2 + דהו # 3")
		if got := eval[[]float64](b, `(() => { const node = document.querySelector('#notice ins').firstChild, range = document.createRange(), from = node.data.indexOf('א') - 4
			return Array.from({ length: 18 }, (_, i) => { range.setStart(node, from + i); range.setEnd(node, from + i + 1); return range.getBoundingClientRect().left }) })()`); !increasing(got) {
			t.Errorf("the characters of a line are at %.0f, want one after the other", got)
		}
		b.bears("a question dressed up by letters from right to left")

		for _, source := range []string{"c1 = 1" + strings.Repeat(" ", 3000) + "# hidden far to the right", "d1 = 1 #" + strings.Repeat("x", 60000)} {
			shows(source)
			if got := eval[string](b, `(() => { const box = document.querySelector('#notice .diff'), text = document.querySelector('#notice ins').lastChild, range = document.createRange()
				range.setStart(text, text.length - 6); range.setEnd(text, text.length - 1)
				const last = range.getBoundingClientRect(), { left, right, bottom } = box.getBoundingClientRect()
				return box.scrollWidth > box.clientWidth || last.left < left || last.right > right + 1 || last.bottom > bottom || !last.width ? JSON.stringify([last, { left, right, bottom }]) : '' })()`); got != "" {
				t.Errorf("the end of a line of %d characters is outside of the box: %s", len(source), got)
			}
			b.bears("a question with code far to the right")
		}

		// All of a change is there, to its last line; of a huge one what is left is counted, and the buttons come first.
		var lines []string
		for i := range 280 {
			lines = append(lines, fmt.Sprintf("e%d = %d", i, i))
		}
		if got, want := shows(strings.Join(lines, "\n")), "+ "+strings.Join(lines, "\n+ ")+"\n"; got != want {
			t.Errorf("of a change of 280 lines the question shows %d bytes, want all %d", len(got), len(want))
		}
		huge := map[string]string{}
		for _, cell := range []string{"net", "sizes", "way", "hops", "apart", "marks", "sum", "long", "longer", "steps"} {
			huge[cell] = "f1 = 0\n" + strings.Repeat("#\n", 4000)
		}
		b.goTo(codeLink(t, huge))
		b.wait(`document.querySelectorAll('#notice .diff').length == 10`)
		if got := eval[string](b, `(scrollTo(0, 0), [...document.querySelectorAll('#notice button[data-do=keep], #notice button[data-do=run-theirs]')].slice(0, 2).map(button => button.getBoundingClientRect()).filter(box => box.top < 0 || box.bottom > innerHeight || !box.width).map(box => box.top).join())`); got != "" {
			t.Errorf("the buttons of a long question are at %s, want them on the first screen", got)
		}
		if got := eval[string](b, `[...document.querySelectorAll('#notice .diff')].map(el => el.lastChild.textContent.match(/^… and (\d+) more lines$/)?.[1] > 3500).join()`); strings.Contains(got, "false") {
			t.Errorf("of ten long changes the question counts the rest: %s", got)
		}
		b.bears("a question that is longer than anybody reads")
		b.click("#notice [data-do=keep]")
		b.goesOn()
	})
}

func increasing(list []float64) bool {
	for i := range list[1:] {
		if list[i+1] <= list[i] {
			return false
		}
	}
	return true
}

// No way leads around the question.
func TestQuestionHolds(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		h.script += wary
		code := codeLink(t, map[string]string{"sum": `text("` + theirs + `")`})
		harmless := codeLink(t, map[string]string{"sum": `text("harmless")`})
		b := t.open(h.page("sample"))
		b.ready()
		b.idle()

		for _, pair := range [][2]string{{"k=3", code}, {code, "k=3"}, {harmless, code}, {code, harmless}, {"k=3&v=1&d=AAAA", code}} {
			b.js(fmt.Sprintf(`location.hash = %q; location.hash = %q`, pair[0], pair[1]))
			if strings.Contains(pair[1], "e=") {
				b.asksFor()
			} else {
				b.wait(contains("#cell-sizes table", "9"))
			}
			b.bears("two links in one moment")
		}
		// While it asks its reader does other things.
		b.goTo(code)
		b.wait(contains("#notice ins", theirs))
		b.slide("k", 4)
		b.wait(contains("#cell-sizes table", "16"))
		b.code("sum")
		b.js(`document.querySelector('#cell-sum [data-do=run]').click()`)
		b.idle()
		b.click("#share")
		b.wait(hasDigest)
		b.bears("a question that is passed over")
		if strings.Contains(eval[string](b, `location.hash`), "e=") {
			t.Error("a reader who was asked shares the stranger's code")
		}

		// A press that was meant for the question before does not answer the next one.
		b.goTo(harmless)
		b.wait(contains("#notice ins", "harmless") + ` && !document.querySelector('#notice[data-fresh]')`)
		b.js(fmt.Sprintf(`new MutationObserver(() => document.querySelector('#notice [data-do=run-theirs]')?.click()).observe(document.getElementById('notice'), { childList: true })
			location.hash = %q`, code))
		b.wait(contains("#notice ins", theirs))
		b.js(`document.querySelector('#notice [data-do=run-theirs]').click()`)
		b.bears("a question that takes the place of another under the pointer")
		b.js(`dispatchEvent(new Event('focus')); document.querySelector('#notice [data-do=run-theirs]').click()`)
		b.bears("a question that comes to the front under the pointer")
		b.wait(`!document.querySelector('#notice[data-fresh]')`)
		b.click("#notice [data-do=run-theirs]") // who has read it may
		b.wait(contains("#cell-sum .output", theirs))

		// What was run on one page is no other page's, and no code of its reader's own.
		b.idle()
		b.open(h.page("playground") + "#from=sample")
		b.wait(`document.querySelector('#cell-sum .output')?.textContent.includes('5')`)
		b.bears("code of a link that another page runs")

		// In a frame: a cell alone shows what is published, and a page asks again in a window of its own.
		b = t.open(h.page("sample") + "?embed=sum#" + code)
		b.ready()
		b.wait(`document.documentElement.dataset.embedded`)
		b.idle()
		if eval[bool](b, `[...document.querySelectorAll('[data-do=run-theirs]')].some(button => button.checkVisibility())`) {
			t.Error("a cell in a frame asks, which nobody can read there")
		}
		b.bears("a cell in a frame with a link that has code")
		h.goesWrong(elsewhere(`<iframe style="opacity: .01" width=900 height=900 src="sample.html#` + code + `"></iframe>`))
		b.open(h.page("elsewhere"))
		frame := `document.querySelector('iframe').contentDocument`
		b.wait(frame + `?.querySelector('#notice [data-do=run-theirs]')`)
		b.wait(`!` + frame + `.querySelector('#notice[data-fresh]')`)
		b.js(`const { contentWindow } = document.querySelector('iframe'); contentWindow.open = url => (window.opened = url, {}); ` + frame + `.querySelector('[data-do=run-theirs]').click()`)
		b.wait(`window.opened`)
		if got := eval[string](b, `opened`); got != h.page("sample")+"#"+code {
			t.Errorf("the frame opens %s, want its page in a window of its own", got)
		}
		ran := eval[bool](b, `!!`+frame+`.querySelector('[data-edited]') || `+frame+`.querySelector('#cell-sum .output').textContent.includes('`+theirs+`')`)
		b.js(`document.querySelector('iframe').contentWindow.open = () => null; ` + frame + `.querySelector('[data-do=run-theirs]').click()`)
		b.wait(frame + `.querySelector('#status').textContent.includes('Open the page in a window of its own')`)
		if ran {
			t.Error("a page in a frame has run a stranger's code")
		}
		t.attacked("a question in a frame that its page has covered", !ran, 0)
		h.goesWrong(nil)

		// A solution that its reader takes is the page's.
		src := exercises(t)
		b = t.open(h.page("sample-exercises") + "#" + link.Encode(&src.Document, link.State{Edits: map[string]string{"far": "def far(n):\n    return 0\ntext(\"" + theirs + "\")", "links": `fail("` + theirs + `")`}}))
		b.asksFor()
		b.js(`document.querySelector('.solution').open = true; document.querySelector('.solution [data-do=use]').click()`)
		b.wait(`document.querySelector('[data-edited]')`)
		b.idle()
		if eval[bool](b, `seen.some(m => m.type == 'result' && ((m.html ?? '') + (m.text ?? '')).includes('`+theirs+`'))`) {
			t.Error("with a solution of the page a stranger's code has run")
		}
	}, "chromium", "firefox")
}

// The playground asks before it runs a notebook, or a page with changed code, that came with a link.
func TestQuestionInPlayground(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		h.script += wary
		packed := strangersNotebook(t)
		changed := "from=sample&" + codeLink(t, map[string]string{"sum": `text("` + theirs + `")`})
		b := t.playground(h, "#"+packed)
		b.asksFor()
		b.bears("a notebook in a link")
		b.click("#share")
		b.wait(`document.getElementById('status').textContent.includes('Link copied') || document.querySelector('#notice input')`)
		b.bears("a notebook in a link that is shared unread")

		for _, pair := range [][2]string{{"from=sample", packed}, {packed, changed}, {"example=none", changed}, {changed, packed}, {packed, "from=sample"}} {
			b.js(fmt.Sprintf(`location.hash = %q; location.hash = %q`, pair[0], pair[1]))
			if pair[1] == "from=sample" {
				b.wait(contains("#cell-sizes table", "4"))
			} else {
				b.asksFor()
				b.wait(fmt.Sprintf(`!!document.querySelector('#cell-sizes') == %t`, pair[1] == changed))
			}
			b.bears("two links in one moment")
		}
		// A link to the values of a notebook that has edits of its own, too.
		b.goTo(packed + "&" + codeLink(t, map[string]string{"sum": `text("` + theirs + `")`}))
		b.asksFor()
		b.bears("a notebook in a link that edits it")

		// It is kept once its reader changes it, and asks when it is opened again, in another tab too.
		b.goTo(packed)
		b.wait(`document.querySelector('#title').value == 'Mine' && document.querySelector('#notice [data-do=run-linked]')`)
		b.js(`const title = document.getElementById('title'); title.value = 'Renamed'; title.dispatchEvent(new Event('change', { bubbles: true }))`)
		b.keptNotebook()
		b.bears("a notebook in a link that is kept unread")
		b.reload()
		b.asksFor()
		b.bears("a notebook in a link that is kept unread")
		b.wait(`!document.querySelector('#notice[data-fresh]')`)
		b.click("#notice [data-do=run-linked]")
		b.wait(contains("#blocks .output", theirs))

		// What does not show in its code is named.
		dressed, err := link.EncodeNotebook("---\ntitle: Mine\n---\n\n```starlark {#a}\nx = 1 # \u202e\u2066\n```\n", nil)
		if err != nil {
			t.Fatal(err)
		}
		b.goTo("n=" + dressed)
		b.wait(contains("#notice", "⟨U+202E⟩, ⟨U+2066⟩."))
	}, "chromium", "firefox")
}
