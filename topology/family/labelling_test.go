package family_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

func TestLabellingSequence(t *testing.T) {
	for _, tt := range []struct {
		name string
		m, n int
		want []int
	}{ // as section 2 prints them
		{"gamma", 3, 1, []int{0, 1, 2}},
		{"gamma", 3, 2, []int{0, 3, 6, 1, 4, 7, 2, 5, 8}},
		{"gamma", 3, 3, []int{0, 9, 18, 3, 12, 21, 6, 15, 24, 1, 10, 19, 4, 13, 22, 7, 16, 25, 2, 11, 20, 5, 14, 23, 8, 17, 26}},
		{"gamma", 2, 3, []int{0, 4, 2, 6, 1, 5, 3, 7}},
		{"delta", 2, 1, []int{0, 1}},
		{"delta", 2, 3, []int{0, 2, 4, 6, 1, 3, 5, 7}},
		{"identity", 5, 1, []int{0, 1, 2, 3, 4}},
		{"quarter_shifted", 2, 2, []int{0, 2, 1, 3}},
		{"quarter_shifted", 2, 3, []int{0, 4, 2, 6, 3, 5, 1, 7}},
		{"quarter_shifted", 2, 4, []int{0, 8, 4, 12, 2, 10, 6, 14, 5, 9, 3, 13, 7, 11, 1, 15}},
		{"quarter_shifted_1985", 2, 3, []int{0, 4, 2, 6, 1, 7, 3, 5}},
		{"quarter_shifted_1985", 2, 4, []int{0, 8, 4, 12, 2, 10, 6, 14, 1, 15, 5, 9, 3, 13, 7, 11}},
	} {
		if got := sequence(t, tt.name, tt.m, tt.n); !slices.Equal(got, tt.want) {
			t.Errorf("%s(%d, %d) = %v, want %v", tt.name, tt.m, tt.n, got, tt.want)
		}
	}
	for m := 2; m <= 5; m++ { // the recursion (2.1)
		gamma := []int{0}
		for n := 1; n <= 4; n++ {
			size := len(gamma)
			var next []int
			for _, a := range gamma {
				for c := range m {
					next = append(next, a+c*size)
				}
			}
			gamma = next
			if got := sequence(t, "gamma", m, n); !slices.Equal(got, gamma) {
				t.Errorf("gamma(%d, %d) = %v, want %v", m, n, got, gamma)
			}
			for i := range gamma {
				if j := family.DigitReversal(i, m, n); family.DigitReversal(j, m, n) != i {
					t.Errorf("%d reversed twice in %d digits of radix %d is not itself", i, n, m)
				}
			}
		}
	}
	for _, tt := range []struct {
		name string
		m, n int
		want string
	}{
		{"Gamma", 2, 3, `labelling_sequence: got name "Gamma", want one of ["identity" "gamma" "delta" "quarter_shifted" "quarter_shifted_1985"]`},
		{"delta", 3, 3, `labelling_sequence("delta", m=3, n=3): want m = 2 and n ≥ 1`},
		{"quarter_shifted", 2, 1, `labelling_sequence("quarter_shifted", m=2, n=1): want m = 2 and n ≥ 2`},
		{"gamma", 2, 0, `labelling_sequence("gamma", m=2, n=0): want m ≥ 2, n ≥ 1 and at most 1048576 labels`},
		{"gamma", 1, 3, `labelling_sequence("gamma", m=1, n=3): want m ≥ 2, n ≥ 1 and at most 1048576 labels`},
		{"delta", 2, 21, `labelling_sequence("delta", m=2, n=21): want m ≥ 2, n ≥ 1 and at most 1048576 labels`},
	} {
		if _, err := family.LabellingSequence(tt.name, tt.m, tt.n); err == nil || err.Error() != tt.want {
			t.Errorf("%s(%d, %d): error %v, want %s", tt.name, tt.m, tt.n, err, tt.want)
		}
	}
}

