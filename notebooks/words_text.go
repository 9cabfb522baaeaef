package notebooks

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
)

func wordText(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := noKeywords("text", kwargs); err != nil {
		return nil, err
	}
	html, text := make([]string, len(args)), make([]string, len(args))
	for i, arg := range args {
		html[i], text[i] = RenderValue(arg)
		switch arg.(type) {
		case starlark.Int, starlark.Float, *path: // have HTML that stands in a paragraph
		default:
			html[i] = escape(text[i])
		}
		if err := c.pay("text", len(html[i])+len(text[i])); err != nil {
			return nil, err
		}
	}
	paragraphs := func(parts []string) []string { return strings.Split(strings.Join(parts, " "), "\n") }
	return &textOutput{html: paragraphs(html), text: paragraphs(text)}, nil
}

// noKeywords returns an error if a word that takes none got a keyword argument.
func noKeywords(word string, kwargs []starlark.Tuple) error {
	if len(kwargs) > 0 {
		return fmt.Errorf("%s: unexpected keyword argument %s", word, string(kwargs[0][0].(starlark.String)))
	}
	return nil
}

func wordColumns(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := noKeywords("columns", kwargs); err != nil {
		return nil, err
	}
	if len(args) == 0 {
		return nil, fmt.Errorf("columns: got no output, want at least one")
	}
	o := &columnsOutput{}
	for _, arg := range args {
		html, text := RenderValue(arg)
		if err := c.pay("columns", len(html)+len(text)); err != nil {
			return nil, err
		}
		o.html = append(o.html, html)
		o.text = append(o.text, text)
	}
	return o, nil
}
