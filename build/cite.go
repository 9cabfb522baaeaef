package build

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"topobook/notebooks/engine"
	"topobook/notebooks/link"
)

// citeFile has how each page of a paper, and the paper itself, are cited.
const citeFile = "cite.json"

// Citations are fetched when a reader asks for one: see site/cite.js.
type citations struct {
	Base  string                  `json:"base"`  // address of the site, or empty
	Check string                  `json:"check"` // what stands before the digest in a link that has it
	Pages map[string]pageCitation `json:"pages"` // by slug
}

// A pageCitation is what the page of a slug is cited as. In its text and BibTeX %CLAIM% stands for a claim that may be meant, %KEY% for its
// key, and %URL% for the address.
type pageCitation struct {
	Paper *citation `json:"paper,omitempty"` // that the page explains
	Page  citation  `json:"page"`
}

type citation struct {
	Text   string `json:"text"`
	BibTeX string `json:"bibtex"`
}

// An Edition is what a citation calls a state of the site: its name, as in "2nd edition", and the day on which it came out. It is changed by
// hand, in site.yaml, when pages are changed that others may have cited; the digest of a page's outputs tells what no name does.
type Edition struct{ Name, Date string }

// Year returns the year of the edition, or nothing.
func (e Edition) Year() string { year, _, _ := strings.Cut(e.Date, "-"); return year }

// Text returns the edition as the foot of a page has it.
func (e Edition) Text() string {
	return strings.Join(slices.DeleteFunc([]string{e.Name, e.Date}, func(s string) bool { return s == "" }), ", ")
}

// editionDate is 2026, 2026-11 or 2026-11-24.
var editionDate = regexp.MustCompile(`^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$`)

// cite returns how the pages of papers are cited.
func (p *pageMaker) cite(papers []paper) *citations {
	prefix := strings.TrimSuffix(link.Encode(nil, link.State{Digest: "-"}), "-")
	all := &citations{Base: p.settings.Base, Check: prefix, Pages: map[string]pageCitation{}}
	for _, of := range papers {
		for _, c := range of {
			all.Pages[c.book.Slug] = pageCitation{paperCitation(of[0]), p.settings.pageCitation(of, c)}
		}
	}
	return all
}

// paperCitation returns how the paper of a main page is cited, or nil if it has none: as the bibliography has it, or as the front matter says.
func paperCitation(main *computed) *citation {
	meta := main.book.Meta
	if meta.Paper == "" {
		return nil
	}
	text := meta.Paper + "."
	if meta.Authors != "" {
		text = meta.Authors + ": " + text
	}
	if place := strings.Join(slices.DeleteFunc([]string{meta.Venue, meta.Year}, func(s string) bool { return s == "" }), ", "); place != "" {
		text += " " + place + "."
	}
	if meta.URL != "" {
		text += " " + meta.URL
	}
	return &citation{text, cmp.Or(workOf(main.book.Works, meta), bibTeX("misc", meta.Slug+"-paper", bibFields(meta)))}
}

// bibFields returns what front matter says of a paper.
func bibFields(meta engine.Meta) [][2]string {
	doi, isDOI := strings.CutPrefix(meta.URL, "https://doi.org/")
	fields := [][2]string{{"author", texText(authorsOf(meta.Authors))}, {"title", "{" + texText(meta.Paper) + "}"}, {"howpublished", texText(meta.Venue)}, {"year", meta.Year}}
	if isDOI {
		return append(fields, [2]string{"doi", doi})
	}
	return append(fields, [2]string{"url", meta.URL})
}

// authorsOf returns authors as BibTeX separates them.
func authorsOf(list string) string { return listSeparator.ReplaceAllString(list, " and ") }

var listSeparator = regexp.MustCompile(`,? and |, (?:and )?`)

// pageCitation returns how a page of a paper is cited.
func (s *Settings) pageCitation(of paper, c *computed) citation {
	title := c.book.Title
	if c != of[0] {
		title = of[0].book.Title + ": " + c.book.Title
	}
	outputs := "Outputs " + fingerprint(link.Digest(c.results))
	text := fmt.Sprintf("%s%%CLAIM%%. In: %s", title, s.Title)
	if s.Authors != "" {
		text = s.Authors + ": " + text
	}
	if edition := s.Edition.Text(); edition != "" {
		text += ", " + edition
	}
	note := outputs
	if meta := of[0].book.Meta; meta.Paper != "" {
		about := meta.Paper
		if meta.Authors != "" {
			about = meta.Authors + ", " + about
		}
		if meta.Year != "" {
			about += " (" + meta.Year + ")"
		}
		note = "On " + about + ". " + outputs
	}
	in := s.Title
	if s.Edition.Name != "" {
		in += ", " + s.Edition.Name
	}
	author := ""
	if s.Authors != "" {
		author = "{" + texText(s.Authors) + "}"
	}
	fields := [][2]string{
		{"author", author}, {"title", "{" + texText(title) + "%CLAIM%}"}, {"howpublished", texText(in)},
		{"year", s.Edition.Year()}, {"date", s.Edition.Date}, {"note", texText(note)}, {"url", "%URL%"},
	}
	return citation{text + ". %URL%. " + outputs + ".", bibTeX("misc", markKey(s.Title)+":"+c.book.Slug+"%KEY%", fields)}
}

