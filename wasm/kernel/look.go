package kernel

import (
	"slices"
	"strings"

	"topobook/notebooks/engine"
	"topobook/wasm/wire"
)

// maxSeen is how many strings are offered.
const maxSeen = 100

// look returns the strings that m asks for.
func (k *kernel) look(m *wire.Look) *wire.Seen {
	seen := &wire.Seen{}
	switch {
	case k.notebook == nil:
	case m.Name != "":
		seen.Items, seen.Cell = k.notebook.Addresses(m.Name, m.Prefix, maxSeen)
	default:
		seen.Items = slices.DeleteFunc(engine.SortedKeys(k.document.Files), func(name string) bool { return !strings.HasPrefix(name, m.Prefix) })
	}
	return seen
}
