package builtins

import (
	"strings"
	"testing"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
)

// TestRules checks rules that a cell makes itself against laws, and against the routings of the project.
func TestRules(t *testing.T) {
	const prelude = `
def clockwise(here, dest):
    return (int(here) + 1) % 6

def dateline(here, dest):
    return [(clockwise(here, dest), [1 if int(here) > int(dest) else 0])]

def onward(here, dest, came):
    """Either way round at the source, and then straight on."""
    return [v for v in neighbors(ring(6), here) if v != came]

def shortest(t):
    """Every neighbor that is closer."""
    return lambda here, dest: [v for v in neighbors(t, here) if distance(t, v, dest) < distance(t, here, dest)]

def told(here, dest, came, broken):
    return [v for v in [dest] if v not in broken]

def around(here, dest, came, broken):
    return [v for v in neighbors(ring(6), here) if v != came and v not in broken]

def alike(t, name, rule):
    one, two = link_load(t, routing=name), link_load(t, routing=rule)
    return one.items() == two.items()

asked = []
def counted(here, dest):
    asked.append((here, dest))
    return clockwise(here, dest)

`
	for _, tt := range []struct{ src, want string }{
		{`link_load(ring(6), routing=clockwise, traffic="uniform")["0>1"], link_load(ring(6), routing=clockwise)["1>0"]`, `(3, 0)`},
		{`[alike(t, "random", shortest(t)) for t in [mikant(2, 3), torus(3, 2), kyklos(2, 2, 2, 3)]]`, `[True, True, True]`},
		{`dict(link_load(ring(6), routing=onward, traffic=[(0, 1), (0, 3)]).items()) == {"0>1": 1.0, "1>2": 0.5, "2>3": 0.5, "0>5": 1, "5>4": 1, "4>3": 1, "3>2": 0.5, "2>1": 0.5, "1>0": 0, "3>4": 0, "4>5": 0, "5>0": 0}`, `True`},
		{`link_load(graph("abcd".elems(), [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")]), routing=lambda here, dest: ["b", "b", "c"] if here == "a" else dest, traffic=[("a", "d", 3)]).items()[:2]`, `[("a>b", 2), ("a>c", 1)]`},
		{`route(ring(6), 4, 2, routing=clockwise).nodes, route(kary_ntree(2, 2), "0,0", "1,1", routing=lambda here, dest, came: "0@0" if came == "0,0" else dest[0] + "@1").nodes`, `(["4", "5", "0", "1", "2"], ["0,0", "0@1", "0@0", "1@1", "1,1"])`},
		{`[(p.hops, x) for p, x in routes(ring(6), 0, 2, routing=onward)]`, `[(2, 0.5), (4, 0.5)]`},
		{`dependency_cycle(ring(6), routing=clockwise), dependency_cycle(ring(6), routing=dateline)`, `(["0>1", "1>2", "2>3", "3>4", "4>5", "5>0"], [])`},
		{`len(dependency_cycle(ring(6), routing=onward)), dependency_cycle(ring(6), routing=clockwise, faults=[("2", "3")])`, `(6, [])`},
		{`[[simulate(ring(6), 1, routing=r, vcs=2, packet=16, selection=s, cycles=4000)["deadlock"] != None for r in [clockwise, dateline]] for s in ["random", "room"]]`, `[[True, False], [True, False]]`},
		{`[simulate(mesh(3, 2), 0.5, routing=r, cycles=400)["latency"] == simulate(mesh(3, 2), 0.5, routing="random", cycles=400)["latency"] for r in ["random", shortest(mesh(3, 2)), "dor"]]`, `[True, True, False]`},
		{`[p["routers"] for p in sweep(ring(6), [0.1, 0.2], routing=clockwise, traffic=[(3, 1)], injection="periodic", cycles=500)]`, `[5, 5]`},
		{`(link_load(ring(6), routing=counted), simulate(ring(6), 0.3, routing=counted, cycles=500), len(asked), len({a: 1 for a in asked}))[2:]`, `(60, 30)`},
		{`[attempt(ring(6), 0, 3, routing=around, faults=f)["outcome"] for f in [["1"], ["1", "5"]]]`, `["delivered", "failed"]`},
		// Of parallel links a rule takes the first that is not broken.
		{`[attempt(graph("ab".elems(), [("a", "b")] * 3, parallel=True), "a", "b", routing=told, faults=[("a", "b", p) for p in range(f)])["path"].ports for f in range(4)]`, `[[0], [1], [2], []]`},
		{`attempt(ring(6), 0, 3, routing=around, faults=["1", "5"])["reason"], attempt(ring(6), 0, 3, routing=clockwise, faults=["2"])["reason"]`, `("fails after 0 hops at 0, where the rule has no way on", "fails after 1 hops at 1, as no way on is left that the routing takes: the last one that is broken leads to 2")`},
		{`link_load(ring(6), routing=lambda here, dest: "3" if here == "0" else dest, traffic=[(0, 2)])`, `error: link_load: routing lambda("0", "2"): got "3", want a neighbor of 0 (1; 5), or a list of those, each alone or as (address, [virtual channels from 0 to 31])`},
		{`simulate(complete(12), 0.1, routing=lambda here, dest, came: [(dest, [40])])`, `error: simulate: routing lambda("…`},
		{`link_load(ring(6), routing=lambda here: here)`, `error: link_load: for parameter routing: got a function of 1 parameters, want one of (here, dest), (here, dest, came) or (here, dest, came, broken)`},
		{`route(ring(6), 0, 3, routing=7)`, `error: route: for parameter routing: got int, want the name of a routing, or a function`},
		{`link_load(ring(6), routing=lambda here, dest: "1" if here == "0" else "0")`, `error: link_load: routing lambda("2", "0"): got "0", want a neighbor of 2 (3; 1), or a list of those, each alone or as (address, [virtual channels from 0 to 31])`},
		{`link_load(ring(6), routing=lambda here, dest: int(here) ^ 1, traffic=[(0, 4)])`, `error: link_load: ring(n=6): routing lambda goes in circles on the way to 4: messages come from 0 to 1 again`},
		{`simulate(ring(6), 0.1, routing=lambda here, dest: int(here) ^ 1)`, `error: simulate: ring(n=6): routing lambda goes in circles at …`},
		{`simulate(ring(6), 0.1, routing=lambda here, dest: None)`, `error: simulate: ring(n=6): routing lambda has no way on at …`},
		{`simulate(ring(6), 0.1, routing=lambda here, dest: [(v, [7]) for v in neighbors(ring(6), here)])`, `error: simulate: ring(n=6): routing lambda: got virtual channels at …`},
		{`simulate(ring(6), 0.1, routing="dor", selection="room")`, `error: simulate: for parameter selection: got "room" with routing dor, want a function as routing: dor chooses by itself`},
		{`simulate(ring(6), 0.1, routing=clockwise, selection="x")`, `error: simulate: for parameter selection: got "x", want "random" or "room"`},
		{`link_load(ring(6), routing=lambda here, dest: 1 // 0)`, `error: floored division by zero`},
	} {
		got := ""
		globals, err := run(&engine.Call{}, prelude+"value = ("+tt.src+")")
		if err != nil {
			got = "error: " + err.Error()
		} else {
			w := dialect.ValueWriter{Limit: dialect.MaxLine}
			w.Value(globals["value"], 0)
			got = w.String()
		}
		if want, ok := strings.CutSuffix(tt.want, "…"); got != want && !(ok && strings.HasPrefix(got, want)) {
			t.Errorf("%s: got %s, want %s", tt.src, got, tt.want)
		}
	}
}

