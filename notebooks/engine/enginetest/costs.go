package enginetest

import (
	"regexp"
	"slices"
	"strings"
)

// A Cost is how a builtin takes an argument that is as large as it can be.
type Cost int

const (
	Quick   Cost = iota // it ends, in time that is linear in what its arguments take
	Refuses             // it says what it wants instead, before the work
	Stops               // it reports progress, and ends with the error of Pause when that has one
)

func (c Cost) String() string { return [...]string{"quick", "refuses", "stops"}[c] }

// HugeValues are the arguments: the largest networks that build, dense ones, and long lists.
const HugeValues = `
t = torus(1024, 2)
path = mesh(1048576, 1)
k = complete(3000)
tree = kary_ntree(4, 8)
xtree = x_tree(19, "half")
names = [str(i) for i in range(1000000)]
lonely = graph(names, [])
tnodes = nodes(t)
first, last = tnodes[0], tnodes[-1]
leaf, leaf2 = nodes(tree)[0], nodes(tree)[65535]
root = nodes(tree, kind="switch")[0]
ky = kyklos(2, 2, 2, 17)
fly = swapped_dragonfly(16, 32)
fnodes = nodes(fly)
march = follow(fly, ["l1 g1"] * 7)
moves = schedule(fly, [(0, a, None, a) for a in fnodes[:9000]])
data = {(a, a): 1 for a in fnodes[:9000]}
`

// word is a name in a cell, or what looks like one in a string.
var word = regexp.MustCompile(`[a-z_]+[0-9]*`)

// WithHugeValues returns a cell of a call and, before it, those of [HugeValues] that it takes.
func WithHugeValues(call string) string {
	cell := []string{call}
	for _, line := range slices.Backward(strings.Split(strings.TrimSpace(HugeValues), "\n")) {
		names, _, _ := strings.Cut(line, " = ")
		taken := word.FindAllString(strings.Join(cell, "\n"), -1)
		for name := range strings.SplitSeq(names, ", ") {
			if slices.Contains(taken, name) {
				cell = append(cell, line)
				break
			}
		}
	}
	slices.Reverse(cell)
	return strings.Join(cell, "\n")
}

// Calls returns the calls of a class: of every builtin of which the work grows with an argument.
func (c Cost) Calls() []string {
	return strings.Split(strings.ReplaceAll(strings.TrimSpace(calls[c]), "\n", " | "), " | ")
}

