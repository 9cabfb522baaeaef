package build

import (
	"strings"

	"topobook/build/licenses"
)

// licensesFile is the page that says what a site is made with.
const licensesFile = "licenses.html"

// A licensesPage is what it shows.
type licensesPage struct {
	frame
	Uses  []licensesUse
	Texts []licenseText
}

// A licensesUse is a table of components.
type licensesUse struct {
	ID, Title  string
	Components []licenses.Component
}

// A licenseText is a license with the names of those that it is of.
type licenseText struct{ Name, Of, Text string }

// licenses makes the page.
func (p *pageMaker) licenses() error {
	page := licensesPage{frame: p.frame(licensesFile, "Software and fonts", "What this site is made with, and under which licenses."),
		Uses: []licensesUse{{ID: licenses.Pages, Title: "In the pages"}, {ID: licenses.Command, Title: "In the command that made them"}}}
	of := map[string][]string{}
	var names []string
	for _, c := range licenses.List() {
		for i := range page.Uses {
			if page.Uses[i].ID == c.Use {
				page.Uses[i].Components = append(page.Uses[i].Components, c)
			}
		}
		if of[c.Text] == nil {
			names = append(names, c.Text)
		}
		of[c.Text] = append(of[c.Text], c.Title())
	}
	for _, name := range names {
		page.Texts = append(page.Texts, licenseText{name, strings.Join(of[name], ", "), licenses.Text(name)})
	}
	return p.make(licensesFile, licensesFile, page)
}
