package export

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"topobook/topology"
)

// eachLine calls use with the fields of every line; the scanner stands at its beginning.
func (r *reader) eachLine(use func(fields []string) error) error {
	for ; r.pos < len(r.text); r.accept("\n") {
		line, _, _ := strings.Cut(r.text[r.pos:], "\n")
		text, _, _ := strings.Cut(line, "#")
		if err := use(strings.Fields(text)); err != nil {
			return err
		}
		if err := r.tick(); err != nil {
			return err
		}
		r.pos += len(line)
	}
	return nil
}

// readEdgeList reads an edge list.
func readEdgeList(r *reader) error {
	r.directed = true
	return r.eachLine(func(fields []string) error {
		var ends []topology.Node
		for _, name := range fields[:min(2, len(fields))] {
			u, err := r.node(name)
			if err != nil {
				return err
			}
			ends = append(ends, u)
		}
		if len(ends) < 2 {
			return nil
		}
		_, err := r.link(ends[0], ends[1])
		return err
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
func readBookSim(r *reader) error {
	ends := map[bookSimEnd]bool{}
	var pairs [][2]bookSimEnd
	err := r.eachLine(func(fields []string) error {
		var line []bookSimEnd
		for len(fields) > 0 {
			if _, isLatency := number(fields[0]); isLatency && len(line) > 1 {
				if fields = fields[1:]; len(fields) == 0 {
					break
				}
			}
			e, err := parseBookSimEnd(fields)
			if err != nil {
				return err
			}
			fields = fields[2:]
			line = append(line, e)
			ends[e] = true
			if len(line) == 1 {
				continue
			}
			pair := [2]bookSimEnd{min(line[0], e), max(line[0], e)}
			if pair[1] < firstRouter || pair[0] == pair[1] {
				return fmt.Errorf("%v and %v: want a link of two routers, or of a router and a node", line[0], e)
			}
			if pairs = append(pairs, pair); len(pairs) > 2*maxLinks {
				return fmt.Errorf("got more than %d links, want at most that many", maxLinks)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := r.addBookSimEnds(ends); err != nil {
		return err
	}
	sort.SliceStable(pairs, func(i, j int) bool {
		a, b := pairs[i], pairs[j]
		return a[0] < b[0] || a[0] == b[0] && a[1] < b[1]
	})
	for i, pair := range pairs {
		if i > 0 && pair == pairs[i-1] {
			continue
		}
		if i > 0 && pair[0] < firstRouter && pair[0] == pairs[i-1][0] {
			return fmt.Errorf("%v is joined with %v and %v, want one router", pair[0], pairs[i-1][1], pair[1])
		}
		a, b := r.index[bookSimName(pair[0])], r.index[bookSimName(pair[1])]
		if _, err := r.link(a, b); err != nil {
			return err
		}
	}
	return nil
}

// parseBookSimEnd reads two fields, the word router or node and its number.
func parseBookSimEnd(fields []string) (bookSimEnd, error) {
	first := bookSimEnd(0)
	switch fields[0] {
	case "router":
		first = firstRouter
	case "node":
	default:
		return 0, fmt.Errorf("got %q, want router or node", short(fields[0]))
	}
	if len(fields) == 1 {
		return 0, fmt.Errorf("got nothing after %s, want its number", fields[0])
	}
	x, ok := number(fields[1])
	if !ok || x >= topology.MaxNodes {
		return 0, fmt.Errorf("got %q after %s, want a number from 0 to %d", short(fields[1]), fields[0], topology.MaxNodes-1)
	}
	return first + bookSimEnd(x), nil
}

// addBookSimEnds adds nodes, and then routers, or returns an error unless they are numbered from 0 on
// without a gap.
func (r *reader) addBookSimEnds(ends map[bookSimEnd]bool) error {
	for _, first := range []bookSimEnd{0, firstRouter} {
		e := first
		for ; ends[e]; e++ {
			u, err := r.node(bookSimName(e))
			if err != nil {
				return err
			}
			if first == firstRouter {
				r.nodes[u].kind = topology.Switch
			}
		}
		for other := range ends {
			if other > e && (other >= firstRouter) == (first == firstRouter) {
				return fmt.Errorf("there is no %v, want numbers from 0 on without a gap", e)
			}
		}
	}
	return nil
}

// bookSimName returns the name of a node or router as an address: n5, r3.
func bookSimName(e bookSimEnd) string {
	if e >= firstRouter {
		return "r" + strconv.Itoa(int(e-firstRouter))
	}
	return "n" + strconv.Itoa(int(e))
}