var calls = map[Cost]string{
	Quick: `
is_regular(t) | moore_bound(2147483647, 1024) | least_average_distance(16777216, 2)
nodes(t, kind="switch") | order(t) | size(t) | degree(t) | degrees(t) | degrees(tree, level=3) | neighbors(k, "5")
distance(t, first, last) | average_distance(t, source=first) | distance_distribution(path, source="0")
total_distance(path, source="0") | diameter(path) | center(path) | eccentricity(t, first) | is_fat_tree(t, [first]) | is_fat_tree(lonely, ["0"])
fat_tree_depth(path, ["0"]) | fat_tree_depth(t, [first]) | routings(t) | route(t, first, last) | route(path, "0", "1048575")
walk(t, first, [(0, 1048576)]) | are_disjoint([walk(t, first, [(0, 1000000)])]) | route(t, first, last, routing="minimal") | route(tree, leaf, leaf2, routing="dst")
routes(t, first, tnodes[524800]) | descending_paths(tree, root, leaf)
is_vertex_transitive(t) | permutations(t) | is_congestion_free(tree, "complement") | labelling_sequence("gamma", 2, 20)
attempt(tree, leaf, leaf2, routing="go_back") | attempt(t, first, last, routing="first", faults=["5,5"])
class_leader(2, range(1048576)) | product(range(1000), range(1000)) | combinations(range(1000), 2) | pow(3, 200000)
conflicts(march) | timeline(march) | delays(march) | conflict_list(march) | draw_schedule(moves, 5) | draw_schedule(march, 0) | vector_route(fly, fnodes[0], (1, 2, 3))
gantt(march) | draw_cabinets(fly) | draw(t, marks=tnodes)
table(names) | table([names]) | table({1: names}) | text(*names) | mark(names) | columns(*names) | text(t) | claim("c", names, names)
`,
	Refuses: `
second_eigenvalue(t) | least_eigenvalue(t) | spectral_gap(t) | algebraic_connectivity(t) | path_multiplicity(path)
simulate(t, 0.5) | simulate(tree, 0.5) | simulate(k, 1, cycles=100000000) | sweep(torus(16, 2), [0.5] * 200, cycles=1000000) | simulate(hypercube(15), 0.001)
link_load(t, routing=lambda h, d: d) | dependency_cycle(t, routing=lambda h, d: d) | simulate(kary_ntree(4, 5), 0.5, routing=lambda h, d: h) | simulate(ring(5), trace=[(1 << 28, 1, 2)])
fault_tolerance(tree, "one_port", 60000) | fault_sample(tree, "go_back", 5, samples=1000000000) | cyclic_faults(tree, "alg1", 2)
labelling_classes(2, 1000000000) | improve_labelling(ky) | disconnecting_sets(t) | single_faults(t) | polynomial_roots([1] * 1000000)
walk(t, first, [(0, 1000000000)] * 3) | embedding(t, t) | draw(ring(3), within=t) | links(t) | diameter(xtree) | total_distance(xtree) | radius(xtree) | center(xtree) | eccentricities(t)
distance_matrix(t) | distance_matrix(k) | fault_diameter(t, 3) | worst_faults(t, 3) | bisection(t) | bisection_bounds(path)
is_cayley(t) | regular_subgroup(k) | dependency_cycle(t)
dependency_cycle(k) | is_rearrangeable(tree) | count_congestion_free(tree) | link_load(t) | link_load(k)
link_load(tree, routing="dst") | cartesian_product(path, ring(3))
draw(ring(5), paths=[["0", "1"]] * 1000000) | animate(ring(5), [["0", "1"]] * 1000000) | draw(ring(5), loads=[["0", "1"]] * 1000000) | plot([(i, i) for i in range(30000)]) | plot({i: [(i, i)] for i in range(1000)})
step_through(t, lambda here: here, [first]) | small_multiples({i: [(i, i)] for i in range(1000)}) | histogram(names) | histogram({s: 1 for s in names}) | heatmap([names])
export_network(tree, "dot") | export_network(k) | grid(k=range(1024), n=range(1024)) | grid(k=range(1000000000000))
product(range(1000000000000)) | product(range(2000), range(2000)) | combinations(range(1000000000000), 2)
combinations(range(1048576), 1048575) | combinations(range(1000), 500) | pow(3, 1000000000) | random_faults(t, nodes=2000000)
labelling_sequence("gamma", 2, 64) | labelling_sequence("gamma", 1000000000, 1000000000) | deal(2, 1000000000)
torus_sides([1000000000]) | mesh_sides([2] * 1000000) | minimal_paths(t, first, last, limit=1000000000)
descending_paths(tree, root, leaf, limit=1000000000) | nearest_common_ancestors(t, first, last) | fmt(1.5, 1000000000)
follow(fly, ["l1 g1"] * 200) | pipeline(fly, [["l1 g1"]] * 200) | deliveries(march) | delivery_matrix(march)
pipeline(fly, [["l*"]], starts=[1 << 40]) | schedule(fly, [(1 << 40, "0,0,0", None, 1)]) | merge([march] * 99) | shared_links(march, tree=True)
round(1.5, 1000000000) | rearrange(t, "shift1") | kyklos_ls(2, [range(4194304)])
`,
	Stops: `
draw(k)
path_diversity(t, 1000000, pairs=None) | girth(t) | shortest_cycle(t) | girth(complete(2000)) | algebraic_connectivity(torus(64, 2)) | path_multiplicity(graph(names[:5000], [(a, "0") for a in names[1:5000]]))
route(path, "0", "1048575", routing=lambda h, d: int(h) + 1) | attempt(path, "0", "1048575", routing=lambda h, d: int(h) + 1) | routes(path, "0", "1048575", routing=lambda h, d: int(h) + 1)
link_load(path, traffic=[("0", "1048575")], routing=lambda h, d: int(h) + 1) | simulate(ring(5), trace=[(i, 1, 2) for i in range(50000)]) | simulate(t, trace=[(0, first, last)] * 1000000)
simulate(t, 0.5, traffic="shift1") | simulate(kary_ntree(4, 5), 0.5) | sweep(torus(16, 2), [0.1] * 100, routing="dor")
fault_tolerance(tree, "go_back", 9) | fault_sample(tree, "connected", 9) | pair_success(tree, leaf, leaf2, "go_back_dfs") | cyclic_faults(kary_ntree(4, 4), "one_port", 2)
attempt(t, first, last, routing="first", faults=["0,1"] * 1000000)
distances(t, first) | walk(t, first, [(0, 0)] * 1000000) | are_disjoint([walk(t, first, [])] * 4000) | embedding(torus(64, 2), t) | schedule(fly, [(0, a, None, a) for a in fnodes[:9000]]) | follow(fly, "l* g*") | pipeline(fly, [["l1"]] * 7) | merge([march]) | after(march, march)
doubly_parallel(swapped_dragonfly(32, 32), 1) | sends(march) | shared_links(march) | packets(march) | run(moves, data) | arrivals(march, 5) | tree_links(follow(fly, "l* g* l*", sources=fnodes[:1]), 0) | header_steps(fly, fnodes[0], (4, "*", "*", "*"))
tree_order(ky, 2) | m_sense_conflict(ky) | minimal_path_counts(t, first)
nodes(t) | components(t) | unreachable_pairs(lonely) | induced(t, tnodes) | without(t, nodes=tnodes[1:]) | without(t)
without(k, links=[(str(i), str(i + 1)) for i in range(2999)] * 300) | random_faults(t, nodes=1000000) | random_faults(t, links=1000000)
cartesian_product(torus(32, 2), torus(32, 2)) | graph(names, []) | graph(["a", "b"], [("a", "b")] * 4000) | concentrate(torus(512, 2), 1)
kyklos_ls(2, [range(262144)]) | deal(2, 20) | deal(2, 20, rounds="random") | torus_sides([1024, 1024]) | mesh_sides([1024, 1024])
diameter(t) | average_distance(k) | distance_distribution(k) | total_distance(t) | radius(t) | center(k)
eccentricities(kary_ntree(4, 7)) | distance_matrix(complete(1000)) | weighted_distance(t, [(a, first) for a in tnodes])
is_isomorphic(t, torus(1024, 2)) | isomorphism(k, complete(3000)) | is_fat_tree(t, tnodes) | fat_tree_depth(t, tnodes)
connectivity(t) | link_connectivity(k) | minimum_cut(t, first, last) | minimum_cut(k, "0", "1", of="links") | minimum_cut(t, of="links")
disjoint_paths(t, first, last) | fault_diameter(k, 3) | worst_faults(k, 2998) | bisection(hypercube(10)) | bisection_bounds(torus(31, 2))
automorphism_count(t) | automorphism_generators(t) | orbits(t) | orbits(lonely) | link_orbits(k) | link_orbits(t)
is_vertex_transitive(tree) | is_edge_transitive(k) | is_arc_transitive(k) | is_cayley(hypercube(7)) | regular_subgroup(hypercube(7))
is_regular_group(t, [{a: a for a in tnodes}]) | minimal_paths(t, first, tnodes[524800]) | count_minimal_paths(t, first, tnodes[524800])
nearest_common_ancestors(tree, leaf, leaf2) | dependency_cycle(kary_ntree(4, 5)) | rearrange(tree, "digit_reversal")
permutation(t, "tornado") | permutation(t, "random") | is_congestion_free(tree, [(leaf, leaf2)] * 4000)
is_rearrangeable(kary_ntree(3, 2)) | count_congestion_free(kary_ntree(3, 2)) | link_load(tree, routing="dst", traffic="hot_spot")
link_load(t, traffic=[(first, a) for a in tnodes]) | link_load(t, traffic=lambda a: None) | link_load(t, traffic=lambda a, b: 0)
read_network("\n".join(names), format="edgelist") | read_network("a b\n" * 2000000, format="edgelist") | weighted_distance(t, "shift1")
automorphism_count(lonely) | isomorphism(t, torus(1024, 2)) | histogram(values=range(1000000000000))
populate(tree, 5) | export_network(path) | export_network(tree) | draw(ring(5), marks=["0"] * 1000000)
draw(ring(5), faults=["0"] * 1000000) | histogram(values=[1] * 1000000) | verify("v", lambda i: True, range(1000000000000))
grid(k=range(1000), n=range(700)) | sum(range(1000000000000)) | mean(range(1000000000000)) | prod(range(1, 1000000000000))
`,
}
