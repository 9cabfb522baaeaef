package topology_test

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/endpoints"
	"topobook/topology/export"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/route"
	"topobook/topology/sim"
)

// A network from its definition to a file: two processors on each switch of a torus, measured, routed, simulated, drawn and written.
func Example() {
	torus, err := topology.Build(family.NewTorus(4, 2))
	if err != nil {
		fmt.Println(err)
		return
	}
	per := make([]int, torus.Order())
	for u := range per {
		per[u] = 2
	}
	net, err := topology.Build(endpoints.NewConcentrated(torus, per))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(net, "has", net.Order(), "nodes and", net.Size(), "links")

	// Measure. Progress is nil: there is nobody to tell, and no reason to stop.
	pairs, err := measure.AllPairs(net, measure.Processors, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("diameter %d, average distance %.3f\n", pairs.Diameter(), pairs.Average(false))

	// Route.
	dor, err := route.NamedRouting(net, "dor")
	if err != nil {
		fmt.Println(err)
		return
	}
	a, _ := net.NodeAt("0,0:0")
	b, _ := net.NodeAt("2,3:1")
	path, err := dor.Route(a, b, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print("from a to b:")
	for _, u := range path.Nodes {
		fmt.Print(" ", net.Address(u))
	}
	load, err := dor.Load(route.AllToAll(net), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("\nlargest load %.3f\n", load.Max())

	// Simulate, without deadlock.
	algorithm, err := sim.Named(net, "duato", 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := sim.New(sim.Reference(net, algorithm, sim.Uniform(net, false), 0.1))
	if err == nil {
		err = s.Run(nil)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	stats := s.Stats()
	fmt.Printf("accepted %.2f, stable %t, deadlock %t\n", stats.Accepted, stats.Stable, stats.Deadlock != nil)

	// Draw, and write.
	svg, err := draw.Network(net, draw.Defaults())
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := export.Write(net, "graphml", nil)
	fmt.Println(strings.HasPrefix(svg, "<svg"), strings.HasPrefix(text, "<?xml"), err)
	// Output:
	// concentrate(torus(k=4, n=2), p=2) has 48 nodes and 64 links
	// diameter 6, average distance 4.065
	// from a to b: 0,0:0 0,0 1,0 2,0 2,3 2,3:1
	// largest load 48.000
	// accepted 0.10, stable true, deadlock false
	// true true <nil>
}

// A star is a switch in the middle of processors.
type star struct{ processors int }

func (s star) String() string { return "star(" + strconv.Itoa(s.processors) + ")" }
func (s star) Order() int     { return s.processors + 1 }

func (s star) Kind(u topology.Node) topology.Kind {
	if u == 0 {
		return topology.Switch
	}
	return topology.Processor
}

func (s star) Level(u topology.Node) int { return min(int(u), 1) }

func (s star) Address(u topology.Node) string {
	if u == 0 {
		return "hub"
	}
	return strconv.Itoa(int(u))
}

func (s star) NodeAt(address string) (topology.Node, error) {
	for u := range topology.Node(s.Order()) {
		if s.Address(u) == address {
			return u, nil
		}
	}
	return 0, fmt.Errorf("%v: no node has the address %q", s, address)
}

func (s star) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		for u := topology.Node(1); int(u) < s.Order(); u++ {
			if !yield(topology.Link{A: 0, PortA: int(u) - 1, LabelA: topology.NoLabel, B: u, LabelB: topology.NoLabel}) {
				return
			}
		}
	}
}

// A family of one's own, with a switch, is a type with these methods.
func ExampleDefinition() {
	net, err := topology.New(star{5})
	if err != nil {
		fmt.Println(err)
		return
	}
	pairs, err := measure.AllPairs(net, measure.Processors, nil)
	fmt.Println(net, net.Kind(0), net.Degree(0), pairs.Diameter(), err)
	// Output:
	// star(5) switch 5 2 <nil>
}

// Trunks, and what is known of cables.
func ExampleWithCables() {
	net, err := topology.Build(topology.NewGraph(
		[]string{"leaf", "spine", "a", "b"},
		[][2]string{{"a", "leaf"}, {"b", "leaf"}, {"leaf", "spine"}, {"leaf", "spine"}},
		topology.WithSwitches("leaf", "spine"), topology.WithParallelLinks(),
		topology.WithCables([]topology.Cable{{}, {}, {Kind: "optical", Length: 20}, {Kind: "optical", Length: 20}})))
	if err != nil {
		fmt.Println(err)
		return
	}
	leaf, _ := net.NodeAt("leaf")
	first, end := net.Channels(leaf)
	for c := first; c < end; c++ {
		fmt.Println(net.Address(net.Head(c)), net.Cable(c))
	}
	// Output:
	// a { 0 0 0}
	// b { 0 0 0}
	// spine {optical 20 0 0}
	// spine {optical 20 0 0}
}
