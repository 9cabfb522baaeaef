package markdown

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"topobook/notebooks/engine"
)

// A Notebook is a parsed notebook: the cells, and the prose around them.
type Notebook struct {
	engine.Document
	File   string   // as it was given to Parse
	Uses   []Use    // of files of the folder, in the order of the page
	Assets []*Asset // what is in these, in the order of the page; the builder says so

	Exercises []*Exercise // in the order of the page
	Solutions Solutions   // how the page shows those; the builder says so

	// Bibliography has the works that the notebook cites.
	Bibliography Bibliography
	Works        string // what is in its file; the builder says so

	src     []byte
	root    ast.Node
	parts   []part          // the blocks of its text
	mayFail map[string]bool // cells with the attribute error
	helpers map[string]bool // cells with the attribute helper
	valueAt map[string]int  // offsets of the inline values' expressions
	fileAt  map[string]int  // offsets of the files that stand in the notebook

	solutions []*exercisePart // in the order of the page
}

// Parse reads a notebook. The name of the file, without .md, is the notebook's slug. The error
// joins all faults, each of them a [*Fault]; formulas are not looked into until the page is made.
func Parse(file string, src []byte) (*Notebook, error) {
	src = normal(src)
	slug := slugOf(file)
	fs := &faults{file: file, src: src}
	if !utf8.Valid(src) {
		fs.add(bytes.IndexRune(src, utf8.RuneError), "text: want UTF-8")
		return nil, fs.err()
	}
	if !validID(slug) {
		fs.list = append(fs.list, &Fault{File: file, Msg: "name: want lower-case letters, digits and hyphens, and .md"})
	}
	if reserved[slug] {
		fs.list = append(fs.list, &Fault{File: file, Msg: "name: want another one, as the site has a page " + slug + ".html"})
	}
	fm := parseFrontMatter(fs, slug)
	fm.checkName(fs)
	if fm.end == 0 { // nothing tells where the body starts
		return nil, fs.err()
	}
	book := newNotebook(fs, fm, newHeadingIDs())
	if err := fs.err(); err != nil {
		return nil, err
	}
	return book, nil
}

// Draft reads a notebook that is being written: as [Parse] does, but gives what can be used of one that has faults, and these beside it, in
// the order of the file. What is wrong is left out of the cells, and is shown as it is written. Front matter that is missing or wrong
// is a fault too, and the title is then empty; the name of the file, which may change yet, is not.
func Draft(file, src string) (*Notebook, []*Fault) {
	text := normal([]byte(src))
	fs := &faults{file: file, src: text}
	if !utf8.Valid(text) {
		fs.add(bytes.IndexRune(text, utf8.RuneError), "text: want UTF-8")
		fs.src, fs.lines = valid(text), nil
	}
	ids := newHeadingIDs()
	for _, id := range playgroundIDs {
		ids.used[id] = true
	}
	book := newNotebook(fs, parseFrontMatter(fs, slugOf(file)), ids)
	_ = Join(fs.list)
	return book, fs.list
}

// slugOf returns the slug of the notebook that a file has.
func slugOf(file string) string { return strings.TrimSuffix(filepath.Base(file), ".md") }

// byteOrderMark is what some editors write at the start of a file.
var byteOrderMark = []byte("\ufeff")

