package markdown

import (
	"fmt"
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"topobook/notebooks/builtins"
	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
)

// maxParts bounds the checks, hints and solutions of a notebook: each hint is parsed on its own.
const maxParts = 300

// An Exercise is a cell that readers solve. Its source is what they start from.
type Exercise struct {
	ID       string // of the cell
	Check    string // id of the cell that checks it
	Solution string // source of the cell; empty if the notebook has none

	number                int  // from 1
	asked                 bool // a paragraph before the cell says what is to be done, and begins with the number
	hints                 int
	at                    int // offset of the cell's info string
	checkAt, solutionLine int
}

// Exercise returns the exercise that a cell is, or that it checks; nil if it is neither.
func (book *Notebook) Exercise(cell string) *Exercise {
	for _, e := range book.Exercises {
		if e.ID == cell || e.Check == cell {
			return e
		}
	}
	return nil
}

// Solutions says how a page shows the solutions of its exercises.
type Solutions string

// The ways to show solutions. The zero value is Folded.
const (
	Shown  Solutions = "shown"
	Folded Solutions = "folded"
	None   Solutions = "none"
)

var (
	kindPart   = ast.NewNodeKind("TopobookExercisePart")
	kindNumber = ast.NewNodeKind("TopobookExerciseNumber")
	partInfo   = regexp.MustCompile(`^(?:check|hint|solution) *\{ *for="([^"]*)" *\} *$`)
)

// An exercisePart is the place of a check, a hint or a solution. The children of a hint are its text.
type exercisePart struct {
	ast.BaseBlock
	kind     string
	exercise *Exercise
	number   int    // of a hint
	code     string // of a check or a solution
	at, line int    // offset of the info string, and its line
}

func (n *exercisePart) Kind() ast.NodeKind         { return kindPart }
func (n *exercisePart) Dump(src []byte, level int) { dump(n, src, level, n.kind) }

// An exerciseNumber is the place of the number of an exercise, at the beginning of the paragraph that says what is to be done.
type exerciseNumber struct {
	ast.BaseInline
	exercise *Exercise
}

func (n *exerciseNumber) Kind() ast.NodeKind         { return kindNumber }
func (n *exerciseNumber) Dump(src []byte, level int) { dump(n, src, level, n.exercise.ID) }

// isPart tells whether the info string of a fence says that it is a part of an exercise.
func isPart(info string) bool {
	kind, _, _ := strings.Cut(strings.ReplaceAll(info, "{", " "), " ")
	return kind == "check" || kind == "hint" || kind == "solution"
}

// placeExercises finds the exercises of the notebook, and puts their checks, hints and solutions in the place of their fences.
func (book *Notebook) placeExercises(fs *faults) {
	parts := 0
	for n := book.root.FirstChild(); n != nil; {
		fence, next := n, n.NextSibling()
		n = next
		code, ok := fence.(*ast.FencedCodeBlock)
		if !ok || code.Info == nil {
			continue
		}
		at, info := code.Info.Segment.Start, string(code.Info.Segment.Value(fs.src))
		switch {
		case isCell(info):
			if attrs, err := parseFence(info); err == nil && attrs.exercise {
				e := &Exercise{ID: attrs.id, number: len(book.Exercises) + 1, at: at}
				e.ask(fence.PreviousSibling())
				book.Exercises = append(book.Exercises, e)
			}
		case isPart(info):
			if parts++; parts > maxParts {
				fs.add(at, "exercise: want at most %d checks, hints and solutions in a notebook", maxParts)
				return
			}
			if part := book.takePart(fs, code); part != nil {
				book.root.ReplaceChild(book.root, code, part)
			}
		}
	}
	for _, e := range book.Exercises {
		if e.Check == "" {
			fs.add(e.at, "cell %s: is an exercise, want its check behind it, as in check {for=%q}", e.ID, e.ID)
		}
	}
}

// ask puts the number of the exercise into what stands before its cell, if that is a paragraph of text.
func (e *Exercise) ask(before ast.Node) {
	if before == nil || before.Kind() != ast.KindParagraph || before.ChildCount() == 1 && before.FirstChild().Kind() == ast.KindImage {
		return
	}
	before.InsertBefore(before, before.FirstChild(), &exerciseNumber{exercise: e})
	e.asked = true
}

// partFence is the fence of a part of an exercise up to the id, and what follows that.
var partFence = regexp.MustCompile("(?m)^((?:`{3,}|~{3,}) *(?:check|hint|solution) *\\{ *for=\")([^\"\r\n]*)(\")")

// RenameExercise returns a text in which the checks, hints and solutions of an exercise are those of one with another id.
func RenameExercise(text, from, to string) string {
	return partFence.ReplaceAllStringFunc(text, func(fence string) string {
		if m := partFence.FindStringSubmatch(fence); m[2] == from {
			return m[1] + to + m[3]
		}
		return fence
	})
}

