package link_test

import (
	"maps"
	"slices"
	"testing"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
	"topobook/notebooks/link"
)

// FuzzDecodeLink decodes any text; what it accepts is what encoding it again gives.
func FuzzDecodeLink(f *testing.F) {
	doc := enginetest.Document(linked)
	f.Add("k=5&n=3&src=0,0,0&d=abc&v=1")
	f.Add("#~e=1&note=%41~42+c&v=2&x=y")
	f.Add(link.Encode(doc, link.State{Edits: map[string]string{"out": "k ** n", "net": "k = slider(1, 0, 9)"}}))
	f.Fuzz(func(t *testing.T, fragment string) {
		state, err := link.Decode(doc, fragment)
		if err != nil {
			return
		}
		again, err := link.Decode(doc, link.Encode(doc, state))
		if err != nil || !maps.Equal(again.Inputs, state.Inputs) || !maps.Equal(again.Edits, state.Edits) || again.Digest != state.Digest {
			t.Errorf("%q: %v, then %v, %v", fragment, state, again, err)
		}
	})
}

// FuzzCompare compares outputs with any digest: each cell is open, alike or different, and none is two of these.
func FuzzCompare(f *testing.F) {
	results := []engine.Result{{Cell: "a", State: engine.Done, Text: "1"}, {Cell: "b", State: engine.Waiting}, {Cell: "c", State: engine.Failed, Err: &dialect.Error{Msg: "x"}}}
	f.Add(link.Digest(results), 2)
	f.Add("AAAAAAAAAAAA", 2)
	f.Add("AAAAAAAAAAAAAAAAAAA", 1)
	f.Add("=\n", -1)
	f.Fuzz(func(t *testing.T, digest string, version int) {
		c, err := link.State{Digest: digest, Version: version}.Compare(results)
		if err != nil {
			return
		}
		if c.Compared+len(c.Open) != len(results) || len(c.Differ) > c.Compared || c.Compared < 0 {
			t.Errorf("%q of version %d: got %+v of %d outputs", digest, version, c, len(results))
		}
		for _, id := range c.Differ {
			if slices.Contains(c.Open, id) {
				t.Errorf("%q of version %d: %s is open, and differs", digest, version, id)
			}
		}
	})
}
