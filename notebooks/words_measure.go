package notebooks

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/topology"
	"topobook/topology/measure"
)

// measureWords returns the words that measure networks.
func measureWords() []Word {
	const among = ` among is "all" nodes or "processors" only; paths go through any node.`
	const bfs = " By breadth-first search from every node."
	return []Word{
		{
			Name: "order", Group: "Measures", Signature: "order(t)",
			Doc: "Returns the number of nodes of t.", Example: `order(kary_ntree(4, 2))`, Fn: wordOrder,
		},
		{
			Name: "size", Group: "Measures", Signature: "size(t)",
			Doc: "Returns the number of links of t; a link is two channels.", Example: `size(kary_ntree(4, 2))`, Fn: wordSize,
		},
		{
			Name: "degree", Group: "Measures", Signature: "degree(t)",
			Doc: "Returns the degree of t: the most links at a node.", Example: `degree(kary_ntree(4, 2))`, Fn: wordDegree,
		},
		{
			Name: "degrees", Group: "Measures", Signature: "degrees(t, level=None)",
			Doc:     "Returns the degrees that occur in t, or at one level of it (an int), each once, in increasing order.",
			Example: `degrees(kary_ntree(4, 2), level=0)`, Fn: wordDegrees,
		},
		{
			Name: "distance", Group: "Measures", Signature: "distance(t, a, b)",
			Doc:     "Returns the fewest hops from the node a to the node b, or None if there is no path.",
			Example: `distance(kary_ntree(4, 2), "0,0", (3, 1))`, Fn: wordDistance,
		},
		{
			Name: "diameter", Group: "Measures", Signature: `diameter(t, among="all")`,
			Doc: "Returns the largest distance between two nodes, in hops." + among + " Error: a pair without a path." + bfs,
			// The processors of a k-ary n-tree are its farthest nodes.
			Example: `diameter(kary_ntree(4, 2), among="processors")`, Fn: wordDiameter,
		},
		{
			Name: "average_distance", Group: "Measures", Signature: `average_distance(t, among="all", self_pairs=False)`,
			Doc: "Returns the average distance over all ordered pairs of nodes, in hops, as a float. self_pairs counts each node with itself too." +
				among + " Error: no pair, or a pair without a path." + bfs,
			Example: `average_distance(kary_ntree(4, 2), among="processors")`, Fn: wordAverageDistance,
		},
		{
			Name: "total_distance", Group: "Measures", Signature: `total_distance(t, among="all")`,
			Doc: "Returns the sum of the distances of all ordered pairs of nodes, in hops, as an exact int." +
				among + " Error: a pair without a path." + bfs,
			Example: `total_distance(kary_ntree(4, 2), among="processors")`, Fn: wordTotalDistance,
		},
		{
			Name: "distance_distribution", Group: "Measures", Signature: `distance_distribution(t, among="all", self_pairs=False)`,
			Doc: "Returns the numbers of ordered pairs of nodes at distance 0, 1, 2 and so on, as a list. self_pairs counts each node with itself, at distance 0." +
				among + " Pairs without a path are left out." + bfs,
			Example: `distance_distribution(kary_ntree(4, 2), among="processors")`, Fn: wordDistanceDistribution,
		},
		{
			Name: "distance_matrix", Group: "Measures", Signature: `distance_matrix(t, among="all")`,
			Doc: "Returns the distances between each two nodes, in hops, as a list of rows in the order of nodes(t); None where there is no path." +
				among + fmt.Sprintf(" Error: more than %d nodes.", maxMatrix),
			Example: `distance_matrix(ring(4))`, Fn: wordDistanceMatrix,
		},
		{
			Name: "components", Group: "Measures", Signature: "components(t)",
			Doc:     "Returns the connected parts of t, each as the list of its nodes' addresses.",
			Example: `components(induced(ring(5), ["0", "1", "3"]))`, Fn: wordComponents,
		},
		{
			Name: "is_isomorphic", Group: "Measures", Signature: "is_isomorphic(a, b)",
			Doc: "Returns True if the networks a and b are the same graph but for the names of nodes; kinds, ports and labels do not count. " +
				"By colour refinement and search (McKay and Piperno, 2014).",
			Example: `is_isomorphic(hypercube(2), ring(4))`, Fn: wordIsIsomorphic,
		},
		{
			Name: "isomorphism", Group: "Measures", Signature: "isomorphism(a, b)",
			Doc: "Returns a dict from the addresses of the network a to those of b under which links go to links, or None if there is none. " +
				"Kinds, ports and labels do not count.",
			Example: `isomorphism(hypercube(2), ring(4))`, Fn: wordIsomorphism,
		},
		{
			Name: "is_fat_tree", Group: "Measures", Signature: "is_fat_tree(t, roots)",
			Doc: "Returns True if t with the given list of root nodes is a fat-tree by Definition 2.1 of Petrini and Vanneschi (1997), as it is written: " +
				"if its nodes can be given two colors such that links join different colors and all roots have one color.",
			Example: `is_fat_tree(ring(4), ["0", "2"])`, Fn: wordIsFatTree,
		},
		{
			Name: "fat_tree_depth", Group: "Measures", Signature: "fat_tree_depth(t, roots)",
			Doc: "Returns how many steps of the recursion of Definition 2.1 of Petrini and Vanneschi (1997) build t with the given list of root nodes, " +
				"if every step takes all roots off; or None if that does not end with single nodes.",
			Example: `fat_tree_depth(kary_ntree(2, 3), nodes(kary_ntree(2, 3), level=0))`, Fn: wordFatTreeDepth,
		},
		{
			Name: "bisection", Group: "Measures", Signature: "bisection(t)",
			Doc: "Returns the fewest links whose removal parts the processors into two halves (sizes differ by one if their number is odd); switches may be on either side. " +
				"By exhaustive search with bounds. Error: fewer than two processors, or too large for an exact search.",
			Example: `bisection(kary_ntree(2, 3))`, Fn: wordBisection,
		},
	}
}

