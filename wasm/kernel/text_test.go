package kernel

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
	"topobook/wasm/pool"
	"topobook/wasm/wire"
)

func init() { wire.Register(new(wire.Composed)) }

// compose reads what [enginetest.Document] reads; a cell with a comment has it as its caption, and lines before the cells
// are the title. What shows nothing is no figure.
func compose(file, source string) (*engine.Document, Composition) {
	doc := enginetest.Document(source)
	doc.Slug = strings.TrimSuffix(file, ".md")
	for i, c := range doc.Cells {
		_, doc.Cells[i].Caption, _ = strings.Cut(c.Source, "# ")
	}
	title, _, _ := strings.Cut(source, "\n")
	return doc, composition{doc, title}
}

type composition struct {
	doc   *engine.Document
	title string
}

func (c composition) figure(i int, r engine.Result) bool {
	return c.doc.Cells[i].Caption != "" && (r.State == engine.Waiting || r.HTML != "")
}

func (c composition) Figures(results []engine.Result) string {
	var all []bool
	for i, r := range results {
		all = append(all, c.figure(i, r))
	}
	return fmt.Sprint(all)
}

func (c composition) Render(results []engine.Result) *wire.Composed {
	rendered++
	m := &wire.Composed{Lines: []int{1}, Blocks: []wire.Block{{HTML: c.title}}}
	figures := 0
	for i, cell := range c.doc.Cells {
		b := wire.Block{At: i + 1, HTML: cell.ID}
		if c.figure(i, results[i]) {
			figures++
			b.Caption = fmt.Sprint("Figure ", figures)
		}
		m.Lines, m.Blocks = append(m.Lines, cell.Line), append(m.Blocks, b)
	}
	return m
}

// rendered counts how often a text was.
var rendered int

// A text is rendered again only if its figures have other numbers.
func TestTextFigures(t *testing.T) {
	k := writing()
	k.say(text(1, "A\n-- k --\nk = slider(1, 0, 3)\n-- a --\n[None, ring(3), table([{'x': 1}]), 'text'][k] # One.\n-- b --\nk\n"), &wire.Run{Run: 1})
	for run, tt := range []struct {
		value string
		times int
	}{{"3", 0}, {"2", 0}, {"1", 0}, {"0", 1}, {"0", 0}, {"2", 1}} {
		before := rendered
		k.say(&wire.Set{Name: "k", Value: tt.value}, &wire.Run{Run: 2 + run})
		if got := rendered - before; got != tt.times {
			t.Errorf("k = %s: rendered %d times, want %d", tt.value, got, tt.times)
		}
	}
}

// writing returns a talk with a kernel that takes texts, and no notebook.
func writing() talk {
	port := &testPort{}
	return talk{newKernel(port, pool.New(0, nil), builtins.All(), NewTexts(compose), nil), port}
}

// text returns a message that makes source the notebook's text.
func text(version int, source string) *wire.Load {
	return &wire.Load{Book: wire.Book{Paper: "paper", Source: source, Version: version}}
}

const source = `First
-- net --
k = slider(3, 1, 9) # A network.
-- next --
k * k # Its square.
-- big heavy --
k + 100
-- user --
"got " + str(k)
`

// script says what the kernel said, with what a page is to show of the text.
func script(said []wire.Message) string {
	var all []string
	for _, m := range said {
		if c, ok := m.(*wire.Composed); ok {
			line := fmt.Sprintf("text %d %s:", c.Version, c.Blocks[0].HTML)
			for i, b := range c.Blocks[1:] {
				if c.Cells[i].ID != b.HTML {
					line += " want a cell for each block"
				}
				line += strings.TrimRight(" "+b.HTML+" "+strings.TrimPrefix(b.Caption, "Figure "), " ")
			}
			all = append(all, line)
		} else if s := outline([]wire.Message{m}); s != "" {
			all = append(all, s)
		}
	}
	return strings.Join(all, "; ")
}

func TestText(t *testing.T) {
	k := writing()
	for _, step := range []struct {
		name     string
		messages []wire.Message
		want     string
	}{
		{"first", []wire.Message{text(1, source), &wire.Run{Run: 1}},
			"text 1 First: net 1 next 2 big user; net done; next done 9; big waiting; user done got 3; text 1 First: net next 1 big user; idle 1 map[]"},
		{"a heavy cell", []wire.Message{&wire.Run{Run: 2, Cells: []string{"big"}, Heavy: true}}, "big done 103; big done 103; idle 2 map[]"},
		{"prose", []wire.Message{text(2, strings.Replace(source, "First", "Second", 1)), &wire.Run{Run: 3}}, "text 2 Second: net next 1 big user; idle 3 map[]"},
		{"a value", []wire.Message{&wire.Set{Name: "k", Value: "4"}, &wire.Run{Run: 4}},
			"net done; next done 16; big waiting; user done got 4; idle 4 map[k:4]"},
		{"a cell", []wire.Message{text(3, source+"-- last --\nk + 1 # More.\n"), &wire.Run{Run: 5}},
			"text 3 First: net next 1 big user last 2; last done 5; idle 5 map[k:4]"},
		{"several texts", []wire.Message{text(4, "A\n-- net --\nk = 1"), &wire.Run{Run: 6}, text(5, "B\n-- net --\nk = 2"), &wire.Run{Run: 7}, text(6, source), &wire.Run{Run: 8}},
			"text 6 First: net next 1 big user; idle 8 map[k:4]"},
		{"a value between", []wire.Message{text(7, strings.Replace(source, "k * k", "k * k * k", 1)), &wire.Set{Name: "k", Value: "2"}, text(8, source), &wire.Run{Run: 9}},
			"text 7 First: net next 1 big user; text 8 First: net next 1 big user; net done; next done 4; user done got 2; big waiting; idle 9 map[k:2]"},
		{"a fault", []wire.Message{text(9, strings.Replace(source, "k * k", "k *", 1)), &wire.Run{Run: 10}}, "text 9 First: net next 1 big user; next failed; text 9 First: net next big user; idle 10 map[k:2]"},
		{"nothing", []wire.Message{text(10, ""), &wire.Run{Run: 11}}, "text 10 :; idle 11 map[]"},
		{"back", []wire.Message{text(11, source), &wire.Run{Run: 12, Cells: []string{"big"}, Heavy: true}},
			"text 11 First: net 1 next 2 big user; net done; next done 4; big waiting; user done got 2; big done 102; big done 102; text 11 First: net next 1 big user; idle 12 map[k:2]"},
	} {
		if got := script(k.say(step.messages...)); got != step.want {
			t.Errorf("%s:\n got %s\nwant %s", step.name, got, step.want)
		}
	}
}

