package scenes_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"topobook/build"
	"topobook/build/browser"
	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
)

// playground opens the playground of a site, and waits until one can write there.
func (v *visit) playground(h *host, fragment string) *tab {
	v.Helper()
	b := v.open(h.page("playground") + fragment)
	b.wait(`document.documentElement.dataset.engine == 'ready' && document.getElementById('title').value`)
	return b
}

// downloads lets a test see the files that a page hands out, in place of saving them.
const downloads = `window.files = []
	URL.createObjectURL = blob => { window.blob = blob; return 'blob:it' }
	HTMLAnchorElement.prototype.click = function () {
		const name = this.download
		blob.arrayBuffer().then(a => files.push({ name, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(a), size: a.byteLength }))
	}`

// download presses Download, and returns the name and the text of the file.
func (b *tab) download() (name, text string) {
	b.t.Helper()
	b.js(downloads)
	b.click("#download")
	b.wait(`files.length`)
	return eval[string](b, `files[0].name`), eval[string](b, `files[0].text`)
}

// writeCell adds a cell at the end, writes its code and runs it.
func (b *tab) writeCell(code string) {
	b.t.Helper()
	b.js(`const all = document.querySelectorAll('#start:not([hidden]) [data-do=add-cell], #blocks > :last-child > .block-add [data-do=add-cell]'); all[all.length - 1].click()`)
	b.wait(`document.activeElement.editor`)
	b.insert(code)
	b.key(browser.Enter, browser.Control)
}

// writeText adds a text at the end.
func (b *tab) writeText(text string) {
	b.t.Helper()
	b.js(`const all = document.querySelectorAll('#start:not([hidden]) [data-do=add-text], #blocks > :last-child > .block-add [data-do=add-text]'); all[all.length - 1].click()`)
	b.wait(`document.activeElement.matches('.text-input')`)
	b.insert(text)
	b.key(browser.Escape)
	b.wait(`!document.querySelector('.text-input')`)
}

// keptNotebook waits until the playground says that it has kept the notebook.
func (b *tab) keptNotebook() {
	b.t.Helper()
	b.quiet()
	b.wait(contains("#kept", "Kept in this browser"))
}

// outputs returns the outputs of the cells as the kernel said them last, by cell.
func (b *tab) outputs() map[string]string {
	b.t.Helper()
	b.idle()
	return eval[map[string]string](b, `Object.fromEntries(seen.filter(m => m.type == 'result' && m.state == 'done').map(m => [m.cell, m.html ?? '']))`)
}

// A notebook is made from nothing, broken, mended, kept, downloaded, and built natively with the same outputs.
func TestPlayground(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.playground(h, "")
		b.js(`const title = document.getElementById('title'); title.value = 'Rings & more'; title.dispatchEvent(new Event('change', { bubbles: true }))`)
		b.writeText("A ring of $k$ nodes has diameter `= diameter(t)`.\n\n## Distances")
		b.writeCell("k = slider(7, 3, 12)\nt = ring(k)\ndraw(t)")
		b.wait(`document.querySelector('.output svg')`)
		b.wait(`document.querySelector('.value')?.textContent == '3'`)
		b.wait(`document.querySelector('.block-body math')`)
		b.writeCell("table([{'nodes': order(t), 'mean': average_distance(t)}])")
		b.wait(`document.querySelector('.output table')`)
		b.slide("k", 9)
		b.wait(`document.querySelector('.value').textContent == '4'`)

		// Broken, and mended.
		b.edit("cell-1", "k = slider(7, 3, 12)\nt = rin(k)\ndraw(t)")
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-cell-1 .error", "there is no such name"))
		b.edit("cell-1", "k = slider(7, 3, 12)\nt = ring(k)\ndraw(t)")
		b.key(browser.Enter, browser.Control)
		b.wait(`document.querySelector('#cell-cell-1 > .error').hidden && document.querySelector('#cell-cell-1').dataset.state == 'done'`)

		b.keptNotebook()
		if got := eval[string](b, `location.hash`); !strings.HasPrefix(got, "#id=") {
			t.Errorf("the address ends with %q, want the notebook's", got)
		}
		b.reload()
		b.wait(`document.querySelector('.value')?.textContent == '4'`) // with the reader's k
		b.wait(`document.querySelector('.output table')`)
		if got := b.value("k"); got != "9" {
			t.Errorf("after a reload k is %s, want 9", got)
		}

		name, text := b.download()
		want := "---\ntitle: Rings & more\n---\n\nA ring of $k$ nodes has diameter `= diameter(t)`.\n\n## Distances\n\n" +
			"```starlark {#cell-1}\nk = slider(7, 3, 12)\nt = ring(k)\ndraw(t)\n```\n\n" +
			"```starlark {#cell-2}\ntable([{'nodes': order(t), 'mean': average_distance(t)}])\n```\n"
		if name != "rings-more.md" || text != want {
			t.Errorf("got the file %s with\n%s\nwant rings-more.md with\n%s", name, text, want)
		}
		b.slide("k", 7) // as published
		b.wait(`document.querySelector('.value').textContent == '3'`)
		sameNatively(t, b, text)
	}, "chromium", "firefox")
}

