package family

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"topobook/topology"
)

// A Param is a parameter of a family of networks.
type Param struct {
	Name string // as in a call: k
	Doc  string // what it is and its range: radix, at least 2
	// Choices are the values that it takes, as a cell writes them without quotes: False and True, or
	// half and full. An argument is the index of one. A parameter without choices is an integer.
	Choices  []string
	Optional bool // a call may leave it out
	Default  int  // what it is then; None if the family works it out
}

// None is the argument of an optional parameter that the family works out by itself.
const None = math.MinInt

// bools are the choices of a parameter that is true or false.
var bools = []string{"False", "True"}

// Format returns an argument as a cell writes it: 3, True, "half".
func (p Param) Format(arg int) string {
	switch {
	case arg == None:
		return "None"
	case p.Choices == nil || arg < 0 || arg >= len(p.Choices):
		return strconv.Itoa(arg)
	case slices.Equal(p.Choices, bools):
		return p.Choices[arg]
	}
	return strconv.Quote(p.Choices[arg])
}

// Parse returns the argument that a cell writes as text, and whether there is one; it is the inverse
// of Format.
func (p Param) Parse(text string) (arg int, ok bool) {
	if text == "None" {
		return None, p.Optional && p.Default == None
	}
	if p.Choices == nil {
		arg, err := strconv.Atoi(text)
		return arg, err == nil
	}
	for arg := range p.Choices {
		if p.Format(arg) == text {
			return arg, true
		}
	}
	return 0, false
}

// A Family is a set of networks that differ in their parameters.
type Family struct {
	Name   string  // as in a call: kary_ntree
	Doc    string  // one sentence: what the networks are
	Params []Param // in the order of a call
	// New returns the member with the given arguments, one for each of Params, or an error that
	// says what they should be.
	New func(args []int) (topology.Definition, error)
	// Example holds the arguments of a small member: at most 100 nodes.
	Example []int
}

