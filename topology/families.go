package topology

import (
	"slices"
	"strconv"
	"strings"
)

// A Param is an integer parameter of a family of networks.
type Param struct {
	Name string // as in a call: k
	Doc  string // what it is and its range: radix, at least 2
}

// A Family is a set of networks that differ in integer parameters.
type Family struct {
	Name   string  // as in a call: kary_ntree
	Doc    string  // one sentence: what the networks are
	Params []Param // in the order of a call
	// New returns the member with the given parameters, one for each of Params, or an error that
	// says what they should be.
	New func(args []int) (Definition, error)
}

// Families lists every family of networks. To add one, write its file and a line here.
var Families = []Family{
	{"kary_ntree", "The k-ary n-tree: a fat-tree of k^n processors and n levels of k^(n-1) equal switches.",
		[]Param{{"k", "arity: links down from a switch, at least 2"}, {"n", "dimension: levels of switches, at least 0"}},
		two(NewKaryNTree)},
	{"kary_ntree_literal", "The k-ary n-tree with the labels of the links down exactly as the source prints them.",
		[]Param{{"k", "arity: links down from a switch, at least 2"}, {"n", "dimension: levels of switches, at least 0"}},
		two(NewKaryNTreeLiteral)},
	{"mary_tree", "The complete m-ary tree of height n: processors at its m^n leaves, switches above.",
		[]Param{{"m", "children of a switch, at least 2"}, {"n", "height, at least 0"}}, two(NewMaryTree)},
	{"butterfly", "The switch graph of the k-ary n-fly: n stages of k^(n-1) switches, no processors.",
		[]Param{{"k", "arity: links from a switch to the next stage, at least 2"}, {"n", "stages, at least 1"}}, two(NewButterfly)},
	{"hypercube", "The hypercube: 2^n processors, linked where their addresses differ in one digit.",
		[]Param{{"n", "dimensions, at least 0"}}, one(NewHypercube)},
	{"ring", "The ring: n processors, each linked to the next.",
		[]Param{{"n", "processors, at least 2"}}, one(NewRing)},
	{"complete", "The complete network: n processors, all linked with each other.",
		[]Param{{"n", "processors, at least 1"}}, one(NewComplete)},
}

// ParseMember returns the family and the parameters of the network that a call makes, such as
// kary_ntree(k=4, n=3), and whether there is such a family.
func ParseMember(call string) (family Family, args []int, ok bool) {
	name, list, _ := strings.Cut(strings.TrimSuffix(call, ")"), "(")
	i := slices.IndexFunc(Families, func(f Family) bool { return f.Name == name })
	if i < 0 {
		return Family{}, nil, false
	}
	for _, field := range strings.Split(list, ", ") {
		_, value, _ := strings.Cut(field, "=")
		arg, err := strconv.Atoi(value)
		if err != nil {
			return Family{}, nil, false
		}
		args = append(args, arg)
	}
	return Families[i], args, len(args) == len(Families[i].Params)
}

// Build makes the network that def defines unless err says that there is none, as in
// Build(NewKaryNTree(4, 3)).
func Build[D Definition](def D, err error) (*Network, error) {
	if err != nil {
		return nil, err
	}
	return New(def)
}

// one makes the New function of a family with one parameter.
func one[D Definition](make func(int) (D, error)) func([]int) (Definition, error) {
	return func(args []int) (Definition, error) { return make(args[0]) }
}

// two makes the New function of a family with two parameters.
func two[D Definition](make func(int, int) (D, error)) func([]int) (Definition, error) {
	return func(args []int) (Definition, error) { return make(args[0], args[1]) }
}
