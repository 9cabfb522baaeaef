package export

import (
	"fmt"
	"strconv"
	"strings"

	"topobook/topology"
)

// IBNetDiscover returns net as ibnetdiscover lists an InfiniBand fabric: switches, and processors as channel adapters, with their
// addresses as descriptions. Identifiers are made up of the nodes' numbers; ports count from 1, in order of the network's.
func IBNetDiscover(net *topology.Network, progress topology.Progress) (string, error) {
	var w strings.Builder
	var bad error
	port := func(c topology.Channel) int {
		first, _ := net.Channels(net.Tail(c))
		return int(c-first) + 1
	}
	fmt.Fprintf(&w, "#\n# Topology file: %s\n#\n", net)
	err := eachNode(net, progress, func(u topology.Node) {
		if bad == nil && strings.Contains(net.Address(u), `"`) {
			bad = fmt.Errorf("ibnetdiscover: node %s: want an address without a quote", net.Address(u))
		}
		what, guid := "Ca", "caguid"
		if net.Kind(u) == topology.Switch {
			what, guid = "Switch", "switchguid"
		}
		fmt.Fprintf(&w, "\nvendid=0x0\ndevid=0x0\n%s=0x%x\n%s\t%d %q\t\t# \"%s\"\n", guid, u+1, what, net.Degree(u), ibName(net, u), net.Address(u))
		first, end := net.Channels(u)
		for c := first; c < end; c++ {
			v := net.Head(c)
			fmt.Fprintf(&w, "[%d]\t%q[%d]\t\t# \"%s\"", port(c), ibName(net, v), port(net.Twin(c)), net.Address(v))
			if kind := net.Cable(c).Kind; kind != "" {
				w.WriteString(" " + strings.ReplaceAll(kind, " ", "_"))
			}
			w.WriteString("\n")
		}
	})
	if err == nil {
		err = bad
	}
	return w.String(), err
}

// ibName returns the name of a node by its identifier.
func ibName(net *topology.Network, u topology.Node) string {
	if net.Kind(u) == topology.Switch {
		return fmt.Sprintf("S-%016x", u+1)
	}
	return fmt.Sprintf("H-%016x", u+1)
}

// readIBNetDiscover reads what ibnetdiscover lists of an InfiniBand fabric. Switches and routers are switches, channel adapters processors,
// named by their descriptions as far as [reader.rename] can. A link stands at both of its ends, with the ports there; what follows
// the description at its end, as 4xEDR, is its kind. Levels are those of a fat tree, if it is one.
//
// Source: the manual page ibnetdiscover(8) of infiniband-diags.
func readIBNetDiscover(r *reader) {
	f := fabric{reader: r, at: map[portOf]fabricEnd{}, of: -1}
	for ; r.pos < len(r.text); r.accept("\n") {
		line, _, _ := strings.Cut(r.text[r.pos:], "\n")
		f.readLine(strings.TrimSpace(line))
		r.tick()
		r.pos += len(line)
	}
	if f.of < 0 {
		r.fail("want a line with Switch, Ca or Rt, of a file of ibnetdiscover")
	}
	f.join()
	r.rename()
	r.setLevels()
}

// A fabric is what a file of ibnetdiscover has said so far.
type fabric struct {
	*reader
	of   topology.Node // the node whose ports are listed, or -1
	ends []portOf      // in order
	at   map[portOf]fabricEnd
}

// A fabricEnd is what stands at a port.
type fabricEnd struct {
	name string // of the node at the other end
	port int    // there
	kind string
	line int
}

