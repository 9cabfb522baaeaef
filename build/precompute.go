package build

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
)

// maxKernels is how many notebooks are computed at the same time, on as many processors or more: each
// may take much memory.
const maxKernels = 4

// ComputeAll computes several notebooks, some at the same time, and returns their results in the order
// of books, each as [markdown.Notebook.Run] does. at, which may be nil, is told now and then which cell is computed; done, which may be nil, of
// each notebook that has been computed, one after the other. The functions of options, and at, are called from several goroutines.
func ComputeAll(books []*markdown.Notebook, options engine.RunOptions, at func(file, cell string), done func(*markdown.Notebook)) ([][]engine.Result, error) {
	results, errs := make([][]engine.Result, len(books)), make([]error, len(books))
	kernels := min(maxKernels, runtime.GOMAXPROCS(0))
	options.Beside = kernels - 1
	var next atomic.Int64
	var failed atomic.Bool
	var told sync.Mutex
	work := func() {
		for !failed.Load() {
			i := int(next.Add(1)) - 1
			if i >= len(books) {
				return
			}
			options := options
			if pause := options.Pause; at != nil {
				options.Pause = func(p engine.Progress) error {
					at(books[i].File, p.Cell)
					return pause(p)
				}
			}
			if results[i], errs[i] = books[i].Run(options); errs[i] != nil {
				failed.Store(true)
			} else if done != nil {
				told.Lock()
				done(books[i])
				told.Unlock()
			}
		}
	}
	var all sync.WaitGroup
	for range kernels {
		all.Go(work)
	}
	all.Wait()
	for _, err := range errs { // those before the first have been begun: it is the same each time
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}

// kept returns a notebook with the results that an earlier build kept, with those of heavy cells if they are wanted; nil if there are none.
func (b *Builder) kept(book *markdown.Notebook, heavy bool) *computed {
	c := &computed{book: book}
	if b.cache.load(&c.results, "results", book.Key(), "heavy") || !heavy && b.cache.load(&c.results, "results", book.Key(), "light") {
		return c
	}
	return nil
}

// keep keeps the results of a notebook for later builds. The values of its cells, which no page shows, are not kept.
func (b *Builder) keep(c *computed) {
	results := slices.Clone(c.results)
	for i := range results {
		results[i].Value = nil
	}
	which := "heavy"
	if c.light() {
		which = "light"
	}
	b.cache.save(results, "results", c.book.Key(), which)
}
