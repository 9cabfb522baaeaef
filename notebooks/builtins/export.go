package builtins

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/export"
)

// exportWords returns the words that exchange networks with other programs.
func exportWords() []engine.Builtin {
	formats := make([]string, len(export.Formats))
	for i, f := range export.Formats {
		formats[i] = fmt.Sprintf("%q (%s)", f.Name, f.Doc)
	}
	list := " format is one of " + strings.Join(formats, ", ") + "."
	return []engine.Builtin{
		{
			Name: "read_network", Group: "Networks", Signature: `read_network(text, format="edgelist")`,
			Doc: "Returns the network that a text describes, such as a file of another program." + list +
				" A line of an edge list has the names of two linked nodes, and perhaps numbers or a dict, or the name of one node; # begins a comment; any other line is an error. dot, graphml and json texts that export_network made give back the same network; " +
				"in those of others, a node is a switch if it has the attribute kind with the value switch, and may have a level, a link source_port, target_port, source_label and target_label. " +
				"A directed link is one in both directions. The value shows a note where the text gives latencies (booksim) or data (edgelist) of links, which have none here, or a link in both directions. " +
				"Error, with its line: a fault in the text; a link that occurs twice, or joins a node with itself; " +
				fmt.Sprintf("more than %d bytes.", export.MaxText),
			Example: `read_network("a b\nb c\nc a")`, Fn: wordReadNetwork,
		},
		{
			Name: "export_network", Group: "Networks", Signature: `export_network(t, format="edgelist")`,
			Doc:     "Returns the network t as a text that other programs read." + list,
			Example: `export_network(ring(3))`, Fn: wordExportNetwork,
		},
	}
}

func wordReadNetwork(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var text string
	format := "edgelist"
	if err := c.Unpack(args, kwargs, "text", &text, "format?", &format); err != nil {
		return nil, err
	}
	if err := engine.OneOf(format, export.Names()); err != nil {
		return nil, c.BadArg("format", err)
	}
	if err := c.Pay(8 * len(text)); err != nil {
		return nil, err
	}
	net, err := export.Read(format, text, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	if err := c.Pay(64 * (net.Order() + net.Size())); err != nil {
		return nil, err
	}
	return &network{Network: net}, nil
}

func wordExportNetwork(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
	if err := c.Pay(128 * (t.Order() + t.Size())); err != nil {
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
