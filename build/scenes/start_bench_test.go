package scenes_test

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"topobook/build/browser"
)

var (
	before = flag.String("before", "", "in benchmarks of the start, compare with the site in this `folder`, which an earlier commit has built, not with build -fast: such a site has no service worker")
	now    = flag.String("now", "", "in benchmarks of the start, take the site in this `folder`; else it is built")
	rounds = flag.Int("rounds", 5, "how often benchmarks of the start measure each")
	onLine = flag.String("line", "", "in benchmarks of the start, measure on lines whose names have this `text`")
)

// A line is how a site reaches its reader.
type line struct {
	name    string
	bytes   float64       // a second; 0: as many as there are
	latency time.Duration // of each answer
	slower  float64       // the page's main thread, where a browser can be told; 0: as it is
}

var lines = []line{
	{name: "fast line"},
	{"9 Mbit/s, 60 ms, a fourth of the processor", 9e6 / 8, 60 * time.Millisecond, 4},
}

// A slowHost is a handler behind a line, on which answers share the bytes.
type slowHost struct {
	http.Handler
	line line
	mu   sync.Mutex
}

func (s *slowHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	time.Sleep(s.line.latency)
	s.Handler.ServeHTTP(&slowWriter{w, s}, r)
}

type slowWriter struct {
	http.ResponseWriter
	host *slowHost
}

func (w *slowWriter) Write(data []byte) (n int, err error) {
	for part := range slices.Chunk(data, 16<<10) {
		w.host.mu.Lock()
		time.Sleep(time.Duration(float64(len(part)) / w.host.line.bytes * float64(time.Second)))
		w.host.mu.Unlock()
		k, err := w.ResponseWriter.Write(part)
		if n += k; err != nil {
			return n, err
		}
		if f, ok := w.ResponseWriter.(http.Flusher); ok {
			f.Flush()
		}
	}
	return n, nil
}

// interest is the time in ms from when a reader moves a slider until the first value in the text changes, and the longest task of the main thread meanwhile.
const interest = `new Promise(done => {
	let longest = 0
	try { new PerformanceObserver(list => { for (const task of list.getEntries()) longest = Math.max(longest, task.duration) }).observe({ type: 'longtask' }) } catch {}
	const field = document.querySelector('.slider input')
	const was = field.value
	field.stepDown()
	if (field.value == was) field.stepUp()
	const start = performance.now()
	new MutationObserver((records, o) => {
		if (!records.some(r => r.target.closest?.('output.value'))) return // drawings may come later, and then nothing was computed
		o.disconnect()
		const time = performance.now() - start
		setTimeout(() => done([time, longest]), 300)
	}).observe(document.querySelector('.prose'), { childList: true, subtree: true })
	field.focus()
	field.dispatchEvent(new Event('input', { bubbles: true })) })`

// BenchmarkStart measures, in each of -browsers, the time from a reader's interest to the first output: touched at once in a first
// visit, touched late in one, and in later visits, each after a start of the browser. With -before it does so by turns for another site too.
func BenchmarkStart(b *testing.B) {
	names, sites := measured(b)
	for kind := range strings.SplitSeq(*inBrowsers, ",") {
		for _, line := range lines {
			if !strings.Contains(line.name, *onLine) {
				continue
			}
			if line.slower > 0 && kind != "chromium" {
				line.slower = 0
				line.name = strings.TrimSuffix(line.name, ", a fourth of the processor")
			}
			times, longest := map[string][]float64{}, map[string]float64{} // by the name of a site and a kind of visit
			for range *rounds {
				for _, name := range names {
					h := newHost(b, site{dir: sites[name]})
					h.script = ""
					if line.bytes > 0 {
						h.Config.Handler = &slowHost{Handler: h.Config.Handler, line: line}
					}
					for _, series := range [][]string{{"touched at once", "2nd visit", "3rd visit"}, {"touched after 8 s", "2nd visit after that"}} {
						profile := filepath.Join(b.TempDir(), name)
						if err := os.MkdirAll(profile, 0o755); err != nil {
							b.Fatal(err)
						}
						for _, visit := range series {
							took := startOnce(b, kind, profile, h.page("kary-ntree"), line.slower, strings.HasPrefix(visit, "touched after"))
							times[name+" "+visit] = append(times[name+" "+visit], took[0])
							longest[name+" "+visit] = max(longest[name+" "+visit], took[1])
						}
					}
					h.Close()
				}
			}
			for _, visit := range []string{"touched at once", "2nd visit", "3rd visit", "touched after 8 s", "2nd visit after that"} {
				text := fmt.Sprintf("%s, %s, %s:", kind, line.name, visit)
				for _, name := range names {
					all := times[name+" "+visit]
					slices.Sort(all)
					text += fmt.Sprintf(" %s min %.0f median %.0f ms (longest task %.0f)", name, all[0], all[len(all)/2], longest[name+" "+visit])
				}
				if *before != "" {
					now, then := times["now "+visit], times["before "+visit]
					text += fmt.Sprintf(" ratio min %.2f median %.2f", now[0]/then[0], now[len(now)/2]/then[len(then)/2])
				}
				b.Log(text)
			}
		}
	}
}