func (f *fabric) readLine(line string) {
	text, comment, _ := strings.Cut(line, "#")
	text = strings.TrimSpace(text)
	word, rest := text, ""
	if end := strings.IndexAny(text, " \t"); end >= 0 {
		word, rest = text[:end], text[end:]
	}
	switch {
	case text == "":
	case strings.HasPrefix(text, "["):
		f.readPort(text, comment)
	case word == "Switch", word == "Ca", word == "Rt":
		f.of = -1
		count, name, ok := strings.Cut(strings.TrimSpace(rest), " ")
		if _, isNumber := number(count); !ok || !isNumber {
			f.fail("got %q after %s, want its number of ports and its name", short(rest), word)
		}
		f.of = f.newNode(f.name(strings.TrimSpace(name)), "names of nodes")
		if word != "Ca" {
			f.nodes[f.of].kind = topology.Switch
		}
		if _, description, ok := strings.Cut(comment, `"`); ok {
			description, _, _ = strings.Cut(description, `"`)
			f.setLabel(f.of, description)
		}
	case strings.Contains(word, "="): // vendid, devid, sysimgguid, …
	case word == "Chassis", strings.HasSuffix(text, " Nodes"): // headings, where nodes are grouped by chassis
	default:
		f.fail("got %q, want Switch, Ca, Rt, a port or key=value", short(text))
	}
}

// name reads a name in quotes, of which there is nothing after it but what parentheses hold.
func (f *fabric) name(text string) string {
	name, ok := strings.CutPrefix(text, `"`)
	name, _, ends := strings.Cut(name, `"`)
	if !ok || !ends || name == "" {
		f.fail("got %q, want a name in quotes", short(text))
	}
	return name
}

// readPort reads a line [PORT](GUID) "NAME"[PORT](GUID), whose comment is a description and what the link is.
func (f *fabric) readPort(text, comment string) {
	if f.of < 0 {
		f.fail("got a port before any Switch, Ca or Rt")
	}
	here, rest := f.port(text)
	if strings.HasPrefix(rest, "(") {
		_, rest, _ = strings.Cut(rest, ")")
	}
	if strings.HasPrefix(rest, "[ext") { // the port's number on a chassis
		_, rest, _ = strings.Cut(rest, "]")
	}
	rest = strings.TrimSpace(rest)
	e := fabricEnd{name: f.name(rest), line: f.line}
	_, rest, _ = strings.Cut(rest[1:], `"`)
	e.port, _ = f.port(rest)
	if words := strings.Fields(comment[strings.LastIndexByte(comment, '"')+1:]); len(words) > 0 {
		if last := words[len(words)-1]; strings.Contains(last, "x") { // as 4xEDR; a lid has none
			e.kind = last
		}
	}
	place := portOf{f.of, here}
	if _, twice := f.at[place]; twice {
		f.fail("port %d of %q occurs twice", here, short(f.names[f.of]))
	}
	if len(f.ends) == 2*maxLinks {
		f.tooManyLinks()
	}
	f.at[place] = e
	f.ends = append(f.ends, place)
}

// port reads [PORT], and returns what comes after it.
func (f *fabric) port(text string) (port int, rest string) {
	inside, rest, ok := strings.Cut(text, "]")
	port, isNumber := number(strings.TrimPrefix(inside, "["))
	if !ok || !isNumber || !strings.HasPrefix(inside, "[") {
		f.fail("got %q, want a port, as [1]", short(text))
	}
	return port, rest
}

// join adds the links.
func (f *fabric) join() {
	for _, a := range f.ends {
		e := f.at[a]
		f.line = e.line
		other, ok := f.index[e.name]
		b := portOf{other, e.port}
		if back := f.at[b]; !ok || back.port != a.port || back.name != f.names[a.node] {
			f.fail("port %d of %q leads to port %d of %q, which does not lead back: is the file cut off?", a.port, short(f.names[a.node]), e.port, short(e.name))
		}
		if a.node > b.node || a.node == b.node && a.port > b.port {
			continue
		}
		i := f.link(a.node, b.node)
		f.setLink(i, attribute{"source_port", strconv.Itoa(a.port)})
		f.setLink(i, attribute{"target_port", strconv.Itoa(b.port)})
		if e.kind != "" {
			f.setLink(i, attribute{"kind", e.kind})
		}
	}
}
