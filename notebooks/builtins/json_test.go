package builtins_test

import (
	"encoding/json"
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"topobook/notebooks/builtins"
	"topobook/notebooks/output"
)

func TestAppendJSON(t *testing.T) {
	for _, tt := range []struct{ expression, want string }{
		{"None", "null"},
		{"True", "true"},
		{"1 << 80", "1208925819614629174706176"},
		{"0.1", "0.1"},
		{"1e300 * 1e300", "null"},
		{"(1, [2], 'a')", `[1, [2], "a"]`},
		{"{'a': 1, 2: (3, 4)}", `{"a": 1, "2": [3, 4]}`},
		{`'"\\\n<\x01é'`, `"\"\\\u000a<\u0001é"`},
		{"range(3)", "[0, 1, 2]"},
		{"len", `"<built-in function len>"`},
	} {
		v, err := starlark.EvalOptions(&syntax.FileOptions{}, new(starlark.Thread), "test", tt.expression, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := string(output.AppendJSON(nil, v))
		if got != tt.want || !json.Valid([]byte(got)) {
			t.Errorf("AppendJSON(%s) = %s, want %s", tt.expression, got, tt.want)
		}
	}
}

func TestEvaluate(t *testing.T) {
	for _, tt := range []struct{ expression, want string }{
		{"diameter(kary_ntree(3, 2))", "4"},
		{`route(kary_ntree(2, 1), "0", "1")`, `{"excursions": [], "hops": 2, "labels": [null, 1], "levels": [1, 0, 1], "nodes": ["0", "@0", "1"], "passthroughs": [], "phases": ["up", "down"], "ports": [0, 1]}`},
		{`table([("a", 1, 2.5), ("b", 10000, -3)], columns=["x", "y", "z"])`, `{"columns": ["x", "y", "z"], "rows": [["a", 1, 2.5], ["b", 10000, -3]]}`},
		{`table([(2 / 3, 0.65)], format=[1, "percent"])`, `{"columns": [], "rows": [[0.666666666667, 0.65]]}`},
		{`claim("one", paper=1, computed=2)`, `{"cases": 1, "id": "expression/one", "verdict": "fails", "statement": "", "paper": "1", "computed": "2", "counterexample": "", "note": ""}`},
		{`ring(3)`, `"ring(n=3)"`},
		{`link_load(ring(3)).max`, `1`},
	} {
		v, err := builtins.Evaluate(tt.expression, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		got := string(output.AppendJSON(nil, v))
		if got != tt.want || !json.Valid([]byte(got)) {
			t.Errorf("%s:\n got %s\nwant %s", tt.expression, got, tt.want)
		}
	}
	if _, err := builtins.Evaluate("diameter(3)", nil); err == nil {
		t.Error("diameter(3): got no error")
	}
}
