package route_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/route"
)

func kyklos(version, m, r, n int) *topology.Network {
	return must(topology.Build(family.NewKyklos(version, m, r, n)))
}

// kyklosLS returns the network of the given labelling sequences.
func kyklosLS(m int, sequences ...[]int) *topology.Network {
	return must(topology.Build(family.NewKyklosLS(m, sequences)))
}

// sharedLeaves are small networks of trees on common leaves: with all leaves alike or not, one tree to
// four, two or three children, and sequences in which a shortest path passes through more than one leaf.
func sharedLeaves() []*topology.Network {
	ugly := []int{3, 12, 7, 0, 9, 14, 5, 10, 1, 6, 15, 2, 11, 8, 13, 4}
	gamma, _ := family.Deal(2, 4, nil, nil)
	identity := slices.Sorted(slices.Values(gamma))
	return []*topology.Network{
		kyklos(1, 2, 1, 3), kyklos(1, 2, 2, 3), kyklos(1, 3, 3, 2),
		kyklos(2, 2, 2, 1), kyklos(2, 2, 2, 2), kyklos(2, 2, 2, 3), kyklos(2, 2, 2, 4), kyklos(2, 2, 2, 5), kyklos(2, 3, 2, 2), kyklos(2, 3, 2, 3), kyklos(2, 5, 2, 2),
		kyklos(3, 2, 2, 2), kyklos(3, 2, 2, 3), kyklos(3, 2, 2, 4), kyklos(3, 2, 2, 5),
		kyklosLS(2, identity, gamma, ugly), kyklosLS(2, identity, ugly), kyklosLS(3, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}, []int{0, 3, 7, 1, 4, 6, 2, 5, 8}),
		must(topology.Build(family.NewHyperKyklos(3))), must(topology.Build(family.NewModifiedKyklos(3))), must(topology.Build(family.NewHyperKyklos(5))),
	}
}

