// Package export writes networks in the formats that other programs read.
package export

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topobook/topology"
)

// A Format is a way to write a network down.
type Format struct {
	Name      string // as the command and the words call it: dot
	Extension string // of a file's name, without the dot
	Doc       string // which programs read it
	Write     func(net *topology.Network) (string, error)
}

// Formats are all formats, in the order in which help lists them.
var Formats = []Format{
	{"dot", "dot", "Graphviz, NetworkX", DOT},
	{"graphml", "graphml", "NetworkX, igraph, Gephi, yEd", GraphML},
	{"edgelist", "txt", "NetworkX, igraph and most others: two addresses a line", EdgeList},
	{"json", "json", "NetworkX (node-link), D3", JSON},
	{"booksim", "anynet", "BookSim2 (anynet)", BookSim},
}

// Names returns the names of all formats.
func Names() []string {
	names := make([]string, len(Formats))
	for i, f := range Formats {
		names[i] = f.Name
	}
	return names
}

// Write returns net in the format of the given name, or an error that lists the formats.
func Write(net *topology.Network, format string) (string, error) {
	i := slices.Index(Names(), format)
	if i < 0 {
		return "", fmt.Errorf("format %q: want %s", format, strings.Join(Names(), ", "))
	}
	return Formats[i].Write(net)
}

// eachLink calls f for every link once, with the channel that leaves its lower node.
func eachLink(net *topology.Network, f func(a, b topology.Node, c topology.Channel)) {
	for a := range topology.Node(net.Order()) {
		first, end := net.Channels(a)
		for c := first; c < end; c++ {
			if b := net.Head(c); a < b {
				f(a, b, c)
			}
		}
	}
}

// DOT returns net in the language of Graphviz: an undirected graph whose nodes are named by
// their addresses, with kind, level, ports and labels as attributes, and one rank a level.
func DOT(net *topology.Network) (string, error) {
	var w strings.Builder
	fmt.Fprintf(&w, "graph %s {\n", quoteDOT(net.String()))
	levels := map[int][]topology.Node{}
	deepest := topology.NoLevel
	for u := range topology.Node(net.Order()) {
		shape := "circle"
		if net.Kind(u) == topology.Switch {
			shape = "box"
		}
		level := net.Level(u)
		fmt.Fprintf(&w, "  %s [kind=%v, level=%d, shape=%s];\n", quoteDOT(net.Address(u)), net.Kind(u), level, shape)
		if level != topology.NoLevel && net.Kind(u) == topology.Switch {
			levels[level] = append(levels[level], u)
			deepest = max(deepest, level)
		}
	}
	for level := 0; level <= deepest; level++ {
		if len(levels[level]) == 0 {
			continue
		}
		w.WriteString("  { rank=same;")
		for _, u := range levels[level] {
			w.WriteString(" " + quoteDOT(net.Address(u)) + ";")
		}
		w.WriteString(" }\n")
	}
	eachLink(net, func(a, b topology.Node, c topology.Channel) {
		fmt.Fprintf(&w, "  %s -- %s [tailport_number=%d, headport_number=%d", quoteDOT(net.Address(a)), quoteDOT(net.Address(b)),
			net.Port(c), net.Port(net.Twin(c)))
		if label := net.Label(c); label != topology.NoLabel {
			fmt.Fprintf(&w, ", taillabel=%d", label)
		}
		if label := net.Label(net.Twin(c)); label != topology.NoLabel {
			fmt.Fprintf(&w, ", headlabel=%d", label)
		}
		w.WriteString("];\n")
	})
	w.WriteString("}\n")
	return w.String(), nil
}

func quoteDOT(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}

