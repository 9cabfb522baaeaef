package markdown

import (
	"net/url"
	"path"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// An Asset is a file of the notebook's folder that the page shows or leads to.
type Asset struct {
	Name    string // its path in the folder
	Data    []byte
	Address string // where the site has it, relative to the page: the builder says so

	Width, Height int // of an image, in CSS pixels
}

// Image tells whether the page shows the file.
func (a *Asset) Image() bool { return a.Width > 0 }

func (a *Asset) address() string {
	if a.Address == "" {
		return a.Name
	}
	return a.Address
}

// A Use is a place of the notebook that needs a file of the folder.
type Use struct {
	Name      string // its path in the folder
	Image     bool   // it is shown; else a link leads to it
	Line, Col int

	link     *ast.Link
	fragment string // of the link, with its #
}

// use notes that the place at an offset needs a file.
func (book *Notebook) use(fs *faults, u Use, at int) {
	u.Line, u.Col = fs.position(at)
	book.Uses = append(book.Uses, u)
}

// imageKinds are the formats of images by the endings of their files.
var imageKinds = map[string]string{
	".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".gif": "GIF", ".webp": "WebP", ".svg": "SVG",
}

// ImageKind returns the format of the image that a file of this name is, such as PNG, by its ending; empty if it is none.
func ImageKind(name string) string { return imageKinds[ending(name)] }

// ending returns the ending of a file's name in lower case, with its dot.
func ending(name string) string { return strings.ToLower(path.Ext(name)) }

// scheme starts an address that is no path.
var scheme = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*:`)

// FolderName returns the path in the notebook's folder that an address is, and the fragment after it, or why it is none.
func FolderName(address string) (name, fragment, why string) {
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
	if scheme.MatchString(name) { // as ./a:b
		return "", "", "the page would name another host"
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
	name, fragment, why := FolderName(address)
	switch {
	case why != "":
		faults.add(offsetOf(n), "link: got %q, want an address with https://, or a file in the notebook's folder: %s", address, why)
	case ending(name) == ".html":
	default:
		book.use(faults, Use{Name: name, link: n, fragment: fragment}, offsetOf(n))
		if page, ok := strings.CutSuffix(name, ".md"); ok {
			n.Destination = []byte(page + ".html" + fragment)
		}
	}
}

// A Bibliography is the name of a file of works, and where it is named; the name is empty if there is none.
type Bibliography struct {
	Name      string
	File      string
	Line, Col int
}

// addressLinks gives the links to files their addresses.
func (book *Notebook) addressLinks(assets map[string]*Asset) {
	for _, use := range book.Uses {
		if asset := assets[use.Name]; asset != nil && use.link != nil {
			use.link.Destination = []byte(asset.address() + use.fragment)
			use.link.SetAttributeString("download", path.Base(asset.Name))
		}
	}
}
