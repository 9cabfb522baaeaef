package measure_test

import (
	"fmt"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
)

// What is known of the bisection of a torus, and which bound says so.
func ExampleBisection() {
	net, err := topology.Build(family.NewTorus(6, 2))
	if err != nil {
		fmt.Println(err)
		return
	}
	bounds, err := measure.Bisection(net, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(bounds.Lower, bounds.LowerBy, bounds.Cut.Links, bounds.UpperBy, bounds.Exact())
	// Output:
	// 12 embedding 12 halving true
}

// The fewest switches whose loss parts two processors of a k-ary n-tree, and which.
func ExampleConnectivity() {
	net, err := topology.Build(family.NewKaryNTree(3, 2))
	if err != nil {
		fmt.Println(err)
		return
	}
	count, loss, err := measure.Connectivity(net, measure.Nodes, measure.Processors, nil)
	fmt.Println(count, err)
	for _, u := range loss.Nodes {
		fmt.Println(net.Address(u))
	}
	// Output:
	// 1 <nil>
	// 0@1
}
