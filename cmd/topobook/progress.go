package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
)

// A progress says on a terminal how far a run of cells has come, in one line that it writes again and again.
type progress struct {
	out io.Writer // nil where there is no terminal

	mu     sync.Mutex
	before string // what the line starts with
	last   time.Time
	shown  bool
}

// progressEvery is how often the line is written at most.
const progressEvery = 100 * time.Millisecond

// pause returns a function for runs of cells, which tells how far a cell has come, and ends the run when ctx ends.
func (p *progress) pause(ctx context.Context) func(engine.Progress) error {
	return func(at engine.Progress) error {
		text := "cell " + at.Cell
		if at.Total > 0 {
			text += fmt.Sprintf(": %d %%", min(100, 100*at.Done/at.Total))
		}
		p.say(text)
		return ctx.Err()
	}
}

// start begins the lines that follow with what a command has done before the cell that runs.
func (p *progress) start(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.before = fmt.Sprintf(format, args...)
}

func (p *progress) say(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out == nil || time.Since(p.last) < progressEvery {
		return
	}
	p.last, p.shown = time.Now(), true
	_, _ = fmt.Fprintf(p.out, "\r\x1b[K%.78s", dialect.Visible(p.before+text)) // no longer than a line of any terminal
}

// clear takes the line away, before something else is printed.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		p.shown = false
		_, _ = io.WriteString(p.out, "\r\x1b[K")
	}
}
