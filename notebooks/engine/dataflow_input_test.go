package engine_test

import (
	"fmt"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
)

const nearInputs = `
-- net --
k = slider(2, 2, 4)
t = kary_ntree(k, 2)
root = pick(t, "0@0", kind="switch")
-- way --
a = pick(t, "0,0")
b = pick(t, "0,1")
found = []
for w in minimal_paths(t, a, b):
    found.append(w)
def ends(a, b):
    return [a, b]
draw(t, paths=found, source=a)
-- own --
faults = pick_many(t, [])
draw(t, faults=faults, paths=found)
-- function --
draw(t, marks=ends("0,0", "1,1"))
-- keyword --
source = pick(t, "0,0")
size(t)
-- named --
draw(t, source="0,0", marks=[b for b in nodes(t, kind="processor")])
-- index --
d = {}
d[root] = "r"
d
-- picture --
draw(t, names=d)
-- nothing --
draw(ring(5))
`

func TestInputsOf(t *testing.T) {
	k := engine.New(enginetest.Document(nearInputs), builtins.All())
	for _, tt := range []struct{ cell, want string }{
		{"way", `["a b" "k"]`},
		{"own", `["faults" "a b k"]`}, // t is as near as found
		{"function", `["k"]`},         // a function's parameters are no inputs
		{"named", `["k"]`},            // neither are names of arguments and of what a list runs over
		{"picture", `["k" "root"]`},   // what is put in a dict makes it
		{"net", `["k root"]`},         // own inputs, whether they are drawn or not
		{"nothing", "[]"},
		{"oops", "[]"},
	} {
		if got := fmt.Sprintf("%q", k.InputsOf(tt.cell)); got != tt.want {
			t.Errorf("%s: its inputs are %s, want %s", tt.cell, got, tt.want)
		}
	}
	if err := k.Edit("nothing", "draw(t, source=a)"); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprintf("%q", k.InputsOf("nothing")), `["a k"]`; got != want {
		t.Errorf("nothing, edited: its inputs are %s, want %s", got, want)
	}
}
