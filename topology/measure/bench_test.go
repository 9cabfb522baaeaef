package measure_test

import (
	"testing"
	"time"

	"gonum.org/v1/gonum/graph/traverse"

	gonum "gonum.org/v1/gonum/graph"

	"topobook/topology"
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

// BenchmarkStep is what a step of a slider costs: it builds a network of at most 10,000 nodes and
// takes all measures of distance; the least times of a run.
func BenchmarkStep(b *testing.B) {
	for _, call := range []string{
		"torus(k=21, n=3)", "mesh(k=21, n=3)", "hypercube(n=13)", "kary_ntree(k=4, n=5)", "kary_ntree(k=20, n=3)",
		"swapped_dragonfly(K=16, M=16, xor=False)", "maximal_dragonfly(K=6, M=24, arrangement=\"absolute\")",
		"kyklos(version=2, m=2, r=2, n=11)", "mary_tree(m=3, n=8)", "butterfly(k=4, n=6)", "ccc(n=9)", "ring(n=10000)", "complete(n=200)",
	} {
		family, args, ok := topology.ParseMember(call)
		if !ok {
			continue
		}
		b.Run(call, func(b *testing.B) {
			least, leastBuilt := time.Hour, time.Hour
			for b.Loop() {
				began := time.Now()
				net, err := topology.Build(family.New(args))
				if err != nil {
					b.Fatal(err)
				}
				built := time.Since(began)
				pairs, err := measure.AllPairs(net, measure.All, nil)
				if err != nil {
					b.Fatal(err)
				}
				if len(pairs.Eccentricities) != net.Order() || pairs.Unreachable > 0 {
					b.Fatal(net)
				}
				least, leastBuilt = min(least, time.Since(began)), min(leastBuilt, built)
			}
			b.ReportMetric(leastBuilt.Seconds()*1000, "ms-to-build")
			b.ReportMetric(least.Seconds()*1000, "ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}
