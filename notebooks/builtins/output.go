package builtins

import (
	"topobook/notebooks/engine"
)

// outputWords returns the words whose results a page shows as tables, pictures and text.
func outputWords() []engine.Builtin {
	return []engine.Builtin{
		{
			Name: "table", Group: "Outputs", Signature: `table(rows, columns=None, caption="", align=None)`,
			Doc: "Returns a table. rows is a list of lists, of tuples, or of dicts, or one dict; columns are the headers (for dicts: also which keys, in which order); " +
				`align is a list of "left", "right" or "center" (numbers go to the right). None shows as a dash. At most 500 rows are shown.`,
			Example: `table([["ring", 4], ["hypercube", 3]], columns=["network", "degree"])`, Fn: wordTable,
		},
		{
			Name: "mark", Group: "Outputs", Signature: `mark(value, note="")`,
			Doc:     "Returns the value so that it stands out in a table or text, with a note beside it: where a printed number is not the one found, say.",
			Example: `table([[4, "14.40"], [5, mark("18.00", "found 17.99")]], align=["right"] * 2)`, Fn: wordMark,
		},
		{
			Name: "draw", Group: "Outputs",
			Signature: `draw(t, paths=[], marks=[], source=None, dest=None, labels=None, edge_labels=False, highlight_label=None, caption="", color_by_label=False, faults=[], names=None, view=None, within=None, folded=False)`,
			Doc: "Returns a drawing of the network t: rows for levels, else a projection or a circle. paths is a path or a list of paths (lists of nodes work too); marks are nodes to tint, faults nodes and links to cross out: a dict of them as random_faults returns it, or a list as without takes them, " +
				"source and dest nodes; labels=False leaves out the addresses; edge_labels writes the label at the upper end of each link, in a mikant or clos_ntree at both; highlight_label makes the links with that label there bold; " +
				"color_by_label colors links by it; names is a dict from nodes to texts that stand there in place of addresses; " +
				"view, a pair (azimuth, elevation) of degrees, shows a torus, a mesh or a pruned torus of up to 4 dimensions, or ccc(3), in space, digit 0 to the right, digit 1 away and digit 2 upwards at (0, 0), a box for each last digit of four; " +
				"folded folds its rings, 0, k-1, 1, k-2 and so on; within is a network with the same nodes whose other links are drawn faint. Error: a node that t has not; a network too large to draw.",
			Example: `draw(kary_ntree(2, 2), paths=minimal_paths(kary_ntree(2, 2), "0,0", "1,1"), source="0,0", dest="1,1")`, Fn: wordDraw,
		},
		{
			Name: "plot", Group: "Outputs", Signature: `plot(series, x_label="", y_label="", x_log=False, y_log=False, title="")`,
			Doc:     "Returns a chart of lines with its data. series is a dict from names to lists of pairs (x, y), or one list of pairs. (x, y, error) draws an error bar from y - error to y + error, none if error is None, and (x, y, error, stable) a hollow point if stable is not True, as simulate says of a run that its latency means little; a point whose y is None is left out. x_log and y_log make an axis logarithmic. Error: a number that is not finite, or not above 0 on a logarithmic axis.",
			Example: `plot({"ring": [(4, 2), (8, 4)], "hypercube": [(4, 2), (8, 3)]}, x_label="nodes", y_label="diameter")`, Fn: wordPlot,
		},
		{
			Name: "histogram", Group: "Outputs", Signature: `histogram(counts=None, x_label="", y_label="count", title="", values=None)`,
			Doc: "Returns a chart of bars with its data. counts is a list of counts at 0, 1, 2 and so on, such as distance_distribution(t), a dict from numbers or strings to counts, or a list of pairs; " +
				"values, in its place, is a list of numbers to count.",
			Example: `histogram(distance_distribution(hypercube(4)), x_label="distance")`, Fn: wordHistogram,
		},
		{
			Name: "heatmap", Group: "Outputs", Signature: `heatmap(matrix, rows=None, columns=None, title="", x_label="", y_label="")`,
			Doc:     "Returns a matrix of numbers as colors with its data. matrix is a list of rows of one length, at most 256 by 256; rows and columns are lists of names.",
			Example: `heatmap(distance_matrix(ring(5)), title="Distances")`, Fn: wordHeatmap,
		},
		{
			Name: "text", Group: "Outputs", Signature: "text(*parts)",
			Doc: "Returns its parts, joined by spaces, as paragraphs of text; a new line begins a new paragraph.", Example: `text("diameter", 4)`, Fn: wordText,
		},
		{
			Name: "columns", Group: "Outputs", Signature: "columns(*outputs)",
			Doc: "Returns outputs, or any values, side by side.", Example: `columns(draw(ring(4)), draw(complete(4)))`, Fn: wordColumns,
		},
	}
}
