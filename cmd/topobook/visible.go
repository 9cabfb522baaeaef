package main

import (
	"io"
	"strconv"
	"strings"
	"unicode"
)

// A visible writer writes escapes in place of what a terminal or a reader would not see as a character:
// control characters other than tab and line feed, marks of direction, characters without width.
type visible struct{ io.Writer }

// Write writes text, which ends with a whole character.
func (w visible) Write(text []byte) (int, error) {
	if _, err := io.WriteString(w.Writer, escapeControls(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

func escapeControls(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '\n' || r == '\t' || unicode.IsGraphic(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
	}
	return b.String()
}
