package measure_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/graph/traverse"

	gonum "gonum.org/v1/gonum/graph"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
)

// BenchmarkAllPairs measures the networks of the reference table in each way. Machines differ, and are
// shared, so each way reports the least time of a run, in ms for all sources, and how many times as fast
// it is as a search by queue for each source, and as blocks of sources, all least times of this run. Gonum's
// searches and ours by queue are from some sources only. What is declared is orbits or dimensions.
func BenchmarkAllPairs(b *testing.B) {
	for _, tt := range references[:5] {
		declared, undeclared := member(b, tt.call)
		queue := func(net *topology.Network, sources int) func() {
			return func() {
				for i := range sources {
					measure.From(net, topology.Node(i*net.Order()/sources), measure.All)
				}
			}
		}
		all := func(net *topology.Network) func() {
			return func() {
				if _, err := measure.AllPairs(net, measure.All, nil); err != nil {
					b.Fatal(err)
				}
			}
		}
		g := toGonum(declared)
		walk := func() {
			var bfs traverse.BreadthFirst
			bfs.Walk(g, g.Node(0), func(gonum.Node, int) bool { return false })
		}
		for _, way := range []struct {
			name    string
			sources int
			run     func()
		}{
			{"queue", 32, queue(declared, 32)},
			{"blocks", tt.nodes, all(undeclared)},
			{"declared", tt.nodes, all(declared)},
			{"gonum", 1, walk},
		} {
			b.Run("way="+way.name+"/"+tt.call, func(b *testing.B) {
				least, leastQueue, leastBlocks := time.Hour, time.Hour, time.Hour
				for b.Loop() {
					leastQueue = min(leastQueue, timeOf(queue(declared, 32)))
					leastBlocks = min(leastBlocks, timeOf(all(undeclared)))
					least = min(least, timeOf(way.run))
				}
				ms := least.Seconds() * 1000 * float64(tt.nodes) / float64(way.sources)
				b.ReportMetric(ms, "ms")
				b.ReportMetric(leastQueue.Seconds()*1000*float64(tt.nodes)/32/ms, "times-queue")
				b.ReportMetric(leastBlocks.Seconds()*1000/ms, "times-blocks")
				b.ReportMetric(0, "ns/op") // of all ways together
			})
		}
	}
}

func timeOf(run func()) time.Duration {
	began := time.Now()
	run()
	return time.Since(began)
}

// steps are the largest networks of at most 10,000 nodes of each family, or nearly; of families with several
// parameters those of unlike shapes. The last three have four automorphisms and so a quarter of their nodes to
// search from.
var steps = []string{
	"torus(k=21, n=3)", "torus(k=100, n=2)", "torus(k=2, n=13)", "mesh(k=21, n=3)", "mesh(k=10000, n=1)", "hypercube(n=13)",
	"incomplete_torus(k=13, n=3, l=59, degree=6, by=\"sum\")", "incomplete_torus(k=2, n=11, l=9, degree=6, by=\"last\")",
	"incomplete_torus(k=10, n=3, l=100, degree=4, by=\"sum\")", "ccc(n=9)", "ring(n=10000)", "complete(n=4096)",
	"kary_ntree(k=2, n=10)", "kary_ntree(k=4, n=5)", "kary_ntree(k=20, n=3)", "kary_ntree_literal(k=9, n=4)",
	"clos_ntree(k=2, n=9)", "clos_ntree(k=16, n=3)", "mikant(k=2, n=9)", "mikant(k=16, n=3)", "mary_tree(m=2, n=12)", "mary_tree(m=3, n=8)",
	"butterfly(k=2, n=10)", "butterfly(k=4, n=6)", "butterfly(k=2896, n=2)", "kary_nfly(k=2, n=10)", "kary_nfly(k=16, n=3)",
	"swapped_dragonfly(K=16, M=16, xor=False)", "swapped_dragonfly(K=21, M=21, xor=False)", "swapped_dragonfly(K=2, M=70, xor=False)",
	"maximal_dragonfly(K=6, M=24, arrangement=\"absolute\")", "maximal_dragonfly(K=2, M=70, arrangement=\"absolute\")",
	"maximal_dragonfly(K=17, M=24, arrangement=\"absolute\")", "maximal_dragonfly(K=8, M=35, arrangement=\"relative\")",
	"maximal_dragonfly(K=8, M=35, arrangement=\"palm-tree\")", "maximal_dragonfly(K=2, M=70, arrangement=\"circulant\")",
	"swapped_hypercube(k=3, m=5)", "swapped_hypercube(k=11, m=1)", "kyklos(version=1, m=2, r=3, n=11)", "kyklos(version=2, m=2, r=2, n=11)",
	"kyklos(version=3, m=2, r=2, n=9)", "modified_kyklos(n=11)", "hyperkyklos(n=9)",
	"sw_banyan(s=2, f=3, l=7)", "sw_banyan(s=13, f=14, l=3)", "sk_banyan(f=3, l=7)", "sk_banyan(f=97, l=2)", "hypertree(n=12)",
	"x_tree(n=9, ring=\"full\")",
	"kyklos(version=3, m=2, r=2, n=11)", "x_tree(n=12, ring=\"half\")", "x_tree(n=12, ring=\"full\")",
}

