package draft

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"

	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
)

// Zip returns an archive of a notebook, whose file has the given name, and of the files beside it: the same
// bytes for the same notebook.
func Zip(name, text string, files map[string]string) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	add := func(name, text string) error {
		file, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(file, text)
		}
		return err
	}
	err := add(name, text)
	for _, name := range engine.SortedKeys(files) {
		if err == nil {
			err = add(name, files[name])
		}
	}
	if err == nil {
		err = w.Close()
	}
	return b.Bytes(), err
}

// maxZipped is how many files an archive may have.
const maxZipped = 1000

// unzip reads an archive that has one notebook, and perhaps files beside it. Folders, and what systems add, are left out.
func unzip(name string, data []byte) (File, error) {
	fault := func(format string, args ...any) (File, error) {
		return File{}, fmt.Errorf("%.60s: "+format, append([]any{name}, args...)...)
	}
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return fault("is damaged, want a zip archive: %w", err)
	}
	if len(r.File) > maxZipped {
		return fault("has %d files, want at most %d", len(r.File), maxZipped)
	}
	book := File{Kind: Notebook, Files: map[string]string{}}
	room := int64(MaxFile)
	for _, file := range r.File {
		base := file.Name[strings.LastIndexAny(file.Name, `/\`)+1:]
		if base == "" || strings.HasPrefix(base, ".") || strings.HasPrefix(file.Name, "__MACOSX/") {
			continue
		}
		opened, err := file.Open()
		if err != nil {
			return fault("%.60s: %w", base, err)
		}
		content, err := io.ReadAll(io.LimitReader(opened, room+1))
		_ = opened.Close() // has been read
		if room -= int64(len(content)); room < 0 {
			return fault("has files of more than %d MB, want at most that many", MaxFile>>20)
		}
		if err != nil {
			return fault("%.60s: %w", base, err)
		}
		text, err := textOf(content)
		switch _, twice := book.Files[base]; {
		case err != nil:
			return fault("%.60s: %w", base, err)
		case kinds[endingOf(base)] == Notebook && book.Name != "":
			return fault("has the notebooks %s and %.60s, want one", book.Name, base)
		case kinds[endingOf(base)] == Notebook:
			if err := checkNotebook(text); err != nil {
				return fault("%.60s: %w", base, err)
			}
			book.Name, book.Text = safeName(base), text
		case !markdown.ValidFileName(base) || twice:
			return fault("%.60q: want a name that no other file has, of letters, digits, dots, hyphens and underscores", base)
		default:
			book.Files[base] = text
		}
	}
	if book.Name == "" {
		return fault("want a notebook (.md) in it")
	}
	return book, nil
}
