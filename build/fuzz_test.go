package build

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
)

// FuzzSettings reads any text as site.yaml: its faults have places in it, and what it says of a site has no markup that nobody has looked at.
func FuzzSettings(f *testing.F) {
	style := read(f, "../site/style.css")
	for _, seed := range []string{
		"title: a\naccent: {light: \"#06c\", dark: \"#9cf\"}\nlinks: [{text: a, url: a.html}]\nlicense: {name: a, url: https://a.b}\n", "edition: {name: a, date: 2026-11}\n", "footer: By *a* [b](javascript:c) <b>\n",
		"accent: \"#fff\"", "base: https://[::1]:a/\n", "a: &a [*a, *a]", "%YAML 9\n---\n...\n", "links: {a: b}\n- c", "\"\\x00\": |\n  a\n", "? [a]\n: b", "title: !!binary aGk=\n", "<<: {title: a}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		s, err := readSettings([]byte(src), style)
		if err != nil {
			for _, fault := range faultsIn(err) {
				if lines := strings.Count(src, "\n") + strings.Count(src, "\r") + 1; fault.File != settingsFile || fault.Line < 0 || fault.Line > lines+1 || fault.Col < 0 || fault.Msg == "" {
					t.Errorf("%q: got the fault %+v", src, fault)
				}
			}
			return
		}
		if bad := active(string(s.Footer)); bad != "" {
			t.Errorf("%q: the footer has %s: %s", src, bad, s.Footer)
		}
		for _, link := range append(s.Links, s.License) {
			if scheme, _, ok := strings.Cut(link.URL, ":"); ok && scheme != "https" && scheme != "http" && scheme != "mailto" && !strings.ContainsAny(scheme, "/?#") {
				t.Errorf("%q: got a link to %q", src, link.URL)
			}
		}
		if css := s.Accent.CSS(); s.Accent.Light != "" && len(css) != len("light-dark(#000000, #000000)") {
			t.Errorf("%q: got the color %q", src, css)
		}
	})
}

// faultsIn returns the faults that an error joins; one that is none stands for itself.
func faultsIn(err error) (faults []*markdown.Fault) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range joined.Unwrap() {
			faults = append(faults, faultsIn(err)...)
		}
		return faults
	}
	if fault, ok := err.(*markdown.Fault); ok {
		return []*markdown.Fault{fault}
	}
	return []*markdown.Fault{{Line: -1, Msg: err.Error()}}
}

// active returns what of a piece of HTML runs or fetches something, or "".
func active(text string) string {
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
		case "script", "style", "iframe", "object", "embed", "img", "link", "meta", "base", "form", "input", "video", "audio":
			return token.Data
		}
		for _, a := range token.Attr {
			value := strings.ToLower(strings.Map(func(r rune) rune {
				if r <= ' ' {
					return -1
				}
				return r
			}, a.Val))
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" || strings.HasPrefix(value, "javascript:") || strings.HasPrefix(value, "data:") || strings.HasPrefix(value, "vbscript:") {
				return a.Key + "=" + a.Val
			}
		}
	}
}

// FuzzWithoutStyles takes the attributes style out of any page: none is left, and the rest is as it was.
func FuzzWithoutStyles(f *testing.F) {
	for _, seed := range []string{`<p style="a:b">c`, `<p style='a' style="b" class=c>`, `<a style=x/>`, `<svg style="a"><style>b</style></svg>`, `<script> style=</script><p style>`, "<!-- style= --><p  style\n=\n'a'>", `<textarea> style=<p style=a>`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, page string) {
		plain, rules := withoutStyles([]byte(page))
		tokens := func(page []byte) (tags []string, styled int) {
			for z := html.NewTokenizer(bytes.NewReader(page)); ; {
				kind := z.Next()
				if kind == html.ErrorToken {
					return tags, styled
				}
				token := z.Token()
				tags = append(tags, kind.String()+" "+token.Data)
				for _, a := range token.Attr {
					if a.Key == "style" {
						styled++
						break
					}
				}
			}
		}
		before, styled := tokens([]byte(page))
		after, left := tokens(plain)
		if left > 0 || strings.Join(before, "\n") != strings.Join(after, "\n") || (styled > 0) != (rules != "") {
			t.Errorf("%q: got %q and the rules %q", page, plain, rules)
		}
	})
}

// FuzzThumbnail makes a picture of any output: it has no words, and nothing that runs or that a page looks for.
func FuzzThumbnail(f *testing.F) {
	for _, seed := range []string{
		`<svg class="net"><title>a</title><g id=b data-c="d" style="e"><text>f</text></g></svg>`, `<svg class="net"><svg class="net"></svg></svg>`, `<svg class="net" data-a='>' role="b"></svg>`, `<svg class="net"><text><title></text></title></svg>`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, output string) {
		picture := string(thumbnail([]engine.Result{{HTML: output}}))
		if picture == "" {
			return
		}
		if !strings.HasPrefix(picture, `<svg aria-hidden="true" class="net`) || !strings.HasSuffix(picture, "</svg>") || len(picture) > len(output)+len(` aria-hidden="true"`) {
			t.Errorf("%q: got %q", output, picture)
		}
	})
}
