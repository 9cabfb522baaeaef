package markdown

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"topobook/notebooks/engine"
)

var (
	anyTag    = regexp.MustCompile(`<(/?)([a-z0-9]+)((?: [a-z-]+(?:="[^"<>]*")?)*)>`)
	attribute = regexp.MustCompile(` ([a-z-]+)(?:="([^"]*)")?`)
)

// harmless are the elements and the attributes of drafts.
var (
	harmlessTags = strings.Fields("a aside b blockquote br button code dd del details div dl dt em fieldset figcaption figure h1 h2 h3 h4 h5 h6 hr i img input label legend li ol output p pre " +
		"section small span strong summary sup table tbody td th thead tr ul")
	harmlessAttributes = strings.Fields("align alt aria-label aria-live autocomplete class data-cell data-display data-run data-heavy data-state decoding href id name open role src start tabindex title type hidden")
)

// inert checks that HTML has known elements and attributes only, and addresses that do no harm.
func inert(t *testing.T, src, html string) {
	t.Helper()
	for _, tag := range anyTag.FindAllStringSubmatch(html, -1) {
		if !slices.Contains(harmlessTags, tag[2]) {
			t.Errorf("%q: got the element %s", src, tag[0])
		}
		for _, a := range attribute.FindAllStringSubmatch(tag[3], -1) {
			safe := slices.Contains(harmlessAttributes, a[1])
			switch a[1] {
			case "href":
				safe = regexp.MustCompile(`(?i)^(https?://|mailto:|#)|^[a-z0-9_-][a-z0-9._-]*\.html(#|$)`).MatchString(a[2])
			case "data-do":
				safe = a[2] == "use" // of a solution
			case "src":
				safe = strings.HasPrefix(a[2], "data:image/svg+xml;base64,")
			}
			if !safe {
				t.Errorf("%q: got the attribute%s", src, a[0])
			}
		}
	}
	if rest := anyTag.ReplaceAllString(html, ""); strings.ContainsAny(rest, "<>") {
		t.Errorf("%q: got what is no element: %s", src, html)
	}
}

// drafted returns the HTML of the last block of a text, without the front matter's.
func drafted(t *testing.T, src string) (string, []*Fault) {
	t.Helper()
	book, faults := Draft("x.md", head+src)
	list := book.BlocksHTML(nil)
	for _, block := range list {
		inert(t, src, block.HTML)
	}
	return list[len(list)-1].HTML, faults
}

func TestDraftProse(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"A *b* `= 1 + 1`, $x<y$.", `<p>A <em>b</em> <output class="value" data-cell="v1" aria-live="off"></output>, <span class="glue"><code class="tex">x&lt;y</code>.</span></p>`},
		{"$$\n\\frac{1}{2} < 1\n$$", `<div class="display"><code class="tex" data-display>\frac{1}{2} &lt; 1</code></div>`},
		{"[@a, p. 1--2; @b] [@fig:none]", `<p><span class="cite">[a, p. 1–2]</span>, <span class="cite">[b]</span> [@fig:none]</p>`},
		{"a[^n]\n\n[^n]: b *c*", `<p>a<sup class="mark">1</sup><span class="margin" role="note"><sup class="mark">1</sup> b <em>c</em></span></p>`},
		{"a | b\n-:|:-\n1 | 2", `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table class="data">` + "\n<thead>\n<tr>\n<th align=\"right\">a</th>\n<th align=\"left\">b</th>\n</tr>\n</thead>\n<tbody>\n" +
			"<tr>\n<td align=\"right\">1</td>\n<td align=\"left\">2</td>\n</tr>\n</tbody>\n</table></div>"},
		{"[a](https://b.org/?c=1&d) [e](#f) [g](other.md#h) [i](mailto:j@k) <https://l> <m@n.org>",
			`<p><a href="https://b.org/?c=1&amp;d">a</a> <a href="#f">e</a> <a href="other.html#h">g</a> <a href="mailto:j@k">i</a> <a href="https://l">https://l</a> <a href="mailto:m@n.org">m@n.org</a></p>`},
		{"## Share", `<h2 id="section-share">Share</h2>`},
		{"## Blocks", `<h2 id="blocks-2">Blocks</h2>`},
		{"::: aside\nA\n:::", "<aside class=\"margin\">\n<p>A</p>\n</aside>"},
		{"![An *icon*](a.png) b", `<p><span class="no-image"><b>a.png</b> An icon</span> b</p>`},
		{"![It](a.png \"Cap $k$.\"){#b}", `<figure class="image" id="fig-b"><span class="no-image"><b>a.png</b> It</span><figcaption><b>Figure` + "\u00a0" + `1.</b> Cap <span class="glue"><code class="tex">k</code>.</span></figcaption></figure>`},
		{"a <!-- b --> c", "<p>a  c</p>"},
	} {
		if got, faults := drafted(t, tt.src+"\n"); strings.TrimSuffix(got, "\n") != tt.want || len(faults) > 0 {
			t.Errorf("%q:\ngot  %s %v\nwant %s", tt.src, got, faults, tt.want)
		}
	}
}

