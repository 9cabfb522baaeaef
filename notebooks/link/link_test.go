package link_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
	"topobook/notebooks/link"
)

const linked = `
-- net --
k = slider(4, 2, 8)
n = slider(2, 1, 4)
e = number(1)
t = kary_ntree(k, n)
-- pick --
src = pick(t, "0,0")
many = pick_many(t, [])
note = text_input("")
-- out --
[k, n, e, src, many, note]
`

func TestLinkRoundTrip(t *testing.T) {
	doc := enginetest.Document(linked)
	long := strings.Repeat("x = [1, 2, 3] # a comment\n", 300)
	for _, tt := range []struct {
		inputs, edits map[string]string
		want          string // the link, unless it has edits
	}{
		{nil, nil, "v=3&d=DIGEST"},
		{map[string]string{"k": "5", "n": "3", "src": "0,0,0"}, nil, "k=5&n=3&src=0,0,0&v=3&d=DIGEST"},
		{map[string]string{"e": "7", "many": "0,1 0@1 1@1"}, nil, "~e=7&many=0,1+0@1+1@1&v=3&d=DIGEST"},
		{map[string]string{"note": "a&b=c +~%é\n"}, nil, "note=a~26b~3Dc+~2B~7E~25~C3~A9~0A&v=3&d=DIGEST"},
		{map[string]string{"k": "5"}, map[string]string{"out": "k ** n"}, ""},
		{map[string]string{"fresh": "2"}, map[string]string{"out": "fresh = slider(1, 0, 2)", "pick": "", "net": long}, ""},
	} {
		state := link.State{Inputs: tt.inputs, Edits: tt.edits, Digest: "DIGEST"}
		fragment := link.Encode(doc, state)
		if tt.want != "" && fragment != tt.want {
			t.Errorf("EncodeLink(%v) = %s, want %s", state, fragment, tt.want)
		}
		if rest := strings.Trim(fragment, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._,@~+=&"); rest != "" {
			t.Errorf("EncodeLink(%v) has %q, which mail and chat may change", state, rest)
		}
		for _, text := range []string{fragment, "#" + fragment, strings.NewReplacer(",", "%2C", "@", "%40", "~", "%7E").Replace(fragment)} {
			got, err := link.Decode(doc, text)
			if err != nil {
				t.Errorf("DecodeLink(%s): %v", text, err)
			} else if !maps.Equal(got.Inputs, tt.inputs) || !maps.Equal(got.Edits, tt.edits) || got.Digest != "DIGEST" {
				t.Errorf("DecodeLink(EncodeLink(%v)) = %v", state, got)
			}
		}
		if len(fragment) > 300 {
			t.Errorf("the link has %d bytes", len(fragment))
		}
	}
}

func TestDecodeLinkErrors(t *testing.T) {
	doc := enginetest.Document(linked)
	edits := link.Encode(doc, link.State{Edits: map[string]string{"out": "1 + 1"}})
	const near = "e=cXNULmLOLy3hic5W0Aa5qbgoOZYFZKormrWGOoakWXt4pZImFyAAAP__&v=2" // [k + 1, src] in cell out, and another edit
	const gone = "e=T0jQbGLJzy8tYTVU0FYwBAQAAP__&v=2"                             // in cell oout
	bomb := link.Encode(doc, link.State{Edits: map[string]string{"out": strings.Repeat("a", 1<<20)}})
	large := link.Encode(doc, link.State{Edits: map[string]string{"out": strings.Repeat("\n", 1<<16+1)}})
	other := enginetest.Document(strings.Replace(linked, "many", "some", -1))
	for _, tt := range []struct {
		link, want string
		doc        *engine.Document
	}{
		{strings.Repeat("k=5&", 10000), "the link: has 40000 bytes, want at most 32768", doc},
		{"net", `the link: has "net", want name=value`, doc},
		{"=5", `the link: has "=5", want name=value`, doc},
		{"k=5&k=6", `the link: has "k" twice, want it once`, doc},
		{"~6B=5&k=6", `the link: has "k" twice, want it once`, doc},
		{"k=~4", `the link: has "~4", want ~ with the two digits of a byte, and UTF-8 text`, doc},
		{"k=%", `the link: has "%", want % with`, doc},
		{"k=~FF", `the link: has "~FF", want ~ with`, doc},
		{"k=5&v=4", "the link: has version 4, want 1 to 3: it comes from a newer page, reload this one", doc},
		{"k=5&v=one", `the link: has version "one", want 1 to 3`, doc},
		{"k=5&d=<b>", `the link: has a digest "<b>", want letters, digits, - and _`, doc},
		{"e=5", "the link: its edits are cut off or changed, want them as they were copied", doc},
		{edits[:len(edits)/2], "the link: its edits", doc},
		{strings.Replace(edits, "&v=3", "AAAA&v=3", 1), "the link: its edits are cut off or changed, want them as they were copied", doc},
		{strings.TrimSuffix(edits, "&v=3"), "", doc}, // the end was lost, but not of the edits
		{near, "the link: its edits do not fit this page: they are cut off, or the page has changed since", other},
		{gone, "", doc}, // is noted, see TestEditsFit
		{large, "the link: edits cell \"out\" to 65537 bytes, want at most 65536", doc},
		{bomb, "the link: has edits of more than 262144 bytes, want at most that many", doc},
		{"note=" + strings.Repeat("a", 20000), "the link: sets note to 20000 bytes, want at most 10000", doc},
	} {
		_, err := link.Decode(tt.doc, tt.link)
		if tt.want == "" && err != nil {
			t.Errorf("DecodeLink(%.60s): %v", tt.link, err)
		} else if tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.want)) {
			t.Errorf("DecodeLink(%.60s): %v, want %s", tt.link, err, tt.want)
		}
	}
}

