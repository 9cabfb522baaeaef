package markdown

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// FuzzLine renders any line, as site.yaml has one: it has no markup but that of emphasis, code and links to the web.
func FuzzLine(f *testing.F) {
	for _, seed := range []string{"By *a*, see [b](c.html) & `d`.", "<b>", "[a](javascript:b)", "[a](<data:text/html,b>)", "![a](b.png)", "# a\n\n- b", "$a$", "`= 1`", "<http://a.b>", "[^1]\n\n[^1]: a", "[a]: b\n[a]", "a\x00\u202e", "&#106;avascript:"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		got, err := Line(src)
		if err != nil {
			return
		}
		for z := html.NewTokenizer(strings.NewReader(got)); ; {
			kind := z.Next()
			if kind == html.ErrorToken {
				return
			}
			if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
				continue
			}
			token := z.Token()
			for _, a := range token.Attr {
				if value := strings.ToLower(strings.TrimSpace(a.Val)); strings.HasPrefix(a.Key, "on") || a.Key == "style" || strings.HasPrefix(value, "javascript:") || strings.HasPrefix(value, "data:") || strings.HasPrefix(value, "vbscript:") {
					t.Errorf("%q: got %s", src, got)
				}
			}
			switch token.Data {
			case "script", "style", "iframe", "object", "embed", "img", "link", "meta", "base", "form", "input", "svg":
				t.Errorf("%q: got %s", src, got)
			}
		}
	})
}

// FuzzFolderName reads any address: a name that it is in a folder does not lead out of it.
func FuzzFolderName(f *testing.F) {
	for _, seed := range []string{"a/b.png#c", "../a", "a/../../b", "%2e%2e/a", "..%2f..%2fa", "%252e%252e/a", "/a", "//a", "a:b", "%2fetc", "./../a", "", "#", "a//../..//b", "%00", `..\a`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		name, fragment, why := FolderName(address)
		if why != "" {
			if name != "" || fragment != "" {
				t.Errorf("%q: got %q, %q, and why it is none: %s", address, name, fragment, why)
			}
			return
		}
		if name == ".." || strings.HasPrefix(name, "../") || strings.HasPrefix(name, "/") || strings.Contains(name, "/../") || strings.HasSuffix(name, "/..") || scheme.MatchString(name) {
			t.Errorf("%q: got %q, which leads out of the folder", address, name)
		}
	})
}
