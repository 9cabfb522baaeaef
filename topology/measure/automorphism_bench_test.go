package measure_test

import (
	"testing"

	"topobook/topology/family"
	"topobook/topology/measure"
)

// BenchmarkAutomorphisms takes networks of about 4096 nodes.
func BenchmarkAutomorphisms(b *testing.B) {
	for _, call := range []string{
		"torus(k=16, n=3)", "hypercube(n=12)", "kyklos(version=2, m=2, r=2, n=11)", "kyklos(version=1, m=2, r=3, n=10)", "kary_ntree(k=4, n=5)", "kary_ntree(k=2, n=9)",
		"mary_tree(m=2, n=11)", "swapped_dragonfly(K=16, M=16, xor=False)", "butterfly(k=2, n=10)", "ccc(n=9)", "complete(n=500)", "ring(n=4096)", "mesh(k=16, n=3)", `x_tree(n=11, ring="full")`, "maximal_dragonfly(K=4, M=31, arrangement=\"absolute\")", "swapped_hypercube(k=4, m=4)", "sw_banyan(s=2, f=2, l=9)", "hyperkyklos(n=9)", "hypertree(n=11)",
	} {
		member, args, ok := family.All().Parse(call)
		if !ok {
			b.Errorf("%s: no such call", call)
			continue
		}
		def, err := member.New(args)
		net := build(b, def, err)
		b.Run(call, func(b *testing.B) {
			var g *measure.Group
			for b.Loop() {
				var err error
				if g, err = measure.Automorphisms(net, nil, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(g.Generators)), "generators")
			b.ReportMetric(float64(net.Size()), "links")
		})
	}
}
