package scenes_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"topobook/build/browser"
	"topobook/topology/draw"
)

// handed lets a test see the files that a page hands out and the texts that it copies.
const handed = `window.files = []
	const blobs = new Map(), make = URL.createObjectURL
	URL.createObjectURL = blob => {
		const href = make(blob)
		blobs.set(href, blob)
		return href
	}
	HTMLAnchorElement.prototype.click = function () { files.push({ name: this.download, blob: blobs.get(this.href) }) }
	Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async text => { window.copied = text } } })`

// press presses the button with a text beside a cell.
func (b *tab) press(cell, text string) {
	b.t.Helper()
	b.js(fmt.Sprintf(`[...document.querySelectorAll('#cell-%s .save button')].find(b => b.textContent == %q).click()`, cell, text))
}

// saves presses the button with a text beside a cell, and returns the name and the text of the file.
func (b *tab) saves(cell, text string) (name, content string) {
	b.t.Helper()
	b.js(`files.length = 0`)
	b.press(cell, text)
	b.wait(`files.length`)
	return eval[string](b, `files[0].name`), eval[string](b, `files[0].blob.text()`)
}

// choose chooses from a list beside a cell.
func (b *tab) choose(cell, value string) {
	b.t.Helper()
	b.js(fmt.Sprintf(`const list = [...document.querySelectorAll('#cell-%s .save select')].find(s => [...s.options].some(o => o.value == %[2]q))
		list.value = %[2]q; list.dispatchEvent(new Event('change', { bubbles: true }))`, cell, value))
}

// painted is how many pixels differ between a file of the page and a drawing of package draw, painted with two pixels a unit.
const painted = `(async native => {
	const pixels = async blob => {
		const image = new Image()
		image.src = URL.createObjectURL(blob)
		await image.decode()
		const [width, height] = native.match(/width="([\d.]+)" height="([\d.]+)"/).slice(1)
		const canvas = Object.assign(document.createElement('canvas'), { width: Math.ceil(2 * width), height: Math.ceil(2 * height) })
		canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height)
		return [image.width, image.height, canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data]
	}
	const [, , want] = await pixels(new Blob([native], { type: 'image/svg+xml' })), [width, height, got] = await pixels(files[0].blob)
	let differ = 0
	for (let i = 0; i < want.length; i++) if (Math.abs(want[i] - got[i]) > 1) differ++ // browsers round colors
	return { width, height, differ, ink: want.filter(x => x < 128).length }
})`

// What a page saves of a drawing is what package draw makes of it, and the picture is that too.
func TestSaveDrawing(t *testing.T) {
	svg := regexp.MustCompile(`(?s)<svg .*?</svg>`)
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample"))
		b.ready()
		b.js(handed)
		b.js(`document.querySelector('#cell-way .node').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))`) // which marks what is near
		for _, result := range sample(t).Results["sample"] {
			if result.Cell != "way" {
				continue
			}
			file := draw.Standalone(svg.FindString(result.HTML), nil)
			name, text := b.saves("way", "SVG")
			if name != "sample-way.svg" || strings.Contains(text, "var(") || strings.Contains(text, "tabindex") || strings.Contains(text, " near") {
				t.Errorf("saved %s: %.300s", name, text)
			}
			type comparison struct{ Width, Height, Differ, Ink float64 }
			if got := eval[comparison](b, fmt.Sprintf("%s(%q)", painted, file)); got.Differ != 0 || got.Ink < 100 {
				t.Errorf("the saved drawing is not that of package draw: %+v", got)
			}
			if name, _ := b.saves("way", "PNG"); name != "sample-way.png" || eval[string](b, `files[0].blob.type`) != "image/png" {
				t.Errorf("saved %s of type %s", name, eval[string](b, `files[0].blob.type`))
			}
			got := eval[comparison](b, fmt.Sprintf("%s(%q)", painted, file))
			if got.Differ != 0 {
				t.Errorf("the picture is not the drawing of package draw: %+v", got)
			}
			if want := regexp.MustCompile(` width="([0-9.]+)"`).FindStringSubmatch(file)[1]; fmt.Sprint(got.Width/2) != want {
				t.Errorf("the picture is %v pixels wide, want two for each of %s units", got.Width, want)
			}
		}
		b.slide("k", 3) // the button is that of the drawing that stands there
		b.wait(contains("#cell-sizes table", "9"))
		b.idle()
		if _, text := b.saves("way", "SVG"); !strings.Contains(text, "kary_ntree(k=3, n=2)") {
			t.Errorf("saved after a change: %.300s", text)
		}
		b.js(`files.length = 0`)
		b.choose("net", "edgelist")
		b.wait(`files.length`)
		if got := eval[string](b, `files[0].name`); got != "kary-ntree-k-3-n-2.txt" {
			t.Errorf("saved the network as %s", got)
		}
		if got := eval[int](b, fulls); got != 1 { // which saves networks
			t.Errorf("the page has fetched the full engine %d times, want once", got)
		}
		b.slide("k", 2)
		b.wait(contains("#cell-sizes table", "4"))
		b.choose("net", "slurm")
		b.wait(contains("#status", "want one: a tree"))
	})
}

// A table is saved and copied with what a spreadsheet, or a text, needs.
func TestSaveTable(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample"))
		b.ready()
		b.js(handed)
		b.edit("sizes", `table([["a|b", 65536], ["=sum(a)", -1.5], ['say "x", *y*', "4"]], columns=["what", "n"])`)
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-sizes table", "sum"))
		b.idle()
		for _, tt := range []struct{ as, want string }{
			{"CSV", "what,n\r\na|b,65536\r\n'=sum(a),-1.5\r\n\"say \"\"x\"\", *y*\",4\r\n"},
			{"tab-separated", "what\tn\na|b\t65536\n'=sum(a)\t-1.5\nsay \"x\", *y*\t4\n"},
			{"Markdown", "| what | n |\n| --- | --- |\n| a\\|b | 65\u202f536 |\n| =sum(a) | −1.5 |\n| say \"x\", \\*y\\* | 4 |\n"},
		} {
			var got string
			if tt.as == "CSV" {
				_, got = b.saves("sizes", tt.as)
			} else {
				b.choose("sizes", tt.as)
				b.wait(contains("#status", "The table is in the clipboard."))
				got = eval[string](b, `copied`)
			}
			if got != tt.want {
				t.Errorf("as %s got %q, want %q", tt.as, got, tt.want)
			}
			b.js(`document.querySelector('#status').textContent = ''`)
		}
		b.edit("sizes", `table([[2 / 3, 0.655, 12345]], format=[None, "percent", 2])`) // numbers with all their digits
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-sizes table", "65.5%"))
		b.idle()
		if _, got := b.saves("sizes", "CSV"); got != "0.666666666667,0.655,12345.00\r\n" {
			t.Errorf("saved numbers as %q", got)
		}
		b.edit("sizes", `table([[1, 2], [3, 40]])`) // numbers, and no head
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-sizes table", "40"))
		b.idle()
		b.js(`navigator.clipboard.writeText = () => Promise.reject()`)
		b.choose("sizes", "Markdown") // where the browser does not let it, by hand
		b.wait(`document.querySelector('dialog[open] textarea')`)
		if got, want := eval[string](b, `document.querySelector('dialog textarea').value`), "|  |  |\n| ---: | ---: |\n| 1 | 2 |\n| 3 | 40 |\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		b.key(browser.Escape)
		b.wait(`!document.querySelector('dialog')`)
	})
}
