package link_test

import (
	"fmt"
	"strings"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
	"topobook/notebooks/link"
)

const opening = `
-- a --
n = slider(2, 1, 9)
n
-- b heavy --
n * n
-- c --
n + 1
`

// evaluated returns the outputs of a document with inputs.
func evaluated(t *testing.T, doc *engine.Document, heavy bool, inputs map[string]string) []engine.Result {
	t.Helper()
	return opened(t, doc, heavy, link.State{Inputs: inputs}).Outputs()
}

// Links that were made when digests were of version 1 are read and compared as they were.
func TestDigestVersion1(t *testing.T) {
	doc := enginetest.Document(opening)
	n3, n4 := map[string]string{"n": "3"}, map[string]string{"n": "4"}
	for _, tt := range []struct {
		link  string
		heavy bool
		n     map[string]string
		want  string
	}{
		{"n=3&d=NisC4aedLOWvavavYAA&v=1", true, n3, "3 compared"},
		{"n=3&d=NisC4aedLOWvavavYAA&v=1", false, n3, "2 compared; open: b"},
		{"n=3&d=b2jAjdE6kmavYACvYAA&v=1", false, n3, "2 compared; open: b"},
		{"n=3&d=b2jAjdE6kmavYACvYAA&v=1", true, n3, "2 compared; open: b"},
		{"n=3&d=b2jAjdE6kmavYACvYAA", false, n4, "2 compared; differ: a c; open: b"}, // by the hash of all
		{"n=3&d=AAAAAAAAAAAAAAAAAAA&v=1", true, n3, "this link says nothing of the outputs that were computed here: there is nothing to compare"},
		{"n=3&d=NisC4aedLOWvavav&v=1", true, n3, "this link lost its end (its digest is cut off), or is of an older edition of the page: it cannot be compared"},
	} {
		state, err := link.Decode(doc, tt.link)
		if err != nil || state.Inputs["n"] != "3" {
			t.Errorf("%s: %v, %v", tt.link, state, err)
		}
		if got := compared(state, evaluated(t, doc, tt.heavy, tt.n)); got != tt.want {
			t.Errorf("%s, heavy cells run: %t: %s, want %s", tt.link, tt.heavy, got, tt.want)
		}
	}
	doc = enginetest.Document(linked)
	for _, fragment := range []string{
		"k=3&src=2,1&e=30VdG2LOLy3hic5W0Aa5qbgoORYQAAD__w&d=hRgNw_eLsS_L_L8h8AA&v=1",
		"~e=7&k=5&note=a~26b+~C3~A9&d=fKuEDw12ZsjL_L8j8AA&v=1",
	} {
		state, err := link.Decode(doc, fragment)
		if err != nil {
			t.Fatal(err)
		}
		if got := compared(state, opened(t, doc, false, state).Outputs()); got != "3 compared" {
			t.Errorf("%s: %s, want 3 compared, none different", fragment, got)
		}
	}
}

// Links that were made when all edits were packed together, in version 2, are read as they were.
func TestEditsVersion2(t *testing.T) {
	for _, tt := range []struct{ book, link, edits string }{
		{linked, "k=3&src=2,1&e=cXNULmLOLy3hic5W0Aa5qbgoOZYFZKormrWGOoakWXt4pZImFyAAAP__&v=2&d=79Af79AfMqoW",
			`map["out":"[k + 1, src]" "pick":"src = pick(t, \"1,1\")\nmany = pick_many(t, [])\nnote = text_input(\"é\")\n"]`},
		{opening, "e=F1w9tWJMZgWxjAABAAD__w&v=2&d=vYV6AAAAsKWg", `map["c":"n + 2"]`},
	} {
		doc := enginetest.Document(tt.book)
		state, err := link.Decode(doc, tt.link)
		if got := fmt.Sprintf("%q", state.Edits); err != nil || got != tt.edits {
			t.Errorf("%s: got the edits %s, %v, want %s", tt.link, got, err, tt.edits)
		}
		if got := compared(state, opened(t, doc, false, state).Outputs()); strings.Contains(got, "differ") || !strings.Contains(got, " compared") {
			t.Errorf("%s: %s, want none different", tt.link, got)
		}
	}
}

func TestCompare(t *testing.T) {
	doc := enginetest.Document(opening)
	n2, n3 := map[string]string{"n": "2"}, map[string]string{"n": "3"}
	digest := link.Digest(evaluated(t, doc, true, n2))
	light := link.Digest(evaluated(t, doc, false, n2))
	for _, tt := range []struct {
		digest string
		heavy  bool
		n      map[string]string
		want   string
	}{
		{digest, true, n2, "3 compared"},
		{digest, false, n2, "2 compared; open: b"},
		{light, true, n2, "2 compared; open: b"},
		{digest, true, n3, "3 compared; differ: a b c"},
		{digest, false, n3, "2 compared; differ: a c; open: b"}, // "2" against "3" beside a cell that is open
		{light, true, n3, "2 compared; differ: a c; open: b"},
		{"AAAA" + digest[4:], true, n3, "2 compared; differ: b c; open: a"},
		{"AAAAAAAAAAAA", true, n2, "this link says nothing of the outputs that were computed here: there is nothing to compare"},
		{digest[:11], true, n2, "this link lost its end (its digest is cut off), or is of an older edition of the page: it cannot be compared"},
		{digest[:8], true, n2, "this link lost its end (its digest is cut off), or is of an older edition of the page: it cannot be compared"},
		{digest + "AAAA", true, n2, "this link is of another edition of the page (its digest is too long): it cannot be compared"},
	} {
		if got := compared(link.State{Version: 2, Digest: tt.digest}, evaluated(t, doc, tt.heavy, tt.n)); got != tt.want {
			t.Errorf("%s, heavy cells run: %t, %v: %s, want %s", tt.digest, tt.heavy, tt.n, got, tt.want)
		}
	}
	if got := compared(link.State{Version: 2, Digest: digest}, engine.New(doc, builtins.All()).Outputs()); !strings.HasPrefix(got, "this link says nothing") {
		t.Errorf("what has not run: %s, want that nothing is compared", got)
	}
}
