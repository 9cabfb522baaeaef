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
func readDOT(r *reader) error {
	d := &dotReader{reader: r}
	if err := d.next(); err != nil {
		return err
	}
	if d.isWord("strict") {
		if err := d.next(); err != nil {
			return err
		}
	}
	switch {
	case d.isWord("digraph"):
		r.directed = true
	case !d.isWord("graph"):
		return fmt.Errorf("got %s, want graph or digraph", d.describe())
	}
	if err := d.next(); err != nil {
		return err
	}
	if d.kind == dotID {
		r.call = d.token
		if err := d.next(); err != nil {
			return err
		}
	}
	if _, err := d.body(dotScope{}, 0); err != nil {
		return err
	}
	if d.kind != 0 {
		return fmt.Errorf("got %s after the graph, want one graph", d.describe())
	}
	return nil
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

func (d *dotReader) isWord(word string) bool {
	return d.kind == dotID && !d.quoted && strings.EqualFold(d.token, word)
}

// next reads the next token.
func (d *dotReader) next() error {
	d.last = d.line
	if err := d.blank(); err != nil {
		return err
	}
	b := d.peek()
	d.kind, d.quoted = dotID, false
	switch {
	case b == '"':
		return d.quotedID()
	case b == '<':
		return d.htmlID()
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
			return fmt.Errorf("got %q, want a name", d.token)
		}
	case strings.IndexByte("{}[];,=:+", b) >= 0:
		d.kind, d.token = b, string(rune(b))
		d.skip(1)
	default:
		return fmt.Errorf("got %s, want a statement", d.got())
	}
	return nil
}

