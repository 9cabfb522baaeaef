package export

import (
	"fmt"
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
}

// Formats are all formats, in the order in which menus and help list them.
var Formats = []Format{
	{"dot", "dot", "Graphviz, NetworkX"},
	{"graphml", "graphml", "NetworkX, igraph, Gephi, yEd"},
	{"edgelist", "txt", "NetworkX, igraph and most others: two addresses a line"},
	{"json", "json", "NetworkX (node-link), D3"},
	{"booksim", "anynet", "BookSim2 (anynet)"},
	{"gml", "gml", "NetworkX, igraph, Gephi, the Topology Zoo"},
	{"edgetable", "csv", "Gephi, pandas, igraph: columns source and target"},
	{"graph6", "g6", "nauty, SageMath, NetworkX"},
	{"sparse6", "s6", "nauty, SageMath, NetworkX"},
	{"evalnet", "adj", "EvalNet: the neighbors of a node a line"},
	{"ibnetdiscover", "ibnet", "OpenSM, ibsim: InfiniBand fabrics"},
	{"slurm", "conf", "Slurm (topology.conf): trees of switches"},
}

// Names returns the names of all formats.
func Names() []string {
	var names []string
	for _, f := range Formats {
		names = append(names, f.Name)
	}
	return names
}

// Write returns net in the format of the given name, or an error that lists the formats. It tells progress now and then
// how many nodes and links are written.
func Write(net *topology.Network, format string, progress topology.Progress) (string, error) {
	for _, c := range codecs() {
		if c.format == format {
			return c.write(net, progress)
		}
	}
	return "", unknown(format)
}