// sameNatively checks that the outputs of a notebook in the browser are those that it has natively, byte for byte.
func sameNatively(t *visit, b *tab, text string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "notebook.md")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	book, err := build.LoadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	kernel := engine.New(&book.Document, builtins.All())
	if err := kernel.Run(engine.RunOptions{Heavy: true}); err != nil {
		t.Fatal(err)
	}
	got := b.outputs()
	for _, result := range kernel.Outputs() {
		if result.State != engine.Done || got[result.Cell] != result.HTML {
			t.Errorf("cell %s: got in the browser\n%.400s\nand natively (%v)\n%.400s", result.Cell, got[result.Cell], result.State, result.HTML)
		}
	}
}

// Blocks are moved, copied, named, folded and removed; each step is undone, and done again.
func TestPlaygroundBlocks(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.playground(newHost(t, sample(t)), "")
		b.writeText("First.")
		b.writeCell("text('one')")
		b.wait(contains("#cell-cell-1 .output", "one"))
		order := func() string {
			return eval[string](b, `[...document.querySelectorAll('#blocks > .block')].map(el => el.querySelector('.cell')?.dataset.cell ?? el.querySelector('.block-body').textContent.trim()).join()`)
		}
		steps := []struct{ name, action, want string }{
			{"move", `document.querySelector('[data-kind=cell] [data-do=block-up]').click()`, "cell-1,First."},
			{"duplicate", `document.querySelector('[data-kind=cell] [data-do=block-copy]').click()`, "cell-1,cell-2,First."},
			{"rename", `const name = document.querySelectorAll('[data-kind=cell] .block-name')[1]; name.value = 'again'; name.dispatchEvent(new Event('change', { bubbles: true }))`, "cell-1,again,First."},
			{"remove", `document.querySelector('[data-kind=cell] [data-do=block-remove]').click()`, "again,First."},
		}
		states := []string{order()}
		for _, step := range steps {
			b.js(step.action)
			b.idle()
			if got := order(); got != step.want {
				t.Errorf("%s: got %s, want %s", step.name, got, step.want)
			}
			states = append(states, order())
		}
		b.wait(contains("#cell-again .output", "one"))
		for i := range slices.Backward(states[:len(states)-1]) {
			b.click("#undo")
			b.idle()
			if got := order(); got != states[i] {
				t.Errorf("undone to step %d: got %s, want %s", i, got, states[i])
			}
		}
		for i := range states[1:] {
			b.click("#redo")
			b.idle()
			if got := order(); got != states[i+1] {
				t.Errorf("done again to step %d: got %s, want %s", i+1, got, states[i+1])
			}
		}
		b.js(`document.querySelector('[data-kind=cell] [data-do=block-fold]').click()`)
		b.idle()
		if _, text := b.download(); !strings.Contains(text, "```starlark {#again fold}\ntext('one')\n```") {
			t.Errorf("got the file\n%s\nwant the cell folded", text)
		}
	}, "chromium", "firefox")
}

