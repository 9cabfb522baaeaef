// Package yaml reads what an author writes in YAML: the front matter of a notebook, and site.yaml. Both are a mapping of
// known keys to text, whole numbers, lists and further mappings; everything else is a fault with its place.
package yaml

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"topobook/notebooks/dialect"
)

// A Fault is something wrong at a line and a column, from 1, the column in characters.
type Fault struct {
	Line, Col int
	Msg       string
}

// A Key is a key of a mapping, and what takes its value.
type Key struct {
	Name string
	Take func(Value)
}

// A Value is what stands after a key or in a list.
type Value struct {
	Line, Col int
	name      string // what a fault calls it: links: url
	node      ast.Node
	faults    *[]Fault
}

// Read reads src, a mapping that may have each of the keys once, and returns what is wrong in it, in the order of the file.
func Read(src []byte, keys ...Key) []Fault {
	src = bytes.ReplaceAll(bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	var faults []Fault
	if i := bytes.IndexFunc(src, func(r rune) bool { return r == utf8.RuneError || r < ' ' && r != '\n' && r != '\t' }); i >= 0 {
		before := src[:i]
		start := bytes.LastIndexByte(before, '\n') + 1
		return []Fault{{1 + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(before[start:]), "want text in UTF-8, without control characters"}}
	}
	file, err := parser.ParseBytes(src, parser.ParseComments, parser.AllowDuplicateMapKey())
	switch {
	case err != nil:
		return []Fault{syntaxFault(string(src), err)}
	case len(file.Docs) > 1:
		before := src[:separator.FindIndex(src)[0]]
		return []Fault{{1 + bytes.Count(before, []byte("\n")), 1, "want one document, without a line --- or ..."}}
	case len(file.Docs) == 1 && file.Docs[0].Body != nil && file.Docs[0].Body.Type() != ast.CommentType:
		newValue("", file.Docs[0].Body, &faults).Mapping(keys...)
	}
	slices.SortStableFunc(faults, func(a, b Fault) int { return 1000*(a.Line-b.Line) + a.Col - b.Col })
	return faults
}

func newValue(name string, node ast.Node, faults *[]Fault) Value {
	at := node.GetToken().Position
	if m, ok := node.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
		at = m.Values[0].Key.GetToken().Position // not that of a colon
	}
	return Value{at.Line, at.Column, name, node, faults}
}

// Fault notes that the value is not as it should be.
func (v Value) Fault(format string, args ...any) {
	msg := fmt.Sprintf(format, args...)
	if v.name != "" {
		msg = v.name + ": " + msg
	}
	*v.faults = append(*v.faults, Fault{v.Line, v.Col, msg})
}

// Faults returns how many faults have been found so far.
func (v Value) Faults() int { return len(*v.faults) }

// Mapping has each key's value taken. A key that is not among keys, or is given twice, is a fault.
func (v Value) Mapping(keys ...Key) {
	m, ok := v.node.(*ast.MappingNode)
	if !ok {
		v.Fault("got %q, want %s: value", v.source(), keys[0].Name)
		return
	}
	seen := map[string]bool{}
	for _, entry := range m.Values {
		key := newValue(v.name, entry.Key, v.faults)
		name := entry.Key.GetToken().Value
		i := slices.IndexFunc(keys, func(k Key) bool { return k.Name == name })
		switch {
		case i < 0:
			key.unknown(name, keys)
		case seen[name]:
			key.Fault("%s is given twice", name)
		default:
			keys[i].Take(newValue(strings.TrimPrefix(v.name+": "+name, ": "), entry.Value, v.faults))
		}
		seen[name] = true
	}
}

// unknown notes that a mapping has no such key.
func (v Value) unknown(name string, keys []Key) {
	names := make([]string, len(keys))
	for i, key := range keys {
		names[i] = key.Name
	}
	if near := dialect.Nearest(name, names); near != "" {
		v.Fault("got key %q, want %s", name, near)
		return
	}
	last := len(names) - 1
	v.Fault("got key %q, want %s or %s", name, strings.Join(names[:last], ", "), names[last])
}

