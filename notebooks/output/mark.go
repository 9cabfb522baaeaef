package output

import (
	"fmt"

	"go.starlark.net/starlark"
)

// A Mark is a value that stands out in a table or a text.
type Mark struct {
	Base
	cell tableCell
	note string
}

// NewMark marks a value, with a note beside it or "".
func NewMark(v starlark.Value, note string) *Mark { return &Mark{cell: newCell(v), note: note} }

// Bytes returns how much the value takes as HTML and as text.
func (m *Mark) Bytes() int { return len(m.cell.html) + len(m.cell.text) }

func (m *Mark) Type() string          { return "mark" }
func (m *Mark) String() string        { return m.Text() }
func (m *Mark) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: mark") }

// HTML returns the value in a mark element, and the note in a small one. The sign that marks it where
// there are no colors is the style sheet's: saved tables have the plain value.
func (m *Mark) HTML() string {
	html := "<mark>" + m.cell.html + "</mark>"
	if m.note != "" {
		html += " <small>" + Escape(m.note) + "</small>"
	}
	return html
}

// Text returns the value with an asterisk, and the note in parentheses.
func (m *Mark) Text() string { return m.line(m.cell.text) }

// line returns the mark with the given text of its value.
func (m *Mark) line(text string) string {
	text += "*"
	if m.note != "" {
		text += " (" + m.note + ")"
	}
	return text
}
