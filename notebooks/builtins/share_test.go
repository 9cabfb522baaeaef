package builtins_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
)

// slowly is a Share that computes one part after the other, from the last to the first, and shows
// what is known after each.
func slowly(w *engine.Work) ([][]float64, error) {
	parts := make([][]float64, w.Parts)
	for i := w.Parts - 1; i >= 0; i-- {
		var err error
		if parts[i], err = w.Do(i, w.Progress); err != nil {
			return nil, err
		}
		w.Preview(parts)
	}
	return parts, nil
}

func TestPreview(t *testing.T) {
	const sweeps = `t = ring(6)
def latencies(loads): return [p["load"] for p in sweep(t, loads, cycles=50, warmup=0)]
`
	doc := &engine.Document{Meta: engine.Meta{Slug: "test"}, Cells: []engine.Cell{
		{ID: "tools", Source: sweeps + "seed_of = slider(3, 1, 9)"},
		{ID: "two", Heavy: true, Source: "low = latencies([0.125, 0.25])\nhigh = latencies([0.5, 0.75, 1])\nstr([low, high])"},
		{ID: "user", Source: "len(low) + len(high)"},
		{ID: "picky", Source: "high[2]"},
		{ID: "after", Source: "_x = picky_name if False else high[0]\n_x"},
		{ID: "other", Source: "picky_name = seed_of"},
		{ID: "later", Heavy: true, Source: "low + high"},
	}}
	k := engine.New(doc, builtins.All())
	if err := k.Run(engine.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	inputs, _ := k.Changes()
	var shown []string
	options := engine.RunOptions{Only: []string{"two"}, Heavy: true, Share: slowly, Preview: func(cell, html string) {
		text := html[strings.Index(html, ">")+1:]
		text, _, _ = strings.Cut(text, "<")
		shown = append(shown, cell+" "+text)
	}}
	if err := k.Run(options); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"two [[0.25], []]", "user 1",
		"two [[0.125, 0.25], []]", "user 2",
		"two [[0.125, 0.25], [1]]", "user 3", "after 1",
		"two [[0.125, 0.25], [0.75, 1]]", "user 4", "after 0.75",
		"two [[0.125, 0.25], [0.5, 0.75, 1]]", "user 5", "picky 1", "after 0.5",
	}
	if !slices.Equal(shown, want) {
		t.Errorf("previews:\n%s\nwant:\n%s", strings.Join(shown, "\n"), strings.Join(want, "\n"))
	}
	for _, r := range k.Outputs() {
		if waits := r.Cell != "two" && r.Cell != "tools" && r.Cell != "other"; waits != (r.State == engine.Waiting) {
			t.Errorf("after the previews cell %s is %v: a preview must leave nothing behind", r.Cell, r.State)
		}
	}
	if after, edits := k.Changes(); len(after) != len(inputs) || len(edits) != 0 {
		t.Errorf("previews changed the inputs from %v to %v, and the cells %v", inputs, after, edits)
	}
	// What others have computed is what the cell computes itself.
	alone := engine.New(doc, builtins.All())
	if err := alone.Run(engine.RunOptions{Heavy: true}); err != nil {
		t.Fatal(err)
	}
	if err := k.Run(engine.RunOptions{Heavy: true}); err != nil {
		t.Fatal(err)
	}
	for i, r := range k.Outputs() {
		if r.HTML != alone.Outputs()[i].HTML {
			t.Errorf("cell %s gives %s when shared, and %s alone", r.Cell, r.HTML, alone.Outputs()[i].HTML)
		}
	}
	// A preview that is stopped ends, the run goes on.
	shown = nil
	k = engine.New(doc, builtins.All())
	options.Pause = func(p engine.Progress) error {
		if p.Preview {
			return errors.New("too long")
		}
		return nil
	}
	if err := k.Run(options); err != nil || shown != nil {
		t.Errorf("previews that are stopped: showed %q and the run ended with %v", shown, err)
	}
	if r := k.Outputs()[1]; r.State != engine.Done {
		t.Errorf("previews that are stopped: cell two is %v, want done", r.State)
	}
}

// TestSweepIsSimulate compares the points of a sweep, which goroutines share, with runs of their own.
func TestSweepIsSimulate(t *testing.T) {
	for _, args := range []string{
		`torus(5, 2), %s, routing="dor", cycles=300`,
		`mikant(2, 3), %s, routing="alg1", cycles=300, vcs=2, packet=3`,
		`ring(5), %s, routing="minimal", cycles=900, vcs=1, buffer=1, packet=9`,
		`kyklos(2, 2, 2, 3), %s, routing="modified_p", injection="bursty", cycles=300`,
		`without(torus(4, 2), nodes=["0,1"]), %s, routing="adaptive", traffic="uniform", seed=4, cycles=300`,
	} {
		loads := "[0.04, 0.3, 0.7, 1]"
		source := "[[key for key in p if q[key] != p[key]] for p, q in [(p, simulate(" + fmt.Sprintf(args, `p["load"]`) + ")) for p in sweep(" + fmt.Sprintf(args, loads) + ")]]"
		differ, err := builtins.Evaluate(source, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(output.AppendJSON(nil, differ)); got != "[[], [], [], []]" && got != "[[],[],[],[]]" {
			t.Errorf("sweep(%s): keys that differ from those of simulate, by load: %s", fmt.Sprintf(args, loads), got)
		}
	}
}
