package markdown

import (
	"fmt"
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"topobook/notebooks/builtins"
	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
)

// A Typesetter sets what takes more than Go to set: formulas, and lists of references.
type Typesetter interface {
	// Formula returns the MathML of a formula, or an error that says what is wrong with its TeX.
	Formula(tex string, display bool) (string, error)

	// SetProse returns the HTML of an output with its formulas set.
	SetProse(html string) (string, error)

	// Works returns the keys of the works that a bibliography has: a file of this name, and what is in it.
	Works(name, src string) ([]string, error)

	// References returns the works with the given keys, which the bibliography has, as HTML.
	References(name, src string, keys []string) ([]string, error)
}

// A writer renders one notebook with the results of its cells.
type writer struct {
	book     *Notebook
	results  map[string]engine.Result
	math     Typesetter
	faults   *faults
	markdown goldmark.Markdown
	plain    bool // only what may stand in the table of contents
	draft    bool // for the page that it is written in: see [Notebook.BlocksHTML]
	figures  map[ast.Node]figure
	named    map[string]figure // by id
	order    []string          // of those that have a number: fig:net
	assets   map[string]*Asset // by name
	cited    []*work           // in the order of citation
	apart    map[ast.Node]bool // cells that do not stand where the text has them
	helpers  []*cellNode       // those that only serve others
}

// BackMark is in the HTML of a notebook between its text and what ends the page: references, files and programs.
const BackMark = "<!--back-->"

// Render returns the prose of the notebook with its cells, and what they resulted in, as HTML; and its sections.
func (book *Notebook) Render(results []engine.Result, math Typesetter) (body string, sections []Section, err error) {
	w := newWriter(book, results, math)
	book.addressLinks(w.assets)
	if err := w.findCited(); err != nil {
		return "", nil, err
	}
	var b buffer
	if err := w.text(&b); err != nil {
		return "", nil, err
	}
	if err := w.faults.err(); err != nil {
		return "", nil, err
	}
	sections, err = w.sections()
	b.WriteString(BackMark)
	back := func(id, title string) { sections = append(sections, Section{ID: id, Text: title, Back: true}) }
	if len(w.cited) > 0 {
		back(referencesID, "References")
		w.references(&b.Builder)
	}
	if files := w.filesSection(); files != "" {
		b.WriteString(files)
		back("files", "Files")
	}
	if len(w.helpers) > 0 {
		w.programs(&b.Builder)
		back(programsID, "Programs of this page")
	}
	return b.String(), sections, err
}

// newWriter returns a writer with the figures numbered. Without a typesetter it writes what a reader edits.
func newWriter(book *Notebook, results []engine.Result, math Typesetter) *writer {
	w := &writer{
		book: book, results: map[string]engine.Result{}, math: math, draft: math == nil,
		faults: &faults{file: book.File, src: book.src}, figures: map[ast.Node]figure{}, named: map[string]figure{}, assets: map[string]*Asset{},
		apart: map[ast.Node]bool{},
	}
	for _, asset := range book.Assets {
		w.assets[asset.Name] = asset
	}
	for _, result := range results {
		if !w.draft {
			var err error
			if result.HTML, err = math.SetProse(result.HTML); err != nil {
				cell, _ := book.Cell(result.Cell)
				w.faults.list = append(w.faults.list, &Fault{book.File, cell.Line, 0, fmt.Sprintf("cell %s: claim: %v", cell.ID, err)})
			}
		}
		w.results[result.Cell] = result
	}
	if !w.draft { // in which all stands where it is edited
		w.setApart()
	}
	w.numberFigures()
	renderers := []util.PrioritizedValue{util.Prioritized(w, 100)}
	if w.draft { // whose page has no inline styles
		renderers = append(renderers, util.Prioritized(extension.NewTableHTMLRenderer(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)), 200))
	}
	w.markdown = newMarkdown(goldmark.WithRendererOptions(renderer.WithNodeRenderers(renderers...)))
	return w
}

// RegisterFuncs tells goldmark how to render what a notebook has besides Markdown.
func (w *writer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(kindCell, leaf(w.cell))
	reg.Register(kindFile, leaf(w.file))
	reg.Register(kindPart, w.exercisePart)
	reg.Register(kindNumber, leaf(w.exerciseNumber))
	reg.Register(kindValue, leaf(w.value))
	reg.Register(kindFormula, leaf(w.formula))
	reg.Register(kindDisplay, leaf(w.display))
	reg.Register(kindBlock, w.block)
	reg.Register(kindOption, w.option)
	reg.Register(kindNote, w.note)
	reg.Register(kindMention, leaf(w.mention))
	reg.Register(kindPicture, leaf(w.picture))
	reg.Register(kindFigure, leaf(w.figure))
	reg.Register(ast.KindHTMLBlock, leaf(w.htmlBlock))
	reg.Register(ast.KindRawHTML, leaf(w.rawHTML))
	if w.draft {
		reg.Register(ast.KindLink, w.link)
		reg.Register(ast.KindAutoLink, leaf(w.autoLink))
	}
	reg.Register(extast.KindTable, around(`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table class="data">`+"\n", "</table></div>\n"))
	reg.Register(ast.KindFencedCodeBlock, leaf(w.listing))
	reg.Register(ast.KindCodeBlock, leaf(w.listing))
}

// leaf adapts a function that renders a node with everything below it.
func leaf(render func(util.BufWriter, ast.Node)) renderer.NodeRendererFunc {
	return func(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			render(out, n)
		}
		return ast.WalkSkipChildren, nil
	}
}

// around returns a function that renders a node as its children between two tags.
func around(open, end string) renderer.NodeRendererFunc {
	return func(out util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		tag := end
		if entering {
			tag = open
		}
		_, err := out.WriteString(tag)
		return ast.WalkContinue, err
	}
}

