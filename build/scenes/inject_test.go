package scenes_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"topobook/build/folder"
	"topobook/build/typeset"
	"topobook/notebooks/markdown"
)

// payloads are what an attacker writes where a name, a label or a text is expected: each calls pwned, or asks a host of his, if it is taken
// for more than text.
var payloads = []string{
	`<script>pwned()</script>`,
	`<img src=x onerror=pwned()>`,
	`<img src="https://evil.invalid/i.png">`,
	`"><svg onload=pwned()>`,
	`'><svg/onload=pwned()>`,
	`</title><script>pwned()</script>`,
	`</desc></svg><img src=x onerror=pwned()>`,
	`</td></tr></table><iframe srcdoc="<script>parent.pwned()</script>"></iframe>`,
	`</textarea><script>pwned()</script>`,
	`</code></pre><script>pwned()</script>`,
	`</script><script>pwned()</script>`,
	`<!--><script>pwned()</script-->`,
	`]]><script>pwned()</script>`,
	`" onfocus=pwned() autofocus tabindex=0 x="`,
	`' onmouseover='pwned()' style='position:fixed;inset:0' x='`,
	`" style="background:url(https://evil.invalid/s.png)" x="`,
	`<a href="javascript:pwned()">click</a>`,
	`javascript:pwned()`,
	`&lt;img src=x onerror=pwned()&gt;`,
	`&#60;script&#62;pwned()&#60;/script&#62;`,
	`&quot;&gt;&lt;script&gt;pwned()&lt;/script&gt;`,
	`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=pwned()&gt;">`,
	`<svg><style><img src=x onerror=pwned()></style></svg>`,
	`<noscript><p title="</noscript><img src=x onerror=pwned()>">`,
	`<template><script>pwned()</script></template>`,
	`<object data="javascript:pwned()"></object><embed src="https://evil.invalid/e">`,
	`<base href="https://evil.invalid/"><link rel=stylesheet href=evil.css>`,
	`<meta http-equiv=refresh content="0;url=https://evil.invalid/">`,
	`<form action="https://evil.invalid/"><input name=x><button>go</button></form>`,
	`<style>@import "https://evil.invalid/x.css"; body { display: none }</style>`,
	`<details open ontoggle=pwned()><video><source onerror=pwned()></video>`,
	`$\href{javascript:pwned()}{x}$ $\unicode{<img src=x onerror=pwned()>}$`,
	`[x](javascript:pwned()) ![y](https://evil.invalid/y.png) <https://evil.invalid/>`,
	"\u202ealert\u2066<script>pwned()</script>\u2069\u0000\u0007\u001b[2J",
	"${pwned()} {{pwned()}} <%= pwned() %>",
}

// attackedCells are cells in which %[1]s, a string of Starlark, stands where a word or an option takes a text.
var attackedCells = []string{
	`%[1]s`,
	`[%[1]s, {%[1]s: (%[1]s,)}]`,
	`text(%[1]s, ring(3), %[1]s)`,
	`table([[%[1]s, 1], [2, %[1]s]], columns=[%[1]s, "b"], caption=%[1]s)`,
	`table([[1]], align=[%[1]s])`,
	`table([[1]], format=[%[1]s])`,
	`draw(ring(4), caption=%[1]s, headline=%[1]s)`,
	`draw(ring(4), names=[%[1]s, "b", "c", %[1]s])`,
	`draw(ring(4), groups={%[1]s: [0, 1], "b": [2, 3]})`,
	`draw(ring(4), source=%[1]s)`,
	`net = graph([%[1]s, "b", "c"], [(%[1]s, "b"), ("b", "c")])`,
	`draw(graph([%[1]s, "b"], [(%[1]s, "b")]), source=%[1]s, dest="b", paths=[[%[1]s, "b"]])`,
	`export_network(graph([%[1]s, "b"], [(%[1]s, "b")]), "dot")`,
	`read_network(%[1]s)`,
	`read_network("a b\nb c\n", format=%[1]s)`,
	`plot({%[1]s: [(1, 2), (3, 4)]}, x_label=%[1]s, y_label=%[1]s, title=%[1]s)`,
	`plot({"a": [(%[1]s, 2), ("y", 4)]})`,
	`histogram({%[1]s: 3, "b": 1}, x_label=%[1]s, title=%[1]s)`,
	`heatmap([[1, 2], [3, 4]], rows=[%[1]s, "b"], columns=["a", %[1]s], title=%[1]s)`,
	`animate(ring(4), [[0, 1, 2]], says=[%[1]s], headline=%[1]s, caption=%[1]s)`,
	`i1 = slider(1, 0, 3, label=%[1]s)`,
	`i2 = choice(%[1]s, [%[1]s, "b"], label=%[1]s)`,
	`i3 = checkbox(True, label=%[1]s)`,
	`i4 = text_input(%[1]s, label=%[1]s)`,
	`verify("inject-1", lambda n: (n, n), [1, 2], statement=%[1]s, note=%[1]s)`,
	`verify("inject-2", lambda n: (n, %[1]s), [1, 2], statement="x", expect="fails", repair=%[1]s)`,
	`verify(%[1]s, lambda n: (n, n), [1])`,
	`undecided("inject-3", %[1]s, statement=%[1]s)`,
	`fail(%[1]s)`,
	`int(%[1]s)`,
	`{}[%[1]s]`,
	`getattr(1, %[1]s)`,
	`columns(text(%[1]s), draw(ring(3), caption=%[1]s))`,
	`ring(%[1]s)`,
	`read(%[1]s)`,
}

