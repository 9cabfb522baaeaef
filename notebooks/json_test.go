package notebooks_test

import (
	"encoding/json"
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"topobook/notebooks"
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
		got := string(notebooks.AppendJSON(nil, v))
		if got != tt.want || !json.Valid([]byte(got)) {
			t.Errorf("AppendJSON(%s) = %s, want %s", tt.expression, got, tt.want)
		}
	}
}

func FuzzAppendJSONString(f *testing.F) {
	f.Add("a\"\\\x00\xff")
	f.Fuzz(func(t *testing.T, s string) {
		var back string
		b := notebooks.AppendJSONString(nil, s)
		if err := json.Unmarshal(b, &back); err != nil || back != string([]rune(s)) {
			t.Errorf("AppendJSONString(%q) = %s reads back as %q, %v", s, b, back, err)
		}
	})
}
