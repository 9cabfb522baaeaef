package notebooks_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"topobook/notebooks"
)

// document makes a notebook of cells written one after the other, each below a line "-- id --";
// an id may be followed by the words heavy and inline.
func document(script string) *notebooks.Document {
	doc := &notebooks.Document{Meta: notebooks.Meta{Slug: "test"}}
	for line := range strings.Lines(script) {
		if head, ok := strings.CutPrefix(line, "-- "); ok {
			words := strings.Fields(head)
			doc.Cells = append(doc.Cells, notebooks.Cell{
				ID:     words[0],
				Heavy:  slices.Contains(words, "heavy"),
				Inline: slices.Contains(words, "inline"),
				Line:   1,
			})
			continue
		}
		if len(doc.Cells) > 0 {
			doc.Cells[len(doc.Cells)-1].Source += line
		}
	}
	return doc
}

// run runs the kernel, and returns which cells ran, and which came to which other state.
func run(t *testing.T, k *notebooks.Kernel, o notebooks.RunOptions) string {
	t.Helper()
	var trace []string
	o.Emit = func(r notebooks.Result) {
		if r.State == notebooks.Done {
			trace = append(trace, r.Cell)
		} else if r.State != notebooks.Running {
			trace = append(trace, r.Cell+":"+r.State.String())
		}
	}
	if err := k.Run(o); err != nil {
		trace = append(trace, "error: "+err.Error())
	}
	return strings.Join(trace, " ")
}

// output returns the text of a cell, or its error.
func output(k *notebooks.Kernel, cell string) string {
	for _, r := range k.Outputs() {
		if r.Cell == cell && r.Err != nil {
			return r.Err.Error()
		} else if r.Cell == cell {
			return r.Text
		}
	}
	return "no such cell"
}

const reactive = `
-- uses --
a * k
-- net --
k = slider(4, 2, 8)
n = slider(2, 1, 4, label="dimension")
t = kary_ntree(k, n)
-- half --
a = k // 2
-- twice --
a + a
-- other --
b = 7
b
-- slow heavy --
c = a * 1000
c
-- after --
c + 1
-- v1 inline --
k**n
`

func TestKernelRunsWhatChanged(t *testing.T) {
	k := notebooks.New(document(reactive), notebooks.Vocabulary())
	for _, step := range []struct {
		name string
		do   func() error
		o    notebooks.RunOptions
		want string
	}{
		{"all but heavy", nil, notebooks.RunOptions{}, "net half uses twice other slow:waiting after:waiting v1"},
		{"nothing changed", nil, notebooks.RunOptions{}, ""},
		{"heavy", nil, notebooks.RunOptions{Heavy: true}, "slow after"},
		{"a is still 2", set(k, "k", "5"), notebooks.RunOptions{}, "net half uses v1"},
		{"a is 3", set(k, "k", "6"), notebooks.RunOptions{}, "net half uses twice slow:waiting after:waiting v1"},
		{"asked for", nil, notebooks.RunOptions{Only: []string{"slow"}, Heavy: true}, "slow"},
		{"the rest", nil, notebooks.RunOptions{}, "after"},
		{"asked again", nil, notebooks.RunOptions{Only: []string{"twice"}}, "twice"},
		{"not asked", set(k, "n", "3"), notebooks.RunOptions{Only: []string{"other"}}, "other"},
		{"what it needs", nil, notebooks.RunOptions{Only: []string{"v1"}}, "net v1"},
		{"settled", nil, notebooks.RunOptions{}, ""},
		{"edit", edit(k, "half", "a = k // 3"), notebooks.RunOptions{Heavy: true}, "half uses twice slow after"},
		{"same value", edit(k, "half", "a = 2"), notebooks.RunOptions{Heavy: true}, "half"},
		{"reset all", func() error { k.ResetAll(); return nil }, notebooks.RunOptions{Heavy: true}, "net half uses v1"},
		{"no such cell", nil, notebooks.RunOptions{Only: []string{"halve"}}, "error: halve: there is no such cell (did you mean half?)"},
	} {
		if step.do != nil {
			if err := step.do(); err != nil {
				t.Fatalf("%s: %v", step.name, err)
			}
		}
		if got := run(t, k, step.o); got != step.want {
			t.Errorf("%s: ran %q, want %q", step.name, got, step.want)
		}
	}
	if got := output(k, "v1"); got != "16" {
		t.Errorf("v1 is %s, want 16", got)
	}
}

func set(k *notebooks.Kernel, input, value string) func() error {
	return func() error { return k.Set(input, value) }
}

func edit(k *notebooks.Kernel, cell, source string) func() error {
	return func() error { return k.Edit(cell, source) }
}

