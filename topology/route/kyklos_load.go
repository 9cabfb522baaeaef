package route

import (
	"topobook/topology"
	"topobook/topology/family"
)

// alike reports whether adding a constant to the leaves of every tree, digit by digit modulo m, maps the
// trees to themselves, as [family.Kyklos.Orbit] and others of these families say. Each of these maps is
// an automorphism that keeps the tree and the height of every node; the routings look at nothing else, so
// it maps the alternatives of a pair to those of another. Some map takes any leaf to any other, and so
// some map takes any channel up a tree from one height to the next to any other, and the same down. So all
// leaves see the same distances, and if all send to all, all these channels carry the same.
func (t *sharedTrees) alike() bool {
	switch def := t.def.(type) {
	case family.Kyklos:
		return def.Version() < 3
	case family.HyperKyklos, family.ModifiedKyklos:
		return true
	}
	return false
}

// even turns the load of the messages to one leaf into that of the messages to all, where leaves are alike. All
// channels up from one height of a tree to the next carry the mean of what those carry for one leaf, times
// the leaves; and as the way back is the same, they carry as much down.
func (l Load) even() {
	def, sums := l.sums()
	leaves := float64(len(l.net.Processors()))
	for c := range l.count {
		if tree, height, _ := linkOf(l.net, def, topology.Channel(c)); tree > 0 {
			d := sums[tree*def.Height()-height]
			l.count[c] = d.Mean * leaves / float64(2*d.Links)
		}
	}
}

// linkOf returns the tree and the height of the upper end of c, and whether c leads there.
func linkOf(net *topology.Network, def topology.SharedLeaves, c topology.Channel) (tree, height int, up bool) {
	tree, height, _ = def.Position(net.Tail(c))
	headTree, head, _ := def.Position(net.Head(c))
	if head > height {
		return headTree, head, true
	}
	return tree, height, false
}

// A Density sums up what the links from one height of a tree to the next carry in both directions.
type Density struct {
	Tree, Height int // of the upper ends: a link of level i, or -i in tree 2, in the source
	Links        int
	Max, Mean    float64 // messages on a link
}

// ByTree returns the densities tree by tree from the root down; nil if the network has no
// [topology.SharedLeaves].
func (l Load) ByTree() []Density {
	_, list := l.sums()
	for i := range list {
		list[i].Max /= l.unit
		list[i].Mean /= l.unit * float64(list[i].Links)
	}
	return list
}

// sums returns the densities, but in units of count, and with sums for means.
func (l Load) sums() (topology.SharedLeaves, []Density) {
	def, ok := l.net.Definition.(topology.SharedLeaves)
	if !ok {
		return nil, nil
	}
	height := def.Height()
	list := make([]Density, def.Trees()*height)
	for i := range list {
		list[i] = Density{Tree: 1 + i/height, Height: height - i%height}
	}
	for i, count := range l.count {
		c := topology.Channel(i)
		if tree, h, up := linkOf(l.net, def, c); up && tree > 0 {
			d := &list[tree*height-h]
			count += l.count[l.net.Twin(c)]
			d.Links++
			d.Max = max(d.Max, count)
			d.Mean += count
		}
	}
	return def, list
}

// Passthroughs returns the processors between the ends of p, in order.
func Passthroughs(net *topology.Network, p Path) []topology.Node {
	var list []topology.Node
	for i, u := range p.Nodes {
		if i > 0 && i < p.Hops() && net.Kind(u) == topology.Processor {
			list = append(list, u)
		}
	}
	return list
}

// An Excursion is the part of a path from one leaf to the next, in a tree up to a height.
type Excursion struct{ Tree, Height int }

// Excursions returns the excursions of a path from leaf to leaf of trees on common leaves: the highest
// switch between every two processors. It is nil if the network has no [topology.SharedLeaves].
func Excursions(net *topology.Network, p Path) []Excursion {
	def, ok := net.Definition.(topology.SharedLeaves)
	if !ok {
		return nil
	}
	var list []Excursion
	var top Excursion
	for i, u := range p.Nodes {
		tree, height, _ := def.Position(u)
		switch {
		case height > top.Height:
			top = Excursion{tree, height}
		case height == 0 && i > 0:
			list = append(list, top)
			top = Excursion{}
		}
	}
	return list
}