// startOnce opens a page in a browser with a profile, touches it at once or late, and returns what interest measures.
func startOnce(b *testing.B, kind, profile, address string, slower float64, late bool) [2]float64 {
	b.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	started, err := browser.StartIn(ctx, kind, profile)
	if err != nil {
		b.Fatal(err)
	}
	defer started.Close()
	time.Sleep(5 * time.Second) // in which browsers load pages of their own: Chromium the one below its address bar
	page, err := started.OwnPage(ctx)
	if err != nil {
		b.Fatal(err)
	}
	if p, ok := page.(*browser.ChromiumPage); ok && slower > 0 {
		if err := p.SlowDown(ctx, slower); err != nil {
			b.Fatal(err)
		}
	}
	if err := page.Open(ctx, address); err != nil {
		b.Fatal(err)
	}
	if late {
		time.Sleep(8 * time.Second)
	}
	var took [2]float64
	if err := page.Evaluate(ctx, interest, &took); err != nil {
		b.Fatal(err)
	}
	if err := browser.Wait(ctx, page, `!document.documentElement.hasAttribute('data-busy')`); err != nil {
		b.Fatal(err)
	}
	time.Sleep(4 * time.Second) // in which the browser keeps what it has compiled
	if err := page.Close(); err != nil {
		b.Fatal(err)
	}
	return took
}

// steps is the times in ms from each of several moves of the first slider until the first output changes, until all have changed that
// are in view, and until all have: of moves to values that the engine has not been asked for, but for the first, which starts it, and of
// moves back to them, twice. Between moves the reader looks for 0.4 s, in which the engine may look ahead.
const steps = `(async () => {
	const field = document.querySelector('.slider input'), times = []
	const move = value => new Promise(done => {
		let first, seen, last, quiet
		const inView = block => {
			const { top, bottom } = block.getBoundingClientRect()
			return bottom > 0 && top < innerHeight
		}
		const view = [...document.querySelectorAll('.prose > *')].filter(inView)
		const start = performance.now()
		const end = () => { // also of a move that changes nothing
			if (document.documentElement.hasAttribute('data-busy')) return quiet = setTimeout(end, 50)
			o.disconnect()
			done([first, seen ?? first, last])
		}
		const o = new MutationObserver(records => {
			const changed = records.filter(r => [r.target, ...r.addedNodes].some(n => n.closest?.('.output, output.value')))
			if (!changed.length) return
			last = performance.now() - start
			first ??= last
			if (changed.some(({ target }) => view.some(block => block.contains(target)))) seen = last
			clearTimeout(quiet)
			quiet = setTimeout(end, 400)
		})
		o.observe(document.querySelector('.prose'), { childList: true, subtree: true })
		field.value = value
		field.dispatchEvent(new Event('input', { bubbles: true }))
		quiet = setTimeout(end, 1000)
	})
	const here = field.value, all = []
	for (field.value = field.min; !all.includes(field.value); field.stepUp()) all.push(field.value)
	const values = [...all.filter(value => value != here).slice(0, 6), here]
	field.value = here
	field.focus()
	await move(values[0])
	await new Promise(done => setTimeout(done, 4000)) // until the engine has started, and done what it was asked
	for (const value of [...values.slice(1), ...values, ...values]) times.push(await move(value))
	const changed = times => times.filter(([first]) => first)
	return { back: changed(times.splice(values.length - 1)), new: changed(times) }
})()`

