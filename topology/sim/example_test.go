package sim_test

import (
	"fmt"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/sim"
)

// Uniform traffic on a mesh by dimension-order routing, at two loads.
func Example() {
	net, err := topology.Build(family.NewMesh(4, 2))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, load := range []float64{0.1, 0.9} {
		algorithm, err := sim.Named(net, "dor", 4)
		if err != nil {
			fmt.Println(err)
			return
		}
		s, err := sim.New(sim.Reference(net, algorithm, sim.Uniform(net, false), load))
		if err == nil {
			err = s.Run(nil)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		stats := s.Stats()
		fmt.Printf("load %.1f: accepted %.2f, stable %t\n", load, stats.Accepted, stats.Stable)
	}
	// Output:
	// load 0.1: accepted 0.10, stable true
	// load 0.9: accepted 0.59, stable false
}
