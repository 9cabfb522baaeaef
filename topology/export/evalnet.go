package export

import (
	"strconv"
	"strings"

	"topobook/topology"
)

// EvalNet returns net as EvalNet keeps it: the numbers of nodes and links, and then a line for each node with its neighbors. Nodes are numbered
// in order; there are no names, and no processors besides switches.
func EvalNet(net *topology.Network, progress topology.Progress) (string, error) {
	b := strconv.AppendInt(nil, int64(net.Order()), 10)
	b = strconv.AppendInt(append(b, ' '), int64(net.Size()), 10)
	b = append(b, '\n')
	err := eachNode(net, progress, func(u topology.Node) {
		for _, v := range net.Neighbors(u) {
			b = append(strconv.AppendInt(b, int64(v), 10), ' ')
		}
		b = append(b, '\n')
	})
	return string(b), err
}

// readEvalNet reads an adjacency list of EvalNet: a link stands at both of its ends.
//
// Source: Besta and others, EvalNet, topogen/TopologyGenerator.py.
func readEvalNet(r *reader) {
	r.directed = true
	n, links, u := -1, 0, topology.Node(0)
	for ; r.pos < len(r.text); r.accept("\n") {
		line, _, _ := strings.Cut(r.text[r.pos:], "\n")
		fields := strings.Fields(line)
		switch {
		case n < 0:
			n, links = r.evalNetSizes(fields)
		case int(u) < n:
			for _, field := range fields {
				v, ok := number(field)
				if !ok || v >= n {
					r.fail("got %q, want the number of a node from 0 to %d", short(field), n-1)
				}
				r.link(u, topology.Node(v))
			}
			u++
		case len(fields) > 0:
			r.fail("got a line after that of the last node, %d", n-1)
		}
		r.tick()
		r.pos += len(line)
	}
	if n < 0 || int(u) < n {
		r.fail("got the end of the text, want %d lines of nodes", max(n, 0))
	}
	for ends, open := range r.between {
		if open > 0 {
			r.fail("node %d has the neighbor %d, which does not have it as one", ends[0], ends[1])
		}
	}
	if len(r.links) != links {
		r.line = 1
		r.fail("got %d links, want %d as the first line says", len(r.links), links)
	}
	r.merged = 0 // as in each file of this format
}

// evalNetSizes returns the two numbers of the first line, and adds the nodes.
func (r *reader) evalNetSizes(fields []string) (n, links int) {
	if len(fields) == 2 {
		var okN, okLinks bool
		n, okN = number(fields[0])
		links, okLinks = number(fields[1])
		if okN && okLinks && n <= topology.MaxNodes {
			for u := range n {
				r.node(strconv.Itoa(u))
			}
			return n, links
		}
	}
	r.fail("got %q, want the numbers of nodes, at most %d, and of links", short(strings.Join(fields, " ")), topology.MaxNodes)
	return 0, 0
}