// A link holds the notebook: it asks before it runs, and says that the outputs are those that its sender saw.
func TestPlaygroundLink(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.playground(h, "#example=one-network")
		b.wait(`document.querySelector('.output svg')`)
		b.slide("k", 5)
		b.idle()
		b.js(`window.copied = ''; navigator.clipboard.writeText = text => { copied = text; return Promise.resolve() }`)
		b.click("#share")
		b.wait(`copied`)
		link := eval[string](b, `copied`)
		outputs := b.outputs()

		b = t.open(link)
		b.wait(contains("#notice", "Somebody's notebook"))
		b.writeText("My note.") // which keeps the notebook, but does not run it
		b.keptNotebook()
		b.reload()
		b.wait(contains("#notice", "Somebody's notebook"))
		b.wait(contains("#blocks", "My note."))
		if n := eval[int](b, `document.querySelectorAll('.output svg, .output table').length`); n > 0 {
			t.Errorf("%d cells of a stranger have run after a reload", n)
		}
		b = t.open(link)
		b.wait(contains("#notice", "Somebody's notebook"))
		if n := eval[int](b, `document.querySelectorAll('.output svg, .output table').length`); n > 0 {
			t.Errorf("%d cells of a stranger have run before the reader said so", n)
		}
		b.wait(contains("#blocks", "has"))
		b.click("#notice [data-do=run-linked]")
		b.wait(contains("#notice", "Reproduced: all"))
		if got := b.value("k"); got != "5" {
			t.Errorf("k is %s, want the sender's 5", got)
		}
		for cell, html := range b.outputs() {
			if html != outputs[cell] {
				t.Errorf("cell %s: got another output than the sender", cell)
			}
		}
		// Neither what is cut off nor what is no notebook does harm.
		for _, bad := range []string{link[:strings.Index(link, "#n=")+40], link[:strings.Index(link, "#n=")+3] + "!!!"} {
			b = t.open(bad)
			b.wait(contains("#notice", "This link cannot be read"))
		}
	}, "chromium", "firefox")
}

// Two tabs do not overwrite each other: the second one says so, and goes on with a copy.
func TestPlaygroundTwoTabs(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		h.goesWrong(elsewhere(""))
		b := t.open(h.page("elsewhere"))
		// The tabs are frames of a page: they share what the browser keeps, and each has locks of its own.
		b.js(`window.tab = (id, address) => {
				const frame = Object.assign(document.createElement('iframe'), { id, width: 900, height: 600, src: address })
				document.body.append(frame)
			}
			window.at = (id, selector) => document.getElementById(id)?.contentDocument?.querySelector(selector)
			window.write = (id, text) => {
				const all = document.getElementById(id).contentDocument.querySelectorAll('#start:not([hidden]) [data-do=add-text], #blocks > :last-child > .block-add [data-do=add-text]')
				all[all.length - 1].click()
				const area = at(id, '.text-input')
				area.value = text
				area.dispatchEvent(new InputEvent('input', { bubbles: true }))
				area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
			}`)
		ready := func(id string) {
			b.wait(fmt.Sprintf(`document.getElementById(%q)?.contentDocument?.documentElement?.dataset.engine == 'ready'`, id))
		}
		b.js(`tab('first', 'playground.html')`)
		ready("first")
		b.js(`write('first', 'Mine.')`)
		b.wait(`at('first', '#kept').textContent.includes('Kept in this browser')`)
		b.js(`tab('second', document.getElementById('first').contentWindow.location.href)`)
		ready("second")
		b.wait(`at('second', '#notice').textContent.includes('open in another tab')`)
		b.js(`write('second', 'Theirs.')`)
		b.js(`at('second', '#notice [data-do=copy-notebook]').click()`)
		b.wait(`at('second', '#kept').textContent.includes('Kept in this browser')`)
		b.wait(`at('second', '#title').value == 'Untitled notebook (copy)'`)
		b.js(`write('first', 'Mine still.')`)
		b.js(`at('first', '#notebooks').click()`)
		b.wait(`document.getElementById('first').contentDocument.querySelectorAll('.notebook-list li').length == 2`)
		for id, want := range map[string]string{"first": "Mine.Mine still.", "second": "Mine.Theirs."} {
			b.js(fmt.Sprintf(`document.getElementById(%q).contentWindow.location.reload()`, id))
			b.wait(fmt.Sprintf(`[...at(%q, '#blocks')?.querySelectorAll('.block-body p') ?? []].map(p => p.textContent).join('') == %q`, id, want))
		}
	}, "chromium", "firefox")
}

