package draft_test

import (
	"fmt"
	"strings"
	"testing"

	"topobook/notebooks/markdown"
	"topobook/wasm/draft"
)

// cell returns a cell of one line.
func cell(id string) string { return "```starlark {#" + id + "}\n1\n```\n" }

func TestOperations(t *testing.T) {
	const front = "---\ntitle: T\n---\n"
	three := front + "\n" + cell("a") + "\n" + cell("b") + "\n" + cell("c")
	const exercise = "```starlark {#a exercise}\n1\n```\n\ntext\n\n```check {for=\"a\"}\n1\n```\n~~~~ hint  {  for=\"a\"}\nfor=aa\n~~~~\n\n```hint {for=\"aa\"}\n1\n```\n"
	crlf := func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
	for _, tt := range []struct {
		name, text, want string
		do               func(d *draft.Draft, key func(string) int) error
	}{
		{"remove a cell between cells", three, front + "\n" + cell("a") + "\n" + cell("c"),
			func(d *draft.Draft, key func(string) int) error { return d.Remove(key("#b")) }},
		{"remove the first", cell("a") + "\ntext\n", "text\n",
			func(d *draft.Draft, key func(string) int) error { return d.Remove(key("#a")) }},
		{"remove a cell between paragraphs", "one\n" + cell("a") + "two\n", "one\n\ntwo\n",
			func(d *draft.Draft, key func(string) int) error { return d.Remove(key("#a")) }},
		{"move down", three, front + "\n" + cell("b") + "\n" + cell("a") + "\n" + cell("c"),
			func(d *draft.Draft, key func(string) int) error { return d.Move(key("#a"), 1) }},
		{"move up, not above the front matter", three, front + "\n" + cell("c") + "\n" + cell("a") + "\n" + cell("b"),
			func(d *draft.Draft, key func(string) int) error { return d.Move(key("#c"), -9) }},
		{"move up and down again", three, three, func(d *draft.Draft, key func(string) int) error {
			_ = d.Move(key("#b"), -1)
			return d.Move(key("#b"), 1)
		}},
		{"move the last, without its line end", strings.TrimSuffix(three, "\n"), front + "\n" + cell("a") + "\n" + cell("c") + "\n" + cell("b"),
			func(d *draft.Draft, key func(string) int) error { return d.Move(key("#c"), -1) }},
		{"move sections", "## A\n\na\n\n## B\n\nb\n", "## B\n\nb\n\n## A\n\na\n",
			func(d *draft.Draft, key func(string) int) error { return d.Move(key("## A"), 1) }},
		{"insert a cell behind text", "one\n\ntwo\n", "one\n\ntwo\n\n" + cell("a"), func(d *draft.Draft, key func(string) int) error {
			_, err := d.Insert(key("one"), markdown.Cell, cell("a"))
			return err
		}},
		{"insert first", three, front + "\none\n\n" + cell("a") + "\n" + cell("b") + "\n" + cell("c"), func(d *draft.Draft, key func(string) int) error {
			_, err := d.Insert(0, markdown.Text, "one")
			return err
		}},
		{"insert into nothing", "", cell("a"), func(d *draft.Draft, key func(string) int) error {
			_, err := d.Insert(0, markdown.Cell, cell("a"))
			return err
		}},
		{"insert with line ends of Windows", crlf(three), crlf(front + "\n" + cell("a") + "\n" + cell("d") + "\n" + cell("b") + "\n" + cell("c")), func(d *draft.Draft, key func(string) int) error {
			_, err := d.Insert(key("#a"), markdown.Cell, cell("d"))
			return err
		}},
		{"a new text between cells", three, front + "\n" + cell("a") + "\none\n\n" + cell("b") + "\n" + cell("c"), func(d *draft.Draft, key func(string) int) error {
			added, err := d.Insert(key("#a"), markdown.Text, "")
			if err != nil || d.CanUndo() {
				return fmt.Errorf("an empty text changed the text: %v", err)
			}
			_ = d.Set(added, "on")
			return d.Set(added, "one")
		}},
		{"write without the blank line below", "one\n\n" + cell("a"), "ones\n\n" + cell("a"),
			func(d *draft.Draft, key func(string) int) error { return d.Set(key("one"), "ones") }},
		{"write with line ends of Windows", "\ufeff" + crlf("one\n\n"+cell("a")), "\ufeff" + crlf("one\ntwo\n\n"+cell("a")),
			func(d *draft.Draft, key func(string) int) error { return d.Set(key("one"), "one\ntwo") }},
		{"code", three, strings.Replace(three, "{#b}\n1\n", "{#b}\nx = 2\nx\n", 1),
			func(d *draft.Draft, key func(string) int) error { return d.SetCode(key("#b"), "x = 2\nx") }},
		{"code with a fence", cell("a"), "````starlark {#a}\n\"\"\"\n```\n\"\"\"\n````\n",
			func(d *draft.Draft, key func(string) int) error {
				return d.SetCode(key("#a"), "\"\"\"\n```\n\"\"\"")
			}},
		{"rename", three, strings.Replace(three, "#b", "#sizes", 1),
			func(d *draft.Draft, key func(string) int) error { return d.Rename(key("#b"), "sizes") }},
		{"rename an exercise", crlf(exercise), crlf(strings.ReplaceAll(strings.ReplaceAll(exercise, "#a ", "#b "), `"a"`, `"b"`)),
			func(d *draft.Draft, key func(string) int) error { return d.Rename(key("#a"), "b") }},
		{"name a cell that has none, beside a check that has none", "```starlark\n1\n```\n\n```check {for=\"\"}\n1\n```\n", cell("a") + "\n```check {for=\"\"}\n1\n```\n",
			func(d *draft.Draft, key func(string) int) error { return d.Rename(key("1"), "a") }},
		{"rename data", "~~~ data {name=\"a.csv\"}\na\n~~~\n", "~~~ data {name=\"b.csv\"}\na\n~~~\n",
			func(d *draft.Draft, key func(string) int) error { return d.Rename(key("a.csv"), "b.csv") }},
		{"name a cell that has none", "```starlark\n1\n```\n", cell("a"),
			func(d *draft.Draft, key func(string) int) error { return d.Rename(key("1"), "a") }},
		{"duplicate", three, front + "\n" + cell("a") + "\n" + cell("a-1") + "\n" + cell("b") + "\n" + cell("c"),
			func(d *draft.Draft, key func(string) int) error {
				if added := d.Duplicate(key("#a")); added == 0 || added == key("{#a}") || added != key("{#a-1}") {
					return fmt.Errorf("got key %d", added)
				}
				return nil
			}},
		{"duplicate data", "```data {name=\"a.csv\"}\na\n```\n", "```data {name=\"a.csv\"}\na\n```\n\n```data {name=\"a-2.csv\"}\na\n```\n",
			func(d *draft.Draft, key func(string) int) error {
				d.Duplicate(key("a.csv"))
				return nil
			}},
		{"attributes", cell("a"), "```starlark {#b fold heavy caption=\"Two\"}\n1\n```\n",
			func(d *draft.Draft, key func(string) int) error {
				return d.SetAttributes(key("#a"), markdown.Attributes{ID: "b", Fold: true, Heavy: true, Caption: "Two"})
			}},
		{"title", three, strings.Replace(three, "T", "Rings", 1),
			func(d *draft.Draft, key func(string) int) error { return d.SetTitle("Rings") }},
		{"title where there is none", cell("a"), "---\ntitle: Rings\n---\n\n" + cell("a"),
			func(d *draft.Draft, key func(string) int) error { return d.SetTitle("Rings") }},
		{"title of nothing", "", "---\ntitle: Rings\n---\n",
			func(d *draft.Draft, key func(string) int) error { return d.SetTitle("Rings") }},
	} {
		d := draft.Open(tt.text)
		err := tt.do(d, func(words string) int { return keyOf(t, d, words) })
		if err != nil || d.Text() != tt.want {
			t.Errorf("%s: got %v\n%s\nwant\n%s", tt.name, err, d.Text(), tt.want)
		}
		checkDraft(t, d)
	}
}

