package export

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"topobook/topology"
)

// readGraphML reads a GraphML document with one graph, nested graphs included. Links may come before
// their nodes, so it reads all nodes first.
//
// Source: graphml.graphdrawing.org, Specification and Primer.
func readGraphML(r *reader) {
	start := r.scanner
	for _, links := range []bool{false, true} {
		r.scanner = start
		x := &xmlReader{reader: r, links: links, names: map[string]string{}, link: -1, node: -1}
		x.document()
	}
}

// An xmlReader reads the elements of a document.
type xmlReader struct {
	*reader
	links bool              // whether it adds the links, else the nodes
	names map[string]string // by the id of a key: the name of the attribute
	open  []string          // the elements that it is in
	graph int               // how many graphs there are that are not within another
	node  topology.Node     // the node that it is in, or -1
	link  int               // the link that it is in, or -1
	key   string            // of the data that it is in
	data  []byte            // the text of that
}

func (x *xmlReader) document() {
	x.accept("\ufeff")
	for seen := false; ; seen = true {
		text := x.while(func(b byte) bool { return b != '<' })
		if x.pos == len(x.text) {
			if len(x.open) > 0 {
				x.fail("got the end of the text, want that of %q", short(x.open[len(x.open)-1]))
			}
			if !seen || x.graph == 0 {
				x.fail("want a graphml element with a graph")
			}
			return
		}
		if x.key != "" {
			x.data = append(x.data, x.decode(text)...)
		}
		x.markup()
		x.tick()
	}
}

// markup reads what begins with <.
func (x *xmlReader) markup() {
	switch {
	case x.accept("<!--"):
		x.until("-->")
	case x.accept("<![CDATA["):
		if text := x.until("]]>"); x.key != "" {
			x.data = append(x.data, text...)
		}
	case x.accept("<?"):
		x.until("?>")
	case x.accept("<!"):
		if strings.Contains(x.until(">"), "[") {
			x.fail("got a document type with declarations, want none")
		}
	case x.accept("</"):
		x.end(local(strings.TrimRight(x.until(">"), " \t\r\n")))
	default:
		x.skip(1)
		x.element()
	}
}

// element reads a tag that begins an element.
func (x *xmlReader) element() {
	name := x.name()
	if name == "" {
		x.want("a tag")
	}
	var list []attribute
	for {
		x.while(isSpace)
		if x.accept(">") {
			x.begin(name, list)
			return
		}
		if x.accept("/>") {
			x.begin(name, list)
			x.end(name)
			return
		}
		a := attribute{name: x.name()}
		x.while(isSpace)
		if a.name == "" || !x.accept("=") {
			x.fail("got %s in the tag %q, want an attribute", x.got(), short(name))
		}
		x.while(isSpace)
		quote := x.peek()
		if quote != '"' && quote != '\'' {
			x.fail("got %s in the tag %q, want a value in quotes", x.got(), short(name))
		}
		x.skip(1)
		a.value = x.decode(x.until(string(rune(quote))))
		if len(list) < maxNesting {
			list = append(list, a)
		}
	}
}

// name reads the name of a tag or an attribute, without its name space.
func (x *xmlReader) name() string {
	return local(x.while(func(b byte) bool { return !isSpace(b) && strings.IndexByte("<>/=\"'&", b) < 0 }))
}

func local(name string) string { return name[strings.IndexByte(name, ':')+1:] }

// begin acts on the begin of an element.
func (x *xmlReader) begin(name string, list []attribute) {
	value := func(of string) string {
		for _, a := range list {
			if a.name == of {
				return a.value
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
		if !x.links {
			x.node = x.newNode(value("id"), "ids")
		}
	case "edge":
		if x.links {
			a := x.known(value("source"))
			x.link = x.reader.link(a, x.known(value("target")))
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
	if last < 0 || x.open[last] != name {
		x.fail("got the end of %q, want that of what was begun last", short(name))
	}
	x.open = x.open[:last]
	switch name {
	case "node":
		x.node = -1
	case "edge":
		x.link = -1
	case "data":
		a := attribute{x.names[x.key], strings.TrimSpace(string(x.data))}
		x.key = ""
		switch {
		case x.link >= 0:
			x.setLink(x.link, a)
		case x.node >= 0 && x.open[last-1] == "node":
			x.setNode(x.node, a)
		case a.name == "name" && x.node < 0 && x.within("edge") == 0 && x.within("node") == 0:
			x.call = a.value
		}
	}
}

// decode replaces the references to characters in a text.
func (x *xmlReader) decode(text string) string {
	if strings.IndexByte(text, '&') < 0 {
		return text
	}
	var out []byte
	for {
		before, rest, found := strings.Cut(text, "&")
		out = append(out, before...)
		if !found {
			return string(out)
		}
		name, after, ok := strings.Cut(rest, ";")
		r, known := map[string]rune{"amp": '&', "lt": '<', "gt": '>', "quot": '"', "apos": '\''}[name]
		if number, isNumber := strings.CutPrefix(name, "#"); ok && isNumber {
			base := 10
			if hex, isHex := strings.CutPrefix(number, "x"); isHex {
				number, base = hex, 16
			}
			code, err := strconv.ParseUint(number, base, 31)
			r, known = rune(code), err == nil && utf8.ValidRune(rune(code))
		}
		if !ok || !known {
			x.fail("got the reference %q, want one such as &amp; or &#38;", short("&"+name))
		}
		out = utf8.AppendRune(out, r)
		text = after
	}
}
