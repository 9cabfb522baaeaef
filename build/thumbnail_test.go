package build

import (
	"strings"
	"testing"

	"topobook/notebooks/engine"
	"topobook/notebooks/output"
)

// TestThumbnail checks which drawing is the picture of a paper, and that it has neither words nor what makes it live.
func TestThumbnail(t *testing.T) {
	draw := func(name, inside string) string {
		return `<p>a</p><svg class="net ` + name + `" role="img"><title>T</title>` + inside + `<text x="1">words</text></svg>`
	}
	const route, fault, cut = `<path class="arrow f0" d="M0 0"/>`, `<g class="node fault" data-node="1"></g>`, `<path class="link dead" d=""/>`
	plain := engine.Result{HTML: draw("one", "") + draw("two", "")}
	for _, tt := range []struct {
		name    string
		results []engine.Result
		want    string
	}{
		{"no drawing", []engine.Result{{HTML: "<p>text</p>"}}, ""},
		{"no point: the last of the first cell that draws", []engine.Result{{}, plain, {HTML: draw("three", "")}}, "two"},
		{"the first with a point", []engine.Result{plain, {HTML: draw("three", fault)}, {HTML: draw("four", route)}}, "three"},
		{"both", []engine.Result{plain, {HTML: draw("three", route)}, {HTML: draw("four", "") + draw("five", cut+route)}, {HTML: draw("six", fault+route)}}, "five"},
		{"no counterexample", []engine.Result{plain, {HTML: draw("three", fault+route), Claims: []output.Claim{{}}}}, "two"},
		{"not too large", []engine.Result{plain, {HTML: draw("three", route+strings.Repeat(" ", maxThumbnail))}}, "two"},
		{"words that begin like these", []engine.Result{plain, {HTML: draw("three", `<path class="arrows"/><g class="default deadline"></g>`)}}, "two"},
	} {
		got := string(thumbnail(tt.results))
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %s, want the drawing %q", tt.name, got, tt.want)
		}
		for _, live := range []string{"words", "<title", "data-node", "role="} {
			if strings.Contains(got, live) {
				t.Errorf("%s: %s has %s", tt.name, got, live)
			}
		}
	}
}
