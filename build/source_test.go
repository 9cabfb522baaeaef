package build

import (
	"encoding/json"
	"html"
	"path/filepath"
	"regexp"
	"testing"

	"topobook/notebooks/markdown"
)

// TestSourceOnce checks that a page has the code of each cell once, from which site/boot.js takes it.
func TestSourceOnce(t *testing.T) {
	out, _, err := buildBook(t, map[string]string{"code.md": "---\ntitle: Code\n---\n" + `Three: ` + "`= 1 + 2`" + `.

` + "```starlark {#odd exercise}" + `
s = "<b> & &amp; \"'\u00a0"   
if  s : # a comment < that

	pass
` + "```\n\n```check {for=\"odd\"}\nexpect(s == 1, \"Set s.\")\n```\n"})
	if err != nil {
		t.Fatal(err)
	}
	page := string(read(t, filepath.Join(out, "code.html")))
	var data notebookData
	if err := json.Unmarshal([]byte(dataOf.FindStringSubmatch(page)[1]), &data); err != nil {
		t.Fatal(err)
	}
	book, err := markdown.Parse("code.md", read(t, filepath.Join(filepath.Dir(out), "code.md")))
	if err != nil || len(data.Cells) != 3 {
		t.Fatalf("got %d cells, %v, want an exercise, its check and a value", len(data.Cells), err)
	}
	for i, cell := range data.Cells {
		got := cell.Source
		if shown := regexp.MustCompile(`(?s)<section class=cell id=cell-` + cell.ID + ` .*?<pre class=source>(.*?)</pre>`).FindStringSubmatch(page); shown != nil {
			got += html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(shown[1], ""))
		}
		if got != book.Cells[i].Source {
			t.Errorf("cell %s: the page has the code %q, want %q", cell.ID, got, book.Cells[i].Source)
		}
	}
}
