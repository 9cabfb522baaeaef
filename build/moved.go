package build

import (
	"encoding/json"
	"regexp"
	"slices"

	"topobook/notebooks/dialect"
)

// A namedPage is what links to a page of a paper may name: see site/moved.js, which leads those to another page of the paper that name
// what is there by now.
type namedPage struct {
	Slug   string   `json:"slug"`
	Title  string   `json:"title"`  // as the list of chapters has it
	Inputs []string `json:"inputs"` // also those that no one sees until others have some value
	Cells  []string `json:"cells"`
	Places []string `json:"places"` // the ids of its elements that links lead to
}

// addNames stores the names of the pages of a paper, if there are several, and returns the file.
func (p *pageMaker) addNames(of paper) (string, error) {
	if len(of) == 1 {
		return "", nil
	}
	var pages []namedPage
	for _, c := range of {
		page := namedPage{Slug: c.book.Slug, Title: c.book.Short, Inputs: []string{}, Cells: []string{}}
		for _, cell := range c.book.Cells {
			if !cell.Inline {
				page.Cells = append(page.Cells, cell.ID)
			}
			page.Inputs = append(page.Inputs, dialect.Parse(cell.ID, cell.Source, cell.Inline).InputNames...)
		}
		slices.Sort(page.Inputs)
		page.Inputs = slices.Compact(page.Inputs)
		for _, found := range placeID.FindAllStringSubmatch(p.bodies[c.book.Slug].body, -1) {
			page.Places = append(page.Places, found[1])
		}
		pages = append(pages, page)
	}
	text, err := json.Marshal(pages)
	if err != nil {
		return "", err
	}
	name := of[0].book.Slug + ".names.json"
	p.a.add(name, text)
	return p.a.path(name), nil
}

// placeID finds the ids of headings, claims and figures; those of cells begin with cell- and are known as such.
var placeID = regexp.MustCompile(`<(?:h[23]|div class="claim[^"]*"|figure[^>]*|li class="claim[^"]*") id="([^"]+)"`)
