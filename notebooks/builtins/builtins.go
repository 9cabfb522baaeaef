package builtins

import (
	_ "embed"
	"strings"
	"sync"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/family"
	"topobook/topology/measure"
)

// summary has a line for each builtin: its group, its signature and what it returns.
//
//go:embed doc/summary.txt
var summary string

// All returns every builtin, group by group, in the order of the reference.
func All() []engine.Builtin {
	return documented(append(papersBuiltins(family.All()), moreBuiltins()...))
}

// Papers returns the same, of which only those have a function that cells of the papers' pages name. Their browser
// program needs no others: where a reader names one, the one that has all of them takes its place.
func Papers() []engine.Builtin {
	return documented(papersBuiltins(family.Papers()))
}

// documented returns all builtins in the order of the reference, with the functions that the tables have: of two
// with the same name the later one.
func documented(tables []engine.Builtin) []engine.Builtin {
	functions := map[string]engine.Builtin{}
	for _, builtin := range tables {
		functions[builtin.Name] = builtin
	}
	var all []engine.Builtin
	for line := range strings.Lines(summary) {
		group, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		signature, sentence, _ := strings.Cut(rest, "\t")
		name, _, _ := strings.Cut(signature, "(")
		builtin := functions[name]
		builtin.Name, builtin.Group, builtin.Signature, builtin.Summary = name, group, signature, sentence
		all = append(all, builtin)
	}
	return all
}

// papersBuiltins returns the builtins that cells of the papers' pages name, and those that make the networks of families.
func papersBuiltins(families family.Catalogue) []engine.Builtin {
	builtins := engine.Inputs()
	for _, group := range [][]engine.Builtin{
		networkBuiltins(families),
		kyklosBuiltins(),
		sidesBuiltins(),
		faultBuiltins(),
		nodeBuiltins(),
		measureBuiltins(),
		connectBuiltins(),
		distanceBuiltins(),
		symmetryBuiltins(),
		treesBuiltins(),
		routeBuiltins(),
		routingBuiltins(),
		faultRoutingBuiltins(),
		walkBuiltins(),
		trafficBuiltins(),
		simBuiltins(),
		scheduleBuiltins(),
		scheduleDrawings(families),
		exportBuiltins(families),
		outputBuiltins(families),
		claimBuiltins(),
		numberBuiltins(),
		listBuiltins(),
		helpBuiltins(),
		rootBuiltins(),
	} {
		builtins = append(builtins, group...)
	}
	return builtins
}

// moreBuiltins returns the builtins that no cell of the papers' pages names. A new one has its line here until a page
// names it; a new family has its line in [family.All].
func moreBuiltins() []engine.Builtin {
	return append(structureBuiltins(), []engine.Builtin{
		{Name: "concentrate", Fn: builtinConcentrate},
		{Name: "populate", Fn: builtinPopulate},
		{Name: "cartesian_product", Fn: builtinCartesianProduct},
		{Name: "read_network", Fn: readNetwork(readAny)},
		{Name: "table", Fn: tableBuiltin(setFormats)},
		{Name: "draw", Fn: drawsWithin(family.All(), drawMore{readLayers, draw.Density}.drawNetwork)},
		{Name: "plot", Fn: plotBuiltin(setFront)},
		{Name: "small_multiples", Fn: builtinSmallMultiples},
		{Name: "graph", Fn: graphBuiltin(&cables{cableOf, topology.WithCables})},
		{Name: "export_network", Fn: builtinExportNetwork},
		{Name: "link_connectivity", Fn: connectivityBuiltin(measure.Links)},
		{Name: "minimum_cut", Fn: builtinMinimumCut},
		{Name: "eccentricity", Fn: builtinEccentricity},
		{Name: "eccentricities", Fn: builtinEccentricities},
		{Name: "radius", Fn: builtinRadius},
		{Name: "center", Fn: builtinCenter},
		{Name: "weighted_distance", Fn: builtinWeightedDistance},
		{Name: "automorphism_generators", Fn: symmetryBuiltin(automorphismGenerators)},
		{Name: "is_arc_transitive", Fn: symmetryBuiltin(isArcTransitive)},
		{Name: "is_cayley", Fn: builtinIsCayley},
		{Name: "regular_subgroup", Fn: builtinRegularSubgroup},
		{Name: "pow", Fn: builtinPow},
		{Name: "read", Fn: builtinRead},
	}...)
}

// index has the builtins by name, once it is asked for.
var index struct {
	sync.Once
	builtins map[string]engine.Builtin
}

// Find returns the builtin of the given name, without its function, and whether there is one.
func Find(name string) (engine.Builtin, bool) {
	index.Do(func() {
		index.builtins = map[string]engine.Builtin{}
		for _, builtin := range documented(nil) {
			index.builtins[builtin.Name] = builtin
		}
	})
	builtin, ok := index.builtins[name]
	return builtin, ok
}

// Names returns the names of all builtins, in the order of the reference.
func Names() []string {
	var names []string
	for _, builtin := range documented(nil) {
		names = append(names, builtin.Name)
	}
	return names
}

// Highlight is [output.Highlight] for cells that have all builtins at hand.
func Highlight(src string) string {
	return output.Highlight(src, func(name string) bool {
		_, ok := Find(name)
		return ok || dialect.UniverseNames[name]
	})
}
