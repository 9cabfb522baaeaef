package markdown

import (
	"bytes"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"topobook/notebooks/markdown/yaml"
)

// Attributes are what stands between the braces of a cell's fence.
type Attributes struct {
	ID                 string
	Fold, Heavy, Error bool
	Exercise, Helper   bool
	Caption            string
}

// ValidID tells whether a cell can have an id: lower-case letters, digits and hyphens, starting with a letter, and not v and a number,
// which name inline values.
func ValidID(id string) bool { return validID(id) && !reservedID(id) }

// CellAttributes returns the attributes of a block that is a cell; the error says what is wrong with its fence.
func CellAttributes(blockSource string) (Attributes, error) {
	f := openFence(blockSource)
	if f == nil || !isCell(f.info) {
		return Attributes{}, errors.New("cell: want a fence, as in ```starlark {#id}")
	}
	attrs, fault := parseFence(f.info)
	if fault != nil {
		return Attributes{}, errors.New(fault.msg)
	}
	return Attributes{attrs.id, attrs.fold, attrs.heavy, attrs.error, attrs.exercise, attrs.helper, attrs.caption}, nil
}

// Apply returns the block with these attributes in place of its own. Its other bytes stay, and all of them if it has these attributes.
// What a fence cannot have in a caption becomes something similar: a line end a space, a backtick an apostrophe.
func (a Attributes) Apply(blockSource string) string {
	f := openFence(blockSource)
	if had, err := CellAttributes(blockSource); f == nil || err == nil && had == a {
		return blockSource
	}
	return blockSource[:f.infoAt] + a.info() + blockSource[f.infoEnd:]
}

// info returns the info string of a cell.
func (a Attributes) info() string {
	info := "starlark {#" + oneLine(a.ID)
	for _, flag := range []struct {
		on   bool
		name string
	}{{a.Fold, " fold"}, {a.Helper, " helper"}, {a.Heavy, " heavy"}, {a.Error, " error"}, {a.Exercise, " exercise"}} {
		if flag.on {
			info += flag.name
		}
	}
	if a.Caption != "" {
		info += ` caption="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(oneLine(a.Caption)) + `"`
	}
	return info + "}"
}

// oneLine returns text that can stand in the info string of a fence.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '`':
			return '\''
		case unicode.IsControl(r):
			return ' '
		}
		return r
	}, text)
}

// NewCell returns a block that is a cell with the id and the code.
func NewCell(id, source string) string { return newFence(Attributes{ID: id}.info(), source) }

// NewData returns a block that carries a file of this name.
func NewData(name, text string) string { return newFence(dataInfoOf(name), text) }

func dataInfoOf(name string) string { return `data {name="` + oneLine(name) + `"}` }

// WithDataName returns a data block with another name for its file. Its other bytes stay.
func WithDataName(blockSource, name string) string {
	f := openFence(blockSource)
	if f == nil {
		return blockSource
	}
	return blockSource[:f.infoAt] + dataInfoOf(name) + blockSource[f.infoEnd:]
}

// newFence returns code in a fence that none of its lines closes.
func newFence(info, code string) string {
	code = strings.TrimSuffix(string(normal([]byte(code))), "\n")
	marks := strings.Repeat("`", max(3, longestRun(code, '`')+1))
	return marks + info + "\n" + code + "\n" + marks + "\n"
}

// longestRun returns the length of the longest run of a mark.
func longestRun(text string, mark byte) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] == mark {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	return longest
}

// CellSource returns the code of a cell, as its [topobook/notebooks/engine.Cell] has it, or the text of a data block; without line ends at its end.
func CellSource(blockSource string) string {
	f := openFence(blockSource)
	if f == nil {
		return ""
	}
	return f.code
}

// WithCellSource returns the block of a cell, or of data, with other code. What is around it stays, but that its marks become more where the
// code has as many; and all bytes stay if it has this code.
func WithCellSource(blockSource, source string) string {
	source = strings.TrimRight(string(normal([]byte(source))), "\n")
	f := openFence(blockSource)
	if f == nil || source == f.code {
		return blockSource
	}
	more := strings.Repeat(f.mark, max(0, longestRun(source, f.mark[0])+1-f.width))
	first, end := f.lines[0], "\n"
	if plain := strings.TrimRight(first, "\r\n"); plain != first {
		first, end = plain, first[len(plain):]
	}
	indent := strings.Repeat(" ", f.indent)
	at := strings.Index(first, f.mark)
	var b strings.Builder
	b.WriteString(first[:at] + more + first[at:] + end)
	for line := range strings.SplitSeq(source, "\n") {
		if line != "" {
			b.WriteString(indent + line)
		}
		b.WriteString(end)
	}
	closing, rest := indent+strings.Repeat(f.mark, f.width)+end, ""
	if f.closing < len(f.lines) {
		closing, rest = f.lines[f.closing], strings.Join(f.lines[f.closing+1:], "")
	}
	at = strings.Index(closing, f.mark)
	b.WriteString(closing[:at] + more + closing[at:] + rest)
	return b.String()
}

