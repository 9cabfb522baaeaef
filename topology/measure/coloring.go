package measure

import (
	"cmp"
	"slices"

	"topobook/topology"
)

// A coloring gives colors to the nodes of two networks of equal order N: those of a are 0 to N-1,
// those of b are N to 2N-1. Nodes of one color, a cell, are neighbors in elems; the cell's name is
// where it starts there. Each cell has equally many nodes of a and of b.
type coloring struct {
	a, b   *topology.Network
	elems  []int32 // all nodes, cell by cell
	pos    []int32 // by node: where it is in elems
	cell   []int32 // by node: its cell
	size   []int32 // by cell: its nodes
	splits []split // how the cells came about, for undo

	queue   []int32 // cells by which others may have to be split
	queued  []bool  // by cell: whether it is in the queue
	count   []int32 // by node: its neighbors in the cell at hand
	touched []int32 // the nodes whose count is not 0
}

// A split is a cell that was cut off the end of another.
type split struct{ from, start int32 }

// newColoring returns the coloring with one color.
func newColoring(a, b *topology.Network) *coloring {
	n := 2 * a.Order()
	c := &coloring{
		a: a, b: b,
		elems: make([]int32, n), pos: make([]int32, n), cell: make([]int32, n), size: make([]int32, n),
		queued: make([]bool, n), count: make([]int32, n),
	}
	for u := range int32(n) {
		c.elems[u], c.pos[u] = u, u
	}
	c.size[0] = int32(n)
	c.enqueue(0)
	return c
}

func (c *coloring) members(cell int32) []int32 { return c.elems[cell : cell+c.size[cell]] }

// neighbors returns the neighbors of u as nodes of u's own network; see shifted.
func (c *coloring) neighbors(u int32) []topology.Node {
	if order := int32(c.a.Order()); u >= order {
		return c.b.Neighbors(topology.Node(u - order))
	}
	return c.a.Neighbors(topology.Node(u))
}

// shifted returns the node v of u's network as a node of the coloring.
func (c *coloring) shifted(v topology.Node, u int32) int32 {
	if order := int32(c.a.Order()); u >= order {
		return int32(v) + order
	}
	return int32(v)
}

func (c *coloring) enqueue(cell int32) {
	if !c.queued[cell] {
		c.queued[cell] = true
		c.queue = append(c.queue, cell)
	}
}

// refine splits cells until the nodes of one have equally many neighbors in every cell. It reports
// false as soon as a cell has not equally many nodes of a and of b.
func (c *coloring) refine() bool {
	balanced := true
	for len(c.queue) > 0 {
		splitter := c.queue[len(c.queue)-1]
		c.queue = c.queue[:len(c.queue)-1]
		c.queued[splitter] = false
		if balanced {
			balanced = c.splitBy(splitter) // else only empty the queue
		}
	}
	return balanced
}

// splitBy splits every cell whose nodes differ in the number of neighbors in the splitter.
func (c *coloring) splitBy(splitter int32) (balanced bool) {
	c.touched = c.touched[:0]
	for _, u := range c.members(splitter) {
		for _, v := range c.neighbors(u) {
			w := c.shifted(v, u)
			if c.count[w] == 0 {
				c.touched = append(c.touched, w)
			}
			c.count[w]++
		}
	}
	slices.SortStableFunc(c.touched, func(u, v int32) int {
		return cmp.Or(cmp.Compare(c.cell[u], c.cell[v]), cmp.Compare(c.count[u], c.count[v]), cmp.Compare(u, v))
	})
	balanced = true
	for first := 0; first < len(c.touched) && balanced; {
		end := first + 1
		for end < len(c.touched) && c.cell[c.touched[end]] == c.cell[c.touched[first]] {
			end++
		}
		balanced = c.splitCell(c.touched[first:end])
		first = end
	}
	for _, u := range c.touched {
		c.count[u] = 0
	}
	return balanced
}

// splitCell splits the cell of the given nodes by their counts, in whose order they come; the other
// nodes of the cell have count 0.
func (c *coloring) splitCell(nodes []int32) (balanced bool) {
	cell := c.cell[nodes[0]]
	end := cell + c.size[cell]
	wasQueued := c.queued[cell]
	for i := len(nodes) - 1; i >= 0; i-- {
		c.move(nodes[i], end-int32(len(nodes)-i))
	}
	largest, parts := cell, []int32{cell}
	for i := len(nodes) - 1; i >= 0; i-- { // cut off equal counts, from the end
		at := end - int32(len(nodes)-i)
		if at == cell || i > 0 && c.count[nodes[i-1]] == c.count[nodes[i]] {
			continue
		}
		c.cut(cell, at)
		if !c.isBalanced(at) {
			return false
		}
		parts = append(parts, at)
	}
	for _, part := range parts { // what remains of the cell is balanced as the cell was
		if c.size[part] > c.size[largest] {
			largest = part
		}
	}
	for _, part := range parts {
		if len(parts) > 1 && (wasQueued || part != largest) { // what the largest would split, the others do
			c.enqueue(part)
		}
	}
	return true
}

// move puts u at a position of elems, and the node that was there where u was.
func (c *coloring) move(u, to int32) {
	from, v := c.pos[u], c.elems[to]
	c.elems[from], c.elems[to] = v, u
	c.pos[v], c.pos[u] = from, to
}

// cut makes the end of a cell, from the given position on, a cell of its own.
func (c *coloring) cut(cell, at int32) {
	c.size[at] = cell + c.size[cell] - at
	c.size[cell] = at - cell
	for _, u := range c.members(at) {
		c.cell[u] = at
	}
	c.splits = append(c.splits, split{cell, at})
}

// isBalanced reports whether a cell has equally many nodes of a and of b.
func (c *coloring) isBalanced(cell int32) bool {
	order, inA := int32(c.a.Order()), int32(0)
	for _, u := range c.members(cell) {
		if u < order {
			inA++
		}
	}
	return 2*inA == c.size[cell]
}

// individualize gives u of a and v of b, which have one color, a color of their own.
func (c *coloring) individualize(u, v int32) {
	cell := c.cell[u]
	end := cell + c.size[cell]
	c.move(u, end-1)
	c.move(v, end-2)
	c.cut(cell, end-2)
	c.enqueue(end - 2)
}

// undo takes back all splits but the first mark.
func (c *coloring) undo(mark int) {
	for i := len(c.splits) - 1; i >= mark; i-- {
		s := c.splits[i]
		for _, u := range c.members(s.start) {
			c.cell[u] = s.from
		}
		c.size[s.from] += c.size[s.start]
	}
	c.splits = c.splits[:mark]
}