// routing returns the routing of net with the given name.
func routing(t *testing.T, net *topology.Network, name string) route.Routing {
	t.Helper()
	r, err := route.NamedRouting(net, name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// options returns the paths that a routing may take, and checks that they are paths from a to b, no two
// the same, with equal probabilities that sum up to 1.
func options(t *testing.T, net *topology.Network, name string, a, b topology.Node) []route.Path {
	t.Helper()
	list, err := routing(t, net, name).Options(a, b, math.MaxInt)
	if err != nil || len(list) == 0 {
		t.Fatalf("%v: %s from %d to %d: %v, %v", net, name, a, b, list, err)
	}
	var paths []route.Path
	seen := map[string]bool{}
	for _, o := range list {
		p := o.Path
		if err := p.Check(net); err != nil || p.Nodes[0] != a || p.Nodes[p.Hops()] != b || o.Probability != 1/float64(len(list)) {
			t.Fatalf("%v: %s from %d to %d: %v with probability %v: %v", net, name, a, b, p, o.Probability, err)
		}
		if text := fmt.Sprint(p); seen[text] {
			t.Fatalf("%v: %s from %d to %d: %v twice", net, name, a, b, p)
		} else {
			seen[text] = true
		}
		paths = append(paths, p)
	}
	return paths
}

// sameSet reports whether two lists hold the same paths.
func sameSet(a, b []route.Path) bool {
	text := func(paths []route.Path) []string {
		var list []string
		for _, p := range paths {
			list = append(list, fmt.Sprint(p))
		}
		slices.Sort(list)
		return list
	}
	return slices.Equal(text(a), text(b))
}

// least returns the paths for which value is least.
func least(paths []route.Path, value func(route.Path) int) []route.Path {
	var best []route.Path
	for _, p := range paths {
		if len(best) > 0 && value(p) < value(best[0]) {
			best = nil
		}
		if len(best) == 0 || value(p) == value(best[0]) {
			best = append(best, p)
		}
	}
	return best
}

// The paths of each routing must be those that one picks from all paths within the trees, and from all
// shortest paths, by what it says.
func TestKyklosRoutings(t *testing.T) {
	for _, net := range sharedLeaves() {
		def := net.Definition.(topology.SharedLeaves)
		leaves := net.Processors()
		for i := range 12 * len(leaves) {
			a, b := leaves[i%len(leaves)], leaves[i*7%41%len(leaves)]
			all := route.MinimalPaths(net, a, b, 1<<20)
			highest := func(p route.Path) int {
				top := 0
				for _, u := range p.Nodes {
					_, height, _ := def.Position(u)
					top = max(top, height)
				}
				return top
			}
			passed := func(p route.Path) int { return len(route.Passthroughs(net, p)) }
			var single []route.Path
			for tree := 1; tree <= def.Trees(); tree++ {
				paths := allPaths(net, a, b, func(c topology.Channel) bool {
					k, _, _ := def.Position(net.Tail(c))
					l, _, _ := def.Position(net.Head(c))
					return max(k, l) == tree && (l > 0 || net.Head(c) == b)
				})
				if got := options(t, net, fmt.Sprintf("tree_%d", tree), a, b); !sameSet(got, paths) || len(got) != 1 {
					t.Fatalf("%v: tree_%d from %d to %d: %v, want %v", net, tree, a, b, got, paths)
				}
				if a != b || tree == 1 {
					single = append(single, paths...)
				}
			}
			want := map[string][]route.Path{"m": shortest(single), "p": least(all, passed), "modified_p": least(all, highest)}
			for name, want := range want {
				if def.Trees() > 4 && name != "m" {
					continue
				}
				if got := options(t, net, name, a, b); !sameSet(got, want) {
					t.Fatalf("%v: %s from %d to %d: %v, want %v", net, name, a, b, got, want)
				}
			}
		}
	}
}

// xDigits returns the digits of a and b, from the most significant, and where they differ: X of the source.
func xDigits(a, b, m, n int) (s, d []int, x string) {
	s, d = make([]int, n), make([]int, n)
	bits := make([]byte, n)
	for i := n - 1; i >= 0; i-- {
		s[i], d[i] = a%m, b%m
		a, b = a/m, b/m
		bits[i] = '0'
		if s[i] != d[i] {
			bits[i] = '1'
		}
	}
	return s, d, string(bits)
}

// On KYKLOS-II the routings must be those of the source, which looks at the digits that differ.
func TestKyklosByDigits(t *testing.T) {
	for _, p := range [][2]int{{2, 1}, {2, 2}, {2, 5}, {2, 6}, {3, 3}, {3, 4}, {4, 2}} {
		m, n := p[0], p[1]
		net := kyklos(2, m, 2, n)
		leaves := len(net.Processors())
		for i := range min(leaves*leaves, 400) {
			a, b := i*5%leaves, (i/leaves+i*31)%leaves
			s, d, x := xDigits(a, b, m, n)
			if a == b {
				continue
			}
			lead := n - len(strings.TrimLeft(x, "0"))
			trail := n - len(strings.TrimRight(x, "0"))
			run := 0
			for strings.Contains(x, strings.Repeat("0", run+1)) {
				run++
			}
			between := 0 // the longest run of zeros between ones
			for zeros := range n {
				if strings.Contains(x, "1"+strings.Repeat("0", zeros)+"1") {
					between = zeros
				}
			}
			// What the paths are: their excursions, and the leaf between the two if there are two.
			text := func(first, second route.Excursion, via []int) string {
				u := 0
				for _, digit := range via {
					u = u*m + digit
				}
				return fmt.Sprint([]route.Excursion{first, second}, u)
			}
			top := func(height int) route.Excursion { return route.Excursion{Tree: 1, Height: height} }
			bottom := func(height int) route.Excursion { return route.Excursion{Tree: 2, Height: height} }
			one := func(e route.Excursion) string { return fmt.Sprint([]route.Excursion{e}) }
			// both returns the path by way of A with the first digits of S and the others of D, and the dual.
			both := func(up, down, digits int) []string {
				return []string{
					text(top(up), bottom(down), append(slices.Clone(s[:digits]), d[digits:]...)),
					text(bottom(down), top(up), append(slices.Clone(d[:digits]), s[digits:]...)),
				}
			}
			want := map[string][]string{}
			mRoute := func() (list []string) {
				if lead >= trail {
					list = append(list, one(top(n-lead)))
				}
				if trail >= lead {
					list = append(list, one(bottom(n-trail)))
				}
				return list
			}
			want["m"] = mRoute()
			if max(lead, trail) >= between {
				want["p"] = mRoute()
			}
			difference, splits := n+1, []int(nil) // of u1 and u2 with X = u1 0^run u2
			for u1 := 0; u1+run <= n; u1++ {
				if u2 := n - run - u1; x[u1:u1+run] == strings.Repeat("0", run) {
					diff := max(u1-u2, u2-u1)
					if diff < difference {
						difference, splits = diff, nil
					}
					if diff == difference {
						splits = append(splits, u1)
					}
					if u1 > 0 && u2 > 0 && max(lead, trail) < between {
						want["p"] = append(want["p"], both(u2, u1, u1)...)
					}
				}
			}
			for _, u1 := range splits {
				switch u2 := n - run - u1; {
				case u1 == 0:
					want["modified_p"] = append(want["modified_p"], one(top(u2)))
				case u2 == 0:
					want["modified_p"] = append(want["modified_p"], one(bottom(u1)))
				default:
					want["modified_p"] = append(want["modified_p"], both(u2, u1, u1)...)
				}
			}
			slice := func(upper int) []string { // SL(upper, n)
				u1, u2 := x[:n-upper], x[n-upper:]
				up := len(strings.TrimLeft(u2, "0"))
				down := len(strings.TrimRight(u1, "0"))
				switch {
				case up == 0:
					return []string{one(bottom(down))}
				case down == 0:
					return []string{one(top(up))}
				}
				return both(up, down, n-upper)
			}
			want["h"] = slice((n + 1) / 2)
			for l := 0; l <= n; l++ {
				want[fmt.Sprintf("slice_%d", l)] = slice(l)
			}
			for name, want := range want {
				var got []string
				for _, p := range options(t, net, name, topology.Node(a), topology.Node(b)) {
					text := fmt.Sprint(route.Excursions(net, p))
					if via := route.Passthroughs(net, p); len(via) > 0 {
						text = fmt.Sprint(route.Excursions(net, p), via[0])
					}
					got = append(got, text)
				}
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Fatalf("%v: %s from %d to %d, X = %s: %v, want %v", net, name, a, b, x, got, want)
				}
			}
			// Theorem 3.1 and 3.5.
			for name, hops := range map[string]int{"m": 2 * (n - max(lead, trail)), "p": 2 * (n - run), "modified_p": 2 * (n - run)} {
				if got := options(t, net, name, topology.Node(a), topology.Node(b))[0].Hops(); got != hops {
					t.Fatalf("%v: %s from %d to %d: %d hops, want %d", net, name, a, b, got, hops)
				}
			}
		}
	}
}

// A message in a slice must stay below its heights and set one coordinate for each tree; there is one path
// for each order of the trees that it needs.
func TestSlices(t *testing.T) {
	for _, net := range sharedLeaves() {
		def := net.Definition.(topology.SharedLeaves)
		for _, r := range route.Routings(net) {
			heights := make([]int, def.Trees())
			for k := range heights {
				heights[k] = (def.Height() + def.Trees() - 1 - k) / def.Trees()
			}
			if l := 0; r.Name() != "h" {
				if n, _ := fmt.Sscanf(r.Name(), "slice_%d", &l); n == 0 {
					continue
				}
				heights = []int{l, def.Height() - l}
			}
			for _, a := range net.Processors() {
				for _, b := range net.Processors() {
					paths := options(t, net, r.Name(), a, b)
					orders := 1
					for i := range route.Excursions(net, paths[0]) {
						orders *= i + 1
					}
					if a == b {
						orders = 1
					}
					if len(paths) != orders {
						t.Fatalf("%v: %s from %d to %d: %d paths, want %d", net, r.Name(), a, b, len(paths), orders)
					}
					for _, p := range paths {
						used := map[int]bool{}
						for _, e := range route.Excursions(net, p) {
							if used[e.Tree] || e.Height > heights[e.Tree-1] {
								t.Fatalf("%v: %s from %d to %d: excursions %v, want up to %v", net, r.Name(), a, b, route.Excursions(net, p), heights)
							}
							used[e.Tree] = true
						}
					}
				}
			}
		}
	}
	// Two copies of a tree have no such slice; three trees rotated by a third of the digits each have one.
	if _, err := route.NamedRouting(kyklos(1, 2, 2, 4), "h"); err == nil {
		t.Error("KYKLOS-I has a slice")
	}
	var rotated [][]int
	for k := range 3 {
		var sequence []int
		for x := range 64 {
			sequence = append(sequence, (x<<(2*k)|x>>(6-2*k))&63)
		}
		rotated = append(rotated, sequence)
	}
	net := kyklosLS(2, rotated...)
	if n := len(options(t, net, "h", 0, 63)); n != 6 {
		t.Errorf("%v: %d paths from 0 to 63, want one for each order of the trees", net, n)
	}
	load, err := routing(t, net, "h").Load(route.AllToAll(net), nil)
	if err != nil || load.ByTree()[3].Max != 0 || load.ByTree()[4] != (route.Density{Tree: 1, Height: 2, Links: 32, Max: 128, Mean: 128}) {
		t.Errorf("%v: h: %v, %v", net, load.ByTree(), err)
	}
}

// The examples of the source: 3.1, 3.4, 4.1, and those of section 4.4.
func TestKyklosExamples(t *testing.T) {
	for _, tt := range []struct {
		n          int
		name       string
		a, b       topology.Node
		hops       int
		excursions string
		via        []topology.Node // the passthroughs, path by path
	}{
		{5, "m", 31, 13, 8, "[{2 4}]", nil},
		{5, "p", 31, 13, 6, "[{1 2} {2 1}]", []topology.Node{15, 29}},
		{5, "h", 6, 11, 10, "[{1 3} {2 2}]", []topology.Node{3, 14}},
		{6, "p", 2, 40, 10, "[{2 5}]", nil},
		{6, "modified_p", 2, 40, 10, "[{1 2} {2 3}]", []topology.Node{0, 42}},
		{6, "modified_p", 0, 45, 10, "[{1 1} {2 4}]", []topology.Node{1, 13, 32, 44}},
		{3, "modified_p", 0, 7, 6, "[{1 1} {2 2}]", []topology.Node{1, 3, 4, 6}},
		{4, "modified_p", 0, 15, 8, "[{1 2} {2 2}]", []topology.Node{3, 12}},
	} {
		net := kyklos(2, 2, 2, tt.n)
		paths := options(t, net, tt.name, tt.a, tt.b)
		var via []topology.Node
		found := false
		for _, p := range paths {
			via = append(via, route.Passthroughs(net, p)...)
			found = found || fmt.Sprint(route.Excursions(net, p)) == tt.excursions
			if p.Hops() != tt.hops {
				t.Errorf("%v: %s from %d to %d: %d hops, want %d", net, tt.name, tt.a, tt.b, p.Hops(), tt.hops)
			}
		}
		slices.Sort(via)
		if !slices.Equal(via, tt.via) || !found {
			t.Errorf("%v: %s from %d to %d: %v by way of %v, want %v and %s", net, tt.name, tt.a, tt.b, paths, via, tt.via, tt.excursions)
		}
	}
	five, err := routing(t, kyklos(2, 2, 2, 6), "minimal").Options(2, 40, 100)
	if err != nil || len(five) != 5 || five[0].Probability != 0.2 {
		t.Errorf("000010 to 101000: %v, %v, want five shortest paths", five, err)
	}
}
