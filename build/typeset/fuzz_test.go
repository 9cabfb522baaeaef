package typeset

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"topobook/notebooks/markdown"
)

// unsafe returns what of a piece of HTML runs or fetches something, or "".
func unsafe(text string) string {
	for z := html.NewTokenizer(strings.NewReader(text)); ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			return ""
		}
		token := z.Token()
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		switch token.Data {
		case "script", "style", "iframe", "object", "embed", "img", "link", "meta", "base", "form", "input", "svg", "maction", "annotation-xml", "video", "audio":
			return token.Data
		}
		for _, a := range token.Attr {
			if value := strings.ToLower(a.Val); strings.HasPrefix(a.Key, "on") || a.Key == "href" && !strings.HasPrefix(value, "#") && !strings.HasPrefix(value, "https://") && !strings.HasPrefix(value, "http://") || strings.Contains(value, "javascript:") || strings.Contains(value, "url(") {
				return a.Key + "=" + a.Val
			}
		}
	}
}

// FuzzFormula sets any text as a formula: what comes of it is MathML that does nothing, or a sentence.
func FuzzFormula(f *testing.F) {
	for _, seed := range []string{
		`\frac{1}{2}`, `\href{javascript:alert(1)}{a}`, `\url{https://a.b}`, `\includegraphics{a.png}`, `\style{color:red}{x}`, `\class{a}{x}`, `\def\a{\a\a}\a`, `\color{red}x`, `\text{<script>}`, `\html{<b>}`, `x^`, `\begin{matrix}a&b\\c`,
		`\left(\right.`, "\\u{1F600}\x00", `\unicode{60}`, `\operatorname{<img src=x>}`, `\htmlData{a=b}{x}`, `\tag{1}`, `\label{a}\ref{a}`, `a_b_c`, `\newcommand{\x}[9]{#9}\x`,
	} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, tex string, display bool) {
		mathml, err := typesetting.Formula(tex, display)
		if err != nil {
			if err.Error() == "" {
				t.Errorf("%q: want a sentence", tex)
			}
			return
		}
		if !strings.HasPrefix(mathml, "<math") || unsafe(mathml) != "" {
			t.Errorf("%q: got %s in %s", tex, unsafe(mathml), mathml)
		}
	})
}

// FuzzBibliography reads any text as a bibliography, and sets its works: what comes of it is text with links to the web, or a fault with a
// place.
func FuzzBibliography(f *testing.F) {
	f.Add(testFile(f, "refs.bib"), false)
	for _, seed := range []string{
		`@book{a, title={<script>alert(1)</script>}, url={https://a.b/"onclick=x}}`, `@misc{a, title="\href{javascript:x}{y}", doi={10.1/<b>}}`, `@string{a="b"} @book{c, title=a # a}`, "@comment{x}\n@preamble{\"\\x\"}", `@book{a, author={{{{}}}`,
		`@book{__proto__, title={a}}`, `@book{constructor, title={a}, year={9999999999}}`, `@article{a, date={2004-02-30/..}, pages={1--}}`, "@book{a, title={\x00\u202e}}", `@{a}`, `@book(a, title={b})`, `@book{a, crossref={a}}`,
	} {
		f.Add(seed, false)
	}
	for _, seed := range []string{`[{"id": "a", "title": "<img src=x onerror=y>", "URL": "https://a.b"}]`, `[{"id": 1, "author": 2, "issued": []}]`, `[{"id": {}, "title": []}]`, `[{"id": "__proto__", "type": "nothing"}]`, `[{"id":"a","issued":{"date-parts":[[1e99]]}}]`, `[{"id":"a","author":[null]}]`} {
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, src string, json bool) {
		name := "a.bib"
		if json {
			name = "a.json"
		}
		if len(src) > 4000 {
			t.Skip("takes long")
		}
		var list []string
		keys, err := typesetting.Works(name, src)
		if err == nil && len(keys) > 0 {
			list, err = typesetting.References(name, src, keys)
		}
		if fault := (*markdown.Fault)(nil); err != nil && (!errors.As(err, &fault) || fault.Line < 1 || fault.Line > strings.Count(src, "\n")+1 || fault.Msg == "" || fault.File != name) {
			t.Errorf("%q: got %v, want a fault with a place", src, err)
		}
		for _, entry := range list {
			if bad := unsafe(entry); bad != "" {
				t.Errorf("%q: got %s in %s", src, bad, entry)
			}
		}
	})
}
