package family_test

import (
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/networktest"
)

// number reads digits of radix k as a number, the first the most significant.
func number(digits []int, k int) int {
	x := 0
	for _, digit := range digits {
		x = x*k + digit
	}
	return x
}

// What DigitTrees says of a node is what the family says of it, and its neighbors are where it says that ports lead.
func TestDigitTrees(t *testing.T) {
	for _, call := range []string{
		"mikant(k=2, n=2)", "mikant(k=3, n=4)", "clos_ntree(k=3, n=1)", "clos_ntree(k=2, n=3)", "kary_ntree(k=3, n=1)", "kary_ntree(k=3, n=3)",
	} {
		net := networktest.Member(t, call)
		trees := family.DigitTreesOf(net.Definition)
		def := net.Definition.(interface {
			Digits(u topology.Node) []int
			Radix() int
		})
		group := func(topology.Node) int { return 0 }
		if two, ok := net.Definition.(interface{ Group(u topology.Node) int }); ok {
			group = two.Group
		}
		var ends []topology.Node
		for u := range topology.Node(net.Order()) {
			if net.Kind(u) == topology.Processor {
				g, digits, port := trees.Terminal(u)
				up := net.Neighbors(u)[0]
				down, _ := net.ChannelBetween(up, u)
				_, level, of := trees.Position(up)
				if group(up) == 2 {
					port += g * def.Radix() // the only switch of two trees
				}
				if g != group(u) || level != 0 || of != digits || net.Port(down) != port {
					t.Errorf("%v: processor %d: group %d, digits %d, port %d", net, u, g, digits, port)
				}
				if !slices.Contains(ends, up) {
					ends = append(ends, up)
				}
				continue
			}
			g, level, digits := trees.Position(u)
			want := net.Level(u)
			if trees.Groups == 1 {
				want = trees.Dims - 1 - want
			}
			if g != group(u) || level != want || digits != number(def.Digits(u), def.Radix()) {
				t.Errorf("%v: switch %s: group %d, level %d, digits %d", net, net.Address(u), g, level, digits)
			}
		}
		for i, u := range ends {
			if net.Neighbors(trees.ProcessorOf(i))[0] != u {
				t.Errorf("%v: switch %d: processor %d", net, u, trees.ProcessorOf(i))
			}
		}
		if trees.Ends() != len(ends) || trees.Processors != len(net.Processors()) {
			t.Errorf("%v: %d ends, %d processors, want %d, %d", net, trees.Ends(), trees.Processors, len(ends), len(net.Processors()))
		}
	}
	for _, call := range []string{"kary_ntree(k=3, n=0)", "ring(n=5)"} {
		if trees := family.DigitTreesOf(networktest.Member(t, call).Definition); trees != nil {
			t.Errorf("%s: %v", call, trees)
		}
	}
}