// maxMatrix is the largest number of rows of a distance matrix as a value of a cell.
const maxMatrix = 1024

// oneNetwork unpacks a network, and then the further parameters.
func oneNetwork(word string, args starlark.Tuple, kwargs []starlark.Tuple, more ...any) (t *network, err error) {
	err = unpack(word, args, kwargs, append([]any{"t", &t}, more...)...)
	return t, err
}

func wordOrder(_ *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, err := oneNetwork("order", args, kwargs)
	if err != nil {
		return nil, err
	}
	return starlark.MakeInt(t.Order()), nil
}

func wordSize(_ *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, err := oneNetwork("size", args, kwargs)
	if err != nil {
		return nil, err
	}
	return starlark.MakeInt(t.Size()), nil
}

func wordDegree(_ *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, err := oneNetwork("degree", args, kwargs)
	if err != nil {
		return nil, err
	}
	return starlark.MakeInt(measure.MaxDegree(t.Network)), nil
}

func wordDegrees(_ *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var level starlark.Value = starlark.None
	t, err := oneNetwork("degrees", args, kwargs, "level?", &level)
	if err != nil {
		return nil, err
	}
	if level == starlark.None {
		return listOf(measure.Degrees(t.Network), starlark.MakeInt), nil
	}
	wanted, err := starlark.AsInt32(level)
	if err != nil {
		return nil, badArg("degrees", "level", fmt.Errorf("got %s, want int", shortText(level)))
	}
	return listOf(measure.DegreesAt(t.Network, wanted), starlark.MakeInt), nil
}

// listOf returns a list of values made from xs.
func listOf[X any, V starlark.Value](xs []X, value func(X) V) *starlark.List {
	list := make([]starlark.Value, len(xs))
	for i, x := range xs {
		list[i] = value(x)
	}
	return starlark.NewList(list)
}

func wordDistance(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, a, b, err := twoNodes("distance", args, kwargs)
	if err != nil {
		return nil, err
	}
	if err := chargeNodes(c, "distance", t, 8); err != nil {
		return nil, err
	}
	return intUnless(int(measure.Distances(t.Network, a)[b]), -1), nil
}

// chargeNodes charges so many bytes for each node of t, if they are many.
func chargeNodes(c *Call, word string, t *network, bytes int) error {
	if t.Order() < smallNetwork {
		return nil
	}
	if err := c.Charge(int64(t.Order()) * int64(bytes)); err != nil {
		return fmt.Errorf("%s: %w", word, err)
	}
	return nil
}

// allPairs unpacks a network and among, then the further parameters, and counts pairs by distance.
func allPairs(word string, c *Call, args starlark.Tuple, kwargs []starlark.Tuple, more ...any) (measure.Pairs, error) {
	var among amongArg
	t, err := oneNetwork(word, args, kwargs, append([]any{"among?", &among}, more...)...)
	if err != nil {
		return measure.Pairs{}, err
	}
	if known := t.pairs[among.Among]; known != nil {
		return *known, nil
	}
	if err := chargeNodes(c, word, t, 80); err != nil {
		return measure.Pairs{}, err
	}
	pairs, err := measure.AllPairs(t.Network, among.Among, c.Progress)
	if err != nil {
		return measure.Pairs{}, err
	}
	t.pairs[among.Among] = &pairs
	return pairs, nil
}

// connectedPairs is allPairs for a measure that needs a path between each two nodes.
func connectedPairs(word string, c *Call, args starlark.Tuple, kwargs []starlark.Tuple, more ...any) (measure.Pairs, error) {
	pairs, err := allPairs(word, c, args, kwargs, more...)
	if err == nil && pairs.Unreachable > 0 {
		err = fmt.Errorf("%s: %d ordered pairs of nodes have no path, want a connected network", word, pairs.Unreachable)
	}
	return pairs, err
}

