package page

import "testing"

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
