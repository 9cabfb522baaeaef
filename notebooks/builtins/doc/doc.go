// Package doc has the documentation of the builtins: a Markdown file for each group. The reference page,
// from which the editor takes its help, and tests are made from it. The engine holds only summary.txt,
// which is made from it too, by go test ./notebooks/builtins/doc -update.
//
// An entry has these parts in this order. Parameters are missing where there are none; the lists, the errors, the method and the
// source may be missing. The text of a result says its unit, what the first sentence does not.
// Each sentence of a text is a line; the first tells what the builtin returns.
//
//	## `diameter(t, among="all")`
//
//	Returns the largest distance between two nodes, in hops.
//
//	- what a list says besides
//
//	Parameters:
//
//	- `t` (network)
//	- `among` (string): `"all"` nodes or `"processors"` only
//
//	Result (dict): in hops
//
//	- `"key"`: what a dict has there
//
//	Errors: a pair without a path.
//
//	Method: Breadth-first search from every node.
//
//	Source: Author, Title, Year, chapter.
//
//	```starlark
//	diameter(ring(5))
//	```
package doc

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

//go:embed *.md
var files embed.FS

// groups are the groups in the order of the reference; that of diameter is in measures.md.
var groups = []string{"Inputs", "Networks", "Nodes", "Measures", "Routing", "Symmetry", "Traffic", "Simulation", "Schedules", "Outputs", "Claims", "Numbers", "Lists", "Files"}

// An Entry is the documentation of one builtin. In its texts, code stands between backticks.
type Entry struct {
	Group     string
	Signature string // the call with its parameters and their defaults: diameter(t, among="all")
	Text      []Block
	Params    []Param // all of the signature, in its order
	Result    Result
	Errors    string
	Method    string
	Source    string
	Example   string // an expression, or a cell, that works as it stands
}

// A Block is a paragraph, by its sentences, or a list.
type Block struct {
	List  bool
	Lines []string
}

// Paragraph returns the sentences in one line.
func (b Block) Paragraph() string { return strings.Join(b.Lines, " ") }

// A Param is a parameter; that of *parts is named *parts.
type Param struct {
	Name, Type, Text string
	Default          string // as the signature has it; empty if an argument is wanted
}

// A Result is what a call returns. Its items are the keys of a dict, or of each of several, and the attributes of other values.
type Result struct {
	Type, Text string
	Items      []string
}

// Name returns the name of the builtin.
func (e Entry) Name() string {
	name, _, _ := strings.Cut(e.Signature, "(")
	return name
}

// Summary returns the first sentence.
func (e Entry) Summary() string { return e.Text[0].Lines[0] }

// Entries returns the documentation of all builtins, in the order of the reference.
func Entries() ([]Entry, error) {
	var entries []Entry
	for _, group := range groups {
		file := strings.ToLower(group) + ".md"
		text, err := files.ReadFile(file)
		if err != nil {
			return nil, err
		}
		more, err := parse(group, string(text))
		if err != nil {
			return nil, fmt.Errorf("%s:%w", file, err)
		}
		entries = append(entries, more...)
	}
	return entries, nil
}

// The lines of a file.
var (
	heading = regexp.MustCompile("^## `(.+)`$")
	param   = regexp.MustCompile("^- `([^`]+)` \\(([^)]+)\\)(?:: (.+))?$")
	result  = regexp.MustCompile(`^Result \(([^)]+)\)(?:: (.+))?$`)
	label   = regexp.MustCompile(`^(Errors|Method|Source): (.+)$`)
	value   = regexp.MustCompile(`(\w+)=("[^"]*"|\[\]|[^,)]+)`) // the default of a parameter
)

// parse returns the entries of a file. Errors begin with the number of a line.
func parse(group, text string) ([]Entry, error) {
	var entries []Entry
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] != "# "+group {
		return nil, fmt.Errorf("1: got %q, want # %s", lines[0], group)
	}
	var e *Entry
	part := 0 // of the entry: its place in the order
	enter := func(next int) bool {
		ok := part <= next
		part = next
		return ok
	}
	for i := 1; i < len(lines); i++ {
		line, ok := lines[i], true
		starts := lines[i-1] == "" // a block
		item, isItem := strings.CutPrefix(line, "- ")
		switch {
		case line == "":
		case heading.MatchString(line):
			entries = append(entries, Entry{Group: group, Signature: heading.FindStringSubmatch(line)[1]})
			e, part = &entries[len(entries)-1], inText
		case e == nil:
			ok = false
		case line == "Parameters:":
			ok = enter(inParams)
		case result.MatchString(line):
			found := result.FindStringSubmatch(line)
			ok, e.Result = enter(inResult), Result{Type: found[1], Text: found[2]}
		case label.MatchString(line):
			found := label.FindStringSubmatch(line)
			to, next := e.labelled(found[1])
			ok, *to = enter(next), found[2]
		case line == "```starlark":
			end := slices.Index(lines[i:], "```")
			if ok = enter(inExample) && end > 0; ok {
				e.Example = strings.Join(lines[i+1:i+end], "\n")
				i += end
			}
		case part == inParams:
			found := param.FindStringSubmatch(line)
			if ok = found != nil; ok {
				e.Params = append(e.Params, Param{found[1], found[2], found[3], e.value(found[1])})
			}
		case part == inResult:
			ok = isItem
			e.Result.Items = append(e.Result.Items, item)
		case part == inMethod && !starts:
			e.Method += " " + line
		case part == inText:
			if starts {
				e.Text = append(e.Text, Block{List: isItem})
			}
			block := &e.Text[len(e.Text)-1]
			ok = block.List == isItem
			block.Lines = append(block.Lines, item)
		default:
			ok = false
		}
		if !ok {
			return nil, fmt.Errorf("%d: %s: want the parts of an entry in their order", i+1, line)
		}
	}
	return entries, nil
}

// The parts of an entry.
const (
	inText = iota
	inParams
	inResult
	inErrors
	inMethod
	inSource
	inExample
)

// value returns the default of a parameter, or "".
func (e *Entry) value(param string) string {
	for _, found := range value.FindAllStringSubmatch(e.Signature, -1) {
		if found[1] == param {
			return found[2]
		}
	}
	return ""
}

// labelled returns the text with a label, and which part it is.
func (e *Entry) labelled(label string) (text *string, part int) {
	switch label {
	case "Errors":
		return &e.Errors, inErrors
	case "Method":
		return &e.Method, inMethod
	}
	return &e.Source, inSource
}
