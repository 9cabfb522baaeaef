package dialect_test

import (
	"strings"
	"testing"
	"time"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
)

func TestLimits(t *testing.T) {
	for _, tt := range enginetest.Bombs {
		if testing.Short() && tt.Name == "steps" {
			continue
		}
		start := time.Now()
		k := engine.New(enginetest.Document("-- cell --\n"+tt.Source), builtins.All())
		if err := k.Run(engine.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		r := k.Outputs()[0]
		if r.Err == nil {
			t.Errorf("%s: is not refused, want %q", tt.Name, tt.Want)
		} else if !strings.HasPrefix(r.Err.Msg, tt.Want) {
			t.Errorf("%s:\n got %s\nwant %s", tt.Name, r.Err.Msg, tt.Want)
		}
		if d := time.Since(start); d > 500*time.Millisecond {
			t.Logf("%s: %v", tt.Name, d)
		}
	}
}

// What is not a bomb gives what Starlark gives without guards.
func TestGuardsChangeNothing(t *testing.T) {
	for source, want := range map[string]string{
		`d = {"a": 1, "b": [1]}` + "\n" + `d["a"] += 2` + "\n" + `d["b"] += (2, 3)` + "\n" + `d["b"] *= 2` + "\nstr(d)": `{"a": 3, "b": [1, 2, 3, 1, 2, 3]}`,
		"l = [1]\nm = l\nl += [2]\nstr(m)":       "[1, 2]",
		"l = [1]\nm = l\nl = l + [2]\nstr(m)":    "[1]",
		"s = set([1, 2]) | set([2, 3])\nstr(s)":  "set([1, 2, 3])",
		"u = {1: 1}\nw = u\nu |= {2: 2}\nstr(w)": "{1: 1, 2: 2}",
		"l = [0, 1, 2, 3, 4]\nstr([l[1:3], l[::-1], l[-2:], l[:-1:2], l[10:], l[3:1], l[-1:0:-2], l[2:2:-1]])":                   "[[1, 2], [4, 3, 2, 1, 0], [3, 4], [0, 2], [], [], [4, 2], []]",
		`str(["abcd"[1:], "abcd"[::-1], "a,b".split(","), "-".join(["a", "b"]), "{x}{y}".format(x=1, y=2), "%s %d" % ("a", 3)])`: `["bcd", "dcba", ["a", "b"], "a-b", "12", "a 3"]`,
		"def f(*a, **k):\n    return len(a), sorted(k.keys())\nstr(f(1, z=1, *[2, 3], **{'y': 2}))":                              `(3, ["y", "z"])`,
		"str([2 ** 10, -2 ** 2, 2 ** -1, 2 ** 3 ** 2, (1 + 1) ** 2, [3][0] ** 2, max(2, 3) ** 2, 2.0 ** 2])":                     "[1024, -4, 0.5, 512, 4, 9, 9, 4.0]",
		"def f(a, b=2 ** 3, **c):\n    return a ** b + len(c)\nf(2, z=1, **{'y': 1})":                                            "258",
		"x = 3\nx += 2 * x\nx -= 1\nx //= 2\nx %= 3\nx |= 8\nx ^= 1\nx &= 15\nx <<= 2\nx":                                        "32",
		"(1, 2) + (3,) * 2": "(1, 2, 3, 3)",
		"[a + b for a, b in zip('xy'.elems(), 'zw'.elems())]": "[\"xz\", \"yw\"]",
		"(lambda a, b=[1] + [2]: a + b)([0])":                 "[0, 1, 2]",
		"1 +\\\n  2 # comment":                                "3",
		"print('a', 1, sep='-')\nprint([1])\n7":               "a-1\n[1]\n7",
		"'%d' % 3 + '%s' % 'é'":                               "3é",
		"0.1 + 0.2":                                           "0.3",
		"x = 1 if True else 2; x":                             "1",
	} {
		k := engine.New(enginetest.Document("-- cell --\n"+source), builtins.All())
		if err := k.Run(engine.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		if got := enginetest.Output(k, "cell"); got != want {
			t.Errorf("%s\n got %s\nwant %s", source, got, want)
		}
	}
}
