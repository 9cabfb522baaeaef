package export

import (
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"sort"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/family"
)

// MaxText bounds the text that is read, in bytes, and maxLinks the links in it.
const (
	MaxText  = 256 << 20
	maxLinks = 1 << 21
)

// Read returns the network that a text in the format of the given name describes, or an error with the
// line of the first fault. Two links between the same two nodes are parallel; one that joins a node with itself is left out. A
// link of a directed graph or of an edge list joins its ends in both directions; its opposite
// is the same link. [Notes] tells what was left out. A node is a switch if its kind is "switch", and a processor otherwise; it has no
// level unless the text has one. If not every link has two ports, port i of a node is its i-th link. A link's kind, length, latency and
// capacity are those of its [topology.Cable]; what the text says besides has no meaning here.
//
//   - In an edge list, a line has the names of two linked nodes, and perhaps numbers or a dict, or the name of
//     one node; what follows a # is a comment. Any other line is an error.
//   - In GraphML and GML the label of a node is its name, with underscores for spaces.
//   - In a file of BookSim, router 3 is the switch r3 and node 5 the processor n5, and a link has the latency of its first direction.
//
// It takes time in proportion to the text, at most [MaxText] bytes.
func Read(format, text string, progress topology.Progress) (*topology.Network, error) {
	for _, c := range codecs() {
		if c.format == format {
			return read(format, text, c.read, family.All(), &more{(*reader).setCable, (*reader).finish}, progress)
		}
	}
	return nil, unknown(format)
}

// ErrCables is the error of [ReadJSON] for a text that says something of cables.
var ErrCables = errors.New("says something of cables")

// ReadJSON is [Read] of JSON, for programs without the other formats and without cables. A text may say that it is a member of one of the families.
func ReadJSON(text string, families family.Catalogue, progress topology.Progress) (*topology.Network, error) {
	return read("json", text, readJSON, families, nil, progress)
}

// read reads a text with the parser of its format.
func read(format, text string, parse func(*reader), families family.Catalogue, more *more, progress topology.Progress) (*topology.Network, error) {
	if len(text) > MaxText {
		return nil, fmt.Errorf("%s: got %d bytes, want at most %d", format, len(text), MaxText)
	}
	r := &reader{scanner: scanner{text: text, line: 1}, families: families, progress: progress, index: map[string]topology.Node{}, between: map[[2]topology.Node]int32{}, more: more}
	if err := r.parse(parse); err != nil {
		return nil, fmt.Errorf("%s: line %d: %w", format, r.line, err)
	}
	net, err := r.network(format)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", format, err)
	}
	return net, progress.Report(len(text), len(text))
}

// more is what a text says besides nodes and links. It is apart, so that programs without it are smaller.
type more struct {
	setCable func(r *reader, link int, a attribute) bool
	finish   func(r *reader, f *file) topology.Definition
}

// A reader collects what a text says of a network.
type reader struct {
	scanner
	families family.Catalogue
	more     *more // nil if only nodes and links count
	progress topology.Progress
	ticks    int
	call     string // the name of the graph
	directed bool   // a link may occur in each direction
	strict   bool   // there is one link between two nodes, however often it occurs
	names    []string
	index    map[string]topology.Node
	nodes    []node
	links    []topology.Link
	cables   []topology.Cable           // of links; those at the end may be missing
	ports    int                        // how many ends of links have a port
	between  map[[2]topology.Node]int32 // links by their ends, as they are given; in a directed graph those whose opposite has not come
	merged   int                        // links that occurred in both directions
	loops    int                        // links that join a node to itself
	dropped  int                        // links that a line says more of: a weight
	remarks  []string                   // notes of a parser
	labels   []string                   // by node: its name besides the id; those at the end may be missing
	places   map[topology.Node]place
	onMap    bool // they are degrees
}

// A node is what a text says of a node.
type node struct {
	kind  topology.Kind
	level int32
}

// A fault is what ends a parser: it panics with one, so that not each of its steps has to hand it on.
type fault struct{ error }

// parse runs a parser, and returns the fault that ends it.
func (r *reader) parse(read func(*reader)) (err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case fault:
			err = x.error
		default:
			panic(x)
		}
	}()
	read(r)
	return nil
}

// fail ends the parser with an error.
func (r *reader) fail(format string, args ...any) { panic(fault{fmt.Errorf(format, args...)}) }