// TestTraces checks traces against laws of the router.
func TestTraces(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		// A lone packet of L flits over R routers takes 5R+2+(L-1) cycles; the next one of its source follows it L cycles later.
		{`[simulate(torus(5, 2), trace=x, buffer=32, packet=9, routing="dor")["makespan"] for x in [[(0, "0,0", "2,4")], [(7, "0,0", "2,4")], [(3, "0,0", "2,4", 1)], [(0, "0,0", "2,4"), (0, "0,0", "2,4", 5)], [(50, "0,0", "2,4"), (0, "1,1", "1,1")]]]`, `[30, 37, 25, 35, 80]`},
		{`[simulate(ring(6), trace=[(4, 3, 5, 2), (0, 0, 1, 1)])[k] for k in ["load", "packets", "latency", "least", "most", "cycles", "makespan", "stable", "backlog", "routers", "hops"]]`, `[None, 2, 15, 12, 18, 23, 22, True, 0, 2.5, 1.5]`},
		{`simulate(kary_ntree(2, 2), trace=[(0, "0,0", "1,1", 6)], buffer=9)["channels"].total * 23`, `24`}, // 6 flits over 4 links in cycles 0 to 22
		{`[simulate(torus(5, 2), 0.01, pipeline=x, routing="dor", traffic=[("0,0", "2,4")], packet=1, injection="periodic", cycles=3000)["most"] for x in [1, [0, 1, 1, 1], [2, 1, 0, 3], (0, 0, 0, 0)]]`, `[22, 18, 29, 5]`},
		{`simulate(ring(6), 0.1)["makespan"]`, `None`},
		{`simulate(ring(6), trace=[(0, 0, 2)], routing=lambda here, dest: [int(here) ^ 1])`, `error: simulate: ring(n=6): routing lambda goes in circles at 1 on the way from 0 to 2`},
		{`[simulate(ring(6), routing=lambda here, dest: (int(here) + 1) % 6, vcs=1, trace=[(0, i, (i + 5) % 6, 64) for i in range(6)])[k] for k in ["makespan", "filled", "packets"]]`, `[None, "6 channels wait for each other", 0]`},
		{`simulate(ring(6))`, `error: simulate: for parameter load: got None, want a number, or a trace`},
		{`simulate(ring(6), 0.3, trace=[(0, 1, 2)])`, `error: simulate: for parameter load: got 0.3 and a trace, want one of them`},
		{`simulate(ring(6), trace=[(0, 1, 2)], traffic="uniform")`, `error: simulate: for parameter traffic: got "uniform" and a trace, want one of them`},
		{`simulate(ring(6), trace=[])`, `error: simulate: for parameter trace: got no packets, want at least one`},
		{`simulate(ring(6), trace=[(0, 1)])`, `error: simulate: for parameter trace: got (0, 1), want (cycle, source, destination) or (cycle, source, destination, flits)`},
		{`simulate(ring(6), trace=[(0, 1, 7)])`, `error: simulate: for parameter trace: ring(n=6): address "7": want 0 to 5`},
		{`simulate(ring(6), trace=[(0.5, 1, 2)])`, `error: simulate: for parameter trace: got (0.5, 1, 2), want ints as cycle and flits`},
		{`simulate(ring(6), trace=[(0, 1, 2, 0)])`, `error: simulate: for parameter trace: packet of 0 flits: want 1 to 65536`},
		{`simulate(kary_ntree(2, 2), trace=[(0, "0@0", "1,1")])`, `error: simulate: for parameter trace: kary_ntree(k=2, n=2): node 0@0 is a switch, want a processor`},
		{`simulate(ring(6), trace=3)`, `error: simulate: for parameter trace: got int, want a list`},
		{`sweep(ring(6), [0.1], trace=[(0, 1, 2)])`, `error: sweep: unexpected keyword argument trace, want t, loads, routing, traffic, self_pairs, injection, seed, seeds, pipeline, vcs, buffer, packet, link, credit, burst, warmup, cycles, deliver, selection`},
		{`simulate(ring(6), 0.1, pipeline=[1, 2, 3])`, `error: simulate: for parameter pipeline: got 3 numbers, want one, or four: of routing, virtual-channel allocation, switch allocation and traversal`},
		{`simulate(ring(6), 0.1, pipeline=[1, 1, 1, 2000])`, `error: simulate: for parameter pipeline: got 2000, want 0 to 1024`},
		{`simulate(ring(6), 0.1, pipeline="fast")`, `error: simulate: for parameter pipeline: got string, want an int, or four`},
		{`simulate(ring(6), 0.1, routing="duato", vcs=2)`, `error: simulate: ring(n=6): routing duato: got 2 virtual channels, want 3 or more: it sets 2 aside`},
		{`[simulate(mikant(2, 3), 1, routing=r, vcs=2, packet=16, cycles=12000, traffic=[(u, u[0] + v[1:]) for u, v in permutation(mikant(2, 3), "complement")])["deadlock"] != None for r in ["adaptive", "duato"]]`, `[True, False]`},
	} {
		if got := evalText(tt.src); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.src, got, tt.want)
		}
	}
}
