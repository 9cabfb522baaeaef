package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"topobook/build"
	"topobook/notebooks"
)

// A verdict is a line of what check prints.
type verdict struct {
	ID             string `json:"id"`
	Notebook       string `json:"notebook"`
	Verdict        string `json:"verdict"`
	Cases          int    `json:"cases"`
	Counterexample string `json:"counterexample"`
	Note           string `json:"note"`
}

// runCheck evaluates notebooks, heavy cells too, and prints what became of each claim. It fails if
// a cell fails or an id is taken twice. A claim that fails is a finding, not a failure.
func runCheck(ctx context.Context, env environment, c *command, args []string) error {
	fs := c.flags()
	asJSON := fs.Bool("json", false, "print a list of objects with id, notebook, verdict, cases, counterexample and note")
	names, err := c.parse(env, fs, args)
	if err != nil {
		return err
	}
	books, err := openBooks(env, names)
	if err != nil {
		return err
	}
	verdicts := []verdict{}
	for _, book := range books {
		found, err := verdictsOf(ctx, book)
		if err != nil {
			return err
		}
		verdicts = append(verdicts, found...)
	}
	if err := checkIDs(verdicts); err != nil {
		return err
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

// openBooks returns the notebooks of the given names, or all of the checkout if there are none.
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
		books = append(books, book)
	}
	return books, nil
}

// verdictsOf runs a notebook and returns its claims in page order.
func verdictsOf(ctx context.Context, book *build.Notebook) ([]verdict, error) {
	results, err := book.Compute(pause(ctx))
	if err != nil {
		return nil, err
	}
	var verdicts []verdict
	for _, result := range results {
		for _, claim := range result.Claims {
			verdicts = append(verdicts, verdict{claim.ID, book.Slug, claim.Verdict, claim.Cases, claim.Counterexample, claim.Note})
		}
	}
	return verdicts, nil
}

func checkIDs(verdicts []verdict) error {
	ids := make([]string, len(verdicts))
	for i, v := range verdicts {
		ids[i] = v.ID
	}
	slices.Sort(ids)
	for i := 1; i < len(ids); i++ {
		if ids[i] == ids[i-1] {
			return fmt.Errorf("claim %s: is there twice, want each id once", ids[i])
		}
	}
	return nil
}
