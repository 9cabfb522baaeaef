package builtins_test

import (
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
)

// Loops of a million turns, with the guards that a cell has and in plain Starlark.
var loops = []struct{ name, source string }{
	{"count", "s = 0\nfor i in range(1000000):\n    s += i"},
	{"polynomial", "s = 0\nfor i in range(1000000):\n    s = s + i * i * 3 - i % 7"},
	{"unknown", "def f(a, b):\n    s = a\n    for i in range(1000000):\n        s = b + s\n    return s\nf(0, 1)"},
	{"products", "def f(a, b):\n    s = a\n    for i in range(1000000):\n        s = a * b\n    return s\nf(3, 4)"},
	{"items", "d = {}\nfor i in range(1000000):\n    d[i % 10] = d.get(i % 10, 0) + 1"},
	{"append", "l = []\nfor i in range(1000000):\n    l.append(i)"},
}

func BenchmarkLoops(b *testing.B) {
	for _, loop := range loops {
		b.Run(loop.name+"/cell", func(b *testing.B) {
			for b.Loop() {
				k := engine.New(enginetest.Document("-- cell --\n"+loop.source), builtins.All())
				if err := k.Run(engine.RunOptions{}); err != nil || k.Outputs()[0].Err != nil {
					b.Fatal(err, k.Outputs()[0].Err)
				}
			}
		})
		b.Run(loop.name+"/plain", func(b *testing.B) {
			options := &syntax.FileOptions{Set: true, TopLevelControl: true, GlobalReassign: true}
			for b.Loop() {
				if _, err := starlark.ExecFileOptions(options, &starlark.Thread{}, "cell", loop.source, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
