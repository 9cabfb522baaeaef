package sorting_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/sorting"
)

// Sort and Distinct do what package slices does, on lists of all lengths and of many equal elements.
func TestSort(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		for _, most := range []int32{1, 7, 1 << 30} {
			list := make([]topology.Node, n)
			for i := range list {
				list[i] = topology.Node(random.Int32N(most) - most/2)
			}
			want := slices.Sorted(slices.Values(list))
			got := slices.Clone(list)
			if sorting.Sort(got); !slices.Equal(got, want) {
				t.Fatalf("%v sorted is %v", list, got)
			}
			if got, want := sorting.Distinct(slices.Clone(list)), slices.Compact(want); !slices.Equal(got, want) {
				t.Fatalf("%v has %v, want %v", list, got, want)
			}
		}
	}
	words := []string{"b", "", "ab", "a"}
	if sorting.Sort(words); !slices.IsSorted(words) {
		t.Errorf("sorted: %q", words)
	}
}
