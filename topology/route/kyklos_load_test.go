package route_test

import (
	"fmt"
	"iter"
	"math"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/route"
)

// kyklosNames returns the names of the routings of net that belong to trees on common leaves.
func kyklosNames(net *topology.Network) []string {
	var names []string
	for _, r := range route.Routings(net)[3:] {
		names = append(names, r.Name())
	}
	return names
}

// Loads must be those of all listed paths, pair by pair, whether or not all leaves are alike; and they sum
// up to the hops of all messages.
func TestKyklosLoad(t *testing.T) {
	for _, net := range sharedLeaves() {
		if net.Order() > 50 {
			continue
		}
		for _, name := range kyklosNames(net) {
			r := routing(t, net, name)
			traffics := traffics(t, net)
			for _, kind := range []string{"all to all", "weighted"} {
				if traffics[kind] == nil {
					continue
				}
				traffic, demands := traffics[kind]()
				load, err := r.Load(traffic, nil)
				if err != nil {
					t.Fatal(err)
				}
				hops := 0.0
				want := route.PathLoad(net, mixed(t, net, name, demands, &hops))
				for c := range topology.Channel(2 * net.Size()) {
					if got, want := load.At(c), want.At(c); math.Abs(got-want) > 1e-9 {
						t.Fatalf("%v: %s, %s: load of channel %d is %v, want %v", net, name, kind, c, got, want)
					}
				}
				if math.Abs(load.Total()-hops) > 1e-9*hops {
					t.Errorf("%v: %s, %s: loads sum up to %v, want %v hops", net, name, kind, load.Total(), hops)
				}
				checkByTree(t, net, load)
			}
		}
	}
}

func mixed(t *testing.T, net *topology.Network, name string, demands []route.Demand, hops *float64) iter.Seq2[route.Path, float64] {
	return func(yield func(route.Path, float64) bool) {
		for _, d := range demands {
			if d.Source == d.Dest {
				continue
			}
			paths := options(t, net, name, d.Source, d.Dest)
			for _, p := range paths {
				weight := d.Weight / float64(len(paths))
				*hops += weight * float64(p.Hops())
				if !yield(p, weight) {
					return
				}
			}
		}
	}
}

// checkByTree compares the densities with those of the links, one by one.
func checkByTree(t *testing.T, net *topology.Network, load route.Load) {
	t.Helper()
	def := net.Definition.(topology.SharedLeaves)
	total := 0.0
	for _, d := range load.ByTree() {
		links, most, sum := 0, 0.0, 0.0
		for link := range net.Links() {
			if tree, height, _ := def.Position(link.A); tree != d.Tree || height != d.Height {
				continue
			}
			c, _ := net.ChannelBetween(link.A, link.B)
			density := load.At(c) + load.At(net.Twin(c))
			links++
			most = max(most, density)
			sum += density
		}
		total += sum
		if d.Links != links || math.Abs(d.Max-most) > 1e-9 || math.Abs(d.Mean*float64(links)-sum) > 1e-6 {
			t.Errorf("%v: density %+v, want %d links, at most %v, and %v in all", net, d, links, most, sum)
		}
	}
	if math.Abs(total-load.Total()) > 1e-6 {
		t.Errorf("%v: densities sum up to %v, want %v", net, total, load.Total())
	}
}