// want fails, as something else comes next.
func (r *reader) want(what string) { r.fail("got %s, want %s", r.got(), what) }

// until skips what comes before the token, and the token, and returns the former.
func (r *reader) until(token string) string {
	before, _, ok := strings.Cut(r.text[r.pos:], token)
	if !ok {
		r.fail("got the end of the text, want %s", token)
	}
	r.skip(len(before) + len(token))
	return before
}

// tick reports progress now and then; each parser calls it for each small piece of the text.
func (r *reader) tick() {
	if r.ticks++; r.ticks%1024 != 0 {
		return
	}
	if err := r.progress.Report(r.pos, len(r.text)); err != nil {
		panic(fault{err})
	}
}

// node returns the node of the given name, which it adds if it is new.
func (r *reader) node(name string) topology.Node {
	if u, ok := r.index[name]; ok {
		return u
	}
	if len(r.names) == topology.MaxNodes {
		r.fail("got more than %d nodes, want at most that many", topology.MaxNodes)
	}
	u := topology.Node(len(r.names))
	name = strings.Clone(name) // so as not to keep the text
	r.index[name] = u
	r.names = append(r.names, name)
	r.nodes = append(r.nodes, node{topology.Processor, topology.NoLevel})
	return u
}

// known returns the node of the given name, and fails if there is none.
func (r *reader) known(name string) topology.Node {
	u, ok := r.index[name]
	if !ok {
		r.fail("link of node %q: no node has this name", short(name))
	}
	return u
}

// newNode adds a node, and fails if there is one of its name.
func (r *reader) newNode(name, distinct string) topology.Node {
	if _, ok := r.index[name]; ok {
		r.fail("node %q occurs twice, want distinct %s", short(name), distinct)
	}
	return r.node(name)
}

// link adds a link and returns its index, or -1 if it joins a node to itself, or is one that there is: the opposite in a directed graph,
// any between the same nodes in a strict one.
func (r *reader) link(a, b topology.Node) int {
	if a == b {
		r.loops++
		return -1
	}
	ends, opposite := [2]topology.Node{a, b}, [2]topology.Node{b, a}
	switch {
	case r.strict && r.between[ends] > 0:
		return -1
	case r.strict && r.between[opposite] > 0:
		r.between[ends]++
		if r.directed {
			r.merged++
		}
		return -1
	case r.directed && r.between[opposite] > 0:
		r.between[opposite]--
		r.merged++
		return -1
	case len(r.links) == maxLinks:
		r.tooManyLinks()
	}
	r.between[ends]++
	r.links = append(r.links, topology.Link{A: a, PortA: -1, LabelA: topology.NoLabel, B: b, PortB: -1, LabelB: topology.NoLabel})
	r.tick()
	return len(r.links) - 1
}

func (r *reader) tooManyLinks() { r.fail("got more than %d links, want at most that many", maxLinks) }

// An attribute is a name and a value that a text gives to a node or a link.
type attribute struct{ name, value string }

// setNode gives node u an attribute. What has no meaning here is ignored.
func (r *reader) setNode(u topology.Node, a attribute) {
	switch a.name {
	case "kind":
		r.nodes[u].kind = topology.Processor
		if a.value == topology.Switch.String() {
			r.nodes[u].kind = topology.Switch
		}
	case "level":
		if level, ok := number(a.value); ok {
			r.nodes[u].level = int32(level)
		}
	}
}

// setLink gives link i an attribute. What has no meaning here is ignored.
func (r *reader) setLink(i int, a attribute) {
	switch {
	case i < 0:
		return
	case r.more != nil:
		if r.more.setCable(r, i, a) {
			return
		}
	case a.name == "kind" || a.name == "length" || a.name == "latency" || a.name == "capacity":
		panic(fault{ErrCables})
	}
	x, ok := number(a.value)
	if !ok {
		return
	}
	link := &r.links[i]
	port := func(at *int) {
		if *at < 0 {
			r.ports++
		}
		*at = x
	}
	switch a.name {
	case "source_port":
		port(&link.PortA)
	case "target_port":
		port(&link.PortB)
	case "source_label", "taillabel":
		link.LabelA = x
	case "target_label", "headlabel":
		link.LabelB = x
	}
}

// number reads a number from 0 to 2³¹-1.
func number(s string) (int, bool) {
	x, err := strconv.ParseUint(s, 10, 31)
	return int(x), err == nil
}

