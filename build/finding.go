package build

import (
	"encoding/json"
	"html"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"topobook/notebooks/builtins/doc"
	"topobook/notebooks/output"
)

// What readers find, and what is explained to them, comes with one script, which pages fetch when it is first wanted: see site/find.js.
const (
	findScript = "find.js"
	indexFile  = "index.json"
)

// The kinds of what the box in the header of each page finds, in the order in which equally good ones are listed.
const (
	findPage = iota
	findTerm
	findNetwork
	findBuiltin
	findSection
	findClaim
)

// findKinds are what the box calls them.
var findKinds = []string{findPage: "Pages", findTerm: "Glossary", findNetwork: "Networks", findBuiltin: "Builtins", findSection: "Sections", findClaim: "Claims"}

// A findIndex is all that the box finds: the pages, and below them what they have.
type findIndex struct {
	Kinds   []string    `json:"kinds"`
	Pages   []findPlace `json:"pages"`
	Entries []findEntry `json:"entries"`
}

// A findPlace is a page: its file without .html, its title, and what it is part of.
type findPlace [3]string

// A findEntry is the kind, the number of the page, the title, the place on the page, the text, which is found after titles, and perhaps words
// that are found too but not shown.
type findEntry []any

// page adds a page and returns its number.
func (x *findIndex) page(slug, title, partOf, summary string) int {
	n := len(x.Pages)
	x.Pages = append(x.Pages, findPlace{slug, title, partOf})
	x.add(findPage, n, title, "", summary)
	return n
}

func (x *findIndex) add(kind, page int, title, place, text string) {
	x.Entries = append(x.Entries, findEntry{kind, page, title, place, text})
}

// index returns what can be found on the site.
func (p *pageMaker) index(front *computed, papers []paper) (*findIndex, error) {
	x := &findIndex{Kinds: findKinds, Pages: []findPlace{}, Entries: []findEntry{}}
	if front != nil {
		papers = slices.Concat([]paper{{front}}, papers)
	}
	for _, of := range papers {
		for i, c := range of {
			partOf := ""
			if i > 0 {
				partOf = of[0].book.Short
			}
			if err := p.indexNotebook(x, c, partOf); err != nil {
				return nil, err
			}
		}
	}
	entries, err := doc.Entries()
	if err != nil {
		return nil, err
	}
	n := x.page("reference", "Reference", "", "Every builtin that a cell may use.")
	for _, e := range entries {
		kind := findBuiltin
		if e.Group == "Networks" {
			kind = findNetwork
		}
		x.add(kind, n, e.Name(), e.Name(), plainText(string(sentences(e.Summary()))))
	}
	if p.ledger {
		x.page("ledger", "Ledger", "", "Every claim of every paper, and what became of it.")
	}
	if p.settings.Playground {
		x.page("playground", "Playground", "", "Write a notebook of your own.")
	}
	return x, nil
}

// indexNotebook adds a notebook: its page, sections and claims, and of the glossary the terms.
func (p *pageMaker) indexNotebook(x *findIndex, c *computed, partOf string) error {
	n := x.page(c.book.Slug, c.book.Title, partOf, c.book.Summary)
	isGlossary := p.glossary != nil && c.book.Slug == glossarySlug
	for _, h := range headings.FindAllStringSubmatch(p.bodies[c.book.Slug].body, -1) {
		if h[1] == "2" || !isGlossary {
			x.add(findSection, n, plainText(h[3]), h[2], "")
		}
	}
	if isGlossary {
		for _, t := range p.glossary.terms {
			x.Entries = append(x.Entries, findEntry{findTerm, n, t.name, t.id, plainText(t.text), strings.Join(t.more, ", ")})
		}
	}
	for _, claim := range c.claims() {
		statement, err := p.math.SetProse(output.Prose(claim.Statement))
		if err != nil {
			return err
		}
		x.add(findClaim, n, claim.ID, claim.Anchor(), plainText(statement)+" "+output.Glyph(claim.Verdict)+" "+claim.Verdict)
	}
	return nil
}

// addFinder stores the script and what it fetches.
func (p *pageMaker) addFinder(index *findIndex, cited *citations) error {
	for name, data := range map[string]any{indexFile: index, citeFile: cited} {
		text, err := json.Marshal(data)
		if err != nil {
			return err
		}
		p.a.add(name, text)
	}
	paths, err := json.Marshal(map[string]string{"index": p.a.path(indexFile), "cite": p.a.path(citeFile)})
	if err != nil {
		return err
	}
	style, err := fs.ReadFile(p.site, "find.css")
	if err == nil {
		style, err = minified(p.a.min, "find.css", style)
	}
	if err != nil {
		return err
	}
	css, err := json.Marshal(string(style))
	if err != nil {
		return err
	}
	script := "(()=>{const paths=" + string(paths) + ",style=" + string(css) + "\n"
	for _, name := range []string{findScript, "search.js", "term.js", "cite.js", "moved.js"} {
		part, err := fs.ReadFile(p.site, name)
		if err != nil {
			return err
		}
		script += string(part) + "\n"
	}
	data, err := minified(p.a.min, findScript, []byte(script+"})()"))
	if err != nil {
		return err
	}
	p.a.add(findScript, data)
	return nil
}

var (
	headings = regexp.MustCompile(`(?s)<h([23]) id="([^"]*)"[^>]*>(.*?)</h[23]>`)
	sideNote = regexp.MustCompile(`(?s)<sup class="mark">.*?</sup>|<span class="margin".*?</span>`)
	power    = regexp.MustCompile(`\^([0-9hiklmnp])([^\pL\pN]|$)`)
)

// scripts are the signs before the second part of an element of MathML.
var scripts = map[string]string{"msup": "^", "msub": "_", "mfrac": "/"}

// plainText returns the text of HTML on one line, with k^n for powers that have no sign of their own, and a/b for fractions.
func plainText(text string) string {
	type open struct {
		name     string
		children int
		end      string
	}
	var b strings.Builder
	var within []open
	text, end := sideNote.ReplaceAllString(text, ""), 0
	for _, at := range markup.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(text[end:at[0]])
		end = at[1]
		if at[4] < 0 { // a comment
			continue
		}
		name := text[at[4]:at[5]]
		if at[3] > at[2] {
			if n := len(within) - 1; n >= 0 && within[n].name == name {
				b.WriteString(within[n].end)
				within = within[:n]
			}
			if name == "p" || name == "li" || name == "dd" || name == "td" {
				b.WriteByte(' ')
			}
			continue
		}
		closing := ""
		if n := len(within) - 1; n >= 0 {
			sign := scripts[within[n].name]
			if within[n].children++; within[n].children == 2 {
				b.WriteString(sign)
			}
			if sign != "" && name == "mrow" { // of several signs
				b.WriteByte('(')
				closing = ")"
			}
		}
		if name != "br" && name != "img" && name != "input" {
			within = append(within, open{name, 0, closing})
		}
	}
	b.WriteString(text[end:])
	plain := power.ReplaceAllStringFunc(html.UnescapeString(b.String()), func(found string) string {
		r := []rune(found)
		return string(superscripts[r[1]]) + string(r[2:])
	})
	return strings.Join(strings.Fields(plain), " ")
}

var superscripts = map[rune]rune{
	'0': '⁰', '1': '¹', '2': '²', '3': '³', '4': '⁴', '5': '⁵', '6': '⁶', '7': '⁷', '8': '⁸', '9': '⁹',
	'h': 'ʰ', 'i': 'ⁱ', 'k': 'ᵏ', 'l': 'ˡ', 'm': 'ᵐ', 'n': 'ⁿ', 'p': 'ᵖ',
}
