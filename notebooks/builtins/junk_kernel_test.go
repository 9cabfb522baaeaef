package builtins

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
)

// A junkKernel runs one cell after another beside the cell of junk.
type junkKernel struct {
	*engine.Kernel
	pauses  int
	longest time.Duration // between two looks at the reader's wishes, in the last cell
}

// junkBudget is how often a call may ask for leave before the reader stops it.
const junkBudget = 10

func newJunkKernel(t testing.TB, values string) *junkKernel {
	doc := &engine.Document{
		Cells: []engine.Cell{{ID: "values", Source: values}, {ID: "call", Source: "0"}, {ID: "v1", Source: "0", Inline: true}},
		Files: map[string]string{"measured.csv": latencies, "lib.star": "x = 1"},
	}
	k := &junkKernel{Kernel: engine.New(doc, All())}
	if r := k.run("0"); r.Err != nil {
		t.Fatal(r.Err)
	}
	if err := k.Outputs()[0].Err; err != nil {
		t.Fatal(err)
	}
	return k
}

// run runs the cell of a source, which the reader stops after a while.
func (k *junkKernel) run(source string) engine.Result {
	if err := k.Edit("call", source); err != nil {
		return engine.Result{State: engine.Failed, Err: &dialect.Error{Msg: err.Error()}}
	}
	k.pauses, k.longest = 0, 0
	last := time.Now()
	look := func() {
		now := time.Now()
		k.longest, last = max(k.longest, now.Sub(last)), now
	}
	err := k.Run(engine.RunOptions{Only: []string{"values", "call"}, Pause: func(p engine.Progress) error {
		if p.Cell != "call" {
			last = time.Now()
			return nil
		}
		look()
		if k.pauses++; k.pauses > junkBudget || p.Steps > 200_000 {
			return errReader
		}
		return nil
	}})
	look()
	if err != nil && err != errReader {
		return engine.Result{State: engine.Failed, Err: &dialect.Error{Msg: err.Error()}}
	}
	return k.Outputs()[1]
}

// faultIn returns what is wrong with how a cell ended: it has an answer, was stopped, or says in one sentence what is wrong.
func faultIn(r engine.Result) string {
	if r.Err == nil {
		if r.State != engine.Done {
			return "is " + r.State.String() + " without an error"
		}
		if len(r.HTML) > dialect.OutputLimit {
			return fmt.Sprintf("has an output of %d bytes, want at most %d", len(r.HTML), dialect.OutputLimit)
		}
		return ""
	}
	msg := r.Err.Msg
	for _, bad := range []string{"internal error", "panic", "runtime error", "interface conversion", "nil pointer", "%!", "goroutine", "starlark.", "*builtins", "map[", "0x0"} {
		if strings.Contains(msg, bad) {
			return fmt.Sprintf("says %q, want nothing of the program", msg)
		}
	}
	if dialect.Visible(msg) != msg || strings.Contains(msg, "\n") {
		return fmt.Sprintf("says %q, want one line without control characters and the like", msg)
	}
	if msg == "" || len(msg) > 3*dialect.MaxMessage {
		return fmt.Sprintf("says a sentence of %d bytes, want 1 to %d", len(msg), dialect.MaxMessage)
	}
	return ""
}
