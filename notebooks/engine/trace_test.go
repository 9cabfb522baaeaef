package engine_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
)

// traced is a builtin that calls a function and returns the lines that ran, with the variables before each.
var traced = engine.Builtin{Name: "traced", Fn: func(c *engine.Call, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	var lines []string
	v, err := c.Trace(args[0].(*starlark.Function), args[1:], func(line engine.Line) error {
		if len(lines) == 1000 {
			return fmt.Errorf("more than 1000 lines")
		}
		text := fmt.Sprint(line.Number)
		for _, local := range line.Locals {
			text += " " + local.Name + "=" + local.Value
		}
		if n := len(lines); n > 0 && strings.HasPrefix(lines[n-1]+" ", text[:strings.Index(text+" ", " ")+1]) {
			lines = lines[:n-1]
		}
		lines = append(lines, text)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return starlark.String(strings.Join(lines, "; ") + "; " + v.String()), nil
}}

func TestTrace(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		// The lines of gcd that run, and not those of less; the loop comes back to its head.
		{`def less(a, b):
    c = a < b
    return c

def gcd(a, b):
    # Euclid
    for i in range(10):
        if less(a, b):
            a, b = b, a
        elif b == 0:
            break
        else:
            a -= b
    return a

traced(gcd, 4, 6)`, "7 a=4 b=6 i=0; 8 a=4 b=6 i=0; 9 a=4 b=6 i=0; 7 a=6 b=4 i=1; 8 a=6 b=4 i=1; 10 a=6 b=4 i=1; 13 a=6 b=4 i=1; 7 a=2 b=4 i=2; 8 a=2 b=4 i=2; 9 a=2 b=4 i=2; 7 a=4 b=2 i=3; 8 a=4 b=2 i=3; 10 a=4 b=2 i=3; " +
			"13 a=4 b=2 i=3; 7 a=2 b=2 i=4; 8 a=2 b=2 i=4; 10 a=2 b=2 i=4; 13 a=2 b=2 i=4; 7 a=0 b=2 i=5; 8 a=0 b=2 i=5; 9 a=0 b=2 i=5; 7 a=2 b=0 i=6; 8 a=2 b=0 i=6; 10 a=2 b=0 i=6; 11 a=2 b=0 i=6; 14 a=2 b=0 i=6; 2"},
		{"def f(x):\n    y = x ** 2\n    z = [y]\n    z.append(\n        x)\n    return [w + y for w in z]\ntraced(f, 3)", "2 x=3; 3 x=3 y=9; 4 x=3 y=9 z=[9]; 6 x=3 y=9 z=[9, 3]; [18, 12]"},
	} {
		got := evaluated(t, test.source)
		if got != test.want {
			t.Errorf("%s\ngives %s\nwant  %s", test.source, got, test.want)
		}
	}
	if got := evaluated(t, "def f():\n    for i in range(2000):\n        i += 1\ntraced(f)"); got != "more than 1000 lines" {
		t.Errorf("too many lines: got %q", got)
	}
	if got := evaluated(t, "def f():\n    return 1 // 0\ntraced(f)"); !strings.Contains(got, "zero") {
		t.Errorf("an error in what is traced: got %q", got)
	}
}

// branching are functions with every statement, some in places where a compiler might lose them.
var branching = []string{`def f(n):
    total = 0
    for i in range(n):
        if i % 2 == 0:
            continue
        elif i > 7:
            break
        elif i == 3:
            pass
        else:
            total += i
    else_ = total
    return else_`, `def f(n):
    seen = []
    for a in range(n):
        for b in range(a):
            if a * b == 6:
                seen.append((a,
                             b))
                break
            if b == 2:
                continue
            x = 5
        if len(seen) > 1:
            return seen
        y = None
        y = 7
    return`, `def f(n):
    def inner(x):
        return x + n
    if n > 3:
        if n > 5:
            if n > 7:
                pass
            else:
                n = inner(n)
        m = n
    z = [inner(i)
         for i in
         range(n)]
    w = {"a": 1,
         "b": n}["b"]
    for i in range(2): w += i
    """A text
    of two lines."""
    x, y = w, z
    return x if n else y`}

// TestTraceBranches compares the lines of a trace with those that functions report themselves, with a call before each statement.
func TestTraceBranches(t *testing.T) {
	statement := regexp.MustCompile(`^( +)(if|for|continue|break|pass|return|def|\w+(, \w+)* \+?= |\w+\.append)`)
	for _, source := range branching {
		marked, skip, within := "", map[string]bool{}, false
		for i, line := range strings.Split(source, "\n") {
			if m := statement.FindStringSubmatch(line); m != nil && !within && !strings.Contains(line, "return x + n") && !strings.HasSuffix(line, "for i in") {
				marked += fmt.Sprintf("%smarks.append(%d)\n", m[1], i+1)
			}
			if within = strings.HasPrefix(strings.TrimSpace(line), `"""`); strings.HasPrefix(strings.TrimSpace(line), "for ") || strings.Contains(line, "elif ") {
				skip[fmt.Sprint(i+1)] = true // once for each round
			}
			marked += line + "\n"
		}
		for n := range 12 {
			call := fmt.Sprintf("\ntraced(f, %d)", n)
			var got, want []string
			lines := strings.Split(evaluated(t, source+call), "; ")
			for _, line := range lines[:len(lines)-1] { // the last is the value
				if number, _, _ := strings.Cut(line, " "); !skip[number] {
					got = append(got, number)
				}
			}
			code := "marks = []\n" + strings.Replace(marked, "def f(n):", "def f(n, marks):", 1)
			for _, number := range strings.Fields(evaluated(t, code+fmt.Sprintf("\nf(%d, marks)\n\" \".join([str(m) for m in marks])", n))) {
				if !skip[number] {
					want = append(want, number)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s\nfor %d: lines\n%v, want\n%v", source, n, got, want)
			}
		}
	}
}

// evaluated returns the value of the last expression of a cell, or its error.
func evaluated(t *testing.T, source string) string {
	t.Helper()
	kernel := engine.New(&engine.Document{Meta: engine.Meta{Slug: "trace"}, Cells: []engine.Cell{{ID: "cell", Source: source}}}, []engine.Builtin{traced})
	if err := kernel.Run(engine.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	result := kernel.Outputs()[0]
	if result.Err != nil {
		return result.Err.Msg
	}
	return string(result.Value.(starlark.String))
}
