package main

import (
	"io"

	"topobook/notebooks/link"
)

// A visible writer writes the code points of what a terminal or a reader would not see as a character, see
// [link.Visible].
type visible struct{ io.Writer }

// Write writes text, which ends with a whole character.
func (w visible) Write(text []byte) (int, error) {
	if _, err := io.WriteString(w.Writer, link.Visible(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}
