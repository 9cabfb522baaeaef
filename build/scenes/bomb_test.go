package scenes_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"topobook/notebooks/engine/enginetest"
)

// A trial is how a page came through one run of a cell.
type trial struct {
	State   string  // of the cell then
	Error   string  // that the cell shows
	Begun   bool    // it was seen running
	Stopped float64 // ms from a press of Stop until nothing ran; negative if it ended by itself
	Blocked float64 // ms for which the page did nothing else, at most
	Memory  float64 // bytes of the kernel that came to an end last
	Spawned int     // workers so far
	Broken  []string
}

// trials lets a test give a cell another source as one who types, run it, and press Stop some time after it was seen running.
const trials = `{
	const later = setTimeout, broken = []
	window.confirm = () => true // what stands there need not be kept
	const error = console.error
	console.error = (...said) => { broken.push(said.join(' ')); error(...said) }
	addEventListener('error', e => broken.push(e.message))
	addEventListener('unhandledrejection', e => broken.push(String(e.reason)))
	const wait = ms => new Promise(done => later(done, ms))
	const busy = () => document.documentElement.hasAttribute('data-busy')
	let beat = performance.now(), blocked = 0
	const tick = () => { const now = performance.now(); blocked = Math.max(blocked, now - beat); beat = now; later(tick, 5) }
	tick()
	window.trial = async (id, source, patience) => {
		const cell = document.querySelector('[data-cell="' + id + '"]'), { editor } = cell.querySelector('.code-input')
		const heard = seen.length, told = () => seen.slice(heard).some(m => m.type == 'result' && m.cell == id)
		blocked = 0
		editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: source }, userEvent: 'input.paste' })
		editor.contentDOM.focus()
		editor.contentDOM.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', keyCode: 13, ctrlKey: true, bubbles: true, cancelable: true }))
		const begun = performance.now()
		while (!told() && performance.now() - begun < 60000) await wait(5)
		const until = performance.now() + patience
		while (busy() && performance.now() < until) await wait(5)
		let stopped = -1
		while (busy() && document.getElementById('stop').disabled) await wait(1)
		if (busy()) {
			const pressed = performance.now()
			document.getElementById('stop').click()
			while (busy() && performance.now() - pressed < 60000) await wait(1)
			stopped = performance.now() - pressed
		}
		await wait(20)
		return { State: cell.dataset.state, Error: cell.querySelector('.error:not([hidden])')?.textContent ?? '', Begun: told(), Stopped: stopped, Blocked: blocked,
			Memory: seen.findLast(m => m.type == 'idle')?.memory ?? 0, Spawned: spawned,
			Broken: broken.splice(0).concat(seen.slice(heard).filter(m => m.type == 'died').map(m => 'died: ' + m.text)) }
	}
}`

// A bombSite is the playground with two cells: the one that is tried, and the values that it takes.
type bombSite struct {
	*tab
	attack      string
	worst, jank trial // the longest to be stopped, and the longest to block the page
}

// bombs opens the playground with cells to try.
func (v *visit) bombs() *bombSite {
	h := newHost(v, sample(v))
	h.script += trials
	b := &bombSite{tab: v.playground(h, "")}
	b.again()
	b.code("values")
	b.code("bomb")
	return b
}

// try runs a source in a cell, presses Stop if it still runs after so many ms, and says how that went.
func (b *bombSite) try(cell, source string, patience int) trial {
	b.t.Helper()
	r := eval[trial](b.tab, fmt.Sprintf(`trial(%q, %s, %d)`, cell, strconv.QuoteToASCII(source), patience))
	if r.Stopped > b.worst.Stopped {
		b.worst = r
		b.t.Logf("%s: stopped after %.0f ms, the page did nothing for %.0f ms, state %s, %q: %.150q", b.attack, r.Stopped, r.Blocked, r.State, r.Error, source)
	}
	if r.Blocked > b.jank.Blocked {
		b.jank = r
		b.t.Logf("%s: the page did nothing for %.0f ms: %.150q", b.attack, r.Blocked, source)
	}
	return r
}

// bomb tries a source, and checks that the page goes on then, in little memory.
func (b *bombSite) bomb(source string, patience int) trial {
	b.t.Helper()
	r := b.try("bomb", source, patience)
	fault := ""
	switch {
	case !r.Begun:
		fault = "was not run within a minute"
	case r.Stopped > 10_000:
		fault = fmt.Sprintf("was stopped after %.1f s", r.Stopped/1000)
	case strings.Contains(r.Error, "internal error") || strings.Contains(r.Error, "panic"):
		fault = "says " + r.Error
	case len(r.Broken) > 0 && !isRestart(r.Error):
		fault = fmt.Sprintf("broke something: %q", r.Broken)
	}
	after := b.try("bomb", "6 * 7", 60_000)
	if fault == "" && (after.State != "done" || b.text("#cell-bomb .output") != "42") {
		fault = fmt.Sprintf("the page does not go on: %+v", after)
	}
	if after.Memory > 220<<20 { // which replaces the worker
		if after = b.try("bomb", "6 * 7", 60_000); after.Memory > 220<<20 {
			fault = fmt.Sprintf("the kernel keeps %.0f MB", after.Memory/(1<<20))
		}
	}
	if fault != "" {
		b.t.Errorf("%.300q: %s", source, fault)
	}
	b.t.attacked(b.attack, fault == "", time.Duration(max(0, r.Stopped)*float64(time.Millisecond)))
	return r
}

// isRestart tells whether a cell says that the engine was started again because of it, and why.
func isRestart(text string) bool {
	return strings.Contains(text, "nested too deeply") || strings.Contains(text, "ran out of memory")
}

