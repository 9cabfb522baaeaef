package draft_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"topobook/notebooks/markdown"
	"topobook/wasm/draft"
)

const sample = `---
title: Rings
---

A ring of nodes.

` + "```starlark {#net}\nn = 8\nt = ring(n)\n```\n\n```starlark {#size fold}\nsize(t)\n```" + `

## Data

Some of it.

` + "```data {name=\"a.csv\"}\na,b\n1,2\n```\n" + `
## End

$$
x
$$
`

// odd are texts that are opened as they are.
var odd = map[string]string{
	"sample":            sample,
	"empty":             "",
	"one line end":      "\n",
	"no line end":       "A line",
	"CRLF":              strings.ReplaceAll(sample, "\n", "\r\n"),
	"CR":                strings.ReplaceAll(sample, "\n", "\r"),
	"mixed ends":        "---\r\ntitle: a\n---\r\n\na\rb\r\n```starlark {#a}\n1\r\n```\n",
	"byte order mark":   "\ufeff" + sample,
	"only a mark":       "\ufeff",
	"no last line end":  strings.TrimSuffix(sample, "\n"),
	"no front matter":   strings.SplitN(sample, "---\n", 3)[2],
	"open front matter": "---\ntitle: a\n\n```starlark {#a}\n1\n```\n",
	"NUL":               "a\x00b\n\n```starlark {#a}\n\x00\n```\n",
	"no UTF-8":          "a\xff\n\n```starlark {#a}\n\xc3\n```\nb\xe2\x82\n",
	"open fence":        "a\n\n```starlark {#a}\n1\n\n## b\n",
	"open formula":      "a\n\n$$\nx\n",
	"wrong fence":       "```starlark\n1\n```\n```data\nx\n```\n",
	"no blank lines":    "a\n```starlark {#a}\n1\n```\n```starlark {#b}\n2\n```\nb\n## c\nd\n### e\n",
	"blank lines":       "\n\n\n```starlark {#a}\n1\n```\n\n \t\n```starlark {#b}\n2\n```\n\n\n\n",
}

// inText returns the blocks of a draft without one that has been begun.
func inText(d *draft.Draft) []draft.Block {
	return slices.DeleteFunc(d.Blocks(), func(b draft.Block) bool { return b.Source == "" })
}

// checkDraft checks what holds of every draft.
func checkDraft(t *testing.T, d *draft.Draft) {
	t.Helper()
	blocks, want := inText(d), markdown.Split(strings.TrimPrefix(d.Text(), "\ufeff"))
	keys := map[int]bool{}
	for i, b := range blocks {
		if i >= len(want) || b.Block != want[i] {
			t.Fatalf("block %d is %+v, want the blocks of Split: %+v", i, b, want)
		}
		if b.Key < 1 || keys[b.Key] {
			t.Fatalf("block %d has the key %d, want another in %+v", i, b.Key, blocks)
		}
		keys[b.Key] = true
	}
	if len(blocks) != len(want) {
		t.Fatalf("got %d blocks of %q, want %d", len(blocks), d.Text(), len(want))
	}
}

// outline writes the blocks of a draft: their keys and, in short, what they are.
func outline(d *draft.Draft) string {
	var parts []string
	for _, b := range d.Blocks() {
		what := b.ID
		switch {
		case b.Kind == markdown.FrontMatter:
			what = "---"
		case what == "":
			what, _, _ = strings.Cut(strings.TrimSpace(b.Source), "\n")
		}
		parts = append(parts, fmt.Sprintf("%d:%s", b.Key, strings.TrimSpace(what)))
	}
	return strings.Join(parts, " ")
}

// keyOf returns the key of the first block with the words.
func keyOf(t *testing.T, d *draft.Draft, words string) int {
	t.Helper()
	for _, b := range d.Blocks() {
		if strings.Contains(b.Source, words) {
			return b.Key
		}
	}
	t.Fatalf("no block has %q in %q", words, d.Text())
	return 0
}

func TestOpen(t *testing.T) {
	for name, text := range odd {
		d := draft.Open(text)
		if d.Text() != text {
			t.Errorf("%s: got %q, want %q", name, d.Text(), text)
		}
		checkDraft(t, d)
		for _, b := range d.Blocks() { // what is set as it is, or as a text field has it, changes nothing
			shown := strings.ReplaceAll(strings.ReplaceAll(b.Source, "\r\n", "\n"), "\r", "\n")
			for _, source := range []string{b.Source, shown, strings.TrimRight(shown, " \t\n")} {
				if err := d.Set(b.Key, source); err != nil && !strings.Contains(text, "\xff") || d.Text() != text || d.CanUndo() {
					t.Errorf("%s: Set(%q): got %q, %v", name, source, d.Text(), err)
				}
			}
		}
	}
}