// A fence is code between two lines of marks, at the start of a block.
type fence struct {
	lines           []string // of the block, with line ends
	mark            string   // ` or ~
	width, indent   int      // how many marks, and spaces before them
	info            string
	infoAt, infoEnd int // offsets in the block
	code            string
	closing         int // index of the closing line, or how many lines there are
}

// openFence returns the fence at the start of a block; nil if there is none.
func openFence(blockSource string) *fence {
	text := valid(normal([]byte(blockSource)))
	n, ok := parseBlocks(text).FirstChild().(*ast.FencedCodeBlock)
	if !ok || bytes.IndexByte(text[:n.Pos()], '\n') >= 0 {
		return nil
	}
	f := &fence{mark: string(text[n.Pos()]), indent: n.Pos(), code: strings.TrimRight(string(n.Lines().Value(text)), "\n")}
	starts := lineStarts([]byte(blockSource))
	for i, start := range starts {
		stop := len(blockSource)
		if i+1 < len(starts) {
			stop = starts[i+1]
		}
		if start < stop {
			f.lines = append(f.lines, blockSource[start:stop])
		}
	}
	f.closing = min(1+n.Lines().Len(), len(f.lines))
	first := strings.TrimRight(f.lines[0], " \t\n\v\f\r")
	f.infoEnd = len(first)
	marks := strings.Index(first, f.mark)
	info := strings.TrimLeft(first[marks:], f.mark)
	f.width = len(first) - marks - len(info)
	f.info = strings.TrimLeft(info, " \t\n\v\f\r")
	f.infoAt = len(first) - len(f.info)
	return f
}

// Title returns the title that the front matter of a text has; empty if it has none.
func Title(src string) string {
	return parseFrontMatter(&faults{src: valid(normal([]byte(src)))}, "").meta.Title
}

// WithTitle returns the text with this title in its front matter, in quotes where YAML wants them. Where there is none, it has the title only.
func WithTitle(src, title string) string {
	line := "title: " + quoteYAML(title)
	mark := ""
	if rest, ok := strings.CutPrefix(src, string(byteOrderMark)); ok {
		src, mark = rest, string(byteOrderMark)
	}
	starts := lineStarts([]byte(src))
	end := "\n"
	if len(starts) > 1 {
		first := src[:starts[1]]
		end = first[len(strings.TrimRight(first, "\r\n")):]
	}
	line += end
	lines, closing, _ := frontMatterOf(normal([]byte(src)))
	if closing == 0 {
		between := end
		if src == "" {
			between = ""
		}
		return mark + "---" + end + line + "---" + end + between + src
	}
	from, to := 1, 1 // lines that it replaces
	for i, text := range strings.Split(string(lines), "\n") {
		key, _, ok := strings.Cut(text, ":")
		indented := strings.HasPrefix(text, " ") || strings.HasPrefix(text, "\t")
		switch {
		case from == to && ok && strings.Trim(key, ` "'`) == "title" && !indented:
			from, to = i+1, i+2
		case from < to && indented && strings.TrimSpace(text) != "":
			to = i + 2 // the value goes on
		case from < to && text != "":
			return mark + src[:starts[from]] + line + src[starts[to]:]
		}
	}
	return mark + src[:starts[from]] + line + src[starts[to]:]
}

// quoteYAML returns text as the value of a key, in quotes where it is something else without.
func quoteYAML(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r):
			return ' '
		case r == utf8.RuneError:
			return '?'
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	read := ""
	faults := yaml.Read([]byte("title: "+text+"\n"), yaml.Key{Name: "title", Take: func(v yaml.Value) { read, _ = v.Text() }})
	switch {
	case len(faults) == 0 && read == text:
		return text
	case strings.ContainsAny(text, `"\`):
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return `"` + text + `"`
}
