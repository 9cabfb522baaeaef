package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"topobook/build"
	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/link"
	"topobook/notebooks/markdown"
	"topobook/notebooks/output"
)

// settings collects the values of a flag that may be given several times: name=value.
type settings [][2]string

func (s *settings) String() string { return "" }

func (s *settings) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return errors.New("want name=value, as in k=5")
	}
	*s = append(*s, [2]string{name, value})
	return nil
}

// runRun evaluates a notebook, or replays a link to a page of the site, and prints its outputs: texts as they are computed.
func runRun(ctx context.Context, env environment, c *command, args []string) error {
	fs := c.flags()
	var set settings
	fs.Var(&set, "set", "`name=value` of an input; may be given several times")
	asJSON := fs.Bool("json", false, "print a list of objects with cell, state, value, text, inputs, claims and error")
	light := fs.Bool("light", false, "leave the heavy cells out")
	trust := fs.Bool("trust", false, "run a link's changed code without asking")
	exercises := fs.Bool("exercises", false, "print a line for each of several links: which exercises its sender has solved; with --json an object")
	names, err := c.parse(env, fs, args)
	if err != nil {
		return err
	}
	if *exercises {
		if len(names) == 0 || len(set) > 0 || *light {
			return usageError{errors.New("want links, and of the flags --json at most, as in topobook run LINK LINK --exercises")}
		}
		return runExercises(ctx, env, names, *asJSON)
	}
	if len(names) != 1 {
		return usageError{errors.New("want one notebook or link, as in topobook run rings.md --set k=5")}
	}
	name, fragment, isLink := strings.Cut(names[0], "#")
	book, err := openBook(name)
	if err != nil {
		return err
	}
	kernel := engine.New(&book.Document, builtins.All())
	var state link.State
	if isLink {
		if state, err = link.Decode(&book.Document, fragment); err != nil {
			return err
		}
		for _, note := range state.Notes {
			fmt.Fprintln(env.stderr, short(note))
		}
		if err := consent(ctx, env, book, state.Edits, *trust); err != nil {
			return err
		}
		if err := kernel.Change(state.Inputs, state.Edits); err != nil {
			return err
		}
	}
	for _, s := range set {
		if err := kernel.Set(s[0], s[1]); err != nil {
			return err
		}
	}
	progress := &progress{out: env.terminal}
	options := engine.RunOptions{Heavy: !*light, Pause: progress.pause(ctx)}
	var wrong error // with an input
	printed := map[string]bool{}
	options.Emit = func(result engine.Result) {
		if wrong = cmp.Or(wrong, refused(result)); wrong == nil && !*asJSON && result.State != engine.Running && !printed[result.Cell] {
			printed[result.Cell] = true
			progress.clear()
			printText(env, result)
		}
	}
	err = kernel.Run(options)
	progress.clear()
	if err := cmp.Or(err, wrong); err != nil {
		return err
	}
	results := kernel.Outputs()
	if *asJSON {
		printJSON(env, results)
	}
	if state.Digest != "" {
		if err := compare(env, state, results); err != nil {
			return err
		}
	}
	return firstFault(book, results)
}

// consent shows what the sender of a link changed in the cells, and asks whether to run it. Its error says
// that it is not to be run.
func consent(ctx context.Context, env environment, book *markdown.Notebook, edits map[string]string, trust bool) error {
	if len(edits) == 0 {
		return nil
	}
	for _, cell := range book.Cells {
		source, edited := edits[cell.ID]
		if !edited {
			continue
		}
		fmt.Fprintf(env.stderr, "the link's sender changed cell %s:\n", cell.ID)
		for _, change := range link.Diff(cell.Source, source) {
			for _, line := range change.Lines {
				fmt.Fprintf(env.stderr, "%c %s\n", change.Kind, line)
			}
		}
	}
	if trust {
		return nil
	}
	wantTrust := errors.New("the link has changed code: look at it above, and run it with --trust")
	if file, ok := env.stdin.(*os.File); !ok || !isTerminal(file) {
		return wantTrust
	}
	fmt.Fprint(env.stderr, "run the sender's code? [y/N] ")
	answer := make(chan error, 1)
	go func() {
		line, err := bufio.NewReader(env.stdin).ReadString('\n')
		switch line = strings.ToLower(strings.TrimSpace(line)); {
		case line == "y" || line == "yes":
			answer <- nil
		case err != nil: // /dev/null, which is taken for a terminal
			answer <- wantTrust
		default:
			answer <- errors.New("the sender's code was not run")
		}
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-answer:
		return err
	}
}