// A full disk is said, with the download beside it; once there is room the notebook is kept.
func TestPlaygroundQuota(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.playground(h, "")
		chromium := b.page.(*browser.ChromiumPage)
		b.do("quota", func(ctx context.Context) error { return chromium.LimitStorage(ctx, h.URL, 1) })
		b.writeText("The disk has no room for this.")
		b.wait(contains("#notice", "Not kept"))
		b.js(downloads)
		b.click("#notice [data-do=download]")
		b.wait(`files.length && files[0].text.includes('no room for this')`)
		b.js(`window.confirm = text => { window.asked = text; return false }
			location.hash = '#example=one-network'`) // the reader is asked, and stays
		b.wait(`window.asked?.includes('no more room') && !location.hash.includes('example')`)
		b.do("quota", func(ctx context.Context) error { return chromium.LimitStorage(ctx, h.URL, 1e9) })
		b.writeText("For this it has.")
		b.keptNotebook()
		b.reload()
		b.wait(contains("#blocks", "For this it has."))
	}, "chromium") // no other can be told
}

// What was opened is downloaded byte for byte, and a long notebook does not keep its reader waiting.
func TestPlaygroundLong(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.playground(h, "")
		var text strings.Builder
		text.WriteString("---\r\ntitle: \"Long\"\r\n---\r\n")
		for i := range 112 {
			fmt.Fprintf(&text, "\r\n## Part %d\r\n\r\nWith $x_{%d}$,   spaces and a value `= y%d`.\r\n\r\n\r\n```starlark  {#part-%d  fold}\r\ny%d = %d * 2\r\n```\r\n", i, i, i, i, i, i)
		}
		name, err := json.Marshal(text.String())
		if err != nil {
			t.Fatal(err)
		}
		b.js(fmt.Sprintf(`const files = new DataTransfer(); files.items.add(new File([%s], 'long.md')); const input = document.getElementById('file')
			input.files = files.files; input.dispatchEvent(new Event('change', { bubbles: true }))`, name))
		b.wait(`document.querySelector('[data-cell=v112]')?.textContent == '222'`)
		b.idle()
		if name, got := b.download(); name != "long.md" || got != text.String() {
			t.Errorf("got the file %s of %d bytes, want long.md with the %d that were opened", name, len(got), text.Len())
		}
		b.js(`document.querySelector('[data-kind=text] [data-do=block-edit]').click()`)
		b.js(`window.slowest = 0; new PerformanceObserver(list => { for (const e of list.getEntries()) slowest = Math.max(slowest, e.duration) }).observe({ type: 'longtask' })`)
		b.insert("Words")
		b.quiet()
		t.Logf("the longest task while typing in a notebook of %d lines: %.0f ms", strings.Count(text.String(), "\n"), eval[float64](b, `slowest`))
	}, "chromium")
}

