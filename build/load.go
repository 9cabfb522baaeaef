package build

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"topobook/build/markdown"
)

// Load reads all notebooks of a checkout, notebooks/*.md under root, in the order in which one
// reads them: paper by paper, and of each the main page and then its chapters.
func Load(root string) ([]*markdown.Notebook, error) {
	books, err := parseAll(root, "*.md")
	if err != nil {
		return nil, err
	}
	return books, complete(root, books)
}

// LoadPaper reads the main page of a paper, notebooks/slug.md under root, and its chapters, whose
// names start with slug and a hyphen, in the order in which one reads them.
func LoadPaper(root, slug string) ([]*markdown.Notebook, error) {
	books, err := parseAll(root, slug+".md")
	if err != nil {
		return nil, err
	}
	more, err := parseAll(root, slug+"-*.md")
	if err != nil {
		return nil, err
	}
	books = append(books, slices.DeleteFunc(more, func(book *markdown.Notebook) bool { return book.PartOf != slug })...)
	return books, complete(root, books)
}

// complete arranges notebooks, and reads what they take from their folder.
func complete(root string, books []*markdown.Notebook) error {
	if err := arrange(books); err != nil {
		return err
	}
	folder, err := os.OpenRoot(filepath.Join(root, "notebooks")) // links in it lead nowhere else
	if err != nil {
		return err
	}
	defer folder.Close()
	for _, book := range books {
		if err := book.Attach(folder.FS()); err != nil {
			return err
		}
	}
	return nil
}

// parseAll reads the notebooks under root whose file has a name of the given pattern.
func parseAll(root, pattern string) ([]*markdown.Notebook, error) {
	files, err := filepath.Glob(filepath.Join(root, "notebooks", pattern))
	if err != nil {
		return nil, err
	}
	var books []*markdown.Notebook
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		book, err := markdown.Parse(filepath.Base(file), src)
		if err == nil {
			err = book.ReadFolder(filepath.Dir(file))
		}
		if err != nil {
			return nil, err
		}
		books = append(books, book)
	}
	return books, nil
}

// arrange sorts notebooks as one reads them, and tells the chapters what their main page says of
// the paper, and which works it cites.
func arrange(books []*markdown.Notebook) error {
	homes := map[string]*markdown.Notebook{}
	for _, book := range books {
		if book.PartOf == "" {
			homes[book.Slug] = book
		}
	}
	type place struct {
		partOf string
		order  int
	}
	taken := map[place]string{}
	for _, book := range books {
		home := homes[book.Home()]
		if home == nil {
			return fmt.Errorf("%s: part-of: got %q, want the name of a notebook that is no chapter", book.File, book.PartOf)
		}
		book.Paper, book.Authors, book.Venue, book.Year, book.URL, book.Read = home.Paper, home.Authors, home.Venue, home.Year, home.URL, home.Read
		if book.Bibliography == "" {
			book.Bibliography = home.Bibliography
		}
		at := place{book.PartOf, book.Order}
		if other, ok := taken[at]; ok {
			return fmt.Errorf("%s: order %d is that of %s too", book.File, book.Order, other)
		}
		taken[at] = book.File
	}
	slices.SortFunc(books, func(a, b *markdown.Notebook) int {
		return cmp.Or(
			cmp.Compare(homes[a.Home()].Order, homes[b.Home()].Order),
			cmp.Compare(len(a.PartOf), len(b.PartOf)), // the main page first
			cmp.Compare(a.Order, b.Order),
		)
	})
	return nil
}