// A buffer takes what goldmark renders without another buffer for each node.
type buffer struct{ strings.Builder }

func (*buffer) Available() int { return 0 }
func (*buffer) Buffered() int  { return 0 }
func (*buffer) Flush() error   { return nil }

// tex returns a formula as MathML; in a draft as TeX, which the page sets.
func (w *writer) tex(tex string, display bool) (string, error) {
	switch {
	case !w.draft:
		return w.math.Formula(tex, display)
	case display:
		return `<code class="tex" data-display>` + html.EscapeString(tex) + "</code>", nil
	}
	return `<code class="tex">` + html.EscapeString(tex) + "</code>", nil
}

func (w *writer) formula(out util.BufWriter, n ast.Node) {
	f := n.(*formula)
	mathml, err := w.tex(f.tex, false)
	if err != nil {
		w.faults.add(f.at, "formula: %v", err)
	}
	if f.left+f.right != "" {
		mathml = `<span class="glue">` + html.EscapeString(f.left) + mathml + html.EscapeString(f.right) + "</span>"
	}
	_, _ = out.WriteString(mathml)
}

func (w *writer) display(out util.BufWriter, n ast.Node) {
	d := n.(*display)
	mathml, err := w.tex(strings.TrimSpace(string(d.tex)), true)
	if err != nil {
		w.faults.add(d.at, "displayed formula: %v", err)
	}
	_, _ = fmt.Fprintf(out, "<div class=\"display\">%s</div>\n", mathml)
}

func (w *writer) note(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if w.plain {
		_, err := out.WriteString(n.(*note).right)
		return ast.WalkSkipChildren, err
	}
	mark := fmt.Sprintf("<sup class=\"mark\">%d</sup>", n.(*note).number)
	right := n.(*note).right
	var err error
	switch {
	case !n.HasChildren() && entering:
		_, err = out.WriteString(mark + right)
	case n.HasChildren() && entering:
		_, err = out.WriteString(mark + right + `<span class="margin" role="note">` + mark + " ")
	case n.HasChildren():
		_, err = out.WriteString("</span>")
	}
	return ast.WalkContinue, err
}

// listing renders code that is no cell.
func (w *writer) listing(out util.BufWriter, n ast.Node) {
	_, _ = out.WriteString(listing(string(n.Lines().Value(w.book.src))))
}

func listing(code string) string {
	return fmt.Sprintf("<pre class=\"listing\" tabindex=\"0\" role=\"group\" aria-label=\"Code\"><code>%s</code></pre>\n", html.EscapeString(code))
}

func (w *writer) value(out util.BufWriter, n ast.Node) {
	id := n.(*valueNode).id
	result := w.results[id]
	text := result.HTML
	switch {
	case w.draft:
		text = ""
	case result.Err != nil:
		text = "?"
	}
	_, _ = fmt.Fprintf(out, `<output class="value" data-cell="%s" aria-live="off">%s</output>`, id, text)
}

func (w *writer) cell(out util.BufWriter, n ast.Node) {
	if w.apart[n] {
		return
	}
	cell, _ := w.book.Cell(n.(*cellNode).id)
	if e := w.book.Exercise(cell.ID); e != nil && !e.asked {
		_, _ = fmt.Fprintf(out, "<p>%s</p>\n", e.numberHTML())
	}
	_, _ = out.WriteString(CellHTML(cell, w.shown(cell.ID), w.caption(n)))
}

// shown returns the result of a cell as the page shows it at first.
func (w *writer) shown(cell string) engine.Result {
	result := w.results[cell]
	switch {
	case w.draft:
		result = engine.Result{State: engine.Waiting}
	case result.State == engine.Waiting: // while serving
		result.Err = nil
		result.HTML = `<p class="offer">This takes long. It is being computed: load the page again in a while, or run the cell.</p>`
	}
	return result
}

// CellHTML renders a cell with its result and its caption as the page's DOM has it; the browser program works on the same elements.
func CellHTML(cell engine.Cell, result engine.Result, caption string) string {
	attrs, open := "", " open"
	if cell.Heavy {
		attrs = " data-heavy"
	}
	if cell.Fold {
		open = ""
	}
	return fmt.Sprintf(`<section class="cell" id="cell-%[1]s" data-cell="%[1]s" data-state="%[2]s"%[3]s>
<div class="controls">%[4]s</div>
<figure class="output-figure"><div class="output">%[5]s</div>%[6]s</figure>
<p class="error"%[7]s</p>
<details class="code"%[8]s><summary>Code</summary>
<div class="editor"><pre class="source"><code>%[9]s</code></pre></div>
<div class="tools"></div>
</details>
</section>
`, cell.ID, result.State, attrs, engine.RenderInputs(result.Inputs), result.HTML, caption, errorHTML(result.Err), open, Highlight(cell.Source))
}

// operator is the markup of operators, which the style sheet leaves as they are.
var operator = regexp.MustCompile(`<span class="op">([^<]*)</span>`)

// Highlight returns source with the markup that the style sheet colours.
func Highlight(source string) string {
	return operator.ReplaceAllString(builtins.Highlight(source), "$1")
}

// errorHTML returns the end of the tag of a cell's p.error, and the error in words.
func errorHTML(err *dialect.Error) string {
	if err == nil {
		return " hidden>"
	}
	text := ">"
	if err.Line > 0 {
		text += fmt.Sprintf(`<span class="where">line %d, column %d: </span>`, err.Line, err.Col)
	}
	text += html.EscapeString(err.Msg)
	if err.Hint != "" {
		text += fmt.Sprintf(` <span class="hint">%s</span>`, html.EscapeString(err.Hint))
	}
	return text
}