// normal returns a text with lines that end with \n, without a byte order mark.
func normal(src []byte) []byte {
	src = bytes.TrimPrefix(src, byteOrderMark)
	return bytes.ReplaceAll(bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
}

// valid returns a text with a sign for bytes that are not UTF-8. Its lines stay.
func valid(src []byte) []byte { return bytes.ToValidUTF8(src, []byte("\ufffd")) }

// newNotebook parses what follows the front matter.
func newNotebook(fs *faults, fm frontMatter, ids *headingIDs) *Notebook {
	book := &Notebook{
		Document: engine.Document{Meta: fm.meta, Files: map[string]string{}}, File: fs.file, src: body(fs.src, fm.end),
		Bibliography: fm.bibliography,
		mayFail:      map[string]bool{}, helpers: map[string]bool{}, valueAt: map[string]int{}, fileAt: map[string]int{},
	}
	book.root = parseBody(fs, book.src, ids)
	book.placeNotes(fs)
	book.parts = cut(book.root, book.src, fm.end)
	book.placeExercises(fs)
	book.placeCells(fs)
	book.guardExercises(fs)
	return book
}

// body returns a text with blank lines in place of its front matter, so that offsets stay those of the file.
func body(src []byte, from int) []byte { return slices.Concat(blank(src[:from]), src[from:]) }

// parseBody parses Markdown. Of what is nested too deeply it is one listing.
func parseBody(fs *faults, src []byte, ids *headingIDs) ast.Node {
	pc := parser.NewContext(parser.WithIDs(ids))
	pc.Set(faultsKey, fs)
	if at := tooDeep(src); at >= 0 {
		fs.add(at, "text: want at most %d lists and quotes in one another", maxNesting)
		return listingOf(src)
	}
	return newMarkdown().Parser().Parse(text.NewReader(src), parser.WithContext(pc))
}

// blank returns src with every byte but line ends replaced by a space.
func blank(src []byte) []byte {
	out := bytes.Repeat([]byte(" "), len(src))
	for i, c := range src {
		if c == '\n' {
			out[i] = c
		}
	}
	return out
}

// listingOf returns a text as one listing.
func listingOf(src []byte) ast.Node {
	root, listing := ast.NewDocument(), ast.NewCodeBlock()
	listing.Lines().Append(text.NewSegment(len(src)-len(bytes.TrimLeft(src, " \n")), len(src)))
	root.AppendChild(root, listing)
	return root
}

// ownBlocks are the blocks that notebooks have besides those of Markdown.
var ownBlocks = []util.PrioritizedValue{
	util.Prioritized(displayParser{}, 690), // before fenced code
	util.Prioritized(blockParser{}, 695),
}

// newMarkdown returns the Markdown of notebooks, with its extensions.
func newMarkdown(options ...goldmark.Option) goldmark.Markdown {
	return goldmark.New(append([]goldmark.Option{
		goldmark.WithExtensions(
			extension.Table,
			extension.Footnote,
			extension.NewTypographer(extension.WithTypographicSubstitutions(extension.TypographicSubstitutions{
				extension.LeftSingleQuote:  []byte("‘"),
				extension.RightSingleQuote: []byte("’"),
				extension.LeftDoubleQuote:  []byte("“"),
				extension.RightDoubleQuote: []byte("”"),
				extension.EnDash:           []byte("–"),
				extension.EmDash:           []byte("—"),
				extension.Ellipsis:         []byte("…"),
				extension.Apostrophe:       []byte("’"),
				extension.LeftAngleQuote:   nil,
				extension.RightAngleQuote:  nil,
			})),
		),
		goldmark.WithParserOptions(
			parser.WithAutoHeadingID(),
			parser.WithBlockParsers(ownBlocks...),
			parser.WithInlineParsers(
				util.Prioritized(limitParser{}, 80),   // before all others
				util.Prioritized(formulaParser{}, 90), // before code spans
				util.Prioritized(mentionParser{}, 95), // before footnotes and links
			),
		),
	}, options...)...)
}

// placeNotes moves each footnote to the first place that refers to it.
func (book *Notebook) placeNotes(fs *faults) {
	notes := map[int]*extast.Footnote{}
	var lists, links []ast.Node
	walk(book.root, func(n ast.Node) {
		switch n := n.(type) {
		case *extast.FootnoteList:
			lists = append(lists, n)
		case *extast.Footnote:
			notes[n.Index] = n
		case *extast.FootnoteLink:
			links = append(links, n)
		}
	})
	for _, list := range lists {
		list.Parent().RemoveChild(list.Parent(), list)
	}
	for _, link := range links {
		index := link.(*extast.FootnoteLink).Index
		placed := &note{number: index}
		link.Parent().ReplaceChild(link.Parent(), link, placed)
		placed.right = takeRight(placed, fs.src, ",.;:!?)")
		footnote := notes[index]
		if footnote == nil {
			continue // has its place already
		}
		delete(notes, index)
		body := footnote.FirstChild()
		if body == nil || body.NextSibling() != nil || body.Kind() != ast.KindParagraph {
			fs.add(offsetOf(footnote), "footnote %s: want one paragraph", footnote.Ref)
			continue
		}
		for child := body.FirstChild(); child != nil; child = body.FirstChild() {
			body.RemoveChild(body, child)
			if child.Kind() != extast.KindFootnoteBacklink {
				placed.AppendChild(placed, child)
			}
		}
	}
}

// placeCells turns fences, code and images into cells, values and figures, in page order, and reports what a
// notebook must not contain.
func (book *Notebook) placeCells(fs *faults) {
	var found []ast.Node
	walk(book.root, func(n ast.Node) { found = append(found, n) })
	values := 0
	taken := map[string]string{} // ids
	take := func(kind, id string, at int) bool {
		if other, ok := taken[id]; ok {
			fs.add(at, "%s %s: the %s has this id too", kind, id, other)
			return false
		}
		line, _ := fs.position(at)
		taken[id] = fmt.Sprintf("%s in line %d", kind, line)
		return true
	}
	for _, n := range found {
		switch n := n.(type) {
		case *ast.FencedCodeBlock:
			if book.takeFile(fs, n) {
				continue
			}
			refusePart(fs, n)
			refuseInQuestion(fs, n)
			if cell, captionAt, ok := book.takeFence(fs, n); ok && take("cell", cell.ID, n.Info.Segment.Start) {
				book.Cells = append(book.Cells, cell)
				placed := &cellNode{id: cell.ID}
				addCaption(fs, placed, cell.Caption, captionAt)
				n.Parent().ReplaceChild(n.Parent(), n, placed)
			}
		case *exercisePart:
			if n.kind == "check" && take("check", n.exercise.Check, n.at) {
				book.Cells = append(book.Cells, n.cell())
			}
		case *ast.CodeSpan:
			if cell, at, ok := takeValue(fs, n); ok {
				values++
				cell.ID = fmt.Sprintf("v%d", values)
				book.valueAt[cell.ID] = at
				book.Cells = append(book.Cells, cell)
				n.Parent().ReplaceChild(n.Parent(), n, &valueNode{id: cell.ID})
			}
		case *ast.Image:
			book.placeImage(fs, n, take)
		case *ast.Link:
			book.placeLink(fs, n)
		case *formula:
			n.glue(fs.src)
		default:
			refuse(fs, n)
		}
	}
}

// takeFence returns the cell that a fence is, and where its caption starts, if it is one.
func (book *Notebook) takeFence(fs *faults, n *ast.FencedCodeBlock) (cell engine.Cell, captionAt int, ok bool) {
	if n.Info == nil {
		return cell, 0, false
	}
	at := n.Info.Segment.Start
	info := string(n.Info.Segment.Value(fs.src))
	if !isCell(info) {
		return cell, 0, false
	}
	attrs, err := parseFence(info)
	if err != nil {
		fs.add(at+err.at, "%s", err.msg)
		return cell, 0, false
	}
	if n.Lines().Len() == 0 {
		fs.add(at, "cell %s: want at least one line", attrs.id)
		return cell, 0, false
	}
	line, _ := fs.position(n.Lines().At(0).Start)
	book.mayFail[attrs.id], book.helpers[attrs.id] = attrs.error, attrs.helper
	if attrs.helper && attrs.exercise {
		fs.add(at, "cell %s: is a helper and an exercise, want one of them", attrs.id)
		return cell, 0, false
	}
	source := strings.TrimRight(string(n.Lines().Value(fs.src)), "\n")
	return attrs.cell(source, line), at + attrs.captionAt, true
}

// takeValue returns the inline value that code is, and where its expression starts, if it is one.
func takeValue(fs *faults, n *ast.CodeSpan) (engine.Cell, int, bool) {
	source := strings.ReplaceAll(string(codeText(n, fs.src)), "\n", " ")
	expr, ok := strings.CutPrefix(source, "= ")
	if !ok || n.FirstChild() == nil {
		return engine.Cell{}, 0, false
	}
	at := n.FirstChild().(*ast.Text).Segment.Start + 2
	if expr = strings.TrimSpace(expr); expr == "" {
		fs.add(at-2, "inline value: want an expression after =")
		return engine.Cell{}, 0, false
	}
	for parent := n.Parent(); parent != nil; parent = parent.Parent() {
		if parent.Kind() == ast.KindHeading {
			fs.add(at, "inline value: want it outside headings")
			return engine.Cell{}, 0, false
		}
	}
	line, _ := fs.position(at)
	return engine.Cell{Source: expr, Inline: true, Line: line}, at, true
}

// codeText returns the text of code in a line of text.
func codeText(n ast.Node, src []byte) []byte {
	var b []byte
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if t, ok := child.(*ast.Text); ok {
			b = append(b, t.Segment.Value(src)...)
		} else if s, ok := child.(*ast.String); ok {
			b = append(b, s.Value...)
		}
	}
	return b
}

