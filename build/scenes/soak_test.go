package scenes_test

import (
	"cmp"
	"encoding/json"
	"flag"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"topobook/build/browser"
	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/link"
	"topobook/notebooks/markdown"
)

var (
	soakSteps = flag.Int("soak", 0, "how `many` things TestSlowSoak does on every page; 0: some, on the main pages of the papers")
	soakSeed  = flag.Uint64("seed", 1, "the `number` from which they are drawn")
)

// soakSpy keeps what goes wrong, over reloads too, and lets the test see the memory of the page's engine.
const soakSpy = `{
	const broken = text => sessionStorage.setItem('broken', (sessionStorage.getItem('broken') ?? '') + text + '\n')
	addEventListener('error', e => broken('error: ' + e.message))
	addEventListener('unhandledrejection', e => broken('rejected: ' + e.reason))
	const say = console.error
	console.error = (...args) => { broken('console: ' + args.join(' ')); say(...args) }
	window.Worker = class extends Worker {
		constructor(...args) {
			super(...args)
			if (args[1].name != 'kernel') return
			window.kernelMemory = 0
			this.addEventListener('message', e => { if (e.data.type == 'idle') kernelMemory = e.data.memory })
		}
	}
	const later = setTimeout
	window.setTimeout = (f, ms, ...args) => later(f, ms == 300000 ? 15000 : ms, ...args)
	WebAssembly.instantiate = (instantiate => async (...args) => window.engine = await instantiate(...args))(WebAssembly.instantiate)
	setInterval(() => seen = [], 1000)
}`

// garbage is how many bytes the collectors of Go and of the browser may leave for later, which matter on small pages alone.
const garbage = 8 << 20

// acts is what readers do, the commoner the more often.
var acts = strings.Fields(`slide slide slide slide slide slide choose choose type pick pick pick pick edit edit undo undo run run stop stop
	share back fold reload`)

// TestSlowSoak does many things on pages of the book, drawn from a seed. Nothing breaks meanwhile; at the end the page answers,
// its memory is near what it was, and its outputs are those that the command computes from a link to it.
func TestSlowSoak(t *testing.T) {
	t.Parallel()
	for _, book := range whole(t).books {
		if *soakSteps == 0 && (book.PartOf != "" || strings.HasPrefix(book.Slug, "sample-")) {
			continue
		}
		t.Run(book.Slug, func(t *testing.T) {
			scene(t, func(t *visit) { soak(t, book) }, "chromium", "firefox")
		})
	}
}

func soak(t *visit, book *markdown.Notebook) {
	script, err := os.ReadFile("testdata/soak.js")
	if err != nil {
		t.Fatal(err)
	}
	h := newHost(t, whole(t))
	h.script += soakSpy
	b := t.open(h.page(book.Slug))
	start := func() {
		b.ready()
		b.js(string(script))
	}
	start()
	random := rand.New(rand.NewPCG(*soakSeed, seedOf(book.Slug)))
	memory := func() (all int) {
		b.quiet()
		if eval[bool](b, `kernelMemory > 48 << 20`) { // another takes its place
			time.Sleep(16 * time.Second)
		}
		b.js(`kernelMemory = 0; kernel.postMessage({ type: 'run', run: -1 })`) // it does nothing, and says what it has
		b.wait(`kernelMemory`)
		if page, ok := b.page.(*browser.ChromiumPage); ok {
			b.do("garbage", page.CollectGarbage)
		}
		for _, part := range eval[[]int](b, `[engine.exports.mem.buffer.byteLength, kernelMemory, performance.memory?.usedJSHeapSize ?? 0]`) {
			all += part
		}
		return all
	}
	for _, act := range []string{"pick", "edit", "undo", "share"} { // all that comes late is there
		eval[string](b, "act('"+act+"', [.5, .5, .5, .5, .5, .5])")
	}
	eval[any](b, `everything()`)
	eval[any](b, `settle()`)
	b.idle()
	first, most := memory(), time.Duration(0)
	var did []string
	for range cmp.Or(*soakSteps, 30) {
		act := acts[random.IntN(len(acts))]
		numbers := make([]float64, 6)
		for i := range numbers {
			numbers[i] = random.Float64()
		}
		if act == "reload" {
			b.reload()
			start()
			did = append(did, act)
			continue
		}
		args, _ := json.Marshal(numbers)
		began := time.Now()
		did = append(did, eval[string](b, "act('"+act+"', "+string(args)+")"))
		most = max(most, time.Since(began))
		if broken := eval[string](b, `sessionStorage.getItem('broken') ?? ''`); broken != "" {
			t.Fatalf("after %d things, the last ones %q, something broke: %s", len(did), did[max(0, len(did)-5):], broken)
		}
	}
	eval[any](b, `settle()`)
	b.idle()
	last := memory()
	t.Logf("%d things; the longest took %.2f s; memory of the tab was %d MB at first, and is %d MB at last", len(did), most.Seconds(), first>>20, last>>20)
	if last > first*3/2+garbage {
		t.Errorf("the tab takes %d MB after %d things, and %d MB when it had run once: want at most half more, and what collectors leave", last>>20, len(did), first>>20)
	}
	b.replays(book)
	t.attacked("a thing that a reader does, in a row of many", true, most)
}

func seedOf(text string) uint64 {
	sum := fnv.New64a()
	sum.Write([]byte(text))
	return sum.Sum64()
}

// replays checks that the outputs that the page shows are those that the same state gives natively.
func (b *tab) replays(book *markdown.Notebook) {
	b.t.Helper()
	_, fragment, _ := strings.Cut(b.share(), "#")
	state, err := link.Decode(&book.Document, fragment)
	if err != nil {
		b.t.Fatalf("the link of the page: %v", err)
	}
	kernel := engine.New(&book.Document, builtins.All())
	if err := kernel.Change(state.Inputs, state.Edits); err != nil {
		b.t.Fatalf("the state of the page: %v", err)
	}
	if err := kernel.Run(engine.RunOptions{}); err != nil {
		b.t.Fatal(err)
	}
	for _, cell := range book.Cells {
		if cell.Heavy && eval[bool](b, `ran.has('`+cell.ID+`') && document.querySelector('[data-cell="`+cell.ID+`"]').matches('[data-state=done]:not([data-old])')`) {
			if err := kernel.Run(engine.RunOptions{Only: []string{cell.ID}}); err != nil {
				b.t.Fatal(err)
			}
		}
	}
	compared, err := state.Compare(kernel.Outputs())
	if err != nil || len(compared.Differ) > 0 {
		b.t.Errorf("the link %s, run natively, differs in the outputs %v (%d are the same, error %v)", fragment, compared.Differ, compared.Compared-len(compared.Differ), err)
	}
}
