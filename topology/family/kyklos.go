package family

import (
	"fmt"
	"iter"
	"math/bits"

	"topobook/topology"
)

// A Kyklos is KYKLOS-x⟨m,r,n⟩: r complete m-ary trees of height n over the same mⁿ leaves; what
// [topology.SharedLeaves] says of nodes and ports holds. In tree 1, leaf x is below switch ⌊x/mʲ⌋ of height j,
// and child c of switch i of height j is mi + c one step below. The version says what the other trees are:
//
//   - 1: copies of tree 1; the simple double tree for r = 2.
//   - 2: r = 2. Child c of switch i of height j in tree 2 is i + c·mⁿ⁻ʲ one step below: the children of a
//     level are a shuffle of the level below, and leaf x is below switch x mod mⁿ⁻ʲ of height j.
//   - 3: m = 2, r = 2, n ≥ 2. From left to right, the leaves of tree 2 are the quarter-shifted Γ sequence
//     (2.26) of [LabellingSequence].
//
// It is an immutable, comparable value; make one with [NewKyklos].
//
// Source: Menezes, The KYKLOS Multicomputer Network (1988), ch. 2. In two definitions the print has the
// parameters in the order r, m, n.
type Kyklos struct {
	version int // 1, 2 or 3
	leafTrees
}

// NewKyklos returns KYKLOS⟨m,r,n⟩ of the given version, or an error unless m ≥ 2, r ≥ 1, n ≥ 1, r = 2 in
// version 2, m = r = 2 and n ≥ 2 in version 3, and its mⁿ + r(mⁿ-1)/(m-1) nodes are at most [topology.MaxNodes].
func NewKyklos(version, m, r, n int) (Kyklos, error) {
	t := Kyklos{version, leafTrees{fanout: m, trees: r, height: n}}
	want := ""
	switch {
	case version < 1 || version > 3:
		want = "version 1, 2 or 3"
	case version == 2 && r != 2:
		want = "r = 2 in version 2"
	case version == 3 && (m != 2 || r != 2 || n < 2):
		want = "m = 2, r = 2 and n ≥ 2 in version 3"
	case m < 2 || r < 1 || n < 1:
		want = "m ≥ 2, r ≥ 1 and n ≥ 1"
	}
	if want != "" {
		return Kyklos{}, fmt.Errorf("%v: want %s", t, want)
	}
	var err error
	t.leafTrees, err = makeLeafTrees(t, m, r, n, 0)
	if err != nil {
		return Kyklos{}, err
	}
	return t, nil
}

func (t Kyklos) String() string {
	return fmt.Sprintf("kyklos(version=%d, m=%d, r=%d, n=%d)", t.version, t.fanout, t.trees, t.height)
}

// Version returns 1, 2 or 3.
func (t Kyklos) Version() int { return t.version }

func (t Kyklos) NodeAt(address string) (topology.Node, error) { return t.nodeAt(t, address) }

// Links yields every link once, tree by tree from the leaves up.
func (t Kyklos) Links() iter.Seq[topology.Link] { return t.links(t.child) }

func (t Kyklos) child(p place, c int) int {
	switch {
	case p.tree == 2 && t.version == 2:
		return p.index + c*p.width
	case p.tree == 2 && t.version == 3 && p.height == 1:
		return quarterShifted(2*p.index+c, t.height, 0, 2)
	}
	return t.fanout*p.index + c
}

// parent is the inverse of child.
func (t Kyklos) parent(p place) int {
	i := p.index
	switch {
	case p.tree == 2 && t.version == 2:
		return i % (p.width / t.fanout)
	case p.tree == 2 && t.version == 3 && p.height == 0:
		i = DigitReversal(i, 2, t.height)
		if half := t.leaves / 2; i >= half && i%2 == 0 {
			i = half + (i-2)&(half-1)
		}
	}
	return i / t.fanout
}

// AppendNeighbors appends the children of a switch, then its parent; the parents of a leaf.
func (t Kyklos) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	return appendAround(t, t.leafTrees, nodes, u, t.place(u))
}

// Orbit returns the orbit of u. In versions 1 and 2, and in version 3 for n ≤ 3, the orbits are the n+1
// levels of all trees together; in version 3 with n ≥ 4 most have four nodes.
//
// Version 1: an automorphism of one tree, done in all, is one of the network, and the trees are alike.
// Version 2: adding a constant to x digit by digit, mod m, adds its first and its last digits to the
// indices in the trees; reversing the digits of x exchanges the trees.
// For version 3 see shiftedOrbit.
func (t Kyklos) Orbit(u topology.Node) int {
	if t.version == 3 && t.height >= 4 {
		return t.shiftedOrbit(t.Position(u))
	}
	return t.levelOrbit(u)
}

// shiftedOrbit returns the orbit of a node of version 3 under two automorphisms, g and h.
//
// Let t be the first bit of x, e the last, and r the others in reverse order, a number mod N/4. In tree 2
// the bits at which leaf x hangs, from the root down, are e, those of s, and t, where s = r-1 if t = 0
// and e = 1, else s = r. So g, which adds N/8 to r, adds N/8 to s; and h, which takes e to 1-e, and r to -r
// if t = 0, to -1-r if t = 1, takes s to -1-s: both map tree 2 to itself. They flip bits of x, and whether
// one is flipped depends on bits before it alone: so they map tree 1 to itself. g flips bit 1 of x; h all
// bits behind the first 1, and the last.
func (t Kyklos) shiftedOrbit(tree, height, i int) int {
	n, width := t.height, t.height-height // i has width bits
	switch {
	case tree == 2:
		first := 1<<(n-2) + 1<<(n-2) + 1<<(n-3) + n - 1 // the orbits of the leaves and of tree 1
		if width < 2 {
			return first + width
		}
		if i>>(width-1) == 1 { // h
			i = 1<<width - 1 - i
		}
		return first + 1<<(width-2) + 1 + i&(1<<(width-2)-1) // g
	case height == 0:
		return max(0, fold(i>>2<<1|i&1)-1) // h flips the last bit even of 0 and 1
	case width == 0:
		return 1 << (n - 2)
	case height == 1:
		i >>= 1 // g
	}
	return 1<<(n-2) + 1<<(width-1) + width - 1 + fold(i)
}

// fold numbers the numbers from 0 so that two get the same number if they differ in all bits behind the
// first 1.
func fold(x int) int {
	if x < 2 {
		return x
	}
	half := 1 << (bits.Len(uint(x)) - 2)
	x -= 2 * half
	return half + 1 + min(x, 2*half-1-x)
}
