package builtins

import (
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
	"topobook/topology"
)

// maxSteps bounds the lines of a function that are shown one after the other.
const maxSteps = 500

// A stepped is a function whose lines have run one after the other.
type stepped struct {
	code    []string            // of the function
	first   int                 // the line of its def
	lines   []int               // by step: the line of code that is about to run, from 0
	names   []string            // of variables, in the order in which they get values
	values  []map[string]string // before each step and, if the function has no return, in the end
	returns string
}

func builtinStepThrough(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var fn *starlark.Function
	var list starlark.Value
	at := ""
	d := noDrawArgs()
	if err := c.Unpack(args, kwargs, "t", &d.net, "function", &fn, "args", &list, "at?", &at, "marks??", &d.marks, "faults??", &d.faults,
		"headline?", &d.headline, "caption?", &d.caption); err != nil {
		return nil, err
	}
	given, err := itemsOf(c, "args", list)
	if err != nil {
		return nil, err
	}
	if at == "" && fn.NumParams() > 0 {
		at, _ = fn.Param(0)
	}
	s := &stepped{first: int(fn.Position().Line), code: functionAt(c.Source(fn.Position().Filename()), int(fn.Position().Line))}
	a := &animation{stepped: s}
	walk := &walker{net: d.net, at: at, place: -1}
	result, err := c.Trace(fn, given, func(line engine.Line) error {
		if len(s.lines) == maxSteps {
			return c.BadArgf("function", "runs more than %d lines, want fewer: a smaller network, or a shorter way", maxSteps)
		}
		if err := c.Reserve(200 + 100*len(line.Locals)); err != nil {
			return err
		}
		s.add(line)
		walk.look(len(s.values)-1, line)
		return c.Progress(len(s.lines), 0)
	})
	if err != nil {
		return nil, err
	}
	if walk.place < 0 {
		return nil, c.BadArgf("at", "got %q, want a variable of %s that is a node of %v at some time: %s", at, fn.Name(), d.net, strings.Join(s.names, ", "))
	}
	s.returns = dialect.ShortText(result)
	a.end = len(s.lines)
	a.from, a.moves, a.colors = [][2]int{{0, int(walk.start)}}, walk.moves, []int{0}
	if walk.path != nil {
		d.paths = starlark.NewList([]starlark.Value{starlark.NewList(walk.path)})
	}
	return a, a.draw(c, &d)
}

// add records that a line is about to run, or that the function ends. That of a loop which has just been recorded is the same step, with
// its variable.
func (s *stepped) add(line engine.Line) {
	values := map[string]string{}
	for _, local := range line.Locals {
		values[local.Name] = local.Value
		if !slices.Contains(s.names, local.Name) {
			s.names = append(s.names, local.Name)
		}
	}
	at := line.Number - s.first
	n := len(s.lines)
	if n > 0 && s.lines[n-1] == at {
		s.values[n-1] = values
		return
	}
	if s.values = append(s.values, values); line.Number > 0 {
		s.lines = append(s.lines, at)
	}
}

// A walker finds where the message of a function is.
type walker struct {
	net          *network
	at           string // the variable that says so
	start, place topology.Node
	moves        [][4]int
	path         []starlark.Value // of nodes, as long as each is next to the one before; else nil
}

// look reads the variables before a step.
func (w *walker) look(step int, line engine.Line) {
	for _, local := range line.Locals {
		if local.Name != w.at {
			continue
		}
		u, err := w.net.node(local.Raw)
		switch {
		case err != nil || u == w.place:
		case w.place < 0:
			w.start, w.place = u, u
			w.path = []starlark.Value{w.net.address(u)}
		default:
			w.moves = append(w.moves, [4]int{max(0, step-1), 0, int(w.place), int(u)})
			if _, linked := w.net.ChannelBetween(w.place, u); !linked {
				w.path = nil
			} else if w.path != nil {
				w.path = append(w.path, w.net.address(u))
			}
			w.place = u
		}
	}
}

// functionAt returns the lines of the function whose def is on a line of a source, without what stands before all of them.
func functionAt(source string, line int) []string {
	lines := strings.Split(strings.ReplaceAll(source, "\r\n", "\n"), "\n")
	if line < 1 || line > len(lines) {
		return nil
	}
	lines = lines[line-1:]
	indent := func(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }
	before, end := indent(lines[0]), 1
	for i, s := range lines {
		if i > 0 && strings.TrimSpace(s) != "" {
			if indent(s) <= before {
				break
			}
			end = i + 1
		}
	}
	lines = append([]string(nil), lines[:end]...)
	for i, s := range lines {
		lines[i] = s[min(before, indent(s)):]
	}
	return lines
}

// step returns the values of the variables before a step, or after the last one, by name.
func (s *stepped) step(i int) map[string]string { return s.values[min(i, len(s.values)-1)] }

// html returns the code, the place for the variables, and the table of all steps.
func (s *stepped) html() string {
	var b strings.Builder
	b.WriteString(`<div class="stepped"><ol class="traced">`)
	for _, line := range s.code {
		b.WriteString("<li><pre>" + Highlight(line) + "</pre></li>")
	}
	b.WriteString(`</ol><dl class="watch"></dl></div><details><summary>All ` + strconv.Itoa(len(s.lines)) + ` steps</summary><div class="scroll" tabindex="0"><table><thead><tr><th>line</th>`)
	for _, name := range s.names {
		b.WriteString("<th>" + output.Escape(name) + "</th>")
	}
	b.WriteString("</tr></thead><tbody>")
	for i := range len(s.lines) + 1 {
		line := "returns " + s.returns
		if i < len(s.lines) {
			line = strconv.Itoa(s.lines[i] + 1)
		}
		b.WriteString("<tr><td>" + output.Escape(line) + "</td>")
		for _, name := range s.names {
			b.WriteString("<td>" + output.Escape(s.step(i)[name]) + "</td>")
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</tbody></table></div></details>")
	return b.String()
}

// text returns the lines that run, with what has changed before each.
func (s *stepped) text() string {
	var b strings.Builder
	for i, at := range s.lines {
		code := ""
		if at < len(s.code) {
			code = strings.TrimSpace(s.code[at])
		}
		b.WriteString("  " + strconv.Itoa(at+1) + ": " + code)
		for _, name := range s.names {
			if value, ok := s.values[i][name]; ok && (i == 0 || s.values[i-1][name] != value) {
				b.WriteString("  [" + name + " = " + value + "]")
			}
		}
		b.WriteByte('\n')
	}
	return b.String() + "  returns " + s.returns
}
