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
	names, err := readSome(r)
	if err != nil {
		return fmt.Errorf("%s: %w", rest[0], err)
	}
	trace, err := readSome(env.stdin)
	if err != nil {
		return fmt.Errorf("standard input: %w", err)
	}
	fmt.Fprint(env.stdout, wasmpack.Explain(string(trace), names))
	return nil
}

// maxTrace is how many bytes names or a trace may have: those of the full program take some 4 MB.
const maxTrace = 64 << 20

// readSome reads all that there is, if it is not too much.
func readSome(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxTrace+1))
	if err == nil && len(data) > maxTrace {
		err = fmt.Errorf("has more than %d MB, want at most that", maxTrace>>20)
	}
	return data, err
}