// TestDraftHostile has what strangers may write to make a page do something. What has no fault is plain Markdown, and must do no harm either.
func TestDraftHostile(t *testing.T) {
	for _, tt := range []struct{ src, want, fault string }{
		{"<script>alert(1)</script>", `<code>&lt;script&gt;alert(1)&lt;/script&gt;`, "x.md:6:1: HTML: want Markdown"},
		{"a <img src=x onerror=alert(1)> b", "<p>a &lt;img src=x onerror=alert(1)&gt; b</p>", "x.md:6:3: HTML: want Markdown"},
		{"<!-- a --><script>alert(1)</script>", "", ""},
		{"[a](javascript:alert(1)) [b](JaVaScRiPt:x)", "<p>a b</p>", ""},
		{"[a](java&#115;cript:alert(1)) [b](<java&Tab;script:x>) [c](&#x6a;avascript:y)", "<p>a b c</p>", ""},
		{"[a](data:text/html,b) [c](vbscript:d) [e](file:///f) [g](blob:h)", "<p>a c e g</p>", ""},
		{"[a]\n\n[a]: javascript:b", "<p>a</p>", ""},
		{"<javascript:alert(1)> <data:text/html,b>", "<p>javascript:alert(1) data:text/html,b</p>", ""},
		{"[a](//b.org/c.html) [d](/e.html)", "<p>a d</p>", "x.md:6:1: link: got \"//b.org/c.html\""},
		{"[a](https:b) [c](x.html?d)", "<p>a c</p>", ""},
		{`[a](https://b "c\" onclick=\"d")`, `<p><a href="https://b" title="c\&#34; onclick=\&#34;d">a</a></p>`, ""},
		{"![a](https://b.org/c.png) d", `<p><span class="no-image"><b>https://b.org/c.png</b> a</span> d</p>`, `x.md:6:1: image: got "https://b.org/c.png"`},
		{"![a](data:image/svg+xml,b)", `<figure class="image"><span class="no-image"><b>data:image/svg+xml,b</b> a</span></figure>`, `x.md:6:1: image: got "data:`},
		{"$</code><script>$", `<p><code class="tex">&lt;/code&gt;&lt;script&gt;</code></p>`, ""},
		{"::: <b>\na\n:::", "<p>::: &lt;b&gt;</p>\n<p>a</p>", "x.md:6:1: block: got ::: <b>"},
		{"## <b> {onclick=a #c}", "{onclick=a #c}</h2>", "x.md:6:4: HTML: want Markdown"},
		{"[@<b>] [@fig:<i>]", "<p><span class=\"cite\">[&lt;b&gt;]</span> [@fig:&lt;i&gt;]</p>", ""},
		{"```\n<b>\n```", "<code>&lt;b&gt;\n</code>", ""},
		{"<a\nhref=\"javascript:b\">c</a>", "&lt;a\nhref=&#34;javascript:b&#34;&gt;c&lt;/a&gt;", "x.md:6:1: HTML: want Markdown"},
	} {
		got, faults := drafted(t, tt.src+"\n")
		fault := ""
		if len(faults) > 0 {
			fault = faults[0].Error()
		}
		if !strings.Contains(got, tt.want) || tt.want == "" && got != "" || !strings.HasPrefix(fault, tt.fault) || tt.fault == "" && fault != "" {
			t.Errorf("%q:\ngot  %s, %s\nwant %s, %s", tt.src, got, fault, tt.want, tt.fault)
		}
	}
}

