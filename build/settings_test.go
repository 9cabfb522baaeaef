package build

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// buildBook builds the site of a folder that has only the given files.
func buildBook(t *testing.T, files map[string]string) (out string, report Report, err error) {
	t.Helper()
	folder := t.TempDir()
	addFiles(t, folder, files)
	opt := options(folder)
	opt.Fast = true
	report, err = Build(context.Background(), opt)
	return filepath.Join(folder, "dist"), report, err
}

const plain = "---\ntitle: Rings\n---\nText.\n"

func TestSettings(t *testing.T) {
	out, report, err := buildBook(t, map[string]string{"rings.md": plain, "site.yaml": `title: Rings & more
language: pt-BR
description: What goes "round".
base: https://example.org/book
links:
  - text: Code
    url: https://example.org/code
  - {text: All words, url: reference.html}
accent: "#06c"
footer: By *A. Nobody*, see [this](rings.html).
license: {name: CC BY 4.0, url: "https://creativecommons.org/licenses/by/4.0/"}
`})
	if err != nil {
		t.Fatal(err)
	}
	page := string(read(t, filepath.Join(out, "rings.html")))
	for _, want := range []string{
		"<html lang=pt-BR ", "<title>Rings · Rings & more</title>", "<span>Rings & more</span>", `<link rel=canonical href=https://example.org/book/rings.html>`,
		`<meta property="og:url" content="https://example.org/book/rings.html">`, "<a href=https://example.org/code>Code</a>", "<a href=reference.html>All words</a>",
		"By <em>A. Nobody</em>, see <a href=rings.html>this</a>.", ">CC BY 4.0</a>", `content='What goes "round".'`,
	} {
		if !strings.Contains(strings.ReplaceAll(page, "&amp;", "&"), want) {
			t.Errorf("rings.html: want %s in\n%.2500s", want, page)
		}
	}
	index := string(read(t, filepath.Join(out, "index.html")))
	for _, want := range []string{"<title>Rings & more</title>", "<h1>Rings & more</h1>", "<p class=summary>What goes", "canonical href=https://example.org/book/>"} {
		if !strings.Contains(strings.ReplaceAll(index, "&amp;", "&"), want) {
			t.Errorf("index.html: want %s in\n%.2500s", want, index)
		}
	}
	want := "<loc>https://example.org/book/</loc></url>\n<url><loc>https://example.org/book/licenses.html</loc></url>\n<url><loc>https://example.org/book/playground.html</loc></url>\n<url><loc>https://example.org/book/reference.html</loc></url>\n<url><loc>https://example.org/book/rings.html</loc>"
	if got := string(read(t, filepath.Join(out, "sitemap.xml"))); !strings.Contains(got, want) {
		t.Errorf("sitemap.xml: got %s", got)
	}
	style := ""
	for name := range report.Files {
		if strings.HasPrefix(name, AssetsDir+"style.") {
			style = string(read(t, filepath.Join(out, name)))
		}
		if name == "ledger.html" || strings.HasSuffix(name, ".html") && strings.Contains(string(read(t, filepath.Join(out, name))), "ledger.html") {
			t.Errorf("%s: there is a ledger, or a link to it, though there is no claim", name)
		}
	}
	if !regexp.MustCompile(`--accent:light-dark\(#0066cc, ?#[0-9a-f]+\)`).MatchString(style) {
		t.Error("the style sheet lacks the accent")
	}
	checkLinks(t, report, out)
}

// TestSettingsNone checks a folder that has one notebook and nothing else.
func TestSettingsNone(t *testing.T) {
	out, report, err := buildBook(t, map[string]string{"rings.md": plain})
	if err != nil {
		t.Fatal(err)
	}
	index := string(read(t, filepath.Join(out, "index.html")))
	title := filepath.Base(filepath.Dir(out))
	for _, want := range []string{"<html lang=en ", "<title>" + title + "</title>", "<a href=rings.html>Rings</a>", "Made with topobook."} {
		if !strings.Contains(index, want) {
			t.Errorf("index.html: want %s in\n%s", want, index)
		}
	}
	if strings.Contains(index, "<meta name=description") || strings.Contains(index, "canonical") {
		t.Error("index.html: has a description or an address, though none is given")
	}
	checkLinks(t, report, out)
}

