package link_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"topobook/notebooks/link"
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
		for _, c := range link.Diff(tt.a, tt.b) {
			for _, line := range c.Lines {
				got = append(got, fmt.Sprintf("%c%s", c.Kind, line))
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("Diff(%q, %q) = %q, want %q", tt.a, tt.b, strings.Join(got, " "), tt.want)
		}
	}
	long := strings.Repeat("line\n", 2000)
	if got := link.Diff("a\n"+long+"b", "c\n"+long+"\nd"); len(got) != 2 {
		t.Errorf("Diff of two long texts has %d parts, want 2: all removed, all added", len(got))
	}
	if got := link.Diff(long+"more", long+"other"); len(got) != 3 || len(got[1].Lines) != 1 {
		t.Errorf("Diff of two long texts that differ in their last lines has %d parts, want 3: before, removed, added", len(got))
	}
}

func TestExcerpt(t *testing.T) {
	lines := func(n int, s string) string { return strings.Repeat(s+"\n", n) }
	for _, tt := range []struct {
		a, b string
		want []string
		rest int
	}{
		{"x", "y", []string{"-x", "+y"}, 0},
		{"x", lines(65000, "")[:64999], []string{"-x", "+", "+", "+"}, 64997},
		{lines(20, "a") + "x\n" + lines(20, "b"), lines(20, "a") + "y\n" + lines(20, "b"), []string{" … 17 lines as before", " a", " a", " a"}, 6},
		{"x\n" + lines(20, "a"), "y\n" + lines(20, "a"), []string{"-x", "+y", " a", " a"}, 2},
	} {
		part, rest := link.Excerpt(link.Diff(tt.a, tt.b), 4)
		var got []string
		for _, c := range part {
			for _, line := range c.Lines {
				got = append(got, string(c.Kind)+line)
			}
		}
		if !slices.Equal(got, tt.want) || rest != tt.rest {
			t.Errorf("Excerpt: %q and %d more, want %q and %d more", got, rest, tt.want, tt.rest)
		}
	}
}

func TestVisible(t *testing.T) {
	if got, want := link.Visible("x = 1 # \u202e}\u200b\x1b[2J\u00a0é\t𝔽"), "x = 1 # ⟨U+202E⟩}⟨U+200B⟩⟨U+001B⟩[2J⟨U+00A0⟩é\t𝔽"; got != want {
		t.Errorf("Visible: %s, want %s", got, want)
	}
	// All that browsers show nothing for, or show over its neighbours.
	for _, r := range []rune{
		0, 7, '\r', 0x1b, 0x7f, 0x85, 0xad, 0x300, 0x34f, 0x36f, 0x483, 0x489, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x180f, 0x1ab0, 0x1dff,
		0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2064, 0x2066, 0x2067, 0x2068, 0x2069, 0x206f,
		0x20d0, 0x20ff, 0x2800, 0x3000, 0x3164, 0xfe00, 0xfe0f, 0xfe20, 0xfeff, 0xffa0, 0xfff9, 0x1d173, 0xe0001, 0xe007f, 0xe0100, 0xe01ef, 0x10ffff,
	} {
		if got, want := link.Visible("a"+string(r)+"b"), fmt.Sprintf("a⟨U+%04X⟩b", r); got != want {
			t.Errorf("Visible: %q, want %s", got, want)
		}
	}
	for _, r := range "aé∑λя中א⟨𝔽—′" {
		if got := link.Visible(string(r)); got != string(r) {
			t.Errorf("Visible: %q, want %c as it is", got, r)
		}
	}
}
