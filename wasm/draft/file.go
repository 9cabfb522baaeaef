package draft

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
)

// MaxFile bounds a file that is opened, in bytes, and what is in it if it is packed.
const MaxFile = 64 << 20

// Bounds of a notebook that is opened, far above what one reads.
const (
	maxNotebook = 4 << 20 // bytes
	maxParts    = 1000    // cells, data and texts between them
)

// A Kind is what a file is: a format of the builtin read, or one of those below.
type Kind string

// The kinds that are no formats of read.
const (
	Notebook Kind = "notebook" // Markdown, alone or with its files in a zip archive
	Library  Kind = "library"  // Starlark that cells load
	GML      Kind = "gml"      // which becomes JSON
)

// A File is what somebody opened or dropped.
type File struct {
	Kind  Kind
	Name  string // letters, digits, dots, hyphens and underscores
	Text  string
	Files map[string]string // beside a notebook, by name
}

// kinds are those of files by the ends of their names; what is not here is known by what it begins with.
var kinds = map[string]Kind{
	".graphml": "graphml", ".dot": "dot", ".gv": "dot", ".gml": GML, ".edgelist": "edgelist", ".edges": "edgelist", ".json": "json",
	".booksim": "booksim", ".anynet": "booksim", ".csv": "csv", ".tsv": "tsv", ".star": Library, ".md": Notebook, ".markdown": Notebook,
}

// ReadFile tells what a file of the given name is. An error says in a sentence why no notebook has a use for it.
func ReadFile(name string, data []byte) (File, error) {
	switch {
	case len(data) > MaxFile:
		return File{}, fmt.Errorf("%.60s: has %.1f MB, want at most %d MB", name, float64(len(data))/1e6, MaxFile>>20)
	case bytes.HasPrefix(data, []byte("PK\x03\x04")) && endingOf(name) == ".zip":
		return unzip(name, data)
	}
	text, err := textOf(data)
	if err != nil {
		return File{}, fmt.Errorf("%.60s: %w", name, err)
	}
	f := File{Name: safeName(name), Text: text, Kind: kinds[endingOf(name)]}
	if f.Kind == "" {
		f.Kind = guess(text)
	}
	switch {
	case f.Kind == "" && endingOf(name) == ".txt" || f.Kind == "json" && guess(text) != "json":
		f.Kind = "text"
	case f.Kind == "":
		return File{}, fmt.Errorf("%.60s: want a notebook (.md), a network as GraphML, DOT, GML, edge list, JSON or BookSim, a table as CSV or TSV, or text (.txt)", name)
	case f.Kind == GML:
		if f.Text, err = jsonOfGML(text); err != nil {
			return File{}, fmt.Errorf("%.60s: %w", name, err)
		}
		f.Kind, f.Name = "json", f.Name[:len(f.Name)-len(endingOf(f.Name))]+".json"
	case f.Kind == Notebook:
		if err := checkNotebook(text); err != nil {
			return File{}, fmt.Errorf("%.60s: %w", name, err)
		}
	}
	return f, nil
}

// checkNotebook returns why a notebook is too long to be shown.
func checkNotebook(text string) error {
	if len(text) > maxNotebook {
		return fmt.Errorf("has %.1f MB, want a notebook of at most %d MB", float64(len(text))/1e6, maxNotebook>>20)
	}
	if parts := len(markdown.Split(text)); parts > maxParts {
		return fmt.Errorf("has %d cells and texts, want at most %d", parts, maxParts)
	}
	return nil
}

// textOf returns the text that data is, a notebook's with its byte order mark.
func textOf(data []byte) (string, error) {
	for _, known := range []struct{ start, what string }{
		{"PK\x03\x04", "is a packed file, want what is in it (from a spreadsheet: save it as CSV)"},
		{"\x1f\x8b", "is a packed file, want what is in it"},
		{"\xff\xfe", "is UTF-16, want UTF-8"}, {"\xfe\xff", "is UTF-16, want UTF-8"},
	} {
		if bytes.HasPrefix(data, []byte(known.start)) {
			return "", errors.New(known.what)
		}
	}
	switch {
	case !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0:
		return "", errors.New("has bytes that are not text, want UTF-8")
	case blank(strings.TrimPrefix(string(data), byteOrderMark)):
		return "", errors.New("is empty, want at least one line")
	}
	return string(data), nil
}

// guess returns what a text is by how it begins, or nothing.
func guess(text string) Kind {
	text = strings.TrimLeft(strings.TrimPrefix(text, byteOrderMark), spaces)
	begins := func(words ...string) bool {
		for _, word := range words {
			if rest, ok := strings.CutPrefix(text, word); ok && strings.Trim(rest[:min(1, len(rest))], spaces+"{[\"") == "" {
				return true
			}
		}
		return false
	}
	head := text[:min(len(text), 2000)]
	switch {
	case strings.HasPrefix(text, "<") && strings.Contains(head, "<graphml"):
		return "graphml"
	case strings.HasPrefix(text, "{") && strings.Contains(text, `"nodes"`) && (strings.Contains(text, `"links"`) || strings.Contains(text, `"edges"`)):
		return "json"
	case begins("graph", "Creator") && strings.Contains(head, "[") && !strings.Contains(head, "{"):
		return GML
	case begins("strict", "graph", "digraph") && strings.Contains(head, "{"):
		return "dot"
	case begins("router"):
		return "booksim"
	case isEdgeList(text):
		return "edgelist"
	}
	return ""
}

