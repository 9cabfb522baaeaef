package export

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"topobook/topology"
)

// readGraphML reads a GraphML document with one graph, nested graphs included. Links may come before
// their nodes, so it reads all nodes first.
//
// Source: graphml.graphdrawing.org, Specification and Primer.
func readGraphML(r *reader) error {
	start := r.scanner
	for _, links := range []bool{false, true} {
		r.scanner = start
		x := &xmlReader{reader: r, links: links, names: map[string]string{}, link: -1, node: -1}
		if err := x.document(); err != nil {
			return err
		}
	}
	return nil
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

func (x *xmlReader) document() error {
	x.accept("\ufeff")
	for seen := false; ; seen = true {
		text := x.while(func(b byte) bool { return b != '<' })
		if x.pos == len(x.text) {
			if len(x.open) > 0 {
				return fmt.Errorf("got the end of the text, want that of %q", short(x.open[len(x.open)-1]))
			}
			if !seen || x.graph == 0 {
				return fmt.Errorf("want a graphml element with a graph")
			}
			return nil
		}
		if x.key != "" {
			decoded, err := decodeXML(text)
			if err != nil {
				return err
			}
			x.data = append(x.data, decoded...)
		}
		if err := x.markup(); err != nil {
			return err
		}
		if err := x.tick(); err != nil {
			return err
		}
	}
}

// markup reads what begins with <.
func (x *xmlReader) markup() (err error) {
	switch {
	case x.accept("<!--"):
		_, err = x.until("-->")
	case x.accept("<![CDATA["):
		var text string
		if text, err = x.until("]]>"); x.key != "" {
			x.data = append(x.data, text...)
		}
	case x.accept("<?"):
		_, err = x.until("?>")
	case x.accept("<!"):
		var text string
		if text, err = x.until(">"); err == nil && strings.Contains(text, "[") {
			err = fmt.Errorf("got a document type with declarations, want none")
		}
	case x.accept("</"):
		var name string
		if name, err = x.until(">"); err == nil {
			err = x.end(local(strings.TrimRight(name, " \t\r\n")))
		}
	default:
		x.skip(1)
		err = x.element()
	}
	return err
}

// element reads a tag that begins an element.
func (x *xmlReader) element() error {
	name := x.name()
	if name == "" {
		return fmt.Errorf("got %s, want a tag", x.got())
	}
	var list []attribute
	for {
		x.while(isSpace)
		if x.accept(">") {
			return x.begin(name, list)
		}
		if x.accept("/>") {
			if err := x.begin(name, list); err != nil {
				return err
			}
			return x.end(name)
		}
		a := attribute{name: x.name()}
		x.while(isSpace)
		if a.name == "" || !x.accept("=") {
			return fmt.Errorf("got %s in the tag %q, want an attribute", x.got(), short(name))
		}
		x.while(isSpace)
		quote := x.peek()
		if quote != '"' && quote != '\'' {
			return fmt.Errorf("got %s in the tag %q, want a value in quotes", x.got(), short(name))
		}
		x.skip(1)
		value, err := x.until(string(rune(quote)))
		if err != nil {
			return err
		}
		if a.value, err = decodeXML(value); err != nil {
			return err
		}
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
func (x *xmlReader) begin(name string, list []attribute) error {
	value := func(of string) string {
		for _, a := range list {
			if a.name == of {
				return a.value
			}
		}
		return ""
	}
	var err error
	switch name {
	case "key":
		if x.names[value("id")] = value("attr.name"); len(x.names) > 1<<16 {
			err = fmt.Errorf("got more than %d keys", 1<<16)
		}
	case "graph":
		x.directed = value("edgedefault") == "directed"
		if x.within("graph") == 0 {
			x.graph++
		}
		if x.graph > 1 {
			err = fmt.Errorf("got a second graph, want one")
		}
	case "node":
		err = x.beginNode(value("id"))
	case "edge":
		err = x.beginLink(value("source"), value("target"))
	case "hyperedge":
		err = fmt.Errorf("got a hyperedge, want links of two nodes")
	case "data":
		x.key, x.data = value("key"), x.data[:0]
	}
	if x.open = append(x.open, name); len(x.open) > maxNesting && err == nil {
		err = fmt.Errorf("got elements nested more than %d deep", maxNesting)
	}
	return err
}

func (x *xmlReader) beginNode(id string) (err error) {
	if x.links {
		return nil
	}
	if _, ok := x.index[id]; ok {
		return fmt.Errorf("node %q occurs twice, want distinct ids", short(id))
	}
	x.node, err = x.reader.node(id)
	return err
}

func (x *xmlReader) beginLink(source, target string) error {
	if !x.links {
		return nil
	}
	a, err := x.known(source)
	if err != nil {
		return err
	}
	b, err := x.known(target)
	if err != nil {
		return err
	}
	x.link, err = x.reader.link(a, b)
	return err
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
func (x *xmlReader) end(name string) error {
	last := len(x.open) - 1
	if last < 0 || x.open[last] != name {
		return fmt.Errorf("got the end of %q, want that of what was begun last", short(name))
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
	return nil
}

// decodeXML replaces the references to characters in a text.
func decodeXML(text string) (string, error) {
	if strings.IndexByte(text, '&') < 0 {
		return text, nil
	}
	var out []byte
	for {
		before, rest, found := strings.Cut(text, "&")
		out = append(out, before...)
		if !found {
			return string(out), nil
		}
		name, after, ok := strings.Cut(rest, ";")
		r, known := map[string]rune{"amp": '&', "lt": '<', "gt": '>', "quot": '"', "apos": '\''}[name]
		if number, isNumber := strings.CutPrefix(name, "#"); ok && isNumber {
			base := 10
			if hex, isHex := strings.CutPrefix(number, "x"); isHex {
				number, base = hex, 16
			}
			x, err := strconv.ParseUint(number, base, 31)
			r, known = rune(x), err == nil && utf8.ValidRune(rune(x))
		}
		if !ok || !known {
			return "", fmt.Errorf("got the reference %q, want one such as &amp; or &#38;", short("&"+name))
		}
		out = utf8.AppendRune(out, r)
		text = after
	}
}
