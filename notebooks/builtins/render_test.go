package builtins

import (
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestRenderGolden renders one of each output and compares with testdata/render.
func TestRenderGolden(t *testing.T) {
	for _, tt := range []struct{ name, src string }{
		{"table", `table([["ring", 4, 0.5], ["hypercube", 12345, None], ["none", -1]], columns=["network", "degree", "share"], caption="Degrees")`},
		{"table-dicts", `table([dict(k=2, n=1), dict(k=3, d="x")], align=["center"])`},
		{"table-dict", `table({"a": 1, "b": 2}, columns=["name", "value"])`},
		{"table-format", `table([[0.5, 0.651, 1.25e-7, 2.5, 5.62264150943], [12345, 1, 0, 12345.678, mark(2 / 3, "found")], [None, "all", -3, -1, 1e-7]],
    columns=["fixed", "share", "rate", "whole", "any"], format={"fixed": 2, "share": "percent", "rate": "scientific", "whole": 0})`},
		{"table-format-list", `table([{"a": 0.5, "b": 2 / 3}, {"a": mark(0.25), "b": 1e300 * 1e300}], format=["percent", 15])`},
		{"table-long", `table([[i] for i in range(502)])`},
		{"list", `[1, "a", None, 0.1]`},
		{"rows", `[(1, "a"), (22, "b")]`},
		{"dict", `{"a": [1, 2], "b": [3, 4]}`},
		{"network", `kary_ntree(4, 2)`},
		{"path", `route(kary_ntree(2, 2), "0,0", "1,1", routing="dst")`},
		{"paths", `minimal_paths(kary_ntree(2, 2), "0,0", "1,1")`},
		{"load", `link_load(kary_ntree(2, 3), routing="dst", traffic="bit_reversal")`},
		{"draw", `draw(kary_ntree(2, 1), paths=route(kary_ntree(2, 1), 0, 1), marks=["@0"], source=0, dest=1, caption="A path")`},
		{"plot", `plot({"ring": [(4, 2), (8, 4)], "hypercube": [(4, 2), (8, 3)]}, x_label="nodes", y_label="diameter", title="Growth")`},
		{"plot-apart", `plot({"a": [(1, 2.5)], "b": [(2, 3)]})`},
		{"plot-ranges", `plot({"a": [(1, 2.5, (2, 4)), (2, 3, None)], "b": [(1, 3, 0.5), (2, 4)]}, bands=True, from_zero=True)`},
		{"plot-pareto", `plot({"a": [(1, 5), (2, 3), (3, 4)], "b": [(1, 5), (4, 1, None, False)]}, pareto=("minimize", "minimize"))`},
		{"small-multiples", `small_multiples({"n = 2": {"a": [(1, 2), (2, 4)]}, "n = 3": {"a": [(1, 3, 0.5)], "b": [(2, 9)]}})`},
		{"histogram", `histogram({"yes": 3, "no": 5})`},
		{"heatmap", `heatmap(distance_matrix(ring(3)), rows="abc".elems(), title="Distances")`},
		{"claim", `claim("diameter", 6, 6, statement="The diameter is 2n.", note="By search.")`},
		{"verify", `verify("unique", lambda k, n: (1, pow(k, n - 1)), grid(k=range(2, 5), n=range(1, 4)), statement="There is one path.", where=lambda k, n: n < 2, show=lambda k, n: text("k is", k))`},
		{"undecided", `undecided("sat", "Needs a simulation.", statement="Saturation is at 35%.")`},
		{"text", `text("one", 2, [3], "\nfour")`},
		{"columns", `columns(1, text("two"))`},
		{"columns-numbers", `columns(2 / 3, table([[2 / 3]]), {"a": 2 / 3})`},
		{"stack", `[text("one"), None, text("two")]`},
		{"stack-numbers", `[[table([[2 / 3]])], plot([(1, 2 / 3)]), {"a": 2 / 3}, [[2 / 3]]]`},
		{"help", `help("sqrt")`},
	} {
		v, _, err := Eval(tt.src)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		html, text := output.Render(v)
		checkMarkup(t, tt.name, html)
		got := tt.src + "\n\n" + strings.ReplaceAll(html, "><", ">\n<") + "\n\n" + text + "\n"
		if shown := output.Shown(v); shown != text {
			got += "\nin a terminal:\n" + shown + "\n"
		}
		compareGolden(t, filepath.Join("testdata", "render", tt.name+".txt"), got)
	}
}

// compareGolden compares got with a file, or writes the file if the flag -update is given.
func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
	}
}

