package scenes_test

import (
	"fmt"
	"net/http"
	"path"
	"strings"
	"testing"
	"time"

	"topobook/build/browser"
)

// code is what the editor that has the focus contains.
const code = `document.activeElement.value`

// offers waits until the list of completions has chosen a text, and takes keys, which one that has just come does not.
func (b *tab) offers(text string) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`document.querySelector('.cm-tooltip-autocomplete [aria-selected] .cm-completionLabel')?.textContent == %q`, text))
	time.Sleep(100 * time.Millisecond)
}

func TestEditorKeys(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample"))
		b.ready()
		b.code("sum")
		b.key(browser.Tab) // nothing typed: leads on
		b.wait(`!document.activeElement.editor`)
		b.edit("sum", "for i in range(3):")
		b.key(browser.Enter)
		b.wait(code + ` == 'for i in range(3):\n    '`)
		b.key(browser.Tab)
		b.wait(code + ` == 'for i in range(3):\n        '`)
		b.undo()
		b.wait(code + `.length < 'for i in range(3):\n        '.length`)
		b.key(browser.Escape)
		b.wait(`document.activeElement.tagName == 'SUMMARY'`)
		b.code("sum")
		b.key(browser.Tab) // nothing typed since: leads on
		b.wait(`!document.activeElement.editor`)
		b.key("?")
		b.wait(`document.querySelector('dialog#keys').open`)
		b.key(browser.Escape)
		b.wait(`!document.querySelector('dialog#keys').open`)

		// What was typed can be undone after a run and a reset.
		b.edit("sum", `text("mine")`)
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-sum .output", "mine"))
		b.click("#cell-sum [data-do=reset]")
		b.wait(contains("#cell-sum .output", "sum: 5"))
		b.code("sum")
		b.wait(code + ` == 'text("sum:", sum(squares))'`)
		b.undo()
		b.wait(code + ` == 'text("mine")'`)
		b.key("/", browser.Control)
		b.wait(code + ` == '# text("mine")'`)
		b.key("/", browser.Control)
		b.wait(code + ` == 'text("mine")'`)
		b.selects(12, 12)
		b.key("(") // its other half comes along
		b.wait(code + ` == 'text("mine")()'`)
		b.key("f", browser.Control)
		b.wait(`document.activeElement.matches('.cm-search input')`)
		b.key(browser.Escape)
		b.wait(`document.activeElement.editor && !document.querySelector('.cm-search')`)
	}, "chromium", "firefox") // WebKitGTK's driver does not press keys with others
}

func TestIndentLines(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample-controls"))
		b.ready()
		b.edit("code", "a\nbé\n\n  c\nd")
		for _, tt := range []struct {
			from, to  int // selected
			key       string
			modifiers []string
			want      string
		}{
			{0, 4, browser.Tab, nil, "    a\n    bé\n\n  c\nd"},
			{2, 12, browser.Tab, []string{browser.Shift}, "a\nbé\n\n  c\nd"},
			{2, 5, browser.Tab, nil, "a\n    bé\n\n  c\nd"}, // not the line where the selection ends
			{9, 15, browser.Tab, []string{browser.Shift}, "a\n    bé\n\nc\nd"},
			{8, 8, browser.Tab, []string{browser.Shift}, "a\nbé\n\nc\nd"},
			{3, 3, browser.Tab, nil, "a\nb    é\n\nc\nd"},
		} {
			b.selects(tt.from, tt.to)
			b.key(tt.key, tt.modifiers...)
			if got := eval[string](b, code); got != tt.want {
				t.Errorf("%d to %d, %v: got %q, want %q", tt.from, tt.to, tt.modifiers, got, tt.want)
			}
		}
		b.undo()
		b.wait(code + ` == 'a\nbé\n\nc\nd'`)
	}, "chromium", "firefox") // WebKitGTK's driver does not press Shift+Tab
}

// The help below an editor is of the builtin at the cursor, or of the call around it.
func TestWordHelp(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample-controls"))
		b.ready()
		for _, tt := range []struct{ code, want string }{ // | is the cursor; the signature, with the parameter in brackets
			{"z = diam|eter(t)\nmine = 1", "diameter("},
			{"z = diameter(t|)", "diameter([t]"},
			{"mine| = 1", ""},
			{"diameter(t, among|=1)", `diameter(t, [among="all"]`},
			{"diameter(t, among='processors|')", `diameter(t, [among="all"]`},
			{"draw(ring(5), # diameter|\n", ""},
			{"text('diameter|(t)')", "text("},
			{"x.diameter|", ""},
			{"diameter(t, order|=1)", "diameter("},
			{"def mine(size, x):\n    pass\nmine(1, 2|)", "mine(size, [x])"},
			{"diameter(t)\nx|", ""},
		} {
			at := strings.Index(tt.code, "|")
			b.edit("code", strings.Replace(tt.code, "|", "", 1))
			b.selects(at, at)
			b.wait(fmt.Sprintf(`(help => %q ? help.startsWith(%[1]q) : !help)(Array.from(document.querySelector('#cell-code .word-help code')?.childNodes ?? [],
				part => part.tagName == 'B' ? '[' + part.textContent + ']' : part.textContent).join(''))`, tt.want))
		}
		// It is what the reference page says, once that has come.
		b.edit("code", "diameter")
		b.wait(contains("#cell-code .word-help", "Breadth-first search"))
	})
}

