// Command topobook builds, serves, runs and checks executable papers on interconnection networks.
//
//	topobook new DIR                    write a small book to begin with
//	topobook serve DIR                  build, serve on localhost:8080, rebuild on change
//	topobook build DIR                  write the site to DIR/dist
//	topobook run NOTEBOOK --set k=5     print the outputs of a notebook, or replay a link
//	topobook run LINK... --exercises    print which exercises the senders of links have solved
//	topobook figure NOTEBOOK#CELL       write a drawing of a notebook as SVG, PNG or PDF
//	topobook eval 'diameter(ring(9))'   print the value of an expression as JSON
//	topobook check                      verify every claim
//	topobook trace NAMES                read a trace of a panic in a browser
//	topobook export 'ring(9)'           print a network for another program
//
// It exits with status 0, 1 if the work failed, and 2 if the command line is wrong.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"

	"topobook/notebooks/dialect"
)

// A command is one of topobook's subcommands.
type command struct {
	name, args, doc string
	run             func(ctx context.Context, env environment, c *command, args []string) error
}

// An environment is what a command may touch besides its arguments.
type environment struct {
	stdin    io.Reader
	stdout   io.Writer // for people: nothing moves the cursor of a terminal
	stderr   io.Writer // the same
	file     io.Writer // standard output for other programs: to the byte, unless it is a terminal
	data     io.Writer // standard output for JSON
	terminal io.Writer // standard error if it is a terminal, else nil
}

// A usageError is a fault in the command line; the program exits with status 2.
type usageError struct{ error }

var commands = []command{
	{"new", "DIR", "write a small book to a new folder, with a workflow that publishes it on GitHub Pages", runNew},
	{"build", "[DIR]", "write the site of a folder of notebooks, to dist in it", runBuild},
	{"serve", "[DIR]", "build the site of a folder of notebooks, serve it, and rebuild it when a file changes", runServe},
	{"run", "NOTEBOOK|LINK", "print the outputs of a notebook, at its own inputs, at yours, or at those of a shared link", runRun},
	{"figure", "NOTEBOOK#CELL", "write a drawing or chart of a notebook, at its own inputs or at yours, to a file that needs no page", runFigure},
	{"eval", "[EXPRESSION ...]", "print the value of each expression as a line of JSON (one a line from standard input if there is none)", runEval},
	{"check", "[DIR|NOTEBOOK|NOTEBOOK#CELL|PAPER/CLAIM ...]", "verify every claim of the notebooks, of a folder of them, of one cell, or one claim by its id; the name of a paper stands for its chapters too", runCheck},
	{"trace", "NAMES", "name the functions in a trace of the browser program's panic, from standard input, by the file assets/topobook.HASH.names.gz of its build", runTrace},
	{"export", "EXPRESSION|FILE", "print a network in the format of another program, or read one from such a file", runExport},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program, whatever it does
	env := environment{stdin: os.Stdin, stdout: visible{os.Stdout}, stderr: visible{os.Stderr}, file: os.Stdout, data: escaped{os.Stdout}}
	if isTerminal(os.Stdout) {
		env.file = env.stdout
	}
	if isTerminal(os.Stderr) {
		env.terminal = os.Stderr
	}
	os.Exit(dispatch(ctx, env, os.Args[1:]))
}

// dispatch runs the command that args name and returns the exit status.
func dispatch(ctx context.Context, env environment, args []string) int {
	if len(args) == 0 {
		usage(env.stderr)
		return 2
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		usage(env.stdout)
		return 0
	}
	for i := range commands {
		c := &commands[i]
		if c.name != args[0] {
			continue
		}
		err := c.run(ctx, env, c, args[1:])
		var wrong usageError
		switch {
		case err == nil || errors.Is(err, flag.ErrHelp):
			return 0
		case errors.As(err, &wrong):
			fmt.Fprintf(env.stderr, "topobook %s: %s (see topobook %s --help)\n", c.name, oneLine(err), c.name)
			return 2
		default:
			fmt.Fprintf(env.stderr, "topobook %s: %s\n", c.name, oneLine(err))
			return 1
		}
	}
	names := make([]string, len(commands))
	for i, c := range commands {
		names[i] = c.name
	}
	fmt.Fprintf(env.stderr, "topobook %s: want one of %s\n", short(args[0]), strings.Join(names, ", "))
	return 2
}

func usage(w io.Writer) {
	fmt.Fprint(w, "topobook builds, runs and checks executable papers on interconnection networks.\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  topobook %-24s %s\n", c.name+" "+c.args, c.doc)
	}
	fmt.Fprint(w, "\nEach command explains itself: topobook COMMAND --help.\n")
}

// oneLine returns err's text on a single line, cut where no one reads on.
func oneLine(err error) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(short(err.Error()), "\n", "; ")), " ")
}

// short returns a message, cut where no one reads on.
func short(text string) string {
	if more := len(text) - dialect.MaxMessage; more > 0 {
		return fmt.Sprintf("%s (%d more bytes)", dialect.CutAt(text, dialect.MaxMessage), more)
	}
	return text
}

// flags returns an empty flag set for c, for [command.parse].
func (c *command) flags() *flag.FlagSet {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard) // dispatch reports errors, in one line
	fs.Usage = func() {}     // and parse prints help
	return fs
}

// parse reads the flags, which may stand before, between and after the other arguments, and
// returns those others. Everything after a -- is an argument. Asked for help, it prints it.
func (c *command) parse(env environment, fs *flag.FlagSet, args []string) ([]string, error) {
	var rest, last []string
	if i := slices.Index(args, "--"); i >= 0 {
		args, last = args[:i], args[i+1:]
	}
	for {
		err := fs.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprintf(env.stdout, "usage: topobook %s [flags] %s\n\n%s\n\n", c.name, c.args, c.doc)
			fs.SetOutput(env.stdout)
			fs.PrintDefaults()
			return nil, err
		}
		if err != nil {
			return nil, usageError{err}
		}
		if fs.NArg() == 0 {
			return append(rest, last...), nil
		}
		rest = append(rest, fs.Arg(0))
		args = fs.Args()[1:]
	}
}
