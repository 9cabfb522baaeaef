package build

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"html/template"
	"path/filepath"
	"time"

	"topobook/build/markdown"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
)

// Options say what to build.
type Options struct {
	Root   string            // the checkout, which has notebooks/, site/ and wasm/
	Out    string            // the folder that becomes the site, dist in Root if empty
	Fast   bool              // compress less, and leave out the service worker: for development
	Debug  bool              // compile a browser program that has names in the traces of its panics, and is large
	Engine *Engine           // the browser program; if it is nil, Build compiles it
	Log    func(line string) // told what Build does; may be nil
}

// Build makes the site and returns its sizes. A fault in a source file is a [*markdown.Fault] in the error.
func Build(ctx context.Context, opt Options) (Report, error) {
	return NewBuilder(opt).Build(ctx, true)
}

// A Builder builds the site, and again without doing again what has not changed.
type Builder struct {
	opt   Options
	math  *markdown.Typesetter
	known map[string]*computed // results by content of the notebook's file
}

// NewBuilder returns a builder that has built nothing yet.
func NewBuilder(opt Options) *Builder {
	if opt.Out == "" {
		opt.Out = filepath.Join(opt.Root, "dist")
	}
	if opt.Log == nil {
		opt.Log = func(string) {}
	}
	return &Builder{opt: opt, math: markdown.NewTypesetter(), known: map[string]*computed{}}
}

// log tells what is going on, in one line.
func (b *Builder) log(format string, args ...any) { b.opt.Log(fmt.Sprintf(format, args...)) }

// Build builds the site; without heavy the outputs of heavy cells are left out.
func (b *Builder) Build(ctx context.Context, heavy bool) (Report, error) {
	books, err := Load(b.opt.Root)
	if err != nil {
		return Report{}, err
	}
	compiled := make(chan error, 1)
	go func() { compiled <- b.compile(ctx) }()
	all, err := b.compute(ctx, books, heavy)
	if failed := <-compiled; err == nil {
		err = failed
	}
	if err != nil {
		return Report{}, err
	}
	a, err := b.render(all)
	if err != nil {
		return Report{}, err
	}
	return b.write(a, all)
}

// compile makes the browser program, unless it is there.
func (b *Builder) compile(ctx context.Context) error {
	if b.opt.Engine != nil {
		return nil
	}
	start := time.Now()
	compile := BuildEngine
	if b.opt.Debug {
		compile = DebugEngine
	}
	engine, err := compile(ctx, b.opt.Root)
	if err != nil {
		return err
	}
	if err := cmp.Or(engine.Papers.Unknown, engine.Full.Unknown); err != nil {
		b.log("the browser program is not packed, or not as small as it could be: %v", err)
	}
	b.opt.Engine = &engine
	b.log("compiled the browser program in %.1f s", time.Since(start).Seconds())
	if engine.Papers.Sizes != nil {
		b.log("code of the browser program of the papers' pages: %s", engine.Papers.growth(Program{}))
		b.log("code that the full one has besides: %s", engine.Full.growth(engine.Papers))
	}
	return nil
}

// compute runs the notebooks that have changed since the last build, or that have heavy cells to run.
func (b *Builder) compute(ctx context.Context, books []*markdown.Notebook, heavy bool) ([]*computed, error) {
	known := map[string]*computed{}
	all := make([]*computed, len(books))
	var changed []*markdown.Notebook
	var places []int // of those in all
	for i, book := range books {
		c := b.known[book.Key()]
		if c == nil || heavy && c.light() {
			changed = append(changed, book)
			places = append(places, i)
			continue
		}
		c = &computed{book, c.results} // what it takes from its folder may have changed
		all[i], known[book.Key()] = c, c
	}
	start := time.Now()
	options := engine.RunOptions{Heavy: heavy, Pause: func(engine.Progress) error { return ctx.Err() }}
	results, err := ComputeAll(changed, options, func(book *markdown.Notebook) {
		b.log("%s: %d cells are computed after %.1f s", book.File, len(book.Cells), time.Since(start).Seconds())
	})
	if err != nil {
		return nil, err
	}
	for i, book := range changed {
		c := &computed{book, results[i]}
		all[places[i]], known[book.Key()] = c, c
	}
	b.known = known
	return all, checkClaims(all)
}

