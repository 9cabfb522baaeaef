package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"topobook/topology/draw"
)

// TestNoConverter checks what a machine without a program that makes PNG says, and that it writes nothing.
func TestNoConverter(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	out := filepath.Join(t.TempDir(), "x.png")
	err := convert(context.Background(), []byte("<svg></svg>"), out, "png")
	if want := out + ": want rsvg-convert (of Debian's librsvg2-bin), inkscape or chromium on this machine, which make it of SVG; a name that ends in .svg needs none"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("it has written a file")
	}
}

// TestDarkColors checks that every color of the drawings' style has a value for the dark, and that a later rule of the style
// sheet, for a stronger contrast, is not taken.
func TestDarkColors(t *testing.T) {
	colors, err := darkColors()
	if err != nil {
		t.Fatal(err)
	}
	for _, use := range regexp.MustCompile(`var\(--(\w+),#`).FindAllStringSubmatch(draw.Style, -1) {
		if colors[use[1]] == "" {
			t.Errorf("--%s has no value for the dark", use[1])
		}
	}
	if got := colors["ink"]; got == "#fff" {
		t.Errorf("--ink is %s, that of a stronger contrast", got)
	}
}
