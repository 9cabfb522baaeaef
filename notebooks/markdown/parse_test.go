package markdown

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

// head is front matter of four lines; the body of a test starts in line 6.
const head = "---\ntitle: T\nsummary: S\norder: 1\n---\n"

// read returns the notebook that the tests of the builder have too.
func read(t testing.TB) []byte {
	t.Helper()
	src, err := os.ReadFile("../../build/testdata/small.md")
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func TestParse(t *testing.T) {
	book, err := Parse("small.md", read(t))
	if err != nil {
		t.Fatal(err)
	}
	meta := book.Meta
	if meta.Slug != "small" || meta.Paper != "On small pages: a study" || meta.URL != "https://doi.org/10.1000/182" || meta.Order != 7 {
		t.Errorf("front matter: got %+v", meta)
	}
	var got []string
	for _, cell := range book.Cells {
		line, _, _ := strings.Cut(cell.Source, "\n")
		got = append(got, cell.ID+" "+line)
	}
	want := []string{
		`v1 k + 1`, `v2 k`, `first k = slider(3, 1, 5, label="size k")`,
		`listed claim("sum", paper=k * (k - 1) // 2, computed=sum(range(k)), statement="The sum of 0 to k-1 is k(k-1)/2.")`,
		`broken ring(n=`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("cells: got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	first, _ := book.Cell("first")
	if !first.Fold || first.Heavy || first.Caption != `A table of $k$ squares & "more".` || first.Line != 21 {
		t.Errorf("cell first: got %+v", first)
	}
	if v, _ := book.Cell("v1"); !v.Inline || v.Line != 13 {
		t.Errorf("value v1: got %+v", v)
	}
	if listed, _ := book.Cell("listed"); !listed.Heavy || listed.Line != 40 {
		t.Errorf("cell listed: got %+v", listed)
	}
}

func TestParseFaults(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"", "x.md:1:1: front matter: want --- as the first line"},
		{"---\ntitle: T\n", "x.md:1:1: front matter: want a closing line ---"},
		{"---\norder: 1\n---\n", "x.md:1:1: front matter: want a line title:"},
		{"---\ntitle: T\n---\n", ""},
		{"---\ntitle: T\n\n# why\nyear: 1990\nvenue: >\n  Two\n  lines\n---\n", ""},
		{"---\ntitle: T\ntitle: U\n---\n", "x.md:3:1: front matter: title is given twice"},
		{"---\ntitle:\n---\n", "x.md:2:8: front matter: title: is empty"},
		{"---\ntitle: k: a study\n---\n", `x.md:2:8: front matter: title: want the value in quotes, as in title: "k: a study"`},
		{"---\ntitle: T\norder: one\n---\n", `x.md:3:8: front matter: order: got "one", want a whole number from 1`},
		{"---\ntitle: T\nauthor: A\n---\n", `x.md:3:1: front matter: got key "author", want authors`},
		{"---\ntitle: T\nurl: ftp://a\n---\n", "x.md:3:6: front matter: url: got"},
		{"---\ntitle: T\ndoi: x\n---\n", "x.md:3:6: front matter: doi: got"},
		{"---\njunk\ntitle: T\n---\n", `x.md:2:1: front matter: got "junk", want key: value`},
		{"---\ntitle: T\npart-of: y\n---\n", `x.md:3:1: front matter: part-of: got "y", want it to start the name of the file, as in y-x.md`},
		{"---\ntitle: T\npart-of: index\n---\n", `x.md:3:1: front matter: part-of: got "index", want none`},
		{head + "```starlark\n1\n```\n", "x.md:6:4: cell: want an id, as in starlark {#id}"},
		{head + "```starlark {fold}\n1\n```\n", "x.md:6:13: cell: want an id, as in {#id}"},
		{head + "```starlark {#A}\n1\n```\n", `x.md:6:14: cell: id "A": want lower-case letters`},
		{head + "```starlark {#v3}\n1\n```\n", `x.md:6:14: cell: id "v3": v and a number name inline values`},
		{head + "```starlark {#a bold}\n1\n```\n", `x.md:6:17: cell: got "bold", want #id, fold, helper, heavy, error, exercise or caption`},
		{head + "```starlark {#a caption=\"x}\n1\n```\n", `x.md:6:17: cell: caption: want a closing "`},
		{head + "```starlark {#a\n1\n```\n", "x.md:6:13: cell: want a } on the same line"},
		{head + "```starlark {#a} b\n1\n```\n", `x.md:6:17: cell: got "b" after }, want nothing`},
		{head + "```starlark {#a}\n```\n", "x.md:6:4: cell a: want at least one line"},
		{head + "```starlark {#a}\n1\n```\n\n```starlark {#a}\n2\n```\n", "x.md:10:4: cell a: the cell in line 6 has this id too"},
		{head + "text `= ` text\n", "x.md:6:7: inline value: want an expression after ="},
		{head + "## A `= 1` b\n", "x.md:6:9: inline value: want it outside headings"},
		{head + "# One\n", "x.md:6:"},
		{head + "a <b>bold</b>\n", "x.md:6:3: HTML: want Markdown"},
		{head + "<div>\n</div>\n", "x.md:6:1: HTML: want Markdown"},
		{head + "it costs $5\n", "x.md:6:10: formula: want a closing $"},
		{head + "\n$$\nx\n", "x.md:7:1: displayed formula: want a line that ends with $$"},
		{head + "$$ $$\n", "x.md:6:1: displayed formula: want a formula"},
		{head + "::: aside\nx\n", "x.md:6:1: aside: want a closing line :::"},
		{head + "::: note\nx\n:::\n", "x.md:6:1: block: got ::: note, want ::: aside, ::: columns, ::: depth, ::: question, ::: hint, ::: answer, ::: goals or ::: notebooks"},
		{head + "::: columns\nx\n### A\n:::\n", "x.md:6:1: columns: want a heading ### at the top of each column"},
		{head + "::: columns\n### A\nx\n\n### B\n", "x.md:6:1: columns: want a closing line :::"},
		{head + "::: notebooks\n:::\n", "x.md:6:1: notebooks: want it in index.md only"},
		{head + "::: depth\nx\n:::\n", "x.md:6:1: depth: want a title, as in ::: depth Why it is so"},
		{head + "::: depth A [@b]\nx\n:::\n", "x.md:6:11: depth: want no reference in its title"},
		{head + "::: depth A\n::: depth B\nx\n:::\n:::\n", "x.md:7:1: depth: want it outside of ::: depth"},
		{head + "::: depth A\n## B\n:::\n", "x.md:7:"},
		{head + "::: depth A\n::: hint\nx\n:::\n", "x.md:6:1: depth: want a closing line :::"},
		{head + "::: depth A\n~~~\n:::\n~~~\n", "x.md:6:1: depth: want a closing line :::"},
		{head + "::: depth A $x$\n### B\n~~~\n:::\n~~~\n\n$$\n:::\n$$\n\n::: hint\nx\n:::\n\n- ::: answer\n  y\n  :::\n:::\n", ""},
		{head + "::: hint me\nx\n:::\n", `x.md:6:1: hint: got "me" after it, want nothing`},
		{head + "::: answer\n## A\n:::\n", "x.md:7:"},
		{head + "::: question\nWhy?\n:::\n", "x.md:6:1: question: want the question, a list of answers"},
		{head + "::: question\n- [ ] a\n- [x] b\n\nc\n:::\n", "x.md:6:1: question: want the question, a list of answers"},
		{head + "::: question\nWhy?\n\n- [ ] a\n- [x] b\n:::\n", "x.md:6:1: question: want the question, a list of answers"},
		{head + "::: question\nWhy?\n\n- [x] a\n- b\n\nc\n:::\n", "x.md:6:1: question: want each answer to begin with [ ] or [x]"},
		{head + "::: question\nWhy?\n\n- [ ] a\n- [ ] b\n\nc\n:::\n", "x.md:6:1: question: want at least two answers, of which one begins with [x]"},
		{head + "::: question\nWhy?\n\n- [x] a\n\nc\n:::\n", "x.md:6:1: question: want at least two answers, of which one begins with [x]"},
		{head + "::: question\nWhy?\n\n- [x] a\n- [ ] b\n\n```starlark {#c}\n1\n```\n:::\n", "x.md:12:4: cell: want it outside of ::: question"},
		{head + "::: question\nWhy $x$?\n\n- [x] a `= 1`\n\n- [ ] b\n\n  c\n\nd\n:::\n", ""},
		{head + "```starlark {#a helper exercise}\nx = 1\n```\n\n```check {for=\"a\"}\nexpect(x, \"y\")\n```\n", "x.md:6:4: cell a: is a helper and an exercise, want one of them"},
		{head + "a[^1]\n\n[^1]: b\n\n    c\n", "x.md:8:1: footnote 1: want one paragraph"},
		{head + "a\xffb\n", "x.md:6:2: text: want UTF-8"},
		{head + "é [@]\n", `x.md:6:4: reference: got "@", want @fig:id, @tab:id, or @key`},
		{head + "[@a; b]\n", `x.md:6:6: reference: got "b", want @fig:id`},
		{head + "[@a;]\n", `x.md:6:4: reference: got "", want @fig:id`},
		{head + "[@me and\nyou]\n", `x.md:6:2: reference: got "@me and\nyou", want @fig:id`},
		{head + "[@fig:a, p. 1]\n", `x.md:6:2: reference: fig:a: got "p. 1" after it, want nothing`},
		{head + "```starlark {#a caption=\"x [@fig:a\"}\n1\n```\n", "x.md:6:28: caption: reference: want a closing ]"},
		{head + "```starlark {#a caption=\"x [@fig a]\"}\n1\n```\n", `x.md:6:29: caption: reference: got "@fig a"`},
		{head + "[@me](https://example.org) \\[@me] [@me\n", ""},
		{head + "a \\$5 and `$x` and $a\nb$, <!-- c --> done\n", ""},
	} {
		_, err := Parse("x.md", []byte(tt.src))
		if got := errorText(err); tt.want == "" && err != nil || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%q:\ngot  %s\nwant %s", tt.src, got, tt.want)
		}
	}
	if _, err := Parse("Bad Name.md", []byte(head)); err == nil || !strings.HasPrefix(err.Error(), "Bad Name.md: name: want") {
		t.Errorf("a bad file name: got %v", err)
	}
	if _, err := Parse("ledger.md", []byte(head)); err == nil || err.Error() != "ledger.md: name: want another one, as the site has a page ledger.html" {
		t.Errorf("a name that the site needs: got %v", err)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestComputeFaults(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{head + "```starlark {#a}\nx = 1\nring(-1)\n```\n", "x.md:8:"},
		{head + "```starlark {#a}\nx = 1\n  y = (\n```\n", "x.md:8:"},
		{head + "The value `= nothing` is\n", "x.md:6:14: "},
		{head + "```starlark {#a helper}\nx = 1\nx\n```\n", "x.md:7: cell a: has the attribute helper, but it shows something"},
		{head + "```starlark {#a helper}\nx = slider(1, 1, 3)\n```\n", "x.md:7: cell a: has the attribute helper, but it shows something"},
		{head + "```starlark {#a error}\n1\n```\n", "x.md:7: cell a: has the attribute error, but it runs"},
		{head + "```starlark {#a error}\nring(-1)\n```\n", ""},
	} {
		book, err := Parse("x.md", []byte(tt.src))
		if err != nil {
			t.Fatal(err)
		}
		_, err = book.Compute(nil)
		if got := errorText(err); tt.want == "" && err != nil || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%q:\ngot  %s\nwant %s", tt.src, got, tt.want)
		}
	}
}

