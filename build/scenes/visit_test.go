package scenes_test

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"topobook/build/browser"
)

// A visit is a scene in one browser.
type visit struct {
	testing.TB
	kind   string // of [browser.Names]
	driver *driver
	tab    *tab // the last one

	notes  bool     // faults are noted, not reported
	faults []string // with their places
	again  bool     // it is played for the second time
}

func (v *visit) Error(args ...any) { v.fault(fmt.Sprintln(args...)) }

func (v *visit) Errorf(format string, args ...any) { v.fault(fmt.Sprintf(format, args...)) }

func (v *visit) Fatal(args ...any) {
	v.fault(fmt.Sprintln(args...))
	v.end()
}

func (v *visit) Fatalf(format string, args ...any) {
	v.fault(fmt.Sprintf(format, args...))
	v.end()
}

func (v *visit) end() {
	if v.notes {
		runtime.Goexit()
	}
	v.FailNow()
}

// fault notes what went wrong, and where: the lines of the scene, the innermost first.
func (v *visit) fault(text string) {
	var places []string
	callers := make([]uintptr, 20)
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers)])
	for frame, more := frames.Next(); more; frame, more = frames.Next() {
		if name := filepath.Base(frame.File); strings.HasSuffix(name, "_test.go") && name != "visit_test.go" && name != "scenes_test.go" {
			places = append(places, fmt.Sprintf("%s:%d", name, frame.Line))
		}
	}
	text = strings.Join(places, ", ") + ": " + strings.TrimSpace(text)
	if v.notes {
		v.faults = append(v.faults, text)
		return
	}
	v.TB.Error(text)
}

// scene plays a scene in each browser of the run, or in those of them that are named, where others cannot.
func scene(t *testing.T, play func(t *visit), only ...string) {
	t.Parallel()
	for name := range strings.SplitSeq(*inBrowsers, ",") {
		if !slices.Contains(browser.Names, name) {
			t.Fatalf("-browsers %s: want some of %v", *inBrowsers, browser.Names)
		}
		if only != nil && !slices.Contains(only, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			playIn(t, name, play)
		})
	}
}

// playIn plays a scene in one browser when it is its turn, and once more if it fails, for a browser that has little time now and
// then loses a page or a script. What fails twice fails, and what was played again is logged.
func playIn(t *testing.T, name string, play func(t *visit)) {
	driver := <-turns[name]
	stage <- true
	start := time.Now()
	defer func() { // most of a test's time is that in which others play
		t.Logf("played for %.1f s", time.Since(start).Seconds())
		<-stage
		turns[name] <- driver
	}()
	playTwice(t, visit{TB: t, kind: name, driver: driver, notes: true}, play)
}

func playTwice(t testing.TB, fresh visit, play func(*visit)) {
	for again := range 2 {
		v := fresh
		v.again = again > 0
		ended := make(chan bool)
		go func() { // which Fatal ends
			defer close(ended)
			defer v.close()
			play(&v)
		}()
		<-ended
		if v.faults == nil {
			return
		}
		for _, fault := range v.faults {
			if again > 0 {
				t.Error(fault)
			} else {
				t.Logf("is played again, for it failed: %s", fault)
			}
		}
	}
}

// patience is how long anything may take.
func (v *visit) patience() time.Duration {
	if v.notes && !v.again {
		return firstTry
	}
	return patience
}

// newTab opens an empty page in a fresh profile, in place of the one before it.
func (v *visit) newTab() *tab {
	v.Helper()
	v.close()
	b, err := v.driver.start()
	if err != nil {
		v.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	page, err := b.NewPage(ctx)
	if err != nil {
		v.Fatal(err)
	}
	v.tab = &tab{v, page}
	return v.tab
}

func (v *visit) close() {
	if v.tab != nil {
		if err := v.tab.page.Close(); err != nil { // it hangs
			v.Errorf("close: %v", err)
			v.driver.stop()
		}
		v.tab = nil
	}
}

// sample returns the address of a page of the samples, on a host of its own that adds scripts to it.
func (v *visit) sample(page string, scripts ...string) string {
	v.Helper()
	h := newHost(v, sample(v))
	for _, script := range scripts {
		h.script += "\n" + script
	}
	return h.page(page)
}

// open opens a page in a new tab.
func (v *visit) open(url string) *tab {
	v.Helper()
	b := v.newTab()
	b.open(url)
	return b
}

// openPage opens a page of the book in a new tab, and starts its engine.
func (v *visit) openPage(slug string) *tab {
	v.Helper()
	b := v.newTab()
	b.openPage(slug)
	return b
}

func (b *tab) openPage(slug string) {
	b.t.Helper()
	b.open(newHost(b.t, whole(b.t)).page(slug))
	b.ready()
}

// TestPlayedTwice checks that a scene that fails is played once more, and then fails.
func TestPlayedTwice(t *testing.T) {
	for _, tt := range []struct{ fails, plays int }{{0, 1}, {1, 2}, {2, 2}} {
		plays := 0
		failed := false
		inner := &recorder{TB: t, failed: &failed}
		playTwice(inner, visit{TB: inner, notes: true}, func(v *visit) {
			if plays++; plays <= tt.fails {
				v.Fatalf("the %dth time", plays)
			}
		})
		if plays != tt.plays || failed != (tt.fails > 1) {
			t.Errorf("a scene that fails %d times was played %d times and has failed: %t", tt.fails, plays, failed)
		}
	}
}

// A recorder notes that a test has failed.
type recorder struct {
	testing.TB
	failed *bool
}

func (r *recorder) Error(...any) { *r.failed = true }
