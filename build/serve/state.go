package serve

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A buildState tells open pages which build of the site is served, and what is wrong with its files, as a server-sent event.
type buildState struct {
	mu    sync.Mutex
	time  int64 // of the last build that succeeded, in nanoseconds; 0 if there is none
	fault string
	slow  string // which cell takes long, while that is computed

	engine arrival
}

// An arrival is of the browser program.
type arrival struct {
	mu   sync.Mutex
	come chan struct{} // closed when it is there, or could not be made; nil until somebody waits
	done bool
	err  error
}

// there tells whether the program is.
func (a *arrival) there() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.done && a.err == nil
}

// set says that the program is there, or why it could not be made.
func (a *arrival) set(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.done, a.err = true, err
	if a.come != nil {
		close(a.come)
		a.come = nil
	}
}

// wait waits for the program, and returns why there is none.
func (a *arrival) wait(ctx context.Context) error {
	a.mu.Lock()
	if a.done {
		defer a.mu.Unlock()
		return a.err
	}
	if a.come == nil {
		a.come = make(chan struct{})
	}
	come := a.come
	a.mu.Unlock()
	select {
	case <-come:
		return a.wait(ctx)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// note notes that the site has been built.
func (b *buildState) note() { b.set(time.Now().UnixNano(), "") }

// fail notes why it could not be.
func (b *buildState) fail(err error) {
	text := err.Error()
	if len(text) > maxFault {
		text = strings.ToValidUTF8(text[:maxFault], "") + "…"
	}
	b.set(0, text)
}

// maxFault is how much open pages are told of what is wrong, in bytes.
const maxFault = 8000

func (b *buildState) set(time int64, fault string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.time, b.fault, b.slow = cmp.Or(time, b.time), fault, ""
}

// busy notes which cell takes long, and tells whether that is news.
func (b *buildState) busy(text string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	news := b.slow != text
	b.slow = text
	return news
}

// built tells whether there is a site.
func (b *buildState) built() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.time > 0
}

func (b *buildState) serve(w http.ResponseWriter) {
	b.mu.Lock()
	event, err := json.Marshal(map[string]string{"built": strconv.FormatInt(b.time, 10), "fault": cmp.Or(b.slow, b.fault)})
	b.mu.Unlock()
	if err != nil {
		panic(err) // texts can be encoded
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = fmt.Fprintf(w, "data: %s\nretry: 1000\n\n", event) // the reader may have left
}
