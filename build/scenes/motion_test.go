package scenes_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"topobook/build/browser"
)

// TestPlaysRecord scrubs through the record of a simulation that ends in a deadlock, and compares how many flits are drawn with how many
// have left their sources and not arrived.
func TestPlaysRecord(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.openPage("mikant-load")
		const motion = `document.querySelector('#cell-blocked .motion.moves')`
		b.inView(motion)
		var data struct {
			End            int
			Hops, Deadlock []int
		}
		if err := json.Unmarshal([]byte(eval[string](b, motion+`.dataset.motion`)), &data); err != nil {
			t.Fatal(err)
		}
		onTheWay := func(cycle int) (flits int) {
			seen := map[int]bool{}
			for i, first := 0, 0; i < len(data.Hops); {
				packet, delay, n := data.Hops[i], data.Hops[i+4], data.Hops[i+5]
				first += data.Hops[i+6]
				leave := first
				for j := range n {
					if j > 0 {
						leave += data.Hops[i+6+j]
					}
					if !seen[packet] && leave <= cycle {
						flits++
					}
					if delay < 0 && leave-delay <= cycle {
						flits--
					}
				}
				seen[packet] = true
				i += 6 + n
			}
			return flits
		}
		for _, cycle := range []int{0, 7, 100, data.End - 40, data.End} {
			got := eval[[]int](b, fmt.Sprintf(`(() => {
				const motion = `+motion+`, bar = motion.querySelector('.player-bar input'), svg = motion.querySelector('svg'), frame = svg.getBoundingClientRect()
				bar.value = %d
				bar.dispatchEvent(new Event('input'))
				const dots = [...motion.querySelectorAll('circle.message')], inside = dot => { const r = dot.getBoundingClientRect(); return r.x > frame.x - 9 && r.right < frame.right + 9 && r.y > frame.y - 9 && r.bottom < frame.bottom + 9 }
				return [dots.length, dots.filter(inside).length, motion.querySelectorAll('.stuck').length]
			})()`, cycle))
			want := []int{onTheWay(cycle), onTheWay(cycle), 0}
			if cycle == data.End {
				want[2] = len(data.Deadlock) / 2
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("in cycle %d: dots, those inside the drawing, and waiting channels %v, want %v", cycle, got, want)
			}
		}
		if len(data.Deadlock) != 8 || onTheWay(data.End) < 20 {
			t.Errorf("in the end %d channels wait, and %d flits are on their way", len(data.Deadlock)/2, onTheWay(data.End))
		}
		b.js(motion + `.querySelector('[data-play]').click()`)
		b.wait(motion + `.querySelector('.player-bar input').value > 2`)
		b.js(motion + `.querySelector('[data-play]').click()`)
	})
}

// TestStepsThrough goes through a function by keys and buttons: the marked line, the variables and the place of the message are those of
// the table of all steps.
func TestStepsThrough(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.openPage("kary-ntree")
		const motion = `document.querySelector('#cell-line-by-line .motion.moves')`
		b.inView(motion)
		type view struct {
			Line, Shown, Here, Row string // Line and Here are those beside the drawing
			At                     string // the node nearest to the message
		}
		look := func() view {
			return eval[view](b, `(() => {
				const motion = `+motion+`, middle = el => { const r = el.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] }
				const [x, y] = middle(motion.querySelector('circle.message')), row = motion.querySelector('tr.shown')
				const away = node => { const [u, v] = middle(node.querySelector('.shape')); return Math.hypot(u - x, v - y) }
				const at = [...motion.querySelectorAll('.nodes > [data-node]')].sort((a, b) => away(a) - away(b))[0].dataset.node
				const names = [...motion.querySelectorAll('dt')], index = [...motion.querySelectorAll('.traced li')].findIndex(li => li.classList.contains('now'))
				return { line: index < 0 ? '' : String(index + 1), row: row.cells[0].textContent, shown: row.cells[1].textContent, here: names.find(dt => dt.textContent == 'here').nextSibling.textContent, at }
			})()`)
		}
		last := eval[int](b, `+`+motion+`.querySelector('.player-bar input').max`)
		b.js(motion + `.querySelector('.player-bar input').focus()`)
		visited := map[string]bool{}
		for i := range last {
			got := look()
			if got.Line != got.Row || got.Here != got.Shown || got.Here != `"`+got.At+`"` {
				t.Fatalf("at step %d line %s is marked, here is %s and the message at %s; the table says line %s, %s", i, got.Line, got.Here, got.At, got.Row, got.Shown)
			}
			visited[got.At] = true
			if i%2 == 0 {
				b.key(browser.ArrowRight)
			} else {
				b.js(motion + `.querySelector('[data-step="1"]').click(); ` + motion + `.querySelector('.player-bar input').focus()`)
			}
		}
		if got := look(); got.Row != "returns True" || len(visited) != 7 {
			t.Errorf("in the end the table says %s; the message has visited %d nodes, want 7", got.Row, len(visited))
		}
	})
}

// inView scrolls to what plays in a drawing, once it is there, and waits until it is shown: that waits for its reader too.
func (b *tab) inView(motion string) {
	b.t.Helper()
	b.wait(`(motion => (motion?.scrollIntoView({ block: 'center', behavior: 'instant' }), motion?.querySelector('.message')))(` + motion + `)`)
}

// Messages move when their reader plays, pauses and scrubs, and end where they should; those that share a channel are marked.
func TestMotion(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.openPage("kary-ntree-traffic")
		const motion = `document.querySelector('#cell-pattern .motion.moves')`
		b.inView(motion)
		scrub := func(time float64) []int {
			return eval[[]int](b, fmt.Sprintf(`(time => {
				const motion = `+motion+`, bar = motion.querySelector('.player-bar input')
				bar.value = time
				bar.dispatchEvent(new Event('input'))
				return [motion.querySelectorAll('.message').length, motion.querySelectorAll('.messages .clash').length]
			})(%v)`, time))
		}
		if got := scrub(0); got[0] != 8 || got[1] != 0 {
			t.Errorf("at first %d messages, %d of them in conflict, want 8 and 0", got[0], got[1])
		}
		if got := scrub(2.5); got[0] != 8 || got[1] != 8 { // straight sends the complement over half of the links
			t.Errorf("in the third unit %d messages, %d of them in conflict, want 8 and 8", got[0], got[1])
		}
		b.js(`const list = document.querySelector('[data-input=rule] select')
			list.value = 'src'
			list.dispatchEvent(new Event('input', { bubbles: true }))
			list.dispatchEvent(new Event('change', { bubbles: true }))`)
		b.idle()
		b.inView(motion)
		if got := scrub(2.5); got[0] != 8 || got[1] != 0 {
			t.Errorf("with src %d messages, %d of them in conflict, want 8 and 0", got[0], got[1])
		}
		scrub(0)
		b.js(motion + `.querySelector('[data-play]').click()`)
		b.wait(motion + `.querySelector('.player-bar input').value > 0.2`)
		b.js(motion + `.querySelector('[data-play]').click()`)
		if got := eval[string](b, motion+`.querySelector('[data-play]').getAttribute('aria-label')`); got != "Play" {
			t.Errorf("the button of what is paused says %q", got)
		}
	})
}
