package route_test

import (
	"fmt"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/route"
)

// A routing of one's own: around a ring in one direction only, which is not free of deadlock.
func ExampleByRule() {
	net, err := topology.Build(family.NewRing(5))
	if err != nil {
		fmt.Println(err)
		return
	}
	clockwise := route.ByRule(net, "clockwise", func(u, dest topology.Node, came topology.Channel) ([]route.Way, error) {
		c, _ := net.ChannelBetween(u, (u+1)%5)
		return []route.Way{{Channel: c}}, nil
	})
	path, err := clockwise.Route(1, 0, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	cycle, err := clockwise.DependencyCycle(route.Faults{}, nil)
	fmt.Println(path.Nodes, "a cycle of", len(cycle), "channels", err)
	// Output:
	// [1 2 3 4 0] a cycle of 5 channels <nil>
}
