package build_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// share presses Share and returns the link.
func (b *tab) share() string {
	b.t.Helper()
	b.click("#share")
	b.wait(`location.hash.includes('d=')`)
	return eval[string](b, "location.href")
}

func TestBrowserLink(t *testing.T) {
	page := samplePage(t)
	b := open(t, page)
	b.slide("k", 3)
	b.wait(contains("#cell-sizes table", "9"))
	link := b.share()
	if !strings.Contains(link, "#k=3&") {
		t.Errorf("the link is %s, want k=3 first", link)
	}
	b = open(t, link)
	b.wait(contains("#notice", "Reproduced: all"))
	if got := eval[string](b, `document.querySelector('[data-input=k] input').value`); got != "3" {
		t.Errorf("the link was opened with k = %s, want 3", got)
	}
	if got := b.text("#cell-sizes table"); !strings.Contains(got, "9") {
		t.Errorf("the link's table is %q, want 9 processors", got)
	}
	b.slide("k", 4) // no longer what the sender saw
	b.wait(contains("#cell-sizes table", "16"))
	b.wait(`location.hash == '#k=4' && document.querySelector('#notice').hidden`)

	// The digest of other inputs: every output that depends on them is named.
	other := strings.Replace(link, "#k=3&", "#k=4&", 1)
	b = open(t, other)
	b.wait(contains("#notice", "differ"))
	named := eval[[]string](b, `[...document.querySelectorAll('#notice .outputs a')].map(a => a.textContent)`)
	if !slices.Contains(named, "sizes") || slices.Contains(named, "apart") {
		t.Errorf("a link with another k names the outputs %v, want sizes and not apart", named)
	}
	// A page that is open follows a link that is put in its address bar.
	b.js(`location.hash = ` + fmt.Sprintf("%q", link[strings.Index(link, "#"):]))
	b.wait(contains("#notice", "Reproduced: all"))
}

func TestBrowserLinkWithCode(t *testing.T) {
	page := samplePage(t)
	b := open(t, page)
	b.ready()
	b.edit("sum", `text("sum:", sum(squares) + 1000)`)
	b.key(kb.Enter, chromedp.ModifierCtrl)
	b.wait(contains("#cell-sum .output", "1005"))
	link := b.share()

	b = open(t, link)
	b.wait(contains("#notice", "changed code"))
	if got := b.text("#cell-sum .output"); strings.Contains(got, "1005") {
		t.Errorf("a link with code ran it unasked: %q", got)
	}
	if got := b.text("#notice ins"); !strings.Contains(got, "+ 1000") {
		t.Errorf("the notice shows %q as added, want the sender's line", got)
	}
	b.click("#notice [data-do=run-theirs]")
	b.wait(contains("#notice", "Reproduced: all"))
	b.wait(contains("#cell-sum .output", "1005"))
	b.wait(`document.querySelector('#cell-sum').hasAttribute('data-edited')`)

	b = open(t, link)
	b.wait(contains("#notice", "changed code"))
	b.click("#notice [data-do=keep]")
	b.wait(`document.querySelector('#notice').hidden && location.hash == ''`)
	if got := b.text("#cell-sum .output"); strings.Contains(got, "1005") {
		t.Errorf("the page was kept, but shows the sender's %q", got)
	}
}