// refusePart reports a part of an exercise that stands within something, where [Notebook.placeExercises] does not look.
func refusePart(fs *faults, n *ast.FencedCodeBlock) {
	if n.Info == nil || n.Parent().Kind() == ast.KindDocument {
		return
	}
	info := string(n.Info.Segment.Value(fs.src))
	attrs, err := parseFence(info)
	if isPart(info) || err == nil && attrs.exercise {
		fs.add(n.Info.Segment.Start, "exercise: want it, its check, hints and solution outside of lists, quotes and blocks")
	}
}

// takePart returns the part of an exercise that a fence is; nil if something is wrong with it.
func (book *Notebook) takePart(fs *faults, n *ast.FencedCodeBlock) *exercisePart {
	at, info := n.Info.Segment.Start, string(n.Info.Segment.Value(fs.src))
	kind := info[:strings.IndexAny(info+" ", " {")]
	match := partInfo.FindStringSubmatch(info)
	if match == nil {
		fs.add(at, "%s: want the id of an exercise, as in %s {for=\"id\"}", kind, kind)
		return nil
	}
	var ids []string
	var of *Exercise
	for _, e := range book.Exercises {
		ids = append(ids, e.ID)
		if e.ID == match[1] {
			of = e
		}
	}
	text := strings.TrimSuffix(string(n.Lines().Value(fs.src)), "\n")
	switch {
	case of == nil:
		fs.add(at, "%s: for %q: want the id of a cell with the attribute exercise that stands above%s", kind, match[1], engine.DidYouMean(match[1], ids))
		return nil
	case strings.TrimSpace(text) == "":
		fs.add(at, "%s for %s: is empty, want at least one line", kind, of.ID)
		return nil
	}
	part := &exercisePart{kind: kind, exercise: of, code: text, at: at}
	part.line, _ = fs.position(at)
	twice := func(before int) bool {
		if before > 0 {
			fs.add(at, "%s for %s: the one in line %d is for this exercise too", kind, of.ID, before)
		}
		return before > 0
	}
	switch kind {
	case "hint":
		of.hints++
		part.number = of.hints
		part.takeText(fs, n)
	case "check":
		if before, _ := fs.position(of.checkAt); of.Check != "" && twice(before) || !part.takeCheck(fs) {
			of.Check = of.ID + "-check" // it has one, but a wrong one
			return nil
		}
		of.Check, of.checkAt = of.ID+"-check", at
	case "solution":
		if twice(of.solutionLine) {
			return nil
		}
		of.Solution, of.solutionLine = strings.TrimRight(text, "\n"), part.line
		book.solutions = append(book.solutions, part)
	}
	return part
}

// takeText parses the Markdown of a hint. Around it the text is blank, so that offsets are those of the file.
func (part *exercisePart) takeText(fs *faults, n *ast.FencedCodeBlock) {
	from, to := n.Lines().At(0).Start, n.Lines().At(n.Lines().Len()-1).Stop
	text := append(blank(fs.src[:from]), fs.src[from:to]...)
	root := parseBody(fs, text, newHeadingIDs())
	for child := root.FirstChild(); child != nil; child = root.FirstChild() {
		part.AppendChild(part, child)
	}
	walk(part, func(n ast.Node) {
		switch n.Kind() {
		case ast.KindHeading:
			fs.add(offsetOf(n), "hint for %s: want no headings", part.exercise.ID)
		case extast.KindFootnoteList:
			fs.add(part.at, "hint for %s: want no footnotes", part.exercise.ID)
		}
	})
}

// The code around that of a check: expect notes what is missing, and the value of the cell is [solvedText], or a text whose
// first line is [openText]. What stands before it takes the line of the fence, so that lines are those of the file. The variable
// of a loop belongs to its cell alone.
const (
	solvedText = "Solved"
	openText   = "Open"

	checkBefore = `for _asked, expect in [([], lambda condition, missing: _asked.append("" if condition else " ".join(str(missing).split()) or "something"))]: pass` + "\n"
	checkAfter  = "\n" + `_missing = [_m for _m in _asked if _m] if _asked else ["There was nothing to check."]` +
		"\n" + `text("\n".join(["` + openText + `"] + _missing)) if _missing else "` + solvedText + `"`
)

// takeCheck reports what is wrong with the code of a check, and returns whether it can be used.
func (part *exercisePart) takeCheck(fs *faults) bool {
	id := part.exercise.ID
	p := dialect.Parse(id+"-check", part.code, false)
	fail := func(line, col int, format string, args ...any) bool {
		text := fmt.Sprintf("check for %s: ", id) + fmt.Sprintf(format, args...)
		if line == 0 || line > strings.Count(part.code, "\n")+1 {
			fs.add(part.at, "%s", text)
		} else {
			fs.list = append(fs.list, &Fault{fs.file, part.line + line, max(1, col), text})
		}
		return false
	}
	expects := false
	for _, use := range p.Uses {
		expects = expects || use.Text == "expect"
	}
	switch {
	case p.Err != nil && p.Err.Hint != "":
		return fail(p.Err.Line, p.Err.Col, "%s (%s)", p.Err.Msg, p.Err.Hint)
	case p.Err != nil:
		return fail(p.Err.Line, p.Err.Col, "%s", p.Err.Msg)
	case len(p.InputNames) > 0:
		return fail(0, 0, "makes the input %s, want none", p.InputNames[0])
	case len(p.Binds) > 0:
		name := p.Binds[0]
		return fail(name.Line, name.Col, "gives %s a value, want a name that begins with _, which readers' cells may have too", name.Text)
	case !expects:
		return fail(0, 0, `wants to call expect(condition, "what is missing") at least once`)
	}
	return true
}

