package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"topobook/build"
	"topobook/notebooks"
)

// A verdict is a line of what check prints.
type verdict struct {
	ID             string `json:"id"`       // starts with the name of the paper
	Notebook       string `json:"notebook"` // name of the file, without .md, that has the claim: a chapter's, if it is in one
	Verdict        string `json:"verdict"`
	Cases          int    `json:"cases"`
	Counterexample string `json:"counterexample"`
	Note           string `json:"note"`
}

// runCheck evaluates notebooks, heavy cells too, and prints what became of each claim. It fails if
// a cell fails or an id is taken twice. A claim that fails is a finding, not a failure.
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
		return encoder.Encode(verdicts)
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
	fmt.Fprintf(env.stdout, "%d claims: %d hold, %d fail, %d are restricted, %d undecided\n", len(verdicts),
		count[notebooks.Holds], count[notebooks.Fails], count[notebooks.Restricted], count[notebooks.Undecided])
	return nil
}

// openBooks returns the notebooks of the given names, or all of the checkout if there are none. The
// name of a paper stands for its main page and its chapters.
func openBooks(env environment, names []string) ([]*build.Notebook, error) {
	if len(names) == 0 {
		root, err := env.findRoot()
		if err != nil {
			return nil, err
		}
		return build.Load(root)
	}
	var books []*build.Notebook
	for _, name := range names {
		book, err := openBook(env, name)
		if err != nil {
			return nil, err
		}
		pages := []*build.Notebook{book}
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
func verdictsOf(book *build.Notebook, results []notebooks.Result) []verdict {
	var verdicts []verdict
	for _, result := range results {
		for _, claim := range result.Claims {
			verdicts = append(verdicts, verdict{claim.ID, book.Slug, claim.Verdict, claim.Cases, claim.Counterexample, claim.Note})
		}
	}
	return verdicts
}
