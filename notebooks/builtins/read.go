package builtins

import (
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/export"
)

// formatOf has the formats of files by the end of their names.
var formatOf = map[string]string{
	".csv": "csv", ".tsv": "tsv", ".txt": "text", ".md": "text",
	".graphml": "graphml", ".dot": "dot", ".gv": "dot", ".edgelist": "edgelist", ".edges": "edgelist", ".json": "json",
	".booksim": "booksim", ".anynet": "booksim", ".gml": "gml", ".g6": "graph6", ".s6": "sparse6", ".adj": "evalnet",
	".ibnet": "ibnetdiscover", ".conf": "slurm",
}

func builtinRead(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	var given starlark.Value = starlark.None
	if err := c.Unpack(args, kwargs, "name", &name, "format?", &given); err != nil {
		return nil, err
	}
	format, ok := formatOf[strings.ToLower(name[max(0, strings.LastIndexByte(name, '.')):])]
	if given != starlark.None {
		format, ok = starlark.AsString(given)
		if !ok {
			return nil, c.BadArgf("format", "got %s, want string", given.Type())
		}
		if err := engine.OneOf(format, append([]string{"csv", "tsv", "text"}, export.Names()...)); err != nil {
			return nil, c.BadArg("format", err)
		}
	} else if !ok {
		endings := make([]string, 0, len(formatOf))
		for ending := range formatOf {
			endings = append(endings, ending)
		}
		slices.Sort(endings)
		return nil, c.Errorf("%s: want a name that ends in one of %s, or a format", name, strings.Join(endings, ", "))
	}
	text, err := c.File(name)
	if err != nil {
		return nil, c.Errorf(`%s: %w: it carries those whose names stand in its code as strings, as in read("data.csv")`, name, err)
	}
	text = strings.TrimPrefix(text, "\ufeff")
	switch format {
	case "text":
		return starlark.String(text), nil
	case "csv", "tsv":
		separator := ','
		if format == "tsv" {
			separator = '\t'
		}
		if err := c.Reserve(fieldBytes * (strings.Count(text, string(separator)) + strings.Count(text, "\n") + 1)); err != nil {
			return nil, err
		}
		d, err := readCSV(c, text, separator)
		if err != nil {
			return nil, c.Errorf("%s:%w", name, err)
		}
		return d, nil
	}
	return networkOf(c, text, func() (*topology.Network, error) {
		net, err := export.Read(format, text, c.Progress)
		if err != nil {
			err = c.Errorf("%s: %w", name, err)
		}
		return net, err
	})
}