func TestDeal(t *testing.T) {
	for _, mn := range [][2]int{{2, 0}, {2, 5}, {3, 3}, {5, 2}} { // dealt in turn, it is Γ
		m, n := mn[0], mn[1]
		want := []int{0}
		if n > 0 {
			want = sequence(t, "gamma", m, n)
		}
		if got, err := family.Deal(m, n, nil, nil); err != nil || !slices.Equal(got, want) {
			t.Errorf("Deal(%d, %d) = %v, want %v", m, n, got, want)
		}
	}
	for n := 2; n <= 7; n++ { // in the right half, the last round is reversed
		got, err := family.Deal(2, n, func(height, index, round int, order []int) {
			if height < n && height > 1 && index >= 1<<(n-height-1) && round == 1<<(height-1)-1 {
				slices.Reverse(order)
			}
		}, nil)
		if want := sequence(t, "quarter_shifted_1985", 2, n); err != nil || !slices.Equal(got, want) {
			t.Errorf("the deal of KYKLOS-III for n = %d is %v, want %v", n, got, want)
		}
	}
	random := rand.New(rand.NewPCG(1, 2)) // any deal spreads neighbors (Definition 2.2)
	for _, mn := range [][2]int{{2, 5}, {3, 3}, {5, 2}} {
		m, n := mn[0], mn[1]
		dealt, err := family.Deal(m, n, func(_, _, _ int, order []int) {
			random.Shuffle(m, func(i, j int) { order[i], order[j] = order[j], order[i] })
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		place := make([]int, len(dealt))
		for p, x := range dealt {
			place[x] = p
		}
		meet := func(p, q int) (height int) {
			for ; p != q; height++ {
				p, q = p/m, q/m
			}
			return height
		}
		for x := range place {
			for y := range x {
				if sum := meet(x, y) + meet(place[x], place[y]); sum <= n {
					t.Errorf("Deal(%d, %d) = %v: leaves %d and %d meet at heights that add up to %d, want more than %d", m, n, dealt, x, y, sum, n)
				}
			}
		}
	}
}

// TestClassLeader compares which of some random sequences have the same leader with the distances of
// leaves, by which equivalence is defined.
func TestClassLeader(t *testing.T) {
	distances := func(m int, s []int) (d []int) {
		for x := range s {
			for y := range x {
				p, q := slices.Index(s, x), slices.Index(s, y)
				height := 0
				for ; p != q; height++ {
					p, q = p/m, q/m
				}
				d = append(d, height)
			}
		}
		return d
	}
	leaderOf := func(m int, s []int) []int {
		leader, err := family.ClassLeader(m, s)
		if err != nil {
			t.Fatal(err)
		}
		return leader
	}
	random := rand.New(rand.NewPCG(3, 4))
	for _, mn := range [][2]int{{2, 4}, {2, 8}, {3, 9}, {5, 5}, {4, 1}} {
		m, size := mn[0], mn[1]
		var sequences [][]int
		for range 60 {
			sequences = append(sequences, random.Perm(size))
		}
		for i, s := range sequences {
			leader := leaderOf(m, s)
			if !slices.Equal(distances(m, leader), distances(m, s)) {
				t.Fatalf("the leader of %v is %v, not equivalent", s, leader)
			}
			for _, other := range sequences[:i] {
				same := slices.Equal(leaderOf(m, other), leader)
				if same != slices.Equal(distances(m, other), distances(m, s)) {
					t.Errorf("%v and %v have the same leader: %t", s, other, same)
				}
			}
		}
	}
	gamma := sequence(t, "gamma", 2, 3)
	if got := leaderOf(2, []int{2, 6, 0, 4, 5, 1, 3, 7}); !slices.Equal(got, gamma) {
		t.Errorf("the leader of the example of Fig. 2-7 is %v, want %v", got, gamma)
	}
	for _, wrong := range [][]int{nil, {0, 1, 2}, {0, 0}, {1, 2}} {
		if leader, err := family.ClassLeader(2, wrong); err == nil {
			t.Errorf("the leader of %v is %v, want an error", wrong, leader)
		}
	}
}

func TestKyklosLS(t *testing.T) {
	for _, tt := range []struct {
		version, m, n int
		second        string
	}{{1, 3, 2, "identity"}, {2, 2, 4, "gamma"}, {2, 3, 3, "gamma"}, {3, 2, 2, "quarter_shifted"}, {3, 2, 5, "quarter_shifted"}} {
		def, err := family.NewKyklosLS(tt.m, [][]int{sequence(t, "identity", tt.m, tt.n), sequence(t, tt.second, tt.m, tt.n)})
		net := networktest.Build(t)(def, err)
		want := member(t, "kyklos", tt.version, tt.m, 2, tt.n)
		networktest.Check(t, net, want.Order(), want.Size())
		checkTrees(t, net)
		for _, u := range net.Processors() {
			if got, want := measure.Distances(net, u), measure.Distances(want, u); !slices.Equal(got[:len(net.Processors())], want[:len(net.Processors())]) {
				t.Errorf("%v: leaf %d is %v from the leaves, want %v", net, u, got, want)
			}
		}
	}
	def, err := family.NewKyklosLS(2, [][]int{{3, 1, 0, 2}, {0, 1, 2, 3}, {2, 1, 3, 0}})
	net := networktest.Build(t)(def, err)
	networktest.Check(t, net, 13, 18)
	if got := leaves(net, 3); !slices.Equal(got, []int{2, 1, 3, 0}) {
		t.Errorf("%v: tree 3 has leaves %v", net, got)
	}
	if got, want := net.String(), "kyklos_ls(m=2, sequences=[[3, 1, 0, 2], [0, 1, 2, 3], [2, 1, 3, 0]])"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	long := sequence(t, "gamma", 2, 10)
	if def, err := family.NewKyklosLS(2, [][]int{long}); err != nil || len(def.String()) > 100 {
		t.Errorf("a long sequence makes %v, %v", def, err)
	}
	for _, tt := range []struct {
		m         int
		sequences [][]int
		want      string
	}{
		{1, [][]int{{0, 1}}, "want m ≥ 2 and at least one sequence of at least m labels"},
		{2, nil, "want m ≥ 2 and at least one sequence of at least m labels"},
		{2, [][]int{{0}}, "want m ≥ 2 and at least one sequence of at least m labels"},
		{2, [][]int{{0, 1, 2}}, "tree 1 has 3 labels, want a power of m ≥ 2"},
		{3, [][]int{{0, 1}}, "tree 1 has 2 labels, want a power of m ≥ 2"},
		{2, [][]int{{0, 1}, {0, 1, 2, 3}}, "tree 2 has 4 labels, want 2 as tree 1"},
		{2, [][]int{{0, 1}, {0, 0}}, "tree 2 has label 0 out of range or twice, want each of 0 to 1 once"},
		{2, [][]int{{0, 2}}, "tree 1 has label 2 out of range or twice, want each of 0 to 1 once"},
		{2, [][]int{{0, -1}}, "tree 1 has label -1 out of range or twice, want each of 0 to 1 once"},
	} {
		if _, err := family.NewKyklosLS(tt.m, tt.sequences); err == nil || !strings.HasPrefix(err.Error(), "kyklos_ls(m=") || !strings.HasSuffix(err.Error(), "): "+tt.want) {
			t.Errorf("NewKyklosLS(%d, %v): error %v, want …: %s", tt.m, tt.sequences, err, tt.want)
		}
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
