package export

import (
	"fmt"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/sorting"
)

// eachLine calls use with the text of every line before a #, and its fields; the scanner stands at its beginning.
func (r *reader) eachLine(use func(text string, fields []string)) {
	for ; r.pos < len(r.text); r.accept("\n") {
		line, _, _ := strings.Cut(r.text[r.pos:], "\n")
		text, _, _ := strings.Cut(line, "#")
		use(text, strings.Fields(text))
		r.tick()
		r.pos += len(line)
	}
}

// readEdgeList reads an edge list. What follows two names is numbers, or a dict as NetworkX writes it. A name
// alone may have commas only if there is a linked name with as many: else the line is of another format.
func readEdgeList(r *reader) {
	r.directed = true
	linked := map[int]bool{} // by the commas in a name
	alone := map[int]int{}   // by the commas in a name: the first line with such a name alone
	r.eachLine(func(text string, fields []string) {
		for _, name := range fields[:min(len(fields), 2)] {
			if strings.ContainsAny(name, NotInEdgeList) {
				r.wantTwoNames(name)
			}
		}
		switch len(fields) {
		case 0:
		case 1:
			r.node(fields[0])
			if commas := strings.Count(fields[0], ","); alone[commas] == 0 {
				alone[commas] = r.line
			}
		default:
			for _, name := range fields[:2] {
				linked[strings.Count(name, ",")] = true
			}
			a := r.node(fields[0])
			r.edgeData(r.link(a, r.node(fields[1])), text, fields[2:])
		}
	})
	first := 0
	for commas, line := range alone {
		if commas > 0 && !linked[commas] && (first == 0 || line < first) {
			first = line
		}
	}
	if first > 0 {
		r.line = first
		r.wantTwoNames(strings.TrimSpace(strings.Split(r.text, "\n")[first-1]))
	}
}

// NotInEdgeList are the characters that no name in an edge list may have: one opens a comment, the others
// are of other formats.
const NotInEdgeList = "#=;*{}"

func (r *reader) wantTwoNames(got string) {
	r.fail("got %q, want two names with a space between them, without any of %s, or the text's own format", short(got), NotInEdgeList)
}

// edgeData takes what follows the names of link i in the text of a line, and counts what has no meaning here.
func (r *reader) edgeData(i int, text string, data []string) {
	if len(data) == 0 {
		return
	}
	if text = strings.TrimSpace(text); data[0][0] == '{' && text[len(text)-1] == '}' {
		list, ok := pythonDict(text[strings.IndexByte(text, '{'):])
		for _, a := range list {
			ok = i < 0 || r.setCable(i, a) && ok
		}
		if !ok {
			r.dropped++
		}
		return
	}
	r.dropped++
	for _, x := range data {
		if _, err := strconv.ParseFloat(x, 64); err != nil {
			r.fail("got %q after two names, want numbers, a dict in braces, or nothing", short(x))
		}
	}
}

// pythonDict returns what a dict of Python says in strings and numbers, and whether that is all of it.
func pythonDict(text string) (list []attribute, all bool) {
	text = strings.TrimSpace(text[1 : len(text)-1])
	for text != "" {
		name, rest, ok := pythonString(text)
		if !ok {
			return list, false
		}
		if rest, ok = strings.CutPrefix(strings.TrimSpace(rest), ":"); !ok {
			return list, false
		}
		rest = strings.TrimSpace(rest)
		value, after, isString := pythonString(rest)
		if !isString {
			end := strings.IndexByte(rest, ',')
			if end < 0 {
				end = len(rest)
			}
			if value, after = strings.TrimSpace(rest[:end]), rest[end:]; strings.ContainsAny(value, "{[('\"") {
				return list, false
			}
		}
		list = append(list, attribute{name, value})
		after = strings.TrimSpace(after)
		if text, ok = strings.CutPrefix(after, ","); !ok && after != "" {
			return list, false
		}
		text = strings.TrimSpace(text)
	}
	return list, true
}

// pythonString returns the string that a text begins with, and what comes after it.
func pythonString(text string) (s, after string, ok bool) {
	if text == "" || text[0] != '\'' && text[0] != '"' {
		return "", text, false
	}
	var inner []byte // between double quotes of Go, which has the escapes of Python
	for i := 1; i < len(text); i++ {
		switch b := text[i]; {
		case b == text[0]:
			s, err := strconv.Unquote(`"` + string(inner) + `"`)
			return s, text[i+1:], err == nil
		case b == '\\' && i+1 < len(text):
			if i++; text[i] != '\'' {
				inner = append(inner, '\\')
			}
			inner = append(inner, text[i])
		case b == '"':
			inner = append(inner, '\\', '"')
		default:
			inner = append(inner, b)
		}
	}
	return "", text, false
}

