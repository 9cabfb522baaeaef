package export

import (
	"fmt"
	"strconv"
	"strings"

	"topobook/topology"
)

// GML returns net as a GML document, whose nodes are numbered in order and have their addresses as labels. What is not ASCII
// is written as a number, as NetworkX reads nothing else.
func GML(net *topology.Network, progress topology.Progress) (string, error) {
	var w strings.Builder
	w.WriteString("graph [\n  directed 0\n")
	if net.IsMulti() {
		w.WriteString("  multigraph 1\n") // for NetworkX
	}
	w.WriteString("  name " + quoteGML(net.String()) + "\n")
	say := func(key, value string) { w.WriteString("    " + key + " " + value + "\n") }
	err := eachNode(net, progress, func(u topology.Node) {
		w.WriteString("  node [\n")
		say("id", strconv.Itoa(int(u)))
		say("label", quoteGML(net.Address(u)))
		say("kind", quoteGML(net.Kind(u).String()))
		eachNumber(net, u, say)
		eachPlace(net, u, say)
		w.WriteString("  ]\n")
	})
	if err != nil {
		return "", err
	}
	err = eachLink(net, progress, func(a, b topology.Node, c topology.Channel) {
		w.WriteString("  edge [\n")
		say("source", strconv.Itoa(int(a)))
		say("target", strconv.Itoa(int(b)))
		eachLinkNumber(net, c, say)
		if kind := net.Cable(c).Kind; kind != "" {
			say("kind", quoteGML(kind))
		}
		w.WriteString("  ]\n")
	})
	w.WriteString("]\n")
	return w.String(), err
}

// quoteGML quotes a string.
func quoteGML(s string) string {
	var w strings.Builder
	w.WriteByte('"')
	for _, r := range s {
		if r < ' ' || r > '~' || r == '"' || r == '&' {
			fmt.Fprintf(&w, "&#%d;", r)
		} else {
			w.WriteRune(r)
		}
	}
	w.WriteByte('"')
	return w.String()
}

// readGML reads a GML document with one graph. A node's label is its name, as far as [reader.rename] can.
//
// Source: Himsolt, GML: A Portable Graph File Format, 1997.
func readGML(r *reader) {
	r.accept("\ufeff")
	g := &gmlReader{reader: r}
	graphs := 0
	g.pairs(0, func(key string) {
		if key != "graph" {
			g.value(0)
			return
		}
		if graphs++; graphs > 1 {
			g.fail("got a second graph, want one")
		}
		g.list(g.member)
	})
	if graphs == 0 {
		g.fail("want a graph [ … ]")
	}
	for i := range g.edges {
		g.edges[i].directed = g.directed // which may stand behind them
	}
	r.addEdges(g.edges)
	r.rename()
}

// A gmlReader reads a document key by key.
type gmlReader struct {
	*reader
	edges []edge
}

// pairs calls use with each key, which must read its value, until the bracket that ends a list, or at depth 0 the text ends.
func (g *gmlReader) pairs(depth int, use func(key string)) {
	if depth > maxNesting {
		g.fail("got lists nested more than %d deep", maxNesting)
	}
	for {
		g.blank()
		if depth > 0 && g.accept("]") {
			return
		}
		if g.pos == len(g.text) {
			if depth > 0 {
				g.want("]")
			}
			return
		}
		if !isDOTLetter(g.peek()) {
			g.want("a key")
		}
		key := g.while(func(b byte) bool { return isDOTLetter(b) || isDigit(b) })
		g.blank()
		g.tick()
		use(strings.ToLower(key))
	}
}

// blank skips white space, and lines that begin with a #.
func (g *gmlReader) blank() {
	for g.space(); g.peek() == '#'; g.space() {
		g.while(func(b byte) bool { return b != '\n' })
	}
}

// list reads the list that comes next.
func (g *gmlReader) list(use func(key string)) {
	if !g.accept("[") {
		g.want("[")
	}
	g.pairs(1, use)
}

// value reads a number or a string, and returns it as text; it skips a list.
func (g *gmlReader) value(depth int) string {
	switch g.peek() {
	case '"':
		g.skip(1)
		return unescapeGML(g.until(`"`))
	case '[':
		g.skip(1)
		g.pairs(depth+1, func(string) { g.value(depth + 1) })
		return ""
	}
	word := g.while(func(b byte) bool { return !isSpace(b) && b != '[' && b != ']' && b != '"' })
	if word == "" {
		g.want("a value")
	}
	return word
}

// unescapeGML returns a string without the escapes for characters that a document writes by number, and those that all writers have.
func unescapeGML(s string) string {
	before, rest, ok := strings.Cut(s, "&")
	if !ok {
		return s
	}
	out := before
	for ok {
		var part string
		part, rest, ok = strings.Cut(rest, "&")
		name, after, ends := strings.Cut(part, ";")
		if r := runeGML(name); ends && r != 0 {
			out += string(r) + after
		} else {
			out += "&" + part
		}
	}
	return out
}

// runeGML returns the character of an escape, or 0 if it is none.
func runeGML(name string) rune {
	switch name {
	case "quot":
		return '"'
	case "amp":
		return '&'
	case "lt":
		return '<'
	case "gt":
		return '>'
	case "apos":
		return '\''
	}
	digits, isNumber := strings.CutPrefix(name, "#")
	base := 10
	if hex, isHex := strings.CutPrefix(strings.ToLower(digits), "x"); isHex {
		digits, base = hex, 16
	}
	code, err := strconv.ParseUint(digits, base, 21)
	if !isNumber || err != nil {
		return 0
	}
	return rune(code)
}

// member reads what a graph has under a key.
func (g *gmlReader) member(key string) {
	switch key {
	case "directed":
		g.directed = g.value(1) == "1"
	case "name":
		g.call = g.value(1)
	case "node":
		g.node()
	case "edge":
		e := edge{line: g.line}
		g.list(func(key string) {
			switch value := g.value(2); key {
			case "source":
				e.source = value
			case "target":
				e.target = value
			default:
				e.says = append(e.says, attribute{key, value})
			}
		})
		g.addEdge(e)
	default:
		g.value(1)
	}
}

// addEdge keeps an edge until all nodes are known.
func (g *gmlReader) addEdge(e edge) {
	if e.source == "" || e.target == "" {
		g.fail("edge without a source and a target")
	}
	if g.edges = append(g.edges, e); len(g.edges) > 2*maxLinks {
		g.fail("got more than %d links", maxLinks)
	}
}

// node reads a node.
func (g *gmlReader) node() {
	id, has := "", false
	var says []attribute
	line := g.line
	g.list(func(key string) {
		if key == "graphics" && g.peek() == '[' {
			g.list(func(key string) { says = append(says, attribute{key, g.value(3)}) })
			return
		}
		value := g.value(2)
		if key == "id" {
			id, has = value, true
		}
		says = append(says, attribute{key, value})
	})
	if !has {
		g.line = line
		g.fail("node without an id")
	}
	u := g.newNode(id, "ids")
	for _, a := range says {
		g.setNode(u, a)
		g.setPlace(u, a)
		if a.name == "label" {
			g.setLabel(u, a.value)
		}
	}
}