// TestDraftFaults checks that what is wrong is left out of the cells and shown as it is written, and the rest is there.
func TestDraftFaults(t *testing.T) {
	good := "\n```starlark {#good}\nk = 2\n```\n"
	for _, tt := range []struct {
		src, cells, fault, html string
	}{
		{head + good + "```starlark {#A}\nx<1\n```\n", "good", "x.md:10:14: cell: id", "```starlark {#A}\nx&lt;1\n```</code>"},
		{head + good + "```starlark {#good}\n1\n```\n", "good", "x.md:10:4: cell good: the cell in line 7 has this id too", "```starlark {#good}\n1\n```</code>"},
		{head + good + "```starlark {#b}\n1\n", "good b", "", `<section class="cell" id="cell-b"`}, // runs to the end
		{head + good + "`= ` `= k`", "good v1", "x.md:10:2: inline value: want an expression", `<p><code>= </code> <output`},
		{head + good + "## A `= k`", "good", "x.md:10:9: inline value: want it outside headings", "A <code>= k</code></h2>"},
		{head + good + "costs $5", "good", "x.md:10:7: formula: want a closing $", "<p>costs $5</p>"},
		{head + good + "[@fig b]", "good", `x.md:10:2: reference: got "@fig b"`, "<p>[@fig b]</p>"},
		{head + good + "```starlark {#b caption=\"x [@fig a] $y$ [@z\"}\n1\n```", "good b", `x.md:10:29: caption: reference: got`, `</b> x [@fig a] <code class="tex">y</code> [@z</figcaption>`},
		{head + good + "```data {name=\"a b\"}\n1\n```\n", "good", `x.md:10:4: data: name "a b": want letters`, "```data {name=&#34;a b&#34;}\n1\n```</code>"},
		{head + good + fmt.Sprintf("```data {name=\"a\"}\n%s```\n", strings.Repeat("123456789\n", 30000)), "good", "x.md:10:4: data a: has 300000 bytes", "```data {name=&#34;a&#34;}\n123"},
		{head + good + "![a](b.png)\n\n![c](d.png){#good}\n", "good", "x.md:12:1: image good: the cell in line 7 has this id too", `<figure class="image"><span class="no-image"><b>d.png`},
		{head + good + "::: aside\n```starlark {#b}\n1\n```\n", "good b", "x.md:10:1: aside: want a closing line", `<aside class="margin">` + "\n" + `<section class="cell" id="cell-b"`},
		{head + good + "a\xffb\n", "good", "x.md:10:2: text: want UTF-8", "<p>a\ufffdb</p>"},
		{good, "good", "x.md:1:1: front matter: want --- as the first line", `id="cell-good"`},
		{"---\ntitle: T\n" + good, "good", "x.md:1:1: front matter: want a closing line ---", `id="cell-good"`},
		{"---\ntitel: T\n---" + good, "good", `x.md:2:1: front matter: got key "titel", want title`, `id="cell-good"`},
		{"---\ntitle: T\npart-of: y\n---" + good, "good", "", `id="cell-good"`}, // the name of its file may change
	} {
		book, faults := Draft("x.md", tt.src)
		var ids []string
		for _, cell := range book.Cells {
			ids = append(ids, cell.ID)
		}
		fault := ""
		if len(faults) > 0 {
			fault = faults[0].Error()
		}
		var html strings.Builder
		for _, block := range book.BlocksHTML(nil) {
			inert(t, tt.src[:min(len(tt.src), 100)], block.HTML)
			html.WriteString(block.HTML)
		}
		if strings.Join(ids, " ") != tt.cells || !strings.HasPrefix(fault, tt.fault) || tt.fault == "" && fault != "" || !strings.Contains(html.String(), tt.html) {
			t.Errorf("%.200q:\ngot  %q, %s\n%.2000s\nwant %s, %s\n%s", tt.src, ids, fault, html.String(), tt.cells, tt.fault, tt.html)
		}
	}
}

