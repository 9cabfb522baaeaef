package family_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
)

// treeOrder returns the indices of the nodes of TreeOrder.
func treeOrder(t *testing.T, def topology.Definition, tree, height int) []int {
	t.Helper()
	net, err := topology.New(def)
	if err != nil {
		t.Fatal(err)
	}
	order, err := family.TreeOrder(net, tree, height)
	if err != nil {
		t.Fatal(err)
	}
	var list []int
	for _, u := range order {
		k, j, i := def.(family.SharedLeaves).Position(u)
		if j != height || height > 0 && k != tree {
			t.Errorf("%v: node %d is at height %d of tree %d, want %d of %d", def, u, j, k, height, tree)
		}
		list = append(list, i)
	}
	return list
}

func TestTreeOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for _, size := range [][2]int{{2, 1}, {2, 4}, {3, 3}, {5, 2}} {
		m, n := size[0], size[1]
		var sequences [][]int
		leaves := len(sequence(t, "identity", m, n))
		for range 3 {
			sequences = append(sequences, random.Perm(leaves))
		}
		ls, err := family.NewKyklosLS(m, sequences)
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range sequences {
			if got := treeOrder(t, ls, k+1, 0); !slices.Equal(got, want) {
				t.Errorf("%v: tree %d: got %v, want %v", ls, k+1, got, want)
			}
		}
		second, err := family.NewKyklos(2, m, 2, n)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i <= n; i++ { // Lemma 2.1
			if got, want := treeOrder(t, second, 2, n-i), sequence(t, "gamma", m, i); !slices.Equal(got, want) {
				t.Errorf("%v: height %d: got %v, want %v", second, n-i, got, want)
			}
		}
	}
	third, _ := family.NewKyklos(3, 2, 2, 5)
	if got, want := treeOrder(t, third, 2, 0), sequence(t, "quarter_shifted", 2, 5); !slices.Equal(got, want) {
		t.Errorf("%v: got %v, want %v", third, got, want)
	}
	modified, _ := family.NewModifiedKyklos(3)
	if got, want := treeOrder(t, modified, 3, 0), []int{0, 7, 2, 5, 1, 6, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("%v: got %v, want %v", modified, got, want)
	}
	for _, tt := range [][2]int{{0, 0}, {4, 0}, {1, -1}, {1, 4}} {
		net, _ := topology.New(modified)
		if _, err := family.TreeOrder(net, tt[0], tt[1]); err == nil || !strings.HasPrefix(err.Error(), "modified_kyklos(n=3): got height") {
			t.Errorf("tree %d, height %d: got %v, want an error", tt[0], tt[1], err)
		}
	}
	ring, _ := family.NewTorus(5, 1)
	net, _ := topology.New(ring)
	if _, err := family.TreeOrder(net, 1, 0); err == nil {
		t.Error("a torus has no trees, want an error")
	}
}

// TestLabellingClasses compares with the leaders of all permutations.
func TestLabellingClasses(t *testing.T) {
	for _, tt := range []struct{ m, n, want int }{{2, 1, 1}, {2, 2, 3}, {2, 3, 315}, {7, 1, 1}, {3, 2, 280}} {
		classes, err := family.LabellingClasses(tt.m, tt.n)
		if err != nil || len(classes) != tt.want {
			t.Fatalf("m = %d, n = %d: %d classes, %v, want %d", tt.m, tt.n, len(classes), err, tt.want)
		}
		seen := map[string]bool{}
		for _, class := range classes {
			leader, err := family.ClassLeader(tt.m, class)
			if err != nil || !slices.Equal(leader, class) {
				t.Errorf("m = %d: %v has the leader %v, %v, want itself", tt.m, class, leader, err)
			}
			seen[fmt.Sprint(class)] = true
		}
		if len(seen) != tt.want {
			t.Errorf("m = %d, n = %d: %d different classes, want %d", tt.m, tt.n, len(seen), tt.want)
		}
		random := rand.New(rand.NewPCG(1, 0))
		for range 1000 {
			leader, _ := family.ClassLeader(tt.m, random.Perm(len(classes[0])))
			if !seen[fmt.Sprint(leader)] {
				t.Errorf("m = %d, n = %d: %v is missing", tt.m, tt.n, leader)
			}
		}
	}
	for _, bad := range [][2]int{{2, 4}, {4, 2}, {1, 3}, {2, 0}, {2, 64}, {1 << 40, 2}} {
		if _, err := family.LabellingClasses(bad[0], bad[1]); err == nil {
			t.Errorf("m = %d, n = %d: no error", bad[0], bad[1])
		}
	}
}