// What may stand at the cursor is offered, by keyboard alone, also while the kernel is busy.
func TestCompletion(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample"))
		b.ready()
		// typed types the last character of a text as a key, and waits until something is chosen; it says how long that took.
		typed := func(text, want string) {
			b.t.Helper()
			b.wait(`!document.querySelector('.cm-tooltip-autocomplete')`)
			b.insert(text[:len(text)-1])
			b.js(`const begin = e => {
					window.took = 0
					const start = performance.now(), seen = new MutationObserver(() => {
						if (!document.querySelector('.cm-tooltip-autocomplete li')) return
						window.took = performance.now() - start
						seen.disconnect()
					})
					seen.observe(document.activeElement.editor.dom, { childList: true, subtree: true })
				}
				addEventListener('keydown', begin, { capture: true, once: true })`)
			b.key(text[len(text)-1:])
			b.offers(want)
			t.Logf("%q: the list came after %.0f ms", text, eval[float64](b, `window.took`))
		}
		b.edit("sum", "")
		typed("x = diam", "diameter")
		b.key(browser.Escape) // closes the list, and only that
		b.wait(`!document.querySelector('.cm-tooltip-autocomplete') && document.activeElement.editor`)
		b.key(" ", browser.Control)
		b.offers("diameter")
		b.key(browser.Enter)
		b.wait(code + ` == 'x = diameter'`)
		typed("(t, am", "among=")
		b.key(browser.Tab)
		b.wait(code + ` == 'x = diameter(t, among='`)
		b.insert("\"all\")\n")
		typed("y = squ", "squares") // of another cell
		b.key(browser.Enter)
		b.wait(code + `.endsWith('y = squares')`)
		b.insert("\n")
		typed("distance(t, \"1", "1,0") // which the cell that makes t has to run for
		b.key(browser.Enter)
		b.wait(code + `.endsWith('distance(t, "1,0')`)
		b.edit("sum", "x = 0\nfor i in range(100000000):\n    x += i\n")
		b.key(browser.Enter, browser.Control)
		b.wait(`document.documentElement.hasAttribute('data-busy')`)
		typed("y = squ", "squares")
		if !eval[bool](b, `document.documentElement.hasAttribute('data-busy')`) {
			t.Error("the kernel is not busy any more")
		}
		b.click("#stop")
		b.idle()

		b = t.open(t.sample("sample-files"))
		b.ready()
		b.edit("points", "")
		b.insert(`read("sample-la`)
		b.key("t")
		b.offers("sample-latency.csv")
	}, "chromium", "firefox") // WebKitGTK's driver does not press keys with others
}

// What is wrong is marked where it is while one types, before anything runs.
func TestMarks(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample"))
		b.ready()
		for _, tt := range []struct{ code, marked, says string }{
			{"y = 1\nx = oops + 1", "oops", "there is no such name"},
			{"squares = 1", "squares", "is given a value here and in cell apart"},
			{"x = (1 +", "+", "got end of file"},
			{"𝔽 = 'é' + nothing", "nothing", "there is no such name"},
		} {
			b.edit("sum", tt.code)
			b.wait(fmt.Sprintf(`(line => line?.dataset.problem.includes(%q) && (line.querySelector('.cm-lintRange-error')?.textContent ?? '') == %q)(
				document.querySelector('#cell-sum [data-problem]'))`, tt.says, tt.marked))
			b.wait(`document.activeElement.getAttribute('aria-invalid') == 'true'`)
			b.edit("sum", "squares")
			b.wait(`!document.querySelector('#cell-sum [data-problem], #cell-sum .cm-lintRange-error') && document.activeElement.getAttribute('aria-invalid') == 'false'`)
		}
		if got := b.text("#cell-sum .output"); !strings.Contains(got, "sum: 5") {
			t.Errorf("the output is %q, though nothing was run", got)
		}
	})
}

// Until the editor comes, and where it does not, a text area does.
func TestEditorLate(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		asked := make(chan bool)
		h.goesWrong(func(w http.ResponseWriter, name string) bool {
			if !strings.HasPrefix(path.Base(name), "editor.") {
				return false
			}
			if <-asked {
				return false
			}
			http.Error(w, "no such file", http.StatusNotFound)
			return true
		})
		b := t.open(h.page("sample"))
		b.ready()
		area := `document.querySelector('#cell-sum .code-input')`
		b.js(`document.querySelector('#cell-sum details.code').open = true`)
		b.wait(area)
		b.js(area + `.focus(); ` + area + `.select()`)
		b.insert(`text("early")`)
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-sum .output", "early"))
		asked <- false
		b.insert(` # and late`)
		b.wait(area + `.matches('textarea') && ` + area + `.value == 'text("early") # and late'`)
		b.idle()
		go func() { asked <- true }()
		b.wait(`(document.activeElement.blur(), ` + area + `.focus(), document.activeElement.editor)`)
		b.wait(code + ` == 'text("early") # and late' && document.activeElement == ` + area)
		b.undo()
		b.wait(code + ` == 'text("sum:", sum(squares))'`)
	}, "chromium", "firefox")
}