// TestBlocksHTML checks cells, their captions with numbers by results, and files.
func TestBlocksHTML(t *testing.T) {
	src := figures + "\n" + "![Of it](pic.svg)\n\n```data {name=\"pic.svg\"}\n<svg/>\n```\n\n[The file](pic.svg)\n"
	book, faults := Draft("playground.md", src)
	results, err := book.Compute(nil)
	if err != nil || len(faults) > 0 {
		t.Fatal(err, faults)
	}
	blocks, list := Split(src), book.BlocksHTML(results)
	captions := map[string]string{}
	for i, block := range blocks {
		inert(t, block.Source, list[i].HTML)
		captions[block.ID] = strings.ReplaceAll(list[i].Caption, "\u00a0", " ")
		if block.Kind == Cell && (!strings.Contains(list[i].HTML, list[i].Caption) || !strings.HasPrefix(list[i].HTML, `<section class="cell" id="cell-`+block.ID+`" data-cell="`+block.ID+`" data-state="waiting"`) ||
			!strings.Contains(list[i].HTML, `<div class="output"></div>`)) {
			t.Errorf("cell %s: got %s with the caption %s", block.ID, list[i].HTML, list[i].Caption)
		}
	}
	for id, want := range map[string]string{
		"plain": `<figcaption><b>Figure 1.</b> One <span class="glue"><code class="tex">k</code>;</span> see <a href="#cell-pair">Table 1</a>.</figcaption>`,
		"pair":  "<figcaption><b>Table 1.</b> Two.</figcaption>", "bare": "", "tools": "<figcaption>Functions.</figcaption>",
		"ring": "<figcaption><b>Figure 2.</b> Three.</figcaption>", "both": "<figcaption><b>Table 2.</b> Four.</figcaption>",
	} {
		if captions[id] != want {
			t.Errorf("cell %s: got the caption %s, want %s", id, captions[id], want)
		}
	}
	if list[0] != (BlockHTML{}) || !strings.HasPrefix(list[1].HTML, `<p>Before <a href="#cell-plain">Figure`) {
		t.Errorf("got %q", list[:2])
	}
	last := len(list) - 1
	if want := `<figure class="image"><img src="data:image/svg+xml;base64,PHN2Zy8+Cg==" alt="Of it" decoding="async"></figure>`; !strings.Contains(list[last-2].HTML, want) {
		t.Errorf("got %s, want %s in it", list[last-2].HTML, want)
	}
	if want := "<p><a href=\"#file-pic.svg\">The file</a></p>\n"; list[last].HTML != want || !strings.Contains(list[last-1].HTML, `<details class="file" id="file-pic.svg">`) {
		t.Errorf("got %s and %s", list[last-1].HTML, list[last].HTML)
	}
	// A cell that fails keeps its number while its reader mends it, and before it has run.
	results[1].State, results[1].HTML = engine.Failed, ""
	for _, results := range [][]engine.Result{results, nil} {
		if got := book.BlocksHTML(results)[3].Caption; !strings.HasPrefix(got, "<figcaption><b>Table\u00a01") {
			t.Errorf("got %s", got)
		}
	}
}
