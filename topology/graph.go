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

// A Graph is a network of the reader's own: nodes with any names, and links between them.
// The address of a node is its name. A node's port i is its i-th link in the order of the list.
// Nodes have no levels and links no labels. Make one with [NewGraph]; it is immutable.
type Graph struct {
	names    []string // by node
	index    map[string]Node
	links    []Link
	switches []bool    // by node; nil if there are none
	cables   []Cable   // by link; nil if nothing is known of any
	at       [][]int32 // by node and port: the link; nil if there are no cables
	said     []string  // by link: what a cell says of its cable; nil if there are none
	parallel bool      // there are parallel links
	call     string
}

// A GraphOption says more of a graph than its nodes and links.
type GraphOption func(*graphOptions)

type graphOptions struct {
	switches []string
	cables   func(g *Graph) error // sets them; a function, so that programs that make none are smaller
	parallel bool
	progress Progress
}

// WithSwitches says which nodes are switches. The others are processors.
func WithSwitches(names ...string) GraphOption {
	return func(o *graphOptions) { o.switches = names }
}

// WithCables says what is known of the links besides their ends, in the order of their list.
func WithCables(cables []Cable) GraphOption {
	return func(o *graphOptions) { o.cables = func(g *Graph) error { return g.setCables(cables) } }
}

// WithParallelLinks allows several links between the same two nodes, each with ports of its own.
func WithParallelLinks() GraphOption { return func(o *graphOptions) { o.parallel = true } }

// WithProgress reports now and then how many nodes and links are done. An error of progress is that of [NewGraph].
func WithProgress(progress Progress) GraphOption {
	return func(o *graphOptions) { o.progress = progress }
}

// maxName bounds a node's name, and the kind of a cable, in bytes.
const maxName = 1000

// NewGraph returns the network of nodes with the given names, which are processors unless an option says otherwise, and a link
// for each pair of names. It returns an error if there is no node or there are more than [MaxNodes], if a name is
// empty, has a space or a control character in it or occurs twice, or if a link has an unknown end or joins a node to
// itself; if a link occurs twice, in either direction, without [WithParallelLinks]; if a switch is no node; or if there are
// not as many cables as links, or one has a length, a latency or a capacity that is negative or no number.
func NewGraph(nodes []string, links [][2]string, options ...GraphOption) (*Graph, error) {
	var opt graphOptions
	for _, set := range options {
		set(&opt)
	}
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
		return opt.progress.Report(done, len(nodes)+len(links))
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
		pair := [2]Node{min(u[0], u[1]), max(u[0], u[1])}
		if seen[pair] && !opt.parallel {
			return nil, fmt.Errorf("graph: link %q–%q occurs twice, want at most one link between two nodes", ends[0], ends[1])
		}
		g.parallel = g.parallel || seen[pair]
		seen[pair] = true
		g.links = append(g.links, Link{
			A: u[0], PortA: degree[u[0]], LabelA: NoLabel,
			B: u[1], PortB: degree[u[1]], LabelB: NoLabel,
		})
		degree[u[0]]++
		degree[u[1]]++
	}
	if err := g.setSwitches(opt.switches); err != nil {
		return nil, err
	}
	if opt.cables != nil {
		if err := opt.cables(g); err != nil {
			return nil, err
		}
	}
	g.call = g.format()
	return g, nil
}

func (g *Graph) setSwitches(names []string) error {
	for _, name := range names {
		u, ok := g.index[name]
		if !ok {
			return fmt.Errorf("graph: switch %q: no node is named so", name)
		}
		if g.switches == nil {
			g.switches = make([]bool, len(g.names))
		}
		g.switches[u] = true
	}
	return nil
}

func (g *Graph) setCables(cables []Cable) error {
	if len(cables) != len(g.links) {
		return fmt.Errorf("graph: has %d cables, want one for each of %d links", len(cables), len(g.links))
	}
	known := false
	for i, link := range g.links {
		if err := cables[i].Check(); err != nil {
			return fmt.Errorf("graph: link %q–%q: %w", g.names[link.A], g.names[link.B], err)
		}
		known = known || cables[i] != Cable{}
	}
	if !known {
		return nil
	}
	g.cables, g.at, g.said = append([]Cable(nil), cables...), make([][]int32, len(g.names)), make([]string, len(g.links))
	for i, link := range g.links {
		g.at[link.A], g.at[link.B] = append(g.at[link.A], int32(i)), append(g.at[link.B], int32(i))
		g.said[i] = cables[i].format()
	}
	return nil
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
		for i, link := range g.links {
			cable := ""
			if g.said != nil {
				cable = g.said[i]
			}
			if !yield("(" + strconv.Quote(g.names[link.A]) + ", " + strconv.Quote(g.names[link.B]) + cable + ")") {
				return
			}
		}
	}
	call := "graph(" + text.List("nodes", len(g.names), nodes) + ", " + text.List("links", len(g.links), links)
	if g.switches != nil {
		count := 0
		for _, is := range g.switches {
			if is {
				count++
			}
		}
		call += ", " + text.List("switches", count, func(yield func(string) bool) {
			for u, is := range g.switches {
				if is && !yield(strconv.Quote(g.names[u])) {
					return
				}
			}
		})
	}
	if g.parallel {
		call += ", parallel=True"
	}
	return call + ")"
}

// Cable returns what is known of the link at a port of u.
func (g *Graph) Cable(u Node, port int) Cable {
	if g.cables == nil {
		return Cable{}
	}
	return g.cables[g.at[u][port]]
}

// String returns the call that makes the graph; long lists are cut short and end in a hash of
// the whole.
func (g *Graph) String() string        { return g.call }
func (g *Graph) Order() int            { return len(g.names) }
func (g *Graph) Level(Node) int        { return NoLevel }
func (g *Graph) Address(u Node) string { return g.names[u] }

// Kind returns whether u is a switch or a processor.
func (g *Graph) Kind(u Node) Kind {
	if g.switches != nil && g.switches[u] {
		return Switch
	}
	return Processor
}

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
