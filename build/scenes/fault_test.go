package scenes_test

import (
	"testing"

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
		const patient = `{ // on a busy machine too, where the worker may need longer than 150 ms to answer
			const later = setTimeout
			window.setTimeout = (f, ms, ...args) => later(f, ms == 150 ? 30000 : ms, ...args)
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
