package export

import (
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/sorting"
)

// eachLine calls use with the fields of every line; the scanner stands at its beginning.
func (r *reader) eachLine(use func(fields []string)) {
	for ; r.pos < len(r.text); r.accept("\n") {
		line, _, _ := strings.Cut(r.text[r.pos:], "\n")
		text, _, _ := strings.Cut(line, "#")
		use(strings.Fields(text))
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
	r.eachLine(func(fields []string) {
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
			r.edgeData(fields[2:])
			for _, name := range fields[:2] {
				linked[strings.Count(name, ",")] = true
			}
			a := r.node(fields[0])
			r.link(a, r.node(fields[1]))
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

// edgeData checks and counts what follows the names of a link.
func (r *reader) edgeData(data []string) {
	if len(data) == 0 {
		return
	}
	r.dropped++
	if text := strings.Join(data, " "); text[0] == '{' && text[len(text)-1] == '}' {
		return
	}
	for _, x := range data {
		if _, err := strconv.ParseFloat(x, 64); err != nil {
			r.fail("got %q after two names, want numbers, a dict in braces, or nothing", short(x))
		}
	}
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
// each perhaps with the latency of the channel. As in BookSim, a link may be given at both of its ends,
// and the ports of a router lead first to nodes, then to routers, in the order of their numbers.
//
// Source: BookSim 2, src/networks/anynet.cpp.
func readBookSim(r *reader) {
	ends := map[bookSimEnd]bool{}
	given := map[int]bool{} // by the end that begins the line times span, plus the other
	var pairs []int         // the lower end times span, plus the higher end
	const span = 2 * topology.MaxNodes
	r.eachLine(func(fields []string) {
		var line []bookSimEnd
		for len(fields) > 0 {
			if _, isLatency := number(fields[0]); isLatency && len(line) > 1 {
				r.dropped++
				if fields = fields[1:]; len(fields) == 0 {
					break
				}
			}
			e := r.bookSimEnd(fields)
			fields = fields[2:]
			line = append(line, e)
			ends[e] = true
			if len(line) == 1 {
				continue
			}
			low, high := min(line[0], e), max(line[0], e)
			if high < firstRouter || low == high {
				r.fail("%v and %v: want a link of two routers, or of a router and a node", line[0], e)
			}
			way := int(line[0])*span + int(e)
			switch {
			case given[way]:
				r.fail("link %v–%v occurs twice, want at most one link between two nodes", line[0], e)
			case given[int(e)*span+int(line[0])]:
				r.merged++
			case len(pairs) == maxLinks:
				r.tooManyLinks()
			default:
				pairs = append(pairs, int(low)*span+int(high))
			}
			given[way] = true
		}
	})
	r.addBookSimEnds(ends)
	sorting.Sort(pairs)
	for i, pair := range pairs {
		low, high := bookSimEnd(pair/span), bookSimEnd(pair%span)
		if i > 0 && low < firstRouter && pairs[i-1]/span == int(low) {
			r.fail("%v is joined with %v and %v, want one router", low, bookSimEnd(pairs[i-1]%span), high)
		}
		r.link(r.index[bookSimName(low)], r.index[bookSimName(high)])
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
