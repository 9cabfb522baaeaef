package main

import (
	"bytes"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"

	"topobook/notebooks/dialect"
)

// A visible writer writes the code points of what a terminal or a reader would not see as a character, see
// [dialect.Visible].
type visible struct{ io.Writer }

// Write writes text, which ends with a whole character.
func (w visible) Write(text []byte) (int, error) {
	if _, err := io.WriteString(w.Writer, dialect.Visible(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// An escaped writer writes JSON with escapes for controls and for what has no width: the same JSON for programs, and nothing that
// moves the cursor of a terminal.
type escaped struct{ io.Writer }

// Write writes text, which ends with a whole character.
func (w escaped) Write(text []byte) (int, error) {
	plain := text
	if bytes.ContainsFunc(text, unseen) {
		plain = nil
		for _, r := range string(text) {
			if !unseen(r) {
				plain = append(plain, string(r)...)
				continue
			}
			for _, unit := range utf16.Encode([]rune{r}) {
				plain = fmt.Appendf(plain, `\u%04x`, unit)
			}
		}
	}
	if _, err := w.Writer.Write(plain); err != nil {
		return 0, err
	}
	return len(text), nil
}

// unseen tells whether a character of JSON is for a terminal, or for the order of text, and not for the eye.
func unseen(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp))
}
