package markdown

import (
	"errors"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path/filepath"
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

const wantFileName = "want letters, digits, dots, hyphens and underscores"

// takeFile puts the file that a fence is, if it is one, among those of the notebook.
func (book *Notebook) takeFile(fs *faults, n *ast.FencedCodeBlock) bool {
	if n.Info == nil {
		return false
	}
	at := n.Info.Segment.Start
	info := string(n.Info.Segment.Value(fs.src))
	if lang, _, _ := strings.Cut(strings.ReplaceAll(info, "{", " "), " "); lang != "data" {
		return false
	}
	match := dataInfo.FindStringSubmatch(info)
	if match == nil {
		fs.add(at, `data: want a name, as in data {name="table.csv"}`)
		return true
	}
	name := match[1]
	if !fileName.MatchString(name) {
		fs.add(at, "data: name %q: %s", name, wantFileName)
		return true
	}
	if before, twice := book.fileAt[name]; twice {
		line, _ := position(fs.src, before)
		fs.add(at, "data: the block in line %d has the name %s too", line, name)
		return true
	}
	if n.Lines().Len() == 0 {
		fs.add(at, "data %s: want at least one line", name)
		return true
	}
	book.fileAt[name] = at
	text := string(n.Lines().Value(fs.src))
	if err := book.addFile(name, text, len(text)); err != nil {
		fs.add(at, "data %v", err)
	}
	n.Parent().ReplaceChild(n.Parent(), n, &fileNode{name: name})
	return true
}

// addFile makes a text of so many bytes one of the files of the notebook, unless it is too large.
func (book *Notebook) addFile(name, text string, size int) error {
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

// ReadFiles adds the files that the notebook's cells load and read, and those that these do, from the notebook's folder. One
// that stands in the notebook itself comes before one of the same name there. The error joins all faults, each at the place
// that names the file.
func (book *Notebook) ReadFiles(folder fs.FS) error {
	r := fileReader{book, folder, &faults{file: book.File, src: book.src}}
	for _, cell := range book.Cells {
		r.read(dialect.Files(cell.ID, cell.Source), func(e *dialect.Error) *Fault { return book.Fault(engine.Result{Cell: cell.ID, Err: e}) })
	}
	for _, name := range engine.SortedKeys(book.Files) {
		if at, ok := book.fileAt[name]; ok {
			line, _ := position(book.src, at)
			r.readOf(name, func(e *dialect.Error) *Fault { return &Fault{book.File, line + e.Line, e.Col, e.Msg} })
		}
	}
	return r.faults.err()
}

// ReadFolder is [Notebook.ReadFiles] of the folder of that path. Links lead nowhere out of it.
func (book *Notebook) ReadFolder(path string) error {
	folder, err := os.OpenRoot(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	return book.ReadFiles(folder.FS())
}

// A fileReader reads the files of a notebook.
type fileReader struct {
	book   *Notebook
	folder fs.FS
	faults *faults
}

// read reads the files that names name, unless the notebook has them; a fault is where place says.
func (r *fileReader) read(names []dialect.Name, place func(*dialect.Error) *Fault) {
	for _, name := range names {
		if _, known := r.book.Files[name.Text]; known {
			continue
		}
		if err := r.add(name.Text); err != nil {
			r.faults.list = append(r.faults.list, place(&dialect.Error{Line: name.Line, Col: name.Col, Msg: err.Error()}))
			continue
		}
		path := filepath.Join(filepath.Dir(r.book.File), name.Text)
		r.readOf(name.Text, func(e *dialect.Error) *Fault { return &Fault{path, e.Line, e.Col, e.Msg} })
	}
}

// readOf reads the files that a file loads and reads.
func (r *fileReader) readOf(name string, place func(*dialect.Error) *Fault) {
	if strings.HasSuffix(name, ".star") {
		r.read(dialect.Files(name, r.book.Files[name]), place)
	}
}

// add adds a file of the folder.
func (r *fileReader) add(name string) error {
	if !fileName.MatchString(name) {
		return fmt.Errorf("%q: want the name of a file beside the notebook: %s", name, wantFileName[len("want "):])
	}
	info, err := fs.Stat(r.folder, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: there is no such file beside the notebook%s", name, engine.DidYouMean(name, r.names()))
	case err != nil:
		return fmt.Errorf("%s: want a file beside the notebook: %w", name, err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: want a file", name)
	case info.Size() > engine.MaxFiles: // is not read at all
		return r.book.addFile(name, "", int(info.Size()))
	}
	text, err := fs.ReadFile(r.folder, name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return r.book.addFile(name, string(text), len(text))
}

// names returns the names of the files in the folder.
func (r *fileReader) names() []string {
	entries, _ := fs.ReadDir(r.folder, ".") // for a hint
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
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
