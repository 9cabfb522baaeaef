package build

import (
	"bytes"
	"cmp"
	"errors"
	"html"
	"html/template"
	"io/fs"
	"path"
	"slices"
	"strings"

	"topobook/build/typeset"
	"topobook/notebooks/markdown"
	"topobook/notebooks/output"
)

// A pageMaker fills the templates.
type pageMaker struct {
	a         *assets
	templates *template.Template
	settings  *Settings
	math      *typeset.Typesetter
	ledger    bool // there are claims
	live      bool // while serving for development
	log       func(format string, args ...any)
	folder    string
	site      fs.FS
	sources   []sourceData    // of the notebooks whose pages are made
	bodies    map[string]body // by slug
	glossary  *glossary       // nil if there is none
}

// frame returns what is around the content of a page. Its title stands before that of the site.
func (p *pageMaker) frame(file, title, description string) frame {
	styles, _ := p.a.readWith(file)
	f := frame{
		Site: p.settings, Ledger: p.ledger,
		Title: p.settings.Title, Description: cmp.Or(description, p.settings.Description), Here: file, Policy: Policy,
		Styles: styles, Boot: p.a.path("boot.js"), Icon: p.a.path("icon.svg"),
		Fonts: []string{p.a.path("fonts/serif-regular.woff2"), p.a.path("fonts/sans.woff2")}, Finder: p.a.path(findScript),
	}
	if title != f.Title {
		f.Title = title + " · " + f.Title
	}
	if p.settings.Base != "" {
		f.URL = p.settings.Base + strings.TrimSuffix(file, "index.html")
	}
	if !p.live {
		f.Worker = "sw.js"
	}
	return f
}

// make stores the page that a template makes of its data.
func (p *pageMaker) make(file, template string, data any) error {
	var b bytes.Buffer
	if err := p.templates.ExecuteTemplate(&b, template, data); err != nil {
		return err
	}
	if err := p.a.addPage(file, b.Bytes()); err != nil {
		return err
	}
	weight, err := p.a.lighten(file)
	if budget := budgetOf(file); weight > budget {
		p.log("%s takes %.1f kB to be read, compressed by gzip, want at most %d: it has no drawing left that could come later", file, float64(weight)/1000, budget/1000)
	}
	return err
}

// A body is what a notebook has on its page.
type body struct {
	body     string // HTML
	sections []markdown.Section
}

// renderAll renders the notebooks, and makes links of what the glossary explains.
func (p *pageMaker) renderAll(all []*computed) error {
	for _, c := range all {
		p.a.addFolder(c.book)
	}
	bodies := make([]body, len(all))
	err := inParallel(len(all), func(i int) (err error) {
		c := all[i]
		for _, fault := range c.book.BareCaptions(c.results) {
			err = errors.Join(err, fault)
		}
		if err == nil {
			bodies[i].body, bodies[i].sections, err = c.book.Render(c.results, p.math)
		}
		return err
	})
	if err != nil {
		return err
	}
	p.bodies = map[string]body{}
	for i, c := range all {
		p.bodies[c.book.Slug] = bodies[i]
	}
	i := slices.IndexFunc(all, func(c *computed) bool { return c.book.Slug == glossarySlug })
	if i < 0 {
		return nil
	}
	if p.glossary, err = readGlossary(p.folder, all[i].book, p.bodies[glossarySlug].body); err != nil {
		return err
	}
	for slug, b := range p.bodies {
		if slug != glossarySlug && slug != markdown.Index {
			p.bodies[slug] = body{p.glossary.link(b.body), b.sections}
		}
	}
	return nil
}

// paper makes the pages of a paper; next is what comes after it, or nil.
func (p *pageMaker) paper(of paper, next *pageLink) error {
	names, err := p.addNames(of)
	if err != nil {
		return err
	}
	for i := range of {
		if err := p.notebook(of, i, next, names); err != nil {
			return err
		}
	}
	return nil
}