// measured returns the names of the sites that are measured, which are now and before, and the folders of these.
func measured(b *testing.B) (names []string, dirs map[string]string) {
	names, dirs = []string{"now"}, map[string]string{"now": *now}
	if *now == "" {
		dirs["now"] = whole(b).dir
	}
	if *before != "" {
		names = append(names, "before")
		dirs["before"] = *before
	}
	return names, dirs
}

// BenchmarkSteps measures, in each of -browsers, what a step of the first slider of each notebook page takes once the engine runs: to
// values that it has not had, and to those of which it remembers what cells gave. With -before it does so by turns for another site too.
func BenchmarkSteps(b *testing.B) {
	names, sites := measured(b)
	kinds := strings.Split(*inBrowsers, ",")
	hosts := map[string]*host{}
	for name, dir := range sites {
		hosts[name] = newHost(b, site{dir: dir})
		hosts[name].script = "" // which other commits may not bear
	}
	pages, err := filepath.Glob(filepath.Join(sites["now"], "*.html"))
	if err != nil {
		b.Fatal(err)
	}
	all := map[string]map[string]stepTimes{} // by browser, and by whether values are new
	for _, kind := range kinds {
		all[kind] = map[string]stepTimes{"back": {}, "new": {}}
	}
	for _, page := range pages {
		page := strings.TrimSuffix(filepath.Base(page), ".html")
		b.Run(page, func(b *testing.B) { // once, as it takes long
			for _, kind := range kinds {
				here := map[string]stepTimes{"back": {}, "new": {}}
				v := &visit{TB: b, kind: kind, driver: <-turns[kind]}
				defer func() { turns[kind] <- v.driver }()
				defer v.close()
				for range *rounds {
					for _, name := range names {
						for values, list := range stepsOf(v, hosts[name].page(page)) {
							here[values].add(name, list)
							all[kind][values].add(name, list)
						}
					}
				}
				for _, values := range []string{"new", "back"} {
					b.Logf("%s, %s: %s", kind, values, compared(names, here[values]))
				}
			}
		})
	}
	for _, kind := range kinds {
		for _, values := range []string{"new", "back"} {
			b.Logf("%s, %s, all pages: %s", kind, values, compared(names, all[kind][values]))
		}
	}
}

// stepTimes has the times of steps by the name of a site: to the first output, to the last in view, and to the last.
type stepTimes map[string][3][]float64

func (t stepTimes) add(site string, steps [][3]float64) {
	times := t[site]
	for _, step := range steps {
		for i, took := range step {
			times[i] = append(times[i], took)
		}
	}
	t[site] = times
}

// stepsOf returns the times of steps on a page, back to values that it has shown and to new ones; none if it has no slider.
func stepsOf(v *visit, page string) map[string][][3]float64 {
	tab := v.open(page)
	tab.wait(`document.readyState == 'complete'`)
	if !eval[bool](tab, `document.querySelector('.slider input') != null`) {
		return nil
	}
	return eval[map[string][][3]float64](tab, steps)
}

// compared tells medians and 95th percentiles of the times of one or two sites, and how they compare.
func compared(names []string, times stepTimes) string {
	var text strings.Builder
	for i, what := range []string{"first output", "all in view", "all outputs"} {
		var found [][2]float64
		for _, name := range names {
			list := times[name][i]
			if len(list) == 0 {
				return "no step"
			}
			slices.Sort(list)
			median, late := list[len(list)/2], list[len(list)*95/100]
			found = append(found, [2]float64{median, late})
			fmt.Fprintf(&text, "%s %s median %.0f p95 %.0f ms; ", name, what, median, late)
		}
		if len(found) == 2 {
			fmt.Fprintf(&text, "ratio median %.2f p95 %.2f; ", found[0][0]/found[1][0], found[0][1]/found[1][1])
		}
	}
	return text.String()
}
