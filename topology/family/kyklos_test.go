package family_test

import (
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
)

// sequence returns a labelling sequence that there is.
func sequence(t *testing.T, name string, m, n int) []int {
	t.Helper()
	s, err := family.LabellingSequence(name, m, n)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestKyklosAncestors checks which switches are above each leaf, by section 2.
func TestKyklosAncestors(t *testing.T) {
	for _, xmn := range [][3]int{{1, 2, 4}, {1, 3, 2}, {2, 2, 5}, {2, 3, 3}, {2, 5, 2}, {3, 2, 2}, {3, 2, 5}} {
		version, m, n := xmn[0], xmn[1], xmn[2]
		net := member(t, "kyklos", version, m, 2, n)
		place := make([]int, len(net.Processors())) // of a leaf in tree 2, version 3
		if version == 3 {
			for p, x := range sequence(t, "quarter_shifted", 2, n) {
				place[x] = p
			}
		}
		for x := range place {
			above, below := ancestors(t, net, x, 1), ancestors(t, net, x, 2)
			power := 1
			for j := 1; j <= n; j++ {
				power *= m
				want := x / power
				if above[j-1] != want {
					t.Errorf("%v: leaf %d is below switch %d,%d, want %d", net, x, j, above[j-1], want)
				}
				switch version {
				case 2:
					want = x % (len(place) / power)
				case 3:
					want = place[x] / power
				}
				if below[j-1] != want {
					t.Errorf("%v: leaf %d is below switch -%d,%d, want %d", net, x, j, below[j-1], want)
				}
			}
		}
	}
}

// TestKyklosDistances compares the distances of leaves in KYKLOS-II with Fig. 3-5 and Theorem 3.5.
func TestKyklosDistances(t *testing.T) {
	figure := []int32{0, 2, 4, 4, 2, 4, 4, 6}
	for _, mn := range [][2]int{{2, 1}, {2, 3}, {2, 6}, {3, 3}, {5, 2}} {
		m, n := mn[0], mn[1]
		net := member(t, "kyklos", 2, m, 2, n)
		for s := range net.Processors() {
			distances := measure.Distances(net, topology.Node(s))
			for d := range net.Processors() {
				longest, run := 0, 0 // of equal digits
				for i, a, b := 0, s, d; i < n; i, a, b = i+1, a/m, b/m {
					run++
					if a%m != b%m {
						run = 0
					}
					longest = max(longest, run)
				}
				if want := 2 * (n - longest); int(distances[d]) != want {
					t.Errorf("%v: leaves %d and %d are %d apart, want %d", net, s, d, distances[d], want)
				}
			}
			if n == 3 && m == 2 && s == 0 && !slices.Equal(distances[:8], figure) {
				t.Errorf("%v: distances from leaf 0 are %v, want %v", net, distances[:8], figure)
			}
		}
	}
}

// TestKyklosLarge compares KYKLOS-II⟨2,2,12⟩, by the orbits, with sums that other programs found.
func TestKyklosLarge(t *testing.T) {
	net := member(t, "kyklos", 2, 2, 2, 12)
	if net.Order() != 12286 || net.Size() != 16380 {
		t.Errorf("%v: %d nodes and %d links, want 12286 and 16380", net, net.Order(), net.Size())
	}
	orbits, _ := net.Orbits()
	sum, sumLeaves, diameter := int64(0), int64(0), int32(0)
	for _, orbit := range orbits {
		for v, d := range measure.Distances(net, orbit.First) {
			sum += int64(orbit.Size) * int64(d)
			if net.Kind(orbit.First) == topology.Processor && net.Kind(topology.Node(v)) == topology.Processor {
				sumLeaves += int64(orbit.Size) * int64(d)
			}
			diameter = max(diameter, d)
		}
	}
	if len(orbits) != 13 || sum != 2457008696 || diameter != 24 {
		t.Errorf("%v: %d orbits, sum %d and diameter %d, want 13, 2457008696 and 24", net, len(orbits), sum, diameter)
	}
	if average := float64(sumLeaves) / (4096 * 4095); average < 17.92625152 || average > 17.92625153 {
		t.Errorf("%v: leaves are %.10f apart on average, want 17.9262515263", net, average)
	}
}

// TestKyklosRings counts the rings that leaves and the switches of height 1 form (section 2.6).
func TestKyklosRings(t *testing.T) {
	for n := 2; n <= 6; n++ {
		for version, want := range []int{1: 1 << (n - 1), 2: 1 << (n - 2), 3: 1} {
			if version == 0 {
				continue
			}
			net := member(t, "kyklos", version, 2, 2, n)
			var keep []topology.Node
			for u := range topology.Node(net.Order()) {
				if net.Level(u) >= n-1 {
					keep = append(keep, u)
				}
			}
			low, err := topology.Induced(net, keep)
			if err != nil {
				t.Fatal(err)
			}
			if rings := len(measure.Components(low)); rings != want || !slices.Equal(measure.Degrees(low), []int{2}) {
				t.Errorf("%v: %d parts of degrees %v, want %d rings", net, rings, measure.Degrees(low), want)
			}
		}
	}
}

// TestKyklosWForm makes KYKLOS-III as section 2.6 does, from the W-form, and compares how far apart
// leaves are in each tree.
func TestKyklosWForm(t *testing.T) {
	for n := 2; n <= 6; n++ {
		net := member(t, "kyklos", 3, 2, 2, n)
		half := 1 << (n - 1)
		a := func(i int) int { return family.DigitReversal(half+2*i%half, 2, n) }
		above, below := make([]int, 2*half), make([]int, 2*half) // by leaf: its t and its q
		for i := range half / 2 {
			above[a(i)], above[a(i)-1] = 2*i, 2*i
			above[(a(i)-1+half)%(2*half)], above[(a(i)+half)%(2*half)] = 2*i+1, 2*i+1
			below[a((i+1)%max(1, half/2))], below[(a(i)+half)%(2*half)] = 2*i, 2*i
			below[a(i)-1], below[(a(i)-1+half)%(2*half)] = 2*i+1, 2*i+1
		}
		gamma := func(i int) int { return family.DigitReversal(i, 2, n-1) } // place of t_i
		delta := func(i int) int { return i/2 + i%2*half/2 }                // place of q_i
		for x := range 2 * half {
			for y := range x {
				for tree := 1; tree <= 2; tree++ {
					p, q := gamma(above[x]), gamma(above[y])
					if tree == 2 {
						p, q = delta(below[x]), delta(below[y])
					}
					want := 1 // height of the switch that joins x and y
					for ; p != q; want++ {
						p, q = p/2, q/2
					}
					one, other := ancestors(t, net, x, tree), ancestors(t, net, y, tree)
					got := 1
					for ; one[got-1] != other[got-1]; got++ {
					}
					if got != want {
						t.Errorf("%v: leaves %d and %d meet at height %d of tree %d, want %d", net, x, y, got, tree, want)
					}
				}
			}
		}
	}
}

func TestHyperKyklos(t *testing.T) {
	net := member(t, "hyperkyklos", 3)
	for i, want := range [][]int{{0, 1, 2, 3, 4, 5, 6, 7}, {0, 2, 4, 6, 1, 3, 5, 7}, {0, 4, 1, 5, 2, 6, 3, 7}} {
		if got := leaves(net, i+1); !slices.Equal(got, want) {
			t.Errorf("%v: tree %d has leaves %v, want %v", net, i+1, got, want)
		}
	}
	for n := 2; n <= 6; n++ { // the switches of height 1 join the neighbors in a hypercube
		net := member(t, "hyperkyklos", n)
		for x := range 1 << n {
			bits := 0
			for tree := 1; tree <= n; tree++ {
				pair := net.Neighbors(climb(t, net, topology.Node(x), tree))[:2]
				bits |= int(pair[0] ^ pair[1])
			}
			if bits != 1<<n-1 {
				t.Errorf("%v: leaf %d differs from the leaves next to it in the bits %b, want all", net, x, bits)
			}
		}
	}
}

// TestModifiedKyklos compares tree 3 with the generator of section 6.2, and sizes and diameters with
// Table 6-3.
func TestModifiedKyklos(t *testing.T) {
	for n := 2; n <= 7; n++ {
		net := member(t, "modified_kyklos", n)
		all, alt := 1<<n-1, 0
		for bit := n - 2; bit >= 0; bit -= 2 {
			alt |= 1 << bit
		}
		var want []int
		placed := make([]bool, 1<<n)
		for i := range 1 << n {
			if !placed[i] {
				for _, y := range []int{i, i ^ all, i ^ alt, i ^ alt ^ all} {
					want = append(want, y)
					placed[y] = true
				}
			}
		}
		if got := leaves(net, 3); !slices.Equal(got, want) {
			t.Errorf("%v: tree 3 has leaves %v, want %v", net, got, want)
		}
		if got, want := leaves(net, 2), sequence(t, "gamma", 2, n); !slices.Equal(got, want) {
			t.Errorf("%v: tree 2 has leaves %v, want %v", net, got, want)
		}
		diameter := int32(0)
		for u := range topology.Node(net.Order()) {
			diameter = max(diameter, slices.Max(measure.Distances(net, u)))
		}
		most := int32(max(3, 2*n-2)) // beyond Theorem 6.2 for n = 2
		if net.Order() != 4<<n-2 || measure.MaxDegree(net) != 3 || diameter != most {
			t.Errorf("%v: %d nodes, degree %d, diameter %d", net, net.Order(), measure.MaxDegree(net), diameter)
		}
	}
}

func FuzzKyklosAddress(f *testing.F) {
	f.Add(2, 2, 2, 3, "5")
	f.Add(2, 2, 2, 3, "⟨ -1, 3 ⟩")
	f.Add(1, 3, 4, 2, "4,1,2")
	f.Fuzz(func(t *testing.T, version, m, r, n int, address string) {
		net, err := family.NewKyklos(version, m, r, n)
		if err != nil {
			t.Skip()
		}
		u, err := net.NodeAt(address)
		if err != nil {
			return
		}
		if u < 0 || int(u) >= net.Order() {
			t.Fatalf("%v: NodeAt(%q) = %d, want a node", net, address, u)
		}
		if again, err := net.NodeAt(net.Address(u)); again != u || err != nil {
			t.Errorf("%v: NodeAt(%q) = %d, but NodeAt(%q) = %d, %v", net, address, u, net.Address(u), again, err)
		}
	})
}