// operate does something to a draft, and returns what it was and whether it failed.
func operate(random *rand.Rand, d *draft.Draft) (did string, failed bool) {
	words := []string{"", "a", "a\n\n", "## h\n\nb", "h\n===\n", "- c", "---\n", "---\ntitle: x\n---\n", "```\n", "~~~~ starlark {#q}\n1\n~~~~\n", ":::\n", "::: aside\n", "$$\n", "$$ x", "<!--", "-->",
		"<pre>", "> a", "\n\n", "[^a]: b", "  ```starlark {#i}\n2\n```", "a | b\n--|--\n", "\r\n", "é\x00", "    x"}
	source := func() (text string) {
		for range 1 + random.IntN(3) {
			text += words[random.IntN(len(words))]
			text += strings.Repeat("\n", random.IntN(3))
		}
		return text
	}
	key := 0
	blocks := d.Blocks()
	if len(blocks) > 0 && random.IntN(20) > 0 {
		key = blocks[random.IntN(len(blocks))].Key
	}
	var err error
	did = "Step"
	switch random.IntN(13) {
	case 0, 1:
		text := source()
		err = d.Set(key, text)
		did = fmt.Sprintf("Set(%d, %q)", key, text)
	case 2:
		text := source()
		err = d.SetCode(key, text)
		did = fmt.Sprintf("SetCode(%d, %q)", key, text)
	case 3:
		text := markdown.NewCell(d.FreshID("cell"), source()+"x")
		_, err = d.Insert(key, markdown.Cell, text)
		did = fmt.Sprintf("Insert(%d, Cell, %q)", key, text)
	case 4:
		text := source()
		_, err = d.Insert(key, markdown.Text, text)
		did = fmt.Sprintf("Insert(%d, Text, %q)", key, text)
	case 5:
		err = d.Remove(key)
		did = fmt.Sprintf("Remove(%d)", key)
	case 6, 7:
		by := random.IntN(7) - 3
		err = d.Move(key, by)
		did = fmt.Sprintf("Move(%d, %d)", key, by)
	case 8:
		did = fmt.Sprintf("Duplicate(%d): %d", key, d.Duplicate(key))
	case 9:
		id := d.FreshID("id")
		err = d.Rename(key, id)
		did = fmt.Sprintf("Rename(%d, %s)", key, id)
	case 10:
		title := fmt.Sprint("Title ", random.IntN(9))
		err = d.SetTitle(title)
		did = fmt.Sprintf("SetTitle(%q)", title)
	case 11:
		err = d.SetAttributes(key, markdown.Attributes{ID: d.FreshID("x"), Fold: true, Caption: "A caption"})
		did = fmt.Sprintf("SetAttributes(%d)", key)
	default:
		d.Step()
	}
	return fmt.Sprintf("%s: %v", did, err), err != nil
}

// After any operations undo leads back to the first text, through every state, and redo to the last.
func TestHistory(t *testing.T) {
	for seed := range uint64(10) {
		for name, text := range odd {
			history(t, fmt.Sprintf("%s, %d", name, seed), text, seed)
			if t.Failed() {
				return
			}
		}
	}
}

func history(t *testing.T, name, text string, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 17))
	d := draft.Open(text)
	said := fmt.Sprintf("%s: %q", name, text)
	for range 12 {
		before, blocks := d.Text(), d.Blocks()
		could := d.CanUndo()
		did, failed := operate(random, d)
		said += "\n" + did
		checkDraft(t, d)
		if failed && (d.Text() != before || !slices.Equal(d.Blocks(), blocks) || d.CanUndo() != could) {
			t.Errorf("%s\nfailed, but changed %q to %q", said, before, d.Text())
		}
	}
	last, lastBlocks := d.Text(), inText(d)
	if strings.HasPrefix(text, "\ufeff") != strings.HasPrefix(last, "\ufeff") {
		t.Errorf("%s\ngot %q, want the byte order mark as it was", said, last)
	}
	steps := 0
	for ; d.Undo(); steps++ {
		checkDraft(t, d)
	}
	if first := draft.Open(text); d.Text() != text || !slices.Equal(inText(d), first.Blocks()) || d.CanUndo() {
		t.Errorf("%s\nundone gives %q", said, d.Text())
	}
	for ; d.Redo(); steps-- {
		checkDraft(t, d)
	}
	if d.Text() != last || !slices.Equal(inText(d), lastBlocks) || steps != 0 || d.CanRedo() {
		t.Errorf("%s\nredone gives %q, want %q", said, d.Text(), last)
	}
}

func FuzzDraft(f *testing.F) {
	for _, text := range odd {
		f.Add(text, uint64(1))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) { history(t, "fuzz", text, seed) })
}
