package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/link"
	"topobook/notebooks/markdown"
)

// A graded link is how far its sender has come with the exercises of a notebook.
type graded struct {
	Link      string           `json:"link"`
	Notebook  string           `json:"notebook,omitempty"`
	Digest    string           `json:"digest,omitempty"` // of the outputs that the sender saw
	Exercises []gradedExercise `json:"exercises,omitempty"`
	Solved    int              `json:"solved"`
	Open      int              `json:"open"`
	Errors    int              `json:"errors"`
	LeftOut   []string         `json:"left_out,omitempty"` // what else the sender changed, which does not count: cells, and checks above all
	Notes     []string         `json:"notes,omitempty"`    // on what the link says
	Error     string           `json:"error,omitempty"`    // why it cannot be graded
}

type gradedExercise struct {
	ID       string   `json:"id"`
	State    string   `json:"state"` // solved, open or error
	Messages []string `json:"messages,omitempty"`
}

// runExercises prints how far the senders of links have come with the exercises: a line a link. Their code runs without a question, as
// nothing but its verdict is shown. Of what they changed only exercises count, so that a check is that of the notebook.
func runExercises(ctx context.Context, env environment, links []string, asJSON bool) error {
	books := map[string]*markdown.Notebook{}
	failed := 0
	for _, text := range links {
		progress := &progress{out: env.terminal}
		g, err := grade(text, books, engine.RunOptions{Heavy: true, Pause: progress.pause(ctx)})
		progress.clear()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			failed++
			g.Error = oneLine(err)
		}
		if asJSON {
			encoder := json.NewEncoder(env.data)
			encoder.SetEscapeHTML(false)
			if err := encoder.Encode(g); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintln(env.stdout, g)
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d links could not be graded", failed, len(links))
	}
	return nil
}

// String returns the grade in a line.
func (g graded) String() string {
	if g.Error != "" {
		return short(g.Link) + ": " + g.Error
	}
	states := make([]string, len(g.Exercises))
	for i, e := range g.Exercises {
		states[i] = e.ID + " " + e.State
	}
	line := fmt.Sprintf("%s: %d of %d solved: %s", g.Notebook, g.Solved, len(g.Exercises), strings.Join(states, ", "))
	if len(g.LeftOut) > 0 {
		line += " (left out: " + strings.Join(g.LeftOut, ", ") + ")"
	}
	return line
}

// grade evaluates the exercises of a link. It keeps the notebooks that it opens in books, by their names.
func grade(text string, books map[string]*markdown.Notebook, options engine.RunOptions) (graded, error) {
	g := graded{Link: text}
	name, fragment, _ := strings.Cut(text, "#")
	book := books[name]
	if book == nil {
		var err error
		if book, err = openBook(name); err != nil {
			return g, err
		}
		books[name] = book
	}
	g.Notebook = book.Slug
	if len(book.Exercises) == 0 {
		return g, errors.New("the notebook has no exercises")
	}
	var state link.State
	if fragment != "" {
		var err error
		if state, err = link.Decode(&book.Document, fragment); err != nil {
			return g, err
		}
	}
	g.Digest, g.Notes = state.Digest, state.Notes
	for _, cell := range book.Cells {
		source, edited := state.Edits[cell.ID]
		if e := book.Exercise(cell.ID); edited && source != cell.Source && (e == nil || e.ID != cell.ID) {
			g.LeftOut = append(g.LeftOut, cell.ID)
			delete(state.Edits, cell.ID)
		}
	}
	kernel := engine.New(&book.Document, builtins.All())
	if err := kernel.Change(state.Inputs, state.Edits); err != nil {
		return g, err
	}
	for _, e := range book.Exercises {
		options.Only = append(options.Only, e.ID, e.Check)
	}
	if err := kernel.Run(options); err != nil {
		return g, err
	}
	for _, result := range kernel.Outputs() {
		if err := refused(result); err != nil {
			g.Notes = append(g.Notes, err.Error())
		}
	}
	for _, e := range book.Exercises {
		source, edited := state.Edits[e.ID]
		if !edited {
			cell, _ := book.Cell(e.ID)
			source = cell.Source
		}
		outcome := book.Outcome(e, source, kernel.Outputs())
		g.Exercises = append(g.Exercises, gradedExercise{e.ID, outcome.State, outcome.Messages})
		switch outcome.State {
		case markdown.Solved:
			g.Solved++
		case markdown.Open:
			g.Open++
		default:
			g.Errors++
		}
	}
	return g, nil
}
