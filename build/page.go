package build

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"topobook/build/typeset"
	"topobook/notebooks/builtins"
	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/link"
	"topobook/notebooks/markdown"
	"topobook/notebooks/output"
)

// A frame is what every page has around its content. Paths are relative to the page; all pages
// stand in one folder, so that the same path works from each, under any address.
type frame struct {
	Site        *Settings
	Ledger      bool   // there is a ledger
	Title       string // of the window
	Description string
	Policy      string // what the page may fetch and run
	Styles      []string
	Boot        string
	Finder      string // the script that finds and explains
	Start       string // of a page that starts the engine at once: what to do where it does not start
	Icon        string
	Fonts       []string // to be fetched with the page
	Fetched     []string // what scripts fetch at once
	Worker      string   // the service worker, empty while serving for development
	Here        string   // the page's own file
	URL         string   // its address, or empty
	Open        string   // where the notebook opens in the playground, or empty

	Tags  []metaTag   // for indexes of literature
	About template.JS // the same as schema.org has it
}

// A notebookPage is what page.html shows.
type notebookPage struct {
	frame
	Meta     engine.Meta
	Sections []section
	Body     template.HTML
	Back     template.HTML // what comes after the text, and after the chapters: references, files, programs
	Data     template.JS   // for the browser program: see notebookData
	Claims   []tally       // of the page; on a main page, of all chapters too
	Set      []bookEntry   // the main page and the chapters; nil if the paper is one page
	Chapter  int           // place of the page in Set: 0 for the main page
	Previous *pageLink     // nil on a main page
	Next     *pageLink     // nil on the last page of the last paper

	BackSections []section // of Back
}

// A section is an entry of a page's table of contents.
type section struct {
	ID   string
	Text template.HTML
}

// A pageLink is a link to the page before or after.
type pageLink struct {
	Label string // what it is to this page
	Meta  engine.Meta
}

// notebookData is what the browser program needs to know of a notebook.
type notebookData struct {
	Slug   string      `json:"slug"`
	Paper  string      `json:"paper"` // slug of the main page, with which claim ids start
	Engine string      `json:"engine"`
	Full   string      `json:"full"` // the engine with everything
	Exec   string      `json:"exec"`
	Editor string      `json:"editor"` // the script of the editor
	Cells  []cellData  `json:"cells"`
	Inputs []inputData `json:"inputs"`
	Digest string      `json:"digest"` // of the published outputs

	Names string `json:"names,omitempty"` // what links to pages of the paper may name, if it has several

	Files map[string]string `json:"files,omitempty"` // by name: their texts
	Math  map[string]string `json:"math,omitempty"`  // MathML of the formulas in the outputs, by their TeX

	Playground *playgroundData `json:"playground,omitempty"` // on the page of that name
}

type cellData struct {
	ID     string `json:"id"`
	Source string `json:"source,omitempty"` // empty where the page shows it: see shows
	Inline bool   `json:"inline,omitempty"`
	Fold   bool   `json:"fold,omitempty"`
	Heavy  bool   `json:"heavy,omitempty"`
	Line   int    `json:"line"`

	Outline string `json:"outline"` // see [dialect.Program.Outline]

	Picks []string `json:"picks,omitempty"` // the inputs that the output depends on, see [engine.Kernel.InputsOf]: a click in a drawing may set them, a frame shows them
}

type inputData struct {
	Cell  string `json:"cell"`
	Name  string `json:"name"`
	Value string `json:"value"`
}

// An indexPage is what index.html shows.
type indexPage struct {
	frame
	Meta          engine.Meta   // of index.md, or what stands for it
	Before, After template.HTML // the text of index.md around the list of notebooks
	Data          template.JS   // for the browser program; empty if there are no cells
	Books         []bookEntry
	Claims        []tally // of all papers
}

// A bookEntry is a paper, or a chapter of one, in a list.
type bookEntry struct {
	Meta     engine.Meta
	Claims   []tally
	Picture  template.HTML // a drawing, or empty
	Chapters []bookEntry   // of a paper that has several pages
}

// A tally is how many claims have one verdict.
type tally struct {
	Verdict string
	Count   int
	Link    string // to them, or the first of them; may be empty
}

