package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"topobook/notebooks/builtins"
	"topobook/topology"
	"topobook/topology/export"
)

// runExport prints the network that an expression makes, or that a file holds.
func runExport(ctx context.Context, env environment, c *command, args []string) error {
	var formats []string
	for _, format := range export.Formats {
		formats = append(formats, format.Name+" for "+format.Doc)
	}
	fs := c.flags()
	format := fs.String("format", "json", strings.Join(formats, "; "))
	from := fs.String("from", "", "read the network from a file in this `format`, - for standard input, in place of an expression")
	file := fs.String("o", "", "write to this `file` instead of standard output")
	rest, err := c.parse(env, fs, args)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return usageError{fmt.Errorf("want one expression, as in topobook export 'ring(9)' --format dot, or one file after --from")}
	}
	for _, name := range []string{*format, *from} {
		if name != "" && !slices.Contains(export.Names(), name) {
			return usageError{fmt.Errorf("format %q: want %s", name, strings.Join(export.Names(), ", "))}
		}
	}
	var net *topology.Network
	if *from != "" {
		net, err = readNetwork(ctx, env, *from, rest[0])
	} else {
		net, err = evaluateNetwork(ctx, rest[0])
	}
	if err != nil {
		return err
	}
	for _, note := range export.Notes(net) {
		fmt.Fprintf(env.stderr, "topobook export: %s: note: %s\n", short(rest[0]), note)
	}
	text, err := export.Write(net, *format, nil)
	if err != nil {
		return err
	}
	if *file != "" {
		return os.WriteFile(*file, []byte(text), 0o666)
	}
	out := env.file
	if *format == "json" {
		out = env.data
	}
	_, err = io.WriteString(out, text)
	return err
}

// evaluateNetwork returns the network that an expression makes.
func evaluateNetwork(ctx context.Context, expression string) (*topology.Network, error) {
	v, err := builtins.Evaluate(expression, pause(ctx))
	if err != nil {
		return nil, err
	}
	net, ok := builtins.AsNetwork(v)
	if !ok {
		return nil, fmt.Errorf("%s: got %s, want a network", expression, v.Type())
	}
	return net, nil
}

// readNetwork reads a network from a file, or from standard input if its name is -.
func readNetwork(ctx context.Context, env environment, format, name string) (*topology.Network, error) {
	in := env.stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	text, err := io.ReadAll(io.LimitReader(in, export.MaxText+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	net, err := export.Read(format, string(text), func(done, total int) error { return ctx.Err() })
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return net, nil
}