// An edit fits as long as its own cell is as it was, but for labels; if it does not, the others stay.
func TestEditsFit(t *testing.T) {
	const book = "-- net --\nk = slider(4, 2, 8, label=\"arity k\")\nt = kary_ntree(k, 2)\n-- out --\ndiameter(t)\n-- apart --\n[1, 2, 3]\n"
	state := link.State{Inputs: map[string]string{"k": "5"}, Edits: map[string]string{
		"net": "k = slider(4, 2, 8, label=\"arity k\")\nt = kary_ntree(k, 3)\n", "out": "[diameter(t), k]\n",
	}}
	fragment := link.Encode(enginetest.Document(book), state)
	for _, tt := range []struct{ name, from, to, kept, notes string }{
		{"nothing", "", "", "net out", ""},
		{"another cell", "[1, 2, 3]", "range(3)", "net out", ""},
		{"a new cell before", "-- net", "-- first --\n7\n-- net", "net out", ""},
		{"a label", `"arity k"`, `"the arity"`, "net out", ""},
		{"a label elsewhere", "[1, 2, 3]", `m = slider(1, 0, 2, label = 'm')`, "net out", ""},
		{"a cell", "diameter(t)", "diameter(t) + 0", "net", `the link: edits cell "out", which has changed since, or is gone: this edit is left out`},
		{"a string that is no label", `label="arity k"`, `label=str("k")`, "out", `the link: edits cell "net", which has changed since, or is gone: this edit is left out`},
		{"the name of a cell", "-- out", "-- oout", "net", `the link: edits cell "out", which has changed since, or is gone: this edit is left out`},
	} {
		doc := enginetest.Document(strings.Replace(book, tt.from, tt.to, 1))
		got, err := link.Decode(doc, fragment)
		if err != nil {
			t.Fatal(err)
		}
		kept := engine.SortedKeys(got.Edits)
		if strings.Join(kept, " ") != tt.kept || strings.Join(got.Notes, "; ") != tt.notes || got.Inputs["k"] != "5" {
			t.Errorf("%s changed: got the edits of %v with %v, notes %q; want %s and %q", tt.name, kept, got.Inputs, got.Notes, tt.kept, tt.notes)
		}
		for _, id := range kept {
			if got.Edits[id] != state.Edits[id] {
				t.Errorf("%s changed: got %q for cell %s, want %q", tt.name, got.Edits[id], id, state.Edits[id])
			}
		}
	}
}

// A cell may be longer than what deflate looks back at.
func TestLongEdit(t *testing.T) {
	var lines []string
	for i := range 4000 {
		lines = append(lines, fmt.Sprintf("x%d = %d", i, i*i%997))
	}
	source := strings.Join(lines, "\n")
	lines[7], lines[2900] = "first = 7", "last = 7"
	doc := &engine.Document{Cells: []engine.Cell{{ID: "long", Source: source}}}
	want := strings.Join(lines, "\n")
	fragment := link.Encode(doc, link.State{Edits: map[string]string{"long": want}})
	state, err := link.Decode(doc, fragment)
	if err != nil || state.Edits["long"] != want || len(source) < 40_000 {
		t.Errorf("an edit of a cell of %d bytes in a link of %d: %v, or it has changed", len(source), len(fragment), err)
	}
}