// IsMapping tells whether the value is a mapping.
func (v Value) IsMapping() bool { return v.node.Type() == ast.MappingType }

// List calls each for the values of a list.
func (v Value) List(each func(Value)) {
	list, ok := v.node.(*ast.SequenceNode)
	if !ok {
		v.Fault("got %q, want a list, each entry in a line that starts with -", v.source())
		return
	}
	for _, node := range list.Values {
		each(newValue(v.name, node, v.faults))
	}
}

// Text returns a value of one line, and whether it is one. Numbers and the like are taken as they are written: 1990, 1.10, true.
func (v Value) Text() (string, bool) {
	text, comment := "", v.node.GetComment()
	switch node := v.node.(type) {
	case *ast.NullNode:
		if comment != nil {
			v.Fault("is empty: want what starts with # in quotes")
			return "", false
		}
	case *ast.StringNode:
		text = node.Value
	case *ast.LiteralNode:
		text = node.Value.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		text = node.GetToken().Value
	default:
		v.Fault("got %q, want text, in quotes where it starts with a sign of YAML", v.source())
		return "", false
	}
	text = strings.Join(strings.Fields(text), " ")
	switch {
	case text == "":
		v.Fault("is empty")
	case comment != nil:
		v.Fault("want all of it in quotes, or the comment in a line of its own: what follows a # does not count")
	default:
		return text, true
	}
	return "", false
}

// Whole returns a whole number from 1, and whether the value is one.
func (v Value) Whole() (int, bool) {
	text := v.source()
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		v.Fault("got %q, want a whole number from 1", text)
		return 0, false
	}
	return n, true
}

// source returns the value in a line, for a fault.
func (v Value) source() string {
	node := v.node
	if node.Type() == ast.NullType {
		return ""
	}
	if node.GetComment() != nil {
		return node.GetToken().Value
	}
	text := []rune(strings.Join(strings.Fields(node.String()), " "))
	if len(text) > 40 {
		text = append(text[:39], '…')
	}
	return strings.Trim(string(text), `"`)
}

// separator is a line between documents.
var separator = regexp.MustCompile(`(?m)^(---|\.\.\.)`)

// line is a key and its value that a line of YAML has.
var line = regexp.MustCompile(`^[ -]*([\w-]+) *: +(\S.*?) *$`)

// syntaxFault returns what is wrong with src where the parser found err, with the remedy where quotes are one.
func syntaxFault(src string, err error) Fault {
	e, ok := err.(interface {
		GetMessage() string
		GetToken() *token.Token
	})
	if !ok || e.GetToken() == nil {
		return Fault{1, 1, err.Error()}
	}
	at := e.GetToken().Position
	fault := Fault{max(1, at.Line), max(1, at.Column), e.GetMessage()}
	lines := strings.Split(src, "\n")
	fault.Line = min(fault.Line, len(lines))
	text := lines[fault.Line-1]
	parts := line.FindStringSubmatch(text)
	if parts == nil {
		if text = strings.TrimSpace(text); !strings.Contains(text, ":") {
			fault.Msg = fmt.Sprintf("got %q, want key: value", text)
		}
		return fault
	}
	key, value := parts[1], parts[2]
	if _, alone := parser.ParseBytes([]byte(key+": "+value+"\n"), 0); alone == nil || strings.ContainsAny(value[:1], `"'[{|>`) {
		fault.Msg = key + ": " + fault.Msg
		return fault
	}
	fault.Col = utf8.RuneCountInString(text[:strings.LastIndex(text, value)]) + 1
	quote := `"`
	if strings.ContainsAny(value, `"\`) {
		quote = `'`
		value = strings.ReplaceAll(value, `'`, `''`)
	}
	fault.Msg = fmt.Sprintf("%s: want the value in quotes, as in %[1]s: %s%s%[2]s", key, quote, value)
	return fault
}
