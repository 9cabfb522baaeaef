package build

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"topobook/build/typeset"
	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
)

// Options say what to build.
type Options struct {
	Folder   string            // that has the notebooks, and site.yaml if there is one
	Out      string            // the folder that becomes the site, dist in Folder if empty
	Site     fs.FS             // the files of package site
	Engine   *Engine           // the browser program; if it is nil, Build compiles it from Checkout
	Checkout string            // the checkout that has the browser program
	Fast     bool              // compress less, and leave out the service worker: for development
	Live     bool              // do not wait for the engine, and do not make it small: for an author who looks on, see package serve
	Keep     bool              // keep what was computed for the next build
	Debug    bool              // compile a browser program that has names in the traces of its panics, and is large
	Log      func(line string) // told what Build does; may be nil

	At func(file, cell string) // told now and then which cell of a notebook is computed, from several goroutines; may be nil
}

// Build makes the site and returns its sizes. A fault in a source file is a [*markdown.Fault] in the error.
func Build(ctx context.Context, opt Options) (Report, error) {
	return NewBuilder(opt).Build(ctx, true)
}

// A Builder builds the site, and again without doing again what has not changed.
type Builder struct {
	opt    Options
	math   *typeset.Typesetter
	cache  cache
	known  map[string]*computed // results by content of the notebook's file
	ran    int                  // notebooks whose cells were run for the last build
	engine atomic.Pointer[Engine]
}

// NewBuilder returns a builder that has built nothing yet.
func NewBuilder(opt Options) *Builder {
	if opt.Out == "" {
		opt.Out = filepath.Join(opt.Folder, "dist")
	}
	if opt.Log == nil {
		opt.Log = func(string) {}
	}
	b := &Builder{opt: opt, math: typeset.NewTypesetter(), known: map[string]*computed{}}
	b.engine.Store(opt.Engine)
	if opt.Keep {
		b.cache = userCache()
	}
	return b
}

// log tells what is going on, in one line.
func (b *Builder) log(format string, args ...any) { b.opt.Log(fmt.Sprintf(format, args...)) }

// Build builds the site; without heavy the outputs of heavy cells are left out. If the builder is live, what needs the engine is left out
// until [Builder.Compile] has made that.
func (b *Builder) Build(ctx context.Context, heavy bool) (Report, error) {
	style, err := fs.ReadFile(b.opt.Site, "style.css")
	if err != nil {
		return Report{}, err
	}
	settings, err := loadSettings(b.opt.Folder, style)
	if err != nil {
		return Report{}, err
	}
	books, err := Load(b.opt.Folder)
	if err != nil {
		return Report{}, err
	}
	if err := settings.complete(b.opt.Folder, books); err != nil {
		return Report{}, err
	}
	if err := attach(b.opt.Folder, books, settings.Bibliography); err != nil {
		return Report{}, err
	}
	for _, book := range books {
		book.Solutions = settings.Solutions
	}
	all, err := b.computeAndCompile(ctx, books, heavy)
	if err != nil {
		return Report{}, err
	}
	a, err := b.render(all, settings)
	if err != nil {
		return Report{}, err
	}
	return b.write(a, all)
}

