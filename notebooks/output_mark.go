package notebooks

import (
	"fmt"
)

// A marked value stands out in a table or a text.
type marked struct {
	base
	cell tableCell
	note string
}

func (m *marked) Type() string          { return "mark" }
func (m *marked) String() string        { return m.Text() }
func (m *marked) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: mark") }

// HTML returns the value in a mark element, and the note in a small one. The sign that marks it where
// there are no colors is the style sheet's: saved tables have the plain value.
func (m *marked) HTML() string {
	html := "<mark>" + m.cell.html + "</mark>"
	if m.note != "" {
		html += " <small>" + escape(m.note) + "</small>"
	}
	return html
}

// Text returns the value with an asterisk, and the note in parentheses.
func (m *marked) Text() string {
	text := m.cell.text + "*"
	if m.note != "" {
		text += " (" + m.note + ")"
	}
	return text
}