func TestBrowserLinkMangled(t *testing.T) {
	page := samplePage(t)
	for _, fragment := range []string{"k=3&v=1&d=!!!", "zzz=3&v=1", "k=3&e=AAAA&v=1", "k=3&v=77", "nowhere"} {
		b := open(t, page+"#"+fragment)
		b.wait(`!document.querySelector('#notice').hidden`)
		b.idle()
		t.Logf("#%s: %s", fragment, b.text("#notice"))
		if got := b.text("#cell-sizes table"); !strings.Contains(got, "4") {
			t.Errorf("#%s: the table is %q, want the page as published", fragment, got)
		}
	}
	b := open(t, page+"#k=99") // a value that the slider does not have: the nearest, and a word about it
	b.wait(contains("#notice", "k"))
	b.wait(contains("#cell-sizes table", "16"))
	t.Logf("#k=99: %s", b.text("#notice"))
	b = open(t, page+"#k=3") // by hand
	b.wait(contains("#cell-sizes table", "9"))
	b.idle()
	b.wait(`document.querySelector('#notice').hidden`)
	b = open(t, page+"#cell-sizes") // a place on the page is no link
	b.ready()
	time.Sleep(300 * time.Millisecond)
	if !eval[bool](b, `document.querySelector('#notice').hidden`) {
		t.Errorf("#cell-sizes: notice %q, want none", b.text("#notice"))
	}
}

func TestBrowserOffline(t *testing.T) {
	s := builtSite(t)
	b := newTab(t)
	requests := chromedp.Events(b.ctx, network.RequestWillBeSent)
	b.do(chromedp.Navigate(s.page("sample")))
	b.ready()
	b.slide("k", 3)
	b.wait(contains("#cell-sizes table", "9"))
	b.kept("topobook.")
	hosts := map[string]bool{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for event, err := range requests {
			if err != nil {
				return
			}
			if event.Request.URL == "http://end.invalid/" {
				return
			}
			hosts[event.Request.URL] = true
		}
	}()
	b.js(`fetch('http://end.invalid/').catch(() => {})`)
	<-done
	for url := range hosts {
		if !strings.HasPrefix(url, s.URL+subPath) && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") {
			t.Errorf("the page asked for %s, want nothing outside of %s", url, s.URL+subPath)
		}
	}
	s.Close() // the network is gone
	b.do(chromedp.Navigate(s.page("sample")))
	b.slide("k", 4)
	b.wait(contains("#cell-sizes table", "16"))
	b.do(chromedp.Navigate(s.page("kary-ntree"))) // never opened before
	b.wait(`document.querySelector('svg.net') && document.querySelector('h1')`)
	b.do(chromedp.Navigate(s.URL + subPath))
	b.wait(contains("body", "k-ary n-trees"))
}

// What the builder computed natively is what the engine computes in the browser, output by output.
func TestBrowserReproducesPublished(t *testing.T) {
	s := builtSite(t)
	for _, slug := range append(published(t), "sample", "sample-part") {
		b := open(t, s.page(slug))
		digest := eval[string](b, `JSON.parse(document.querySelector('#notebook').textContent).digest`)
		b = open(t, s.page(slug)+"#v=2&d="+digest)
		b.wait(contains("#notice", "eproduced"))
		t.Logf("%s: %s", slug, b.text("#notice"))
		b.wait(contains("#notice", "Reproduced: all"))
	}
}

// The sliders of a published page go to both their ends in the browser too, as TestSliderEnds checks
// natively for every page.
func TestBrowserPaper(t *testing.T) {
	b := open(t, builtSite(t).page("kyklos"))
	failed := `[...document.querySelectorAll('.cell')].filter(c => ['failed', 'blocked', 'stopped'].includes(c.dataset.state)).map(c => c.dataset.cell)`
	before := eval[[]string](b, failed)
	names := eval[[]string](b, `[...new Set([...document.querySelectorAll('[data-kind=slider]')].map(l => l.dataset.input))]`)
	for _, name := range names {
		for _, end := range []string{"max", "min"} {
			b.js(fmt.Sprintf(`(() => { const field = document.querySelector('[data-input="%s"] input')
				field.value = field.%s; field.dispatchEvent(new Event('input', { bubbles: true })) })()`, name, end))
			b.wait(`document.documentElement.dataset.engine == 'ready'`)
			b.idle()
			if after := eval[[]string](b, failed); !slices.Equal(after, before) {
				t.Errorf("with %s at its %s the cells %v have no output: %s", name, end, after, b.text(".error:not([hidden])"))
			}
		}
	}
}
