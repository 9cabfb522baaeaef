package build

import (
	"path"
	"regexp"

	"topobook/notebooks/markdown"
)

// Bounds of what the service worker keeps of a notebook's folder: images up to the first with every page, so
// that pages are whole offline; images and downloads up to the second once a reader has asked for them.
const (
	maxKeptAtOnce = 100_000
	maxKept       = 5_000_000
)

// unsafeName is what a file of an author may have in its name and a file of the site not.
var unsafeName = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// addFolder stores the files that a notebook takes from its folder, and tells it where they are.
func (a *assets) addFolder(book *markdown.Notebook) {
	for _, file := range book.Assets {
		name := "notebooks/" + unsafeName.ReplaceAllString(path.Base(file.Name), "-")
		a.add(name, file.Data)
		file.Address = a.path(name)
		switch size := len(file.Data); {
		case size > maxKept:
			a.keep[file.Address] = never
		case size > maxKeptAtOnce || !file.Image():
			a.keep[file.Address] = later
		}
	}
}
