package markdown

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
)

// maxListing is how many lines of data a page shows of a file.
const maxListing = 300

var kindFile = ast.NewNodeKind("TopobookFile")

// A fileNode is the place of a file that stands in the notebook itself.
type fileNode struct {
	ast.BaseBlock
	name string
}

func (n *fileNode) Kind() ast.NodeKind         { return kindFile }
func (n *fileNode) Dump(src []byte, level int) { dump(n, src, level, n.name) }

var (
	dataInfo = regexp.MustCompile(`^data *\{ *name="([^"]*)" *\} *$`)
	fileName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)
)

// FileNames says what the name of a file that cells read may have.
const FileNames = "letters, digits, dots, hyphens and underscores"

// ValidFileName tells whether cells can read a file of this name: it has only [FileNames], and starts with one of the first two.
func ValidFileName(name string) bool { return fileName.MatchString(name) }

// DataLine returns the line of the fence that carries the file of this name in the notebook itself; 0 if there is none.
func (book *Notebook) DataLine(name string) int {
	at, ok := book.fileAt[name]
	if !ok {
		return 0
	}
	line, _ := Position(book.src, at)
	return line
}

// takeFile puts the file that a fence is, if it is one, among those of the notebook.
func (book *Notebook) takeFile(fs *faults, n *ast.FencedCodeBlock) bool {
	if n.Info == nil {
		return false
	}
	at := n.Info.Segment.Start
	info := string(n.Info.Segment.Value(fs.src))
	if !isData(info) {
		return false
	}
	match := dataInfo.FindStringSubmatch(info)
	if match == nil {
		fs.add(at, `data: want a name, as in data {name="table.csv"}`)
		return true
	}
	name := match[1]
	if !ValidFileName(name) {
		fs.add(at, "data: name %q: want %s", name, FileNames)
		return true
	}
	if before, twice := book.fileAt[name]; twice {
		line, _ := fs.position(before)
		fs.add(at, "data: the block in line %d has the name %s too", line, name)
		return true
	}
	if n.Lines().Len() == 0 {
		fs.add(at, "data %s: want at least one line", name)
		return true
	}
	text := string(n.Lines().Value(fs.src))
	if err := book.AddFile(name, text, len(text)); err != nil {
		fs.add(at, "data %v", err)
		return true
	}
	book.fileAt[name] = at
	n.Parent().ReplaceChild(n.Parent(), n, &fileNode{name: name})
	return true
}

// AddFile makes a text of so many bytes one of the files of the notebook, unless it is too large.
func (book *Notebook) AddFile(name, text string, size int) error {
	taken := 0
	for _, other := range book.Files {
		taken += len(other)
	}
	switch {
	case size > engine.MaxFiles-taken:
		return fmt.Errorf("%s: has %d bytes, and the other files of the notebook %d, want at most %d together", name, size, taken, engine.MaxFiles)
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return fmt.Errorf("%s: has bytes that are not text, want UTF-8", name)
	}
	book.Files[name] = text
	return nil
}

// file renders a file that stands in the notebook.
func (w *writer) file(out util.BufWriter, n ast.Node) {
	_, _ = out.WriteString(w.fileHTML(n.(*fileNode).name))
}

// fileHTML returns a file, folded, with its name and its size. Of data the first lines are shown.
func (w *writer) fileHTML(name string) string {
	text := w.book.Files[name]
	size := dialect.Count(len(text), "byte", "bytes")
	if len(text) >= 1000 {
		size = fmt.Sprintf("%.1f kB", float64(len(text))/1000)
	}
	shown := ""
	if strings.HasSuffix(name, ".star") {
		shown = Highlight(text)
	} else {
		lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
		part := lines[:min(maxListing, len(lines))]
		shown = html.EscapeString(strings.Join(part, ""))
		if more := len(lines) - len(part); more > 0 {
			shown += fmt.Sprintf(`<i>… %s</i>`, dialect.Count(more, "more line", "more lines"))
		}
	}
	return fmt.Sprintf("<details class=\"file\" id=\"file-%[1]s\"><summary><span>%[1]s</span> %[2]s</summary>\n"+
		"<pre class=\"listing\" tabindex=\"0\" role=\"group\" aria-label=\"%[1]s\"><code>%[3]s</code></pre></details>\n", name, size, shown)
}

// filesSection returns the section with the files that stand beside the notebook, or nothing.
func (w *writer) filesSection() string {
	var b strings.Builder
	for _, name := range engine.SortedKeys(w.book.Files) {
		if _, within := w.book.fileAt[name]; !within {
			b.WriteString(w.fileHTML(name))
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return `<section class="files"><h2 id="files">Files</h2>` + "\n" + b.String() + "</section>\n"
}