// A kernel that takes the place of another one evaluates what changes only.
func TestTextKnown(t *testing.T) {
	k := writing()
	load := text(3, source)
	load.Book.Known = true
	got := script(k.say(load, &wire.Set{Name: "k", Value: "4"}, &wire.Settle{}, &wire.Run{Run: 1}))
	if want := "text 3 First: net 1 next 2 big user; idle 1 map[k:4]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	k = writing()
	k.say(load)
	got = script(k.say(text(4, source+"-- last --\nk + 1"), &wire.Run{Run: 2}))
	if want := "text 4 First: net 1 next 2 big user last; net done; last done 4; text 4 First: net next 1 big user last; idle 2 map[]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Files beside the text are files of the notebook; what changes them changes the cells that read them.
func TestTextFiles(t *testing.T) {
	k := writing()
	load := text(1, "A\n-- a.txt --\n1\n-- a --\nread('a.txt')\n-- b --\nread('b.txt')\n")
	load.Book.Files = map[string]string{"a.txt": "not this", "b.txt": "2\n"}
	k.say(load, &wire.Run{Run: 1})
	load.Book.Version, load.Book.Files = 2, map[string]string{"b.txt": "3\n"}
	if got, want := script(k.say(load, &wire.Run{Run: 2})), "text 2 A: a b; b done 3; idle 2 map[]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := plain(k.notebook.Outputs()[0].HTML); got != "1" {
		t.Errorf("the text's own file is %q, want 1", got)
	}
}

// While a cell takes long, prose is shown and the cell goes on; a text with other cells begins anew.
func TestTextWhileRunning(t *testing.T) {
	const head = "-- n --\nn = slider(1, 0, 1)\n-- long --\nlen([x for x in range(1000000 * n) for y in range(1000000)])\n"
	k := writing()
	k.say(text(1, "A\n"+head))
	sent := 0
	shown := func(title string) bool {
		return slices.ContainsFunc(k.port.said, func(m wire.Message) bool {
			c, ok := m.(*wire.Composed)
			return ok && len(c.Blocks) > 0 && c.Blocks[0].HTML == title
		})
	}
	k.port.yield = func() {
		switch began := strings.Contains(fmt.Sprint(states(k.port.said)), "long running"); {
		case began && sent == 0:
			k.take(text(2, "B\n"+head))
			k.take(&wire.Run{Run: 2})
			k.take(text(3, "C\n"+head))
			k.take(&wire.Run{Run: 3})
			sent = 1
		case sent == 1 && shown("C"):
			k.take(text(4, "D\n"+strings.Replace(head, "(1,", "(0,", 1)))
			k.take(&wire.Run{Run: 4})
			sent = 2
		}
	}
	said := k.say(&wire.Run{Run: 1})
	if got, want := script(said), "n done; text 3 C: n long; text 4 D: n long; n done; long done 0; idle 4 map[]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := fmt.Sprint(states(said)), "[n running n done long running n running n done long running long done]"; got != want {
		t.Errorf("got the states %s, want %s", got, want)
	}
}

// states returns the states that cells came to.
func states(said []wire.Message) []string {
	var all []string
	for _, m := range said {
		if r, ok := m.(*wire.Result); ok {
			all = append(all, r.Cell+" "+r.State)
		}
	}
	return all
}

// Workers of the pool learn the cells of the text, and what readers have set, also what was set before.
func TestTextPool(t *testing.T) {
	const sweep = `str([p["latency"] for p in sweep(torus(8, 2), [x / 16 for x in range(1, 9)], routing="dor", seed=m, cycles=600)])`
	messages := func(k talk) []wire.Message {
		k.say(text(1, "A\n-- seed --\nm = slider(1, 1, 9)"), &wire.Run{Run: 1})
		k.say(&wire.Set{Name: "m", Value: "4"}, &wire.Set{Name: "m", Value: "44"}, &wire.Run{Run: 2})
		return k.say(text(2, "A\n-- seed --\nm = slider(1, 1, 9)\n-- curve --\n"+sweep), &wire.Run{Run: 3})
	}
	want := script(messages(writing()))
	k, computed := pooled(NewTexts(compose))
	said := messages(k)
	if got := script(said); got != want || *computed == 0 {
		t.Errorf("with a worker, which computed %d parts: got %s, want %s", *computed, got, want)
	}
	if lent := find[*wire.Idle](t, said).Lent; lent == 0 {
		t.Error("the worker has computed nothing")
	}
}
