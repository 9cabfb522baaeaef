package markdown

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"

	"topobook/notebooks/dialect"
)

// Bounds of the files that a page takes from its folder.
const (
	maxImage    = 5_000_000
	maxDownload = 20_000_000
)

// An Asset is a file of the notebook's folder that the page shows or leads to.
type Asset struct {
	Name    string // its path in the folder
	Data    []byte
	Address string // where the site has it, relative to the page: the builder says so

	width, height int // of an image
}

// Image tells whether the page shows the file.
func (a *Asset) Image() bool { return a.width > 0 }

func (a *Asset) address() string {
	if a.Address == "" {
		return a.Name
	}
	return a.Address
}

// A use is a place of the notebook that needs a file of the folder.
type use struct {
	name     string
	at       int      // offset in the notebook
	picture  *picture // that shows it; else link leads to it
	link     *ast.Link
	fragment string // of the link, with its #
}

// scheme starts an address that is no path.
var scheme = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*:`)

// folderName returns the path in the notebook's folder that an address is, and the fragment after it, or why it is none.
func folderName(address string) (name, fragment, why string) {
	name, fragment, found := strings.Cut(address, "#")
	if found {
		fragment = "#" + fragment
	}
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	switch {
	case scheme.MatchString(name) || strings.HasPrefix(name, "//"):
		return "", "", "a page shows nothing of other hosts"
	case strings.HasPrefix(name, "/"):
		return "", "", "a path does not start with /"
	}
	name = path.Clean(name)
	if name == ".." || strings.HasPrefix(name, "../") {
		return "", "", "it is above that"
	}
	return name, fragment, ""
}

// placeLink notes which file of the folder a link leads to. Links to notebooks become links to their pages; those
// to pages stay as they are.
func (book *Notebook) placeLink(faults *faults, n *ast.Link) {
	address := string(n.Destination)
	if address == "" || strings.ContainsAny(address[:1], "#?") || scheme.MatchString(address) {
		return
	}
	name, fragment, why := folderName(address)
	switch {
	case why != "":
		faults.add(offsetOf(n), "link: got %q, want an address with https://, or a file in the notebook's folder: %s", address, why)
	case ending(name) == ".html":
	default:
		book.uses = append(book.uses, use{name: name, at: offsetOf(n), link: n, fragment: fragment})
		if page, ok := strings.CutSuffix(name, ".md"); ok {
			n.Destination = []byte(page + ".html" + fragment)
		}
	}
}

// Attach reads the files that the notebook takes from its folder: images, what its links lead to, and its bibliography. One that
// stands in the notebook itself comes before one there. The error joins all faults.
func (book *Notebook) Attach(folder fs.FS) error {
	faults := &faults{file: book.File, src: book.src}
	book.Assets = nil
	known := map[string]*Asset{}
	for _, use := range book.uses {
		what, limit := "image", maxImage
		if use.link != nil {
			what, limit = "link", maxDownload
		}
		asset, err := known[use.name], error(nil)
		if _, carried := book.fileAt[use.name]; asset == nil && carried {
			asset = &Asset{Name: use.name, Data: []byte(book.Files[use.name])}
		} else if asset == nil {
			asset, err = readAsset(folder, use.name, limit)
		}
		if err == nil && len(asset.Data) > limit {
			err = tooLarge(len(asset.Data), limit)
		}
		if err == nil && use.picture != nil && asset.width == 0 {
			asset.width, asset.height, err = imageSize(use.name, asset.Data)
		}
		switch {
		case err != nil:
			faults.add(use.at, "%s: %s: %v", what, use.name, err)
			continue
		case use.link != nil && strings.HasSuffix(use.name, ".md"):
			continue
		case use.picture != nil:
			use.picture.asset = asset
		}
		if known[use.name] == nil {
			known[use.name] = asset
			book.Assets = append(book.Assets, asset)
		}
	}
	book.attachBibliography(folder, faults)
	return faults.err()
}

// A Bibliography is the name of a file of works, and where it is named; the name is empty if there is none.
type Bibliography struct {
	Name      string
	File      string
	Line, Col int
}

// attachBibliography reads the file of the works that the notebook cites.
func (book *Notebook) attachBibliography(folder fs.FS, faults *faults) {
	from := book.Bibliography
	if from.Name == "" {
		return
	}
	name, _, why := folderName(from.Name)
	switch ending(name) {
	case ".bib", ".json":
	default:
		why = "want a .bib file (BibTeX), or a .json file (CSL JSON)"
	}
	var file *Asset
	if why == "" {
		var err error
		if file, err = readAsset(folder, name, maxImage); err != nil {
			why = err.Error()
		}
	}
	if why != "" {
		faults.list = append(faults.list, &Fault{from.File, from.Line, from.Col, fmt.Sprintf("bibliography: %s: %s", from.Name, why)})
		return
	}
	book.works = string(file.Data)
}

// readAsset reads a file of the folder.
func readAsset(folder fs.FS, name string, limit int) (*Asset, error) {
	info, err := fs.Stat(folder, name)
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
	case info.IsDir():
		return nil, errors.New("it is a folder, want a file")
	case info.Size() > int64(limit):
		return nil, tooLarge(int(info.Size()), limit)
	}
	data, err := fs.ReadFile(folder, name)
	return &Asset{Name: name, Data: data}, err
}

func tooLarge(size, limit int) error {
	return fmt.Errorf("it has %.1f MB, want at most %d MB", float64(size)/1e6, limit/1_000_000)
}

// addressLinks gives the links to files their addresses.
func (book *Notebook) addressLinks() {
	assets := map[string]*Asset{}
	for _, asset := range book.Assets {
		assets[asset.Name] = asset
	}
	for _, use := range book.uses {
		if asset := assets[use.name]; asset != nil && use.link != nil {
			use.link.Destination = []byte(asset.address() + use.fragment)
			use.link.SetAttributeString("download", path.Base(asset.Name))
		}
	}
}
