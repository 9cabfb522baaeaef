package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"topobook/build"
	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
	"topobook/notebooks/output"
)

// A verdict is a line of what check prints.
type verdict struct {
	ID             string `json:"id"`       // starts with the name of the paper
	Notebook       string `json:"notebook"` // name of the file, without .md, that has the claim: a chapter's, if it is in one
	Verdict        string `json:"verdict"`
	Cases          int    `json:"cases"`
	Counterexample string `json:"counterexample"`
	Note           string `json:"note"`
	Expect         string `json:"expect,omitempty"` // what was expected, where another verdict was found
}

// A target is what an argument of check names: a notebook, or some of its cells.
type target struct {
	book  *markdown.Notebook
	cells []string // nil: all
	claim string   // id of the only claim that is wanted, or ""
}

// runCheck evaluates notebooks, heavy cells too, and prints what became of each claim. It fails if
// a cell fails, an id is taken twice, or a claim has another verdict than is expected of it.
func runCheck(ctx context.Context, env environment, c *command, args []string) error {
	fs := c.flags()
	asJSON := fs.Bool("json", false, "print a list of objects with id, notebook (the file, without .md), verdict, cases, counterexample and note")
	light := fs.Bool("light", false, "leave the heavy cells out, and what needs them")
	names, err := c.parse(env, fs, args)
	if err != nil {
		return err
	}
	targets, err := openTargets(names)
	if err != nil {
		return err
	}
	results, err := runTargets(ctx, env, targets, !*light)
	if err != nil {
		return err
	}
	verdicts := []verdict{}
	places := map[string]string{}
	left := 0 // heavy cells, and what needs them
	for i, t := range targets {
		if err := t.book.PlaceClaims(results[i], places); err != nil {
			return err
		}
		found := verdictsOf(t.book, results[i])
		if t.claim != "" {
			found = slices.DeleteFunc(found, func(v verdict) bool { return v.ID != t.claim })
		}
		verdicts = append(verdicts, found...)
		if *light && t.cells == nil {
			for _, result := range results[i] {
				if result.State == engine.Waiting {
					left++
				}
			}
		}
	}
	for _, t := range targets {
		if t.claim != "" && !slices.ContainsFunc(verdicts, func(v verdict) bool { return v.ID == t.claim }) {
			return fmt.Errorf("%s: its cell did not come to this claim", t.claim)
		}
	}
	if left > 0 {
		fmt.Fprintf(env.stderr, "left out: heavy cells and what needs them, %d in all\n", left)
	}
	if *asJSON {
		encoder := json.NewEncoder(env.data)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(verdicts); err != nil {
			return err
		}
		return unexpected(verdicts)
	}
	count := map[string]int{}
	for _, v := range verdicts {
		count[v.Verdict]++
		line := fmt.Sprintf("%-10s  %-36s", v.Verdict, v.ID)
		if v.Cases > 0 {
			line += fmt.Sprintf("  %5d cases", v.Cases)
		}
		if v.Counterexample != "" {
			line += "  counterexample: " + v.Counterexample
		}
		fmt.Fprintln(env.stdout, strings.TrimRight(line, " "))
	}
	fmt.Fprintf(env.stdout, "%d claims: %d hold, %d fail, %d are restricted, %d slips, %d undecided\n", len(verdicts),
		count[output.Holds], count[output.Fails], count[output.Restricted], count[output.Slip], count[output.Undecided])
	return unexpected(verdicts)
}

// unexpected returns an error that names the claims whose verdicts are not those expected of them.
func unexpected(verdicts []verdict) error {
	var lines []string
	for _, v := range verdicts {
		if v.Expect != "" {
			lines = append(lines, fmt.Sprintf("%s: %s, want %s", v.ID, v.Verdict, v.Expect))
		}
	}
	if lines == nil {
		return nil
	}
	return fmt.Errorf("not as expected: %s", strings.Join(lines, "; "))
}

// runTargets evaluates what the targets name, and tells a terminal how far it has come.
func runTargets(ctx context.Context, env environment, targets []target, heavy bool) ([][]engine.Result, error) {
	progress := &progress{out: env.terminal}
	defer progress.clear()
	options := engine.RunOptions{Heavy: heavy, Pause: progress.pause(ctx)}
	results := make([][]engine.Result, len(targets))
	var whole []*markdown.Notebook
	var places []int // of those in targets
	for i, t := range targets {
		if t.cells == nil {
			whole, places = append(whole, t.book), append(places, i)
			continue
		}
		some := options
		some.Only = t.cells
		all, err := t.book.Run(some)
		if err != nil {
			return nil, err
		}
		results[i] = slices.DeleteFunc(all, func(r engine.Result) bool { return !slices.Contains(t.cells, r.Cell) }) // and what they needed
	}
	done := 0
	tell := func() { progress.start("%d of %d notebooks are done; ", done, len(whole)) }
	tell()
	all, err := build.ComputeAll(whole, options, nil, func(*markdown.Notebook) { done++; tell() })
	for i, place := range places {
		if err == nil {
			results[place] = all[i]
		}
	}
	return results, err
}

