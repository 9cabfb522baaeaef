package output

import (
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
)

// An Output is a value that knows how to show itself on a page and as plain text.
type Output interface {
	starlark.Value
	// HTML returns trusted HTML: whatever a reader or a page wrote in it is escaped.
	HTML() string
	// Text returns the same content as plain text without a final newline.
	Text() string
}

// A Summary is a value that is shown as one line.
type Summary interface {
	starlark.Value
	Summary() string
}

// Base has the methods that all outputs share: they are immutable and true, and are no dict's keys.
type Base struct{}

func (Base) Freeze()              {}
func (Base) Truth() starlark.Bool { return true }

// Record is the output of a value that is written as JSON by its attributes.
type Record struct{ Base }

// ByAttributes marks records.
func (Record) ByAttributes() {}

// Render returns any value that a cell may end with as HTML and as plain text. Numbers and
// other values that fit on a line have no markup around them, so that they can stand in prose.
func Render(v starlark.Value) (html, text string) {
	switch v := v.(type) {
	case nil, starlark.NoneType:
		return "", ""
	case Output:
		return v.HTML(), v.Text()
	case starlark.String:
		return strings.ReplaceAll(Escape(string(v)), "\n", "<br>"), string(v)
	case starlark.Int, starlark.Float:
		return numberHTML(v), dialect.PlainText(v)
	case Summary:
		text = v.Summary()
		return Escape(text), text
	case *starlark.Dict:
		if v.Len() == 0 {
			return "{}", "{}"
		}
		t := dictTable(v)
		return t.HTML(), t.Text()
	case *starlark.List, starlark.Tuple:
		return renderItems(v.(starlark.Sequence))
	case *starlark.Builtin, *starlark.Function:
		text = v.String()
		return "<code>" + Escape(text) + "</code>", text
	}
	text = dialect.PlainText(v)
	return Escape(text), text
}

func dictTable(d *starlark.Dict) *Table {
	t := NewTable(DictRows(d), nil, nil, "")
	t.Keyed = true
	return t
}

// renderItems renders a list: outputs one below the other, rows as a table, anything else as text.
func renderItems(items starlark.Sequence) (html, text string) {
	outputs, rows := countItems(items)
	if outputs > 0 {
		return renderStack(items)
	}
	if rows > 0 && rows == items.Len() {
		t := NewTable(items, nil, nil, "")
		return t.HTML(), t.Text()
	}
	text = dialect.PlainText(items)
	return Escape(text), text
}

// countItems returns how many items of a list are outputs, and how many could be rows of a table.
func countItems(items starlark.Sequence) (outputs, rows int) {
	for item := range starlark.Elements(items) {
		switch item.(type) {
		case Output:
			outputs++
		case *starlark.Dict, *starlark.List, starlark.Tuple:
			rows++
		}
	}
	return outputs, rows
}

// renderStack renders each item of a list below the one before.
func renderStack(items starlark.Iterable) (html, text string) {
	var h strings.Builder
	var texts []string
	h.WriteString(`<div class="stack">`)
	for item := range starlark.Elements(items) {
		if item == starlark.None {
			continue
		}
		if len(texts) == dialect.MaxItems || h.Len() > dialect.MaxPage {
			h.WriteString("<p>…</p>")
			texts = append(texts, "…")
			break
		}
		html, text := Render(item)
		h.WriteString("<div>" + html + "</div>")
		texts = append(texts, text)
	}
	h.WriteString("</div>")
	return h.String(), strings.Join(texts, "\n\n")
}