func wordDiameter(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	pairs, err := connectedPairs("diameter", c, args, kwargs)
	if err != nil {
		return nil, err
	}
	return starlark.MakeInt(pairs.Diameter()), nil
}

func wordAverageDistance(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var selfPairs bool
	pairs, err := connectedPairs("average_distance", c, args, kwargs, "self_pairs?", &selfPairs)
	if err != nil {
		return nil, err
	}
	sum, count := pairs.Average(selfPairs)
	if count == 0 {
		return nil, fmt.Errorf("average_distance: got no pair of distinct nodes, want at least two nodes or self_pairs=True")
	}
	return starlark.Float(float64(sum) / float64(count)), nil
}

func wordTotalDistance(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	pairs, err := connectedPairs("total_distance", c, args, kwargs)
	if err != nil {
		return nil, err
	}
	sum, _ := pairs.Average(false)
	return starlark.MakeInt64(sum), nil
}

func wordDistanceDistribution(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var selfPairs bool
	pairs, err := allPairs("distance_distribution", c, args, kwargs, "self_pairs?", &selfPairs)
	if err != nil {
		return nil, err
	}
	list := listOf(pairs.Histogram, starlark.MakeInt64)
	if !selfPairs && list.Len() > 0 {
		if err := list.SetIndex(0, starlark.MakeInt(0)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func wordDistanceMatrix(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var among amongArg
	t, err := oneNetwork("distance_matrix", args, kwargs, "among?", &among)
	if err != nil {
		return nil, err
	}
	rows := t.Order()
	if among.Among == measure.Processors {
		rows = len(t.Processors())
	}
	if rows > maxMatrix {
		return nil, fmt.Errorf("distance_matrix: %v: has %d rows, want at most %d", t, rows, maxMatrix)
	}
	if err := c.Charge(int64(rows) * int64(rows) * 20); err != nil {
		return nil, fmt.Errorf("distance_matrix: %w", err)
	}
	matrix, err := measure.DistanceMatrix(t.Network, among.Among, c.Progress)
	if err != nil {
		return nil, err
	}
	return listOf(matrix, func(row []int32) *starlark.List {
		return listOf(row, func(d int32) starlark.Value { return intUnless(int(d), -1) })
	}), nil
}

func wordComponents(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, err := oneNetwork("components", args, kwargs)
	if err != nil {
		return nil, err
	}
	if err := chargeNodes(c, "components", t, 64); err != nil {
		return nil, err
	}
	return listOf(measure.Components(t.Network), t.addresses), nil
}

// matchNetworks unpacks two networks and returns an isomorphism, nil if there is none.
func matchNetworks(word string, c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (a, b *network, iso []topology.Node, err error) {
	if err = unpack(word, args, kwargs, "a", &a, "b", &b); err != nil {
		return nil, nil, nil, err
	}
	if err = chargeNodes(c, word, a, 256); err != nil {
		return nil, nil, nil, err
	}
	iso, err = measure.Isomorphism(a.Network, b.Network, c.Progress)
	return a, b, iso, err
}

func wordIsIsomorphic(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	_, _, iso, err := matchNetworks("is_isomorphic", c, args, kwargs)
	if err != nil {
		return nil, err
	}
	return starlark.Bool(iso != nil), nil
}

func wordIsomorphism(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	a, b, iso, err := matchNetworks("isomorphism", c, args, kwargs)
	if err != nil {
		return nil, err
	}
	if iso == nil {
		return starlark.None, nil
	}
	d := starlark.NewDict(len(iso))
	for u, v := range iso {
		if err := d.SetKey(a.address(topology.Node(u)), b.address(v)); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// networkAndRoots unpacks a network and a list of its nodes.
func networkAndRoots(word string, args starlark.Tuple, kwargs []starlark.Tuple) (*network, []topology.Node, error) {
	var list starlark.Value
	t, err := oneNetwork(word, args, kwargs, "roots", &list)
	if err != nil {
		return nil, nil, err
	}
	roots, err := nodesArg(word, "roots", t, list)
	return t, roots, err
}

func wordIsFatTree(_ *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, roots, err := networkAndRoots("is_fat_tree", args, kwargs)
	if err != nil {
		return nil, err
	}
	ok, _ := measure.IsFatTree(t.Network, roots)
	return starlark.Bool(ok), nil
}

func wordFatTreeDepth(_ *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, roots, err := networkAndRoots("fat_tree_depth", args, kwargs)
	if err != nil {
		return nil, err
	}
	depth, err := measure.FatTree(t.Network, roots)
	if err != nil {
		return starlark.None, nil // the reason is for Go callers; a cell asks whether
	}
	return starlark.MakeInt(depth), nil
}

func wordBisection(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, err := oneNetwork("bisection", args, kwargs)
	if err != nil {
		return nil, err
	}
	cut, err := measure.Bisection(t.Network, c.Progress)
	if err != nil {
		return nil, fmt.Errorf("bisection: %w", err)
	}
	return starlark.MakeInt(cut.Links), nil
}
