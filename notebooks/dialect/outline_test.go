package dialect

import (
	"reflect"
	"testing"
)

// A program that is known by its outline is the one that is parsed as soon as it is completed.
func TestOutlined(t *testing.T) {
	builtin := func(name string) bool { return name == "slider" || name == "len" }
	for source, want := range map[string]string{
		"k = slider(3, 1, 9)\nn = k + m\n_own = len(table)\nfor i in [1]: print(i)": "m table print;k n;k",
		"7":        ";;",
		"k =":      "",
		"a, b = c": "c;a b;",
	} {
		whole := Parse("cell", source, false)
		outline := whole.Outline(builtin)
		if outline != want {
			t.Errorf("%q: got the outline %q, want %q", source, outline, want)
		}
		p := Outlined("cell", source, false, outline)
		if known := want != ""; known != (p.Code == nil && p.Err == nil) || p.Outline(builtin) != outline {
			t.Errorf("%q: parsed before it was completed, or the outline is %q", source, p.Outline(builtin))
		}
		if p.Complete() != (want != "") || p.Complete() {
			t.Errorf("%q: want it completed once", source)
		}
		p.Code, whole.Code = nil, nil // which is no value to compare
		if !reflect.DeepEqual(p, whole) {
			t.Errorf("%q: got %+v, want %+v", source, p, whole)
		}
	}
}
