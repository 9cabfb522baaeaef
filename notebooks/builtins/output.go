package builtins

import (
	"topobook/notebooks/engine"
)

// outputWords returns the words whose results a page shows as tables, pictures and text.
func outputWords() []engine.Builtin {
	return []engine.Builtin{
		{Name: "table", Fn: wordTable},
		{Name: "mark", Fn: wordMark},
		{Name: "draw", Fn: wordDraw},
		{Name: "plot", Fn: wordPlot},
		{Name: "histogram", Fn: wordHistogram},
		{Name: "heatmap", Fn: wordHeatmap},
		{Name: "text", Fn: wordText},
		{Name: "columns", Fn: wordColumns},
	}
}
