// Command outputs evaluates notebooks, heavy cells too, and prints everything that their pages could show. Its
// arguments are the checkout and the notebooks' slugs; without slugs it takes all.
package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"topobook/build"
	"topobook/build/scenes"
	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
)

func main() {
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(root string, slugs []string) error {
	books, err := build.Load(filepath.Join(root, "notebooks"))
	if err != nil {
		return err
	}
	if len(slugs) > 0 {
		books = slices.DeleteFunc(books, func(book *markdown.Notebook) bool { return !slices.Contains(slugs, book.Slug) })
	}
	results, err := build.ComputeAll(books, engine.RunOptions{Heavy: true}, nil, nil)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	for i, book := range books {
		scenes.WriteOutputs(out, book.Slug, results[i])
	}
	return out.Flush()
}
