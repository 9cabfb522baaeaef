package draw

import (
	"strconv"
	"strings"

	"topobook/topology"
)

// sentence returns what the drawing shows, for readers who do not see it.
func (d *drawing) sentence() string {
	var b strings.Builder
	b.WriteString(describe(d.inner, d.layout))
	if d.ghost != nil {
		b.WriteString(" Faint: " + count(d.net.Size()-d.inner.Size(), "link") + " more of " + short(d.net.String()) + ".")
	}
	for i, path := range d.o.Paths {
		if len(path) == 0 {
			continue
		}
		if i == 4 && len(d.o.Paths) > 5 {
			b.WriteString(" " + strconv.Itoa(len(d.o.Paths)-i) + " more paths.")
			break
		}
		first, last := d.net.Tail(path[0]), d.net.Head(path[len(path)-1])
		b.WriteString(" Path from " + d.net.Address(first) + " to " + d.net.Address(last))
		var through []topology.Node
		for _, c := range path[1:] {
			through = append(through, d.net.Tail(c))
		}
		if len(through) > 0 {
			b.WriteString(" through " + d.addresses(through))
		}
		b.WriteString(", " + count(len(path), "hop") + ".")
	}
	if d.o.GroupNames != nil {
		b.WriteString(" " + count(len(d.o.GroupNames), "group") + ".")
	}
	if words := d.o.ValueWords; words != "" {
		b.WriteString(" Colors: " + words + ".")
	}
	if most, busiest := Busiest(d.net, d.o.Load); most > 0 {
		c := busiest[0]
		b.WriteString(" Loads of links up to " + FormatNumber(most) + ", from " + d.net.Address(d.net.Tail(c)) + " to " + d.net.Address(d.net.Head(c)))
		if n := len(busiest) - 1; n > 0 {
			b.WriteString(" and on " + count(n, "other channel"))
		}
		b.WriteString(".")
	}
	if d.o.Source != NoNode {
		b.WriteString(" Source: " + d.net.Address(d.o.Source) + ".")
	}
	if d.o.Dest != NoNode {
		b.WriteString(" Destination: " + d.net.Address(d.o.Dest) + ".")
	}
	if len(d.o.Marked) > 0 {
		b.WriteString(" Marked: " + d.addresses(d.o.Marked) + ".")
	}
	if len(d.o.Faults) > 0 {
		b.WriteString(" Faulty: " + d.addresses(d.o.Faults) + ".")
	}
	if len(d.o.FaultLinks) > 0 {
		b.WriteString(" " + count(len(d.o.FaultLinks), "broken link") + ".")
	}
	return b.String()
}

// addresses returns a list of the addresses of nodes, cut short if it is long.
func (d *drawing) addresses(nodes []topology.Node) string {
	const most = 12
	var words []string
	for i, u := range nodes {
		if i == most && len(nodes) > most+1 {
			return strings.Join(words, "; ") + " and " + strconv.Itoa(len(nodes)-most) + " more"
		}
		words = append(words, d.net.Address(u))
	}
	return strings.Join(words, "; ")
}

// describe returns a sentence about net: 4-ary 2-tree: 16 processors below 2 levels of 4 switches,
// 32 links.
func describe(net *topology.Network, l *layout) string {
	name := short(net.String())
	if def, ok := net.Definition.(topology.Described); ok {
		name = def.InWords()
	}
	processors := len(net.Processors())
	switches := net.Order() - processors
	var parts []string
	if processors > 0 {
		parts = append(parts, count(processors, "processor"))
	}
	if switches > 0 {
		parts = append(parts, switchRows(net, l, switches))
	}
	between := " and "
	if l.row != nil && processors > 0 && switches > 0 && net.Kind(l.rows[len(l.rows)-1].first) == topology.Processor {
		between = " below "
		if net.Kind(l.rows[0].first) == topology.Processor {
			between = " on both sides of "
		}
	}
	return name + ": " + strings.Join(parts, between) + ", " + count(net.Size(), "link") + l.note + "."
}

// switchRows returns how many switches there are, level by level: 2 levels of 4 switches.
func switchRows(net *topology.Network, l *layout, switches int) string {
	if l.row == nil {
		return count(switches, "switch")
	}
	var sizes []string
	same := true
	for _, row := range l.rows {
		if net.Kind(row.first) == topology.Switch {
			sizes = append(sizes, strconv.Itoa(row.count))
			same = same && sizes[0] == sizes[len(sizes)-1]
		}
	}
	switch {
	case len(sizes) == 1:
		return count(switches, "switch")
	case same:
		return strconv.Itoa(len(sizes)) + " levels of " + count(switches/len(sizes), "switch")
	}
	last := len(sizes) - 1
	return "levels of " + strings.Join(sizes[:last], ", ") + " and " + sizes[last] + " switches"
}

// count returns n and the noun, in the plural unless n is 1.
func count(n int, noun string) string {
	s := FormatNumber(float64(n)) + " " + noun
	switch {
	case n == 1:
		return s
	case strings.HasSuffix(noun, "ch"):
		return s + "es"
	}
	return s + "s"
}

// short returns the name of a network without its parameters if it is longer than a line.
func short(name string) string {
	const longest = 80
	if call, _, ok := strings.Cut(name, "("); ok && len(name) > longest {
		return call + "(…)"
	}
	return name
}