// Files become data of the notebook, and cells that read them.
func TestPlaygroundFiles(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.playground(newHost(t, sample(t)), "")
		drop := func(name, content string) {
			b.js(fmt.Sprintf(`const files = new DataTransfer(); files.items.add(new File([%q], %q))
				document.getElementById('blocks').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }))`, content, name))
		}
		drop("pairs.edgelist", "a b\nb c\nc a\n")
		b.wait(`document.querySelector('.output svg')`)
		drop("table.csv", "nodes,links\n3,3\n")
		b.wait(`document.querySelector('.output table')`)
		drop("photo.png", "\x89PNG\x00\x00")
		b.wait(contains("#notice", "photo.png"))
		if _, text := b.download(); !strings.Contains(text, "```data {name=\"pairs.edgelist\"}\na b\nb c\nc a\n```") {
			t.Errorf("got the file\n%s\nwant the list of links in it", text)
		}
		b.js(`const files = new DataTransfer(); for (let i = 1; i < 9; i++) files.items.add(new File(['\x00'], 'junk' + i + '.bin'))
			document.getElementById('blocks').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }))`)
		b.wait(is("#notice p", `^junk1\.bin: .*\. junk5\.bin: .*\. And 3 more files\.$`))
		drop("large.csv", "node,load\n"+strings.Repeat("1024,0.4375\n", 25000)) // 300 kB: beside the notebook
		b.wait(contains("#blocks", "large.csv"))
		b.wait(`document.querySelectorAll('.output table').length == 2 && document.getElementById('notice').hidden`)
		b.keptNotebook()
		b.reload()
		b.wait(`document.querySelectorAll('.output table').length == 2`)
		name, text := b.download()
		if name != "untitled-notebook.zip" {
			t.Errorf("got the file %s, want a notebook and its file in a zip archive", name)
		}
		if strings.Contains(text, "1024,0.4375") || !strings.Contains(text, "large.csv") {
			t.Errorf("want large.csv in the archive, compressed")
		}
	}, "chromium", "firefox")
}

// drop drops a file on the playground, whose content is a JavaScript expression.
func (b *tab) drop(name, content string) {
	b.t.Helper()
	b.js(fmt.Sprintf(`const files = new DataTransfer(); files.items.add(new File([%s], %q))
		document.getElementById('blocks').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }))`, content, name))
}

// A notebook that is dropped is kept, and comes back as it was, byte for byte; with Ctrl+S so is an example.
func TestPlaygroundDrop(t *testing.T) {
	scene(t, func(t *visit) {
		const text = "\ufeff---\r\ntitle: Dropped\r\n---\r\n\r\nProse\r\n\r\n```starlark {#one}\r\n1 + 1\r\n```"
		b := t.playground(newHost(t, sample(t)), "")
		for _, title := range []string{"Another, with a cell that is the same", "Dropped"} {
			b.drop("dropped.md", strconv.QuoteToASCII(strings.Replace(text, "Dropped", title, 1)))
			b.wait(fmt.Sprintf("document.getElementById('title').value == %q && ", title) + contains("#cell-one .output", "2"))
		}
		b.keptNotebook()
		b.reload()
		b.wait(contains("#cell-one .output", "2"))
		if name, got := b.download(); name != "dropped.md" || got != text {
			t.Errorf("got the file %s with %q, want dropped.md with %q", name, got, text)
		}
		b.js(`location.hash = '#example=one-network'`)
		b.wait(`document.querySelector('#cell-measures')?.dataset.state == 'done'`)
		b.js(`document.querySelector('.block').focus()`)
		b.key("s", browser.Control)
		b.wait(`location.hash.startsWith('#id=') && ` + contains("#kept", "Kept in this browser"))
		b.reload()
		b.wait(`document.querySelector('#cell-measures')?.dataset.state == 'done'`)
	}, "chromium", "firefox")
}

// Every page opens in the playground, and so does a cell, with what it needs.
func TestPlaygroundFrom(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.playground(h, "#from=sample")
		b.wait(`document.querySelector('#cell-sum')?.dataset.state == 'done'`)
		source, err := os.ReadFile("testdata/sample/sample.md")
		if err != nil {
			t.Fatal(err)
		}
		if name, text := b.download(); name != "sample.md" || text != string(source) {
			t.Errorf("got the file %s, want sample.md as it is", name)
		}
		b = t.playground(h, "#from=sample&cell=hops&k=3")
		b.wait(`document.querySelector('#cell-hops')?.dataset.state == 'done'`)
		if got, want := eval[string](b, `Array.from(document.querySelectorAll('.cell'), cell => cell.dataset.cell).join(' ')`), "net way hops"; got != want {
			t.Errorf("cell hops opens with the cells %s, want it and what it needs: %s", got, want)
		}
		if got := b.value("k"); got != "3" {
			t.Errorf("k is %s, want that of the address", got)
		}

		// A place on the page is no notebook.
		b.js(`location.hash = '#main'`)
		b.wait(`location.hash == '#from=sample&cell=hops&k=3'`)
		if !eval[bool](b, `document.querySelector('#cell-hops') != null`) {
			t.Error("a place on the page shows another notebook")
		}
	}, "chromium", "firefox")
}

