package scenes_test

import (
	"encoding/xml"
	"fmt"
	"math"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"topobook/build"
)

// TestWeight prints what each page takes, and fails where one is over its budget, or a drawing in a file is no SVG.
func TestWeight(t *testing.T) {
	t.Parallel()
	s := whole(t)
	t.Log(s.Report)
	for _, p := range s.Pages {
		if p.Total.Gzip > p.Budget {
			t.Errorf("%s: takes %d bytes with its styles and scripts, by gzip, want at most %d", p.Path, p.Total.Gzip, p.Budget)
		}
	}
	for name := range s.Files {
		if path.Ext(name) != ".svg" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(s.dir, name))
		if err == nil {
			err = xml.Unmarshal(data, new(struct {
				XMLName xml.Name `xml:"http://www.w3.org/2000/svg svg"`
			}))
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// heaviest returns the name of the page with the most in files of its own.
func heaviest(t *visit) string {
	name, most := "", 0
	for _, p := range whole(t).Pages {
		if p.Drawings.Gzip > most {
			name, most = p.Path, p.Drawings.Gzip
		}
	}
	if name == "" {
		t.Fatal("no page has drawings in files of their own")
	}
	return strings.TrimSuffix(name, ".html")
}

const (
	images = `document.querySelectorAll('svg > foreignObject > img')`
	figure = images + `[0].closest('.cell')`
)

// unfold opens what is folded: what is in depth may have drawings.
func (b *tab) unfold() {
	b.t.Helper()
	b.js(`for (const fold of document.querySelectorAll('main details')) fold.open = true`)
}

// lost answers for drawings as a host does that has lost them.
func lost(w http.ResponseWriter, name string) bool {
	if path.Ext(name) == ".svg" && strings.HasPrefix(name, "assets/") && !strings.HasPrefix(name, "assets/icon.") {
		http.Error(w, "lost", http.StatusNotFound)
		return true
	}
	return false
}

// A drawing that is in a file of its own is in the page before its reader reaches it, and nothing moves when it comes.
func TestDrawingArrives(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, whole(t))
		slug := heaviest(t)
		h.goesWrong(lost) // so that the images stay
		b := t.newTab()
		b.resize(1280)
		b.open(h.page(slug))
		moved := eval[[]string](b, `Array.from(`+images+`, image => image.closest('.cell').id)`)
		heights := `Array.from(document.querySelectorAll('.cell[id]'), cell => cell.getBoundingClientRect().top + scrollY)`
		b.js(`document.fonts.load('1em "Topobook Serif"')`)
		b.wait(`document.fonts.status == 'loaded'`)
		before := eval[[]float64](b, heights)
		if len(moved) == 0 || eval[bool](b, `[...`+images+`].some(image => image.getBoundingClientRect().top < innerHeight)`) {
			t.Fatalf("the drawings of %v are in files, want some, and none of the first screen", moved)
		}
		b.ready() // which does not need them

		h.goesWrong(nil)
		b = t.newTab()
		b.resize(1280)
		b.open(h.page(slug))
		last := "#" + moved[len(moved)-1]
		b.js(`document.querySelector('` + last + `').scrollIntoView()`)
		b.wait(`!document.querySelector('` + last + ` foreignObject') && document.querySelector('` + last + ` svg :is([data-node], .series, .cell)')`)
		b.js(`scrollTo(0, 0)`)
		if eval[bool](b, `document.documentElement.dataset.engine == 'ready'`) {
			t.Error("the engine has started, want the drawing without it")
		}
		b.ready()
		if got := eval[int](b, images+`.length`); got != 0 {
			t.Errorf("%d drawings are images still, with the engine", got)
		}
		if eval[bool](b, `[...document.querySelectorAll('svg.net')].some(svg => svg.querySelector('[data-node]') && !svg.querySelector('[data-node][tabindex="0"]'))`) {
			t.Error("the keyboard does not reach a drawing")
		}
		b.wait(`document.fonts.status == 'loaded'`)
		if t.kind == "firefox" { // which forgets the padding of what is out of view
			b.js(`for (const el of document.querySelectorAll('.output')) el.style.contentVisibility = 'visible'`)
		}
		if after := eval[[]float64](b, heights); !slices.EqualFunc(after, before, func(a, b float64) bool { return math.Abs(a-b) <= 1 }) {
			t.Errorf("with the drawings the cells are at %.0f, and were at %.0f", after, before)
		}
	})
}