// render makes all files of the site.
func (b *Builder) render(all []*computed) (*assets, error) {
	templates, err := parseTemplates(b.opt.Root, b.math)
	if err != nil {
		return nil, err
	}
	a, err := newAssets(b.opt.Root, *b.opt.Engine)
	if err != nil {
		return nil, err
	}
	pages := pageMaker{a: a, templates: templates, live: b.opt.Fast}
	papers := papersOf(all)
	for i, p := range papers {
		var next *pageLink
		if i+1 < len(papers) {
			next = &pageLink{"Next paper", papers[i+1][0].book.Meta}
		}
		for j := range p {
			if err := pages.notebook(p, j, b.math, next); err != nil {
				return nil, err
			}
		}
	}
	if err := pages.lists(papers); err != nil {
		return nil, err
	}
	return a, a.addWorker(filepath.Join(b.opt.Root, "site", "sw.js"))
}

// A pageMaker fills the templates.
type pageMaker struct {
	a         *assets
	templates *template.Template
	live      bool // while serving for development
}

func (p *pageMaker) frame(file, title, description string) frame {
	f := frame{
		Title: title, Description: description, Here: file,
		Style: p.a.path("style.css"), Boot: p.a.path("boot.js"), Icon: p.a.path("icon.svg"),
		Fonts: []string{p.a.path("fonts/serif-regular.woff2"), p.a.path("fonts/sans.woff2")},
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
	return p.a.addPage(file, b.Bytes())
}

// notebook makes page i of a paper; next is what comes after the paper, or nil.
func (p *pageMaker) notebook(of paper, i int, math *markdown.Typesetter, next *pageLink) error {
	c := of[i]
	p.a.addFolder(c.book)
	body, sections, err := c.book.Render(c.results, math)
	if err != nil {
		return err
	}
	data, err := c.data(p.a, math)
	if err != nil {
		return err
	}
	file, title := c.book.Slug+".html", c.book.Title
	if i > 0 {
		title += " · " + of[0].book.Short
	}
	page := notebookPage{
		frame: p.frame(file, title+" · topobook", c.book.Summary),
		Meta:  c.book.Meta, Sections: sections, Body: body, Data: data,
	}
	of.place(&page, i, next)
	return p.make(file, "page.html", page)
}

// lists makes the pages that are not a notebook's.
func (p *pageMaker) lists(papers []paper) error {
	index := indexPage{frame: p.frame("index.html", "topobook: executable papers on interconnection networks",
		"Classic papers on interconnection networks, explained in pages whose every table, diagram and claim is computed, in your browser, by you.")}
	var claims []output.Claim
	for _, paper := range papers {
		claims = append(claims, paper.claims()...)
		index.Books = append(index.Books, paper.entry())
	}
	index.Claims = tallyOf(claims)
	if err := p.make("index.html", "index.html", index); err != nil {
		return err
	}
	entries, err := groups()
	if err != nil {
		return err
	}
	reference := referencePage{frame: p.frame("reference.html", "Reference · topobook",
		"Every builtin that a cell may use: networks, measures, routing, traffic, outputs and claims."), Groups: entries}
	if err := p.make("reference.html", "reference.html", reference); err != nil {
		return err
	}
	f := p.frame("ledger.html", "Ledger · topobook", "Every claim of every paper, and what became of it.")
	if err := p.make("ledger.html", "ledger.html", ledger(f, papers)); err != nil {
		return err
	}
	return p.make("404.html", "404.html", p.frame("404.html", "Not found · topobook", "There is no such page."))
}
