package export

import (
	"strconv"
	"strings"

	"topobook/topology"
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

// readEdgeList reads an edge list.
func readEdgeList(r *reader) {
	r.directed = true
	r.eachLine(func(fields []string) {
		switch len(fields) {
		case 0:
		case 1:
			r.node(fields[0])
		default:
			a := r.node(fields[0])
			r.link(a, r.node(fields[1]))
		}
	})
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
	var pairs []int // the lower end times span, plus the higher end
	const span = 2 * topology.MaxNodes
	r.eachLine(func(fields []string) {
		var line []bookSimEnd
		for len(fields) > 0 {
			if _, isLatency := number(fields[0]); isLatency && len(line) > 1 {
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
			if pairs = append(pairs, int(low)*span+int(high)); len(pairs) > 2*maxLinks {
				r.tooManyLinks()
			}
		}
	})
	r.addBookSimEnds(ends)
	pairs = topology.Distinct(pairs)
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