// Without scripts, and for a printer, a page shows its drawings as images.
func TestDrawingShown(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, whole(t))
		h.script = ""
		h.goesWrong(func(w http.ResponseWriter, name string) bool {
			if path.Ext(name) == ".html" {
				w.Header().Set("Content-Security-Policy", "script-src 'none'")
			}
			return false
		})
		b := t.newTab()
		b.resize(1280)
		b.open(h.page(heaviest(t)))
		b.unfold()
		b.js(figure + `.scrollIntoView()`)
		b.wait(images + `[0].complete && ` + images + `[0].naturalWidth`)
		if got := eval[string](b, `(({ width, height }, svg) => [width - svg.width, height - svg.height].map(Math.round).join())(`+
			images+`[0].getBoundingClientRect(), `+images+`[0].closest('svg').getBoundingClientRect())`); got != "0,0" {
			t.Errorf("the image is larger than its drawing by %s", got)
		}

		h.goesWrong(lost)
		b = t.open(h.page(heaviest(t)))
		if got := eval[[]string](b, `(dispatchEvent(new Event('beforeprint')), Array.from(`+images+`, image => image.loading))`); len(got) == 0 || strings.Contains(fmt.Sprint(got), "lazy") {
			t.Errorf("at print the images are %v, want them to load", got)
		}
	})
}

// A frame with one cell has its drawing.
func TestDrawingEmbedded(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, whole(t))
		slug := heaviest(t)
		h.goesWrong(lost)
		b := t.open(h.page(slug))
		cell := eval[string](b, figure+`.dataset.cell`)
		h.goesWrong(nil)
		b = t.open(h.page(slug) + "?embed=" + cell)
		b.wait(`document.documentElement.dataset.embedded`)
		b.wait(`document.querySelector('#cell-` + cell + ` svg :is([data-node], .series, .cell)')`)
	})
}

// A page that was read keeps its drawings for when there is no network.
func TestDrawingOffline(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, whole(t))
		slug := heaviest(t)
		b := t.open(h.page(slug))
		drawings := 0
		for name := range whole(t).Files {
			if strings.HasPrefix(name, build.AssetsDir+slug+"-") {
				b.kept(path.Base(name))
				drawings++
			}
		}
		h.Close()
		b.open(h.page(slug))
		b.unfold()
		b.wait(`(image => (image?.scrollIntoView(), !image))(` + images + `[0])`)
		if drawings == 0 {
			t.Error("the page has no drawings in files")
		}
	})
}

// Every font of the site is one for the browser, with all its weights, and a page fetches at once only what it uses.
func TestFonts(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.open(h.page("sample"))
		if got := eval[[]string](b, `Promise.all([...document.fonts].filter(f => /topobook/i.test(f.family)).map(f => f.load().then(f => f.status, e => f.family + ' ' + e)))`); strings.Join(got, " ") != "loaded loaded loaded loaded loaded" {
			t.Errorf("the fonts are %v, want five loaded", got)
		}
		widths := eval[[]float64](b, `[400, 500, 600, 700].map(weight => {
			const context = document.createElement('canvas').getContext('2d')
			context.font = weight + ' 100px "Topobook Sans"'
			return context.measureText('Interconnection networks 0123456789').width
		})`)
		for i := range widths[1:] {
			if widths[i+1] <= widths[i] {
				t.Errorf("the words are %v wide in the weights 400 to 700 of the sans, want wider and wider", widths)
				break
			}
		}
		for _, page := range []string{"index", "ledger", "reference", "playground", "404", "sample"} {
			b.open(h.page(page))
			b.wait(`document.fonts.status == 'loaded'`)
			if got := eval[[]string](b, `(used => Array.from(document.querySelectorAll('link[rel=preload][as=font]'), link => link.getAttribute('href').match(/serif-regular|sans/)?.[0])
				.filter(font => !used.includes(font)))([...document.fonts].filter(f => f.status == 'loaded').map(f => /sans/i.test(f.family) ? 'sans' : f.style == 'normal' && f.weight == 400 ? 'serif-regular' : ''))`); len(got) > 0 {
				t.Errorf("%s: fetches %v, which it does not use", page, got)
			}
		}
	})
}
