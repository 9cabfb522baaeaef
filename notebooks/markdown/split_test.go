package markdown

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want []Block
	}{
		{"", nil},
		{"\n \n", []Block{{Text, "\n \n", "", 1}}},
		{"Text.\n\n```starlark {#a}\n1\n```\n\n\n```data {name=\"a.csv\"}\nk\n```\nMore\n", []Block{
			{Text, "Text.\n\n", "", 1}, {Cell, "```starlark {#a}\n1\n```\n\n\n", "a", 3}, {Data, "```data {name=\"a.csv\"}\nk\n```\n", "a.csv", 8}, {Text, "More\n", "", 11},
		}},
		{"---\ntitle: T\n---\n\n## A\nb\n### C\n\n#### D\n\n##\n# E\n", []Block{
			{FrontMatter, "---\ntitle: T\n---\n\n", "", 1}, {Text, "## A\nb\n", "", 5}, {Text, "### C\n\n#### D\n\n", "", 7}, {Text, "##\n# E\n", "", 11},
		}},
		{"\ufeff---\r\ntitle: T\r--- \r\n\r~~~ starlark {#a fold}\r1\r\n~~~", []Block{
			{FrontMatter, "\ufeff---\r\ntitle: T\r--- \r\n\r", "", 1}, {Cell, "~~~ starlark {#a fold}\r1\r\n~~~", "a", 5},
		}},
		{"\n```starlark {#A}\n1\n```\n```starlark\n", []Block{{Text, "\n", "", 1}, {Cell, "```starlark {#A}\n1\n```\n", "", 2}, {Cell, "```starlark\n", "", 5}}},
		{"[a]: b\n[^c]: d\n\n    ```starlark {#e}\n    ```\n\n   ## F\n\ng\n===\n\nh\n---\n", []Block{ // definitions, and underlined headings
			{Text, "[a]: b\n[^c]: d\n\n    ```starlark {#e}\n    ```\n\n", "", 1}, {Text, "   ## F\n\ng\n===\n\nh\n---\n", "", 7},
		}},
		{"- a\n  ```starlark {#b}\n  ```\n> ## C\n\n::: columns\n### D\n```starlark {#e}\n1\n```\n:::\n```text\n## F\n```\n$$\n## G\n$$\n<!--\n## H\n-->\n", nil}, // is one
		{"---\ntitle: T\n\n```starlark {#a}\n", []Block{{Text, "---\ntitle: T\n\n", "", 1}, {Cell, "```starlark {#a}\n", "a", 4}}},                                // is no front matter
		{"a\xff\n```data\n\xff\n", []Block{{Text, "a\xff\n", "", 1}, {Data, "```data\n\xff\n", "", 2}}},
	} {
		if strings.HasPrefix(tt.src, "- a") {
			tt.want = []Block{{Text, tt.src, "", 1}}
		}
		if got := Split(tt.src); !slices.Equal(got, tt.want) {
			t.Errorf("%q:\ngot  %+v\nwant %+v", tt.src, got, tt.want)
		}
	}
}

// FuzzSplit checks that blocks are the text, that a cell alone is the cell it is among others, and that a draft has a block of HTML for each,
// in which nothing is active.
func FuzzSplit(f *testing.F) {
	f.Add(string(read(f)))
	for _, seed := range []string{
		"\ufeff---\r\ntitle: a\r\n---\r\r\n\r\n## b\r\n```starlark {#a}\r\n1\r\n```", "> ```starlark {#a}\n> 1\n\n- x\n\n      y\n  ## z\n", "[^a]: b\n\n    ```data {name=\"c\"}\n    1\n\n[^a]\n",
		"::: columns\n### a\n:::\n## b", "[x]: <javascript:alert(1)>\n\n[x] <javascript:alert(1)> ![a](http://b/c.png) <b onclick=\"x\">\n\n<script>\n</script>\n", "a | b\n-|:-\nc | `= d`\n\n$x$ $$\n",
		"```starlark {#a caption=\"$b$ [@fig:a; @tab:b] <i> [@c\"}\n```\n```starlark {#a}\n1\n\n\n", "![a](b.svg \"c\"){#d}\n\n```data {name=\"b.svg\"}\n<svg/>\n```\n", "a\n\x0b\n```starlark {#b}\n1\n```\n\x0c\nc\x00\xff",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 5000 {
			return
		}
		blocks := Split(src)
		var joined strings.Builder
		for i, block := range blocks {
			if block.Source == "" || block.Line != 1+len(lineStarts([]byte(joined.String())))-1 {
				t.Errorf("%q: block %d is %+v", src, i, block)
			}
			joined.WriteString(block.Source)
			if block.Kind != Cell && block.Kind != Data {
				continue
			}
			if alone := Split(block.Source); len(alone) != 1 || alone[0].Kind != block.Kind || alone[0].ID != block.ID {
				t.Errorf("%q: block %+v is alone %+v", src, block, alone)
			}
			attrs, err := CellAttributes(block.Source)
			if block.Kind == Cell && (attrs.ID != block.ID || (err == nil) != (block.ID != "")) {
				t.Errorf("%q: block %+v has the attributes %+v, %v", src, block, attrs, err)
			}
		}
		if joined.String() != src {
			t.Errorf("%q: got %q", src, joined.String())
		}
		book, faults := Draft("x.md", src)
		if list := book.BlocksHTML(nil); len(list) != len(blocks) {
			t.Errorf("%q: got %d blocks of HTML for %d", src, len(list), len(blocks))
		} else {
			for i, block := range blocks {
				if strings.TrimSpace(list[i].HTML) == "" && (block.Kind == Cell || block.Kind == Data) {
					t.Errorf("%q: block %+v has no HTML", src, block)
				}
				inert(t, src, list[i].HTML)
			}
		}
		surplus := 0
		for _, part := range book.parts {
			surplus += part.nodes
		}
		for n := book.root.FirstChild(); n != nil; n = n.NextSibling() {
			surplus--
		}
		if surplus != 0 {
			t.Errorf("%q: the blocks have %d nodes too many", src, surplus)
		}
		for _, cell := range book.Cells {
			if cell.Inline {
				continue
			}
			for _, block := range blocks {
				if block.Kind == Cell && block.ID == cell.ID && block.Line+1 == cell.Line && CellSource(block.Source) != cell.Source {
					t.Errorf("%q: cell %+v has the source %q", src, cell, CellSource(block.Source))
				}
			}
		}
		parsed, err := Parse("x.md", []byte(src))
		if (err == nil) != (len(faults) == 0) && (parsed == nil || parsed.PartOf == "") && !strings.Contains(src, "part-of") {
			t.Errorf("%q: the draft has the faults %v, and the notebook %v", src, faults, err)
		}
		if err == nil && fmt.Sprintf("%+v", parsed.Document) != fmt.Sprintf("%+v", book.Document) {
			t.Errorf("%q: the draft has\n%+v, and the notebook\n%+v", src, book.Document, parsed.Document)
		}
	})
}
