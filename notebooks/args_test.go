package notebooks

import (
	"strings"
	"testing"
)

// TestErrors checks that what a reader gets wrong is answered with a sentence: the word, what was
// got, and what is wanted.
func TestErrors(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`diameter(3)`, `diameter: for parameter t: got int, want network`},
		{`diameter("ring(4)")`, `diameter: for parameter t: got string, want network`},
		{`diameter()`, `diameter: missing argument for t`},
		{`diameter(ring(4), among="leaves")`, `diameter: for parameter among: got "leaves", want "all" or "processors"`},
		{`diameter(ring(4), amon="all")`, `diameter: unexpected keyword argument amon, want t, among`},
		{`diameter(graph("ab".elems(), []))`, `diameter: 2 ordered pairs of nodes have no path, want a connected network`},
		{`average_distance(kary_ntree(2, 0))`, `average_distance: got no pair of distinct nodes, want at least two nodes or self_pairs=True`},
		{`kary_ntree(1, 3)`, `kary_ntree(k=1, n=3): want k ≥ 2 and n ≥ 0`},
		{`kary_ntree("2", 3)`, `kary_ntree: for parameter k: got string, want int`},
		{`kary_ntree(2.5, 3)`, `kary_ntree: for parameter k: got float, want int`},
		{`kary_ntree(2, 30)`, `kary_ntree(k=2, n=30): want at most`},
		{`kary_ntree(2, 1 << 80)`, `kary_ntree: for parameter n: `},
		{`ring(1)`, `ring(n=1): want n ≥`},
		{`graph(["a"], ["ab"])`, `graph: for parameter links: got "ab", want pairs of nodes`},
		{`graph(["a", "a"], [])`, `graph: node "a" occurs twice`},
		{`graph([1.5], [])`, `graph: for parameter nodes: got float, want a node: its address as a string, or its digits as a tuple`},
		{`induced(ring(4), ["7"])`, `induced: for parameter nodes: ring(n=4): address "7": want 0 to 3`},
		{`induced(ring(4), [])`, `want at least one node`},
		{`nodes(ring(4), kind="leaf")`, `nodes: for parameter kind: got "leaf", want "processor" or "switch"`},
		{`nodes(ring(4), level="top")`, `nodes: for parameter level: got string, want int`},
		{`degrees(ring(4), level=1.5)`, `degrees: for parameter level: got 1.5, want int`},
		{`distance(kary_ntree(4, 2), (1, 4), (0, 0))`, `distance: for parameter a: kary_ntree(k=4, n=2): address "1,4" has digit 4, want 0 to 3`},
		{`distance(kary_ntree(4, 2), (1, 3), (0, 0, 0))`, `distance: for parameter b: kary_ntree(k=4, n=2): address "0,0,0" has 3 digits, want 2`},
		{`neighbors(ring(4), None)`, `neighbors: for parameter a: got NoneType, want a node`},
		{`neighbors(ring(4), ((1,),))`, `neighbors: for parameter a: got a digit of type tuple in the address ((1,),), want int`},
		{`label(ring(5), 0, 2)`, `label: ring(n=5): no link between 0 and 2`},
		{`distance_matrix(hypercube(11))`, `distance_matrix: hypercube(n=11): has 2048 rows, want at most 1024`},
		{`is_fat_tree(ring(4), 0)`, `is_fat_tree: for parameter roots: got int, want a list of nodes`},
		{`bisection(kary_ntree(2, 0))`, `bisection: `},
		{`route(ring(4), 0, 1, routing="dst")`, `route: ring(n=4): routing "dst": want one of random, first`},
		{`route(kary_ntree(2, 2), "0@0", "0,0", routing="dst")`, `0@0 is a switch, want a processor`},
		{`route(ring(4), 0, 1, seed="a")`, `route: for parameter seed: got string, want int`},
		{`minimal_paths(ring(4), 0, 1, limit=0)`, `minimal_paths: for parameter limit: got 0, want 1 to 10000`},
		{`descending_paths(kary_ntree(2, 2), "0@0", "0,0", limit=1 << 30)`, `descending_paths: for parameter limit: got 1073741824, want 1 to 10000`},
		{`nearest_common_ancestors(ring(4), 0, 1)`, `nearest_common_ancestors: ring(n=4): has no levels`},
		{`permutation(kary_ntree(3, 2), "bit_reversal")`, `permutation: kary_ntree(k=3, n=2): permutation bit_reversal is not defined`},
		{`permutation(kary_ntree(3, 2), "mirror")`, `permutation: kary_ntree(k=3, n=2): permutation "mirror": want one of identity, complement`},
		{`permutation(ring(3), "identity")`, `permutation: ring(n=3): want a whole k-ary n-tree`},
		{`rearrange(kary_ntree(2, 1), [("0", "1"), ("0", "0")])`, `rearrange: kary_ntree(k=2, n=1): processor 0 sends two messages, want at most one`},
		{`is_congestion_free(kary_ntree(2, 1), [1])`, `is_congestion_free: for parameter permutation: got 1, want pairs (source, destination)`},
		{`link_load(kary_ntree(2, 1), traffic=5)`, `link_load: for parameter traffic: got int, want a list of pairs (source, destination), or a name`},
		{`link_load(kary_ntree(2, 1))["0,1"]`, `got "0,1", want a channel, as a pair of nodes or as a string a>b`},
		{`kary_ntree(2, 2).diameter`, `network has no .diameter: want diameter(t)`},
		{`ring(3) < ring(4)`, `networks have no order`},
		{`route(ring(3), 0, 1).length`, `path has no .length field or method`},

		{`table(5)`, `table: for parameter rows: got int, want a list`},
		{`table([[1]], align=["middle"])`, `table: for parameter align: got "middle", want "left", "right" or "center"`},
		{`table([[1, 2]], columns=["a"])`, `table: for parameter columns: got 1 names, want one for each of 2 columns`},
		{`table([[1]], columns="a")`, `table: for parameter columns: got string, want a list of strings`},
		{`draw(hypercube(12))`, `draw: hypercube(n=12)`},
		{`draw(ring(4), paths=[["0", "2"]])`, `draw: for parameter paths: ring(n=4): no link between 0 and 2`},
		{`draw(ring(4), paths=route(ring(5), 0, 2))`, `draw: for parameter paths: got a path of ring(n=5), want one of ring(n=4)`},
		{`draw(ring(4), labels="no")`, `draw: for parameter labels: got string, want True, False or None`},
		{`draw(ring(4), source="9")`, `draw: for parameter source: ring(n=4): address "9": want 0 to 3`},
		{`plot([])`, `plot: for parameter series: got no point, want at least one`},
		{`plot({"a": [(1, "x")]})`, `plot: for parameter series: series "a": got string, want a number`},
		{`plot([(1, 0)], y_log=True)`, `plot: chart: series 1: point 1 has y = 0, want more than 0 on a logarithmic axis`},
		{`plot([(1, pow(2, 2000))])`, `want a number that is finite as a float`},
		{`histogram()`, `histogram: want either counts, or values to count`},
		{`heatmap([[1], [1, 2]])`, `heatmap: for parameter matrix: got rows of 2 numbers, want one length of at least 1`},
		{`heatmap([[1]], rows=["a", "b"])`, `heatmap: for parameter rows: got 2 names, want one for each of 1 rows`},
		{`text(1, sep="")`, `text: unexpected keyword argument sep`},
		{`columns()`, `columns: got no output, want at least one`},

		{`sum([1, "2"])`, `sum: for parameter numbers: got string, want a number`},
		{`mean(5)`, `mean: for parameter numbers: got int, want a list`},
		{`mean([])`, `mean: for parameter numbers: got an empty list, want at least one number`},
		{`pow(2, 0.5)`, `pow: for parameter exponent: got 0.5, want a whole number`},
		{`pow(2, 1 << 40)`, `pow: the result has more than 100000 digits, want fewer`},
		{`pow(0, -1)`, `pow: got 0 to the power of -1, want an exponent of at least 0`},
		{`prod([1 << 500] * 1000)`, `prod: the result has more than 100000 digits, want fewer`},
		{`sqrt(-1)`, `sqrt: for parameter x: got -1, want a number at least 0`},
		{`log(0)`, `log: for parameter x: got 0, want a number above 0`},
		{`round(1.5, 20)`, `round: for parameter digits: got 20, want 0 to 15`},
		{`floor("1")`, `floor: for parameter x: got string, want a number`},
		{`product(range(2000), range(2000))`, `product: more than 1048576 combinations, want fewer`},
		{`combinations(range(100), 50)`, `combinations: more than 1048576, want fewer`},
		{`combinations([1], -1)`, `combinations: for parameter r: got -1, want at least 0`},
		{`grid(5)`, `grid: got an argument without a name`},
		{`grid(k=5)`, `grid: for parameter k: got int, want a list`},
		{`grid(k=range(1 << 30))`, `grid: for parameter k: got 1073741824 items, want at most 1048576`},
		{`random(1).int(2, 1)`, `random.int: got 2 to 1, want lo not above hi`},
		{`random(1).choice([])`, `random.choice: for parameter list: got an empty list, want at least one item`},
		{`random(1).sample([1], 2)`, `random.sample: for parameter n: got 2, want 0 to 1, the length of the list`},
		{`help("diametre")`, `help: for parameter word: no word is named "diametre"`},

		{`claim("a b", 1, 1)`, `claim: for parameter id: got "a b", want letters, digits and -`},
		{`claim("x", 1)`, `claim: missing argument for computed`},
		{`verify("x", lambda k: k, [1])`, `verify: case 1: f returned int, want True, False, or a tuple of what is stated and what is computed`},
		{`verify("x", lambda k: True, [])`, `verify: for parameter domain: got no case, want at least one`},
		{`verify("x", lambda k, n: 1 // n == 0, grid(k=[2], n=[0]))`, `verify: case k=2, n=0: `},
		{`verify("x", lambda k: True, grid(m=[1]))`, `verify: case m=1: `},
		{`verify("x", lambda k: True, [{1: 2}])`, `want the name of a parameter`},
		{`verify("x", lambda k: True, [1], where=lambda k: 1)`, `verify: where for 1: returned int, want True or False`},
		{`verify("x", lambda k: False, [1], show=lambda k: k // 0)`, `verify: show for 1: `},
		{`verify("x", 5, [1])`, `verify: for parameter f: got int, want a function`},
		{`verify("x", lambda k: True, [1], show=5)`, `verify: for parameter show: got int, want a function`},
		{`undecided("x")`, `undecided: missing argument for note`},
	} {
		_, _, err := eval(tt.src)
		if err == nil {
			t.Errorf("%s: got no error, want %s", tt.src, tt.want)
		} else if !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s\n got %v\nwant %s", tt.src, err, tt.want)
		}
	}
}