// TestBombs runs cells that would take all time and memory. Each ends with the sentence that it has natively.
func TestBombs(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.bombs()
		b.attack = "a cell that takes all memory or time"
		for _, bomb := range enginetest.Bombs {
			doc := enginetest.Document("-- cell --\n" + bomb.Source)
			if len(doc.Files) > 0 {
				continue // TestBombFiles
			}
			if r := b.bomb(doc.Cells[0].Source, 60_000); r.Stopped < 0 && !strings.Contains(r.Error, bomb.Want) && !typedOtherwise[bomb.Name] {
				t.Errorf("%s: says %q, want %q", bomb.Name, r.Error, bomb.Want)
			}
		}
		for _, source := range deafCells {
			b.bomb(source, 100)
		}
		b.attack = "a cell with an output that is too large"
		for _, source := range floods {
			b.bomb(source, 2000)
		}
		b.t.Logf("Stop took at most %.0f ms, the page did nothing for at most %.0f ms, %d workers", b.worst.Stopped, b.jank.Blocked, b.try("bomb", "0", 1000).Spawned)
	})
}

// typedOtherwise are bombs of which the editor takes away a last line break, or a byte that is no text.
var typedOtherwise = map[string]bool{"long source": true, "zero bytes": true}

// deafCells are long steps in which a cell asks for no leave.
var deafCells = []string{
	`int("9" * 16000000)`,
	`len(str((1 << 217000)) * 200)`,
	`l = ["a" * 1000000 + str(i) for i in range(40)]` + "\n" + `[("a" * 1000000 + "z") in l for _ in range(100000)][0]`,
	`("a" * 4000000 + "b") in ("a" * 16000000)`,
	`[max(range(1000000)) for _ in range(100000)][0]`,
	`l = [list(range(2000)) for _ in range(400)]` + "\n" + `[l == [list(x) for x in l] for _ in range(100000)][0]`,
	`("ab" * 8000000).strip("ab")`,
	`["ab" * 8000000][0].count("aba")`,
	`[hash("a" * 16000000) for _ in range(10000)][0]`,
	`{("a" * 1000000): 1 for _ in range(100000)}`,
	`x = {(i << 32): 0 for i in range(1000000)}` + "\nlen(x)",
	"t = ()\nfor i in range(100000):\n    t = (t,)\n{t: 1}",
	"t = ()\nfor i in range(60):\n    t = (t, t)\n{t: 1}",
	"t = ()\nfor i in range(60):\n    t = (t, t)\nt == (t, t)[0]",
	"t = []\nfor i in range(100000):\n    t = [t]\ntext(t)",
	"t = []\nfor i in range(100000):\n    t = [t]\nclaim('c', t, t)",
	"t = []\nfor i in range(100000):\n    t = [t]\ntable(t)",
	`sorted([str(i) * 1000 for i in range(10000)])[0]`,
	`read_network("a b\n" * 4000000, format="edgelist")`,
}

// floods are outputs that are large.
var floods = []string{
	`"<" * 16000000`,
	`text("<&>" * 3000000)`,
	`[text("<" * 9000)] * 900`,
	`[["x" * 5000] * 300] * 300`,
	`table([[i + j for j in range(100)] for i in range(20000)])`,
	`table([["x" * 9999] * 200] * 200)`,
	`[draw(kary_ntree(2, 5))] * 600`,
	`[draw(torus(30, 2))] * 40`,
	`columns(*[draw(kary_ntree(2, 6))] * 100)`,
	`heatmap([[i * j for i in range(256)] for j in range(256)])`,
	`plot({str(k): [(i, i * k) for i in range(200)] for k in range(100)})`,
	`[text("$k^n$ ") for _ in range(20000)]`,
	`[{"a": [1, {"b": (2, "c")}]}] * 100000`,
	"for i in range(6000):\n    print('<b>')",
	"a = choice('0', [str(i) for i in range(200000)])",
	"a = choice('0', ['0'] + ['<' * 9000] * 100)",
	"a = pick(torus(1024, 2), '0,0')",
	`fail("<\n" * 8000000)`,
	`animate(torus(20, 2), [route(torus(20, 2), "0,0", "9,9")] * 200)`,
}

// TestBombCalls calls builtins with huge arguments, and presses Stop soon after the call has begun: it stops.
func TestBombCalls(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.bombs()
		b.attack = "a call with huge arguments, stopped"
		groups := map[string][]string{} // calls, by the values that they take
		tried, ended := 0, 0
		for _, call := range enginetest.Stops.Calls() {
			values := strings.TrimSuffix(strings.TrimSuffix(enginetest.WithHugeValues(call), call), "\n")
			if !strings.Contains(values, "names") && !strings.Contains(values, "nodes") { // which take seconds to make, each time the worker is replaced
				groups[values] = append(groups[values], call)
				tried++
			}
		}
		for _, values := range slices.Sorted(maps.Keys(groups)) {
			if values != "" {
				start := time.Now()
				if r := b.try("values", values, 60_000); r.State != "done" {
					t.Errorf("%s: the values do not come: %+v", values, r)
				}
				t.Logf("%.1f s for %q", time.Since(start).Seconds(), values)
			}
			for _, call := range groups[values] {
				if r := b.bomb(call, 60); r.Stopped < 0 {
					ended++
				}
			}
		}
		t.Logf("%d calls, of which %d ended before Stop; it took at most %.0f ms, the page did nothing for at most %.0f ms, %d workers",
			tried, ended, b.worst.Stopped, b.jank.Blocked, b.try("bomb", "0", 1000).Spawned)
	})
}
