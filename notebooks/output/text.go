package output

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"
)

// Paragraphs are a text of a few paragraphs.
type Paragraphs struct {
	Base
	html, text []string // by paragraph
}

// NewParagraphs joins parts, given as HTML and as plain text, with spaces between; a newline begins
// another paragraph.
func NewParagraphs(html, text []string) *Paragraphs {
	paragraphs := func(parts []string) []string { return strings.Split(strings.Join(parts, " "), "\n") }
	return &Paragraphs{html: paragraphs(html), text: paragraphs(text)}
}

func (t *Paragraphs) Type() string   { return "text" }
func (t *Paragraphs) String() string { return t.Text() }
func (t *Paragraphs) Text() string   { return strings.Join(t.text, "\n") }
func (t *Paragraphs) Hash() (uint32, error) {
	return 0, fmt.Errorf("unhashable: text")
}

// HTML returns a p for each paragraph.
func (t *Paragraphs) HTML() string {
	var b strings.Builder
	for _, p := range t.html {
		b.WriteString(`<p class="text">` + p + "</p>")
	}
	return b.String()
}

// Columns are several outputs side by side.
type Columns struct {
	Base
	html, text []string // by column
	values     []starlark.Value
}

// NewColumns puts values, given as HTML and as plain text too, side by side.
func NewColumns(html, text []string, values []starlark.Value) *Columns {
	return &Columns{html: html, text: text, values: values}
}

func (o *Columns) Type() string   { return "columns" }
func (o *Columns) String() string { return o.Text() }
func (o *Columns) Text() string   { return strings.Join(o.text, "\n\n") }

// Shown returns the text with the numbers of outputs shortened. Lists may have changed since.
func (o *Columns) Shown() string {
	texts := slices.Clone(o.text)
	for i, value := range o.values {
		if _, ok := value.(Output); ok {
			texts[i] = Shown(value)
		}
	}
	return strings.Join(texts, "\n\n")
}

func (o *Columns) Hash() (uint32, error) {
	return 0, fmt.Errorf("unhashable: columns")
}

// HTML returns div.columns with one div for each column.
func (o *Columns) HTML() string {
	return `<div class="columns"><div>` + strings.Join(o.html, "</div><div>") + "</div></div>"
}
