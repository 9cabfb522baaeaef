package builtins

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

var everyJunk = flag.Bool("every", false, "call every builtin with all junk, and for longer, in place of a sample")

// junkValues is a cell of values that no builtin expects, or that are large.
const junkValues = `
long = "x" * 1000000
line = "x" * 9999
odd = "a\x00b\x1b[2J\r\nc\u2028d\u202ee\u2066f\u200bg\ufeff\U000e0041<b>&\"'` + "`" + `\\"
many = list(range(100000))
one = graph(["a"], [])
apart = graph(["a", "b", "c", "d"], [("a", "b")])
double = graph(["a", "b"], [("a", "b")] * 3, parallel=True)
large = torus(1024, 2)
dense = complete(1500)
tower = kary_ntree(2, 4)
way = route(ring(5), "0", "2")
loads = link_load(ring(5))
sent = schedule(ring(4), [(0, "0", "1", "x")])
record = simulate(ring(4), 0.1, cycles=100, warmup=0)
numbers = read("measured.csv")
dice = random(1)
shown = [draw(ring(3)), table([[1]]), text("a"), mark(1), plot([(1, 2)]), claim("c", 1, 1)]
holes = {None: None, (1, ("a",)): [], 1.5: {}, "": "", True: long}
`

// A junk is a value, and what makes it in the cell of the call if no other cell can hold it.
type junk struct{ source, before string }

// hostile is what is put in the place of each argument.
var hostile = func() []junk {
	var all []junk
	for source := range strings.SplitSeq(`None | True | -1 | 0 | 1 | 7 | 1 << 31 | 1 << 62 | 1 << 63 | 1 << 200 | -(1 << 200) | 1 << 200000 | 0.5 | -0.0 | 1e-320 | 1e300 | 5e15
float("nan") | float("inf") | -float("inf") | "" | " " | "0" | "all" | "0,0" | "a>b" | long | line | odd | "\x00" | b"\xff\x00" | "\xff" | "abc".elems() | "é".codepoints()
[] | {} | () | set() | [None] | [[]] | [()] | [1, "a"] | ["0", "1"] | [("0", "1")] | [["0", "1", "2"]] | [(0, 1, 2, 3, 4)] | [float("nan")] | [1 << 200] | [odd] | [long] | [line] * 300 | [{}]
{odd: odd} | {"": ""} | {"a": float("nan")} | {(): ()} | holes | [holes] | many | [many] * 3 | [[1] * 50] * 50 | range(0) | range(1 << 40) | range(9, -9, -2) | [range(1 << 40)]
len | fail | diameter | slider | print | lambda: 1 | lambda *a, **k: None | lambda *a: a | lambda *a: 1 << 200 | lambda *a: float("nan") | lambda *a: odd | lambda *a: many | lambda *a: fail(odd) | lambda *a: a[9] | lambda *a: one | lambda *a: "0"
ring(5) | one | apart | double | large | dense | tower | way | [way] | loads | sent | [sent] * 2 | record | numbers | dice | shown | shown[0] | shown[1] | shown[2] | shown[3] | shown[4] | shown[5] | help("diameter")`, "\n") {
		for part := range strings.SplitSeq(source, " | ") {
			all = append(all, junk{source: part})
		}
	}
	return append(all,
		junk{"deep", "deep = []\nfor i in range(5000):\n    deep = [deep]\n"},
		junk{"deep", "deep = ()\nfor i in range(5000):\n    deep = (deep,)\n"},
		junk{"[deep]", "deep = {}\nfor i in range(5000):\n    deep = {1: deep}\n"},
		junk{"wide", "wide = (1,)\nfor i in range(50):\n    wide = (wide, wide)\n"},
		junk{"wide", "wide = [1]\nfor i in range(50):\n    wide = [wide, wide]\n"},
		junk{"own", "own = [1]\nown.append(own)\n"},
		junk{"own", "own = {}\nown[1] = own\n"},
		junk{"own", "own = [1, 2, 3]\ndef empties(*a):\n    own.clear()\n"},
		junk{"empties", "own = [1, 2, 3]\ndef empties(*a):\n    own.clear()\n    return own\n"},
	)
}()

