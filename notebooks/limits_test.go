package notebooks_test

import (
	"strings"
	"testing"
	"time"

	"topobook/notebooks"
)

// Each case is refused, with a message that begins with want, in a moment and in little memory.
var bombs = []struct{ name, source, want string }{
	{"list", "[0] * 268435456", "list * int: would have 268435456 items, want at most 4194304"},
	{"list, the other way", "268435456 * [0]", "list * int: would have"},
	{"list in place", "l = [0]\nl *= 1 << 30", "list * int: would have"},
	{"text", "'a' * (1 << 30)", "string * int: would have 1073741824 bytes, want at most 16777216"},
	{"text, a huge number of times", "'ab' * (10 ** 40)", "string * int: would have 2 × 1"},
	{"doubling text", "s = 'ab'\nfor i in range(60):\n    s = s + s", "string + string: would have 33554432 bytes"},
	{"doubling text in place", "s = 'ab'\nfor i in range(60):\n    s += s", "string + string: would have"},
	{"doubling a list in place", "s = [1]\nfor i in range(60):\n    s += s", "list += list: would have"},
	{"doubling an item", "s = {0: 'a'}\nfor i in range(60):\n    s[0] += s[0]", "string + string: would have"},
	{"doubling in a function", "def f():\n    s = [1]\n    for i in range(60):\n        s = s + s\nf()", "list + list: would have"},
	{"doubling with %", "s = 'ab'\nfor i in range(60):\n    s = '%s%s' % (s, s)", "string % tuple: would have"},
	{"doubling with format", "s = 'ab'\nfor i in range(60):\n    s = '{0}{0}'.format(s)", "string.format: would have"},
	{"doubling with join", "s = 'ab'\nfor i in range(60):\n    s = s.join([s, s])", "string.join: would have"},
	{"doubling with extend", "s = [1]\nfor i in range(60):\n    s.extend(s)", "list += list: would have"},
	{"a method by its name", "s = [1]\nfor i in range(60):\n    getattr(s, 'extend')(s)", "list += list: would have"},
	{"doubling with replace", "s = 'ab'\nfor i in range(60):\n    s = s.replace('a', s)", "string.replace: would have"},
	{"a loop variable of a list", "s = 'ab'\nfor i in range(60):\n    for j in [s]:\n        s = s + j", "string + string: would have"},
	{"a number that is not", "n = 3\nn *= [1]\nfor i in range(60):\n    n = n + n", "list + list: would have"},
	{"squaring", "x = 7\nfor i in range(60):\n    x = x * x", "int * int: would have about 110389 digits"},
	{"squaring in place", "x = 7\nfor i in range(60):\n    x *= x", "int * int: would have about"},
	{"squaring with **", "x = 7\nfor i in range(60):\n    x = x ** 2", "pow: the result has more than"},
	{"shifting", "x = 7\nfor i in range(100000):\n    x = x << 500", "int << int: would have more than 217706 bits"},
	{"list of a range", "list(range(200000000))", "list: got 200000000 items, want at most 4194304"},
	{"tuple of a range", "tuple(range(200000000))", "tuple: got"},
	{"sorted range", "sorted(range(2000000))", "sorted: got 2000000 items, want at most 1048576"},
	{"max of a range", "max(range(1 << 60))", "max: got"},
	{"set of a range", "set(range(200000000))", "set: got"},
	{"join of many", "','.join(['abc' * 10000] * 100000)", "string.join: would have"},
	{"arguments", "def f(*a):\n    return len(a)\nf(*range(1 << 40))", "*: got"},
	{"nested lists", "l = []\nfor i in range(100000):\n    l = [l]", "l: got lists more than 200 deep"},
	{"nested tuples", "l = ()\nfor i in range(100000):\n    l = (l,)", "l: got lists more than 200 deep"},
	{"nested functions", "l = None\nfor i in range(100000):\n    l = (lambda x: lambda: x)(l)", "l: got lists more than 200 deep"},
	{"nested methods", "l = []\nfor i in range(100000):\n    l = [l.append]", "l: got lists more than 200 deep"},
	{"shared tuples", "l = ()\nfor i in range(60):\n    l = (l, l)", "l: got more than 16777216 values"},
	{"text of nested lists", "l = []\nfor i in range(100000):\n    l = [l]\nstr(l)", "str: got lists more than 200 deep"},
	{"text of shared lists", "l = [1]\nfor i in range(60):\n    l = [l, l]\nstr(l)", "str: got more than 2097152 values"},
	{"text of a list that has itself", "l = [1]\nl.append(l)\nrepr(l)", "repr: got lists more than 200 deep"},
	{"many copies", "l = list(range(100000))\nm = [l[1:] for i in range(1000)]", "the cell makes more than 256 MB of texts and lists"},
	{"many texts", "l = 'a' * 100000\nm = [l.upper() for i in range(10000)]", "the cell makes more than 256 MB of texts and lists"},
	{"printing", "for i in range(10000):\n    print('something long')", "print: the cell has printed 65"},
	{"steps", "for i in range(100000000):\n    pass", "the cell takes more than 100 million steps"},
	{"nested calls", "f = lambda: 1\nfor i in range(1000):\n    f = (lambda g: lambda: g())(f)\nf()", "function lambda called recursively"},
	{"long source", strings.Repeat("x = 1\n", 20000), "the cell has 120000 bytes, want at most 65536"},
	{"brackets", strings.Repeat("(", 1000), "got more than 59 brackets inside one another"},
	{"signs", "x = " + strings.Repeat("-", 30000) + "1", "got an expression of more than 400 operators"},
	{"sums", "x = 1" + strings.Repeat("+ 1", 10000), "got an expression of more than 400 operators"},
	{"calls", "x = f" + strings.Repeat("()", 10000), "got an expression of more than 400 operators"},
	{"powers", "x = 2" + strings.Repeat(" ** 2", 10000), "got an expression of more than 400 operators"},
	{"lambdas", "x = " + strings.Repeat("lambda:", 8000) + "1", "got an expression of more than 400 operators"},
	{"branches", "if 1: pass\n" + strings.Repeat("elif 2: pass\n", 4000), "got an expression of more than 400 operators, or more than 200 elif"},
	{"zero bytes", "x = '\x00'", "the cell has bytes that are not text"},
}

func TestLimits(t *testing.T) {
	for _, tt := range bombs {
		if testing.Short() && tt.name == "steps" {
			continue
		}
		start := time.Now()
		k := notebooks.New(document("-- cell --\n"+tt.source), notebooks.Vocabulary())
		if err := k.Run(notebooks.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		r := k.Outputs()[0]
		if r.Err == nil {
			t.Errorf("%s: is not refused, want %q", tt.name, tt.want)
		} else if !strings.HasPrefix(r.Err.Msg, tt.want) {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, r.Err.Msg, tt.want)
		}
		if d := time.Since(start); d > 500*time.Millisecond {
			t.Logf("%s: %v", tt.name, d)
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
		k := notebooks.New(document("-- cell --\n"+source), notebooks.Vocabulary())
		if err := k.Run(notebooks.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		if got := output(k, "cell"); got != want {
			t.Errorf("%s\n got %s\nwant %s", source, got, want)
		}
	}
}
