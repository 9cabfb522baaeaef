package route

import (
	"fmt"

	"topobook/topology"
)

// Rearrange returns a path for each message such that no two paths share a channel. Every processor of a
// k-ary n-tree may be the source of one message and the destination of one, so that the messages are a
// permutation or a part of one; otherwise Rearrange returns an error.
//
// Digit w_{n-2} comes from the multigraph that joins the switch of each source to the switch of its
// destination: as at most k messages leave or enter a switch, its edges have a coloring in k colors,
// and the color of a message is its digit. The messages of one color leave and enter each switch at
// most once, and are a problem of the same kind with one digit less.
// It takes O(M(kⁿ⁻¹+nk)) time for M messages at worst; recolorings are rarely that long. It reports as
// progress how many digits of the messages are known.
//
// Source: the theorem is Beneš's, Mathematical Theory of Connecting Networks and Telephone Traffic
// (1965), the coloring is König's (1916).
func Rearrange(net *topology.Network, messages []Message, progress topology.Progress) ([]Path, error) {
	t, err := treeOf(net)
	if err != nil {
		return nil, err
	}
	if err := checkPartialPermutation(net, messages); err != nil {
		return nil, err
	}
	sources, dests := make([][]int, len(messages)), make([][]int, len(messages))
	digits := make([][]int, len(messages)) // w_0..w_{n-2} of each message
	group := make([]int, len(messages))    // the messages of one problem, by index
	for i, m := range messages {
		sources[i], dests[i] = t.Digits(m.Source), t.Digits(m.Dest)
		digits[i] = make([]int, max(0, t.Dims()-1))
		group[i] = i
	}
	groups, nodes := [][]int{group}, len(net.Processors())
	done := 0 // digits
	for l := t.Dims() - 2; l >= 0; l-- {
		nodes /= t.Radix() // values of digits 0..l
		var parts [][]int
		for _, group := range groups {
			edges := make([][2]int, len(group))
			for e, i := range group {
				edges[e] = [2]int{prefix(sources[i], l+1, t.Radix()), prefix(dests[i], l+1, t.Radix())}
			}
			part := make([][]int, t.Radix())
			colors, err := colorEdges(edges, nodes, t.Radix(), func(more int) error { return progress.Report(done+more, len(messages)*t.Dims()) })
			if err != nil {
				return nil, err
			}
			done += len(group)
			for e, color := range colors {
				i := group[e]
				digits[i][l] = color
				part[color] = append(part[color], i)
			}
			parts = append(parts, part...)
		}
		groups = parts
	}
	paths := make([]Path, len(messages))
	for i, m := range messages {
		if i%1024 == 1023 {
			if err := progress.Report(done+i, len(messages)*t.Dims()); err != nil {
				return nil, err
			}
		}
		paths[i], err = TreeRoute(net, m.Source, m.Dest, func(p, q []int, level int) int { return digits[i][level] })
		if err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// checkPartialPermutation returns an error unless every end of a message is a processor of net, and none
// is the source, or the destination, of two.
func checkPartialPermutation(net *topology.Network, messages []Message) error {
	sends, receives := make(map[topology.Node]bool), make(map[topology.Node]bool)
	for _, m := range messages {
		if err := checkProcessors(net, m.Source, m.Dest); err != nil {
			return err
		}
		if sends[m.Source] {
			return fmt.Errorf("%v: processor %s sends two messages, want at most one", net, net.Address(m.Source))
		}
		if receives[m.Dest] {
			return fmt.Errorf("%v: processor %s receives two messages, want at most one", net, net.Address(m.Dest))
		}
		sends[m.Source], receives[m.Dest] = true, true
	}
	return nil
}

// A coloring gives edges of a bipartite multigraph colors such that no two of one color meet.
type coloring struct {
	edges  [][2]int // the node of each edge on side 0 and on side 1
	colors int
	at     [2][]int // by side, then node·colors+color: the edge of that color at the node, -1 if none
}

// colorEdges returns a color from 0 to k-1 for each edge, given as its nodes 0..nodes-1 on either side.
// At most k edges may meet at a node. It calls report now and then with the number of edges that have one.
func colorEdges(edges [][2]int, nodes, k int, report func(done int) error) ([]int, error) {
	c := coloring{edges: edges, colors: k}
	for side := range c.at {
		c.at[side] = make([]int, nodes*k)
		for i := range c.at[side] {
			c.at[side][i] = -1
		}
	}
	for e, ends := range edges {
		if e%256 == 255 {
			if err := report(e); err != nil {
				return nil, err
			}
		}
		a, b := c.free(0, ends[0]), c.free(1, ends[1])
		if a != b {
			c.flip(ends[1], a, b)
		}
		c.at[0][ends[0]*k+a], c.at[1][ends[1]*k+a] = e, e
	}
	result := make([]int, len(edges))
	for i, e := range c.at[0] {
		if e >= 0 {
			result[e] = i % k
		}
	}
	return result, nil
}

// free returns the least color that no edge has at a node.
func (c *coloring) free(side, node int) int {
	for color, e := range c.at[side][node*c.colors : (node+1)*c.colors] {
		if e < 0 {
			return color
		}
	}
	panic("route: more edges meet at a node than there are colors")
}

// flip exchanges colors a and b on the longest path of edges of these colors that starts with color a
// at node v of side 1, where b is free; then a is free there.
// The path cannot end at a node of side 0 where a is free, since it comes to side 0 by edges of color a.
func (c *coloring) flip(v, a, b int) {
	var path []int
	side, node, color := 1, v, a
	for e := c.at[side][node*c.colors+color]; e >= 0; e = c.at[side][node*c.colors+color] {
		path = append(path, e)
		side = 1 - side
		node, color = c.edges[e][side], a+b-color
	}
	color = a
	for _, e := range path {
		c.set(e, color, -1)
		color = a + b - color
	}
	color = b
	for _, e := range path {
		c.set(e, color, e)
		color = a + b - color
	}
}

// set writes what edge there is of a color at both ends of e.
func (c *coloring) set(e, color, edge int) {
	for side, node := range c.edges[e] {
		c.at[side][node*c.colors+color] = edge
	}
}
