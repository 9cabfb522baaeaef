package build

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// TestBibliography checks that a chapter cites from the bibliography of its main page, unless it has its own, and others from that of the site.
func TestBibliography(t *testing.T) {
	root := newBook(t)
	addFiles(t, root, map[string]string{
		"rings.md":      strings.Replace(set["rings.md"], "order: 3\n", "order: 3\nbibliography: all.bib\n", 1),
		"rings-long.md": set["rings-long.md"] + "\nAs in [@one].\n",
		"rings-odd.md":  strings.Replace(set["rings-odd.md"], "order: 2\n", "order: 2\nbibliography: odd.json\n", 1) + "\nAs in [@one].\n",
		"site.yaml":     "title: Site\nbibliography: site.bib\n",
		"lone.md":       "---\ntitle: Lone\n---\nAs in [@one].\n",
		"site.bib":      "@book{one, title = {The whole}}",
		"all.bib":       "@book{one, title = {All {\\'e}tudes}}",
		"odd.json":      `[{"id": "one", "type": "book", "title": "Odd ones"}]`,
	})
	if _, err := Build(context.Background(), options(root)); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"rings-long": "All études", "rings-odd": "Odd ones", "rings": "", "lone": "The whole"} {
		page := string(read(t, filepath.Join(root, "dist", name+".html")))
		if has := strings.Contains(page, "id=references"); has != (want != "") || !strings.Contains(page, want) {
			t.Errorf("%s.html: want references with %q, got references %t", name, want, has)
		}
	}
	for line, want := range map[string]string{
		"bibliography: gone.bib": "site.yaml:2:15: bibliography: gone.bib: there is no such file in the notebook's folder, did you mean site.bib?",
		"bibliography: site.tex": "site.yaml:2:15: bibliography: site.tex: want a .bib file (BibTeX), or a .json file (CSL JSON)",
	} {
		addFiles(t, root, map[string]string{"site.yaml": "title: Site\n" + line + "\n"})
		if _, err := Build(context.Background(), options(root)); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
