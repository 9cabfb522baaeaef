package build

import (
	"encoding/json"
	"html"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/builtins/doc"
	"topobook/notebooks/engine"
)

// anyTag is a tag of HTML.
var anyTag = regexp.MustCompile(`<[^>]*>`)

// TestReference checks that each entry of the page has its parts, each parameter its type, default and meaning, and that a script finds
// the examples.
func TestReference(t *testing.T) {
	report, out := buildSmall(t)
	page := string(read(t, filepath.Join(out, referenceFile)))
	entries, err := doc.Entries()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		_, entry, found := strings.Cut(page, "<section class=word id="+e.Name()+">")
		if entry, _, _ = strings.Cut(entry, "</section>"); !found {
			t.Errorf("%s: has no entry", e.Name())
			continue
		}
		text := strings.Join(strings.Fields(html.UnescapeString(anyTag.ReplaceAllString(entry, ""))), " ")
		want := []string{e.Signature, "Result" + e.Result.Type}
		for _, p := range e.Params {
			item := p.Name + " " + p.Type
			if p.Default != "" {
				item += ", default " + p.Default
			}
			want = append(want, item+": "+said(p.Text))
		}
		for _, item := range e.Result.Items {
			want = append(want, said(item))
		}
		for label, text := range map[string]string{"Errors": e.Errors, "Method": e.Method, "Source": e.Source} {
			if text != "" {
				want = append(want, label+said(text))
			}
		}
		for _, want := range want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: has no %q in %q", e.Name(), want, text)
			}
		}
		if _, listing, _ := strings.Cut(entry, "<pre class=listing"); !strings.Contains(html.UnescapeString(anyTag.ReplaceAllString("<"+listing, "")), e.Example) {
			t.Errorf("%s: has no example %s", e.Name(), e.Example)
		}
	}
	ids := regexp.MustCompile(`\sid=("?)([\w-]+)`).FindAllStringSubmatch(page, -1)
	slices.SortFunc(ids, func(a, b []string) int { return strings.Compare(a[2], b[2]) })
	for i, id := range ids[1:] {
		if id[2] == ids[i][2] {
			t.Errorf("two elements have the id %s", id[2])
		}
	}
	var data notebookData
	if err := json.Unmarshal([]byte(dataOf.FindStringSubmatch(page)[1]), &data); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(data.Engine, "/full.") || len(data.Digest) == 0 || len(data.Inputs) < 7 {
		t.Errorf("data: got %+v", data)
	}
	sizes := map[string]PageSize{}
	for _, p := range report.Pages {
		sizes[p.Path] = p
	}
	if size := sizes[referenceFile]; size.Total.Gzip > 66_000 || size.Script.Raw <= sizes["index.html"].Script.Raw {
		t.Errorf("sizes: got %+v, want at most 66000 bytes by gzip, with the page's own script", size)
	}
}

// said returns a text of the documentation as a reader sees it.
func said(text string) string {
	return html.UnescapeString(anyTag.ReplaceAllString(string(sentences(text)), ""))
}

// TestReferenceExamples runs each example alone, as none may need another, and together, as they are cells of one page.
func TestReferenceExamples(t *testing.T) {
	entries, err := doc.Entries()
	if err != nil {
		t.Fatal(err)
	}
	examples := examplesOf(entries)
	together := run(t, examples)
	for i, cell := range examples.Cells {
		alone := run(t, &engine.Document{Meta: examples.Meta, Files: examples.Files, Cells: []engine.Cell{cell}})[0]
		for _, result := range []engine.Result{alone, together[i]} {
			if result.State != engine.Done || result.HTML == "" && result.Inputs == nil {
				t.Errorf("%s: got %v, %q, %v, want an output", cell.ID, result.State, result.HTML, result.Err)
			}
		}
		if alone.HTML != together[i].HTML {
			t.Errorf("%s: shows something else among the others", cell.ID)
		}
	}
}

// run returns the results of a document's cells.
func run(t *testing.T, document *engine.Document) []engine.Result {
	t.Helper()
	kernel := engine.New(document, builtins.All())
	if err := kernel.Run(engine.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	return kernel.Outputs()
}
