package markdown

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A mention refers to figures, tables or works: [@fig:net], [@petrini97, p. 12; @dally04].
type mention struct {
	ast.BaseInline
	items []mentioned
}

func (n *mention) Kind() ast.NodeKind         { return kindMention }
func (n *mention) Dump(src []byte, level int) { dump(n, src, level, fmt.Sprint(n.items)) }

// A mentioned is one figure, table or work that is referred to.
type mentioned struct {
	kind    string // fig or tab; empty for a work
	name    string // id of a cell or an image; key of a work
	locator string // where in a work: p. 12
	at      int    // offset of the @ in the file
}

// String returns the name as authors write it.
func (m mentioned) String() string { return strings.TrimPrefix(m.kind+":"+m.name, ":") }

// mentionParser parses [@…].
type mentionParser struct{}

func (mentionParser) Trigger() []byte { return []byte{'['} }

// Parse reads a mention, which may go over several lines of its paragraph.
func (mentionParser) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if line, _ := block.PeekLine(); !bytes.HasPrefix(line, []byte("[@")) {
		return nil
	}
	block.Advance(1)
	var inside []byte
	var places []int // offset in the file of each byte of it
	for closed := false; !closed; {
		line, segment := block.PeekLine()
		if line == nil || len(inside) > maxMention {
			return nil
		}
		inner, _, found := bytes.Cut(line[:min(len(line), maxMention)], []byte("]"))
		if !found && len(line) > maxMention {
			return nil
		}
		for i, c := range inner {
			inside, places = append(inside, c), append(places, segment.Start+i)
		}
		if closed = found; closed {
			block.Advance(len(inner) + 1)
		} else {
			block.AdvanceLine()
		}
	}
	if next := block.Peek(); next == '(' || next == '[' {
		return nil // it is the text of a link
	}
	items, fault := parseMention(string(inside))
	if fault != nil {
		report(pc, places[fault.at], "%s", fault.msg)
		written := ast.NewString([]byte("[" + string(inside) + "]"))
		written.SetRaw(true)
		return written
	}
	for i := range items {
		items[i].at = places[items[i].at]
	}
	return &mention{items: items}
}

// parseMention reads what stands between the brackets. The places of the items are offsets in it.
func parseMention(inside string) ([]mentioned, *attributeError) {
	var items []mentioned
	at := 0
	for part := range strings.SplitSeq(inside, ";") {
		start := at + len(part) - len(strings.TrimLeft(part, " \n"))
		at += len(part) + 1
		word, locator, _ := strings.Cut(strings.TrimSpace(part), ",")
		name, ok := strings.CutPrefix(strings.TrimSpace(word), "@")
		if !ok || name == "" || strings.ContainsAny(name, " \n") {
			return nil, &attributeError{min(start, len(inside)-1), fmt.Sprintf(`reference: got %q, want @fig:id, @tab:id, or @key and perhaps a place, as in [@key, p. 12] (a plain bracket is \[)`, strings.TrimSpace(part))}
		}
		item := mentioned{name: name, locator: strings.Join(strings.Fields(locator), " "), at: start}
		if kind, id, ok := strings.Cut(name, ":"); ok && figureNames[kind] != "" {
			item.kind, item.name = kind, id
		}
		if item.kind != "" && locator != "" {
			return nil, &attributeError{start, fmt.Sprintf("reference: %v: got %q after it, want nothing", item, strings.TrimSpace(locator))}
		}
		items = append(items, item)
	}
	return items, nil
}

// mention renders the references.
func (w *writer) mention(out util.BufWriter, n ast.Node) {
	var parts []string
	for _, item := range n.(*mention).items {
		if item.kind == "" {
			switch {
			case w.draft:
				parts = append(parts, w.written(item))
			case !w.plain:
				parts = append(parts, w.citation(item))
			}
			continue
		}
		switch figure, msg := w.figureOf(item); {
		case msg != "":
			w.faults.add(item.at, "reference: %v: %s", item, msg)
			parts = append(parts, html.EscapeString("[@"+item.String()+"]"))
		case w.plain:
			parts = append(parts, figure.label())
		default:
			parts = append(parts, fmt.Sprintf(`<a href="#%s">%s</a>`, figure.anchor, figure.label()))
		}
	}
	_, _ = io.WriteString(out, strings.Join(parts, ", "))
}