// computeAndCompile runs the notebooks, and makes the engine meanwhile unless the builder is live.
func (b *Builder) computeAndCompile(ctx context.Context, books []*markdown.Notebook, heavy bool) ([]*computed, error) {
	if b.opt.Live {
		return b.compute(ctx, books, heavy)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	compiled := make(chan error, 1)
	go func() {
		err := b.Compile(ctx)
		if err != nil {
			stop(err)
		}
		compiled <- err
	}()
	all, err := b.compute(ctx, books, heavy)
	if failed := <-compiled; failed != nil && (err == nil || errors.Is(err, context.Canceled)) {
		err = failed
	}
	return all, err
}

// Compile makes the engine, unless it is there.
func (b *Builder) Compile(ctx context.Context) error {
	if b.engine.Load() != nil {
		return nil
	}
	if b.opt.Checkout == "" {
		return errors.New("want a released topobook, which carries the browser program, or a folder inside a topobook checkout to compile it from")
	}
	start := time.Now()
	engine, err := b.compile(ctx)
	if err != nil {
		return err
	}
	if err := cmp.Or(engine.Papers.Unknown, engine.Full.Unknown); err != nil {
		b.log("the browser program is not packed, or not as small as it could be: %v", err)
	}
	b.engine.Store(&engine)
	b.log("compiled the browser program in %.1f s", time.Since(start).Seconds())
	if engine.Papers.Sizes != nil {
		b.log("code of the browser program of the papers' pages: %s", engine.Papers.growth(Program{}))
		b.log("code that the full one has besides: %s", engine.Full.growth(engine.Papers))
	}
	return nil
}

func (b *Builder) compile(ctx context.Context) (Engine, error) {
	switch {
	case b.opt.Debug:
		return DebugEngine(ctx, b.opt.Checkout)
	case b.opt.Live:
		return compileEngine(ctx, b.opt.Checkout, linkFlags, b.cache)
	}
	return buildEngine(ctx, b.opt.Checkout, b.cache)
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
			c = b.kept(book, heavy)
		}
		if c == nil {
			changed = append(changed, book)
			places = append(places, i)
			continue
		}
		c = &computed{book, c.results} // what it takes from its folder may have changed
		all[i], known[book.Key()] = c, c
	}
	start := time.Now()
	options := engine.RunOptions{Heavy: heavy, Pause: func(engine.Progress) error { return ctx.Err() }}
	results, err := ComputeAll(changed, options, b.opt.At, func(book *markdown.Notebook) {
		b.log("%s: %d cells are computed after %.1f s", book.File, len(book.Cells), time.Since(start).Seconds())
	})
	if err != nil {
		return nil, err
	}
	for i, book := range changed {
		c := &computed{book, results[i]}
		all[places[i]], known[book.Key()] = c, c
		b.keep(c)
	}
	b.known, b.ran = known, len(changed)
	return all, checkClaims(all)
}

// render makes all files of the site.
func (b *Builder) render(all []*computed, settings *Settings) (*assets, error) {
	templates, err := parseTemplates(b.opt.Site, b.math)
	if err != nil {
		return nil, err
	}
	engine := b.engine.Load()
	a, err := newAssets(b.opt.Site, engine, settings.Accent, b.opt.Live)
	if err != nil {
		return nil, err
	}
	pages := pageMaker{
		a: a, templates: templates, live: b.opt.Fast || b.opt.Live, log: b.log, settings: settings, math: b.math, folder: b.opt.Folder, site: b.opt.Site, sources: []sourceData{},
	}
	front, papers := papersOf(all)
	papers, apart := listed(papers)
	if front != nil {
		pages.ledger = len(front.claims()) > 0
	}
	for _, p := range papers {
		pages.ledger = pages.ledger || len(p.claims()) > 0
	}
	if err := pages.renderAll(all); err != nil {
		return nil, err
	}
	index, err := pages.index(front, slices.Concat(papers, apart))
	if err != nil {
		return nil, err
	}
	if err := pages.addFinder(index, pages.cite(papers)); err != nil {
		return nil, err
	}
	for i, p := range slices.Concat(papers, apart) {
		var next *pageLink
		if i+1 < len(papers) {
			meta := papers[i+1][0].book.Meta
			next = &pageLink{"Next notebook", meta}
			if meta.Paper != "" {
				next.Label = "Next paper"
			}
		}
		if err := pages.paper(p, next); err != nil {
			return nil, err
		}
	}
	if err := pages.front(front, papers); err != nil {
		return nil, err
	}
	if err := pages.lists(front, papers); err != nil {
		return nil, err
	}
	if settings.Playground && engine != nil {
		if err := pages.playground(*engine); err != nil {
			return nil, err
		}
	}
	if err := settings.checkPages(func(file string) bool {
		_, there := a.files[file]
		return there || file == playgroundFile && settings.Playground
	}); err != nil {
		return nil, err
	}
	if settings.Base != "" {
		a.files["sitemap.xml"] = sitemap(settings.Base, slices.Sorted(maps.Keys(a.files)))
	}
	return a, a.addWorker(b.opt.Site)
}
