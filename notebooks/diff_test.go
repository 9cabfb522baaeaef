package notebooks_test

import (
	"fmt"
	"strings"
	"testing"

	"topobook/notebooks"
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
		for _, c := range notebooks.Diff(tt.a, tt.b) {
			for _, line := range c.Lines {
				got = append(got, fmt.Sprintf("%c%s", c.Kind, line))
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("Diff(%q, %q) = %q, want %q", tt.a, tt.b, strings.Join(got, " "), tt.want)
		}
	}
	long := strings.Repeat("line\n", 2000)
	if got := notebooks.Diff(long, long+"more"); len(got) != 2 {
		t.Errorf("Diff of two long texts has %d parts, want 2: all removed, all added", len(got))
	}
}
