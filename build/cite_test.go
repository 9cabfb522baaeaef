package build

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"topobook/build/typeset"
	"topobook/notebooks/engine"
	"topobook/notebooks/link"
	"topobook/notebooks/markdown/yaml"
)

const ringsBib = `@comment{none}
@article{other, title = {On rings of another kind}, doi = {10.1000/183}}
@article{nobody1999,
  author = {Nobody, A.},
  title = {On {R}ings},
  year = 1999,
}
`

// TestSiteCite checks how the pages of a paper are cited: every entry is BibTeX that our own reader of BibTeX reads, names the edition, the
// outputs and the paper, and has the digest that links have.
func TestSiteCite(t *testing.T) {
	main := strings.Replace(set["rings.md"], "order: 3\n", "order: 3\nbibliography: rings.bib\n", 1)
	out, report, err := buildBook(t, map[string]string{
		"rings.md": main, "rings-odd.md": set["rings-odd.md"], "rings-long.md": set["rings-long.md"], "rings.bib": ringsBib,
		"alone.md":  "---\ntitle: Alone & 50%\npaper: \"50% & more\"\nauthors: B. One and C. Two\nyear: 2001\nurl: https://example.org/paper\norder: 9\n---\n`= 1`\n",
		"site.yaml": "title: Book\nauthors: The authors\nbase: https://example.org/b\nedition: {name: 2nd edition, date: 2026-11-24}\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	var all citations
	if err := json.Unmarshal(readAsset(t, out, "cite.*.json"), &all); err != nil {
		t.Fatal(err)
	}
	if all.Base != "https://example.org/b/" || all.Check != "v=3&d=" || len(all.Pages) != 4 {
		t.Errorf("got %+v", all)
	}
	odd, alone := all.Pages["rings-odd"], all.Pages["alone"]
	outputs := "Outputs " + fingerprint(link.Digest(report.Results["rings-odd"]))
	if !regexp.MustCompile(`^Outputs [0-9a-f]{12}$`).MatchString(outputs) {
		t.Errorf("got %s", outputs)
	}
	if want := "The authors: All about rings: Rings of odd length%CLAIM%. In: Book, 2nd edition, 2026-11-24. %URL%. " + outputs + "."; odd.Page.Text != want {
		t.Errorf("got  %s\nwant %s", odd.Page.Text, want)
	}
	if want := "A. Nobody: On rings. 1999. https://doi.org/10.1000/182"; odd.Paper.Text != want || odd.Paper.BibTeX != strings.TrimSpace(ringsBib[strings.Index(ringsBib, "@article{nobody"):]) {
		t.Errorf("the paper is %+v, want it as its bibliography has it", odd.Paper)
	}
	if want := "@misc{alone-paper,\n  author = {B. One and C. Two},\n  title = {{50\\% \\& more}},\n  year = {2001},\n  url = {https://example.org/paper}\n}"; alone.Paper.BibTeX != want {
		t.Errorf("got  %s\nwant %s", alone.Paper.BibTeX, want)
	}
	math := typeset.NewTypesetter()
	for slug, page := range all.Pages {
		for i, entry := range []string{page.Page.BibTeX, page.Paper.BibTeX} {
			entry = strings.NewReplacer("%KEY%", ":one", "%CLAIM%", ", claim x/one (holds)", "%URL%", "https://example.org/b/"+slug+".html#claim-x/one").Replace(entry)
			keys, err := math.Works(fmt.Sprintf("%s-%d.bib", slug, i), entry)
			if err != nil || len(keys) != 1 {
				t.Fatalf("%s: %v %v in %s", slug, keys, err, entry)
			}
			list, err := math.References(fmt.Sprintf("%s-%d.bib", slug, i), entry, keys)
			if err != nil || i == 0 && (!strings.Contains(list[0], "claim x/one") || !strings.Contains(list[0], "2nd edition") || !strings.Contains(list[0], "2026")) {
				t.Errorf("%s: %v %v of %s", slug, list, err, entry)
			}
		}
	}
	page := string(read(t, filepath.Join(out, "rings-odd.html")))
	for _, want := range []string{
		`<meta name=citation_title content="All about rings: Rings of odd length">`, `<meta name=citation_author content="The authors">`, `<meta name=citation_publication_date content="2026/11/24">`,
		`<meta name=citation_public_url content="https://example.org/b/rings-odd.html">`, `<meta name=citation_reference content="citation_title=On rings; citation_author=A. Nobody; citation_publication_date=1999; citation_doi=10.1000/182">`,
		"2nd edition, 2026-11-24", "data-cite",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("rings-odd.html: want %s", want)
		}
	}
	if strings.Contains(page, "citation_doi content") || strings.Contains(page, "name=citation_doi") {
		t.Error("rings-odd.html: says that it is the paper")
	}
	var about struct {
		Type  string `json:"@type"`
		About struct {
			Type string `json:"@type"`
			Name string `json:"name"`
			URL  string `json:"sameAs"`
		} `json:"about"`
	}
	found := regexp.MustCompile(`<script type="?application/ld\+json"?>(.*?)</script>`).FindStringSubmatch(string(read(t, filepath.Join(out, "rings.html"))))
	if found == nil || json.Unmarshal([]byte(found[1]), &about) != nil || about.About.Type != "ScholarlyArticle" || about.About.Name != "On rings" || about.About.URL != "https://doi.org/10.1000/182" {
		t.Errorf("rings.html: schema.org has %v, %+v", found, about)
	}
}

func TestEdition(t *testing.T) {
	for _, tt := range []struct{ src, text, want string }{
		{"edition: 3rd edition\n", "3rd edition", ""},
		{"edition: {name: 3rd, date: 2026}\n", "3rd, 2026", ""},
		{"edition: {date: 2026-13}\n", "", `site.yaml:1:17: edition: date: got "2026-13", want a year, a month or a day, as in 2026-11-24`},
		{"edition: {year: 2026}\n", "", `site.yaml:1:11: edition: got key "year", want name or date`},
	} {
		s := &Settings{places: map[string]yaml.Value{}}
		err := faultsOf(yaml.Read([]byte(tt.src), s.keys(nil)...))
		if got := s.Edition.Text(); got != tt.text || tt.want != "" && fmt.Sprint(err) != tt.want || tt.want == "" && err != nil {
			t.Errorf("%s: got %q, %v, want %q, %s", tt.src, got, err, tt.text, tt.want)
		}
	}
}

func TestWorkOf(t *testing.T) {
	const src = "@book{a, title = {X}, note = {a \\} brace {and {more}}}}\n% @book{no, title = {Y}}\n  @misc{b,\n title = \"Y: {\\\"o}\",\n DOI={10.1/Y}}\n"
	if got := bibEntries(src); len(got) != 2 || !strings.HasSuffix(got[0], "more}}}}") || !strings.HasPrefix(got[1], "@misc{b,") {
		t.Errorf("got %q", got)
	}
	for _, tt := range []struct{ paper, url, key string }{{"Other", "https://doi.org/10.1/y", "b"}, {"y: o", "", "b"}, {"x", "", "a"}, {"z", "https://doi.org/10.1/z", ""}} {
		got := workOf(src, engine.Meta{Paper: tt.paper, URL: tt.url})
		if !strings.Contains(got, "{"+tt.key+",") && tt.key != "" || tt.key == "" && got != "" {
			t.Errorf("%+v: got %q", tt, got)
		}
	}
}

// TestCitationFile checks what CITATION.cff must have by its schema, version 1.2.0.
func TestCitationFile(t *testing.T) {
	values := map[string]string{}
	for line := range strings.Lines(string(read(t, "../CITATION.cff"))) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(line, " ") {
			values[key] = strings.Trim(value, `"`)
		}
	}
	settings, err := loadSettings("../notebooks", read(t, "../site/style.css"))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"cff-version": "1.2.0", "title": settings.Title, "type": "software", "license": "BSD-3-Clause", "date-released": settings.Edition.Date, "version": settings.Edition.Name} {
		if values[key] != want {
			t.Errorf("%s: got %q, want %q", key, values[key], want)
		}
	}
	if values["message"] == "" || !strings.Contains(string(read(t, "../CITATION.cff")), "\nauthors:\n  - name: "+settings.Authors+"\n") {
		t.Error("want a message, and the authors of site.yaml")
	}
}