// network returns what was read.
func (r *reader) network(format string) (*topology.Network, error) {
	graph, err := topology.NewGraph(r.names, nil)
	if err != nil {
		return nil, without(err, "graph: ")
	}
	if r.ports < 2*len(r.links) {
		degree := make([]int, len(r.names))
		for i := range r.links {
			link := &r.links[i]
			link.PortA, link.PortB = degree[link.A], degree[link.B]
			degree[link.A]++
			degree[link.B]++
		}
	}
	hash := fnv.New64a()
	hash.Write([]byte(r.text))
	f := &file{Graph: graph, nodes: r.nodes, links: r.links}
	f.call = fmt.Sprintf("read_network(text=\"… %d bytes, #%016x\", format=%q)", len(r.text), hash.Sum64(), format)
	var def topology.Definition = f
	if r.more != nil {
		def = r.more.finish(r, f)
	}
	net, err := topology.New(def)
	if err != nil {
		return nil, without(err, f.call+": ")
	}
	if member := r.member(net); member != nil {
		return topology.New(member)
	}
	f.notes = r.notes(net)
	return net, nil
}

// notes says what the text says of links that the network does not have, and how many are parallel to others.
func (r *reader) notes(net *topology.Network) []string {
	parallel, by := 0, make([]topology.Node, net.Order()) // by node: the last one, and one more, that led there
	for u := range topology.Node(net.Order()) {
		for _, v := range net.Neighbors(u) {
			if by[v] == u+1 && u < v {
				parallel++
			}
			by[v] = u + 1
		}
	}
	for i, note := range [...]string{
		"has data after the names (%d): links have none here",
		"gives links in both directions (%d): each is one link here",
		"joins nodes with themselves (%d): these links are left out",
		"has links beside others between the same nodes (%d): they are parallel",
	} {
		if count := [...]int{r.dropped, r.merged, r.loops, parallel}[i]; count > 0 {
			r.remarks = append(r.remarks, fmt.Sprintf("the file "+note, count))
		}
	}
	return r.remarks
}

// Notes says what of the text that net was read from net does not have, and what its reader may not expect.
func Notes(net *topology.Network) []string {
	if f, ok := net.Definition.(interface{ fileNotes() []string }); ok {
		return f.fileNotes()
	}
	return nil
}

// without returns err without the text that it begins with.
func without(err error, text string) error {
	return errors.New(strings.TrimPrefix(err.Error(), text))
}

// member returns the member of a family that the text says it is, if it is just that: the same nodes
// in the same order, joined by links with the same ports and labels. Otherwise it returns nil.
func (r *reader) member(net *topology.Network) topology.Definition {
	member, args, ok := r.families.Parse(r.call)
	if !ok || r.cables != nil {
		return nil
	}
	def, err := member.New(args)
	if err != nil || def.Order() != net.Order() {
		return nil
	}
	for u := range topology.Node(net.Order()) {
		if def.Address(u) != net.Address(u) || def.Kind(u) != net.Kind(u) || def.Level(u) != net.Level(u) {
			return nil
		}
	}
	size := 0
	for link := range def.Links() {
		first, end := net.Channels(link.A)
		c := first + topology.Channel(sort.Search(int(end-first), func(i int) bool {
			return net.Port(first+topology.Channel(i)) >= link.PortA
		}))
		if c == end || net.Head(c) != link.B || net.Port(c) != link.PortA || net.Label(c) != link.LabelA ||
			net.Port(net.Twin(c)) != link.PortB || net.Label(net.Twin(c)) != link.LabelB {
			return nil
		}
		size++
	}
	if size != net.Size() {
		return nil
	}
	return def
}

// A file is a network that was read. Its nodes have names, as in a [topology.Graph].
type file struct {
	*topology.Graph
	nodes []node
	links []topology.Link
	call  string
	notes []string
}

func (f *file) fileNotes() []string                { return f.notes }
func (f *file) String() string                     { return f.call }
func (f *file) Kind(u topology.Node) topology.Kind { return f.nodes[u].kind }
func (f *file) Level(u topology.Node) int          { return int(f.nodes[u].level) }
func (f *file) Links() iter.Seq[topology.Link]     { return f.each }

func (f *file) each(yield func(topology.Link) bool) {
	for _, link := range f.links {
		if !yield(link) {
			return
		}
	}
}

// short cuts what an error quotes.
func short(s string) string {
	if len(s) <= 40 {
		return s
	}
	return strings.ToValidUTF8(s[:40], "") + "…"
}
