package main

import (
	"context"
	"flag"
	"fmt"

	"topobook/build"
	"topobook/build/serve"
)

// runBuild writes the site.
func runBuild(ctx context.Context, env environment, c *command, args []string) error {
	fs := c.flags()
	out := fs.String("o", "", "the `folder` to write to (default dist in DIR, or in the checkout)")
	fast := fs.Bool("fast", false, "compress less, for a look at the site")
	debug := fs.Bool("debug", false, "have the names of functions in the browser program, for traces of its panics; it is large")
	opt, err := c.parseSite(env, fs, args)
	if err != nil {
		return err
	}
	opt.Fast, opt.Debug, opt.Keep = *fast, *debug, true
	if *out != "" {
		opt.Out = *out
	}
	report, err := build.Build(ctx, opt)
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
	opt, err := c.parseSite(env, fs, args)
	if err != nil {
		return err
	}
	opt.Keep = true
	program, err := serve.Serve(ctx, serve.Options{Options: opt, Addr: *address})
	if err != nil || program == "" || ctx.Err() != nil {
		return err
	}
	return replaceBy(program)
}

// parseSite reads the flags of a command that has a folder of notebooks as its argument, or none, and returns how to
// build their site.
func (c *command) parseSite(env environment, fs *flag.FlagSet, args []string) (build.Options, error) {
	rest, err := c.parse(env, fs, args)
	if err != nil {
		return build.Options{}, err
	}
	if len(rest) > 1 {
		return build.Options{}, usageError{fmt.Errorf("%s: want one folder", rest[1])}
	}
	book, err := findBook(append(rest, "")[0])
	if err != nil {
		return build.Options{}, err
	}
	return book.options(env)
}
