package export

import (
	"fmt"
	"strconv"
	"strings"

	"topobook/topology"
)

// Slurm returns a tree of switches as a topology.conf of Slurm: in each line a switch, and the switches or nodes below it. Commas in addresses
// become points. It returns an error unless net has switches with levels, each has at most one above it, each processor one link, and no
// address has another character that means something there.
func Slurm(net *topology.Network, progress topology.Progress) (string, error) {
	var w strings.Builder
	var bad error
	fail := func(format string, args ...any) {
		if bad == nil {
			bad = fmt.Errorf("slurm: "+format, args...)
		}
	}
	name := func(u topology.Node) string { return strings.ReplaceAll(net.Address(u), ",", ".") }
	if len(net.Processors()) == net.Order() {
		fail("%v has no switches, want a tree of switches with processors below", net)
	}
	by := make([]topology.Node, net.Order()) // by node: the last one, and one more, that led there
	err := eachNode(net, progress, func(u topology.Node) {
		if strings.ContainsAny(net.Address(u), `[]=#\`) {
			fail(`node %s: want an address without any of []=#\`, net.Address(u))
		}
		if net.Kind(u) == topology.Processor {
			if net.Degree(u) != 1 || net.Kind(net.Neighbors(u)[0]) != topology.Switch {
				fail("processor %s: want one link, to a switch", net.Address(u))
			}
			return
		}
		above := 0
		var switches, nodes []string // below
		for _, v := range net.Neighbors(u) {
			if by[v] == u+1 { // a parallel link
				continue
			}
			by[v] = u + 1
			switch {
			case net.Kind(v) == topology.Processor:
				nodes = append(nodes, name(v))
			case net.Level(u) == topology.NoLevel || net.Level(v) == net.Level(u):
				fail("switches %s and %s: want levels, of which one is below the other", net.Address(u), net.Address(v))
			case net.Level(v) < net.Level(u):
				above++
			default:
				switches = append(switches, name(v))
			}
		}
		if above > 1 {
			fail("switch %s has %d switches above it, want one: a tree", net.Address(u), above)
		}
		w.WriteString("SwitchName=" + name(u))
		if switches != nil {
			w.WriteString(" Switches=" + strings.Join(switches, ","))
		}
		if nodes != nil {
			w.WriteString(" Nodes=" + strings.Join(nodes, ","))
		}
		w.WriteString("\n")
	})
	if err == nil {
		err = bad
	}
	if err != nil {
		return "", err
	}
	return w.String(), nil
}

// maxHosts bounds the nodes that one list of Slurm names.
const maxHosts = 1 << 17

// readSlurm reads a topology.conf of Slurm for its plugin topology/tree: in each line a switch, and the switches or nodes below it, in lists as
// rack[0-3]node[01-16,20]. Levels are counted from the top, if all nodes are as far below it.
//
// Source: the manual page topology.conf(5) of Slurm.
func readSlurm(r *reader) {
	type below struct {
		parent   topology.Node
		list     string
		line     int
		switches bool
	}
	var lists []below
	r.eachSlurmLine(func(fields []string) {
		if len(fields) == 0 {
			return
		}
		keys := map[string]string{}
		for _, field := range fields {
			key, value, ok := strings.Cut(field, "=")
			if key = strings.ToLower(key); !ok || value == "" {
				r.fail("got %q, want Key=value", short(field))
			}
			switch key {
			case "switchname", "switches", "nodes", "linkspeed":
			default:
				r.fail("got the key %q, want SwitchName, Switches, Nodes or LinkSpeed, of topology/tree", short(key))
			}
			if _, twice := keys[key]; twice {
				r.fail("got the key %s twice", key)
			}
			keys[key] = value
		}
		name, ok := keys["switchname"]
		if !ok {
			r.fail("got a line without SwitchName")
		}
		parent := r.newNode(name, "names of switches")
		r.nodes[parent].kind = topology.Switch
		if keys["switches"] == "" && keys["nodes"] == "" {
			r.fail("switch %q has neither Switches nor Nodes", short(name))
		}
		for key, list := range keys {
			if key == "switches" || key == "nodes" {
				lists = append(lists, below{parent, list, r.line, key == "switches"})
			}
		}
	})
	for _, b := range lists { // a switch may come after those above it
		r.line = b.line
		for _, name := range r.hosts(b.list) {
			var child topology.Node
			if b.switches {
				child = r.known(name)
			} else if child = r.node(name); r.nodes[child].kind == topology.Switch {
				r.fail("node %q is the name of a switch", short(name))
			}
			r.link(b.parent, child)
		}
	}
	r.setLevels()
}

// eachSlurmLine calls use with the fields of every line; one that ends in a backslash goes on in the next.
func (r *reader) eachSlurmLine(use func(fields []string)) {
	var fields []string
	r.eachLine(func(text string, more []string) {
		text = strings.TrimSpace(text)
		goesOn := strings.HasSuffix(text, `\`)
		if fields = append(fields, strings.Fields(strings.TrimSuffix(text, `\`))...); !goesOn {
			use(fields)
			fields = nil
		}
	})
	use(fields)
}

// hosts returns the names of a list: commas separate them, and brackets hold numbers and ranges that stand for one name each.
func (r *reader) hosts(list string) (names []string) {
	depth, start := 0, 0
	for i := 0; i <= len(list); i++ {
		switch {
		case i == len(list) || list[i] == ',' && depth == 0:
			if depth != 0 {
				r.fail("got %q, want ] after [", short(list))
			}
			names = append(names, r.expand(list[start:i])...)
			start = i + 1
		case list[i] == '[':
			depth++
		case list[i] == ']':
			depth--
		}
		if depth < 0 || depth > 1 {
			r.fail("got %q, want brackets one after the other", short(list))
		}
		if len(names) > maxHosts {
			r.fail("got more than %d names in a list", maxHosts)
		}
	}
	return names
}

// expand returns the names that one with brackets stands for.
func (r *reader) expand(name string) []string {
	before, rest, ok := strings.Cut(name, "[")
	if !ok {
		if name == "" {
			r.fail("got an empty name in a list")
		}
		return []string{name}
	}
	inside, after, _ := strings.Cut(rest, "]")
	var ends []string
	if after == "" {
		ends = []string{""}
	} else {
		ends = r.expand(after)
	}
	var names []string
	for part := range strings.SplitSeq(inside, ",") {
		low, high, isRange := strings.Cut(part, "-")
		if !isRange {
			high = low
		}
		from, okLow := number(low)
		to, okHigh := number(high)
		if !okLow || !okHigh || from > to || (to-from+1)*len(ends) > maxHosts-len(names) {
			r.fail("got %q in brackets, want numbers or ranges of at most %d names", short(part), maxHosts)
		}
		for x := from; x <= to; x++ {
			digits := strconv.Itoa(x)
			for len(digits) < len(low) {
				digits = "0" + digits
			}
			for _, end := range ends {
				names = append(names, before+digits+end)
			}
		}
	}
	return names
}