func TestOperationErrors(t *testing.T) {
	text := "---\ntitle: T\n---\n\none\n\n" + cell("a") + "\n## Two\n\ntwo\n\n```data {name=\"a.csv\"}\na\n```\n\n" + cell("b")
	for _, tt := range []struct {
		name, want string
		do         func(d *draft.Draft, key func(string) int) error
	}{
		{"a fence", "text: want a closing fence, ```", func(d *draft.Draft, key func(string) int) error { return d.Set(key("one"), "one\n\n```\ncode\n") }},
		{"a long fence", "text: want a closing fence, ~~~~", func(d *draft.Draft, key func(string) int) error { return d.Set(key("one"), "~~~~ x\n~~~\n```\n") }},
		{"of a cell", "cell: want a closing fence, ```", func(d *draft.Draft, key func(string) int) error { return d.Set(key("#a"), "```starlark {#a}\n1\n") }},
		{"of data", "data: want a closing fence, ```", func(d *draft.Draft, key func(string) int) error {
			return d.Set(key("a.csv"), "```data {name=\"a.csv\"}\na\n``")
		}},
		{"an aside", "text: want a closing line :::", func(d *draft.Draft, key func(string) int) error { return d.Set(key("one"), "::: aside\none\n") }},
		{"a formula before a heading", "text: want a line that ends with $$", func(d *draft.Draft, key func(string) int) error {
			_, err := d.Insert(key("#a"), markdown.Text, "$$\nx")
			return err
		}},
		{"a comment", "text: want the end of the comment, -->", func(d *draft.Draft, key func(string) int) error { return d.Set(key("one"), "<!-- one\n") }},
		{"front matter", "front matter: want a line --- before and after it", func(d *draft.Draft, key func(string) int) error { return d.Set(key("title"), "---\ntitle: T\n") }},
		{"no UTF-8", "text: has bytes that are not text, want UTF-8", func(d *draft.Draft, key func(string) int) error { return d.Set(key("one"), "\xff") }},
		{"no block", "block 99: there is no such block", func(d *draft.Draft, key func(string) int) error { return d.Set(99, "") }},
		{"no block to remove", "block 0: there is no such block", func(d *draft.Draft, key func(string) int) error { return d.Remove(0) }},
		{"text has no code", "text: has no code, want a cell", func(d *draft.Draft, key func(string) int) error { return d.SetCode(key("one"), "1") }},
		{"a cell that is none", "cell: got \"1 + 1\", want a fence that opens with ```starlark {#id}", func(d *draft.Draft, key func(string) int) error {
			_, err := d.Insert(key("#a"), markdown.Cell, "1 + 1")
			return err
		}},
		{"a name twice", "cell b: the one in line 19 has this name too", func(d *draft.Draft, key func(string) int) error { return d.Rename(key("#a"), "b") }},
		{"a path as a name", `data "../a": want letters, digits, dots, hyphens and underscores, as in table.csv`, func(d *draft.Draft, key func(string) int) error { return d.Rename(key("a.csv"), "../a") }},
		{"a name for a text", "text: has no name, want a cell or data", func(d *draft.Draft, key func(string) int) error { return d.Rename(key("one"), "a") }},
		{"move the front matter", "front matter: want it first", func(d *draft.Draft, key func(string) int) error { return d.Move(key("title"), 1) }},
	} {
		d := draft.Open(text)
		err := tt.do(d, func(words string) int { return keyOf(t, d, words) })
		if err == nil || err.Error() != tt.want || d.Text() != text || d.CanUndo() {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
	d := draft.Open("one\n\n## Two\n\n```starlark {#a}\n1\n") // which is not closed
	if err := d.Move(keyOf(t, d, "#a"), -1); err == nil || err.Error() != "cell: want a closing fence, ```" {
		t.Errorf("move an open cell: got %v", err)
	}
	if _, err := d.Insert(keyOf(t, d, "#a"), markdown.Text, "b"); err == nil || err.Error() != "cell: want a closing fence, ```" {
		t.Errorf("insert behind an open cell: got %v", err)
	}
	if d.Duplicate(keyOf(t, d, "#a")) != 0 || d.Duplicate(99) != 0 {
		t.Error("duplicated what cannot stand twice")
	}
}

// What is typed in a block is one step until the caller ends it, and stays typing in that block also while it is none.
func TestTyping(t *testing.T) {
	const text = "## A\n\na\n\n## B\n\nb\n\n" + "```starlark {#c}\n1\n```\n"
	d := draft.Open(text)
	if got, want := outline(d), "1:## A 2:## B 3:c"; got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	for _, tt := range []struct{ source, want string }{
		{"# B\n\nb", "1:## A 3:c"},
		{"", "1:## A 2: 3:c"},
		{"B", "1:## A 3:c"},
		{"### B", "1:## A 2:### B 3:c"},
		{"### B\n\n## D\n\n```starlark {#e}\n1\n```", "1:## A 2:### B 4:## D 5:e 3:c"},
	} {
		if err := d.Set(2, tt.source); err != nil {
			t.Fatalf("%q: %v", tt.source, err)
		}
		checkDraft(t, d)
		if got := outline(d); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.source, got, tt.want)
		}
	}
	d.Step()
	if err := d.Set(2, "### B\n"); err != nil || outline(d) != "1:## A 2:### B 3:c" {
		t.Errorf("got %s, %v", outline(d), err)
	}
	if !d.Undo() || outline(d) != "1:## A 2:### B 4:## D 5:e 3:c" || !d.Undo() || d.Text() != text || outline(d) != "1:## A 2:## B 3:c" || d.Undo() {
		t.Errorf("undone gives %q", d.Text())
	}
	if first, second := d.Redo(), d.Redo(); !first || !second || outline(d) != "1:## A 2:### B 3:c" {
		t.Errorf("redone gives %q", d.Text())
	}
	_ = d.SetCode(3, "2")
	_ = d.SetCode(3, "1") // typed and taken back: no step
	if d.CanRedo() || !d.Undo() || outline(d) != "1:## A 2:### B 4:## D 5:e 3:c" {
		t.Errorf("typing that came to nothing is a step: %q", d.Text())
	}
}

