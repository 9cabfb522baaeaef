//go:build js && wasm

package wire

import (
	"strconv"
	"strings"
)

// book returns what bookText of site/worker.js has made a text of.
func book(text string) Book {
	next := func() (field string) {
		field, text, _ = strings.Cut(text, "\x00")
		return field
	}
	number := func() int {
		n, _ := strconv.Atoi(next())
		return n
	}
	b := Book{Slug: next(), Paper: next(), Source: next(), Version: number(), Known: next() != "", Files: map[string]string{}}
	cells, inputs, files := number(), number(), number()
	b.Cells, b.Inputs = make([]Cell, 0, cells), make([]Input, 0, inputs)
	for range cells {
		c := Cell{ID: next(), Source: next(), Inline: next() != "", Fold: next() != "", Heavy: next() != "", Line: number(), Outline: next(), Picks: []string{}}
		if picks := next(); picks != "" {
			c.Picks = strings.Split(picks, "\x01")
		}
		b.Cells = append(b.Cells, c)
	}
	for range inputs {
		b.Inputs = append(b.Inputs, Input{Cell: next(), Name: next(), Value: next()})
	}
	for range files {
		name := next()
		b.Files[name] = next()
	}
	return b
}