// BenchmarkStep is what a step of a slider costs: it builds a network of at most 10,000 nodes and
// takes all measures of distance; the least times of a run. With -benchtime 5x that is as long as it takes when the
// slider is first moved, and WebAssembly is not yet optimized. The networks that are not in the table of families
// come last: sides, a product, and a reader's graph, which has to be searched from every node.
func BenchmarkStep(b *testing.B) {
	for _, call := range steps {
		member, args, ok := family.All().Parse(call)
		if !ok {
			b.Fatal(call)
		}
		benchmarkStep(b, call, func() (topology.Definition, error) { return member.New(args) })
	}
	sides := []int{7, 11, 13, 9}
	benchmarkStep(b, "torus_sides(sides=[7, 11, 13, 9])", func() (topology.Definition, error) { return family.NewTorusSides(sides) })
	benchmarkStep(b, "mesh_sides(sides=[7, 11, 13, 9])", func() (topology.Definition, error) { return family.NewMeshSides(sides) })
	benchmarkStep(b, "cartesian_product(kary_ntree(k=4, n=2), ring(n=400))", func() (topology.Definition, error) {
		ring, err := topology.Build(family.NewRing(400))
		if err != nil {
			return nil, err
		}
		return topology.NewProduct(kary(b, 4, 2), ring)
	})
	for _, n := range []int{1000, 10_000} {
		graph := random(b, rand.New(rand.NewPCG(1, 1)), n, 4*n)
		benchmarkStep(b, fmt.Sprintf("graph(nodes=%d, links=%d)", n, graph.Size()), func() (topology.Definition, error) {
			return graph.Definition, nil
		})
	}
}

// benchmarkStep measures the step to the network that call names.
func benchmarkStep(b *testing.B, call string, define func() (topology.Definition, error)) {
	b.Run(call, func(b *testing.B) {
		least, leastBuilt := time.Hour, time.Hour
		for b.Loop() {
			began := time.Now()
			net, err := topology.Build(define())
			if err != nil {
				b.Fatal(err)
			}
			built := time.Since(began)
			for _, among := range []measure.Among{measure.All, measure.Processors} {
				if among == measure.Processors && len(net.Processors()) == net.Order() {
					break // the same again
				}
				pairs, err := measure.AllPairs(net, among, nil)
				if err != nil {
					b.Fatal(err)
				}
				pairs.Total(false)
				pairs.Total(true)
				if radius, center := measure.Center(pairs.Eccentricities); radius > pairs.Diameter() || len(pairs.Eccentricities) != net.Order() {
					b.Fatal(net, radius, center)
				}
			}
			least, leastBuilt = min(least, time.Since(began)), min(leastBuilt, built)
		}
		b.ReportMetric(leastBuilt.Seconds()*1000, "ms-to-build")
		b.ReportMetric(least.Seconds()*1000, "ms")
		b.ReportMetric(0, "ns/op")
	})
}