// A junkCall is a call in a cell of its own, with what makes its arguments before it.
type junkCall struct{ builtin, source string }

// callOf returns the cell of a call with these arguments.
func callOf(builtin string, args []string, before ...string) junkCall {
	return junkCall{builtin, strings.Join(before, "") + "x = " + builtin + "(" + strings.Join(args, ", ") + ")\nx"}
}

// with returns the arguments of a call in which the value takes the place of parameter i: by its name, or by its place.
func (b baseCall) with(i int, value string, byName bool) []string {
	var args []string
	for j, p := range b.params {
		switch {
		case strings.HasPrefix(p.name, "**") && i == j:
			args = append(args, "k="+value)
		case strings.HasPrefix(p.name, "*") && i == j:
			args = append(args, value, value)
		case strings.HasPrefix(p.name, "*"):
			args = append(args, p.source...)
		case i == j && byName:
			args = append(args, p.name+"="+value)
		case i == j:
			args = append(args, value)
		case j < i && !byName && p.source == nil:
			args = append(args, p.standard)
		case j < i && !byName:
			args = append(args, p.source[0])
		case p.source != nil:
			args = append(args, p.name+"="+p.source[0])
		}
	}
	return args
}

// junkCalls calls send with all calls of builtins with junk: in the place of each argument, by place and by name; too many
// arguments, unknown ones, and the same twice; and pairs of junk at random.
func junkCalls(bases []baseCall, send func(junkCall)) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, b := range bases {
		own := b.with(-1, "", true)
		for i := range b.params {
			for _, v := range hostile {
				send(callOf(b.name, b.with(i, v.source, true), v.before))
				send(callOf(b.name, b.with(i, v.source, false), v.before))
			}
		}
		for _, args := range [][]string{
			{}, append(own[:len(own):len(own)], "bogus=1"), append(own[:len(own):len(own)], "**{odd: 1}"), append(own[:len(own):len(own)], "**{long: 1}"), {"*[None] * 40"}, {"*many"}, {"*[long] * 9"},
		} {
			send(callOf(b.name, args))
		}
		if len(b.params) > 0 && b.params[0].source != nil && !strings.HasPrefix(b.params[0].name, "*") {
			first := b.params[0]
			send(callOf(b.name, append(b.with(-1, "", true), "**{"+fmt.Sprintf("%q", first.name)+": 1}")))
			send(callOf(b.name, append([]string{first.source[0]}, own...)))
		}
		if len(b.params) > 1 {
			for range 40 {
				v, w := hostile[r.IntN(len(hostile))], hostile[r.IntN(len(hostile))]
				send(callOf(b.name, []string{v.source, w.source}, v.before, w.before))
			}
		}
	}
}

// TestJunk calls every builtin with junk: each call ends soon, with an answer or with a sentence that says what is wrong.
func TestJunk(t *testing.T) {
	k := newJunkKernel(t, junkValues)
	bases := baseCalls(t)
	total := 0
	junkCalls(bases, func(junkCall) { total++ })
	one := 30 // of how many calls one is made
	switch {
	case *everyJunk:
		one = 1
	case testing.Short():
		one = 300
	}
	r := rand.New(rand.NewPCG(3, 4))
	made, faults := 0, 0
	worst := map[string]slowCall{}
	junkCalls(bases, func(c junkCall) {
		if r.IntN(one) != 0 {
			return
		}
		made++
		if fault := faultIn(k.run(c.source)); fault != "" {
			if faults++; faults < 100 {
				t.Errorf("%s: %s", c.source, fault)
			}
		}
		if group := groupOf(c.builtin); k.longest > worst[group].gap {
			worst[group] = slowCall{k.longest, c.source}
		}
	})
	t.Logf("%d of %d calls, %d faults", made, total, faults)
	for group, slow := range worst {
		t.Logf("%s: at most %v without a look at the reader's wishes: %.200s", group, slow.gap, slow.source)
	}
}

// A slowCall is a call that asked for no leave for so long.
type slowCall struct {
	gap    time.Duration
	source string
}

func groupOf(name string) string {
	builtin, _ := Find(name)
	return builtin.Group
}
