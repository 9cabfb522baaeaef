package builtins

import (
	"topobook/notebooks/engine"
	"topobook/topology/family"
)

// outputBuiltins returns the builtins whose results a page shows as tables, pictures and text.
func outputBuiltins(families family.Catalogue) []engine.Builtin {
	return []engine.Builtin{
		{Name: "table", Fn: tableBuiltin(nil)},
		{Name: "mark", Fn: builtinMark},
		{Name: "draw", Fn: drawsWithin(families, drawMore{}.drawNetwork)},
		{Name: "animate", Fn: drawsWithin(families, builtinAnimate)},
		{Name: "step_through", Fn: drawsWithin(families, builtinStepThrough)},
		{Name: "plot", Fn: plotBuiltin(nil)},
		{Name: "histogram", Fn: builtinHistogram},
		{Name: "heatmap", Fn: builtinHeatmap},
		{Name: "text", Fn: builtinText},
		{Name: "columns", Fn: builtinColumns},
	}
}
