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
