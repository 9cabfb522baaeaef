package build

import (
	"encoding/json"
	"html"
	"html/template"
	"regexp"
	"strings"
	"sync"

	"topobook/notebooks/builtins"
	"topobook/notebooks/builtins/doc"
	"topobook/notebooks/engine"
	"topobook/notebooks/link"
	"topobook/notebooks/markdown"
)

const (
	referenceFile   = "reference.html"
	referenceScript = "reference.js"
)

// A referencePage is what reference.html shows. Its examples are the cells of a notebook, but the page has them as listings, of which
// site/reference.js makes cells: the markup of cells would make it longer by a third.
type referencePage struct {
	frame
	Groups []referenceGroup
	Cell   template.HTML // what an example becomes
	Data   template.JS   // for the browser program, but for the cells
	Script string
}

type referenceGroup struct {
	ID, Name string
	Entries  []doc.Entry
}

// reference makes the page that says what each builtin does.
func (p *pageMaker) reference() error {
	if err := p.addScript(referenceScript); err != nil {
		return err
	}
	entries, err := doc.Entries()
	if err != nil {
		return err
	}
	results, err := exampleResults()
	if err != nil {
		return err
	}
	data := notebookData{
		Slug: "reference", Paper: "reference", Engine: p.a.path(fullProgram), Full: p.a.path(fullProgram), Exec: p.a.path(execScript), Editor: p.a.path(editorScript),
		Digest: link.Digest(results), Cells: []cellData{}, Inputs: []inputData{}, Files: examplesOf(entries).Files,
	}
	for _, result := range results {
		for _, input := range result.Inputs {
			data.Inputs = append(data.Inputs, inputData{result.Cell, input.Name, input.Value})
		}
	}
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	page := referencePage{
		frame: p.frame(referenceFile, "Reference", "Every builtin that a cell may use: networks, measures, routing, traffic, outputs and claims."),
		Data:  template.JS(text), Script: p.a.path(referenceScript),
		Cell: template.HTML(markdown.CellHTML(engine.Cell{}, engine.Result{State: engine.Waiting}, "")),
	}
	for _, e := range entries {
		if n := len(page.Groups); n == 0 || page.Groups[n-1].Name != e.Group {
			page.Groups = append(page.Groups, referenceGroup{ID: "group-" + markdown.Hyphenated(e.Group), Name: e.Group})
		}
		last := &page.Groups[len(page.Groups)-1]
		last.Entries = append(last.Entries, e)
	}
	return p.make(referenceFile, referenceFile, page)
}

// exampleResults returns what the examples give, which is the same for every site.
var exampleResults = sync.OnceValues(func() ([]engine.Result, error) {
	entries, err := doc.Entries()
	if err != nil {
		return nil, err
	}
	kernel := engine.New(examplesOf(entries), builtins.All())
	err = kernel.Run(engine.RunOptions{})
	return kernel.Outputs(), err
})

// examplesOf returns the examples of the reference as a notebook, with the file that one of them reads. No two give a name.
func examplesOf(entries []doc.Entry) *engine.Document {
	examples := &engine.Document{Meta: engine.Meta{Slug: "reference"}, Files: map[string]string{"measured.csv": "load,latency\n0.1,12.5\n0.3,14.25\n0.5,19\n"}}
	for _, e := range entries {
		examples.Cells = append(examples.Cells, engine.Cell{ID: e.Name(), Source: e.Example, Line: 1})
	}
	return examples
}

// apostrophe is the straight one of a typewriter, between two letters.
var apostrophe = regexp.MustCompile(`(\pL)'(\pL)`)

// codeSpan is code between backticks in the documentation of a builtin, once it is HTML.
var codeSpan = regexp.MustCompile("`([^`]+)`")

// signature returns the signature of a builtin with its name marked.
func signature(e doc.Entry) template.HTML {
	rest := strings.TrimPrefix(e.Signature, e.Name())
	return template.HTML(`<b class="fn">` + html.EscapeString(e.Name()) + "</b>" + html.EscapeString(rest))
}

// sentences returns a text of the documentation of a builtin with its code marked.
func sentences(text string) template.HTML {
	text = apostrophe.ReplaceAllString(text, "$1’$2")
	return template.HTML(codeSpan.ReplaceAllString(html.EscapeString(text), "<code>$1</code>"))
}
