package route

import (
	"fmt"

	"topobook/topology"
	"topobook/topology/family"
)

// A slice is the part of trees on common leaves below a given height in each, where the heights sum up
// to n and a leaf has a coordinate for each tree such that an excursion in the tree can set it to
// any value and leaves the others as they are: in KYKLOS-II, some digits of the leaf.
type slice struct {
	*sharedTrees
	coordinates [][]int // by tree, by leaf
	strides     []int   // by tree: a coordinate's weight in the place of a leaf
	leafAt      []topology.Node
}

// middle returns the heights of the slice that goes as high in each tree as in the others, and one higher
// in the first ones if need be.
func (t *sharedTrees) middle() []int {
	heights := make([]int, t.trees)
	for k := range heights {
		heights[k] = (t.height + t.trees - 1 - k) / t.trees
	}
	return heights
}

// hasSlices reports whether the middle slice is one.
func (t *sharedTrees) hasSlices() bool {
	if t.trees < 2 || t.trees > maxMixedTrees {
		return false
	}
	if k, ok := t.def.(family.Kyklos); ok {
		return k.Version() > 1
	}
	return t.newSlice(t.middle()) != nil
}

// newSlice returns the slice with the given height in each tree, or nil if coordinates are not independent.
//
// Cut the trees at the heights, and join the pieces that share leaves, of all trees but one: what hangs
// together is a value of that tree's coordinate, as only an excursion in it leads elsewhere. Let there be
// as many values as an m-ary tree of the given height has leaves. Then if no two leaves have the same
// coordinates there is a leaf for any coordinates; and if they differ in one only, the leaves are below
// the same switch of that tree where it is cut, as it has just that many leaves below it.
//
// For two trees of KYKLOS-II this is SL(l,n). A message sets all coordinates to those of its destination,
// tree after tree, in any order: for two trees, H-II's path and its dual.
//
// Source: Menezes, The KYKLOS Multicomputer Network (1988), section 4.3, theorem 4.3 and algorithm H-II;
// more than two trees are ours, after the remark of ch. 7.
func (t *sharedTrees) newSlice(heights []int) *slice {
	leaves := int(t.leaves)
	s := &slice{sharedTrees: t, leafAt: make([]topology.Node, leaves)}
	places := make([]int, leaves)
	stride := 1
	for k, height := range heights {
		joined := t.joined(heights, k+1)
		values := 1
		for range height {
			values *= int(t.fanout)
		}
		next := 0
		for x := range joined { // from the first leaf of a part to its number
			if joined[x] == x {
				joined[x] = next
				next++
			} else {
				joined[x] = joined[joined[x]]
			}
			places[x] += stride * joined[x]
		}
		if next != values {
			return nil
		}
		s.coordinates, s.strides = append(s.coordinates, joined), append(s.strides, stride)
		stride *= values
	}
	for x, place := range places {
		if x > 0 && (place == 0 || s.leafAt[place] != 0) { // leaf 0 has place 0
			return nil
		}
		s.leafAt[place] = topology.Node(x)
	}
	return s
}

// joined returns by leaf the first leaf of its part, when all trees but one are cut at the given heights.
func (t *sharedTrees) joined(heights []int, except int) []int {
	part := make([]int, t.leaves) // by leaf: one before it in its part, or itself
	for x := range part {
		part[x] = x
	}
	find := func(x int) int {
		for part[x] != x {
			part[x] = part[part[x]]
			x = part[x]
		}
		return x
	}
	first := make([]int, t.net.Order()) // by node: 1 + a leaf below
	for x := range part {
		for k, height := range heights {
			u := topology.Node(x)
			for range height {
				u = t.heads[t.up(u, k+1)]
			}
			if k+1 == except || height == 0 {
				continue
			}
			if first[u] == 0 {
				first[u] = x + 1
			}
			a, b := find(x), find(first[u]-1)
			part[max(a, b)] = min(a, b)
		}
	}
	for x := range part {
		part[x] = find(x)
	}
	return part
}

// slice returns the paths in the slice with the given heights.
func (t *sharedTrees) slice(heights []int) alternatives {
	var s *slice
	return func(dest topology.Node) (func(a topology.Node) []Path, error) {
		if s == nil {
			if s = t.newSlice(heights); s == nil {
				return nil, fmt.Errorf("%v: the slice up to heights %v of its trees does not join every leaf to every other", t.net, heights)
			}
		}
		return func(a topology.Node) []Path {
			var list []Path
			s.extend(&list, nil, a, a, dest)
			return list
		}, nil
	}
}

// extend adds to list the paths from a to dest that begin with channels, which lead to u.
func (s *slice) extend(list *[]Path, channels []topology.Channel, a, u, dest topology.Node) {
	if u == dest {
		*list = append(*list, NewPath(s.net, a, channels))
	}
	place := 0
	for k, x := range s.coordinates {
		place += s.strides[k] * x[u]
	}
	for k, x := range s.coordinates {
		if x[u] != x[dest] {
			v := s.leafAt[place+s.strides[k]*(x[dest]-x[u])]
			s.extend(list, s.excursion(channels[:len(channels):len(channels)], u, v, k+1), a, v, dest)
		}
	}
}
