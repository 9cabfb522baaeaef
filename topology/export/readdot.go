package export

import (
	"fmt"
	"slices"
	"strings"

	"topobook/topology"
)

// readDOT reads the language of Graphviz.
//
// Source: graphviz.org/doc/info/lang.html.
func readDOT(r *reader) {
	d := &dotReader{reader: r}
	d.next()
	if d.isWord("strict") {
		r.strict = true
		d.next()
	}
	switch {
	case d.isWord("digraph"):
		r.directed = true
	case !d.isWord("graph"):
		d.want("graph or digraph")
	}
	d.next()
	if d.kind == dotID {
		r.call = d.token
		d.next()
	}
	d.body(dotScope{}, 0)
	if d.kind != 0 {
		r.fail("got %s after the graph, want one graph", d.describe())
	}
}

// A dotReader reads a graph token by token.
type dotReader struct {
	*reader
	token  string
	kind   byte // dotID, or the token's byte; - for -- and ->, 0 at the end
	quoted bool // the token is no keyword
	last   int  // the line of the end of the token before it
}

const dotID = 'a'

// maxSubgraphs bounds how deep subgraphs nest: a node is looked at once for each that it is in.
const maxSubgraphs = 16

// A dotScope holds the attributes that nodes and links get by default.
type dotScope struct{ node, link []attribute }

func (d *dotReader) describe() string {
	if d.kind == 0 {
		return "the end of the text"
	}
	return fmt.Sprintf("%q", short(d.token))
}

// want fails, as the token is another.
func (d *dotReader) want(what string) { d.fail("got %s, want %s", d.describe(), what) }

func (d *dotReader) isWord(word string) bool {
	return d.kind == dotID && !d.quoted && strings.EqualFold(d.token, word)
}

// next reads the next token.
func (d *dotReader) next() {
	d.last = d.line
	d.blank()
	b := d.peek()
	d.kind, d.quoted = dotID, false
	switch {
	case b == '"':
		d.quotedID()
	case b == '<':
		d.htmlID()
	case d.pos == len(d.text):
		d.kind, d.token = 0, ""
	case d.accept("--"), d.accept("->"):
		d.kind, d.token = '-', "--"
	case isDOTLetter(b):
		d.token = d.while(func(b byte) bool { return isDOTLetter(b) || isDigit(b) })
	case isDigit(b) || b == '.' || b == '-':
		start := d.pos
		d.accept("-")
		d.while(isDigit)
		d.accept(".")
		d.while(isDigit)
		if d.token = d.text[start:d.pos]; strings.Trim(d.token, "-.") == "" {
			d.fail("got %q, want a name", d.token)
		}
	case strings.IndexByte("{}[];,=:+", b) >= 0:
		d.kind, d.token = b, string(rune(b))
		d.skip(1)
	default:
		d.reader.want("a statement")
	}
}

// blank skips white space and comments.
func (d *dotReader) blank() {
	for {
		d.while(isSpace)
		switch {
		case d.accept("/*"):
			d.until("*/")
		case strings.HasPrefix(d.text[d.pos:], "//"), d.peek() == '#' && (d.pos == 0 || d.text[d.pos-1] == '\n'):
			d.while(func(b byte) bool { return b != '\n' })
		default:
			return
		}
	}
}

// quotedID reads strings in quotes with + between them. As in Graphviz, \" is a quote, a backslash at
// the end of a line joins it with the next, and any other backslash stands for itself.
func (d *dotReader) quotedID() {
	var out []byte
	for {
		d.skip(1)
		for {
			out = append(out, d.while(func(b byte) bool { return b != '"' && b != '\\' })...)
			if d.pos == len(d.text) {
				d.fail("got the end of the text, want \"")
			}
			if d.accept(`"`) {
				break
			}
			switch {
			case d.accept(`\"`):
				out = append(out, '"')
			case d.accept("\\\n"):
			case d.accept(`\\`):
				out = append(out, `\\`...)
			default:
				d.skip(1)
				out = append(out, '\\')
			}
		}
		d.blank()
		if !d.accept("+") {
			break
		}
		d.blank()
		if d.peek() != '"' {
			d.fail("got %s after +, want a string", d.got())
		}
	}
	d.token, d.quoted = string(out), true
}

