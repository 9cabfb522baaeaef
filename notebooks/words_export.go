package notebooks

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"topobook/topology/export"
)

// exportWords returns the words that exchange networks with other programs.
func exportWords() []Word {
	formats := make([]string, len(export.Formats))
	for i, f := range export.Formats {
		formats[i] = fmt.Sprintf("%q (%s)", f.Name, f.Doc)
	}
	list := " format is one of " + strings.Join(formats, ", ") + "."
	return []Word{
		{
			Name: "read_network", Group: "Networks", Signature: `read_network(text, format="edgelist")`,
			Doc: "Returns the network that a text describes, such as a file of another program." + list +
				" An edge list has the names of two linked nodes in each line. dot, graphml and json texts that export_network made give back the same network; " +
				"in those of others, a node is a switch if it has the attribute kind with the value switch, and may have a level, a link source_port, target_port, source_label and target_label. " +
				"A directed link is one in both directions. Error: a fault in the text, with its line; two links between two nodes; " +
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

func wordReadNetwork(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var text string
	format := "edgelist"
	if err := unpack("read_network", args, kwargs, "text", &text, "format?", &format); err != nil {
		return nil, err
	}
	if err := oneOf(format, export.Names()); err != nil {
		return nil, badArg("read_network", "format", err)
	}
	if err := c.Charge(8 * int64(len(text))); err != nil {
		return nil, fmt.Errorf("read_network: %w", err)
	}
	net, err := export.Read(format, text, c.Progress)
	if err != nil {
		return nil, fmt.Errorf("read_network: %w", err)
	}
	if err := c.Charge(64 * (int64(net.Order()) + int64(net.Size()))); err != nil {
		return nil, fmt.Errorf("read_network: %w", err)
	}
	return &network{Network: net}, nil
}

func wordExportNetwork(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	format := "edgelist"
	t, err := oneNetwork("export_network", args, kwargs, "format?", &format)
	if err != nil {
		return nil, err
	}
	if err := oneOf(format, export.Names()); err != nil {
		return nil, badArg("export_network", "format", err)
	}
	if err := c.Charge(128 * (int64(t.Order()) + int64(t.Size()))); err != nil {
		return nil, fmt.Errorf("export_network: %w", err)
	}
	text, err := export.Write(t.Network, format)
	if err != nil {
		return nil, fmt.Errorf("export_network: %w", err)
	}
	if len(text) > textLimit {
		return nil, fmt.Errorf("export_network: got a text of %d bytes, want at most %d", len(text), textLimit)
	}
	return starlark.String(text), nil
}
