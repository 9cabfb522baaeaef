package builtins

import (
	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
	"topobook/notebooks/output"
)

func builtinText(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := noKeywords(c, kwargs); err != nil {
		return nil, err
	}
	html, text := make([]string, len(args)), make([]string, len(args))
	for i, arg := range args {
		html[i], text[i] = output.Render(arg)
		switch arg.(type) {
		case starlark.Int, starlark.Float, *path: // have HTML that stands in a paragraph
		default:
			html[i] = output.Escape(text[i])
		}
		if err := c.Reserve(len(html[i]) + len(text[i])); err != nil {
			return nil, err
		}
	}
	return output.NewParagraphs(html, text), nil
}

// noKeywords returns an error if a builtin that takes none got a keyword argument.
func noKeywords(c *engine.Call, kwargs []starlark.Tuple) error {
	if len(kwargs) > 0 {
		return c.Errorf("unexpected keyword argument %s", string(kwargs[0][0].(starlark.String)))
	}
	return nil
}

func builtinColumns(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := noKeywords(c, kwargs); err != nil {
		return nil, err
	}
	if len(args) == 0 {
		return nil, c.Errorf("got no output, want at least one")
	}
	html, text := make([]string, len(args)), make([]string, len(args))
	for i, arg := range args {
		html[i], text[i] = output.Render(arg)
		if err := c.Reserve(len(html[i]) + len(text[i])); err != nil {
			return nil, err
		}
	}
	return output.NewColumns(html, text, args), nil
}
