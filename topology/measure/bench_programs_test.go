//go:build !js

package measure_test

import (
	"testing"
	"time"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
	"topobook/topology/route"
)

// BenchmarkPrograms compares with igraph how long the numbers of all shortest paths take in a large network, and with SciPy how long the
// second and the least eigenvalue do. igraph has no such count: it lists the paths, here from 50 sources, whose time is scaled to all, or counts
// them on the way to the betweenness of nodes, which is more work. Machines are shared, so ours is the least time of a run.
func BenchmarkPrograms(b *testing.B) {
	net := networktest.Build(b)(family.NewRandomRegular(5000, 16, 1))
	in := struct {
		Order   int      `json:"order"`
		Links   [][2]int `json:"links"`
		Sources []int    `json:"sources"`
	}{net.Order(), pairsOfEnds(net), nil}
	for i := range 50 {
		in.Sources = append(in.Sources, i*net.Order()/50)
	}
	var found struct {
		Counts                         [][]int64
		Listing, Betweenness, Spectrum float64 // seconds
		Second, Least                  float64
	}
	runPython(b, "bench.py", in, &found)
	for i, source := range in.Sources {
		counts, err := route.CountMinimalPathsFrom(net, topology.Node(source), nil)
		if err != nil {
			b.Fatal(err)
		}
		for u, count := range counts {
			if u != source && count.Int64() != found.Counts[i][u] {
				b.Fatalf("%v: %v shortest paths from %d to %d, igraph lists %d", net, count, source, u, found.Counts[i][u])
			}
		}
	}
	report := func(b *testing.B, run func(), theirs map[string]float64) {
		least := time.Hour
		for b.Loop() {
			least = min(least, timeOf(run))
		}
		b.ReportMetric(least.Seconds(), "s-ours")
		for name, seconds := range theirs {
			b.ReportMetric(seconds, "s-"+name)
			b.ReportMetric(seconds/least.Seconds(), "times-"+name)
		}
	}
	b.Run("paths", func(b *testing.B) {
		scale := float64(net.Order()) / float64(len(in.Sources))
		report(b, func() {
			if _, err := measure.PathMultiplicity(net, measure.All, nil); err != nil {
				b.Fatal(err)
			}
		}, map[string]float64{"igraph-lists": scale * found.Listing, "igraph-betweenness": found.Betweenness})
	})
	b.Run("spectrum", func(b *testing.B) {
		report(b, func() {
			s, err := measure.RegularSpectrum(net, nil)
			if err != nil || !near(s.Second, found.Second) || !near(s.Least, found.Least) {
				b.Fatalf("%v: %+v, %v, SciPy finds %v and %v", net, s, err, found.Second, found.Least)
			}
		}, map[string]float64{"scipy": found.Spectrum})
	})
}
