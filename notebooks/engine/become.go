package engine

import (
	"maps"

	"topobook/notebooks/dialect"
)

// Become makes the kernel go on with another document: what a notebook was before its reader changed the text, and is now.
// A cell with the same id and source keeps its values and its result wherever it stands, one with another id
// its values, so that the cells that use it need not run, and one with another source what [Kernel.Edit] leaves. Cells that
// asked for a file that has changed are stale. The values of inputs stay, also of those that are gone: they may come back.
func (k *Kernel) Become(doc *Document) {
	old := k.doc
	meanings := map[*node]string{}
	for _, n := range k.cells {
		if n.result.State == Failed {
			meanings[n] = k.ownMeaning(n)
		}
	}
	cells, renamed := k.adopt(doc.Cells)
	k.doc, k.cells, k.graph, k.published = doc, cells, nil, nil
	clear(k.index)
	for i, n := range k.cells {
		k.index[n.ID] = i
		meaning, failed := meanings[n]
		claims := failed || len(n.result.Claims) > 0 || n.asked == nil                               // perhaps
		if failed && (renamed || k.ownMeaning(n) != meaning) || claims && doc.Home() != old.Home() { // errors name cells, and claims the paper
			n.stale = true
		}
	}
	k.changeFiles(old.Files)
	for _, n := range k.cells {
		n.past = nil // of another document
	}
}

// Chosen returns the values that inputs have been set to, by name, also of inputs that are not there.
func (k *Kernel) Chosen() map[string]string { return maps.Clone(k.set) }

// adopt returns a node for each cell, a present one where there is one for it, and whether one of these got another id.
func (k *Kernel) adopt(cells []Cell) (nodes []*node, renamed bool) {
	type likeness struct {
		id, source string
		inline     bool
	}
	nodes = make([]*node, len(cells))
	left := map[*node]bool{}
	for _, n := range k.cells {
		left[n] = true
	}
	for round, like := range []func(c Cell) likeness{
		func(c Cell) likeness { return likeness{c.ID, c.Source, c.Inline} },
		func(c Cell) likeness { return likeness{"", c.Source, c.Inline} },
		func(c Cell) likeness { return likeness{id: c.ID} },
	} {
		present := map[likeness][]*node{}
		for _, n := range k.cells {
			if left[n] {
				present[like(n.Cell)] = append(present[like(n.Cell)], n)
			}
		}
		for i, cell := range cells {
			alike := present[like(cell)]
			if nodes[i] != nil || len(alike) == 0 {
				continue
			}
			n := alike[0]
			present[like(cell)] = alike[1:]
			delete(left, n)
			nodes[i] = n
			renamed = renamed || n.ID != cell.ID
			n.become(cell, round == 2)
		}
	}
	for i, cell := range cells {
		if nodes[i] == nil {
			nodes[i] = newNode(cell)
		}
	}
	return nodes, renamed
}

// become gives a node another cell; edited tells that its source is another one.
func (n *node) become(cell Cell, edited bool) {
	if named := n.ID != cell.ID; named || edited {
		n.program = dialect.Parse(cell.ID, cell.Source, cell.Inline)
		n.result.Cell = cell.ID
		n.shown = n.shown && !named
		n.stale = n.stale || edited || !cell.Heavy // the id is in positions, but nobody wants to wait for that
	}
	n.Cell, n.published = cell, cell.Source
}

// changeFiles forgets what was made of files that are not what they were.
func (k *Kernel) changeFiles(old map[string]string) {
	changed := map[string]bool{}
	for name, text := range old {
		if now, is := k.doc.Files[name]; !is || now != text {
			changed[name] = true
		}
	}
	for name := range k.doc.Files {
		if _, was := old[name]; !was {
			changed[name] = true
		}
	}
	if len(changed) == 0 {
		return
	}
	touched := func(asked map[string]bool) bool {
		for name := range asked {
			if _, is := k.doc.Files[name]; changed[name] || !is { // the error of one that is not there names others
				return true
			}
		}
		return asked == nil // it has not run here
	}
	for name, m := range k.modules {
		if touched(m.asked) {
			delete(k.modules, name)
		}
	}
	for _, n := range k.cells {
		n.stale = n.stale || touched(n.asked)
	}
}
