package build

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Policy is the content security policy of every page but 404.html, which has its own, without scripts: it runs scripts and takes
// styles of the site alone, and its scripts ask no other host. Where browsers have Trusted Types, strings that become markup or
// scripts pass the policy of site/boot.js.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
	"connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types default"

// withoutStyles returns a page without attributes style, as formulas, aligned columns and references have them, and what they said as
// rules of a style sheet: the policy bars such attributes. What is in order is returned as it is.
func withoutStyles(page []byte) (plain []byte, rules string) {
	var b bytes.Buffer
	seen := map[string]bool{}
	for z := html.NewTokenizer(bytes.NewReader(page)); ; {
		kind := z.Next()
		if kind == html.ErrorToken { // the end
			if rules == "" {
				return page, ""
			}
			return b.Bytes(), rules
		}
		raw := slices.Clone(z.Raw())
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken || !bytes.Contains(bytes.ToLower(raw), []byte("style")) {
			b.Write(raw)
			continue
		}
		token := z.Token()
		at := slices.IndexFunc(token.Attr, func(a html.Attribute) bool { return a.Key == "style" })
		if at < 0 {
			b.Write(raw)
			continue
		}
		sum := sha256.Sum256([]byte(token.Attr[at].Val))
		class := "style-" + hex.EncodeToString(sum[:4])
		if !seen[class] {
			seen[class] = true
			rules += strings.Repeat("."+class, 3) + "{" + token.Attr[at].Val + "}\n" // stronger than the rules of the site, as an attribute is
		}
		token.Attr = slices.Delete(token.Attr, at, at+1)
		if i := slices.IndexFunc(token.Attr, func(a html.Attribute) bool { return a.Key == "class" }); i >= 0 {
			token.Attr[i].Val += " " + class
		} else {
			token.Attr = append(token.Attr, html.Attribute{Key: "class", Val: class})
		}
		b.WriteString(token.String())
	}
}

// withStyles returns a page with a link to the style sheet of its rules, which it stores.
func (a *assets) withStyles(page []byte, rules string) []byte {
	const name = "formulas.css"
	a.add(name, []byte(rules))
	return bytes.Replace(page, []byte("</head>"), []byte(`<link rel="stylesheet" href="`+a.path(name)+`"></head>`), 1)
}
