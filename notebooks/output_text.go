package notebooks

import (
	"fmt"
	"strings"
)

// A textOutput is a few paragraphs.
type textOutput struct {
	base
	html, text []string // by paragraph
}

func (t *textOutput) Type() string   { return "text" }
func (t *textOutput) String() string { return t.Text() }
func (t *textOutput) Text() string   { return strings.Join(t.text, "\n") }
func (t *textOutput) Hash() (uint32, error) {
	return 0, fmt.Errorf("unhashable: text")
}

// HTML returns a p for each paragraph.
func (t *textOutput) HTML() string {
	var b strings.Builder
	for _, p := range t.html {
		b.WriteString(`<p class="text">` + p + "</p>")
	}
	return b.String()
}

// A columnsOutput is several outputs side by side.
type columnsOutput struct {
	base
	html, text []string // by column
}

func (o *columnsOutput) Type() string   { return "columns" }
func (o *columnsOutput) String() string { return o.Text() }
func (o *columnsOutput) Text() string   { return strings.Join(o.text, "\n\n") }
func (o *columnsOutput) Hash() (uint32, error) {
	return 0, fmt.Errorf("unhashable: columns")
}

// HTML returns div.columns with one div for each column.
func (o *columnsOutput) HTML() string {
	return `<div class="columns"><div>` + strings.Join(o.html, "</div><div>") + "</div></div>"
}
