package sim_test

import (
	"testing"
	"time"

	"topobook/topology/networktest"
	"topobook/topology/sim"
)

// referenceSpeeds are flit-hops a second of the program whose router this is, on one core at load 0.3.
var referenceSpeeds = map[string]float64{
	"torus(k=8, n=2)": 0.64e6, "kary_ntree(k=4, n=3)": 0.51e6, "kary_ntree(k=4, n=4)": 0.37e6, "torus(k=8, n=3)": 0.19e6,
}

// BenchmarkRouter measures flit-hops a second, a hop being a crossing of a router, under uniform traffic
// at load 0.3, and how many times the reference's that is. Machines differ, and are shared, so it is the best of
// many pieces of a few cycles, which are the operations.
func BenchmarkRouter(b *testing.B) {
	for _, tt := range []struct{ call, routing string }{
		{"torus(k=8, n=2)", "dor"},
		{"kary_ntree(k=4, n=3)", "random"},
		{"kary_ntree(k=4, n=4)", "random"},
		{"torus(k=8, n=3)", "dor"},
		{"mikant(k=4, n=5)", "random"},
		{"torus(k=16, n=3)", "dor"},
	} {
		b.Run(tt.call, func(b *testing.B) {
			net := networktest.Member(b, tt.call)
			config := sim.Reference(net, algorithm(b, net, tt.routing, 4), traffic(b, net, "uniform"), 0.3)
			config.Cycles = 1 << 28
			s, err := sim.New(config)
			if err != nil {
				b.Fatal(err)
			}
			step := func() {
				for range max(1, 4000/net.Order()) {
					if err := s.Step(); err != nil {
						b.Fatal(err)
					}
				}
			}
			for range 400 {
				step()
			}
			rate := 0.0
			for b.Loop() {
				moved, start := s.Moved(), time.Now()
				step()
				rate = max(rate, float64(s.Moved()-moved)/time.Since(start).Seconds())
			}
			b.ReportMetric(rate/1e6, "Mhops/s")
			if reference := referenceSpeeds[tt.call]; reference > 0 {
				b.ReportMetric(rate/reference, "times-reference")
			}
		})
	}
}