func TestAssumePublished(t *testing.T) {
	k := notebooks.New(document(reactive), notebooks.Vocabulary())
	k.AssumePublished()
	if stale := k.Stale(); stale != nil {
		t.Errorf("stale at first: %v", stale)
	}
	if got := run(t, k, notebooks.RunOptions{}); got != "" {
		t.Errorf("ran %q, want nothing", got)
	}
	if err := k.Set("n", "3"); err != nil {
		t.Fatal(err)
	}
	// No value is known to compare with, so all that needs n, k or t runs.
	if got, want := run(t, k, notebooks.RunOptions{}), "net half uses twice slow:waiting after:waiting v1"; got != want {
		t.Errorf("ran %q, want %q", got, want)
	}
	k = notebooks.New(document(reactive), notebooks.Vocabulary())
	k.AssumePublished()
	if err := k.Edit("twice", "a + a + 0"); err != nil {
		t.Fatal(err)
	}
	if got, want := run(t, k, notebooks.RunOptions{}), "net half twice"; got != want {
		t.Errorf("ran %q, want the edited cell and what it needs, %q", got, want)
	}
	if err := k.Edit("after", "c + 2"); err != nil {
		t.Fatal(err)
	}
	if got, want := run(t, k, notebooks.RunOptions{}), "after:waiting"; got != want {
		t.Errorf("ran %q, want %q: it needs a heavy cell's value", got, want)
	}
	if got, want := run(t, k, notebooks.RunOptions{Heavy: true}), "slow after"; got != want {
		t.Errorf("ran %q, want %q", got, want)
	}
}

func TestStopAndGoOn(t *testing.T) {
	k := notebooks.New(document(`
-- a --
x = 1
-- long --
y = x
for i in range(1000000):
    y += i
y
-- b --
z = y + 1
z
-- c --
x + 1
`), notebooks.Vocabulary())
	stop := errors.New("stopped by the reader")
	calls := 0
	got := run(t, k, notebooks.RunOptions{Pause: func(p notebooks.Progress) error {
		if calls++; p.Cell == "long" && p.Steps > 200_000 {
			return stop
		}
		return nil
	}})
	if want := "a long:stopped b:blocked error: stopped by the reader"; got != want {
		t.Errorf("ran %q, want %q", got, want)
	}
	if calls < 4 {
		t.Errorf("Pause was called %d times, want it every 50000 steps", calls)
	}
	if got, want := output(k, "b"), "b:1:5: y: cell long, which gives it a value, was stopped"; got != want {
		t.Errorf("b says %q, want %q", got, want)
	}
	if got, want := run(t, k, notebooks.RunOptions{}), "long b c"; got != want {
		t.Errorf("went on with %q, want %q", got, want)
	}
	if got, want := output(k, "b"), "499999500002"; got != want {
		t.Errorf("b is %s, want %s", got, want)
	}
}

func TestPublishedTwice(t *testing.T) {
	var texts [2]string
	for i := range texts {
		k := notebooks.New(document(reactive), notebooks.Vocabulary())
		if err := k.Run(notebooks.RunOptions{Heavy: true}); err != nil {
			t.Fatal(err)
		}
		texts[i] = fmt.Sprintf("%+v", k.Outputs()) + notebooks.Digest(k.Outputs())
	}
	if texts[0] != texts[1] {
		t.Error("two runs differ")
	}
}

func TestUsersOfEdits(t *testing.T) {
	k := notebooks.New(document("-- a --\nx = 1\n-- b --\ny = x + 1\n-- c --\ny * 2\n-- d --\nz = 5\n-- e --\nz\n"), notebooks.Vocabulary())
	for _, tt := range []struct{ cell, source, want string }{
		{"e", "z + 1", ""},
		{"e", "z\n", ""},
		{"d", "z = 6", "e"},
		{"a", "x = 2", "b c e"},
		{"a", "w = 2", "b c e"}, // they had their x from it
		{"b", "y = w", "c e"},
		{"d", "z = 5\n", "c"},
		{"a", "x = 1\n", "c"},
		{"b", "y = x + 1\n", ""},
		{"d", "z = 5\ndef table(x):\n    return 1", "e"}, // not those that use the word table
	} {
		if err := k.Edit(tt.cell, tt.source); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(k.UsersOfEdits(), " "); got != tt.want {
			t.Errorf("with %s = %q: %q use edits, want %q", tt.cell, tt.source, got, tt.want)
		}
	}
}

func TestResetInputs(t *testing.T) {
	k := notebooks.New(document("-- a --\nn = slider(2, 1, 9)\n-- b --\nn + 1"), notebooks.Vocabulary())
	for _, err := range []error{k.Set("n", "5"), k.Edit("b", "n + 2"), k.Run(notebooks.RunOptions{})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	k.ResetInputs()
	if err := k.Run(notebooks.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := output(k, "b"); got != "4" {
		t.Errorf("after the inputs were reset b is %s, want 4", got)
	}
}
