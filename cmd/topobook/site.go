package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"syscall"

	"topobook/build"
	"topobook/build/serve"
)

// runBuild writes the site.
func runBuild(ctx context.Context, env environment, c *command, args []string) error {
	fs := c.flags()
	out := fs.String("o", "", "the `folder` to write to (default dist in the checkout)")
	fast := fs.Bool("fast", false, "compress less, for a look at the site")
	debug := fs.Bool("debug", false, "have the names of functions in the browser program, for traces of its panics; it is large")
	root, err := c.parseSite(env, fs, args)
	if err != nil {
		return err
	}
	report, err := build.Build(ctx, build.Options{Root: root, Out: *out, Fast: *fast, Debug: *debug, Log: logTo(env)})
	if err != nil {
		return err
	}
	fmt.Fprint(env.stdout, report)
	return nil
}

// runServe builds and serves the site until it is interrupted.
func runServe(ctx context.Context, env environment, c *command, args []string) error {
	fs := c.flags()
	address := fs.String("addr", "localhost:8080", "the `host:port` to listen on")
	root, err := c.parseSite(env, fs, args)
	if err != nil {
		return err
	}
	program, err := serve.Serve(ctx, serve.Options{Root: root, Addr: *address, Log: logTo(env)})
	if err != nil || program == "" || ctx.Err() != nil {
		return err
	}
	return syscall.Exec(program, os.Args, os.Environ())
}

// logTo returns a function that prints lines on standard error.
func logTo(env environment) func(string) {
	return func(line string) { fmt.Fprintln(env.stderr, line) }
}

// parseSite reads the flags of a command that has no arguments, and returns the checkout.
func (c *command) parseSite(env environment, fs *flag.FlagSet, args []string) (root string, err error) {
	rest, err := c.parse(env, fs, args)
	if err != nil {
		return "", err
	}
	if len(rest) > 0 {
		return "", usageError{fmt.Errorf("%s: want no argument", rest[0])}
	}
	return env.findRoot()
}
