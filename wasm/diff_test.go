//go:build js && wasm

package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	for _, tt := range []struct{ a, b, want string }{
		{"x", "x", " x"},
		{"x\ny", "x\nz", " x -y +z"},
		{"a\nb\nc", "a\nc", " a -b  c"},
		{"a\nc", "a\nb\nc", " a +b  c"},
		{"", "x", "- +x"},
	} {
		var got []string
		for _, c := range diff(tt.a, tt.b) {
			for _, line := range c.lines {
				got = append(got, fmt.Sprintf("%c%s", c.kind, line))
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("diff(%q, %q) = %q, want %q", tt.a, tt.b, strings.Join(got, " "), tt.want)
		}
	}
	long := strings.Repeat("line\n", 2000)
	if got := diff(long, long+"more"); len(got) != 2 {
		t.Errorf("diff of two long texts has %d parts, want 2: all removed, all added", len(got))
	}
}

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
