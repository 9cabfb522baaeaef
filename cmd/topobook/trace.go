package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"topobook/build/wasmpack"
)

// runTrace prints a trace of the browser program with the names of its functions.
func runTrace(_ context.Context, env environment, c *command, args []string) error {
	rest, err := c.parse(env, c.flags(), args)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return usageError{errors.New("want one file of names")}
	}
	zipped, err := os.ReadFile(rest[0])
	if err != nil {
		return err
	}
	r, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		return fmt.Errorf("%s: %w", rest[0], err)
	}
	names, err := io.ReadAll(r)
	if err != nil {
		return fmt.Errorf("%s: %w", rest[0], err)
	}
	trace, err := io.ReadAll(env.stdin)
	if err != nil {
		return err
	}
	fmt.Fprint(env.stdout, wasmpack.Explain(string(trace), names))
	return nil
}
