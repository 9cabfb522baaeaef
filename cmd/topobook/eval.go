package main

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
	"topobook/topology/export"
)

// runEval prints the value of each expression as JSON, one a line. A single expression that fails
// is an error; of several, or of lines of standard input, one that fails is an object {"error": …}
// in its line, and the others go on.
func runEval(ctx context.Context, env environment, c *command, args []string) error {
	expressions, err := c.parse(env, c.flags(), args)
	if err != nil {
		return err
	}
	if len(expressions) == 1 {
		line, err := evaluate(ctx, expressions[0])
		if err != nil {
			return err
		}
		fmt.Fprintf(env.data, "%s\n", line)
		return nil
	}
	each := func(expression string) {
		line, err := evaluate(ctx, expression)
		if err != nil {
			line = append(export.AppendJSONString([]byte(`{"error": `), oneLine(err)), '}')
		}
		fmt.Fprintf(env.data, "%s\n", line)
	}
	if len(expressions) == 0 {
		lines := bufio.NewScanner(env.stdin)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if expression := strings.TrimSpace(lines.Text()); expression != "" {
				each(expression)
			}
		}
		if err := lines.Err(); err != nil {
			return fmt.Errorf("standard input: %w", err)
		}
	}
	for _, expression := range expressions {
		each(expression)
	}
	return nil
}

func evaluate(ctx context.Context, expression string) ([]byte, error) {
	v, err := builtins.Evaluate(expression, pause(ctx))
	if err != nil {
		return nil, err
	}
	return output.MarshalJSON(v)
}

// pause stops a run of cells when ctx ends.
func pause(ctx context.Context) func(engine.Progress) error {
	return func(engine.Progress) error { return ctx.Err() }
}
