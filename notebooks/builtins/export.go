package builtins

import (
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/export"
	"topobook/topology/family"
)

// exportBuiltins returns the builtins that exchange networks with other programs.
// Of the formats, the papers' pages read one.
func exportBuiltins(families family.Catalogue) []engine.Builtin {
	return []engine.Builtin{
		{Name: "read_network", Fn: readNetwork(func(format, text string, progress topology.Progress) (*topology.Network, error) {
			if format != "json" {
				return nil, engine.ErrAbsent
			}
			net, err := export.ReadJSON(text, families, progress)
			if errors.Is(err, export.ErrCables) {
				return nil, engine.ErrAbsent
			}
			return net, err
		})},
	}
}

// readNetwork returns the builtin that reads a network, as the function of package export does.
func readNetwork(read func(format, text string, progress topology.Progress) (*topology.Network, error)) engine.Func {
	return func(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var text string
		var given starlark.Value = starlark.None
		if err := c.Unpack(args, kwargs, "text", &text, "format?", &given); err != nil {
			return nil, err
		}
		format, ok := starlark.AsString(given)
		if !ok && given != starlark.None {
			return nil, c.BadArgf("format", "got %s, want string", given.Type())
		}
		return networkOf(c, text, func() (*topology.Network, error) {
			net, err := read(format, text, c.Progress)
			if err != nil {
				err = c.Wrap(err)
			}
			return net, err
		})
	}
}

// readAny is [export.Read], but finds out the format if it is not given.
func readAny(format, text string, progress topology.Progress) (*topology.Network, error) {
	if format == "" {
		if format = export.Detect(text); format == "" {
			first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
			return nil, fmt.Errorf(`the text begins with %q, which tells no format: want format="edgelist" if each line has two names, or another of %s`,
				dialect.Short(first), strings.Join(export.Names(), ", "))
		}
	}
	return export.Read(format, text, progress)
}

// networkOf returns the network that read makes of a text.
func networkOf(c *engine.Call, text string, read func() (*topology.Network, error)) (starlark.Value, error) {
	if err := c.Reserve(8 * len(text)); err != nil {
		return nil, err
	}
	net, err := read()
	if err != nil {
		return nil, err
	}
	if err := c.Reserve(64 * (net.Order() + net.Size())); err != nil {
		return nil, err
	}
	return &network{Network: net}, nil
}

func builtinExportNetwork(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	format := "edgelist"
	t, err := oneNetwork(c, args, kwargs, "format?", &format)
	if err != nil {
		return nil, err
	}
	if err := engine.OneOf(format, export.Names()); err != nil {
		return nil, c.BadArg("format", err)
	}
	if err := checkText(t, format); err != nil {
		return nil, c.Wrap(err)
	}
	if err := c.Reserve(128 * (t.Order() + t.Size())); err != nil {
		return nil, err
	}
	text, err := export.Write(t.Network, format, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	if len(text) > dialect.TextLimit {
		return nil, c.Errorf("got a text of %d bytes, want at most %d", len(text), dialect.TextLimit)
	}
	return starlark.String(text), nil
}

// checkText returns an error if a text that describes t is longer than a text may be, as far as two
// addresses tell.
func checkText(t *network, format string) error {
	address := min(len(t.Address(0)), len(t.Address(topology.Node(t.Order()-1))))
	bytes := t.Size() * (2*address + 2)
	switch format {
	case "edgelist":
	case "booksim":
		bytes = t.Size() * 9 // the address is a number, and " router " before it
	default:
		bytes += 40 * (t.Order() + t.Size()) // kinds and ports
	}
	if bytes > dialect.TextLimit {
		return fmt.Errorf("%v: takes more than %d MB as %s, want at most %d: a smaller network", t, bytes>>20, format, dialect.TextLimit>>20)
	}
	return nil
}
