package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"topobook/notebooks"
	"topobook/topology/export"
)

// runExport prints the network that an expression makes.
func runExport(ctx context.Context, env environment, c *command, args []string) error {
	var formats []string
	for _, format := range export.Formats {
		formats = append(formats, format.Name+" for "+format.Doc)
	}
	fs := c.flags()
	format := fs.String("format", "json", strings.Join(formats, "; "))
	out := fs.String("o", "", "write to this `file` instead of standard output")
	expressions, err := c.parse(env, fs, args)
	if err != nil {
		return err
	}
	if len(expressions) != 1 {
		return usageError{fmt.Errorf("want one expression, as in topobook export 'ring(9)' --format dot")}
	}
	if !slices.Contains(export.Names(), *format) {
		return usageError{fmt.Errorf("format %q: want %s", *format, strings.Join(export.Names(), ", "))}
	}
	v, err := notebooks.Evaluate(expressions[0], pause(ctx))
	if err != nil {
		return err
	}
	net, ok := notebooks.AsNetwork(v)
	if !ok {
		return fmt.Errorf("%s: got %s, want a network", expressions[0], v.Type())
	}
	text, err := export.Write(net, *format)
	if err != nil {
		return err
	}
	if *out != "" {
		return os.WriteFile(*out, []byte(text), 0o666)
	}
	_, err = io.WriteString(env.stdout, text)
	return err
}
