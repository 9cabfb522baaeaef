package page

import (
	"testing"
	"unicode/utf16"
)

func TestNames(t *testing.T) {
	for _, tt := range []struct{ before, after, name, call string }{
		{"x = diam", "eter(t)", "diameter", ""},
		{"diameter(t, ", "", "", "diameter"},
		{"draw(ring(5), ", ")", "", "draw"},
		{"é = draw(", "", "", "draw"},
		{"", "", "", ""},
		{"a)", "", "", ""},
	} {
		if got := nameAt(tt.before, tt.after); got != tt.name {
			t.Errorf("nameAt(%q, %q) = %q, want %q", tt.before, tt.after, got, tt.name)
		}
		if got := callAround(tt.before); got != tt.call {
			t.Errorf("callAround(%q) = %q, want %q", tt.before, got, tt.call)
		}
	}
}

// Browsers count in units of UTF-16, which the standard library makes one by one.
func TestUTF16(t *testing.T) {
	const s = "a𝔽bé\n"
	units := utf16.Encode([]rune(s))
	if got := lenUTF16(s); got != len(units) {
		t.Errorf("lenUTF16(%q) = %d, want %d", s, got, len(units))
	}
	for n := range len(units) + 1 {
		if n == 2 {
			continue // within 𝔽
		}
		wantBefore, wantAfter := string(utf16.Decode(units[:n])), string(utf16.Decode(units[n:]))
		if before, after := cutUTF16(s, n); before != wantBefore || after != wantAfter {
			t.Errorf("cutUTF16(%q, %d) = %q, %q, want %q, %q", s, n, before, after, wantBefore, wantAfter)
		}
	}
}

func TestIndent(t *testing.T) {
	for before, want := range map[string]string{
		"":                         "",
		"x = 1\n":                  "",
		"def f():\n":               "    ",
		"def f():\n    return 1\n": "    ",
		"    for x in y: \n":       "        ",
		"def f():\n\n":             "",
		"if x:\n    y\nelse:\n":    "    ",
		"d = {\n    \"a\": 1,\n":   "    ",
	} {
		if got := nextIndent(before); got != want {
			t.Errorf("nextIndent(%q) = %q, want %q", before, got, want)
		}
	}
	for _, tt := range []struct{ before, selected, after, lines, more, less string }{
		{"a\n  b", "c\nd", "e\nf", "  bc\nde", "      bc\n    de", "bc\nde"},
		{"", "a\n", "b", "a", "    a", "a"}, // b is not selected
		{"a\n", "      b\n\n    c", "", "      b\n\n    c", "          b\n\n        c", "  b\n\nc"},
	} {
		lines := linesOf(tt.before, tt.selected, tt.after)
		if lines != tt.lines {
			t.Errorf("linesOf(%q, %q, %q) = %q, want %q", tt.before, tt.selected, tt.after, lines, tt.lines)
		}
		if got := indentLines(lines, false); got != tt.more {
			t.Errorf("indentLines(%q, false) = %q, want %q", lines, got, tt.more)
		}
		if got := indentLines(lines, true); got != tt.less {
			t.Errorf("indentLines(%q, true) = %q, want %q", lines, got, tt.less)
		}
	}
}

func TestSentences(t *testing.T) {
	for got, want := range map[string]string{
		Plural(1, "cell"):   "1 cell",
		Plural(0, "cell"):   "0 cells",
		Plural(12, "cell"):  "12 cells",
		differing(1, 9):     "1 of 9 outputs that were compared differs from what the sender saw.",
		differing(2, 9):     "2 of 9 outputs that were compared differ from what the sender saw.",
		Capital("no link."): "No link.",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestQuoting(t *testing.T) {
	if got, want := escapeSelector(`a"b\c`+"\nd"), `a\"b\\c\a d`; got != want {
		t.Errorf("escapeSelector: got %s, want %s", got, want)
	}
	if got, want := fileName("kary_ntree(k=4, n=3)"), "kary-ntree-k-4-n-3"; got != want {
		t.Errorf("fileName: got %s, want %s", got, want)
	}
}
