// Package licenses lists what a site and the command are made of, topobook first of all, with versions and licenses, and has the texts of
// these. A released command has no module cache to look into, so that list.txt and texts carry what go test ./build/licenses -update finds.
package licenses

import (
	"embed"
	"fmt"
	"runtime"
	"strings"
)

//go:embed list.txt texts
var files embed.FS

// A Component is a part, which others have written but for topobook itself; that has no version here.
type Component struct {
	Use     string // Pages or Command
	Kind    string // whose names and versions it has: go, npm or deb, as in package URLs
	Name    string
	Version string
	License string // an SPDX license expression
	Text    string // the name of the text of its license
}

// The uses of components.
const (
	Pages   = "pages"   // readers get it
	Command = "command" // it is in the command, and no reader gets it
)

// standard is what Go itself is called as a module. Its version in list.txt is that of go.mod; what is there is that which compiled this.
const standard = "std"

// List returns all components: those of pages first, and the same order each time.
func List() []Component {
	var list []Component
	for line := range strings.Lines(read("list.txt")) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 6 {
			panic(fmt.Sprintf("list.txt: got %q, want six fields", line)) // a test reads them all
		}
		c := Component{f[0], f[1], f[2], f[3], f[4], f[5]}
		if c.Name == standard {
			c.Version = strings.TrimPrefix(runtime.Version(), "go")
		}
		list = append(list, c)
	}
	return list
}

// Text returns the text of that name, which a component has.
func Text(name string) string { return read("texts/" + name + ".txt") }

func read(name string) string {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(data)
}

// Title returns what readers know a component as.
func (c Component) Title() string {
	if c.Name == standard {
		return "Go"
	}
	return c.Name
}

// URL returns the package URL of a component.
func (c Component) URL() string {
	name, version := strings.ReplaceAll(c.Name, "@", "%40"), strings.ReplaceAll(c.Version, "+", "%2B")
	switch c.Kind {
	case "go":
		return "pkg:golang/" + name + "@" + version
	case "deb":
		return "pkg:deb/debian/" + name + "@" + version
	}
	return "pkg:" + c.Kind + "/" + name + "@" + version
}