// notebook makes page i of a paper; next is what comes after the paper, or nil, and names the file of the names of its pages.
func (p *pageMaker) notebook(of paper, i int, next *pageLink, names string) error {
	c := of[i]
	body, sections := p.bodies[c.book.Slug].body, p.bodies[c.book.Slug].sections
	data, err := c.data(p.a, p.math, names)
	if err != nil {
		return err
	}
	file, title := c.book.Slug+".html", c.book.Title
	if i > 0 {
		title += " · " + of[0].book.Short
	}
	p.a.moves[file] = strings.Contains(string(body), `class="motion"`)
	page := notebookPage{
		frame: p.frame(file, title, c.book.Summary),
		Meta:  c.book.Meta, Data: data,
	}
	text, back, _ := strings.Cut(body, markdown.BackMark)
	page.Body, page.Back = template.HTML(text), template.HTML(back)
	for _, s := range sections {
		list := &page.Sections
		if s.Back {
			list = &page.BackSections
		}
		*list = append(*list, section{s.ID, template.HTML(s.Text)})
	}
	page.Open = p.opens(c.book)
	if page.Tags, page.About, err = p.settings.scholar(of, i, page.frame); err != nil {
		return err
	}
	of.place(&page, i, next)
	if p.settings.Playground {
		if err := p.addSource(c.book, title); err != nil {
			return err
		}
	}
	return p.make(file, "page.html", page)
}

// front makes the front page, of index.md if it is there, else of what the settings say.
func (p *pageMaker) front(front *computed, papers []paper) error {
	page := indexPage{frame: p.frame("index.html", p.settings.Title, p.settings.Description)}
	page.Meta.Title, page.Meta.Summary = p.settings.Title, p.settings.Description
	var claims []output.Claim
	if front != nil {
		before, after, _ := strings.Cut(strings.Replace(p.bodies[markdown.Index].body, markdown.BackMark, "", 1), markdown.NotebooksMark)
		page.frame = p.frame("index.html", front.book.Title, cmp.Or(p.settings.Description, front.book.Summary))
		page.Meta, page.Before, page.After = front.book.Meta, template.HTML(before), template.HTML(after)
		if len(front.book.Cells) > 0 {
			var err error
			if page.Data, err = front.data(p.a, p.math, ""); err != nil {
				return err
			}
		}
		claims = front.claims()
	}
	for _, paper := range papers {
		claims = append(claims, paper.claims()...)
		page.Books = append(page.Books, paper.entry())
	}
	page.Claims = tallyOf(claims)
	return p.make("index.html", "index.html", page)
}

// addScript stores a script that one page has.
func (p *pageMaker) addScript(name string) error {
	script, err := fs.ReadFile(p.site, name)
	if err != nil {
		return err
	}
	if script, err = minified(p.a.min, name, script); err != nil {
		return err
	}
	p.a.add(name, script)
	return nil
}

// lists makes the other pages that are not a notebook's.
func (p *pageMaker) lists(front *computed, papers []paper) error {
	if err := p.reference(); err != nil {
		return err
	}
	if err := p.licenses(); err != nil {
		return err
	}
	if p.ledger {
		if front != nil {
			papers = append([]paper{{front}}, papers...)
		}
		if err := p.addScript(ledgerScript); err != nil {
			return err
		}
		page := ledger(p.frame("ledger.html", "Ledger", "Every claim of every paper, and what became of it."), papers)
		page.Script = p.a.path(ledgerScript)
		if err := p.make("ledger.html", "ledger.html", page); err != nil {
			return err
		}
	}
	return p.make("404.html", "404.html", p.frame("404.html", "Not found", "There is no such page."))
}

// sitemap lists the pages among files for search engines.
func sitemap(base string, files []string) []byte {
	var b bytes.Buffer
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for _, file := range files {
		if path.Ext(file) == ".html" && file != "404.html" {
			b.WriteString("<url><loc>" + html.EscapeString(base+strings.TrimSuffix(file, "index.html")) + "</loc></url>\n")
		}
	}
	b.WriteString("</urlset>\n")
	return b.Bytes()
}