// All lists every family of networks. To add one, write its file and a line here.
var All = []Family{
	{"kary_ntree", "The k-ary n-tree: a fat-tree of k^n processors and n levels of k^(n-1) equal switches.",
		[]Param{{Name: "k", Doc: "arity: links down from a switch, at least 2"}, {Name: "n", Doc: "dimension: levels of switches, at least 0"}},
		two(NewKaryNTree), []int{3, 2}},
	{"kary_ntree_literal", "The k-ary n-tree with the labels of the links down exactly as the source prints them.",
		[]Param{{Name: "k", Doc: "arity: links down from a switch, at least 2"}, {Name: "n", Doc: "dimension: levels of switches, at least 0"}},
		two(NewKaryNTreeLiteral), []int{3, 2}},
	{"clos_ntree", "The Clos k-ary n-tree: two k-ary n-trees of k^n processors each that share their roots.",
		[]Param{{Name: "k", Doc: "arity: half the ports of a switch, at least 2"}, {Name: "n", Doc: "levels of switches of a tree, at least 1"}},
		two(NewClosNTree), []int{3, 2}},
	{"mikant", "The mirrored k-ary n-tree: two k-ary n-trees of k^n processors each without their roots, linked top to top.",
		[]Param{{Name: "k", Doc: "arity: half the ports of a switch, at least 2"}, {Name: "n", Doc: "digits of a processor, at least 2"}},
		two(NewMiKANT), []int{3, 2}},
	{"mary_tree", "The complete m-ary tree of height n: processors at its m^n leaves, switches above.",
		[]Param{{Name: "m", Doc: "children of a switch, at least 2"}, {Name: "n", Doc: "height, at least 0"}}, two(NewMaryTree), []int{3, 2}},
	{"butterfly", "The switch graph of the k-ary n-fly: n stages of k^(n-1) switches, no processors.",
		[]Param{{Name: "k", Doc: "arity: links from a switch to the next stage, at least 2"}, {Name: "n", Doc: "stages, at least 1"}}, two(NewButterfly), []int{3, 3}},
	{"kary_nfly", "The k-ary n-fly: n stages of k^(n-1) switches between k^n source and k^n destination terminals.",
		[]Param{{Name: "k", Doc: "arity: links from a switch to the next stage, at least 2"}, {Name: "n", Doc: "stages, at least 1"}}, two(NewKaryNFly), []int{2, 3}},
	{"hypercube", "The hypercube: 2^n processors, linked where their addresses differ in one digit.",
		[]Param{{Name: "n", Doc: "dimensions, at least 0"}}, one(NewHypercube), []int{3}},
	{"torus", "The k-ary n-cube: k^n processors, linked where their addresses differ by 1 (mod k) in one digit.",
		[]Param{{Name: "k", Doc: "radix: processors of a ring, at least 2"}, {Name: "n", Doc: "dimensions, at least 1"}}, two(NewTorus), []int{4, 2}},
	{"mesh", "The k-ary n-mesh: k^n processors, linked where their addresses differ by 1 in one digit.",
		[]Param{{Name: "k", Doc: "radix: processors of a row, at least 2"}, {Name: "n", Doc: "dimensions, at least 1"}}, two(NewMesh), []int{4, 2}},
	{"incomplete_torus", "The incomplete (pruned) k-ary n-cube, with a last side l: a node keeps its links in the last dimension and in one other, numbered by its last digit modulo n-1.",
		[]Param{{Name: "k", Doc: "radix, at least 2"}, {Name: "n", Doc: "dimensions, at least 2"},
			{Name: "l", Doc: "last side, divisible by n-1; k if None", Optional: true, Default: None},
			{Name: "degree", Doc: "4, or 6 to keep the last two dimensions and one other modulo n-2, which divides k and l", Optional: true, Default: 4},
			{Name: "by", Doc: "with degree 6, whether the sum of the last two digits or the last digit tells the other dimension", Choices: keepBy, Optional: true}},
		func(args []int) (topology.Definition, error) {
			return NewIncompleteTorus(args[0], args[1], args[2], args[3], args[4])
		}, []int{4, 3, 4, 4, KeepBySum}},
	{"ccc", "The cube-connected cycles: a hypercube of n dimensions with a cycle of n processors in place of each node.",
		[]Param{{Name: "n", Doc: "dimensions, at least 3"}}, one(NewCCC), []int{3}},
	{"ring", "The ring: n processors, each linked to the next.",
		[]Param{{Name: "n", Doc: "processors, at least 2"}}, one(NewRing), []int{3}},
	{"complete", "The complete network: n processors, all linked with each other.",
		[]Param{{Name: "n", Doc: "processors, at least 1"}}, one(NewComplete), []int{3}},
	{"swapped_dragonfly", "The swapped dragonfly D3(K,M): K cabinets of M drawers of M routers (c,d,p), linked within a drawer, and with each (c',p,d).",
		[]Param{{Name: "K", Doc: "cabinets, at least 1"}, {Name: "M", Doc: "drawers of a cabinet and routers of a drawer, at least 1"},
			{Name: "xor", Doc: "number ports by exclusive or, for powers of 2", Choices: bools, Optional: true}},
		func(args []int) (topology.Definition, error) {
			return NewSwappedDragonfly(args[0], args[1], args[2] == 1)
		}, []int{3, 3, 0}},
	{"maximal_dragonfly", "The maximal dragonfly MDF(K,M): KM+1 groups of M routers, each two groups joined by one link, K at each router.",
		[]Param{{Name: "K", Doc: "global ports of a router, at least 1"}, {Name: "M", Doc: "routers of a group, at least 1"},
			{Name: "arrangement", Doc: "of the global links; circulant wants KM even", Choices: arrangements, Optional: true}},
		func(args []int) (topology.Definition, error) {
			return NewMaximalDragonfly(args[0], args[1], Arrangement(args[2]))
		}, []int{2, 3, 0}},
	{"swapped_hypercube", "The swapped Boolean hypercube SBH(k,m): the links of the swapped dragonfly D3(2^k,2^m) that change at most one bit.",
		[]Param{{Name: "k", Doc: "bits of a cabinet, at least 1"}, {Name: "m", Doc: "bits of a drawer and of a position, at least 1"}},
		two(NewSwappedHypercube), []int{1, 2}},
	{"kyklos", "KYKLOS-x<m,r,n>: r complete m-ary trees of height n over the same m^n processors, each with its own order of these.",
		[]Param{{Name: "version", Doc: "1: all trees alike; 2: the second is shuffled, r is 2; 3: one ring through all processors, m and r are 2"},
			{Name: "m", Doc: "children of a switch, at least 2"}, {Name: "r", Doc: "trees, at least 1"}, {Name: "n", Doc: "height, at least 1, or 2 in version 3"}},
		func(args []int) (topology.Definition, error) { return NewKyklos(args[0], args[1], args[2], args[3]) }, []int{2, 2, 2, 3}},
	{"modified_kyklos", "The modified KYKLOS-II<2,3,n>: a third tree joins complementary processors, and a father root the three roots.",
		[]Param{{Name: "n", Doc: "height, at least 2"}}, one(NewModifiedKyklos), []int{3}},
	{"hyperkyklos", "HyperKYKLOS-I: n binary trees of height n over the same 2^n processors, each rotates their addresses by one place more.",
		[]Param{{Name: "n", Doc: "height, at least 1"}}, one(NewHyperKyklos), []int{3}},
	{"sw_banyan", "The SW-banyan: f^l processors at the base and l levels of switches, with one way up to each switch of the last, the apex.",
		[]Param{{Name: "s", Doc: "spread: links up, at least 1", Optional: true, Default: 2}, {Name: "f", Doc: "fanout: links down, at least 2", Optional: true, Default: 3},
			{Name: "l", Doc: "levels of switches, at least 1", Optional: true, Default: 2}},
		func(args []int) (topology.Definition, error) { return NewSWBanyan(args[0], args[1], args[2]) }, []int{2, 3, 2}},
	{"sk_banyan", "The SK-banyan of two links up: the SW-banyan with its links below the last level skewed, so that no two processors share two switches.",
		[]Param{{Name: "f", Doc: "fanout: links down, odd, at least 3", Optional: true, Default: 3}, {Name: "l", Doc: "levels of switches, at least 2", Optional: true, Default: 2}},
		two(NewSKBanyan), []int{3, 2}},
	{"x_tree", "The X-tree: a complete binary tree of height n with a ring of links at each depth; its leaves are processors.",
		[]Param{{Name: "n", Doc: "height, at least 0"}, {Name: "ring", Doc: "links between all neighbors of a depth, or only between those that are not siblings", Choices: rings}},
		two(NewXTree), []int{3, 0}},
	{"hypertree", "Hypertree I: a complete binary tree of height n with a link between nodes of a depth that differ in one bit; its leaves are processors.",
		[]Param{{Name: "n", Doc: "height, at least 0"}}, one(NewHypertree), []int{3}},
}

// ParseMember returns the family and the parameters of the network that a call makes, such as
// kary_ntree(k=4, n=3), and whether there is such a family.
func ParseMember(call string) (family Family, args []int, ok bool) {
	name, list, _ := strings.Cut(strings.TrimSuffix(call, ")"), "(")
	for i := range All {
		if All[i].Name == name {
			family = All[i]
		}
	}
	fields := strings.Split(list, ", ")
	if family.Name == "" || len(fields) != len(family.Params) {
		return Family{}, nil, false
	}
	for i, field := range fields {
		value, ok := strings.CutPrefix(field, family.Params[i].Name+"=")
		arg, parsed := family.Params[i].Parse(value)
		if !ok || !parsed {
			return Family{}, nil, false
		}
		args = append(args, arg)
	}
	return family, args, true
}

// one makes the New function of a family with one parameter.
func one[D topology.Definition](make func(int) (D, error)) func([]int) (topology.Definition, error) {
	return func(args []int) (topology.Definition, error) { return make(args[0]) }
}

// two makes the New function of a family with two parameters.
func two[D topology.Definition](make func(int, int) (D, error)) func([]int) (topology.Definition, error) {
	return func(args []int) (topology.Definition, error) { return make(args[0], args[1]) }
}
