package scenes_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"topobook/build/browser"
)

// standalone makes one file of a page, as the playground does of a notebook, and returns its path.
func standalone(t testing.TB, s site, slug string) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(s.dir, slug+".html"))
	if err != nil {
		t.Fatal(err)
	}
	whole := regexp.MustCompile(`(?s)<article class=prose>(.*)</article>.*<script type=application/json id=notebook>(.*?)</script>`).FindSubmatch(page)
	if whole == nil {
		t.Fatalf("%s.html: want an article and data", slug)
	}
	found, err := filepath.Glob(filepath.Join(s.dir, "assets", "standalone.*.txt"))
	if err != nil || len(found) != 1 {
		t.Fatalf("got the files %q, %v, want one", found, err)
	}
	text, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	var data map[string]any
	if err := json.Unmarshal(whole[2], &data); err != nil {
		t.Fatal(err)
	}
	data["exec"], data["engine"], data["full"], data["editor"] = "exec", "engine", "engine", "editor"
	json, err := json.Marshal(data) // in which a less-than sign is \u003c
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(whole[1]), "</p>") // which says that the page needs JavaScript, as the file does
	file := filepath.Join(t.TempDir(), "one.html")
	filled := strings.NewReplacer("%TITLE%", "One file", "%BODY%", body, "%RULES%", "", "%NONCE%", "0123", "%DATA%", string(json)).Replace(string(text))
	if err := os.WriteFile(file, []byte(filled), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// A notebook in one file shows what it was saved with, and computes, from a disk and from a server; it fetches nothing.
func TestStandalone(t *testing.T) {
	scene(t, func(t *visit) {
		file := standalone(t, sample(t), "sample")
		server := httptest.NewServer(http.FileServer(http.Dir(filepath.Dir(file))))
		defer server.Close()
		for _, address := range []string{"file://" + file, server.URL + "/" + filepath.Base(file)} {
			b := t.open(address)
			b.js(`window.seen = []
				const start = newWorker
				newWorker = boot => {
					const worker = start(boot)
					worker.addEventListener('message', e => seen.push(e.data))
					return worker
				}
				window.barred = []; addEventListener('securitypolicyviolation', e => barred.push(e.violatedDirective + ' ' + e.blockedURI), true)`)
			b.computes()
			if eval[int](b, `navigator.hardwareConcurrency`) > 1 { // it starts further workers
				b.edit("sum", fmt.Sprintf(curve, 6000, 6000))
				b.key(browser.Enter, browser.Control)
				b.wait(`seen.some(m => m.type == 'idle' && m.lent > 0)`)
				b.idle()
			}
			if got := eval[[]string](b, `barred.filter(what => !what.startsWith('connect-src'))`); len(got) > 0 { // the editor asks for the reference
				t.Errorf("%s: its policy bars %q", address, got)
			}
			fetched := eval[[]string](b, `performance.getEntriesByType('resource').map(e => e.name).filter(name => !/^(data|blob):/.test(name))`)
			if len(fetched) > 0 {
				t.Errorf("%s: fetches %q", address, fetched)
			}
			if got := eval[string](b, `getComputedStyle(document.body).fontFamily`); !strings.Contains(got, "Topobook Serif") {
				t.Errorf("%s: has the font %s", address, got)
			}
		}
	}, "chromium", "firefox")
}
