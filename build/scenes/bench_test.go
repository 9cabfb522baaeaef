package scenes_test

import (
	"fmt"
	"slices"
	"testing"
)

// BenchmarkPages measures each page once in Chromium: what it transfers, and how soon it follows its reader.
func BenchmarkPages(b *testing.B) {
	v := &visit{TB: b, kind: "chromium", driver: chromium}
	defer v.close()
	// change returns the milliseconds from a change of an input to the first change of an output.
	change := func(b *tab, input, value string) float64 {
		return eval[float64](b, fmt.Sprintf(`new Promise(done => {
			const field = document.querySelector('[data-input="%s"] input'), start = performance.now()
			new MutationObserver((records, o) => {
				if (!records.some(r => r.target.closest?.('.output, output.value'))) return
				o.disconnect(); done(performance.now() - start) })
				.observe(document.querySelector('.prose'), { childList: true, subtree: true })
			field.value = %s
			field.dispatchEvent(new Event('input', { bubbles: true })) })`, input, value))
	}
	// settle returns the milliseconds from a change of an input until nothing is left to compute.
	settle := func(b *tab, input, value string) float64 {
		return eval[float64](b, fmt.Sprintf(`new Promise(done => {
			const field = document.querySelector('[data-input="%s"] input'), start = performance.now()
			new MutationObserver((_, o) => {
				if (document.documentElement.hasAttribute('data-busy')) return
				o.disconnect(); done(performance.now() - start) })
				.observe(document.documentElement, { attributes: true })
			field.value = %s
			field.dispatchEvent(new Event('input', { bubbles: true })) })`, input, value))
	}
	for _, book := range whole(b).books {
		h := newHost(b, whole(b))
		h.script = "" // so that pages are sent as they are
		b := v.open(h.page(book.Slug))
		b.wait(`document.readyState == 'complete'`)
		b.wait(`navigator.serviceWorker.controller`)
		read := h.bytes()
		// The first slider goes from its published value to the next one below, and back.
		slider := eval[struct{ Name, Value, Other string }](b, `(() => { const field = document.querySelector('.slider input'), value = field.value
			field.stepDown()
			if (field.value == value) field.stepUp()
			const other = field.value
			field.value = value
			return { Name: field.name, Value: value, Other: other } })()`)
		first := change(b, slider.Name, slider.Other)
		b.idle()
		engine := h.bytes() - read
		var times, settled []float64
		for range 11 {
			times = append(times, change(b, slider.Name, slider.Value))
			b.idle()
			settled = append(settled, settle(b, slider.Name, slider.Other))
		}
		slices.Sort(times)
		slices.Sort(settled)
		v.Logf("%s: %d bytes to read the page and keep the site offline, %d more for the engine; interest to first output %.0f ms; slider to output: median %.0f ms, worst %.0f ms, to all outputs: median %.0f ms, worst %.0f ms",
			book.Slug, read, engine, first, times[len(times)/2], times[len(times)-1], settled[len(settled)/2], settled[len(settled)-1])
	}
	tab := v.open(v.sample("sample"))
	tab.ready()
	var stops []float64
	for i := range 7 {
		tab.js(`kernel.postMessage = () => {}`) // deaf: it must be replaced
		tab.slide("k", 3+i%2)
		tab.wait(`!document.querySelector('#stop').disabled`)
		stops = append(stops, eval[float64](tab, fmt.Sprintf(`(async () => {
			const start = performance.now(), spawnedBefore = spawned
			document.querySelector('#stop').click()
			while (spawned == spawnedBefore) await new Promise(done => setTimeout(done))
			const field = document.querySelector('[data-input="m"] input')
			field.value = %d
			field.dispatchEvent(new Event('input', { bubbles: true }))
			await new Promise(done => new MutationObserver(done).observe(document.querySelector('#cell-apart .output'), { childList: true, subtree: true }))
			return performance.now() - start })()`, 4+i%2)))
	}
	slices.Sort(stops)
	v.Logf("stop of an engine that does not answer, to the next output: median %.0f ms, worst %.0f ms", stops[len(stops)/2], stops[len(stops)-1])
}