// FuzzParse checks that any file is a notebook or has faults with a place in it.
func FuzzParse(f *testing.F) {
	f.Add(string(read(f)))
	for _, seed := range []string{
		head + "```data {name=\"a.csv\"}\n1\n```\n\n```starlark {#a}\nread('a.csv')\n```\n",
		head + "::: question\na\n\n- [x] b\n- [ ] c\n\nd\n:::\n::: depth $e$\n```starlark {#f helper}\ng = 1\n```\n:::\n",
		"", head, head + "$", head + "$$", head + half, head + "> " + half, head + ":::", head + "[^a]: b\n\n[^a]", head + "`= 1`", head + "> ```starlark {#a}\n> 1\n",
		head + "- $$\n  x\n  $$\n", head + "> [@a;\n> @fig:b]", head + "![a $b$](c.png \"d [@e]\"){#f}", head + "![a](c.png){#f\n} [g](h)", head + "a[^1][^1]\n\n[^1]: `= x` $y$,\n", head + "```starlark {#a caption=\"\\\"$\"}\nx", head + "| $a$ | `= b` |\n|-|-|\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		book, err := Parse("x.md", []byte(src))
		if err == nil {
			seen := map[string]bool{}
			for _, cell := range book.Cells {
				if seen[cell.ID] || cell.ID == "" || cell.Line < 1 || strings.TrimSpace(cell.Source) == "" && cell.Inline {
					t.Errorf("cell %+v", cell)
				}
				seen[cell.ID] = true
			}
			var b strings.Builder
			w := newWriter(book, nil, plainMath{})
			if err := w.markdown.Renderer().Render(&b, book.src, book.root); err != nil {
				t.Error(err)
			}
			return
		}
		joined, ok := err.(interface{ Unwrap() []error })
		if !ok {
			t.Fatalf("%T: %v", err, err)
		}
		for _, err := range joined.Unwrap() {
			var fault *Fault
			if !errors.As(err, &fault) || fault.Line < 1 || fault.Col < 1 || fault.Line > strings.Count(src, "\n")+strings.Count(src, "\r")+1 {
				t.Errorf("fault without a place: %v", err)
			}
		}
	})
}
