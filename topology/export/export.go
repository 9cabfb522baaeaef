package export

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/internal/text"
)

// A Format is a way to write a network down.
type Format struct {
	Name      string // as commands and builtins call it: dot
	Extension string // of a file's name, without the dot
	Doc       string // which programs read it
	Write     func(net *topology.Network, progress topology.Progress) (string, error)
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

// Write returns net in the format of the given name, or an error that lists the formats. It tells progress now and then
// how many nodes and links are written.
func Write(net *topology.Network, format string, progress topology.Progress) (string, error) {
	i := slices.Index(Names(), format)
	if i < 0 {
		return "", fmt.Errorf("format %q: want %s", format, strings.Join(Names(), ", "))
	}
	return Formats[i].Write(net, progress)
}

// tick reports every 1024th step of a network's nodes and links.
func tick(net *topology.Network, done int, progress topology.Progress) error {
	if done%1024 != 1023 {
		return nil
	}
	return progress.Report(done, net.Order()+net.Size())
}

// eachNode calls f for every node.
func eachNode(net *topology.Network, progress topology.Progress, f func(u topology.Node)) error {
	for u := range topology.Node(net.Order()) {
		if err := tick(net, int(u), progress); err != nil {
			return err
		}
		f(u)
	}
	return nil
}

// eachLink calls f for every link once, with the channel that leaves its lower node.
func eachLink(net *topology.Network, progress topology.Progress, f func(a, b topology.Node, c topology.Channel)) error {
	done := net.Order()
	for a := range topology.Node(net.Order()) {
		first, end := net.Channels(a)
		for c := first; c < end; c++ {
			if b := net.Head(c); a < b {
				if err := tick(net, done, progress); err != nil {
					return err
				}
				done++
				f(a, b, c)
			}
		}
	}
	return nil
}

// eachNumber calls f with the names and values of what there is to say of node u in numbers.
func eachNumber(net *topology.Network, u topology.Node, f func(name string, value int)) {
	if level := net.Level(u); level != topology.NoLevel {
		f("level", level)
	}
}

// eachLinkNumber is eachNumber for the link of channel c, whose ends are called source and target.
func eachLinkNumber(net *topology.Network, c topology.Channel, f func(name string, value int)) {
	f("source_port", net.Port(c))
	f("target_port", net.Port(net.Twin(c)))
	if label := net.Label(c); label != topology.NoLabel {
		f("source_label", label)
	}
	if label := net.Label(net.Twin(c)); label != topology.NoLabel {
		f("target_label", label)
	}
}

// DOT returns net in the language of Graphviz: an undirected graph whose nodes are named by
// their addresses, with kind, level, ports and labels as attributes, and one rank a level.
// It returns an error if an address of the reader's own has a backslash where the language can have none:
// just before a quote or the end, if their number is odd. Lines end without semicolons, in which pydot would
// see nodes.
func DOT(net *topology.Network, progress topology.Progress) (string, error) {
	var bad error
	err := eachNode(net, progress, func(u topology.Node) {
		for _, part := range strings.Split(net.Address(u), `"`) {
			if bad == nil && (len(part)-len(strings.TrimRight(part, `\`)))%2 == 1 {
				bad = fmt.Errorf("dot: node %q: want an address without a backslash before a quote or the end", net.Address(u))
			}
		}
	})
	if err == nil {
		err = bad
	}
	if err != nil {
		return "", err
	}
	var w strings.Builder
	fmt.Fprintf(&w, "graph %s {\n", quoteDOT(strings.ReplaceAll(net.String(), `\`, `\\`)))
	levels := map[int][]topology.Node{}
	deepest := topology.NoLevel
	err = eachNode(net, progress, func(u topology.Node) {
		shape := "circle"
		if net.Kind(u) == topology.Switch {
			shape = "box"
		}
		level := net.Level(u)
		fmt.Fprintf(&w, "  %s [kind=%v", quoteDOT(net.Address(u)), net.Kind(u))
		eachNumber(net, u, func(name string, value int) { fmt.Fprintf(&w, ", %s=%d", name, value) })
		fmt.Fprintf(&w, ", shape=%s]\n", shape)
		if level != topology.NoLevel && net.Kind(u) == topology.Switch {
			levels[level] = append(levels[level], u)
			deepest = max(deepest, level)
		}
	})
	if err != nil {
		return "", err
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
	err = eachLink(net, progress, func(a, b topology.Node, c topology.Channel) {
		fmt.Fprintf(&w, "  %s -- %s [", quoteDOT(net.Address(a)), quoteDOT(net.Address(b)))
		separator := ""
		eachLinkNumber(net, c, func(name string, value int) {
			name = strings.ReplaceAll(name, "source_label", "taillabel") // which is drawn
			name = strings.ReplaceAll(name, "target_label", "headlabel")
			fmt.Fprintf(&w, "%s%s=%d", separator, name, value)
			separator = ", "
		})
		w.WriteString("]\n")
	})
	w.WriteString("}\n")
	return w.String(), err
}

// quoteDOT quotes a string in which the number of backslashes before a quote or the end is even.
func quoteDOT(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }

// quoteXML returns s as it stands in an element or, in quotes, an attribute.
func quoteXML(s string) string { return string(text.AppendXML(nil, s)) }

// GraphML returns net as a GraphML document whose node ids are the addresses.
func GraphML(net *topology.Network, progress topology.Progress) (string, error) {
	var w strings.Builder
	w.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
`)
	for _, key := range [][3]string{
		{"name", "graph", "string"}, {"kind", "node", "string"}, {"level", "node", "int"},
		{"source_port", "edge", "int"}, {"target_port", "edge", "int"}, {"source_label", "edge", "int"}, {"target_label", "edge", "int"},
	} {
		fmt.Fprintf(&w, "  <key id=\"%s\" for=\"%s\" attr.name=\"%[1]s\" attr.type=\"%[3]s\"/>\n", key[0], key[1], key[2])
	}
	number := func(name string, value int) { fmt.Fprintf(&w, "<data key=\"%s\">%d</data>", name, value) }
	fmt.Fprintf(&w, "  <graph edgedefault=\"undirected\">\n    <data key=\"name\">%s</data>\n", quoteXML(net.String()))
	err := eachNode(net, progress, func(u topology.Node) {
		fmt.Fprintf(&w, "    <node id=\"%s\"><data key=\"kind\">%v</data>", quoteXML(net.Address(u)), net.Kind(u))
		eachNumber(net, u, number)
		w.WriteString("</node>\n")
	})
	if err != nil {
		return "", err
	}
	err = eachLink(net, progress, func(a, b topology.Node, c topology.Channel) {
		fmt.Fprintf(&w, "    <edge source=\"%s\" target=\"%s\">", quoteXML(net.Address(a)), quoteXML(net.Address(b)))
		eachLinkNumber(net, c, number)
		w.WriteString("</edge>\n")
	})
	w.WriteString("  </graph>\n</graphml>\n")
	return w.String(), err
}

// EdgeList returns the two addresses of every link, a link a line, and then the address of each node
// without a link in a line of its own, which NetworkX skips. It returns an error if an address of the
// reader's own has a character of [NotInEdgeList].
func EdgeList(net *topology.Network, progress topology.Progress) (string, error) {
	var w, alone strings.Builder
	var bad error
	err := eachNode(net, progress, func(u topology.Node) {
		a := net.Address(u)
		if bad == nil && strings.ContainsAny(a, NotInEdgeList) {
			bad = fmt.Errorf("edgelist: node %q: want an address without any of %s", a, NotInEdgeList)
		}
		if net.Degree(u) == 0 {
			alone.WriteString(a + "\n")
		}
	})
	if err == nil {
		err = bad
	}
	if err != nil {
		return "", err
	}
	err = eachLink(net, progress, func(a, b topology.Node, _ topology.Channel) {
		w.WriteString(net.Address(a) + " " + net.Address(b) + "\n")
	})
	return w.String() + alone.String(), err
}

// JSON returns net in the node-link form of NetworkX and D3.
func JSON(net *topology.Network, progress topology.Progress) (string, error) {
	b := AppendJSONString([]byte(`{"directed": false, "multigraph": false, "graph": {"name": `), net.String())
	b = append(b, "},\n\"nodes\": ["...)
	number := func(name string, value int) { b = append(b, `, "`+name+`": `+strconv.Itoa(value)...) }
	separator := "\n"
	err := eachNode(net, progress, func(u topology.Node) {
		b = AppendJSONString(append(append(b, separator...), `{"id": `...), net.Address(u))
		b = append(b, `, "kind": "`+net.Kind(u).String()+`"`...)
		eachNumber(net, u, number)
		b = append(b, '}')
		separator = ",\n"
	})
	if err != nil {
		return "", err
	}
	b = append(b, "],\n\"links\": ["...)
	separator = "\n"
	err = eachLink(net, progress, func(u, v topology.Node, c topology.Channel) {
		b = AppendJSONString(append(append(b, separator...), `{"source": `...), net.Address(u))
		b = AppendJSONString(append(b, `, "target": `...), net.Address(v))
		eachLinkNumber(net, c, number)
		b = append(b, '}')
		separator = ",\n"
	})
	return string(append(b, "]}\n"...)), err
}

// BookSim returns net as an anynet file of BookSim2. A processor with one link, to a switch, is a
// terminal of that switch; any other processor is a router with a terminal of its own.
// Routers and terminals are numbered in the order of their nodes.
func BookSim(net *topology.Network, progress topology.Progress) (string, error) {
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
	err := eachNode(net, progress, func(u topology.Node) {
		if router[u] < 0 {
			return
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
	})
	return w.String(), err
}
