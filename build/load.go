package build

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"topobook/build/folder"
	"topobook/notebooks/markdown"
)

// Load reads the notebooks of a folder, its files *.md, in the order in which one reads them: the front page if there is
// one, then paper by paper, and of each the main page and then its chapters.
func Load(folder string) ([]*markdown.Notebook, error) {
	books, err := parseAll(folder, func(string) bool { return true })
	if err != nil {
		return nil, err
	}
	if len(books) == 0 {
		return nil, fmt.Errorf("%s: want a notebook, a file NAME.md that starts with ---", folder)
	}
	return books, arrange(books)
}

// LoadPaper reads the main page of a paper, slug.md in a folder, and its chapters, whose names start with slug and a
// hyphen, in the order in which one reads them.
func LoadPaper(folder, slug string) ([]*markdown.Notebook, error) {
	books, err := parseAll(folder, func(name string) bool { return name == slug+".md" || strings.HasPrefix(name, slug+"-") })
	if err != nil {
		return nil, err
	}
	books = slices.DeleteFunc(books, func(book *markdown.Notebook) bool { return book.Home() != slug })
	return books, arrange(books)
}

// LoadFile reads one notebook by the name of its file.
func LoadFile(name string) (*markdown.Notebook, error) {
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return parse(filepath.Dir(name), name, src)
}

// parse reads a notebook that stands in a folder. Faults call its file by the given name.
func parse(dir, file string, src []byte) (*markdown.Notebook, error) {
	book, err := markdown.Parse(file, src)
	if err != nil {
		return nil, err
	}
	return book, folder.Read(book, dir)
}

// parseAll reads the notebooks of a folder that have one of the wanted names. Files in capitals that do not start as a
// notebook does, such as README.md, are none.
func parseAll(dir string, wanted func(name string) bool) ([]*markdown.Notebook, error) {
	root, err := os.OpenRoot(dir) // links in it lead nowhere else
	if err != nil {
		return nil, err
	}
	defer root.Close()
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, err
	}
	var books []*markdown.Notebook
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() || filepath.Ext(name) != ".md" || strings.HasPrefix(name, ".") || !wanted(name) {
			continue
		}
		src, err := folder.File(root.FS(), name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if name != strings.ToLower(name) && !bytes.HasPrefix(src, []byte("---")) {
			continue
		}
		book, err := parse(dir, name, src)
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
		if book.Bibliography.Name == "" {
			book.Bibliography = home.Bibliography
		}
		at := place{book.PartOf, book.Order}
		if other, ok := taken[at]; ok && book.Order > 0 {
			return fmt.Errorf("%s: order %d is that of %s too", book.File, book.Order, other)
		}
		taken[at] = book.File
	}
	slices.SortFunc(books, func(a, b *markdown.Notebook) int {
		return cmp.Or(
			compare(homes[a.Home()], homes[b.Home()]),
			cmp.Compare(len(a.PartOf), len(b.PartOf)), // the main page first
			compare(a, b),
		)
	})
	return nil
}

// compare says which of two papers, or of two chapters of one, comes first: the front page, those with an order, the others by title.
func compare(a, b *markdown.Notebook) int {
	last := func(book *markdown.Notebook) int {
		switch {
		case book.Slug == markdown.Index:
			return 0
		case book.Order > 0:
			return 1
		}
		return 2
	}
	return cmp.Or(cmp.Compare(last(a), last(b)), cmp.Compare(a.Order, b.Order), strings.Compare(a.Title, b.Title), strings.Compare(a.File, b.File))
}

// attach reads what the pages of notebooks take from their folder. Those that name no bibliography cite from the given one, if there is one.
func attach(dir string, books []*markdown.Notebook, bibliography markdown.Bibliography) error {
	root, err := os.OpenRoot(dir) // links in it lead nowhere else
	if err != nil {
		return err
	}
	defer root.Close()
	for _, book := range books {
		if book.Bibliography.Name == "" {
			book.Bibliography = bibliography
		}
		if err := folder.Attach(book, root.FS()); err != nil {
			return err
		}
	}
	return nil
}
