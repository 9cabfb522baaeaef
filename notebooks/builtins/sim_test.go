package builtins

import (
	"strings"
	"testing"
)

// TestSimBuiltins checks what the builtins about simulation return against laws of the router, and each against
// the other.
func TestSimWords(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		// A lone packet of L flits takes 5R+2+(L-1) cycles over R routers, and one more for each full buffer of 4.
		{`[simulate(kary_ntree(4, 2), 0.01, traffic=[("0,0", b)], packet=4, injection="periodic", cycles=2000)["latency"] for b in ["0,0", "0,1", "3,3"]]`, `[10, 10, 20]`},
		{`[(p["least"], p["most"], p["median"], p["routers"], p["hops"]) for p in [simulate(torus(5, 2), 0.01, routing="dor", traffic=[("0,0", "2,4")], packet=9, injection="periodic", cycles=3000)]]`, `[(32, 32, 32, 4, 3)]`},
		// With a router of no cycles H+M-1 over H links, those of the processors included.
		{`[(p["latency"], p["hops"], p["packets"]) for p in [simulate(mikant(2, 3), 0.01, traffic=[("0,0,0,0", "1,1,1,1")], vcs=1, packet=16, pipeline=0, warmup=0, deliver=3, injection="periodic")]]`, `[(20, 5, 3)]`},
		{`simulate(ring(6), 0.1, traffic=lambda a: (int(a) + 1) % 6, pipeline=2, link=4, packet=1, cycles=500)["least"]`, `30`},
		{`[simulate(ring(6), 1, routing="first", vcs=1)[k] for k in ["stable", "filled", "deadlock"]]`, `[False, "6 channels wait for each other", ["2>3", "3>4", "4>5", "5>0", "0>1", "1>2"]]`},
		{`[sweep(torus(3, 2), [0.9, 0.1], routing="dor", cycles=300)[i]["latency"] == simulate(torus(3, 2), x, routing="dor", cycles=300)["latency"] for i, x in [(0, 0.9), (1, 0.1)]]`, `[True, True]`},
		{`[(p["stable"], p["filled"] == None, p["accepted"] < 0.6) for p in sweep(kary_ntree(4, 2), [0.2, 1], traffic="digit_reversal", routing="first")]`, `[(True, True, True), (False, False, True)]`},
		{`[(round(d["channels"]["0>1"] / d["accepted"], 9), d["busiest"], sum([n for _, n in d["histogram"]]) == d["packets"]) for d in [simulate(mesh(2, 1), 0.3, traffic=[(0, 1)])]]`, `[(1, "0>1", True)]`},
		{`simulate(mesh(2, 1), 0.3, traffic=[(0, 1)]).keys() == simulate(ring(5), 0.1, cycles=10).keys(), sweep(ring(4), [])`, `(True, [])`},
		// What nothing was measured of is None, and no perfect run.
		{`[simulate(torus(4, 2), 1e-12, routing="dor", cycles=500)[k] for k in ["stable", "steady", "latency", "interval", "network", "least", "median", "p99", "most", "hops", "fairness", "packets", "filled"]]`,
			`[None, None, None, None, None, None, None, None, None, None, None, 0, "no packet was made in the cycles that are measured"]`},
		{`[(p["stable"], p["latency"], p["packets"]) for p in [simulate(ring(6), trace=[(0, 0, 1, 60000)], cycles=500)]]`, `[(False, None, 0)]`},
		{`[(p["stable"], p["steady"], p["interval"] != None) for p in sweep(torus(4, 2), [0.3, 0.6, 0.8], routing="dor", self_pairs=True, cycles=2000)]`, `[(True, True, True), (True, False, False), (False, False, False)]`},
		// Several seeds are the means of single runs, with an interval from their spread: Student's t for 2 degrees of freedom is 4.303, squared 18.515809.
		{`[[round(p[k] - sum([r[k] for r in runs]) / 3, 9) for k in ["latency", "accepted", "network", "p95", "backlog"]] +
			[p["packets"] == sum([r["packets"] for r in runs]), p["least"] == min([r["least"] for r in runs]), p["utilization"] == max([r["utilization"] for r in runs]), p["busiest"] in [r["busiest"] for r in runs]] +
			[round(p["interval"] * p["interval"] * 6 / sum([(r["latency"] - p["latency"]) * (r["latency"] - p["latency"]) for r in runs]), 6)]
			for x in [0.2, 0.5] for p, runs in [(sweep(torus(3, 2), [0.1, x], cycles=300, seed=4, seeds=3)[1], [simulate(torus(3, 2), x, cycles=300, seed=s) for s in [4, 5, 6]])]]`,
			`[[0, 0, 0, 0, 0, True, True, True, True, 18.515809], [0, 0, 0, 0, 0, True, True, True, True, 18.515809]]`},
		{`[(p["latency"] == q["latency"], p["interval"] == q["interval"], sum([n for _, n in p["histogram"]]) == p["packets"], round(p["channels"].total - sum([r["channels"].total for r in runs]) / 2, 9))
			for p, q, runs in [(simulate(torus(3, 2), 0.3, cycles=300, seeds=2), sweep(torus(3, 2), [0.3], cycles=300, seeds=2)[0], [simulate(torus(3, 2), 0.3, cycles=300, seed=s) for s in [1, 2]])]]`, `[(True, True, True, 0)]`},
		{`[p["stable"] for p in [simulate(ring(6), 1, routing="first", vcs=1, seeds=3)] if len(p["deadlock"]) == 6]`, `[False]`},
		{`simulate(ring(4), 0.1, seeds=0)`, `error: simulate: for parameter seeds: got 0, want 1 to 100`},
		{`simulate(ring(4), 0)`, `error: simulate: simulation of ring(n=4): load 0: want more than 0, and at most 1 flit per processor and cycle`},
		{`simulate(ring(4), 0.1, injection="x")`, `error: simulate: for parameter injection: got "x", want "bernoulli", "periodic" or "bursty"`},
		{`simulate(ring(4), 0.1, pipeline=-1)`, `error: simulate: for parameter pipeline: got -1, want 0 to 1024`},
		{`simulate(ring(4), 0.1, routing="x")`, `error: simulate: ring(n=4): routing "x": want one of random, minimal, first, dor, adaptive, duato`},
		{`simulate(ring(4), 0.1, traffic=[(0, 9)])`, `error: simulate: for parameter traffic: ring(n=4): address "9": want 0 to 3`},
		{`simulate(ring(4), 0.1, traffic=[])`, `error: simulate: ring(n=4): traffic: want a message with a positive weight`},
		{`sweep(ring(4), ["a"])`, `error: sweep: for parameter loads: got string, want a number`},
		{`sweep(ring(4), [0.1] * 300)`, `error: sweep: for parameter loads: got 300, want at most 200`},
		{`simulate(graph(["a", "b"], []), 0.1)`, `error: simulate: simulation of graph(nodes=["a", "b"], links=[]): traffic: there is no path from b to a`},
		{`simulate(ring(4), 0.1, buffer=2000)`, `error: simulate: simulation of ring(n=4): buffer 2000: want 1 to 1024`},
	} {
		if got := evalText(tt.src); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.src, got, tt.want)
		}
	}
}

// TestPlotErrors checks that a chart shows intervals and what is not stable, and leaves out what was not measured.
func TestPlotErrors(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`text(plot({"a": [(1, 5, 0.5, True), (2, 7, None, False), (3, None, None, None)], "b": [(1, 4), (2, 8, 1)]}, x_label="load"))`, ""},
		{`plot([(1, 2, -1)])`, `error: plot: for parameter series: got (1, 2, -1), want an error of 0 or more`},
		{`plot([(1, None)])`, `error: plot: for parameter series: got no point, want at least one`},
		{`histogram([(1, 2, 3)])`, `error: histogram: for parameter counts: got (1, 2, 3), want pairs (x, y)`},
	} {
		got := evalText(tt.src)
		if tt.want != "" && got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.src, got, tt.want)
		}
		for _, part := range []string{"± a", "± b", "7* (not stable)", "0.5"} {
			if tt.want == "" && !strings.Contains(got, part) {
				t.Errorf("%s: got %s, want %q in it", tt.src, got, part)
			}
		}
	}
}
