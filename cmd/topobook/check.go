package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"topobook/build"
	"topobook/build/markdown"
	"topobook/notebooks/engine"
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

// runCheck evaluates notebooks, heavy cells too, and prints what became of each claim. It fails if
// a cell fails, an id is taken twice, or a claim has another verdict than is expected of it.
func runCheck(ctx context.Context, env environment, c *command, args []string) error {
	fs := c.flags()
	asJSON := fs.Bool("json", false, "print a list of objects with id, notebook (the file, without .md), verdict, cases, counterexample and note")
	names, err := c.parse(env, fs, args)
	if err != nil {
		return err
	}
	books, err := openBooks(env, names)
	if err != nil {
		return err
	}
	verdicts := []verdict{}
	places := map[string]string{}
	results, err := build.ComputeAll(books, true, pause(ctx), nil)
	if err != nil {
		return err
	}
	for i, book := range books {
		if err := book.PlaceClaims(results[i], places); err != nil {
			return err
		}
		verdicts = append(verdicts, verdictsOf(book, results[i])...)
	}
	if *asJSON {
		encoder := json.NewEncoder(env.stdout)
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
		fmt.Fprintln(visible{env.stdout}, strings.TrimRight(line, " "))
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

// openBooks returns the notebooks of the given names, or all of the checkout if there are none. The
// name of a paper stands for its main page and its chapters.
func openBooks(env environment, names []string) ([]*markdown.Notebook, error) {
	if len(names) == 0 {
		root, err := env.findRoot()
		if err != nil {
			return nil, err
		}
		return build.Load(root)
	}
	var books []*markdown.Notebook
	for _, name := range names {
		book, err := openBook(env, name)
		if err != nil {
			return nil, err
		}
		pages := []*markdown.Notebook{book}
		if name == book.Slug && book.PartOf == "" {
			root, err := env.findRoot()
			if err != nil {
				return nil, err
			}
			if pages, err = build.LoadPaper(root, name); err != nil {
				return nil, err
			}
		}
		books = append(books, pages...)
	}
	return books, nil
}

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
