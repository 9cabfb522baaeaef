package build

import (
	"path"
	"regexp"

	"topobook/notebooks/markdown"
)

// maxKept is how many bytes a file of a notebook's folder may have for the service worker to keep it once a reader has had it.
const maxKept = 5_000_000

// unsafeName is what a file of an author may have in its name and a file of the site not.
var unsafeName = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// addFolder stores the files that a notebook takes from its folder, and tells it where they are.
func (a *assets) addFolder(book *markdown.Notebook) {
	for _, file := range book.Assets {
		name := "notebooks/" + unsafeName.ReplaceAllString(path.Base(file.Name), "-")
		a.add(name, file.Data)
		file.Address = a.path(name)
		a.apart[file.Address] = len(file.Data) > maxKept
	}
}
