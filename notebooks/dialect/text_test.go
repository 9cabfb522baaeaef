package dialect_test

import (
	"fmt"
	"testing"

	"topobook/notebooks/dialect"
)

func TestVisible(t *testing.T) {
	if got, want := dialect.Visible("x = 1 # \u202e}\u200b\x1b[2J\u00a0é\t𝔽"), "x = 1 # ⟨U+202E⟩}⟨U+200B⟩⟨U+001B⟩[2J⟨U+00A0⟩é\t𝔽"; got != want {
		t.Errorf("Visible: %s, want %s", got, want)
	}
	// All that browsers show nothing for, or show over its neighbours.
	for _, r := range []rune{
		0, 7, '\r', 0x1b, 0x7f, 0x85, 0xad, 0x300, 0x34f, 0x36f, 0x483, 0x489, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x180f, 0x1ab0, 0x1dff,
		0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2064, 0x2066, 0x2067, 0x2068, 0x2069, 0x206f,
		0x20d0, 0x20ff, 0x2800, 0x3000, 0x3164, 0xfe00, 0xfe0f, 0xfe20, 0xfeff, 0xffa0, 0xfff9, 0x1d173, 0xe0001, 0xe007f, 0xe0100, 0xe01ef, 0x10ffff,
	} {
		if got, want := dialect.Visible("a"+string(r)+"b"), fmt.Sprintf("a⟨U+%04X⟩b", r); got != want {
			t.Errorf("Visible: %q, want %s", got, want)
		}
	}
	for _, r := range "aé∑λя中א⟨𝔽—′" {
		if got := dialect.Visible(string(r)); got != string(r) {
			t.Errorf("Visible: %q, want %c as it is", got, r)
		}
	}
}