func TestSolutions(t *testing.T) {
	exercise := plain + "\n```starlark {#two exercise}\ntwo = 1\n```\n\n```check {for=\"two\"}\nexpect(two == 2, \"2\")\n```\n\n```solution {for=\"two\"}\ntwo = 4 // 2\n```\n"
	for _, tt := range []struct {
		yaml                string
		there, open, source bool
	}{
		{"", true, false, true},
		{"solutions: folded\n", true, false, true},
		{"solutions: shown\n", true, true, true},
		{"solutions: none\n", false, false, false},
	} {
		out, _, err := buildBook(t, map[string]string{"rings.md": exercise, "site.yaml": tt.yaml})
		if err != nil {
			t.Fatal(err)
		}
		page, source := string(read(t, filepath.Join(out, "rings.html"))), string(read(t, filepath.Join(out, "rings.md")))
		if there, open := strings.Contains(page, "Use it"), strings.Contains(page, "<details class=solution open"); there != tt.there || open != tt.open || strings.Contains(source, "4 // 2") != tt.source {
			t.Errorf("%s: got a solution %v, open %v; its text %s", tt.yaml, there, open, source)
		}
		if strings.Contains(page, "4 //") && !tt.there {
			t.Errorf("%s: the page has the solution", tt.yaml)
		}
	}
}

func TestSettingsFaults(t *testing.T) {
	for _, tt := range []struct{ yaml, want string }{
		{"titel: A\n", `site.yaml:1:1: got key "titel", want title`},
		{"title: A\ntitle: B\n", "site.yaml:2:1: title is given twice"},
		{"title: A: B\n", `site.yaml:1:8: title: want the value in quotes, as in title: "A: B"`},
		{"language: English!\n", `site.yaml:1:11: language: got "English!", want a tag such as en or pt-BR`},
		{"base: example.org\n", `site.yaml:1:7: base: got "example.org", want the address of the site, as in https://example.org/book/`},
		{"links: {text: a}\n", "site.yaml:1:8: links: got"},
		{"links:\n  - text: a\n", "site.yaml:2:5: links: want text and url"},
		{"links:\n  - {text: a, url: /b}\n", `site.yaml:2:20: links: url: got "/b", want an address that starts with https://, or a page of the site, as in reference.html`},
		{"links:\n  - {text: a, url: b.html}\n", `site.yaml:2:20: got "b.html", but the site has no such file`},
		{"accent: #b8340a\n", "site.yaml:1:9: accent: is empty: want what starts with # in quotes"},
		{"accent: red\n", `site.yaml:1:9: accent: got "red", want a color in quotes, as in "#b8340a"`},
		{"accent: \"#fc0\"\n", "site.yaml:1:9: accent: #fc0 has a contrast of 1.34 with the page in the light scheme, want at least 4.5"},
		{"accent: {light: \"#06c\", dark: \"#06c\"}\n", "site.yaml:1:31: accent: dark: #06c has a contrast of 2.86 with the page in the dark scheme, want at least 4.5"},
		{"accent: {light: \"#06c\"}\n", "site.yaml:1:9: accent: want light and dark"},
		{"footer: \"# A\"\n", `site.yaml:1:9: footer: got "# A", want one line of text, with emphasis, code and links at most`},
		{"footer: \"<b>a</b>\"\n", `site.yaml:1:9: footer: got "<b>a</b>", want one line`},
		{"playground: no\n", `site.yaml:1:13: playground: got "no", want true or false`},
		{"solutions: yes\n", `site.yaml:1:12: solutions: got "yes", want shown, folded or none`},
		{"license: {url: \"https://example.org\"}\n", "site.yaml:1:10: license: want a name"},
	} {
		if _, _, err := buildBook(t, map[string]string{"rings.md": plain, "site.yaml": tt.yaml}); !strings.HasPrefix(fmt.Sprint(err), tt.want) {
			t.Errorf("%s\ngot  %v\nwant %s", tt.yaml, err, tt.want)
		}
	}
}

