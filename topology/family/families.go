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
	Params []Param // in the order of a call
	// New returns the member with the given arguments, one for each of Params, or an error that
	// says what they should be.
	New func(args []int) (topology.Definition, error)
	// Example holds the arguments of a small member: at most 100 nodes.
	Example []int
}

// A Catalogue lists families of networks.
type Catalogue []Family

// All returns every family. To add one, write its file, a line here, and what readers should know of it
// in notebooks/builtins/doc/networks.md.
func All() Catalogue {
	return append(Papers(), Catalogue{
		{"kary_ntree_literal", []Param{{Name: "k"}, {Name: "n"}}, two(NewKaryNTreeLiteral), []int{3, 2}},
		{"random_regular", []Param{{Name: "n"}, {Name: "d"}, {Name: "seed", Optional: true, Default: 1}},
			func(args []int) (topology.Definition, error) { return NewRandomRegular(args[0], args[1], args[2]) }, []int{10, 3, 1}},
		{"kary_nfly", []Param{{Name: "k"}, {Name: "n"}}, two(NewKaryNFly), []int{2, 3}},
	}...)
}

// Papers returns the families that cells of the papers' pages name, rings and complete graphs: the browser program of these
// pages has no others.
func Papers() Catalogue {
	return Catalogue{
		{"kary_ntree", []Param{{Name: "k"}, {Name: "n"}}, two(NewKaryNTree), []int{3, 2}},
		{"clos_ntree", []Param{{Name: "k"}, {Name: "n"}}, two(NewClosNTree), []int{3, 2}},
		{"mikant", []Param{{Name: "k"}, {Name: "n"}}, two(NewMiKANT), []int{3, 2}},
		{"mary_tree", []Param{{Name: "m"}, {Name: "n"}}, two(NewMaryTree), []int{3, 2}},
		{"butterfly", []Param{{Name: "k"}, {Name: "n"}}, two(NewButterfly), []int{3, 3}},
		{"hypercube", []Param{{Name: "n"}}, one(NewHypercube), []int{3}},
		{"torus", []Param{{Name: "k"}, {Name: "n"}}, two(NewTorus), []int{4, 2}},
		{"mesh", []Param{{Name: "k"}, {Name: "n"}}, two(NewMesh), []int{4, 2}},
		{"incomplete_torus", []Param{{Name: "k"}, {Name: "n"},
			{Name: "l", Optional: true, Default: None},
			{Name: "degree", Optional: true, Default: 4},
			{Name: "by", Choices: keepBy, Optional: true}},
			func(args []int) (topology.Definition, error) {
				return NewIncompleteTorus(args[0], args[1], args[2], args[3], args[4])
			}, []int{4, 3, 4, 4, KeepBySum}},
		{"ccc", []Param{{Name: "n"}}, one(NewCCC), []int{3}},
		{"ring", []Param{{Name: "n"}}, one(NewRing), []int{3}},
		{"complete", []Param{{Name: "n"}}, one(NewComplete), []int{3}},
		{"swapped_dragonfly", []Param{{Name: "K"}, {Name: "M"},
			{Name: "xor", Choices: bools, Optional: true}},
			func(args []int) (topology.Definition, error) {
				return NewSwappedDragonfly(args[0], args[1], args[2] == 1)
			}, []int{3, 3, 0}},
		{"maximal_dragonfly", []Param{{Name: "K"}, {Name: "M"},
			{Name: "arrangement", Choices: arrangements, Optional: true}},
			func(args []int) (topology.Definition, error) {
				return NewMaximalDragonfly(args[0], args[1], Arrangement(args[2]))
			}, []int{2, 3, 0}},
		{"swapped_hypercube", []Param{{Name: "k"}, {Name: "m"}}, two(NewSwappedHypercube), []int{1, 2}},
		{"kyklos", []Param{{Name: "version"},
			{Name: "m"}, {Name: "r"}, {Name: "n"}},
			func(args []int) (topology.Definition, error) { return NewKyklos(args[0], args[1], args[2], args[3]) }, []int{2, 2, 2, 3}},
		{"modified_kyklos", []Param{{Name: "n"}}, one(NewModifiedKyklos), []int{3}},
		{"hyperkyklos", []Param{{Name: "n"}}, one(NewHyperKyklos), []int{3}},
		{"sw_banyan", []Param{{Name: "s", Optional: true, Default: 2}, {Name: "f", Optional: true, Default: 3},
			{Name: "l", Optional: true, Default: 2}},
			func(args []int) (topology.Definition, error) { return NewSWBanyan(args[0], args[1], args[2]) }, []int{2, 3, 2}},
		{"sk_banyan", []Param{{Name: "f", Optional: true, Default: 3}, {Name: "l", Optional: true, Default: 2}}, two(NewSKBanyan), []int{3, 2}},
		{"x_tree", []Param{{Name: "n"}, {Name: "ring", Choices: rings}}, two(NewXTree), []int{3, 0}},
		{"hypertree", []Param{{Name: "n"}}, one(NewHypertree), []int{3}},
	}
}

// Parse returns the family and the parameters of the network that a call makes, such as
// kary_ntree(k=4, n=3), and whether there is such a family.
func (c Catalogue) Parse(call string) (family Family, args []int, ok bool) {
	name, list, _ := strings.Cut(strings.TrimSuffix(call, ")"), "(")
	i := slices.IndexFunc(c, func(f Family) bool { return f.Name == name })
	fields := strings.Split(list, ", ")
	if i < 0 || len(fields) != len(c[i].Params) {
		return Family{}, nil, false
	}
	family = c[i]
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

// Largest returns the largest network that fits of those that differ from net alone in the last parameter that
// must be given, or nil if net is of no family, or none fits.
func (c Catalogue) Largest(net *topology.Network, fits func(*topology.Network) bool) topology.Definition {
	member, args, ok := c.Parse(net.String())
	if !ok {
		return nil
	}
	last := len(args) - 1
	for last > 0 && member.Params[last].Optional {
		last--
	}
	limit := args[last]
	var largest topology.Definition
	for args[last] = 0; args[last] < limit; args[last]++ {
		smaller, err := topology.Build(member.New(args))
		if err != nil {
			continue // the family begins at a larger parameter
		}
		if !fits(smaller) {
			break
		}
		largest = smaller.Definition
	}
	return largest
}

// one makes the New function of a family with one parameter.
func one[D topology.Definition](make func(int) (D, error)) func([]int) (topology.Definition, error) {
	return func(args []int) (topology.Definition, error) { return make(args[0]) }
}

// two makes the New function of a family with two parameters.
func two[D topology.Definition](make func(int, int) (D, error)) func([]int) (topology.Definition, error) {
	return func(args []int) (topology.Definition, error) { return make(args[0], args[1]) }
}