// GraphML returns net as a GraphML document whose node ids are the addresses.
func GraphML(net *topology.Network) (string, error) {
	xml := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")
	var w strings.Builder
	w.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="kind" for="node" attr.name="kind" attr.type="string"/>
  <key id="level" for="node" attr.name="level" attr.type="int"/>
  <key id="sp" for="edge" attr.name="source_port" attr.type="int"/>
  <key id="tp" for="edge" attr.name="target_port" attr.type="int"/>
  <key id="sl" for="edge" attr.name="source_label" attr.type="int"/>
  <key id="tl" for="edge" attr.name="target_label" attr.type="int"/>
`)
	fmt.Fprintf(&w, "  <graph id=\"%s\" edgedefault=\"undirected\">\n", xml.Replace(net.String()))
	for u := range topology.Node(net.Order()) {
		fmt.Fprintf(&w, "    <node id=\"%s\"><data key=\"kind\">%v</data>", xml.Replace(net.Address(u)), net.Kind(u))
		if level := net.Level(u); level != topology.NoLevel {
			fmt.Fprintf(&w, "<data key=\"level\">%d</data>", level)
		}
		w.WriteString("</node>\n")
	}
	eachLink(net, func(a, b topology.Node, c topology.Channel) {
		fmt.Fprintf(&w, "    <edge source=\"%s\" target=\"%s\"><data key=\"sp\">%d</data><data key=\"tp\">%d</data>",
			xml.Replace(net.Address(a)), xml.Replace(net.Address(b)), net.Port(c), net.Port(net.Twin(c)))
		if label := net.Label(c); label != topology.NoLabel {
			fmt.Fprintf(&w, "<data key=\"sl\">%d</data>", label)
		}
		if label := net.Label(net.Twin(c)); label != topology.NoLabel {
			fmt.Fprintf(&w, "<data key=\"tl\">%d</data>", label)
		}
		w.WriteString("</edge>\n")
	})
	w.WriteString("  </graph>\n</graphml>\n")
	return w.String(), nil
}

// EdgeList returns the two addresses of every link, a link a line. An address that a reader
// chose may not start with #, which opens a comment.
func EdgeList(net *topology.Network) (string, error) {
	for u := range topology.Node(net.Order()) {
		if a := net.Address(u); strings.HasPrefix(a, "#") {
			return "", fmt.Errorf("edgelist: node %q: want an address that does not start with #", a)
		}
	}
	var w strings.Builder
	eachLink(net, func(a, b topology.Node, _ topology.Channel) {
		w.WriteString(net.Address(a) + " " + net.Address(b) + "\n")
	})
	return w.String(), nil
}

// JSON returns net in the node-link form of NetworkX and D3.
func JSON(net *topology.Network) (string, error) {
	var w strings.Builder
	fmt.Fprintf(&w, "{\"directed\": false, \"multigraph\": false, \"graph\": {\"name\": %s},\n\"nodes\": [", quoteJSON(net.String()))
	for u := range topology.Node(net.Order()) {
		if u > 0 {
			w.WriteString(",")
		}
		fmt.Fprintf(&w, "\n{\"id\": %s, \"kind\": \"%v\"", quoteJSON(net.Address(u)), net.Kind(u))
		if level := net.Level(u); level != topology.NoLevel {
			fmt.Fprintf(&w, ", \"level\": %d", level)
		}
		w.WriteString("}")
	}
	w.WriteString("],\n\"links\": [")
	separator := ""
	eachLink(net, func(a, b topology.Node, c topology.Channel) {
		fmt.Fprintf(&w, "%s\n{\"source\": %s, \"target\": %s, \"source_port\": %d, \"target_port\": %d", separator,
			quoteJSON(net.Address(a)), quoteJSON(net.Address(b)), net.Port(c), net.Port(net.Twin(c)))
		separator = ","
		if label := net.Label(c); label != topology.NoLabel {
			fmt.Fprintf(&w, ", \"source_label\": %d", label)
		}
		if label := net.Label(net.Twin(c)); label != topology.NoLabel {
			fmt.Fprintf(&w, ", \"target_label\": %d", label)
		}
		w.WriteString("}")
	})
	w.WriteString("]}\n")
	return w.String(), nil
}

// quoteJSON returns s as a JSON string. Go's own quoting would do but for \x and \U escapes.
func quoteJSON(s string) string {
	var w strings.Builder
	w.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			w.WriteByte('\\')
			w.WriteRune(r)
		case r < ' ':
			fmt.Fprintf(&w, `\u%04x`, r)
		default:
			w.WriteRune(r)
		}
	}
	w.WriteByte('"')
	return w.String()
}

// BookSim returns net as an anynet file of BookSim2. A processor with one link, to a switch, is a
// terminal of that switch; any other processor is a router with a terminal of its own.
// Routers and terminals are numbered in the order of their nodes.
func BookSim(net *topology.Network) (string, error) {
	router := make([]int, net.Order()) // by node: its number, or -1 for a terminal
	terminal := make([]int, net.Order())
	routers, terminals := 0, 0
	for u := range topology.Node(net.Order()) {
		router[u], terminal[u] = -1, -1
		isProcessor := net.Kind(u) == topology.Processor
		if isProcessor {
			terminal[u] = terminals
			terminals++
		}
		if !isProcessor || net.Degree(u) != 1 || net.Kind(net.Neighbors(u)[0]) != topology.Switch {
			router[u] = routers
			routers++
		}
	}
	var w strings.Builder
	for u := range topology.Node(net.Order()) {
		if router[u] < 0 {
			continue
		}
		w.WriteString("router " + strconv.Itoa(router[u]))
		if terminal[u] >= 0 {
			w.WriteString(" node " + strconv.Itoa(terminal[u]))
		}
		for _, v := range net.Neighbors(u) {
			if router[v] < 0 {
				w.WriteString(" node " + strconv.Itoa(terminal[v]))
			} else if u < v {
				w.WriteString(" router " + strconv.Itoa(router[v]))
			}
		}
		w.WriteString("\n")
	}
	return w.String(), nil
}