// meanings says what each verdict means.
var meanings = map[string]string{
	output.Fails:      "The statement as its author meant it is refuted. The smallest counterexample stands beside it.",
	output.Restricted: "Right on a part of what is claimed, or after a repair. The note says which.",
	output.Slip:       "The print, a rounding or the copy that we read is off; the statement meant is right. Not counted against the author.",
	output.Undecided:  "No computation settles it, or what it speaks of is not in the text and was reconstructed by us. The note says why.",
	output.Holds:      "Right in every case that was tried.",
}

// tallyOf counts claims by verdict.
func tallyOf(claims []output.Claim) []tally {
	tallies := make([]tally, len(output.Verdicts))
	for i, verdict := range output.Verdicts {
		tallies[i].Verdict = verdict
		for _, claim := range claims {
			if claim.Verdict == verdict {
				tallies[i].Count++
			}
		}
	}
	return tallies
}

// parseTemplates reads the templates of the site.
func parseTemplates(site fs.FS, math *typeset.Typesetter) (*template.Template, error) {
	funcs := template.FuncMap{
		"glyph":     output.Glyph,
		"highlight": func(src string) template.HTML { return template.HTML(markdown.Highlight(src)) },
		"signature": signature,
		"sentences": sentences,
		"prose": func(text string) (template.HTML, error) {
			html, err := math.SetProse(output.Prose(text))
			return template.HTML(html), err
		},
		"meaning": func(verdict string) string { return meanings[verdict] },
		"sum": func(tallies []tally) int {
			total := 0
			for _, t := range tallies {
				total += t.Count
			}
			return total
		},
	}
	return template.New("site").Funcs(funcs).ParseFS(site, "*.html")
}

// data returns what the browser program needs to know of a computed notebook; names is the file of the names of its paper's pages.
func (c *computed) data(a *assets, math *typeset.Typesetter, names string) (template.JS, error) {
	data := notebookData{
		Slug: c.book.Slug, Paper: c.book.Home(), Engine: a.path(programOf(&c.book.Document)), Full: a.path(fullProgram), Exec: a.path(execScript), Editor: a.path(editorScript),
		Digest: link.Digest(c.results), Names: names, Cells: []cellData{}, Inputs: []inputData{}, Files: c.book.Files, Math: map[string]string{},
	}
	kernel := engine.New(&c.book.Document, builtins.All())
	for i, cell := range c.book.Cells {
		shown := cellData{ID: cell.ID, Source: cell.Source, Inline: cell.Inline, Fold: cell.Fold, Heavy: cell.Heavy, Line: cell.Line, Outline: kernel.Outline(cell.ID)}
		if !cell.Inline {
			shown.Picks = kernel.InputsOf(cell.ID)
		}
		if c.shows(cell) {
			shown.Source = ""
		}
		data.Cells = append(data.Cells, shown)
		if err := math.ProseFormulas(c.results[i].HTML, data.Math); err != nil {
			return "", fmt.Errorf("%s: %w", c.book.File, err)
		}
		for _, input := range c.results[i].Inputs {
			data.Inputs = append(data.Inputs, inputData{cell.ID, input.Name, input.Value})
		}
	}
	text, err := json.Marshal(data)
	if err != nil {
		return "", fmt.Errorf("%s: %w", c.book.File, err)
	}
	return template.JS(text), nil
}

// shows reports whether the page shows the code of a cell to the letter, so that site/boot.js finds it there: not that of values in
// prose and of checks, nor line ends that HTML does not keep.
func (c *computed) shows(cell engine.Cell) bool {
	e := c.book.Exercise(cell.ID)
	return !cell.Inline && (e == nil || e.Check != cell.ID) && !strings.ContainsAny(cell.Source, "\r\x00")
}

// programOf returns the program that a page starts with: that of the papers' pages, or the full one if a cell, or a file that
// cells load, names a builtin that the other lacks.
func programOf(doc *engine.Document) string {
	programs := []*dialect.Program{}
	for _, cell := range doc.Cells {
		programs = append(programs, dialect.Parse(cell.ID, cell.Source, cell.Inline))
	}
	for name, text := range doc.Files {
		if strings.HasSuffix(name, ".star") {
			programs = append(programs, dialect.Parse(name, text, false))
		}
	}
	for _, p := range programs {
		if slices.ContainsFunc(p.Uses, func(name dialect.Name) bool { return lacking()[name.Text] }) {
			return fullProgram
		}
	}
	return papersProgram
}

// lacking returns the builtins that the program of the papers' pages lacks.
var lacking = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, builtin := range builtins.Papers() {
		names[builtin.Name] = builtin.Fn == nil && builtin.Value == nil
	}
	return names
})