// cell returns the cell that a check is.
func (part *exercisePart) cell() engine.Cell {
	return engine.Cell{ID: part.exercise.Check, Source: checkBefore + part.code + checkAfter, Line: part.line}
}

// guardExercises reports cells that use what an exercise gives a value, which is what its readers make of it: only its check may.
func (book *Notebook) guardExercises(fs *faults) {
	if len(book.Exercises) == 0 {
		return
	}
	known := map[string]bool{}
	for _, b := range builtins.All() {
		known[b.Name] = true
	}
	givers, shadows := map[string]*Exercise{}, map[string]*Exercise{}
	for _, e := range book.Exercises {
		cell, _ := book.Cell(e.ID)
		for _, source := range []string{cell.Source, e.Solution} {
			for _, bind := range dialect.Parse(e.ID, source, false).Binds {
				if known[bind.Text] || dialect.UniverseNames[bind.Text] {
					shadows[e.Check+" "+bind.Text] = e
				} else if givers[bind.Text] == nil {
					givers[bind.Text] = e
				}
			}
		}
	}
	for _, cell := range book.Cells {
		for _, use := range dialect.Parse(cell.ID, cell.Source, cell.Inline).Uses {
			msg := ""
			if e := givers[use.Text]; e != nil && e.ID != cell.ID && e.Check != cell.ID {
				msg = fmt.Sprintf("%s: is what readers make of exercise %s, want only its check to use it", use.Text, e.ID)
			} else if e := shadows[cell.ID+" "+use.Text]; e != nil {
				msg = fmt.Sprintf("%s: is a builtin here, though exercise %s gives it a value for itself alone: want another name there", use.Text, e.ID)
			}
			if msg != "" {
				fs.list = append(fs.list, book.Fault(engine.Result{Cell: cell.ID, Err: &dialect.Error{Line: use.Line, Col: use.Col, Msg: msg}}))
				break
			}
		}
	}
}

// exerciseNumber renders the number of an exercise.
func (w *writer) exerciseNumber(out util.BufWriter, n ast.Node) {
	_, _ = out.WriteString(n.(*exerciseNumber).exercise.numberHTML() + " ")
}

func (e *Exercise) numberHTML() string {
	return fmt.Sprintf(`<strong class="exercise">Exercise %d</strong>`, e.number)
}

// exercisePart renders a check, or the opening or end of a hint or a solution.
func (w *writer) exercisePart(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	part := n.(*exercisePart)
	text := ""
	switch {
	case part.kind == "hint" && !entering:
		text = "</details>\n"
	case part.kind == "hint":
		name := "Hint"
		if part.exercise.hints > 1 {
			name = fmt.Sprintf("Hint %d", part.number)
		}
		text = `<details class="hint"><summary>` + name + "</summary>\n"
	case entering && part.kind == "check":
		text = w.check(part.exercise)
	case entering:
		text = w.solution(part)
	}
	_, err := out.WriteString(text)
	return ast.WalkContinue, err
}

// check renders what a check has found; a reader who solves the exercise hears of it.
func (w *writer) check(e *Exercise) string {
	result := w.results[e.Check]
	if w.draft {
		result = engine.Result{State: engine.Waiting}
	}
	return fmt.Sprintf(`<div class="check" id="cell-%[1]s" data-cell="%[1]s" data-state="%[2]s"><div class="output" role="status">%[3]s</div><p class="unsolved">%[4]s</p><p class="error"%[5]s</p></div>`+"\n",
		e.Check, result.State, result.HTML, openText, errorHTML(result.Err))
}

// solution renders a solution, with a button that puts it into the cell.
func (w *writer) solution(part *exercisePart) string {
	open := ""
	switch w.book.Solutions {
	case None:
		return ""
	case Shown:
		open = " open"
	}
	return fmt.Sprintf(`<details class="solution"%s><summary>Solution</summary>
<pre class="listing" tabindex="0" role="group" aria-label="Solution of %[2]s"><code>%[3]s</code></pre>
<button type="button" data-run data-do="use" data-cell="%[2]s">Use it</button></details>
`, open, html.EscapeString(part.exercise.ID), Highlight(part.code))
}

// WithoutSolutions returns the text that the notebook was parsed from without the solutions of its exercises.
func (book *Notebook) WithoutSolutions(src []byte) []byte {
	starts := append(lineStarts(src), len(src))
	offset := func(line int) int { return starts[min(line, len(starts))-1] } // the last fence may be open
	var out []byte
	from := 0
	for _, part := range book.solutions {
		lines := strings.Count(part.code, "\n") + 1
		out = append(out, src[from:offset(part.line)]...)
		from = offset(part.line + lines + 2)
	}
	return append(out, src[from:]...)
}