func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// openBook reads the notebook that name stands for: a file, the name of a notebook of the book that the command finds,
// or the address of its page.
func openBook(name string) (*markdown.Notebook, error) {
	if info, err := os.Stat(name); err == nil && !info.IsDir() && strings.HasSuffix(name, ".md") {
		return build.LoadFile(name)
	}
	slug := strings.TrimSuffix(name, ".md")
	front := "" // what the page of a folder may be
	if address, err := url.Parse(name); err == nil && address.Path != "" {
		path := strings.TrimSuffix(address.Path, "index.html")
		if strings.HasSuffix(path, "/") {
			front = markdown.Index
		}
		slug = strings.TrimSuffix(strings.TrimSuffix(filepath.Base(strings.TrimSuffix(path, "/")), ".html"), ".md")
	}
	found, err := findBook("")
	if err != nil {
		return nil, err
	}
	for _, slug := range []string{slug, front} {
		if file := filepath.Join(found.folder, slug+".md"); isFile(file) {
			return build.LoadFile(file)
		}
	}
	return nil, fmt.Errorf("%s: no such notebook, want %s or a Markdown file", name, strings.Join(slugs(found.folder), ", "))
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// slugs returns the names of the notebooks in a folder.
func slugs(folder string) []string {
	files, _ := filepath.Glob(filepath.Join(folder, "*.md")) // the pattern is well-formed
	for i, file := range files {
		files[i] = strings.TrimSuffix(filepath.Base(file), ".md")
	}
	slices.Sort(files)
	return files
}

// printText prints what a cell shows, if it shows something.
func printText(env environment, result engine.Result) {
	text := result.Text
	_, value := output.Render(result.Value)
	if printed, ok := strings.CutSuffix(text, value); ok {
		text = printed + output.Shown(result.Value)
	}
	if result.Err != nil && result.State != engine.Waiting {
		text = "error: " + result.Err.Error()
	}
	if text != "" {
		fmt.Fprintf(env.stdout, "%s\n  %s\n\n", result.Cell, strings.ReplaceAll(text, "\n", "\n  "))
	}
}

// printJSON prints one object a cell.
func printJSON(env environment, results []engine.Result) {
	separator := "["
	for _, result := range results {
		fmt.Fprintf(env.data, "%s\n%s", separator, result.AppendJSON(nil))
		separator = ","
	}
	fmt.Fprintf(env.data, "\n]\n")
}

// refused returns an error if an input of a cell could not have the value that it was given.
func refused(result engine.Result) error {
	for _, input := range result.Inputs {
		if input.Note != "" {
			return errors.New(input.Note)
		}
	}
	return nil
}

// compare says on standard error whether the outputs are those of the link's sender.
func compare(env environment, state link.State, results []engine.Result) error {
	c, err := state.Compare(results)
	if err != nil {
		return err
	}
	if len(c.Differ) > 0 {
		return fmt.Errorf("not reproduced: %d of the %d outputs that were compared differ from the sender's: %s", len(c.Differ), c.Compared, strings.Join(c.Differ, ", "))
	}
	fmt.Fprintf(env.stderr, "reproduced: all %d outputs that were compared are those of the link's sender\n", c.Compared)
	if len(c.Open) > 0 {
		fmt.Fprintf(env.stderr, "not compared: %s\n", strings.Join(c.Open, ", "))
	}
	return nil
}

// firstFault returns what is wrong with the first cell that failed. One that waits for a heavy cell that was
// left out has not, and some may fail.
func firstFault(book *markdown.Notebook, results []engine.Result) error {
	for _, result := range results {
		if result.Err != nil && result.State != engine.Waiting && !book.MayFail(result.Cell) {
			return book.Fault(result)
		}
	}
	return nil
}