func TestFresh(t *testing.T) {
	d := draft.Open("See [@fig:cell-2].\n\n" + cell("cell-1") + "\n- x\n\n  " + "```starlark {#cell-3}\n  1\n  ```\n\n```data {name=\"a.csv\"}\na\n```\n")
	d.Files["b.csv"] = "b\n"
	for _, tt := range []struct{ got, want string }{
		{d.FreshID("cell"), "cell-4"}, {d.FreshID("net"), "net-1"},
		{d.FreshFile("a.csv"), "a-2.csv"}, {d.FreshFile("b.csv"), "b-2.csv"}, {d.FreshFile("c.csv"), "c.csv"}, {d.FreshFile("c"), "c"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %s, want %s", tt.got, tt.want)
		}
	}
}

// A text that has been begun is a block, of which the text has nothing.
func TestBegin(t *testing.T) {
	text := cell("a") + "\n" + cell("b")
	d := draft.Open(text)
	key, err := d.Insert(1, markdown.Text, "")
	if err != nil || outline(d) != "1:a 3: 2:b" || d.Text() != text {
		t.Fatalf("got %s, %v", outline(d), err)
	}
	if b := d.Blocks()[1]; b.Line != 5 || b.Kind != markdown.Text {
		t.Errorf("got %+v, want a text in line 5", b)
	}
	for _, err := range []error{d.Move(key, 1), d.Set(key, "a"), d.Set(key, "")} {
		if err != nil || key != 3 {
			t.Fatal(err)
		}
	}
	if outline(d) != "1:a 3: 2:b" || d.Text() != text || d.CanUndo() {
		t.Errorf("got %s: %q", outline(d), d.Text())
	}
	if _, err := d.Insert(key, markdown.Cell, cell("c")); err != nil || outline(d) != "1:a 4:c 2:b" {
		t.Errorf("got %s, %v", outline(d), err)
	}
	key, _ = d.Insert(0, markdown.Text, " ")
	if err := d.Remove(key); err != nil || outline(d) != "1:a 4:c 2:b" {
		t.Errorf("got %s, %v", outline(d), err)
	}
	if key, err := d.Insert(2, markdown.Text, "one"); err != nil || outline(d) != "1:a 4:c 2:b 6:one" || key != 6 {
		t.Errorf("got %s, %v", outline(d), err)
	}
	key, _ = d.Insert(6, markdown.Text, "")
	_ = d.Set(key, "two") // joins the text above
	if outline(d) != "1:a 4:c 2:b 6:one" || !strings.HasSuffix(d.Text(), "\none\n\ntwo\n") {
		t.Errorf("got %s: %q", outline(d), d.Text())
	}
	if _, err := d.Insert(key, markdown.Cell, cell("d")); err != nil || outline(d) != "1:a 4:c 2:b 6:one 8:d" {
		t.Errorf("got %s, %v", outline(d), err)
	}
}