// isEdgeList tells whether the first lines of a text are those of an edge list: two names, and perhaps numbers or a dict.
func isEdgeList(text string) bool {
	seen := 0
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if len(fields) < 2 || strings.ContainsAny(fields[0]+fields[1], "=;*{}<>\"") {
			return false
		}
		if rest := strings.Join(fields[2:], " "); rest != "" && !(rest[0] == '{' && rest[len(rest)-1] == '}') {
			for _, field := range fields[2:] {
				if _, err := strconv.ParseFloat(field, 64); err != nil {
					return false
				}
			}
		}
		if seen++; seen == 50 {
			break
		}
	}
	return seen > 0
}

// endingOf returns what a name has from its last dot on, in lower case.
func endingOf(name string) string {
	at := strings.LastIndexByte(name, '.')
	if at < 0 {
		return ""
	}
	return strings.ToLower(name[at:])
}

// safeName returns a name that files of notebooks may have.
func safeName(name string) string {
	name = strings.ToValidUTF8(name[strings.LastIndexAny(name, `/\`)+1:], "-")
	stem, ending := name[:len(name)-len(endingOf(name))], name[len(name)-len(endingOf(name)):]
	if len(ending) > 10 { // which is none
		stem, ending = name, ""
	}
	safe := func(text string) string {
		return strings.Map(func(r rune) rune {
			if markdown.ValidFileName("a" + string(r)) {
				return r
			}
			return '-'
		}, text)
	}
	if stem = strings.TrimLeft(safe(stem), "._-"); stem == "" {
		stem = "file"
	}
	return stem[:min(len(stem), 50)] + safe(ending)
}

// AddFile puts a file behind the block of the key, or first if that is 0: a block of data and a cell that reads it, as one step. What
// is too large for the notebook is kept in Files. It returns the key of the first block that it adds.
func (d *Draft) AddFile(after int, f File) (int, error) {
	if f.Kind == Notebook {
		return 0, fmt.Errorf("%s: is a notebook, want it opened as one", f.Name)
	}
	f.Name = d.FreshFile(f.Name)
	text := lines(strings.TrimPrefix(f.Text, byteOrderMark), "\n")
	room := engine.MaxFiles
	for _, b := range d.blocks {
		if b.Kind == markdown.Data {
			room -= len(b.Source)
		}
	}
	var added []piece
	if len(text) <= room {
		added = append(added, piece{kind: markdown.Data, source: markdown.NewData(f.Name, text)})
	}
	if code := d.codeFor(f); code != "" {
		added = append(added, piece{kind: markdown.Cell, source: markdown.NewCell(d.idFor(f.Name), code)})
	}
	if len(added) == 0 {
		return 0, fmt.Errorf("%s: has nothing that cells can load, and is too large for the notebook, want at most %d bytes", f.Name, room)
	}
	key, err := d.insert(after, added...)
	if err == nil && len(text) > room {
		d.Files[f.Name] = text
	}
	return key, err
}

// codeFor returns the code of a cell that reads the file and shows it.
func (d *Draft) codeFor(f File) string {
	if f.Kind == Library {
		for _, bound := range dialect.Parse(f.Name, f.Text, false).Binds {
			return fmt.Sprintf("load(%q, %q)", f.Name, bound.Text)
		}
		return ""
	}
	read := fmt.Sprintf("read(%q)", f.Name)
	if ending := endingOf(f.Name); kinds[ending] != f.Kind && !(f.Kind == "text" && ending == ".txt") {
		read = fmt.Sprintf("read(%q, format=%q)", f.Name, f.Kind)
	}
	base, show := "net", "draw(%s)"
	switch f.Kind {
	case "csv", "tsv":
		base, show = "data", "table(%s)"
	case "text":
		base, show = "words", "text(%s)"
	default:
		if strings.Count(f.Text, "\n") > maxDrawn || len(f.Text) > maxDrawn*100 {
			show = `table([{"nodes": order(%[1]s), "links": size(%[1]s), "degree": degree(%[1]s)}])`
		}
	}
	name := d.freshVariable(base)
	return fmt.Sprintf("%s = %s\n"+show, name, read, name)
}

// maxDrawn is how many lines a file of a network has that is drawn at once.
const maxDrawn = 1500

// freshVariable returns a name that no cell gives to others.
func (d *Draft) freshVariable(base string) string {
	bound := map[string]bool{}
	for _, b := range d.blocks {
		if b.Kind != markdown.Cell || b.ID == "" {
			continue
		}
		for _, name := range dialect.Parse(b.ID, markdown.CellSource(b.Source), false).Binds {
			bound[name.Text] = true
		}
	}
	name := base
	for n := 2; bound[name]; n++ {
		name = base + strconv.Itoa(n)
	}
	return name
}

// idFor returns a free id for the cell that reads a file.
func (d *Draft) idFor(name string) string {
	id := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(name[:len(name)-len(endingOf(name))]))
	id = strings.Trim(strings.TrimLeft(id, "0123456789-"), "-")
	if id == "" || strings.Trim(id[1:], "0123456789") == "" { // v1 is an inline value
		id = "file"
	}
	if strings.Contains(d.text, "#"+id) {
		id = d.FreshID(id)
	}
	return id
}
