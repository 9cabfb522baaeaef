package family

import "topobook/topology"

// DigitTrees are one or two k-ary n-trees as seen by a rule that routes by digits: a MiKANT, a Clos k-ary
// n-tree or a classical k-ary n-tree. Switch ⟨G,L,D⟩ of group G, 2 for a root that both
// groups share, is at level L from the processors; D is the number of its digits D_{n-2},…,D_0. Ports 0 to k-1
// lead towards the processors, x to digit D_{L-1} = x; port k+x leads away from them, to D_L = x.
// On a classical tree, where levels count from the roots and digits from the left, D is w all the same.
type DigitTrees struct {
	Radix, Dims int   // k, n
	Width       int   // switches of a level of a group: kⁿ⁻¹
	Processors  int   // of all groups
	Groups      int   // 1 or 2
	Mirrored    bool  // beyond the highest level of a group is that of the other
	Worth       []int // by i: kⁱ, what digit i of D is worth
}

// DigitTreesOf returns the trees that def is; nil if it is not such or has no switches.
func DigitTreesOf(def topology.Definition) *DigitTrees {
	t := &DigitTrees{Groups: 2}
	switch def := def.(type) {
	case MiKANT:
		t.Radix, t.Dims, t.Width, t.Mirrored = def.radix, def.dims, def.width, true
	case ClosNTree:
		t.Radix, t.Dims, t.Width = def.radix, def.dims, def.width
	case KaryNTree:
		t.Radix, t.Dims, t.Width, t.Groups = def.radix, def.dims, def.width, 1
	}
	if t.Dims == 0 {
		return nil
	}
	t.Processors = t.Groups * t.Radix * t.Width
	for x := 1; x <= t.Width; x *= t.Radix {
		t.Worth = append(t.Worth, x)
	}
	return t
}

// Position returns what the address of a switch says.
func (t *DigitTrees) Position(u topology.Node) (group, level, digits int) {
	row := (int(u) - t.Processors) / t.Width
	digits = (int(u) - t.Processors) % t.Width
	switch rows := t.Dims - 1; {
	case t.Groups == 1:
		return 0, rows - row, digits
	case row == 2*rows:
		return 2, rows, digits
	default:
		return row / rows, row % rows, digits
	}
}

// Terminal returns the group of a processor, the digits of its switch, and the port there that leads to it.
func (t *DigitTrees) Terminal(u topology.Node) (group, digits, port int) {
	if t.Groups == 1 {
		return 0, int(u) / t.Radix, int(u) % t.Radix
	}
	each := t.Radix * t.Width
	return int(u) / each, int(u) % t.Width, int(u) % each / t.Width
}

// Ends returns how many switches have processors.
func (t *DigitTrees) Ends() int {
	if t.Dims == 1 {
		return t.Width // both groups have the only switch
	}
	return t.Groups * t.Width
}

// ProcessorOf returns a processor of the i-th switch of those that have processors.
func (t *DigitTrees) ProcessorOf(i int) topology.Node {
	if t.Groups == 1 {
		return topology.Node(i * t.Radix)
	}
	return topology.Node(i/t.Width*t.Width*t.Radix + i%t.Width)
}