// A bookSimEnd is a router or a node of BookSim: routers come after all nodes.
type bookSimEnd int

const firstRouter = bookSimEnd(topology.MaxNodes)

func (e bookSimEnd) String() string {
	if e >= firstRouter {
		return "router " + strconv.Itoa(int(e-firstRouter))
	}
	return "node " + strconv.Itoa(int(e))
}

// readBookSim reads an anynet file: in each line a router or a node, and those that it is joined with,
// each perhaps with the latency of the channel. As in BookSim, a link may be given at both of its ends, and is one
// however often it is given; the ports of a router lead first to nodes, then to routers, in the order of their numbers. A link has
// one latency, the first.
//
// Source: BookSim 2, src/networks/anynet.cpp.
func readBookSim(r *reader) {
	ends := map[bookSimEnd]bool{}
	given := map[int]bool{}  // by the end that begins the line times span, plus the other
	latency := map[int]int{} // by the lower end times span, plus the higher end
	var pairs []int          // just so
	const span = 2 * topology.MaxNodes
	other := 0 // latencies of the opposite direction
	r.eachLine(func(_ string, fields []string) {
		var body bookSimEnd
		for place := 0; len(fields) > 0; place++ {
			e := r.bookSimEnd(fields)
			fields = fields[2:]
			ends[e] = true
			if place == 0 {
				body = e
				continue
			}
			low, high := min(body, e), max(body, e)
			if high < firstRouter {
				r.fail("%v and %v: want a link of two routers, or of a router and a node", body, e)
			}
			way, pair := int(body)*span+int(e), int(low)*span+int(high)
			switch {
			case low == high:
				r.loops++
			case given[int(e)*span+int(body)] && !given[way]:
				r.merged++
			case !given[way]:
				if len(pairs) == maxLinks {
					r.tooManyLinks()
				}
				pairs = append(pairs, pair)
			}
			given[way] = true
			if len(fields) == 0 {
				break
			}
			if cycles, ok := number(fields[0]); ok {
				fields = fields[1:]
				if before, ok := latency[pair]; ok && before != cycles {
					other++
				} else {
					latency[pair] = cycles
				}
			}
		}
	})
	if other > 0 {
		r.remarks = append(r.remarks, fmt.Sprintf("the file gives other latencies for the opposite direction (%d): they are left out", other))
	}
	r.addBookSimEnds(ends)
	sorting.Sort(pairs)
	for i, pair := range pairs {
		low, high := bookSimEnd(pair/span), bookSimEnd(pair%span)
		if i > 0 && low < firstRouter && pairs[i-1]/span == int(low) {
			r.fail("%v is joined with %v and %v, want one router", low, bookSimEnd(pairs[i-1]%span), high)
		}
		i := r.link(r.index[bookSimName(low)], r.index[bookSimName(high)])
		if cycles := latency[pair]; cycles > 0 {
			r.setCable(i, attribute{"latency", strconv.Itoa(cycles)})
		}
	}
}

// bookSimEnd reads two fields, the word router or node and its number.
func (r *reader) bookSimEnd(fields []string) bookSimEnd {
	first := bookSimEnd(0)
	switch fields[0] {
	case "router":
		first = firstRouter
	case "node":
	default:
		r.fail("got %q, want router or node", short(fields[0]))
	}
	if len(fields) == 1 {
		r.fail("got nothing after %s, want its number", fields[0])
	}
	x, ok := number(fields[1])
	if !ok || x >= topology.MaxNodes {
		r.fail("got %q after %s, want a number from 0 to %d", short(fields[1]), fields[0], topology.MaxNodes-1)
	}
	return first + bookSimEnd(x)
}

// addBookSimEnds adds nodes, and then routers, and fails unless they are numbered from 0 on
// without a gap.
func (r *reader) addBookSimEnds(ends map[bookSimEnd]bool) {
	for _, first := range []bookSimEnd{0, firstRouter} {
		e := first
		for ; ends[e]; e++ {
			u := r.node(bookSimName(e))
			if first == firstRouter {
				r.nodes[u].kind = topology.Switch
			}
		}
		for other := range ends {
			if other > e && (other >= firstRouter) == (first == firstRouter) {
				r.fail("there is no %v, want numbers from 0 on without a gap", e)
			}
		}
	}
}

// bookSimName returns the name of a node or router as an address: n5, r3.
func bookSimName(e bookSimEnd) string {
	if e >= firstRouter {
		return "r" + strconv.Itoa(int(e-firstRouter))
	}
	return "n" + strconv.Itoa(int(e))
}
