//go:build js && wasm

package main

import "testing"

func TestWords(t *testing.T) {
	for _, tt := range []struct{ before, after, word, call string }{
		{"x = diam", "eter(t)", "diameter", ""},
		{"diameter(t, ", "", "", "diameter"},
		{"draw(ring(5), ", ")", "", "draw"},
		{"é = draw(", "", "", "draw"},
		{"", "", "", ""},
		{"a)", "", "", ""},
	} {
		if got := wordAt(tt.before, tt.after); got != tt.word {
			t.Errorf("wordAt(%q, %q) = %q, want %q", tt.before, tt.after, got, tt.word)
		}
		if got := callAround(tt.before); got != tt.call {
			t.Errorf("callAround(%q) = %q, want %q", tt.before, got, tt.call)
		}
	}
}

func TestText(t *testing.T) {
	if before, after := cutUTF16("a𝔽b", 3); before != "a𝔽" || after != "b" {
		t.Errorf("cutUTF16 after 3 units: %q and %q, want a𝔽 and b", before, after)
	}
	for field, want := range map[string]string{
		"65\u202f536": "65536", "\u22121.5": "-1.5", "0,1,2": `"0,1,2"`, `say "x"`: `"say ""x"""`, "plain": "plain",
	} {
		if got := quoteCSV(field); got != want {
			t.Errorf("quoteCSV(%q) = %s, want %s", field, got, want)
		}
	}
}