// attackFront is the front matter of a notebook in which payload stands.
func attackFront(payload string) string {
	return fmt.Sprintf("---\ntitle: %q\nsummary: %[2]q\nauthors: %[2]q\npaper: %[2]q\n---\n\n", "A "+payload, payload)
}

// attackParts are the parts of a notebook in whose text, cells and files payload stands, and in how many places.
func attackParts(payload string) (parts []string, places []int) {
	add := func(part string, n int) { parts, places = append(parts, part), append(places, n) }
	for _, form := range []string{
		"%s", "# A %s", "- %s", "> %s", "| a | %s |\n|---|---|\n| %[1]s | b |", "**%s** *%[1]s*", "[a](%s)", "[a](<%s>)", "[a]: %s\n\n[a]", "![%s](data/a.png)",
		"`%s`", "```\n%s\n```", "$%s$", "$$%s$$", "a[^%s]\n\n[^%[1]s]: %[1]s", "::: depth %s\nx\n:::", "<b title=\"%s\">x</b>", "@%s [@%[1]s]", "`= %s`",
	} {
		add(fmt.Sprintf(form, payload), 1)
	}
	for i, cell := range attackedCells {
		add(fmt.Sprintf("```starlark {#attack-%d caption=%q}\n%s\n```", i, payload, fmt.Sprintf(cell, strconv.QuoteToASCII(payload))), 1+strings.Count(cell, "%[1]s"))
	}
	for _, name := range []string{"a.csv", "a.bib", "a.json"} {
		add(fmt.Sprintf("```data {name=%q}\n%s,%[2]s\n@misc{%[2]s, title = {%[2]s}}\n```", name, payload), 1)
	}
	return parts, places
}

// printed returns a payload without the characters that no editor takes.
func printed(payload string) string {
	return strings.NewReplacer("\x00", "", "\x07", "", "\x1b", "").Replace(payload)
}

// TestInjection opens notebooks in which a stranger has put markup and scripts wherever a text may stand. Nothing of it runs, no other
// host is asked, and no element comes of it.
func TestInjection(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.playground(h, "")
		b.js(`window.broken = []; window.pwned = () => broken.push('a script ran')
			addEventListener('securitypolicyviolation', e => broken.push('the policy had to bar ' + e.violatedDirective + ' ' + e.blockedURI), true)`)
		tried := 0
		for i, payload := range payloads {
			payload := printed(payload)
			parts, inParts := attackParts(payload)
			text, places := attackFront(payload)+strings.Join(parts, "\n\n"), 4
			for _, n := range inParts {
				places += n
			}
			tried += places
			b.js(fmt.Sprintf(`const files = new DataTransfer(); files.items.add(new File([%s], 'attack-%d.md'))
				document.getElementById('blocks').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }))`, strconv.QuoteToASCII(text), i))
			b.wait(fmt.Sprintf(`document.getElementById('title').value.includes(%s.slice(0, 12)) && document.querySelectorAll('#blocks .cell').length >= %d`,
				strconv.QuoteToASCII(strings.TrimLeft(payload, "\u202e")), len(attackedCells)))
			b.idle()
			b.wait(`document.querySelector('#cell-attack-28').dataset.state == 'failed' || document.querySelector('#cell-attack-28 .problem, #cell-attack-28 .fault')`)
			faults := eval[[]string](b, inspect("#blocks *, #notice *, header *, dialog *"))
			for _, fault := range faults {
				t.Errorf("%q: %s", payload, fault)
			}
			for range places {
				t.attacked("a place for a text that has markup or a script", len(faults) == 0, 0)
			}
			if got := eval[int](b, `document.querySelectorAll('#blocks .cell .output :is(svg, table, p, pre, div)').length`); got < 15 {
				t.Errorf("%q: the cells show %d outputs, want them to run", payload, got)
			}
		}
		if tried < 1000 {
			t.Errorf("%d places are tried, want 1000", tried)
		}
		t.Logf("%d texts in %d places each: %d attempts", len(payloads), tried/len(payloads), tried)
	}, "chromium", "firefox")
}

