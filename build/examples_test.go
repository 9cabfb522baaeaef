package build

import (
	"path/filepath"
	"testing"

	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
)

// TestExamples runs the notebooks that the playground offers to start from.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../site/examples/*.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 8 {
		t.Errorf("got %d examples, want at least 8", len(files))
	}
	orders := map[int]string{}
	var books []*markdown.Notebook
	for _, file := range files {
		book, err := LoadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		books = append(books, book)
		if other, taken := orders[book.Order]; taken || book.Order == 0 {
			t.Errorf("%s: order %d: want one of its own, %q has it", file, book.Order, other)
		}
		orders[book.Order] = book.Slug
		cells := 0
		for _, cell := range book.Cells {
			if !cell.Inline {
				cells++
			}
		}
		if cells < 2 || cells > 5 {
			t.Errorf("%s: got %d cells, want 2 to 5", file, cells)
		}
	}
	results, err := ComputeAll(books, engine.RunOptions{}, nil, nil) // without heavy cells, which would wait
	if err != nil {
		t.Fatal(err)
	}
	for i, book := range books {
		for _, result := range results[i] {
			if result.State != engine.Done || result.Err != nil {
				t.Errorf("%s: cell %s: got %v, %v", book.File, result.Cell, result.State, result.Err)
			}
			for _, claim := range result.Claims {
				if claim.Unexpected() {
					t.Errorf("%s: claim %s: got %s", book.File, claim.ID, claim.Verdict)
				}
			}
		}
	}
}