// blank skips white space and comments.
func (d *dotReader) blank() error {
	for {
		d.while(isSpace)
		var err error
		switch {
		case d.accept("/*"):
			_, err = d.until("*/")
		case strings.HasPrefix(d.text[d.pos:], "//"), d.peek() == '#' && (d.pos == 0 || d.text[d.pos-1] == '\n'):
			d.while(func(b byte) bool { return b != '\n' })
		default:
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// quotedID reads strings in quotes with + between them. As in Graphviz, \" is a quote, a backslash at
// the end of a line joins it with the next, and any other backslash stands for itself.
func (d *dotReader) quotedID() error {
	var out []byte
	for {
		d.skip(1)
		for {
			out = append(out, d.while(func(b byte) bool { return b != '"' && b != '\\' })...)
			if d.pos == len(d.text) {
				return fmt.Errorf("got the end of the text, want \"")
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
		if err := d.blank(); err != nil {
			return err
		}
		if !d.accept("+") {
			break
		}
		if err := d.blank(); err != nil {
			return err
		}
		if d.peek() != '"' {
			return fmt.Errorf("got %s after +, want a string", d.got())
		}
	}
	d.token, d.quoted = string(out), true
	return nil
}

// htmlID reads what stands between < and the > that closes it.
func (d *dotReader) htmlID() error {
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
		return fmt.Errorf("got the end of the text, want >")
	}
	d.skip(1)
	d.token, d.quoted = d.text[start:d.pos], true
	return nil
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isDOTLetter(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' || b >= 0x80
}

// expect reads past a token of a kind.
func (d *dotReader) expect(kind byte) error {
	if d.kind != kind {
		want := string(rune(kind))
		if kind == dotID {
			want = "a name"
		}
		return fmt.Errorf("got %s, want %s", d.describe(), want)
	}
	return d.next()
}

// body reads statements in braces, and returns the nodes that those of a subgraph mention, each once.
func (d *dotReader) body(scope dotScope, depth int) ([]topology.Node, error) {
	if depth > maxSubgraphs {
		return nil, fmt.Errorf("got subgraphs nested more than %d deep", maxSubgraphs)
	}
	if err := d.expect('{'); err != nil {
		return nil, err
	}
	var all []topology.Node
	has := map[topology.Node]bool{}
	for d.kind != '}' {
		if err := d.tick(); err != nil {
			return nil, err
		}
		nodes, err := d.statement(&scope, depth)
		if err != nil {
			return nil, err
		}
		for _, u := range nodes {
			if depth > 0 && !has[u] {
				has[u] = true
				all = append(all, u)
			}
		}
	}
	return all, d.next()
}

// statement reads one statement, and returns the nodes that it mentions.
func (d *dotReader) statement(scope *dotScope, depth int) ([]topology.Node, error) {
	if d.kind == ';' {
		return nil, d.next()
	}
	if defaults := d.defaults(scope); defaults != nil {
		if err := d.next(); err != nil {
			return nil, err
		}
		return nil, d.attributes(defaults)
	}
	tails, err := d.operand(scope, depth)
	if err != nil {
		return nil, err
	}
	nodes := tails
	var links []int
	for d.kind == '-' {
		if err := d.next(); err != nil {
			return nil, err
		}
		heads, err := d.operand(scope, depth)
		if err != nil {
			return nil, err
		}
		for _, a := range tails {
			for _, b := range heads {
				i, err := d.link(a, b)
				if err != nil {
					d.line = d.last
					return nil, err
				}
				for _, attribute := range scope.link {
					d.setLink(i, attribute)
				}
				links = append(links, i)
			}
		}
		nodes = append(nodes, heads...)
		tails = heads
	}
	var list []attribute
	if err := d.attributes(&list); err != nil {
		return nil, err
	}
	for _, a := range list {
		for _, i := range links {
			d.setLink(i, a)
		}
		if links == nil && len(nodes) == 1 {
			d.setNode(nodes[0], a)
		}
	}
	return nodes, nil
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
func (d *dotReader) operand(scope *dotScope, depth int) ([]topology.Node, error) {
	if d.isWord("subgraph") {
		if err := d.next(); err != nil {
			return nil, err
		}
		if d.kind == dotID {
			if err := d.next(); err != nil {
				return nil, err
			}
		}
		return d.body(*scope, depth+1)
	}
	if d.kind == '{' {
		return d.body(*scope, depth+1)
	}
	name := d.token
	if err := d.expect(dotID); err != nil {
		return nil, err
	}
	if d.kind == '=' {
		if err := d.next(); err != nil {
			return nil, err
		}
		return nil, d.expect(dotID)
	}
	for d.kind == ':' { // where on the node's shape the line ends
		if err := d.next(); err != nil {
			return nil, err
		}
		if err := d.expect(dotID); err != nil {
			return nil, err
		}
	}
	before := len(d.names)
	u, err := d.node(name)
	if len(d.names) > before {
		for _, a := range scope.node {
			d.setNode(u, a)
		}
	}
	return []topology.Node{u}, err
}

// attributes reads lists in brackets, and puts those that say something of a network into list.
func (d *dotReader) attributes(list *[]attribute) error {
	known := *list
	for d.kind == '[' {
		if err := d.next(); err != nil {
			return err
		}
		for d.kind != ']' {
			a := attribute{name: d.token}
			if err := d.expect(dotID); err != nil {
				return err
			}
			if d.kind == '=' {
				if err := d.next(); err != nil {
					return err
				}
				a.value = d.token
				if err := d.expect(dotID); err != nil {
					return err
				}
			}
			if d.kind == ',' || d.kind == ';' {
				if err := d.next(); err != nil {
					return err
				}
			}
			if isAttribute(a.name) {
				known = append(slices.DeleteFunc(slices.Clone(known), func(b attribute) bool { return a.name == b.name }), a)
			}
		}
		if err := d.next(); err != nil {
			return err
		}
	}
	*list = known
	return nil
}

// isAttribute reports whether an attribute of a node or a link has a meaning here.
func isAttribute(name string) bool {
	return slices.Contains([]string{"kind", "level", "source_port", "target_port", "taillabel", "headlabel"}, name)
}
