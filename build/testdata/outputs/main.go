// Command outputs evaluates a notebook, heavy cells too, and prints everything that a page could show
// of it. Its arguments are the checkout and the notebook's slug.
package main

import (
	"fmt"
	"os"

	"topobook/build"
)

func main() {
	books, err := build.Load(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, book := range books {
		if book.Slug != os.Args[2] {
			continue
		}
		results, err := book.Compute(nil)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		for _, r := range results {
			fmt.Printf("== %s %s, %d steps\n%s\n%s\n%+v\n%+v\n", book.Slug, r.Cell, r.Steps, r.HTML, r.Text, r.Claims, r.Err)
		}
	}
}