func unknown(format string) error {
	return fmt.Errorf("format %q: want %s", format, strings.Join(Names(), ", "))
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
func eachNumber(net *topology.Network, u topology.Node, f func(name, value string)) {
	if level := net.Level(u); level != topology.NoLevel {
		f("level", strconv.Itoa(level))
	}
}

// eachLinkNumber is eachNumber for the link of channel c, whose ends are called source and target.
func eachLinkNumber(net *topology.Network, c topology.Channel, f func(name, value string)) {
	f("source_port", strconv.Itoa(net.Port(c)))
	f("target_port", strconv.Itoa(net.Port(net.Twin(c))))
	if label := net.Label(c); label != topology.NoLabel {
		f("source_label", strconv.Itoa(label))
	}
	if label := net.Label(net.Twin(c)); label != topology.NoLabel {
		f("target_label", strconv.Itoa(label))
	}
	net.Cable(c).EachNumber(f)
}

// hasCables reports whether something is known of a cable of net.
func hasCables(net *topology.Network) bool {
	if _, ok := net.Definition.(topology.Cabled); ok {
		for c := range topology.Channel(2 * net.Size()) {
			if net.Cable(c) != (topology.Cable{}) {
				return true
			}
		}
	}
	return false
}

// DOT returns net in the language of Graphviz: an undirected graph whose nodes are named by
// their addresses, with kind, level, ports and labels as attributes, and one rank a level.
// It returns an error if an address of the reader's own, or a kind of cable, has a backslash where the language can have none:
// just before a quote or the end, if their number is odd. Lines end without semicolons, in which pydot would
// see nodes.
func DOT(net *topology.Network, progress topology.Progress) (string, error) {
	var bad error
	quotable := func(what, s string) {
		for _, part := range strings.Split(s, `"`) {
			if bad == nil && (len(part)-len(strings.TrimRight(part, `\`)))%2 == 1 {
				bad = fmt.Errorf("dot: %s %q: want it without a backslash before a quote or the end", what, s)
			}
		}
	}
	err := eachNode(net, progress, func(u topology.Node) { quotable("node", net.Address(u)) })
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
		eachNumber(net, u, func(name, value string) { w.WriteString(", " + name + "=" + value) })
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
		eachLinkNumber(net, c, func(name, value string) {
			name = strings.ReplaceAll(name, "source_label", "taillabel") // which is drawn
			name = strings.ReplaceAll(name, "target_label", "headlabel")
			w.WriteString(separator + name + "=" + value)
			separator = ", "
		})
		if kind := net.Cable(c).Kind; kind != "" {
			quotable("kind of cable", kind)
			w.WriteString(", kind=" + quoteDOT(kind))
		}
		w.WriteString("]\n")
	})
	w.WriteString("}\n")
	if err == nil {
		err = bad
	}
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
	keys := [][4]string{
		{"name", "graph", "name", "string"}, {"kind", "node", "kind", "string"}, {"level", "node", "level", "int"},
		{"source_port", "edge", "source_port", "int"}, {"target_port", "edge", "target_port", "int"},
		{"source_label", "edge", "source_label", "int"}, {"target_label", "edge", "target_label", "int"},
	}
	for _, key := range placeKeys(net) {
		keys = append(keys, [4]string{key, "node", key, "double"})
	}
	if hasCables(net) {
		keys = append(keys, [][4]string{
			{linkKind, "edge", "kind", "string"}, {"length", "edge", "length", "double"}, {"latency", "edge", "latency", "int"}, {"capacity", "edge", "capacity", "double"},
		}...)
	}
	for _, key := range keys {
		fmt.Fprintf(&w, "  <key id=\"%s\" for=\"%s\" attr.name=\"%s\" attr.type=\"%s\"/>\n", key[0], key[1], key[2], key[3])
	}
	data := func(key, value string) { w.WriteString(`<data key="` + key + `">` + value + "</data>") }
	fmt.Fprintf(&w, "  <graph edgedefault=\"undirected\">\n    <data key=\"name\">%s</data>\n", quoteXML(net.String()))
	err := eachNode(net, progress, func(u topology.Node) {
		fmt.Fprintf(&w, "    <node id=\"%s\"><data key=\"kind\">%v</data>", quoteXML(net.Address(u)), net.Kind(u))
		eachNumber(net, u, data)
		eachPlace(net, u, data)
		w.WriteString("</node>\n")
	})
	if err != nil {
		return "", err
	}
	err = eachLink(net, progress, func(a, b topology.Node, c topology.Channel) {
		fmt.Fprintf(&w, "    <edge source=\"%s\" target=\"%s\">", quoteXML(net.Address(a)), quoteXML(net.Address(b)))
		eachLinkNumber(net, c, data)
		if kind := net.Cable(c).Kind; kind != "" {
			data(linkKind, quoteXML(kind))
		}
		w.WriteString("</edge>\n")
	})
	w.WriteString("  </graph>\n</graphml>\n")
	return w.String(), err
}

// linkKind is the key of the kind of a link, as that of a node has the name.
const linkKind = "link_kind"

// EdgeList returns the two addresses of every link, a link a line, with a dict of what is known of its cable, as NetworkX has it,
// and then the address of each node without a link in a line of its own, which NetworkX skips. It returns an error if an address of the
// reader's own has a character of [NotInEdgeList], or a kind of cable one that opens a comment.
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
	err = eachLink(net, progress, func(a, b topology.Node, c topology.Channel) {
		cable := net.Cable(c)
		if bad == nil && strings.Contains(cable.Kind, "#") {
			bad = fmt.Errorf("edgelist: kind of cable %q: want it without #", cable.Kind)
		}
		w.WriteString(net.Address(a) + " " + net.Address(b))
		before, after := " {", ""
		part := func(name, value string) {
			w.WriteString(before + "'" + name + "': " + value)
			before, after = ", ", "}"
		}
		if cable.Kind != "" {
			part("kind", strconv.Quote(cable.Kind))
		}
		cable.EachNumber(part)
		w.WriteString(after + "\n")
	})
	if err == nil {
		err = bad
	}
	return w.String() + alone.String(), err
}

// JSON returns net in the node-link form of NetworkX and D3.
func JSON(net *topology.Network, progress topology.Progress) (string, error) {
	b := AppendJSONString([]byte(`{"directed": false, "multigraph": `+strconv.FormatBool(net.IsMulti())+`, "graph": {"name": `), net.String())
	b = append(b, "},\n\"nodes\": ["...)
	number := func(name, value string) { b = append(b, `, "`+name+`": `+value...) }
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
		if kind := net.Cable(c).Kind; kind != "" {
			b = AppendJSONString(append(b, `, "kind": `...), kind)
		}
		b = append(b, '}')
		separator = ",\n"
	})
	return string(append(b, "]}\n"...)), err
}

// BookSim returns net as an anynet file of BookSim2. A processor with one link, to a switch, is a
// terminal of that switch; any other processor is a router with a terminal of its own.
// Routers and terminals are numbered in the order of their nodes. It returns an error if there are parallel links, of which
// BookSim has none.
func BookSim(net *topology.Network, progress topology.Progress) (string, error) {
	if net.IsMulti() {
		return "", fmt.Errorf("booksim: %v has parallel links, want at most one between two nodes", net)
	}
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
		first, end := net.Channels(u)
		for c := first; c < end; c++ {
			v := net.Head(c)
			switch {
			case router[v] < 0:
				w.WriteString(" node " + strconv.Itoa(terminal[v]))
			case u < v:
				w.WriteString(" router " + strconv.Itoa(router[v]))
			default:
				continue
			}
			if latency := net.Cable(c).Latency; latency > 0 {
				w.WriteString(" " + strconv.Itoa(latency))
			}
		}
		w.WriteString("\n")
	})
	return w.String(), err
}