// fingerprint returns the first 12 hexadecimal digits of the SHA-256 of a page's digest: short enough to be printed.
func fingerprint(digest string) string {
	sum := sha256.Sum256([]byte(digest))
	return hex.EncodeToString(sum[:6])
}

// markKey returns the letters and digits of a title, for a key of BibTeX.
func markKey(title string) string {
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, title)
}

// bibTeX returns an entry with the fields that are not empty.
func bibTeX(kind, key string, fields [][2]string) string {
	lines := []string{"@" + kind + "{" + key}
	for _, f := range fields {
		if f[1] != "" {
			lines = append(lines, "  "+f[0]+" = {"+f[1]+"}")
		}
	}
	return strings.Join(lines, ",\n") + "\n}"
}

// texText returns text with the signs escaped that TeX takes for its own.
func texText(text string) string { return texEscapes.Replace(text) }

var texEscapes = strings.NewReplacer(`%`, `\%`, `&`, `\&`, `$`, `\$`, `#`, `\#`, `_`, `\_`, `{`, `\{`, `}`, `\}`, `~`, `\~{}`, `^`, `\^{}`, `\`, `\textbackslash{}`)

// workOf returns the entry of a bibliography in BibTeX that is the paper that front matter names: by its DOI, or else by its title.
func workOf(src string, meta engine.Meta) string {
	doi, _ := strings.CutPrefix(meta.URL, "https://doi.org/")
	byTitle := ""
	for _, entry := range bibEntries(src) {
		if found := bibField(entry, "doi"); found != "" && strings.EqualFold(found, doi) {
			return entry
		}
		if byTitle == "" && markKey(bibField(entry, "title")) == markKey(meta.Paper) {
			byTitle = entry
		}
	}
	return byTitle
}

// bibEntries returns the entries of BibTeX, each as it is written.
func bibEntries(src string) []string {
	var entries []string
	for _, at := range bibStart.FindAllStringIndex(src, -1) {
		depth := 0
		for i := at[1] - 1; i < len(src); i++ {
			switch {
			case src[i] == '\\':
				i++
			case src[i] == '{':
				depth++
			case src[i] == '}':
				if depth--; depth == 0 {
					entries = append(entries, strings.TrimSpace(src[at[0]:i+1]))
					i = len(src)
				}
			}
		}
	}
	return entries
}

var bibStart = regexp.MustCompile(`(?m)^[ \t]*@\w+[ \t]*\{`)

// bibField returns the value of a field of an entry, or nothing.
func bibField(entry, name string) string {
	found := regexp.MustCompile(`(?i)\b` + name + `\s*=\s*[{"]`).FindStringIndex(entry)
	if found == nil {
		return ""
	}
	depth, from := 1, found[1]
	for i := from; i < len(entry); i++ {
		switch c := entry[i]; {
		case c == '\\':
			i++
		case c == '{':
			depth++
		case c == '}', c == '"' && depth == 1 && entry[from-1] == '"':
			if depth--; depth == 0 {
				return entry[from:i]
			}
		}
	}
	return ""
}

// A metaTag is one of those by which indexes of literature know a page.
type metaTag struct{ Name, Content string }

// scholar returns the tags of a page of a paper. The page is a work of its own: title, authors and date are its own, and the paper that it
// explains is a reference of it. On a main page schema.org has the same.
func (s *Settings) scholar(of paper, i int, f frame) (tags []metaTag, about template.JS, err error) {
	meta, main := of[i].book.Meta, of[0].book.Meta
	if main.Paper == "" {
		return nil, "", nil
	}
	title := meta.Title
	if i > 0 {
		title = main.Title + ": " + title
	}
	add := func(name, content string) {
		if content != "" {
			tags = append(tags, metaTag{name, content})
		}
	}
	add("citation_title", title)
	add("citation_author", s.Authors)
	add("citation_publication_date", strings.ReplaceAll(s.Edition.Date, "-", "/"))
	add("citation_public_url", f.URL)
	add("citation_language", s.Language)
	reference := "citation_title=" + strings.ReplaceAll(main.Paper, ";", ",")
	for _, author := range listSeparator.Split(main.Authors, -1) {
		if author != "" {
			reference += "; citation_author=" + author
		}
	}
	if main.Year != "" {
		reference += "; citation_publication_date=" + main.Year
	}
	work := map[string]any{"@type": "ScholarlyArticle", "name": main.Paper}
	if main.Year != "" {
		work["datePublished"] = main.Year
	}
	if main.URL != "" {
		work["sameAs"] = main.URL
	}
	if doi, ok := strings.CutPrefix(main.URL, "https://doi.org/"); ok {
		reference += "; citation_doi=" + doi
	}
	var authors []map[string]string
	for _, author := range listSeparator.Split(main.Authors, -1) {
		if author != "" {
			authors = append(authors, map[string]string{"@type": "Person", "name": author})
		}
	}
	if authors != nil {
		work["author"] = authors
	}
	add("citation_reference", reference)
	page := map[string]any{"@context": "https://schema.org", "@type": "LearningResource", "name": title, "inLanguage": s.Language, "about": work}
	if s.Authors != "" {
		page["author"] = map[string]string{"@type": "Organization", "name": s.Authors}
	}
	if s.Edition.Date != "" {
		page["datePublished"] = s.Edition.Date
	}
	if s.Edition.Name != "" {
		page["version"] = s.Edition.Name
	}
	if i > 0 {
		return tags, "", nil
	}
	text, err := json.Marshal(page)
	return tags, template.JS(text), err
}
