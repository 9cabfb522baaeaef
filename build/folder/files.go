package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
)

// ReadFiles adds the files that the cells of a notebook load and read, and those that these do, from the notebook's folder. One
// that stands in the notebook itself comes before one of the same name there. The error joins all faults, each at the place
// that names the file.
func ReadFiles(book *markdown.Notebook, folder fs.FS) error {
	r := fileReader{book: book, folder: folder}
	for _, cell := range book.Cells {
		r.read(dialect.Files(cell.ID, cell.Source), func(e *dialect.Error) *markdown.Fault { return book.Fault(engine.Result{Cell: cell.ID, Err: e}) })
	}
	for _, name := range engine.SortedKeys(book.Files) {
		if line := book.DataLine(name); line > 0 {
			r.readOf(name, func(e *dialect.Error) *markdown.Fault {
				return &markdown.Fault{File: book.File, Line: line + e.Line, Col: e.Col, Msg: e.Msg}
			})
		}
	}
	return markdown.Join(r.faults)
}

// Read is [ReadFiles] of the folder of that path. Links lead nowhere out of it.
func Read(book *markdown.Notebook, path string) error {
	folder, err := os.OpenRoot(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	return ReadFiles(book, folder.FS())
}

// A fileReader reads the files of a notebook.
type fileReader struct {
	book   *markdown.Notebook
	folder fs.FS
	faults []*markdown.Fault
}

// read reads the files that names name, unless the notebook has them; a fault is where place says.
func (r *fileReader) read(names []dialect.Name, place func(*dialect.Error) *markdown.Fault) {
	for _, name := range names {
		if _, known := r.book.Files[name.Text]; known {
			continue
		}
		if err := r.add(name.Text); err != nil {
			r.faults = append(r.faults, place(&dialect.Error{Line: name.Line, Col: name.Col, Msg: err.Error()}))
			continue
		}
		path := filepath.Join(filepath.Dir(r.book.File), name.Text)
		r.readOf(name.Text, func(e *dialect.Error) *markdown.Fault {
			return &markdown.Fault{File: path, Line: e.Line, Col: e.Col, Msg: e.Msg}
		})
	}
}

// readOf reads the files that a file loads and reads.
func (r *fileReader) readOf(name string, place func(*dialect.Error) *markdown.Fault) {
	if strings.HasSuffix(name, ".star") {
		r.read(dialect.Files(name, r.book.Files[name]), place)
	}
}

// add adds a file of the folder.
func (r *fileReader) add(name string) error {
	if !markdown.ValidFileName(name) {
		return fmt.Errorf("%q: want the name of a file beside the notebook: %s", name, markdown.FileNames)
	}
	info, err := stat(r.folder, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: there is no such file beside the notebook%s", name, engine.DidYouMean(name, r.names()))
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case info.Size() > engine.MaxFiles: // is not read at all
		return r.book.AddFile(name, "", int(info.Size()))
	}
	text, err := fs.ReadFile(r.folder, name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return r.book.AddFile(name, string(text), len(text))
}

// names returns the names of the files in the folder.
func (r *fileReader) names() []string {
	entries, _ := fs.ReadDir(r.folder, ".") // for a hint
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}
