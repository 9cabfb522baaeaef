package markdown

import (
	"bytes"
	"fmt"
	"html"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"
)

var kindOption = ast.NewNodeKind("TopobookOption")

// An option is an answer that a reader may choose. Its children are those of an item of a list.
type option struct {
	ast.BaseBlock
	question int // offset of the question, which its options share
	right    bool
}

func (n *option) Kind() ast.NodeKind         { return kindOption }
func (n *option) Dump(src []byte, level int) { dump(n, src, level, fmt.Sprint(n.right)) }

// The marks that options begin with.
var openMark, rightMark = []byte("[ ] "), []byte("[x] ")

// ask makes options of the list in a question, and puts what follows it, the answer, into a block of its own.
func (n *block) ask(src []byte, pc parser.Context) {
	var list *ast.List
	for child := n.FirstChild(); child != nil && list == nil; child = child.NextSibling() {
		list, _ = child.(*ast.List)
	}
	if list == nil || list.PreviousSibling() == nil || list.NextSibling() == nil {
		report(pc, n.at, "question: want the question, a list of answers that begin with [ ] or [x], and what is right")
		return
	}
	found := &block{name: "found", at: n.at, closed: true}
	for child := list.NextSibling(); child != nil; child = list.NextSibling() {
		found.AppendChild(found, child)
	}
	var options []*option
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		o := &option{question: n.at}
		if !o.take(item, src) {
			report(pc, n.at, "question: want each answer to begin with [ ] or [x]")
			return
		}
		options = append(options, o)
	}
	if len(options) < 2 || !slices.ContainsFunc(options, func(o *option) bool { return o.right }) {
		report(pc, n.at, "question: want at least two answers, of which one begins with [x]")
		return
	}
	for _, o := range options {
		n.InsertBefore(n, list, o)
	}
	n.RemoveChild(n, list)
	n.AppendChild(n, found)
}

// take moves what an item of a list has after its mark, and reports whether it has one. Its paragraphs become lines, as the parts of a label are.
func (o *option) take(item ast.Node, src []byte) bool {
	first := item.FirstChild()
	if first == nil || first.Lines() == nil || first.Lines().Len() == 0 {
		return false
	}
	line := first.Lines().At(0)
	mark := line.Value(src)
	if o.right = bytes.HasPrefix(mark, rightMark); !o.right && !bytes.HasPrefix(mark, openMark) {
		return false
	}
	first.Lines().Set(0, line.WithStart(line.Start+len(openMark)))
	for child := item.FirstChild(); child != nil; child = item.FirstChild() {
		if child.Kind() == ast.KindParagraph {
			lines := ast.NewTextBlock()
			lines.SetLines(child.Lines())
			item.ReplaceChild(item, child, lines)
			child = lines
		}
		o.AppendChild(o, child)
	}
	return true
}

// option renders the tags of an option: all of a question are one group of radio buttons, and the style sheet shows what is right once one is chosen.
func (w *writer) option(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		_, err := out.WriteString("</span></label>\n")
		return ast.WalkContinue, err
	}
	o, class := n.(*option), ""
	if o.right {
		class = ` class="right"`
	}
	spoken := ""
	if tex := onlyFormula(o); tex != "" { // few screen readers name a control by a formula
		spoken = ` aria-label="` + html.EscapeString(tex) + `"`
	}
	_, err := fmt.Fprintf(out, `<label%s><input type="radio" name="question-%d"%s autocomplete="off"> <span>`, class, o.question, spoken)
	return ast.WalkContinue, err
}

// onlyFormula returns the TeX of an option that is a formula and no words, or "".
func onlyFormula(o *option) (tex string) {
	for n := o.FirstChild().FirstChild(); n != nil; n = n.NextSibling() {
		f, ok := n.(*formula)
		if !ok || tex != "" {
			return ""
		}
		tex = f.tex
	}
	return tex
}

// refuseInQuestion reports a cell in a question: what shows before the reader has chosen stands before it, and what shows the result behind it.
func refuseInQuestion(fs *faults, n *ast.FencedCodeBlock) {
	if n.Info != nil && isCell(string(n.Info.Segment.Value(fs.src))) && within(n, "question") != nil {
		fs.add(n.Info.Segment.Start, "cell: want it outside of ::: question")
	}
}