// htmlID reads what stands between < and the > that closes it.
func (d *dotReader) htmlID() {
	start, depth := d.pos, 0
	d.while(func(b byte) bool {
		switch b {
		case '<':
			depth++
		case '>':
			depth--
		}
		return depth > 0
	})
	if d.pos == len(d.text) {
		d.fail("got the end of the text, want >")
	}
	d.skip(1)
	d.token, d.quoted = d.text[start:d.pos], true
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isDOTLetter(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' || b >= 0x80
}

// expect reads past a token of a kind.
func (d *dotReader) expect(kind byte) {
	if d.kind != kind {
		want := string(rune(kind))
		if kind == dotID {
			want = "a name"
		}
		d.want(want)
	}
	d.next()
}

// body reads statements in braces, and returns the nodes that those of a subgraph mention, each once.
func (d *dotReader) body(scope dotScope, depth int) (all []topology.Node) {
	if depth > maxSubgraphs {
		d.fail("got subgraphs nested more than %d deep", maxSubgraphs)
	}
	d.expect('{')
	has := map[topology.Node]bool{}
	for d.kind != '}' {
		d.tick()
		for _, u := range d.statement(&scope, depth) {
			if depth > 0 && !has[u] {
				has[u] = true
				all = append(all, u)
			}
		}
	}
	d.next()
	return all
}

// statement reads one statement, and returns the nodes that it mentions.
func (d *dotReader) statement(scope *dotScope, depth int) []topology.Node {
	if d.kind == ';' {
		d.next()
		return nil
	}
	if defaults := d.defaults(scope); defaults != nil {
		d.next()
		d.attributes(defaults)
		return nil
	}
	tails := d.operand(scope, depth)
	nodes := tails
	var links []int
	for d.kind == '-' {
		d.next()
		heads := d.operand(scope, depth)
		line := d.line
		d.line = d.last // for the fault of a link
		for _, a := range tails {
			for _, b := range heads {
				i := d.link(a, b)
				for _, attribute := range scope.link {
					d.setLink(i, attribute)
				}
				links = append(links, i)
			}
		}
		d.line = line
		nodes = append(nodes, heads...)
		tails = heads
	}
	var list []attribute
	d.attributes(&list)
	for _, a := range list {
		for _, i := range links {
			d.setLink(i, a)
		}
		if links == nil && len(nodes) == 1 {
			d.setNode(nodes[0], a)
		}
	}
	return nodes
}

// defaults returns the list that a statement such as node [kind=switch] adds to, nil if it is another.
func (d *dotReader) defaults(scope *dotScope) *[]attribute {
	switch {
	case d.isWord("node"):
		return &scope.node
	case d.isWord("edge"):
		return &scope.link
	case d.isWord("graph"):
		return new([]attribute)
	}
	return nil
}

// operand reads a node or a subgraph, and returns its nodes. What sets an attribute of the graph has none.
func (d *dotReader) operand(scope *dotScope, depth int) []topology.Node {
	if d.isWord("subgraph") {
		d.next()
		if d.kind == dotID {
			d.next()
		}
		return d.body(*scope, depth+1)
	}
	if d.kind == '{' {
		return d.body(*scope, depth+1)
	}
	name := d.token
	d.expect(dotID)
	if d.kind == '=' {
		d.next()
		d.expect(dotID)
		return nil
	}
	for d.kind == ':' { // where on the node's shape the line ends
		d.next()
		d.expect(dotID)
	}
	before := len(d.names)
	u := d.node(name)
	if len(d.names) > before {
		for _, a := range scope.node {
			d.setNode(u, a)
		}
	}
	return []topology.Node{u}
}

// attributes reads lists in brackets, and puts those that say something of a network into list.
func (d *dotReader) attributes(list *[]attribute) {
	known := *list
	for d.kind == '[' {
		d.next()
		for d.kind != ']' {
			a := attribute{name: d.token}
			d.expect(dotID)
			if d.kind == '=' {
				d.next()
				a.value = d.token
				d.expect(dotID)
			}
			if d.kind == ',' || d.kind == ';' {
				d.next()
			}
			if isAttribute(a.name) {
				known = with(known, a)
			}
		}
		d.next()
	}
	*list = known
}

// with returns a new list in which a takes the place of what has its name.
func with(list []attribute, a attribute) []attribute {
	var changed []attribute
	for _, b := range list {
		if b.name != a.name {
			changed = append(changed, b)
		}
	}
	return append(changed, a)
}

// isAttribute reports whether an attribute of a node or a link has a meaning here.
func isAttribute(name string) bool {
	return slices.Contains([]string{"kind", "level", "source_port", "target_port", "taillabel", "headlabel", "length", "latency", "capacity"}, name)
}
