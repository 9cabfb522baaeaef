package notebooks

import "testing"

// TestSimWords checks what the words about simulation return against laws of the router, and each against
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
