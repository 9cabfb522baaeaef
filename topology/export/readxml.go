package export

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"topobook/topology"
)

// readGraphML reads a GraphML document with one graph, nested graphs included.
//
// Source: graphml.graphdrawing.org, Specification and Primer.
func readGraphML(r *reader) {
	r.accept("\ufeff")
	x := &xmlReader{reader: r, names: map[string]string{}, node: -1}
	x.document()
	r.addEdges(x.edges)
	r.rename()
}

// addEdges adds links, which may come before their nodes in a text.
func (r *reader) addEdges(edges []edge) {
	line := r.line
	for _, e := range edges {
		r.line, r.directed = e.line, e.directed
		from := r.known(e.source)
		link := r.link(from, r.known(e.target))
		for _, a := range e.says {
			r.setLink(link, a)
		}
		r.tick()
	}
	r.line = line
}

// An xmlReader reads the elements of a document.
type xmlReader struct {
	*reader
	names    map[string]string // by the id of a key: the name of the attribute
	open     []string          // the elements that it is in
	graph    int               // how many graphs there are that are not within another
	directed bool              // the last one
	node     topology.Node     // the node that it is in, or -1
	edges    []edge            // the last one is that which it is in, if it is in one
	key      string            // of the data that it is in
	data     []byte            // the text of that
}

// An edge is what a document says of a link.
type edge struct {
	source, target string
	line           int
	directed       bool
	says           []attribute
}

func (x *xmlReader) document() {
	start := x.pos
	d := xml.NewDecoder(strings.NewReader(x.text[start:]))
	d.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errors.New("want UTF-8") }
	for {
		x.line, _ = d.InputPos()
		token, err := d.Token()
		if wrong := (*xml.SyntaxError)(nil); errors.As(err, &wrong) {
			x.line = wrong.Line
			x.fail("%s", wrong.Msg)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			x.fail("%s", strings.TrimPrefix(err.Error(), "xml: "))
		}
		switch token := token.(type) {
		case xml.StartElement:
			x.begin(token.Name.Local, token.Attr)
		case xml.EndElement:
			x.end(token.Name.Local)
		case xml.CharData:
			if x.key != "" {
				x.data = append(x.data, token...)
			}
		case xml.Directive:
			if strings.Contains(string(token), "[") {
				x.fail("got a document type with declarations, want none")
			}
		}
		x.pos = start + int(d.InputOffset())
		x.tick()
	}
	if x.graph == 0 {
		x.fail("want a graphml element with a graph")
	}
}

// begin acts on the begin of an element.
func (x *xmlReader) begin(name string, list []xml.Attr) {
	value := func(of string) string {
		for _, a := range list {
			if a.Name.Local == of {
				return a.Value
			}
		}
		return ""
	}
	switch name {
	case "key":
		if x.names[value("id")] = value("attr.name"); len(x.names) > 1<<16 {
			x.fail("got more than %d keys", 1<<16)
		}
	case "graph":
		x.directed = value("edgedefault") == "directed"
		if x.within("graph") == 0 {
			x.graph++
		}
		if x.graph > 1 {
			x.fail("got a second graph, want one")
		}
	case "node":
		x.node = x.newNode(value("id"), "ids")
	case "edge":
		if x.edges = append(x.edges, edge{value("source"), value("target"), x.line, x.directed, nil}); len(x.edges) > 2*maxLinks {
			x.fail("got more than %d links", maxLinks)
		}
	case "hyperedge":
		x.fail("got a hyperedge, want links of two nodes")
	case "data":
		x.key, x.data = value("key"), x.data[:0]
	}
	if x.open = append(x.open, name); len(x.open) > maxNesting {
		x.fail("got elements nested more than %d deep", maxNesting)
	}
}

// within returns how many of the open elements have the name.
func (x *xmlReader) within(name string) int {
	count := 0
	for _, open := range x.open {
		if open == name {
			count++
		}
	}
	return count
}

// end acts on the end of an element.
func (x *xmlReader) end(name string) {
	last := len(x.open) - 1
	x.open = x.open[:last]
	switch name {
	case "node":
		x.node = -1
	case "data":
		a := attribute{x.names[x.key], strings.TrimSpace(string(x.data))}
		x.key = ""
		switch {
		case x.within("edge") > 0:
			e := &x.edges[len(x.edges)-1]
			e.says = append(e.says, a)
		case x.node >= 0 && x.open[last-1] == "node":
			x.setNode(x.node, a)
			x.setPlace(x.node, a)
			if a.name == "label" {
				x.setLabel(x.node, a.value)
			}
		case a.name == "name" && x.node < 0 && x.within("node") == 0:
			x.call = a.value
		}
	}
}