// refuse reports n if a notebook must not contain it.
func refuse(fs *faults, n ast.Node) {
	switch n := n.(type) {
	case *block:
		switch outer := within(n, "depth", "question"); {
		case n.name == "notebooks" && filepath.Base(fs.file) != Index+".md":
			fs.add(n.at, "notebooks: want it in %s.md only, where the list of notebooks is", Index)
		case outer != nil && (n.name == "depth" || n.name == "question" && outer.name == "question"):
			fs.add(n.at, "%s: want it outside of ::: %s", n.name, outer.name)
		}
	case *ast.Heading:
		switch outer := within(n, "depth", "question", "hint", "answer", "goals"); {
		case n.Level == 1:
			fs.add(offsetOf(n), "heading: want ## or ###, as the title is in the front matter")
		case n.Level == 2 && outer != nil:
			fs.add(offsetOf(n), "heading: want ### in ::: %s, as ## opens a section", outer.name)
		}
	case *ast.HTMLBlock:
		if n.HTMLBlockType != ast.HTMLBlockType2 {
			fs.add(offsetOf(n), "HTML: want Markdown")
		}
	case *ast.RawHTML:
		if at := n.Segments.At(0); !bytes.HasPrefix(at.Value(fs.src), []byte("<!--")) {
			fs.add(at.Start, `HTML: want Markdown (a less-than sign is \<)`)
		}
	}
}

// within returns the innermost block around n that has one of the given names; nil if there is none.
func within(n ast.Node, names ...string) *block {
	for n = n.Parent(); n != nil; n = n.Parent() {
		if b, ok := n.(*block); ok && slices.Contains(names, b.name) {
			return b
		}
	}
	return nil
}

// offsetOf returns the offset in the file at which n starts, or of the block that holds it.
func offsetOf(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if at := n.Pos(); at >= 0 && n.Kind() != ast.KindDocument {
			return at
		}
		if n.Type() == ast.TypeBlock && n.Lines() != nil && n.Lines().Len() > 0 {
			return n.Lines().At(0).Start
		}
	}
	return 0
}

// walk calls visit for n and everything below it, parents first.
func walk(n ast.Node, visit func(ast.Node)) {
	visit(n)
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		walk(child, visit)
	}
}
