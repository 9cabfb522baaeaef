package builtins

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
	"topobook/notebooks/output"
)

// helpBuiltins returns the builtin that tells about the others.
func helpBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "help", Fn: builtinHelp},
	}
}

func builtinHelp(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var about starlark.Value = starlark.None
	if err := c.Unpack(args, kwargs, "word?", &about); err != nil {
		return nil, err
	}
	name := ""
	switch about := about.(type) {
	case starlark.NoneType:
		return helpIndex(), nil
	case starlark.String:
		name = string(about)
	case starlark.Callable:
		name = about.Name()
	default:
		return nil, c.BadArgf("word", "got %s, want the name of a builtin", about.Type())
	}
	builtin, ok := Find(name)
	if !ok {
		return nil, c.BadArgf("word", "no builtin is named %q; help() lists all", name)
	}
	return &helpOutput{builtin: builtin}, nil
}

// helpIndex returns the builtins of each group as a table.
func helpIndex() *output.Table {
	var rows []starlark.Value
	group, names := "", []string(nil)
	flush := func() {
		if len(names) > 0 {
			rows = append(rows, starlark.Tuple{starlark.String(group), starlark.String(strings.Join(names, ", "))})
		}
	}
	for _, builtin := range documented(nil) {
		if builtin.Group != group {
			flush()
			group, names = builtin.Group, nil
		}
		names = append(names, builtin.Name)
	}
	flush()
	t := output.NewTable(starlark.NewList(rows), nil, nil, "")
	t.Keyed = true
	return t
}

// A helpOutput is the entry of a builtin in the reference.
type helpOutput struct {
	output.Base
	builtin engine.Builtin
}

func (h *helpOutput) Type() string          { return "help" }
func (h *helpOutput) String() string        { return h.Text() }
func (h *helpOutput) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: help") }

// HTML returns div.help with the signature, what the builtin returns, and where the reference says more.
func (h *helpOutput) HTML() string {
	return `<div class="help"><p><code>` + output.Escape(h.builtin.Signature) + "</code></p><p>" + output.Escape(h.builtin.Summary) +
		"</p><p>" + output.Escape(h.more()) + "</p></div>"
}

// Text returns the same in three lines.
func (h *helpOutput) Text() string {
	return h.builtin.Signature + "\n" + h.builtin.Summary + "\n" + h.more()
}

func (h *helpOutput) more() string { return "More in the reference, under " + h.builtin.Group + "." }