// published is a site of notebooks like those of [TestInjection], with the parts that a build takes, and in how many places the attempts are.
var published = sync.OnceValues(func() (where site, err error) {
	dir := filepath.Join(scratch, "published")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return site{}, err
	}
	math := typeset.NewTypesetter()
	parsed := func(text string) *markdown.Notebook {
		book, err := markdown.Parse("attack.md", []byte(text))
		if err != nil || folder.Read(book, dir) != nil || len(book.Uses) > 0 { // of files, which would have to be there
			return nil
		}
		return book
	}
	runs := func(text string) bool {
		book := parsed(text)
		if book == nil {
			return false
		}
		results, err := book.Compute(nil)
		if err != nil || len(book.BareCaptions(results)) > 0 {
			return false
		}
		_, _, err = book.Render(results, math)
		return err == nil
	}
	files := map[string]string{"site.yaml": fmt.Sprintf("title: %q\ndescription: %[1]q\nnotebooks: %[1]q\n", payloads[1])}
	for i, payload := range payloads {
		payload = printed(payload)
		text := attackFront(payload)
		if parsed(text) == nil {
			text = attackFront("text")
		}
		front := text
		parts, _ := attackParts(payload)
		for _, part := range parts {
			for _, part := range []string{part, strings.Replace(part, " caption=", " error caption=", 1)} { // a cell that fails has to say so
				if runs(front+part+"\n\n") && parsed(text+part+"\n\n") != nil {
					text += part + "\n\n"
					break
				}
			}
		}
		files[fmt.Sprintf("attack-%02d.md", i)] = strings.ReplaceAll(text, "inject-", fmt.Sprintf("inject-%d-", i))
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return site{}, err
		}
	}
	return buildSite(filepath.Join(scratch, "published-built"), filepath.Join(dir, "*"))
})

// TestInjectionPublished opens the pages that a build makes of such notebooks, the lists that name them, and what the search finds of them.
func TestInjectionPublished(t *testing.T) {
	scene(t, func(t *visit) {
		s, err := published()
		if err != nil {
			t.Fatal(err)
		}
		h := newHost(t, s)
		h.script += `window.broken = []; window.pwned = () => broken.push('a script ran')
			addEventListener('securitypolicyviolation', e => broken.push('the policy had to bar ' + e.violatedDirective + ' ' + e.blockedURI), true)`
		slugs := []string{"index", "ledger"}
		for i := range payloads {
			slugs = append(slugs, fmt.Sprintf("attack-%02d", i))
		}
		b := t.newTab()
		outputs, shown := 0, 0
		for _, slug := range slugs {
			b.open(h.page(slug))
			b.js(`const box = document.getElementById('search'); box.focus(); box.value = 'pwned'; box.dispatchEvent(new Event('input', { bubbles: true }))`)
			b.wait(`document.querySelector('#search-list [role=option]')`)
			faults := eval[[]string](b, inspect("main *, body > header *, footer *, #search-list *"))
			for _, fault := range faults {
				t.Errorf("%s: %s", slug, fault)
			}
			t.attacked("a page with markup and scripts wherever a text may be", len(faults) == 0, 0)
			outputs += eval[int](b, `document.querySelectorAll('.cell .output :is(svg, table, p, pre, div)').length`)
			shown += eval[int](b, `document.querySelector('main').textContent.split(/pwned|evil/).length - 1`)
		}
		if outputs < 15*len(payloads) || shown < 1000 {
			t.Errorf("the pages show %d outputs, want 15 each, and attempts in %d places, want 1000", outputs, shown)
		}
		t.Logf("%d pages show %d outputs, and attempts in %d places", len(slugs), outputs, shown)
	}, "chromium", "firefox")
}

// inspect returns what has come of the attempts, in what matches a selector, that should not have.
func inspect(selector string) string { return "(" + inspected + ")(" + strconv.Quote(selector) + ")" }

const inspected = `selector => {
	const found = [...broken.splice(0)]
	for (const el of document.querySelectorAll(selector)) {
		if (el.matches('script#notebook')) continue // the page's own data
		if (/^(script|iframe|object|embed|base|link|meta|style|noscript|template|video|source|mglyph|frame|audio)$/i.test(el.localName)) found.push('there is an element ' + el.localName)
		if (el.localName == 'form' && el.getAttribute('method') != 'dialog') found.push('there is a form')
		for (const { name, value } of el.attributes) {
			if (/^on/i.test(name)) found.push('there is an attribute ' + name + ' of ' + el.localName)
			if (/^(href|src|action|xlink:href|srcdoc|data|formaction)$/i.test(name) && /^\s*(javascript|vbscript|data:(?!image)|\/\/)/i.test(value)) found.push(el.localName + ' has ' + name + '=' + value)
			if (/^(src|srcset|poster)$/i.test(name) && /evil/.test(value)) found.push(el.localName + ' has ' + name + '=' + value)
			if (name == 'style' && /evil|fixed/.test(value)) found.push(el.localName + ' has ' + name + '=' + value)
		}
	}
	for (const { name } of performance.getEntriesByType('resource')) if (!name.startsWith(location.origin) && !/^(blob|data):/.test(name)) found.push('asked ' + name)
	return [...new Set(found)]
}`
