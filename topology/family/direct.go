package family

import (
	"fmt"

	"topobook/topology"
	"topobook/topology/internal/text"
)

// direct gives a network of n numbered processors its kinds, levels and addresses; a family embeds it.
type direct struct {
	nodes int // n
}

func (d direct) Order() int                       { return d.nodes }
func (d direct) Kind(topology.Node) topology.Kind { return topology.Processor }
func (d direct) Level(topology.Node) int          { return topology.NoLevel }
func (d direct) Address(u topology.Node) string   { return fmt.Sprint(u) }

// parse reads the number of a node of def.
func (d direct) parse(def topology.Definition, address string) (topology.Node, error) {
	u, err := parseNumber(text.Plain(address))
	if err != nil || u >= d.nodes {
		return 0, fmt.Errorf("%v: address %q: want 0 to %d", def, address, d.nodes-1)
	}
	return topology.Node(u), nil
}
