package family_test

import (
	"fmt"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/networktest"
)

// TestRandomRegular checks that random regular networks are simple and regular, whatever their density, differ by seed, and take all links
// about as often.
func TestRandomRegular(t *testing.T) {
	for _, tt := range []struct{ n, d int }{{1, 0}, {2, 1}, {5, 0}, {5, 2}, {5, 4}, {6, 5}, {7, 4}, {8, 5}, {10, 3}, {12, 9}, {31, 6}, {100, 51}, {500, 17}, {3000, 3}} {
		for seed := range 3 {
			net := networktest.Build(t)(family.NewRandomRegular(tt.n, tt.d, seed))
			networktest.Check(t, net, tt.n, tt.n*tt.d/2)
			for u := range topology.Node(tt.n) {
				if around := slices.Clone(net.Neighbors(u)); len(around) != tt.d || !slices.IsSorted(around) || len(slices.Compact(around)) != tt.d {
					t.Errorf("%v: node %d has the neighbors %v, want %d in increasing order", net, u, around, tt.d)
				}
			}
		}
	}
	seen, counts := map[string]bool{}, map[[2]topology.Node]int{}
	const draws = 2000
	for seed := range draws {
		net := networktest.Build(t)(family.NewRandomRegular(8, 3, seed-5))
		links := ""
		for link := range net.Links() {
			links += fmt.Sprint(link.A, link.B, " ")
			counts[[2]topology.Node{link.A, link.B}]++
		}
		seen[links] = true
	}
	if len(seen) < draws/2 {
		t.Errorf("%d seeds give %d networks", draws, len(seen))
	}
	if len(counts) != 28 {
		t.Errorf("%d links are drawn, want 28", len(counts))
	}
	for link, count := range counts { // each with probability 3/7
		if count < draws*3/7-120 || count > draws*3/7+120 {
			t.Errorf("link %v is there %d times of %d, want about %d", link, count, draws, draws*3/7)
		}
	}
	for _, tt := range []struct {
		n, d int
		want string
	}{
		{0, 0, "random_regular(n=0, d=0, seed=1): want n ≥ 1, 0 ≤ d < n, and n or d even"},
		{5, 3, "random_regular(n=5, d=3, seed=1): want n ≥ 1, 0 ≤ d < n, and n or d even"},
		{4, 4, "random_regular(n=4, d=4, seed=1): want n ≥ 1, 0 ≤ d < n, and n or d even"},
		{1 << 20, 6, "random_regular(n=1048576, d=6, seed=1): want at most 262144 links"},
	} {
		if _, err := family.NewRandomRegular(tt.n, tt.d, 1); err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}
