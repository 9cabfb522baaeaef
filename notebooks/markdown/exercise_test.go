package markdown

import (
	"slices"
	"strings"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
)

// half is an exercise from line 6 to 26 of a notebook that begins with head.
const half = "```starlark {#half exercise}\ndef half(n):\n    return ...\n```\n\n" +
	"```check {for=\"half\"}\nfor _n in [2, 9]:\n    expect(half(_n) == _n // 2, \"half(%d) is to be %d\" % (_n, _n // 2))\n```\n\n" +
	"```hint {for=\"half\"}\nDivide by $2$, as in `= 9 // 2`.\n```\n\n" +
	"```hint {for=\"half\"}\n- `//`\n```\n\n" +
	"```solution {for=\"half\"}\ndef half(n):\n    return n // 2\n```\n"

func TestExercise(t *testing.T) {
	book, err := Parse("x.md", []byte(head+half))
	if err != nil {
		t.Fatal(err)
	}
	results, err := book.Compute(nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(book.Exercises) != 1 || book.Exercise("half") == nil || book.Exercise("half") != book.Exercise("half-check") || book.Exercise("v1") != nil {
		t.Fatalf("got the exercises %v", book.Exercises)
	}
	var b strings.Builder
	w := newWriter(book, results, plainMath{})
	if err := w.markdown.Renderer().Render(&b, book.src, book.root); err != nil {
		t.Fatal(err)
	}
	html := b.String()
	at := 0
	for _, want := range []string{
		`<p><strong class="exercise">Exercise 1</strong>`, `id="cell-half"`,
		`<div class="check" id="cell-half-check" data-cell="half-check" data-state="done"><div class="output" role="status"><p class="text">Open</p><p class="text">half(2) is to be 1</p><p class="text">half(9) is to be 4</p></div>`,
		`<details class="hint"><summary>Hint 1</summary>`, `<output class="value" data-cell="v1" aria-live="off">4</output>`,
		`<details class="hint"><summary>Hint 2</summary>`, `<li>`, `</details>`,
		`<details class="solution"><summary>Solution</summary>`, `data-do="use" data-cell="half">Use it</button></details>`,
	} {
		i := strings.Index(html[at:], want)
		if i < 0 {
			t.Fatalf("got %s\nwant %s after what comes before it", html, want)
		}
		at += i
	}
	for mode, want := range map[Solutions]int{Shown: 1, Folded: 1, None: 0} {
		book.Solutions = mode
		b.Reset()
		if err := newWriter(book, results, plainMath{}).markdown.Renderer().Render(&b, book.src, book.root); err != nil {
			t.Fatal(err)
		}
		if got, open := strings.Count(b.String(), "Use it"), strings.Contains(b.String(), `class="solution" open`); got != want || open != (mode == Shown) {
			t.Errorf("solutions %s: got %d, open %v", mode, got, open)
		}
	}
}

// TestOutcome solves an exercise as its readers do.
func TestOutcome(t *testing.T) {
	book, err := Parse("x.md", []byte(head+half))
	if err != nil {
		t.Fatal(err)
	}
	e := book.Exercises[0]
	for _, tt := range []struct {
		source, state string
		messages      []string
	}{
		{book.Cells[0].Source, Open, []string{"half(2) is to be 1", "half(9) is to be 4"}},
		{"def half(n):\n    return n / 2", Open, []string{"half(9) is to be 4"}},
		{"def half(n):\n    print(\"Solved\")\n    return 1", Open, []string{"half(9) is to be 4"}},
		{"print(1)\ndef half(n):\n    print(n)\n    return n // 2", Solved, nil},
		{"half = lambda n: n >> 1\n_asked = [1]\n_missing = 0\ntext = str", Solved, nil}, // what the check calls by these names is its own
		{"def half(n) return n", HasError, []string{"half:1:13: got return, want ':'"}},
		{"half = ...", HasError, []string{"invalid call of non-function (NoneType)"}},
		{"x = 1", HasError, []string{"half: there is no such name"}},
	} {
		kernel := engine.New(&book.Document, builtins.All())
		if err := kernel.Edit("half", tt.source); err != nil {
			t.Fatal(err)
		}
		if err := kernel.Run(engine.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		got := book.Outcome(e, tt.source, kernel.Outputs())
		if got.State != tt.state || !slices.Equal(got.Messages, tt.messages) {
			t.Errorf("%q: got %s %q, want %s %q", tt.source, got.State, got.Messages, tt.state, tt.messages)
		}
	}
}

func TestExerciseFaults(t *testing.T) {
	check := "```check {for=\"a\"}\nexpect(x == 2, \"two\")\n```\n"
	start := "```starlark {#a exercise}\nx = 1\n```\n\n"
	for _, tt := range []struct{ src, want string }{
		{start + check, ""},
		{start, "x.md:6:4: cell a: is an exercise, want its check behind it, as in check {for=\"a\"}"},
		{start + check + "\n" + check, "x.md:14:4: check for a: the one in line 10 is for this exercise too"},
		{start + check + "```solution {for=\"a\"}\nx = 2\n```\n```solution {for=\"a\"}\nx = 2\n```\n", "x.md:16:4: solution for a: the one in line 13 is for this exercise too"},
		{start + check + "\n" + start + check, "x.md:14:4: cell a: the cell in line 6 has this id too"},
		{start + check + "```hint {for=\"a\"}\n\n```\n", "x.md:13:4: hint for a: is empty, want at least one line"},
		{start + check + "```hint {for=\"a\"}\n```\n", "x.md:13:4: hint for a: is empty, want at least one line"},
		{start + check + "```hint {for=\"b\"}\nB\n```\n", `x.md:13:4: hint: for "b": want the id of a cell with the attribute exercise that stands above`},
		{"```starlark {#a}\nx = 1\n```\n\n" + check, `x.md:10:4: check: for "a": want the id of a cell with the attribute exercise that stands above`},
		{check + "\n" + start, `x.md:6:4: check: for "a": want`},
		{start + check + "```hint\nB\n```\n", `x.md:13:4: hint: want the id of an exercise, as in hint {for="id"}`},
		{start + "```check {for=\"a\"}\nx == 2\n```\n", `x.md:10:4: check for a: wants to call expect(condition, "what is missing") at least once`},
		{start + "```check {for=\"a\"}\ny = 2\nexpect(x == y, \"two\")\n```\n", "x.md:11:1: check for a: gives y a value, want a name that begins with _"},
		{start + "```check {for=\"a\"}\n_y = slider(1, 1, 2)\nexpect(x == _y, \"two\")\n```\n", "x.md:10:4: check for a: makes the input _y, want none"},
		{start + "```check {for=\"a\"}\nexpect(x == 2, \"two\")\nwhile x:\n```\n", "x.md:12:9: check for a: got end of file, want primary expression (there is no while: "},
		{start + check + "```hint {for=\"a\"}\n## B\n```\n", "x.md:14:1: hint for a: want no headings"},
		{start + check + "```hint {for=\"a\"}\nB $x\n```\n", "x.md:14:3: formula: want a closing $"},
		{start + check + "```hint {for=\"a\"}\nB[^1]\n\n[^1]: C\n```\n", "x.md:13:4: hint for a: want no footnotes"},
		{start + check + "- ```hint {for=\"a\"}\n  B\n  ```\n", "x.md:13:6: exercise: want it, its check, hints and solution outside of lists"},
		{"> ```starlark {#a exercise}\n> 1\n> ```\n", "x.md:6:6: exercise: want it, its check"},
		{strings.ReplaceAll(start+check, "x =", "order ="), "x.md:11:8: order: is a builtin here, though exercise a gives it a value for itself alone"},
		{start + check + "\nIt is `= x + 1`.\n", "x.md:14:10: x: is what readers make of exercise a, want only its check to use it"},
		{start + check + "```starlark {#b}\ny = 2\nz = y * x\n```\n", "x.md:15:9: x: is what readers make of exercise a"},
		{start + check + "```solution {for=\"a\"}\nx = 2\nfar = 3\n```\n```starlark {#b}\nfar\n```\n", "x.md:18:1: far: is what readers make of exercise a"},
	} {
		_, err := Parse("x.md", []byte(head+tt.src))
		if got := errorText(err); tt.want == "" && err != nil || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%q:\ngot  %s\nwant %s", tt.src, got, tt.want)
		}
	}
	for _, tt := range []struct{ src, want string }{
		{start + check, ""},
		{start + check + "```solution {for=\"a\"}\nx = 2\n```\n", ""},
		{start + check + "```solution {for=\"a\"}\nx = 3\n```\n", "x.md:14: solution for a: does not pass the check: two"},
		{start + check + "```solution {for=\"a\"}\nx = ring(-1)\n```\n", "x.md:14: solution for a: does not pass the check: a:1:9: ring(n=-1): want"},
		{strings.Replace(start, "1", "2", 1) + check, "x.md:7: cell a: passes its check as it is, want a start that readers change"},
		{strings.Replace(start, "1", "y", 1) + check, "x.md:7:5: y: there is no such name"},
		{strings.Replace(start, "1", "y", 1) + check + "```solution {for=\"a\"}\nx = 2\n```\n", ""},
		{strings.Replace(start, "1", "[]", 1) + "```check {for=\"a\"}\nfor _v in x:\n    expect(_v, \"v\")\n```\n```solution {for=\"a\"}\nx = []\n```\n", "x.md:15: solution for a: does not pass the check: There was nothing to check."},
	} {
		book, err := Parse("x.md", []byte(head+tt.src))
		if err != nil {
			t.Fatal(err)
		}
		_, err = book.Compute(nil)
		if got := errorText(err); tt.want == "" && err != nil || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%q:\ngot  %s\nwant %s", tt.src, got, tt.want)
		}
	}
}

