//go:build !js

package dialect_test

import (
	"runtime"
	"strings"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
)

// TestOutputMemory runs cells whose outputs repeat long texts, and counts what they and their results allocate,
// garbage too. Most took from 1 to more than 8 GB. The words are the same in WebAssembly, where 8 GB are not to be had.
func TestOutputMemory(t *testing.T) {
	const most = 700 << 20
	for _, tt := range []struct{ source, want string }{ // the beginning of the error; "" for none
		{`print(*["a" * 16777216] * 200)`, "print: the cell has printed 16777216 bytes, want at most 65536"},
		{`print("a", "b", "c", sep="a" * 16777216)`, "print: the cell has printed 16777217 bytes, want at most 65536"},
		{`table([[1] * 200], columns=["a" * 16777216] * 200)`, ""},
		{`table([{"a" * 4000000: 1}] * 500)`, ""},
		{`[{"a" * 4000000: 1}] * 500`, ""},
		{`table([["x"]] * 499 + [["a" * 4000000]])`, ""},
		{`table([dict([(i, "a" * 4000000) for i in range(60)])])`, ""},
		{`histogram([("a" * 100000, 1)] * 20000)`, ""},
		{`plot({"a" * 1000000 + str(i): [(j, j) for j in range(200)] for i in range(50)})`, ""},
		{`heatmap([[1] * 256] * 256, ["a" * 1000000] * 256, ["b" * 1000000] * 256)`, ""},
		{`grid(**{"a" * 1000000: range(1000)})`, ""},
		{`plot([(1, 2)], title="a" * 16777216)`, "plot: for parameter title: got a text of 16777216 bytes, want at most 10000"},
		{`draw(graph(["a" * 1000000 + str(i) for i in range(50)], [(0, 1)]))`, `graph: node "aaaaaaaaaaaaaaaaaaaa"…: has a name of 1000001 bytes, want at most 1000`},
		{`fail("a" * 16777216)`, "fail: " + strings.Repeat("a", 3994) + "… (16773222 more bytes)"},
		{`help("a" * 16777216)`, `help: for parameter word: no builtin is named "aaaa`},
		{`permutation(ring(4), "a" * 16777216)`, `permutation: ring(n=4): permutation "aaaa`},
		{`["a" * 16777216] * 100`, ""},
		{`a = slider(1, 0, 5, label="<" * 4000000)`, "slider: got a label of 4000000 bytes, want at most 10000"},
		{`a = choice(1, [1, "a" * 16777216])`, "choice: got a choice of 16777216 bytes, want at most 10000"},
		{`a = choice(1, [1] + [str(i) + "<" * 9000 for i in range(999)])`, "choice: the controls of the cell have"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		k := engine.New(enginetest.Document("-- cell --\n"+tt.source), builtins.All())
		if err := k.Run(engine.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		r := k.Outputs()[0]
		json := r.AppendJSON(nil)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > most {
			t.Errorf("%s: allocates %d MB, want at most %d", tt.source, n>>20, most>>20)
		}
		message := ""
		if r.Err != nil {
			message = r.Err.Msg
		}
		if tt.want == "" && message != "" || !strings.HasPrefix(message, tt.want) {
			t.Errorf("%s:\n got %.200q\nwant %.200q", tt.source, message, tt.want)
		}
		if len(message) > 4100 || len(r.HTML)+len(engine.RenderInputs(r.Inputs)) > 8<<20 {
			t.Errorf("%s: an error of %d bytes, an output of %d and controls", tt.source, len(message), len(r.HTML))
		}
		if strings.HasPrefix(tt.source, `["a"`) && !strings.Contains(string(json), "takes more than 64 MB as JSON") {
			t.Errorf("%s: as JSON in %d bytes, want an error", tt.source, len(json))
		}
	}
}