// All leaves are alike just if the plain loads from every leaf to one are those from every leaf to another,
// whatever the leaf, up to the order of the links of each height of a tree.
func TestAlike(t *testing.T) {
	yes := map[string]bool{}
	for _, net := range sharedLeaves() {
		alike := routing(t, net, "m").Alike()
		yes[net.String()] = alike
		if !alike {
			continue
		}
		rows, err := routing(t, net, "m").Distances(net.Processors(), net.Processors(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for a, row := range rows {
			if fmt.Sprint(count(row)) != fmt.Sprint(count(rows[0])) {
				t.Errorf("%v: alike, but distances from %d are %v, from 0 %v", net, a, row, rows[0])
			}
		}
	}
	for name, want := range map[string]bool{
		kyklos(1, 3, 3, 2).String(): true, kyklos(2, 2, 2, 5).String(): true, kyklos(2, 3, 2, 3).String(): true,
		kyklos(3, 2, 2, 4).String(): false, kyklos(3, 2, 2, 5).String(): false,
		"hyperkyklos(n=3)": true, "modified_kyklos(n=3)": true, sharedLeaves()[15].String(): false, sharedLeaves()[16].String(): false,
	} {
		if got, ok := yes[name]; got != want || !ok {
			t.Errorf("%s: alike is %v, want %v", name, got, want)
		}
	}
}

// count counts distances.
func count(hops []int32) []int64 {
	var counts []int64
	for _, d := range hops {
		for int(d) >= len(counts) {
			counts = append(counts, 0)
		}
		if d >= 0 {
			counts[d]++
		}
	}
	return counts
}

// Distances must be the hops of the shortest of the paths that are listed, and a histogram counts them.
func TestRoutingDistances(t *testing.T) {
	for _, net := range append(sharedLeaves(), tree(3, 2), must(topology.Build(family.NewMesh(3, 2))), randomGraph(t, 9, 8, 4)) {
		if net.Order() > 100 {
			continue
		}
		for _, r := range route.Routings(net) {
			rows, err := r.Distances(net.Processors(), net.Processors(), nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, a := range net.Processors() {
				for j, b := range net.Processors() {
					want := -1
					list, _ := r.Options(a, b, 1000)
					for _, o := range list {
						if want < 0 || o.Path.Hops() < want {
							want = o.Path.Hops()
						}
					}
					if int(rows[i][j]) != want {
						t.Fatalf("%v: %s from %d to %d: distance %d, want %d", net, r.Name(), a, b, rows[i][j], want)
					}
				}
			}
		}
	}
}

// The probabilities of what a routing may do must make its load.
func TestOptionsMakeTheLoad(t *testing.T) {
	for _, net := range []*topology.Network{tree(3, 2), kyklos(2, 2, 2, 3), must(topology.Build(family.NewMesh(3, 3))), randomGraph(t, 9, 14, 4)} {
		for _, r := range route.Routings(net) {
			load, err := r.Load(route.AllToAll(net), nil)
			if err != nil {
				t.Fatal(err)
			}
			want := route.PathLoad(net, func(yield func(route.Path, float64) bool) {
				for _, a := range net.Processors() {
					for _, b := range net.Processors() {
						list, err := r.Options(a, b, 10000)
						if err != nil {
							t.Fatal(err)
						}
						for _, o := range list {
							if !yield(o.Path, o.Probability) {
								return
							}
						}
					}
				}
			})
			for c := range topology.Channel(2 * net.Size()) {
				if got, want := load.At(c), want.At(c); math.Abs(got-want) > 1e-9 {
					t.Fatalf("%v: %s: load of channel %d is %v, want %v", net, r.Name(), c, got, want)
				}
			}
		}
	}
}

// Messages in one tree cannot wait for each other in a circle; those that pass through leaves can, as the
// paths say one by one.
func TestKyklosDependencies(t *testing.T) {
	for _, net := range []*topology.Network{kyklos(1, 2, 2, 3), kyklos(2, 2, 2, 2), kyklos(2, 2, 2, 4), kyklos(2, 3, 2, 2), kyklos(3, 2, 2, 4), sharedLeaves()[15]} {
		for _, name := range kyklosNames(net) {
			cycle, err := routing(t, net, name).DependencyCycle(route.Faults{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			want, err := route.DependencyCycle(net, func(yield func(route.Path) bool) {
				for _, a := range net.Processors() {
					for _, b := range net.Processors() {
						for _, p := range options(t, net, name, a, b) {
							if !yield(p) {
								return
							}
						}
					}
				}
			})
			if err != nil || (cycle == nil) != (want == nil) || (name == "m" || strings.HasPrefix(name, "tree")) && cycle != nil {
				t.Errorf("%v: %s: cycle %v, want %v, %v", net, name, cycle, want, err)
			}
			if def := net.Definition.(topology.SharedLeaves); name == "h" && def.Height() > 2 && cycle == nil {
				t.Errorf("%v: h has no cycle", net)
			}
		}
	}
}

// The sizes that readers will ask for: 4096 leaves that are alike at once, and a refusal of too many
// that are not. The numbers are those of the plain count below 4096 leaves, by the source's formulas.
func TestKyklosManyLeaves(t *testing.T) {
	net := kyklos(2, 2, 2, 12)
	for name, want := range map[string]float64{"m": 9 << 18, "h": 1 << 17, "modified_p": 173568} {
		load, err := routing(t, net, name).Load(route.AllToAll(net), nil)
		most := 0.0
		for _, d := range load.ByTree() {
			most = max(most, d.Max)
			if d.Max != d.Mean {
				t.Errorf("%v: %s: %v", net, name, d)
			}
		}
		if err != nil || most != want {
			t.Errorf("%v: %s: at most %v, %v, want %v", net, name, most, err, want)
		}
	}
	rows, err := routing(t, net, "p").Distances(net.Processors()[:1], net.Processors(), nil)
	counts := count(rows[0])
	if err != nil || counts[24] != 1 || counts[22] != 377-1 {
		t.Errorf("%v: p: %v, %v, want one leaf 24 hops away, and as many at 22 as Fibonacci says", net, counts, err)
	}
	many := kyklos(3, 2, 2, 14)
	if _, err := routing(t, many, "p").Load(route.AllToAll(many), nil); err == nil {
		t.Error("16384 leaves that are not alike: no error")
	}
}

func TestKyklosErrors(t *testing.T) {
	net := kyklos(2, 2, 2, 2)
	for _, name := range kyklosNames(net) {
		r := routing(t, net, name)
		_, first := r.Route(0, 4, 1)
		_, second := r.Options(5, 0, 10)
		_, fourth := r.Distances(nil, []topology.Node{0, 6}, nil)
		_, third := r.Distances([]topology.Node{6}, nil, nil)
		if first == nil || second == nil || third == nil || fourth == nil {
			t.Errorf("%v: %s: switches: %v, %v, %v, %v", net, name, first, second, third, fourth)
		}
	}
}
