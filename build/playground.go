package build

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"topobook/build/typeset"
	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
)

// playgroundFile is the page on which readers write notebooks.
const playgroundFile = "playground.html"

// A playgroundPage is what playground.html shows.
type playgroundPage struct {
	frame
	Data template.JS
}

// playgroundData is what the playground needs to know of the site. Paths are relative to the page.
type playgroundData struct {
	Temml    string        `json:"temml"` // the script that sets formulas
	Examples []exampleData `json:"examples"`
	Pages    []sourceData  `json:"pages"`

	Standalone     string `json:"standalone"`     // what a notebook in one file is made from, see [pageMaker.standalone]
	StandaloneSize int    `json:"standaloneSize"` // in bytes
}

type exampleData struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Summary string `json:"summary"`
	Path    string `json:"path"`
}

// sourceData is a notebook of the site.
type sourceData struct {
	Slug   string `json:"slug"`
	Title  string `json:"title"`
	Source string `json:"source"` // path of its text
}

// opens returns where a page's notebook opens in the playground, or nothing.
func (p *pageMaker) opens(book *markdown.Notebook) string {
	if !p.settings.Playground || book.Slug == markdown.Index {
		return ""
	}
	return playgroundFile + "#from=" + book.Slug
}

// addSource stores the text of a notebook beside its page, and notes it for the list of the playground.
func (p *pageMaker) addSource(book *markdown.Notebook, title string) error {
	text, err := source(p.folder, book)
	if err != nil {
		return err
	}
	name := book.Slug + ".md"
	p.a.files[name] = text
	p.a.apart[name] = true
	p.sources = append(p.sources, sourceData{book.Slug, title, name})
	return nil
}

// source returns the text of a notebook, without its solutions if the page has none, and with the files of its folder that its cells load and read in data blocks at the end.
func source(folder string, book *markdown.Notebook) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(folder, book.File))
	if err != nil {
		return nil, err
	}
	alone, err := markdown.Parse(book.File, text)
	if err != nil {
		return nil, err
	}
	if book.Solutions == markdown.None {
		text = alone.WithoutSolutions(text)
	}
	for _, name := range engine.SortedKeys(book.Files) {
		if _, within := alone.Files[name]; !within {
			text = append(text, "\n\n"+markdown.NewData(name, book.Files[name])...)
		}
	}
	return text, nil
}

// examples stores the notebooks that the playground offers to start from.
func (p *pageMaker) examples() ([]exampleData, error) {
	files, err := fs.Glob(p.site, "examples/*.md")
	if err != nil {
		return nil, err
	}
	var list []exampleData
	orders := map[string]int{}
	for _, file := range files {
		text, err := fs.ReadFile(p.site, file)
		if err != nil {
			return nil, err
		}
		book, err := markdown.Parse(path.Base(file), text)
		if err != nil {
			return nil, err
		}
		p.a.add(file, text)
		orders[book.Slug] = book.Order
		list = append(list, exampleData{book.Slug, book.Title, book.Summary, p.a.path(file)})
	}
	slices.SortFunc(list, func(a, b exampleData) int { return orders[a.Name] - orders[b.Name] })
	return list, nil
}

// playground makes the playground, after all pages of notebooks.
func (p *pageMaker) playground(program Engine) error {
	if _, taken := p.a.files[playgroundFile]; taken {
		return fmt.Errorf("playground.md: want another name, as the site has a page of this one (playground: false in %s leaves it out)", settingsFile)
	}
	p.a.add("temml.js", []byte(typeset.Temml))
	if err := p.a.addStyle(p.site, "playground.css"); err != nil {
		return err
	}
	examples, err := p.examples()
	if err != nil {
		return err
	}
	file, err := p.standalone(program)
	if err != nil {
		return err
	}
	data, err := json.Marshal(notebookData{
		Slug: "playground", Paper: "playground", Engine: p.a.path(fullProgram), Full: p.a.path(fullProgram), Exec: p.a.path(execScript), Editor: p.a.path(editorScript),
		Cells: []cellData{}, Inputs: []inputData{},
		Playground: &playgroundData{p.a.path("temml.js"), examples, p.sources, file, len(p.a.files[file])},
	})
	if err != nil {
		return err
	}
	page := playgroundPage{
		p.frame(playgroundFile, "Playground", "Write a notebook on networks: text, formulas, and cells that build, measure, draw and simulate them, in your browser."),
		template.JS(data),
	}
	page.Start = "load the page again to go on."
	page.Fonts = []string{p.a.path("fonts/sans.woff2")} // it has no text yet
	page.Fetched = []string{p.a.path(fullProgram), p.a.path(execScript)}
	return p.make(playgroundFile, playgroundFile, page)
}
