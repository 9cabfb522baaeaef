package schedule_test

import (
	"fmt"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/schedule"
)

// A broadcast on a ring of five: when each link is used, whether two packets ever share one, and how long it takes.
func Example() {
	net, err := topology.Build(family.NewRing(5))
	if err != nil {
		fmt.Println(err)
		return
	}
	link := func(a, b topology.Node) topology.Channel {
		c, _ := net.ChannelBetween(a, b)
		return c
	}
	s, err := schedule.New(net, 1, []schedule.Send{
		{Time: 0, From: 0, Channel: link(0, 1)}, {Time: 0, From: 0, Channel: link(0, 4)},
		{Time: 1, From: 1, Channel: link(1, 2)}, {Time: 1, From: 4, Channel: link(4, 3)},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Hops(), "hops in", s.Makespan(), "steps,", len(s.Conflicts(10)), "conflicts")
	// Output:
	// 4 hops in 2 steps, 0 conflicts
}
