package builtins

import (
	_ "embed"
	"strings"
	"sync"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
)

// summary has a line for each builtin: its group, its signature and what it returns.
//
//go:embed doc/summary.txt
var summary string

// All returns every builtin, group by group, in the order of the reference.
func All() []engine.Builtin {
	functions := map[string]engine.Builtin{}
	for _, builtin := range tables() {
		functions[builtin.Name] = builtin
	}
	var all []engine.Builtin
	for line := range strings.Lines(summary) {
		group, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		signature, sentence, _ := strings.Cut(rest, "\t")
		name, _, _ := strings.Cut(signature, "(")
		builtin := functions[name]
		builtin.Group, builtin.Signature, builtin.Summary = group, signature, sentence
		all = append(all, builtin)
	}
	return all
}

// tables returns the names and the functions of all builtins.
func tables() []engine.Builtin {
	builtins := engine.Inputs()
	for _, group := range [][]engine.Builtin{
		networkBuiltins(),
		kyklosBuiltins(),
		sidesBuiltins(),
		productBuiltins(),
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
		scheduleDrawings(),
		exportBuiltins(),
		outputBuiltins(),
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

// index has the builtins by name, once it is asked for.
var index struct {
	sync.Once
	builtins map[string]engine.Builtin
}

// Find returns the builtin of the given name, and whether there is one.
func Find(name string) (engine.Builtin, bool) {
	index.Do(func() {
		index.builtins = map[string]engine.Builtin{}
		for _, builtin := range All() {
			index.builtins[builtin.Name] = builtin
		}
	})
	builtin, ok := index.builtins[name]
	return builtin, ok
}

// Highlight is [output.Highlight] for cells that have all builtins at hand.
func Highlight(src string) string {
	return output.Highlight(src, func(name string) bool {
		_, ok := Find(name)
		return ok || dialect.UniverseNames[name]
	})
}
