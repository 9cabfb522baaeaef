package topology

import (
	"math"
	"slices"
	"strconv"
	"strings"
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
	New func(args []int) (Definition, error)
	// Example holds the arguments of a small member: at most 100 nodes.
	Example []int
}

// Families lists every family of networks. To add one, write its file and a line here.
var Families = []Family{
	{"kary_ntree", "The k-ary n-tree: a fat-tree of k^n processors and n levels of k^(n-1) equal switches.",
		[]Param{{Name: "k", Doc: "arity: links down from a switch, at least 2"}, {Name: "n", Doc: "dimension: levels of switches, at least 0"}},
		two(NewKaryNTree), []int{3, 2}},
	{"kary_ntree_literal", "The k-ary n-tree with the labels of the links down exactly as the source prints them.",
		[]Param{{Name: "k", Doc: "arity: links down from a switch, at least 2"}, {Name: "n", Doc: "dimension: levels of switches, at least 0"}},
		two(NewKaryNTreeLiteral), []int{3, 2}},
	{"mary_tree", "The complete m-ary tree of height n: processors at its m^n leaves, switches above.",
		[]Param{{Name: "m", Doc: "children of a switch, at least 2"}, {Name: "n", Doc: "height, at least 0"}}, two(NewMaryTree), []int{3, 2}},
	{"butterfly", "The switch graph of the k-ary n-fly: n stages of k^(n-1) switches, no processors.",
		[]Param{{Name: "k", Doc: "arity: links from a switch to the next stage, at least 2"}, {Name: "n", Doc: "stages, at least 1"}}, two(NewButterfly), []int{3, 3}},
	{"hypercube", "The hypercube: 2^n processors, linked where their addresses differ in one digit.",
		[]Param{{Name: "n", Doc: "dimensions, at least 0"}}, one(NewHypercube), []int{3}},
	{"ring", "The ring: n processors, each linked to the next.",
		[]Param{{Name: "n", Doc: "processors, at least 2"}}, one(NewRing), []int{3}},
	{"complete", "The complete network: n processors, all linked with each other.",
		[]Param{{Name: "n", Doc: "processors, at least 1"}}, one(NewComplete), []int{3}},
}

// ParseMember returns the family and the parameters of the network that a call makes, such as
// kary_ntree(k=4, n=3), and whether there is such a family.
func ParseMember(call string) (family Family, args []int, ok bool) {
	name, list, _ := strings.Cut(strings.TrimSuffix(call, ")"), "(")
	i := slices.IndexFunc(Families, func(f Family) bool { return f.Name == name })
	if i < 0 {
		return Family{}, nil, false
	}
	family = Families[i]
	fields := strings.Split(list, ", ")
	if len(fields) != len(family.Params) {
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