// checkMarkup checks that tags are closed and that there is no element or attribute of a script.
func checkMarkup(t *testing.T, what, html string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader("<body>" + html + "</body>"))
	d.Entity, d.AutoClose, d.Strict = xml.HTMLEntity, xml.HTMLAutoClose, false
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Errorf("%s: %v in %s", what, err, html)
			return
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "script", "img", "iframe", "object", "a", "b":
			t.Errorf("%s: has a %s element: %s", what, start.Name.Local, html)
		}
		for _, attr := range start.Attr {
			if strings.HasPrefix(strings.ToLower(attr.Name.Local), "on") || strings.Contains(attr.Value, "javascript:") && attr.Name.Local == "href" {
				t.Errorf("%s: has an attribute %s: %s", what, attr.Name.Local, html)
			}
		}
	}
}

// TestRenderEscapes puts markup into every text that a reader or a page may write.
func TestRenderEscapes(t *testing.T) {
	const nasty = `"</title></svg></td></dd></span>\"'><script>alert(1)</script><img src=x onerror=alert(1)><b onclick='x'>&lt;"`
	for _, src := range []string{
		`X`, `[X]`, `[[X]]`, `{X: X}`, `[{X: X}]`, `(X,)`, `[text(X), X]`,
		`text(X)`, `columns(X, [X])`, `table([[X]], columns=[X], caption=X)`, `table({X: X})`, `table([[text(X)], [[X]]])`,
		`graph([G], [])`, `nodes(graph([G], []))`, `draw(graph([G, "b"], [(G, "b")]), paths=[[G, "b"]], marks=[G], caption=X)`,
		`route(graph([G, "b"], [(G, "b")]), G, "b")`, `link_load(graph([G, "b"], [(G, "b")]), routing="first")`,
		`plot({X: [(1, 2)]}, x_label=X, y_label=X, title=X)`, `histogram({X: 1}, x_label=X, y_label=X, title=X)`,
		`heatmap([[1]], rows=[X], columns=[X], title=X, x_label=X, y_label=X)`,
		`claim("a", X, [X], note=X, statement=X, repair=X)`, `undecided("a", X, statement=X)`,
		`verify("a", lambda k: (X, [X]), [dict(k=X)], note=X, statement=X, show=lambda k: k)`, `verify("a", lambda k: False, [X])`,
		`lambda X: 1`,
	} {
		c := &engine.Call{}
		globals, err := run(c, "X = "+nasty+"\nG = X.replace(\" \", \"_\")\nvalue = ("+src+")")
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		html, _ := output.Render(globals["value"])
		checkMarkup(t, src, html)
		if strings.Contains(html, "<script") || strings.Contains(html, "<img") {
			t.Errorf("%s: not escaped: %s", src, html)
		}
	}
	for _, kind := range []string{engine.SliderInput, engine.NumberInput, engine.ChoiceInput, engine.CheckboxInput, engine.TextInput, engine.PickInput, engine.PickManyInput} {
		x, err := starlark.EvalOptions(&syntax.FileOptions{}, &starlark.Thread{}, "", nasty, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := string(x.(starlark.String))
		html := engine.RenderInputs([]engine.Input{{Name: s, Kind: kind, Label: s, Value: s, Min: s, Max: s, Step: s, Choices: []string{s}, Network: s, NodeKind: s, Note: s}})
		checkMarkup(t, kind, html)
		if strings.Contains(html, "<script") {
			t.Errorf("%s: not escaped: %s", kind, html)
		}
	}
}

// TestRenderBombs renders values that are small in memory and large when written out.
func TestRenderBombs(t *testing.T) {
	check := func(what string, v starlark.Value) {
		if html, text := output.Render(v); len(html) > 2*dialect.MaxPage || len(text) > 2*dialect.MaxPage {
			t.Errorf("%s: got %d bytes of HTML and %d of text", what, len(html), len(text))
		}
	}
	var tuple, set starlark.Value = starlark.None, starlark.None
	for range 40 {
		tuple = starlark.Tuple{tuple, tuple}
		s := starlark.NewSet(1)
		if err := s.Insert(starlark.MakeInt(1)); err != nil {
			t.Fatal(err)
		}
		set = starlark.Tuple{s, set, set}
	}
	check("tuples", tuple)
	check("sets", set)
	for _, src := range []string{
		`nest(lambda x: [x, x])`, `nest(lambda x: {1: x, 2: x})`, `nest(lambda x: [[x] * 200] * 200)`,
		`[draw(kary_ntree(2, 5))] * 600`, `[[draw(kary_ntree(2, 5))] * 300] * 600`, `[[["x" * 5000] * 300] * 300] * 300`, `[range(1 << 30)] * 3`,
		`table(range(1 << 30))`, `table([range(1 << 30)])`, `text(nest(lambda x: [x, x]))`,
	} {
		globals, err := run(&engine.Call{}, "def nest(f):\n  x = 1\n  for _ in range(40):\n    x = f(x)\n  return x\nvalue = ("+src+")")
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		check(src, globals["value"])
	}
}

func TestRenderInputs(t *testing.T) {
	inputs := []engine.Input{
		{Name: "k", Kind: engine.SliderInput, Label: "arity k", Value: "4", Min: "2", Max: "8", Step: "1"},
		{Name: "seed", Kind: engine.NumberInput, Value: "1", Min: "0"},
		{Name: "p", Kind: engine.ChoiceInput, Label: "pattern", Value: "b", Choices: []string{"a", "b"}},
		{Name: "on", Kind: engine.CheckboxInput, Label: "show", Value: "true"},
		{Name: "off", Kind: engine.CheckboxInput, Value: "false"},
		{Name: "links", Kind: engine.TextInput, Label: "links", Value: `a-b "c"`},
		{Name: "src", Kind: engine.PickInput, Label: "source", Value: "0,0", Network: "kary_ntree(k=2, n=2)", NodeKind: "processor"},
		{Name: "faults", Kind: engine.PickManyInput, Value: "", Network: "ring(n=4)", Note: "9 is no node"},
	}
	html := engine.RenderInputs(inputs)
	checkMarkup(t, "inputs", html)
	compareGolden(t, filepath.Join("testdata", "render", "inputs.txt"), strings.ReplaceAll(html, "><", ">\n<")+"\n")
	if got := engine.RenderInputs(nil); got != "" {
		t.Errorf("no inputs: got %q, want nothing", got)
	}
}

func TestRenderValue(t *testing.T) {
	for _, tt := range []struct{ src, html, text string }{
		{`None`, "", ""},
		{`16384`, "16\u202f384", "16384"},
		{`-3`, "−3", "-3"},
		{`pow(10, 30)`, "1" + strings.Repeat("\u202f000", 10), "1" + strings.Repeat("0", 30)},
		{`1 / 3`, "0.3333", "0.333333333333"},
		{`True`, "True", "True"},
		{`"a<b\nc"`, "a&lt;b<br>c", "a<b\nc"},
		{`[1, 2.5, "x,y"]`, "[1, 2.5, &quot;x,y&quot;]", `[1, 2.5, "x,y"]`},
		{`[]`, "[]", "[]"},
		{`{}`, "{}", "{}"},
		{`range(3)`, "range(3)", "range(3)"},
		{`len`, "<code>&lt;built-in function len&gt;</code>", "<built-in function len>"},
		{`kary_ntree(2, 2)`, "kary_ntree(k=2, n=2): 4 processors, 4 switches, 8 links", "kary_ntree(k=2, n=2): 4 processors, 4 switches, 8 links"},
		{`ring(2)`, "ring(n=2): 2 processors, 0 switches, 1 link", "ring(n=2): 2 processors, 0 switches, 1 link"},
	} {
		v, _, err := Eval(tt.src)
		if err != nil {
			t.Errorf("%s: %v", tt.src, err)
			continue
		}
		if html, text := output.Render(v); html != tt.html || text != tt.text {
			t.Errorf("%s:\n got %q, %q\nwant %q, %q", tt.src, html, text, tt.html, tt.text)
		}
	}
}