// long returns a notebook of so many lines: in turn a section, text and a cell.
func long(lines int) string {
	var b strings.Builder
	b.WriteString("---\ntitle: Long\n---\n\n")
	for i := 0; i < lines; i += 20 {
		fmt.Fprintf(&b, "## Section %d\n\nIts nodes have *degree* $k$, of which `= k` are links, [see](#a).\n\n- one\n- two\n- three\n\n```starlark {#cell-%d caption=\"Figure\"}\n", i, i)
		for j := range 8 {
			fmt.Fprintf(&b, "x%d_%d = torus(k=%d, n=2)\n", i, j, j+2)
		}
		b.WriteString("```\n\nText below.\n\n")
	}
	return b.String()
}

// BenchmarkType writes a letter in the middle of a notebook of a thousand lines.
func BenchmarkType(b *testing.B) {
	d := draft.Open(long(1000))
	for _, block := range d.Blocks() {
		if !strings.HasPrefix(block.Source, "## Section 500\n") {
			continue
		}
		source := strings.TrimSpace(block.Source)
		for i := 0; b.Loop(); i++ {
			if err := d.Set(block.Key, source+strings.Repeat(" a", i%200)); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkMove(b *testing.B) {
	d := draft.Open(long(1000))
	key := d.Blocks()[0].Key + 2
	for i := 0; b.Loop(); i++ {
		if err := d.Move(key, 1-2*(i&1)); err != nil {
			b.Fatal(err)
		}
	}
}
