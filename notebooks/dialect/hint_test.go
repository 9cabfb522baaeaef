package dialect_test

import (
	"testing"

	"topobook/notebooks/dialect"
)

func TestNearest(t *testing.T) {
	for _, tt := range []struct {
		to    string
		names []string
		want  string
	}{
		{"twoo", []string{"two", "three"}, "two"},
		{"twoo", []string{"three", "two"}, "two"},
		{"rong", []string{"wrong", "ring", "song"}, "ring"}, // of those as near, the first in the alphabet
		{"torsu", []string{"torus", "mesh"}, "torus"},
		{"xyz", []string{"torus", "mesh"}, ""},
		{"a", []string{"b"}, ""},
	} {
		if got := dialect.Nearest(tt.to, tt.names); got != tt.want {
			t.Errorf("Nearest(%q, %q) = %q, want %q", tt.to, tt.names, got, tt.want)
		}
	}
}
