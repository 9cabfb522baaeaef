// Package folder reads what a notebook takes from its folder: the files that its cells load and read, its images, what its links
// download, and its bibliography. Everything that is missing or not as it should be is a fault at the place that names it.
package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"topobook/notebooks/dialect"
	"topobook/notebooks/markdown"
)

// Bounds of the files that a page takes from its folder.
const (
	maxImage    = 5_000_000
	maxDownload = 20_000_000
)

// Attach reads the files that a notebook takes from its folder: images, what its links lead to, and its bibliography. One that
// stands in the notebook itself comes before one there. The error joins all faults.
func Attach(book *markdown.Notebook, folder fs.FS) error {
	var faults []*markdown.Fault
	book.Assets = nil
	known := map[string]*markdown.Asset{}
	for _, use := range book.Uses {
		what, limit := "link", maxDownload
		if use.Image {
			what, limit = "image", maxImage
		}
		asset, err := known[use.Name], error(nil)
		if asset == nil && book.DataLine(use.Name) > 0 {
			asset = &markdown.Asset{Name: use.Name, Data: []byte(book.Files[use.Name])}
		} else if asset == nil {
			asset, err = readAsset(folder, use.Name, limit)
		}
		if err == nil && len(asset.Data) > limit {
			err = tooLarge(len(asset.Data), limit)
		}
		if err == nil && use.Image && !asset.Image() {
			asset.Width, asset.Height, err = imageSize(use.Name, asset.Data)
		}
		switch {
		case err != nil:
			faults = append(faults, &markdown.Fault{File: book.File, Line: use.Line, Col: use.Col, Msg: fmt.Sprintf("%s: %s: %v", what, use.Name, err)})
			continue
		case !use.Image && strings.HasSuffix(use.Name, ".md"):
			continue
		}
		if known[use.Name] == nil {
			known[use.Name] = asset
			book.Assets = append(book.Assets, asset)
		}
	}
	if fault := attachBibliography(book, folder); fault != nil {
		faults = append(faults, fault)
	}
	return markdown.Join(faults)
}

// attachBibliography reads the file of the works that a notebook cites.
func attachBibliography(book *markdown.Notebook, folder fs.FS) *markdown.Fault {
	from := book.Bibliography
	if from.Name == "" {
		return nil
	}
	name, _, why := markdown.FolderName(from.Name)
	switch ext := strings.ToLower(path.Ext(name)); {
	case why != "", ext == ".bib", ext == ".json":
	default:
		why = "want a .bib file (BibTeX), or a .json file (CSL JSON)"
	}
	var file *markdown.Asset
	if why == "" {
		var err error
		if file, err = readAsset(folder, name, maxImage); err != nil {
			why = err.Error()
		}
	}
	if why != "" {
		return &markdown.Fault{File: from.File, Line: from.Line, Col: from.Col, Msg: fmt.Sprintf("bibliography: %s: %s", from.Name, why)}
	}
	book.Works = string(file.Data)
	return nil
}

// readAsset reads a file of the folder.
func readAsset(folder fs.FS, name string, limit int) (*markdown.Asset, error) {
	info, err := stat(folder, name)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid):
		near := ""
		if entries, err := fs.ReadDir(folder, path.Dir(name)); err == nil {
			names := make([]string, len(entries))
			for i, entry := range entries {
				names[i] = entry.Name()
			}
			if near = dialect.Nearest(path.Base(name), names); near != "" {
				near = ", did you mean " + path.Join(path.Dir(name), near) + "?"
			}
		}
		return nil, fmt.Errorf("there is no such file in the notebook's folder%s", near)
	case err != nil:
		return nil, err
	case info.Size() > int64(limit):
		return nil, tooLarge(int(info.Size()), limit)
	}
	data, err := fs.ReadFile(folder, name)
	return &markdown.Asset{Name: name, Data: data}, err
}

// stat returns what is known of a file of the folder. Its error is one sentence if that is no file, or if it is a link out of the folder.
func stat(folder fs.FS, name string) (fs.FileInfo, error) {
	info, err := fs.Stat(folder, name)
	var fault *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid):
		return nil, err
	case errors.As(err, &fault):
		return nil, fmt.Errorf("want a file of the notebook's folder: %w", fault.Err)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("it is a folder, want a file")
	case !info.Mode().IsRegular():
		return nil, errors.New("it is a device or a pipe, want a file")
	}
	return info, nil
}

// File returns what is in a file of a folder.
func File(folder fs.FS, name string) ([]byte, error) {
	if _, err := stat(folder, name); err != nil {
		return nil, err
	}
	return fs.ReadFile(folder, name)
}

func tooLarge(size, limit int) error {
	return fmt.Errorf("it has %.1f MB, want at most %d MB", float64(size)/1e6, limit/1_000_000)
}