// TestContrast compares with values that others publish.
//
// Source: WebAIM's contrast checker for white ground.
func TestContrast(t *testing.T) {
	for text, want := range map[string]string{"#000000": "21.00", "#767676": "4.54", "#777777": "4.48", "#0000ff": "8.59", "#ff0000": "4.00"} {
		c, ok := parseColor(text)
		if got := fmt.Sprintf("%.2f", contrast(c, []rgb{{255, 255, 255}})); !ok || got != want {
			t.Errorf("%s on white: got %s, want %s", text, got, want)
		}
	}
}

// TestAccentShade checks that one color has a shade for the dark scheme that can be read there.
func TestAccentShade(t *testing.T) {
	for _, color := range []string{"#000000", "#0066cc", "#7a0000", "#006644"} {
		out, report, err := buildBook(t, map[string]string{"rings.md": plain, "site.yaml": fmt.Sprintf("accent: %q\n", color)})
		if err != nil {
			t.Fatal(err)
		}
		for name := range report.Files {
			if !strings.HasPrefix(name, AssetsDir+"style.") {
				continue
			}
			all := regexp.MustCompile(`--accent:light-dark\((#[0-9a-f]+), ?(#[0-9a-f]+)\)`).FindAllStringSubmatch(string(read(t, filepath.Join(out, name))), -1)
			dark, ok := parseColor(all[len(all)-1][2])
			if got := contrast(dark, []rgb{{0x16, 0x18, 0x1d}, {0x1f, 0x22, 0x29}}); !ok || got < 4.5 || got > 6.5 {
				t.Errorf("%s: the dark scheme has %v, with a contrast of %.2f", color, all[len(all)-1], got)
			}
		}
	}
}

// TestFrontPage checks a front page of one's own, with a live cell and a claim.
func TestFrontPage(t *testing.T) {
	out, report, err := buildBook(t, map[string]string{"rings.md": plain, "aaa.md": "---\ntitle: Zeta\n---\n", "index.md": `---
title: Welcome
---
Before, ` + "`= 40 + 2`" + `.

::: notebooks
:::

After.

::: columns
### One
1
### Two
2
:::

` + "```starlark {#net}\nk = slider(3, 3, 5)\nclaim(\"links\", paper=k, computed=size(ring(k)))\n```\n"})
	if err != nil {
		t.Fatal(err)
	}
	index := string(read(t, filepath.Join(out, "index.html")))
	order := regexp.MustCompile(`(?s)<title>Welcome</title>.*id=notice.*<h1>Welcome</h1>.*Before, .*42.*1 claim<.*<ol class=papers>.*Rings.*Zeta.*</ol>.*After\..*<div class=three><div><h3 id=one>One</h3><p>1</p></div><div><h3 id=two>Two</h3><p>2</p></div></div>.*id=cell-net.*id=notebook`)
	if !order.MatchString(index) {
		t.Errorf("index.html: got\n%s", index)
	}
	if strings.Contains(index, "<!--") || strings.Contains(part(t, index, "<ol class=papers>", "</ol>"), "Welcome") {
		t.Error("index.html: lists itself, or has a comment")
	}
	if ledger := string(read(t, filepath.Join(out, "ledger.html"))); !strings.Contains(ledger, "index.html#claim-index/links") {
		t.Error("ledger.html: lacks the claim of the front page")
	}
	checkLinks(t, report, out)
}

// TestProgramOf checks which program a page starts with: that of the papers' pages has no radius.
func TestProgramOf(t *testing.T) {
	out, _, err := buildBook(t, map[string]string{
		"light.md": "---\ntitle: A\n---\n```starlark {#a}\ndiameter(ring(5))\n```\n",
		"full.md":  "---\ntitle: B\n---\n```starlark {#a}\ndef f(t): return radius(t)\n```\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"light": "assets/topobook.", "full": "assets/full."} {
		var data notebookData
		text := part(t, string(read(t, filepath.Join(out, name+".html"))), `<script type=application/json id=notebook>`, "</script>")
		if err := json.Unmarshal([]byte(text), &data); err != nil || !strings.HasPrefix(data.Engine, want) || !strings.HasPrefix(data.Full, "assets/full.") {
			t.Errorf("%s.html: starts with %s, %v", name, data.Engine, err)
		}
	}
}