func TestDraftExercise(t *testing.T) {
	html, faults := drafted(t, half)
	if len(faults) > 0 || !strings.Contains(html, `data-cell="half-check" data-state="waiting"`) || !strings.Contains(html, "Hint 2") || !strings.Contains(html, "Use it") {
		t.Errorf("got %s with %v", html, faults)
	}
	html, faults = drafted(t, strings.ReplaceAll(half, `for="half"`, `for="third"`))
	if len(faults) != 5 || strings.Contains(html, "data-cell") || !strings.Contains(html, "expect(half(_n)") {
		t.Errorf("got %s with %v, want listings and 5 faults", html, faults)
	}
}

func TestWithoutSolutions(t *testing.T) {
	without := half[:strings.Index(half, "```solution")]
	for _, end := range []string{"", "\nText\n", "\n```solution\n1\n```\n"} {
		src := head + half + end
		book, err := Parse("x.md", []byte(strings.TrimSuffix(src, "\n```solution\n1\n```\n")))
		if err != nil {
			t.Fatal(err)
		}
		for _, lines := range []string{"\n", "\r\n", "\r"} {
			got := string(book.WithoutSolutions([]byte(strings.ReplaceAll(src, "\n", lines))))
			if want := strings.ReplaceAll(head+without+end, "\n", lines); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		}
	}
	src := head + strings.TrimSuffix(half, "```\n")
	book, err := Parse("x.md", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(book.WithoutSolutions([]byte(src))); got != head+without {
		t.Errorf("a fence that is not closed: got %q", got)
	}
}
