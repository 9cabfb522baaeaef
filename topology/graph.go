package topology

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"topobook/topology/internal/text"
)

// A Graph is a network of the reader's own: processors with any names, and links between them.
// The address of a node is its name. A node's port i is its i-th link in the order of the list.
// Nodes have no levels and links no labels. Make one with [NewGraph]; it is immutable.
type Graph struct {
	names []string // by node
	index map[string]Node
	links []Link
	call  string
}

// maxName bounds a node's name, in bytes.
const maxName = 1000

// NewGraph returns the network of processors with the given names, and a link for each pair of
// names. It returns an error if there is no node or there are more than [MaxNodes], if a name is
// empty, has a space or a control character in it or occurs twice, or if a link has an unknown end, joins a node to
// itself or occurs twice, in either direction.
func NewGraph(nodes []string, links [][2]string) (*Graph, error) {
	return NewGraphWithin(nodes, links, nil)
}

// NewGraphWithin is NewGraph, but it reports to progress now and then how many nodes and links are done, and
// returns its error.
func NewGraphWithin(nodes []string, links [][2]string, progress Progress) (*Graph, error) {
	if len(nodes) == 0 {
		return nil, fmt.Errorf("graph: has no nodes, want at least one")
	}
	if len(nodes) > MaxNodes {
		return nil, fmt.Errorf("graph: has %d nodes, want at most %d", len(nodes), MaxNodes)
	}
	if len(links) > MaxLinks {
		return nil, fmt.Errorf("graph: has %d links, want at most %d", len(links), MaxLinks)
	}
	g := &Graph{index: make(map[string]Node, len(nodes))}
	tick := func(done int) error {
		if done%1024 != 1023 {
			return nil
		}
		return progress.Report(done, len(nodes)+len(links))
	}
	for i, name := range nodes {
		if err := tick(i); err != nil {
			return nil, err
		}
		if len(name) > maxName {
			return nil, fmt.Errorf("graph: node %q…: has a name of %d bytes, want at most %d", strings.ToValidUTF8(name[:20], ""), len(name), maxName)
		}
		if !isName(name) {
			return nil, fmt.Errorf("graph: node %q: want a name without spaces and control characters", name)
		}
		if _, ok := g.index[name]; ok {
			return nil, fmt.Errorf("graph: node %q occurs twice, want distinct names", name)
		}
		g.index[name] = Node(len(g.names))
		g.names = append(g.names, name)
	}
	degree := make([]int, len(nodes))
	seen := make(map[[2]Node]bool, len(links))
	for i, ends := range links {
		if err := tick(len(nodes) + i); err != nil {
			return nil, err
		}
		var u [2]Node
		for i, name := range ends {
			var ok bool
			if u[i], ok = g.index[name]; !ok {
				return nil, fmt.Errorf("graph: link %q–%q: no node is named %q", ends[0], ends[1], name)
			}
		}
		if u[0] == u[1] {
			return nil, fmt.Errorf("graph: link %q–%q: want two distinct nodes", ends[0], ends[1])
		}
		if pair := [2]Node{min(u[0], u[1]), max(u[0], u[1])}; seen[pair] {
			return nil, fmt.Errorf("graph: link %q–%q occurs twice, want at most one link between two nodes", ends[0], ends[1])
		} else {
			seen[pair] = true
		}
		g.links = append(g.links, Link{
			A: u[0], PortA: degree[u[0]], LabelA: NoLabel,
			B: u[1], PortB: degree[u[1]], LabelB: NoLabel,
		})
		degree[u[0]]++
		degree[u[1]]++
	}
	g.call = g.format()
	return g, nil
}

// isName reports whether s can be an address: valid text that is not empty, without spaces.
func isName(s string) bool {
	bad := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
	return s != "" && utf8.ValidString(s) && !strings.ContainsFunc(s, bad)
}

// format returns the call that makes g.
func (g *Graph) format() string {
	nodes := func(yield func(string) bool) {
		for _, name := range g.names {
			if !yield(strconv.Quote(name)) {
				return
			}
		}
	}
	links := func(yield func(string) bool) {
		for _, link := range g.links {
			if !yield("(" + strconv.Quote(g.names[link.A]) + ", " + strconv.Quote(g.names[link.B]) + ")") {
				return
			}
		}
	}
	return "graph(" + text.List("nodes", len(g.names), nodes) + ", " + text.List("links", len(g.links), links) + ")"
}

// String returns the call that makes the graph; long lists are cut short and end in a hash of
// the whole.
func (g *Graph) String() string        { return g.call }
func (g *Graph) Order() int            { return len(g.names) }
func (g *Graph) Kind(Node) Kind        { return Processor }
func (g *Graph) Level(Node) int        { return NoLevel }
func (g *Graph) Address(u Node) string { return g.names[u] }

// NodeAt returns the node with the given name. Spaces, and parentheses or angle brackets around
// the whole, are ignored if no node has just this name.
func (g *Graph) NodeAt(address string) (Node, error) {
	if u, ok := g.index[address]; ok {
		return u, nil
	}
	if u, ok := g.index[text.Plain(address)]; ok {
		return u, nil
	}
	return 0, fmt.Errorf("graph: no node is named %q", address)
}

// Links yields the links in the order of the list.
func (g *Graph) Links() iter.Seq[Link] {
	return func(yield func(Link) bool) {
		for _, link := range g.links {
			if !yield(link) {
				return
			}
		}
	}
}
