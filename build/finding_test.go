package build

import (
	"context"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"topobook/build/typeset"
	"topobook/notebooks/builtins/doc"
)

// TestSiteIndex checks what the box in the header finds, and that what it leads to is there.
func TestSiteIndex(t *testing.T) {
	report, out := buildSet(t)
	var index findIndex
	if err := json.Unmarshal(readAsset(t, out, "index.*.json"), &index); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, e := range index.Entries {
		page := index.Pages[int(e[1].(float64))]
		kind := index.Kinds[int(e[0].(float64))]
		count[kind]++
		html := string(read(t, filepath.Join(out, page[0]+".html")))
		if place := e[3].(string); place != "" && !regexp.MustCompile(`id="?`+regexp.QuoteMeta(place)+`[" >]`).MatchString(html) {
			t.Errorf("%v: %s has no such place", e, page[0])
		}
	}
	entries, err := doc.Entries()
	if err != nil {
		t.Fatal(err)
	}
	claims := 0
	for _, n := range report.Claims {
		claims += n
	}
	if count["Claims"] != claims || count["Builtins"]+count["Networks"] != len(entries) || count["Pages"] != len(index.Pages) || count["Sections"] < 3 {
		t.Errorf("the index has %v, want %d claims, %d builtins, and all pages", count, claims, len(entries))
	}
	if !slices.Contains(index.Pages, findPlace{"rings-odd", "Rings of odd length", "Rings"}) {
		t.Errorf("the pages are %v, want a chapter with its paper", index.Pages)
	}
	script := string(readAsset(t, out, "find.*.js"))
	for file := range report.Files {
		if strings.Contains(file, "assets/index.") || strings.Contains(file, "assets/cite.") {
			if !strings.Contains(script, file) {
				t.Errorf("the script does not know %s", file)
			}
		}
	}
	for _, page := range []string{"index.html", "ledger.html", "reference.html", "playground.html", "rings.html"} {
		if html := string(read(t, filepath.Join(out, page))); strings.Count(html, "id=search ") != 1 || !strings.Contains(html, "data-find=assets/find.") {
			t.Errorf("%s: want the box, and the script that it needs", page)
		}
	}
}

func TestPlainText(t *testing.T) {
	math := typeset.NewTypesetter()
	tex := func(tex string) string {
		html, err := math.Formula(tex, false)
		if err != nil {
			t.Fatal(err)
		}
		return html
	}
	for _, tt := range []struct{ html, want string }{
		{"<p>One &amp; two</p><p>three</p>", "One & two three"},
		{"A <b>tree</b> of " + tex("k^n") + " leaves", "A tree of kⁿ leaves"},
		{tex("2^{10}") + " or " + tex(`\frac{n}{2}`) + " or " + tex("x_i"), "2^10 or n/2 or x_i"},
		{tex("k^{n-1}") + ", " + tex(`\lfloor k/2\rfloor`), "k^(n−1), ⌊k/2⌋"},
		{`Here<sup class="mark">1</sup><span class="margin" role="note">a note</span>.`, "Here."},
	} {
		if got := plainText(tt.html); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.html, got, tt.want)
		}
	}
}

// TestSiteNames checks that the pages of a paper know the names of each other, and a page that stands alone none.
func TestSiteNames(t *testing.T) {
	folder := newBook(t)
	addFiles(t, folder, set)
	addFiles(t, folder, map[string]string{"rings-long.md": set["rings-long.md"] + "\n## A part\n\n```starlark {#move}\nk = slider(4, 2, 8)\n```\n\n`= k + 1`\n"})
	if _, err := Build(context.Background(), options(folder)); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(folder, "dist")
	var pages []namedPage
	if err := json.Unmarshal(readAsset(t, out, "rings.names.*.json"), &pages); err != nil {
		t.Fatal(err)
	}
	if len(pages) != 3 || pages[0].Slug != "rings" || pages[1].Title != "Long rings" {
		t.Fatalf("the names are of %v", pages)
	}
	long := pages[1]
	if !slices.Equal(long.Cells, []string{"net", "move"}) || !slices.Contains(long.Inputs, "k") || !slices.Contains(long.Places, "a-part") || !slices.Contains(long.Places, "claim-rings/long") || slices.Contains(pages[2].Inputs, "k") {
		t.Errorf("the names are %+v", pages)
	}
	for file, want := range map[string]bool{"rings.html": true, "rings-odd.html": true, "small.html": false} {
		if got := strings.Contains(string(read(t, filepath.Join(out, file))), `"names":"assets/rings.names.`); got != want {
			t.Errorf("%s: knows the names: %t", file, got)
		}
	}
}