// openTargets returns what the arguments of check name: DIR, NOTEBOOK, NOTEBOOK#CELL or PAPER/CLAIM; all notebooks of the
// book that the command finds if there are none. The name of a paper stands for its main page and its chapters.
func openTargets(names []string) ([]target, error) {
	if len(names) == 0 {
		return openFolder("")
	}
	var targets []target
	for _, name := range names {
		more, err := openTarget(name)
		if err != nil {
			return nil, err
		}
		targets = append(targets, more...)
	}
	return targets, nil
}

func targetsOf(books []*markdown.Notebook) []target {
	targets := make([]target, len(books))
	for i, book := range books {
		targets[i].book = book
	}
	return targets
}

// openFolder returns all notebooks of a book, see [findBook].
func openFolder(name string) ([]target, error) {
	found, err := findBook(name)
	if err != nil {
		return nil, err
	}
	books, err := build.Load(found.folder)
	return targetsOf(books), err
}

func openTarget(name string) ([]target, error) {
	if isDir(name) {
		return openFolder(name)
	}
	if name, cell, ok := strings.Cut(name, "#"); ok {
		book, err := openBook(name)
		if err != nil {
			return nil, err
		}
		return []target{{book: book, cells: []string{cell}}}, nil
	}
	paper, claim, isClaim := strings.Cut(name, "/")
	if isClaim && (strings.HasSuffix(name, ".md") || strings.Contains(claim, "/")) {
		isClaim = false // a file
	}
	if isClaim {
		books, err := openPaper(paper)
		if err != nil {
			return nil, err
		}
		return claimTargets(books, name, claim)
	}
	book, err := openBook(name)
	if err != nil {
		return nil, err
	}
	if name != book.Slug || book.PartOf != "" {
		return targetsOf([]*markdown.Notebook{book}), nil
	}
	books, err := openPaper(name)
	return targetsOf(books), err
}

// openPaper returns the main page of a paper of the book that the command finds, and its chapters.
func openPaper(name string) ([]*markdown.Notebook, error) {
	found, err := findBook("")
	if err != nil {
		return nil, err
	}
	if _, err := openBook(name); err != nil {
		return nil, err
	}
	return build.LoadPaper(found.folder, name)
}

// claimTargets returns the cells that have the id of a claim in their code.
func claimTargets(books []*markdown.Notebook, id, short string) ([]target, error) {
	var targets []target
	var known []string
	for _, book := range books {
		var cells []string
		for _, cell := range book.Cells {
			for _, literal := range stringLiteral.FindAllStringSubmatch(cell.Source, -1) {
				text := literal[1] + literal[2]
				if known = append(known, text); text == short && !slices.Contains(cells, cell.ID) {
					cells = append(cells, cell.ID)
				}
			}
		}
		if cells != nil {
			targets = append(targets, target{book, cells, id})
		}
	}
	if targets == nil {
		err := fmt.Errorf("%s: there is no such claim in the code of its cells", id)
		if near := dialect.Nearest(short, known); near != "" {
			err = fmt.Errorf("%w (did you mean %s/%s?)", err, books[0].Slug, near)
		}
		return nil, err
	}
	return targets, nil
}

// stringLiteral is a string in the code of a cell.
var stringLiteral = regexp.MustCompile(`"([^"\\\n]*)"|'([^'\\\n]*)'`)

// verdictsOf returns the claims in the results of a notebook, in page order.
func verdictsOf(book *markdown.Notebook, results []engine.Result) []verdict {
	var verdicts []verdict
	for _, result := range results {
		for _, claim := range result.Claims {
			v := verdict{ID: claim.ID, Notebook: book.Slug, Verdict: claim.Verdict, Cases: claim.Cases, Counterexample: claim.Counterexample, Note: claim.Note}
			if claim.Unexpected() {
				v.Expect = cmp.Or(claim.Expect, output.Holds)
			}
			verdicts = append(verdicts, v)
		}
	}
	return verdicts
}
