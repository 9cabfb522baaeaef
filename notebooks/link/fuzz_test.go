package link_test

import (
	"maps"
	"testing"

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
