package scenes_test

import (
	"testing"
	"time"

	"topobook/build/browser"
)

// goesOn checks that the page is as usable as before: the cell apart can be run.
func (b *tab) goesOn() {
	b.t.Helper()
	b.idle()
	b.slide("m", 6)
	b.wait(contains("#cell-apart .output", "25"))
	b.slide("k", 3)
	b.wait(contains("#cell-sizes table", "9"))
	b.idle()
}

func TestStopLoop(t *testing.T) {
	scene(t, func(t *visit) {
		const patient = `{ // on a busy machine too, where the worker may need longer than stopTime to answer
			const later = setTimeout
			window.setTimeout = (f, ms, ...args) => later(f, ms == 130 ? 30000 : ms, ...args)
		}`
		b := t.open(t.sample("sample", patient))
		b.ready()
		b.edit("sum", "x = 0\nfor i in range(1 << 40):\n    x += i\nx")
		b.key(browser.Enter, browser.Control)
		b.wait(state("sum", "running"))
		b.click("#stop")
		b.wait(state("sum", "stopped"))
		b.wait(contains("#cell-sum .error", "stopped"))
		if got := eval[int](b, "spawned"); got != 1 {
			t.Errorf("a loop of Starlark was stopped by %d workers, want the one that ran it", got)
		}
		b.js(`document.querySelector('#cell-sum [data-do=reset]').click()`)
		b.wait(contains("#cell-sum .output", "5"))
		b.goesOn()
	})
}

func TestStopDeaf(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample"))
		b.slide("m", 4) // kept over the new worker
		b.wait(contains("#cell-apart .output", "9"))
		b.idle()
		// A kernel that does not listen: the page replaces it.
		b.js(`kernel.postMessage = () => {}`)
		b.slide("k", 3)
		b.wait(`document.documentElement.hasAttribute('data-busy')`)
		b.click("#stop")
		b.wait(`spawned == 2 && !document.documentElement.hasAttribute('data-busy')`)
		b.wait(contains("#status", "started again"))
		b.slide("k", 2)
		b.slide("k", 4)
		b.wait(contains("#cell-sizes table", "16"))
		b.edit("sum", `text("sum:", sum(squares) * 1)`)
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-sum .output", "14"))
		b.goesOn()
	})
}

func TestMemory(t *testing.T) {
	scene(t, func(t *visit) {
		for _, bomb := range []string{
			"x = [0] * (1 << 28)\nlen(x)",
			"x = [0]\nfor i in range(40):\n    x = x + x\nlen(x)",
			"x = 'a' * 1000000\nfor i in range(40):\n    x = x + x\nlen(x)",
			"x = 3\nfor i in range(40):\n    x = x * x\nx % 7",
		} {
			b := t.open(t.sample("sample"))
			b.ready()
			b.edit("sum", bomb)
			b.key(browser.Enter, browser.Control)
			b.wait(state("sum", "stopped") + "||" + state("sum", "failed"))
			t.Logf("%q: %s", bomb, b.text("#cell-sum .error"))
			b.goesOn()
		}
	})
}

// TestMemoryFallsBack has a kernel need much memory, which it cannot give back. Once its reader has done nothing for a while another takes its
// place, as the page stands; much later if it has the values of a heavy cell.
func TestMemoryFallsBack(t *testing.T) {
	scene(t, func(t *visit) {
		const hasty = `{
			const later = setTimeout
			window.setTimeout = (f, ms, ...args) => later(f, { 15000: 500, 300000: 4000 }[ms] ?? ms, ...args)
		}`
		for _, heavy := range []bool{false, true} {
			b := t.open(t.sample("sample", hasty))
			b.slide("k", 3)
			b.wait(state("long", "waiting"))
			b.idle()
			if heavy {
				b.click("#cell-long .offer [data-do=run]")
				b.wait(state("long", "done"))
			}
			b.edit("sum", "x = [0] * (4 << 20)\n\"made \" + str(len(x))")
			b.key(browser.Enter, browser.Control)
			b.wait(contains("#cell-sum .output", "made 4194304"))
			b.idle()
			if heavy {
				time.Sleep(1500 * time.Millisecond)
				if got := eval[int](b, "spawned"); got != 1 {
					t.Errorf("%d kernels were started, and the values of a heavy cell are gone with the first", got)
				}
			}
			b.wait("spawned == 2")
			b.edit("sum", "k + 1000")
			b.key(browser.Enter, browser.Control)
			b.wait(contains("#cell-sum .output", "1003"))
			b.goesOn()
		}
	})
}

func TestWorkerDies(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample"))
		b.slide("m", 5)
		b.wait(contains("#cell-apart .output", "16"))
		b.idle()
		b.js(`kernel.postMessage(null)`) // no message: the Go program ends
		b.wait(`spawned == 2`)
		b.wait(contains("#status", "started again"))
		if got := b.value("m"); got != "5" {
			t.Errorf("after the worker died m is %s, want the reader's 5", got)
		}
		b.edit("sum", "text(\"sum:\", sum(squares) + 1000)")
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-sum .output", "1030"))
		b.edit("sum", "x = 0\nfor i in range(1 << 40):\n    x += i\nx")
		b.key(browser.Enter, browser.Control)
		b.wait(state("sum", "running"))
		b.js(`kernel.dispatchEvent(new ErrorEvent('error', { message: 'Maximum call stack size exceeded' }))`)
		b.wait(state("sum", "stopped"))
		b.wait(contains("#cell-sum .error", "nested too deeply"))
		b.goesOn()
	})
}
