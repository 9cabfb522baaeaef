package scenes_test

import (
	"strings"
	"testing"
)

// The playground starts its engine, the full one, before its reader does anything; its policy bars nothing of it.
func TestPlaygroundStarts(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.open(h.page("playground"))
		b.js(`window.barred = []; addEventListener('securitypolicyviolation', e => barred.push(e.violatedDirective + ' ' + e.blockedURI), true)`)
		b.wait(`document.documentElement.dataset.engine == 'ready'`)
		if got := eval[[]string](b, `barred`); len(got) > 0 {
			t.Errorf("its policy bars %q", got)
		}
		if got := eval[[]string](b, `performance.getEntriesByType('resource').map(e => e.name).filter(name => name.includes('.wasm'))`); len(got) != 1 || !strings.Contains(got[0], "/full.") {
			t.Errorf("fetches the programs %q, want the full one, once", got)
		}
		b = t.open(h.page("sample"))
		b.follow(`.open`, "/playground.html#from=sample")
		b.wait(`document.documentElement.dataset.engine == 'ready'`)
	}, "chromium", "firefox")
}