// What one reader sees comes to another: by its inputs, its edits, and the digest that proves it.
func TestLinkReproduces(t *testing.T) {
	doc := enginetest.Document(linked)
	k := engine.New(doc, builtins.All())
	for _, err := range []error{k.Set("k", "3"), k.Edit("out", "[k + 1, src]"), k.Run(engine.RunOptions{}), k.Set("src", "2,1"), k.Run(engine.RunOptions{})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	fragment := link.Encode(doc, link.Of(k))
	state, err := link.Decode(doc, fragment)
	if err != nil {
		t.Fatal(err)
	}
	other := opened(t, doc, false, state)
	if got, want := enginetest.Output(other, "out"), `[4, "2,1"]`; got != want {
		t.Errorf("out is %s, want %s", got, want)
	}
	if got := compared(state, other.Outputs()); got != "3 compared" {
		t.Errorf("%s, want 3 compared, none different", got)
	}
	if again := link.Encode(doc, link.Of(other)); again != fragment {
		t.Errorf("the link is %s, want %s", again, fragment)
	}
	if err := other.Set("k", "4"); err != nil {
		t.Fatal(err)
	}
	if err := other.Run(engine.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := compared(state, other.Outputs()); got != "3 compared; differ: out" {
		t.Errorf("%s, want 3 compared and out to differ", got)
	}
}

// opened returns a kernel of a document that has run with the inputs and edits of a link.
func opened(t *testing.T, doc *engine.Document, heavy bool, state link.State) *engine.Kernel {
	t.Helper()
	k := engine.New(doc, builtins.All())
	for _, err := range []error{k.Change(state.Inputs, state.Edits), k.Run(engine.RunOptions{Heavy: heavy})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return k
}

// compared says in a line what the digest of a link says of outputs.
func compared(state link.State, results []engine.Result) string {
	c, err := state.Compare(results)
	if err != nil {
		return err.Error()
	}
	says := fmt.Sprint(c.Compared, " compared")
	if c.Differ != nil {
		says += "; differ: " + strings.Join(c.Differ, " ")
	}
	if c.Open != nil {
		says += "; open: " + strings.Join(c.Open, " ")
	}
	return says
}

// What a link has beside inputs, edits and digest does not keep it from being opened.
func TestDecodeLinkNotes(t *testing.T) {
	doc := enginetest.Document(linked)
	for _, tt := range []struct{ link, want string }{
		{"k=5&fbclid=abc", `the link: sets "fbclid", but there is no such input`},
		{"k=5&utm_source=x&kk=3", `the link: sets "utm_source", but there is no such input; the link: sets "kk", but there is no such input (did you mean k?)`},
		{"\x1b[2J=1&k=5", `the link: sets "\x1b[2J", but there is no such input`}, // quoted, as it is printed in terminals
		{"k=5&note", `the link: has "note", want name=value`},
		{"k=5&v=2&d=", "this link lost its end (its digest is cut off): it cannot be compared"},
		{"k=5&d=hRgNw_eLsS_L_L8h8AA&v=", "this link lost its end (its digest is cut off): it cannot be compared"},
		{"k=5", ""},
	} {
		state, err := link.Decode(doc, tt.link)
		if got := strings.Join(state.Notes, "; "); err != nil || got != tt.want || state.Inputs["k"] != "5" || len(state.Inputs) != 1 {
			t.Errorf("DecodeLink(%q) = %v, notes %q, %v; want k=5 and notes %q", tt.link, state.Inputs, got, err, tt.want)
		}
	}
}

// An input whose cell lost it to an edit is not in the link, so that the link can be opened.
func TestLinkWithoutInput(t *testing.T) {
	doc := enginetest.Document(linked)
	for _, edit := range []string{"k = slider(4, 2, 8", "kk = slider(4, 2, 8)\nn = 2\ne = 1\nt = kary_ntree(kk, n)"} {
		k := engine.New(doc, builtins.All())
		for _, err := range []error{k.Set("k", "5"), k.Run(engine.RunOptions{}), k.Edit("net", edit), k.Run(engine.RunOptions{})} {
			if err != nil {
				t.Fatal(err)
			}
		}
		state, err := link.Decode(doc, link.Encode(doc, link.Of(k)))
		if err != nil || state.Notes != nil || state.Edits["net"] != edit {
			t.Errorf("the link of %q: %v, %v", edit, state, err)
		}
		if err := k.Reset("net"); err != nil {
			t.Fatal(err)
		}
	}
}
