package typeset

import (
	"flag"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"topobook/build/folder"
	"topobook/notebooks/markdown"
)

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

var update = flag.Bool("update", false, "rewrite golden files")

// citing returns a page that has a text and, beside it, a bibliography; or what is wrong.
func citing(t *testing.T, text, name, bibliography string) (string, []markdown.Section, error) {
	t.Helper()
	front := strings.Replace(head, "order: 1\n", "order: 1\nbibliography: "+name+"\n", 1)
	book, err := markdown.Parse("x.md", []byte(front+text))
	if err == nil {
		err = folder.Attach(book, fstest.MapFS{name: {Data: []byte(bibliography)}, "plot.svg": {Data: []byte(`<svg width="37" height="21"/>`)}})
	}
	if err != nil {
		return "", nil, err
	}
	results, err := book.Compute(nil)
	if err != nil {
		t.Fatal(err)
	}
	body, sections, err := book.Render(results, typesetting)
	return body, sections, err
}

func testFile(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestCitations compares a page that cites with its golden file: works in the order of citation, in captions and
// notes too, each once, with links to and fro.
func TestCitations(t *testing.T) {
	body, sections, err := citing(t, "## Trees [@petrini97]\n\nOf old [@dally04, p. 12--13; @petrini97].[^n]\n\n[^n]: See\n[@erdos59].\n\n"+
		"```starlark {#a caption=\"As in [@menn91, ch. 2 & 3].\"}\n1\n```\n\n![A](plot.svg \"After [@cech01].\")\n\n[@web20] [@menn91]\n", "refs.bib", testFile(t, "refs.bib"))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("testdata/citations.golden.html", []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := testFile(t, "citations.golden.html"); body != want {
		t.Errorf("the page differs from testdata/citations.golden.html: run go test ./build/typeset -update and read the difference; got\n%s", body)
	}
	if len(sections) != 2 || sections[0] != (markdown.Section{ID: "trees-petrini97", Text: "Trees"}) || sections[1] != (markdown.Section{ID: "references", Text: "References", Back: true}) {
		t.Errorf("contents: got %+v", sections)
	}
}

// TestCitationsJSON checks that CSL JSON gives the entry that BibTeX gives.
func TestCitationsJSON(t *testing.T) {
	tex, _, err := citing(t, "[@a]\n", "a.bib", `@book{a, author={Dally, William J.}, title={Principles}, publisher={MK}, year=2004, doi={10.1/2}}`)
	if err != nil {
		t.Fatal(err)
	}
	json, _, err := citing(t, "[@a]\n", "a.json", `[{"id": "a", "type": "book", "author": [{"family": "Dally", "given": "William J."}], "title": "Principles", "publisher": "MK", "issued": {"date-parts": [[2004]]}, "DOI": "10.1/2"}]`)
	if err != nil || json != tex || !strings.Contains(tex, `<a href="https://doi.org/10.1/2">10.1/2</a>`) {
		t.Errorf("got %v,\n%s\nwant\n%s", err, json, tex)
	}
}

func TestCitationFaults(t *testing.T) {
	refs := testFile(t, "refs.bib")
	for _, tt := range []struct{ text, name, bibliography, want string }{
		{"é [@petrini97; @petrini79]", "refs.bib", refs, "x.md:7:16: reference: petrini79: refs.bib has no such work, did you mean petrini97?"},
		{"[@nobody]", "refs.bib", refs, "x.md:7:2: reference: nobody: refs.bib has no such work"},
		{"[@odd]", "refs.bib", refs, `refs.bib:31:1: odd: title: \unheardof is TeX that is not known here`},
		{"[@script]", "refs.bib", refs, `refs.bib:32:1: script: URL: got "javascript:alert(1)", want an address that starts with https://`},
		{"[@a]", "a.bib", "@book{a,\n title={x}\n year=1}", "a.bib:3:2: got a name, want }"},
		{"[@a]", "a.bib", "@book{a, title={x}", "a.bib:1:19: got the end of the file, want }"},
		{"[@a]", "a.bib", "@book{,\n}", "a.bib:1:7: got a comma, want a key"},
		{"[@a]", "a.bib", "@book{b, title={B}}\n@book{a, title={$x}}", "a.bib:2:1: a: "},
		{"[@a]", "a.bib", "@book{a, title={A}}\n@book{a, title={B}}", "a.bib:1:1: a: is the key of more than one work"},
		{"[@a]", "a.bib", "@book{a, title={A}}\n@book{constructor, title={B}}", "a.bib:2:1: constructor: is a name that the style keeps to itself, want another key"},
		{"[@a]", "a.bib", "@book{__proto__, title={A}}", "a.bib:1:1: __proto__: is a name that the style keeps to itself, want another key"},
		{"[@a]", "a.json", "[{\"id\": \"a\",\n}]", "a.json:2:1: invalid character '}'"},
		{"[@a]", "a.json", `{"id": "a"}`, "a.json:1:1: got JSON of another kind, want a list of works in CSL JSON"},
		{"[@a]", "a.json", `[{"title": "a"}]`, "a.json:1:1: work 1 of the list: want an id"},
		{"", "../a.bib", "", "x.md:5:15: bibliography: ../a.bib: it is above that"},
		{"", "a.tex", "", "x.md:5:15: bibliography: a.tex: want a .bib file (BibTeX), or a .json file (CSL JSON)"},
	} {
		_, _, err := citing(t, tt.text+"\n", tt.name, tt.bibliography)
		if got := errorText(err); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%q, %s:\ngot  %s\nwant %s", tt.text, tt.name, got, tt.want)
		}
	}
	book, err := markdown.Parse("x.md", []byte(strings.Replace(head, "order: 1\n", "order: 1\nbibliography: refs.bbi\n", 1)))
	if err == nil {
		err = folder.Attach(book, fstest.MapFS{"refs.bib": {}})
	}
	if got, want := errorText(err), "x.md:5:15: bibliography: refs.bbi: want a .bib file"; !strings.HasPrefix(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	if book, err = markdown.Parse("x.md", []byte(head+"a [@b]\n")); err != nil {
		t.Fatal(err)
	}
	_, _, err = book.Render(nil, typesetting)
	if got, want := errorText(err), "x.md:6:4: reference: b: want a line bibliography: in the front matter"; !strings.HasPrefix(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
}

func BenchmarkCitations(b *testing.B) {
	for b.Loop() {
		start := time.Now()
		var shelf bibliographies
		works, err := shelf.open("refs.bib", testFile(b, "refs.bib"))
		if err != nil {
			b.Fatal(err)
		}
		read := time.Now()
		b.ReportMetric(float64(read.Sub(start).Milliseconds()), "ms/start")
		for i, unit := range []string{"ms/first-page", "ms/second-page"} {
			from := time.Now()
			if _, err := shelf.list(works, works.keys[i:6]); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(time.Since(from).Milliseconds()), unit)
		}
	}
}