// Everybody can use the playground, also with an editor, the options of a cell and the list of notebooks open, and on a phone.
func TestPlaygroundAccessible(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.playground(newHost(t, sample(t)), "#example=one-network")
		b.wait(`document.querySelector('#cell-measures')?.dataset.state == 'done'`)
		b.resize(1280)
		accessible(b)
		b.js(`document.querySelector('[data-kind=cell] [data-do=block-options]').click()
			document.querySelector('[data-kind=text] [data-do=block-edit]').click()`)
		b.wait(`document.querySelector('.text-input')`)
		silent(b)
		b.resize(390)
		fits(b, "with an editor")
		b.click("#notebooks")
		b.wait(`document.querySelector('#list[open] .examples')`)
		silent(b)
		fits(b, "with the list")
	}, "chromium")
}

// One HTML file shows the notebook, and computes from the disk.
func TestPlaygroundExport(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.playground(h, "")
		b.drop("formula.md", strconv.QuoteToASCII("---\ntitle: A formula\n---\n\nHere $\\boxed{k^n}$ and $\\overline{\\mathrm{ab}}$.\n\n```starlark {#measures}\nk = slider(3, 2, 6)\nn = slider(2, 1, 4)\ntext(k ** n)\n```\n"))
		b.wait(`document.querySelector('#blocks math')`)
		b.wait(contains("#cell-measures .output", "9"))
		b.slide("k", 5)
		b.idle()
		b.js(downloads)
		b.click("#export")
		b.wait(contains("#notice", "MB"))
		b.click("#notice [data-do=export-now]")
		b.wait(`files.length`)
		text := eval[string](b, `files[0].text`)
		_, shown, _ := strings.Cut(text, "<main")
		shown, _, _ = strings.Cut(shown, `id="notebook"`)
		if barred := regexp.MustCompile(`<[^<>]* style="[^<>]*>`).FindAllString(shown, 5); barred != nil {
			t.Errorf("the policy of the file bars %q", barred)
		}
		file := filepath.Join(t.TempDir(), "one.html")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		b = t.open("file://" + file)
		if got := eval[string](b, `document.querySelector('math .style-0, math.style-0') && document.styleSheets[1].cssRules[0].cssText`); !strings.Contains(got, ".style-0.style-0.style-0") {
			t.Errorf("the rules of the file are barred: %s", got)
		}
		b.wait(contains("#cell-measures .output", "25"))
		b.slide("n", 3) // k stays at the value that the file was saved with
		b.wait(contains("#cell-measures .output", "125"))
	}, "chromium", "firefox")
}

// The playground starts its engine, the full one, before its reader does anything; its policy bars nothing of it.
func TestPlaygroundStarts(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.open(h.page("playground"))
		b.js(`window.barred = []; addEventListener('securitypolicyviolation', e => barred.push(e.violatedDirective + ' ' + e.blockedURI), true)`)
		b.wait(`document.documentElement.dataset.engine == 'ready'`)
		if got := eval[[]string](b, `barred`); len(got) > 0 {
			t.Errorf("its policy bars %q", got)
		}
		if got := eval[[]string](b, `performance.getEntriesByType('resource').map(e => e.name).filter(name => name.includes('.wasm'))`); len(got) != 1 || !strings.Contains(got[0], "/full.") {
			t.Errorf("fetches the programs %q, want the full one, once", got)
		}
		b = t.open(h.page("sample"))
		b.follow(`.open`, "/playground.html#from=sample")
		b.wait(`document.documentElement.dataset.engine == 'ready'`)
		b = t.open(h.page("sample") + "#k=3") // the playground has the values, too
		b.ready()
		b.js(`document.querySelector('.cell > .code > a').click()`)
		b.wait(`location.pathname.endsWith('playground.html') && document.querySelector('[data-input=k] input')?.value == '3'`)
	}, "chromium", "firefox")
}
