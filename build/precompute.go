package build

import (
	"cmp"
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
	results := make([][]engine.Result, len(books))
	options.Beside = atOnce() - 1
	var told sync.Mutex
	err := inParallel(len(books), func(i int) (err error) {
		options := options
		if pause := options.Pause; at != nil {
			options.Pause = func(p engine.Progress) error {
				at(books[i].File, p.Cell)
				return pause(p)
			}
		}
		if results[i], err = books[i].Run(options); err == nil && done != nil {
			told.Lock()
			defer told.Unlock()
			done(books[i])
		}
		return err
	})
	return results, err
}

// atOnce returns how many notebooks are worked on at the same time.
func atOnce() int { return min(maxKernels, runtime.GOMAXPROCS(0)) }

// inParallel calls work of 0 to n-1, in this order and some at the same time, until one of them fails, and returns the error of the first
// that did: as those before it have been begun, it is the same each time.
func inParallel(n int, work func(i int) error) error {
	errs := make([]error, n)
	var next atomic.Int64
	var failed atomic.Bool
	var all sync.WaitGroup
	for range atOnce() {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && !failed.Load(); i = int(next.Add(1)) - 1 {
				if errs[i] = work(i); errs[i] != nil {
					failed.Store(true)
				}
			}
		})
	}
	all.Wait()
	return cmp.Or(errs...)
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
