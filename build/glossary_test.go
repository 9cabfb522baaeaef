package build

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"topobook/build/typeset"
	"topobook/notebooks/builtins/doc"
	"topobook/notebooks/markdown"
)

const glossaryFile = `---
title: Glossary
listed: false
---
What words mean.

## Of networks

### Load
<!-- not linked -->

What a channel carries, in $k$ flits.

### Torus
<!-- linked too: tori -->
*Also* k-ary n-cube.

A mesh that is closed.

### Virtual channel
*Also* VC.

A buffer of its own: see a torus.
`

// readTerms returns the glossary that a source gives.
func readTerms(t *testing.T, src string) (*glossary, error) {
	t.Helper()
	folder := t.TempDir()
	addFiles(t, folder, map[string]string{"glossary.md": src})
	book, err := markdown.Parse("glossary.md", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	body, _, err := book.Render(nil, typeset.NewTypesetter())
	if err != nil {
		t.Fatal(err)
	}
	return readGlossary(folder, book, body)
}

func TestGlossaryLinks(t *testing.T) {
	g, err := readTerms(t, glossaryFile)
	if err != nil {
		t.Fatal(err)
	}
	term := func(id, text string) string {
		return `<a class="term" href="glossary.html#` + id + `">` + text + "</a>"
	}
	torus, channel := func(text string) string { return term("torus", text) }, func(text string) string { return term("virtual-channel", text) }
	for _, tt := range []struct{ body, want string }{
		{"<p>A torus, and tori.</p>", "<p>A " + torus("torus") + ", and tori.</p>"}, // the first use alone
		{"<p>TORI</p><li>Virtual\nchannels</li>", "<p>" + torus("TORI") + "</p><li>" + channel("Virtual\nchannels") + "</li>"},
		{"<p>the <em>k-ary n-cubes</em> here</p>", "<p>the <em>" + torus("k-ary n-cubes") + "</em> here</p>"},
		{"<p>a virtual-channel router with VCs; a vc</p>", "<p>a " + channel("virtual-channel") + " router with VCs; a vc</p>"},
		{"<p>a vc, or VC</p>", "<p>a vc, or " + channel("VC") + "</p>"}, // an acronym only in capitals
		{"<p>a load on a torus-like subtorus, toruses&nbsp;too</p>", "<p>a load on a torus-like subtorus, " + torus("toruses") + "&nbsp;too</p>"},
		{"<h2 id=\"x\">Torus</h2><p>It</p>", "<h2 id=\"x\">Torus</h2><p>It</p>"},
		{"<p><a href=\"y\">a torus</a> <code>torus</code> <math><mtext>torus</mtext></math> torus</p>", "<p><a href=\"y\">a torus</a> <code>torus</code> <math><mtext>torus</mtext></math> " + torus("torus") + "</p>"},
		{"torus<section class=\"cell\" id=\"c\"><section><p>torus</p></section><p>torus</p></section><p title=\"torus\">the torus</p>",
			"torus<section class=\"cell\" id=\"c\"><section><p>torus</p></section><p>torus</p></section><p title=\"torus\">the " + torus("torus") + "</p>"},
		{"<p><!-- torus --><img alt=\"torus\"> torus<br>torus</p>", "<p><!-- torus --><img alt=\"torus\"> " + torus("torus") + "<br>torus</p>"},
	} {
		if got := g.link(tt.body); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.body, got, tt.want)
		}
	}
	if got := g.terms[1]; got.name != "Torus" || got.id != "torus" || !slices.Equal(got.also, []string{"k-ary n-cube"}) || !strings.Contains(got.text, "A mesh that is closed.") || strings.Contains(got.text, "buffer") {
		t.Errorf("the term is %+v", got)
	}
}

func TestGlossaryFaults(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"### Torus\n", "### Torus\n\n### Ring\n\n", "glossary.md:14: term Torus: want a text below the heading"},
		{"linked too: tori", "link tori", `glossary.md:14: term Torus: got the comment "link tori", want "not linked", or "linked too:" and words`},
		{"*Also* VC.", "*Also* tori.", `glossary.md:20: term Virtual channel: "tori" belongs to the term Torus too`},
	} {
		if _, err := readTerms(t, strings.Replace(glossaryFile, tt.old, tt.new, 1)); !strings.HasPrefix(fmt.Sprint(err), tt.want) {
			t.Errorf("got  %v\nwant %s", err, tt.want)
		}
	}
}

// TestSiteGlossary checks that pages lead to the glossary, that itself and the front page do not, and what the box in the header finds of it.
func TestSiteGlossary(t *testing.T) {
	const text = "---\ntitle: T\n---\nOn the torus, with a load.\n"
	out, _, err := buildBook(t, map[string]string{"glossary.md": glossaryFile, "index.md": text, "torus.md": text})
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]int{"glossary.html": 0, "index.html": 0, "torus.html": 1} {
		if got := strings.Count(string(read(t, filepath.Join(out, file))), "class=term"); got != want {
			t.Errorf("%s: has %d terms, want %d", file, got, want)
		}
	}
	if index := string(readAsset(t, out, "index.*.json")); !strings.Contains(index, `"Torus","torus","Also k-ary n-cube. A mesh that is closed.","tori"]`) || !strings.Contains(index, `"Load","load","What a channel carries, in k flits.",`) {
		t.Errorf("the index has %s, want the terms", index)
	}
}

// readAsset returns the file of a site with a hash in its name.
func readAsset(t *testing.T, out, pattern string) []byte {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(out, "assets", pattern))
	if err != nil || len(names) != 1 {
		t.Fatalf("%s: got %v, %v, want one file", pattern, names, err)
	}
	return read(t, names[0])
}

// TestPublishedGlossary checks what the glossary of this checkout promises: enough terms, and links that lead somewhere.
func TestPublishedGlossary(t *testing.T) {
	src := string(read(t, "../notebooks/glossary.md"))
	g, err := readTerms(t, src)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.terms) < 100 || len(g.forms) < 150 {
		t.Errorf("the glossary has %d terms and %d forms, want more", len(g.terms), len(g.forms))
	}
	ids := map[string]bool{}
	for _, term := range g.terms {
		if ids[term.id] {
			t.Errorf("%s: there are two", term.name)
		}
		ids[term.id] = true
	}
	entries, err := doc.Entries()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		ids["reference.html#"+e.Name()] = true
		ids["reference.html#group-"+markdown.Hyphenated(e.Group)] = true
	}
	for _, link := range regexp.MustCompile(`\]\(([^)]*)\)`).FindAllStringSubmatch(src, -1) {
		page, _, _ := strings.Cut(link[1], "#")
		if _, err := os.Stat("../notebooks/" + page); err != nil && link[1] != "reference.html" && !ids[link[1]] {
			t.Errorf("a link leads to %s, which is not there", link[1])
		}
	}
	for _, common := range []string{"node", "link", "path", "load", "order", "size", "hop", "channel", "route"} {
		if _, linked := g.forms[common]; linked {
			t.Errorf("%s is linked, which is on every page", common)
		}
	}
}
