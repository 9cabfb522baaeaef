package builtins

import (
	"strings"
	"testing"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
)

// schedulePrelude is what the scripts below begin with.
const schedulePrelude = `
def addr(*digits): return ",".join([str(x) for x in digits])
`

// TestScheduleScripts runs algorithms of Draper (2022) with numbers and compares with what they should compute.
func TestScheduleScripts(t *testing.T) {
	for name, src := range map[string]string{
		// Section 2.2, and the accumulation by three hops that ends where the vector began.
		"vector-matrix": `
K, M, s0, u0 = 2, 3, 1, 2
t = swapped_dragonfly(K * K, M)
cells = product(range(K), range(M))
A = [[(7 * i + 3 * j + i * j) % 11 - 2 for j in range(K * M)] for i in range(K * M)]
V = [5, -2, 7, 1, 3, 4]
first = schedule(t, [(0, (s0 + a*K, u0, b), (a + c*K, b, u0), (a, b)) for a, b in cells for c in range(K)] +
    [(1, (a + c*K, b, u0), (a + c*K, b, d), (a, b)) for a, b in cells for c, d in cells])
got = run(first, {(addr(s0 + a*K, u0, b), (a, b)): V[a*M + b] for a, b in cells})
products = {(addr(a + c*K, b, d), (c, d)): got[(addr(a + c*K, b, d), (a, b))] * A[a*M + b][c*M + d] for a, b in cells for c, d in cells}
literal = schedule(t, [(0, (a + c*K, b, d), (a + c*K, b, u0), (a, b)) for a, b in cells for c, d in cells] +
    [(1, (a + c*K, b, u0), (s0 + a*K, u0, b), (a, b)) for a, b in cells for c in range(K)])
printed = run(literal, {(addr(a + c*K, b, d), (a, b)): products[(addr(a + c*K, b, d), (c, d))] for a, b in cells for c, d in cells}, combine="sum")
good = schedule(t, [(0, (a + c*K, b, d), (s0 + c*K, d, b), (c, d)) for a, b in cells for c, d in cells] +
    [(1, (s0 + c*K, d, b), (s0 + c*K, d, u0), (c, d)) for b in range(M) for c, d in cells] +
    [(2, (s0 + c*K, d, u0), (s0 + c*K, u0, d), (c, d)) for c, d in cells])
VA = run(good, products, combine="sum")
value = [conflicts(first), conflicts(literal), conflicts(good),
    VA == {(addr(s0 + c*K, u0, d), (c, d)): sum([V[i] * A[i][c*M + d] for i in range(K*M)]) for c, d in cells},
    printed == {(addr(s0 + a*K, u0, b), (a, b)): V[a*M + b] * sum(A[a*M + b]) for a, b in cells}]
`,
		// Section 4.3: a bitonic sort of 32 numbers, a hypercube's exchange along each bit by two or three hops.
		"bitonic sort": `
t = swapped_hypercube(1, 2)
bits = ["l1", "l2", "g0 l1 g0", "g0 l2 g0", "g1 g0"]
x = {a: (17 * i + 5) % 32 for i, a in enumerate(nodes(t))}
clashes = 0
for size in range(1, 6):
    for j in range(size - 1, -1, -1):
        s = follow(t, bits[j])
        clashes += conflicts(s)
        got = run(s, x)
        x = {a: (min if ((i >> j) & 1) == ((i >> size) & 1) else max)(x[a], got[a]) for i, a in enumerate(nodes(t))}
value = [clashes, 0, 0, x.values() == list(range(32)), True]
`,
		// Section 5.1: a source hands M packets to the routers of its drawer, which broadcast.
		"broadcast": `
t = swapped_dragonfly(2, 3)
hand = schedule(t, [(0, "1,0,2", "l%d" % q, q) for q in range(3)])
trees = follow(t, (4, "*", "*", "*"), sources=[addr(1, 0, (2 + q) % 3) for q in range(3)])
s = after(hand, trees)
value = [conflicts(s), s.makespan - 5, len(shared_links(s, "timed")), all([sorted(arrivals(s, q)) == sorted(nodes(t)) for q in range(3)]),
    schedule(t, sends(s)).hops == s.hops and len(tree_links(s, 1)) == 17 and sends(schedule(t, sends(s))) == sends(s)]
`,
		"rounds": `
t = swapped_dragonfly(4, 2, xor=True)
s = pipeline(t, doubly_parallel(t, 2))
d = deliveries(s)
both = merge([s, s], starts=[0, s.makespan])
value = [conflicts(s), d["missing"] + d["repeated"], conflicts(both), delivery_matrix(both) == [[2] * 16] * 16,
    len(both.starts) == 2 * len(s.starts) and [p["hops"] for p in packets(s)] == [p["hops"] for p in packets(both)][:256] and
    sum([u["hops"] for u in timeline(s)]) == s.hops and s.starts[-1] == len(s.starts) - 1 + sum([n for _, n in delays(s)])]
`,
	} {
		globals, err := run(&engine.Call{}, schedulePrelude+src)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := dialect.PlainText(globals["value"]); got != "[0, 0, 0, True, True]" {
			t.Errorf("%s: got %s", name, got)
		}
	}
}

// TestScheduleErrors checks what a reader is told.
func TestScheduleErrors(t *testing.T) {
	const d = `swapped_dragonfly(2, 2)`
	for src, want := range map[string]string{
		`schedule(ring(4), [(0, "0", "2", "x")])`:                                                          "schedule: for parameter sends: ring(n=4): no link between 0 and 2",
		`schedule(ring(4), [(0, "0", "1")])`:                                                               `schedule: for parameter sends: got (0, "0", "1"), want (time, from, to, packet)`,
		`schedule(` + d + `, [(0, "0,0,0", "l1 g1", "x")])`:                                                `schedule: for parameter sends: got the hops "l1 g1", want one hop by one port, as a send takes one unit of time: follow takes programs`,
		`schedule(` + d + `, [(0, "0,0,0", "l*", "x")])`:                                                   `schedule: for parameter sends: got the hops "l*", want one hop by one port, as a send takes one unit of time: follow takes programs`,
		`schedule(ring(4), [(-1, "0", "1", "x")])`:                                                         "schedule: got time -1, want 0 to 1048575",
		`run(schedule(ring(4), [(0, "0", "1", "x")]), {("1", "x"): 5})`:                                    `run: at time 0 node 0 sends packet "x", which it does not hold: want a send only from where the packet is`,
		`run(schedule(ring(4), [(0, "0", "1", "x")]), {("1", "y"): 5})`:                                    `run: for parameter data: got "y", want a packet of the schedule, such as "x"`,
		`run(schedule(ring(4), [(0, "0", "1", "x")]), {"1": 5})`:                                           `run: for parameter data: packet "x" begins at no node of the dict, or at several: want it at one`,
		`run(schedule(ring(4), [(0, "0", "1", "x"), (0, "2", "1", "x")]), {("0", "x"): 5, ("2", "x"): 6})`: `run: after time 0 two copies of packet "x" with different values are at node 1: want a rule to combine them, or one`,
		`run(follow(` + d + `, ["l1", "l0"]), {a: 1 for a in nodes(` + d + `)})`:                           "run: several packets end at node 0,0,0, want combine, or data by (node, packet)",
		`run(follow(` + d + `, "l1"), {a: 1 for a in nodes(` + d + `)}, combine="mean")`:                   `run: for parameter combine: got "mean", want "sum", "product", "min" or "max", None, or a function of two values`,
		`follow(ring(4), "l1")`:                                                                            "follow: got ring(n=4), want a swapped or maximal Dragonfly or a swapped hypercube, whose ports are local or global",
		`follow(` + d + `, (1, 2))`:                                                                        `follow: for parameter programs: got (1, 2), want (γ, π, δ), (b, γ, π, δ) or a string such as "l2 g0 l*"`,
		`follow(` + d + `, [(0, 2, 0)])`:                                                                   "follow: swapped_dragonfly(K=2, M=2, xor=False): got the hop l2, want a port below 2",
		`pipeline(` + d + `, ["l1"], cost=0)`:                                                              "pipeline: for parameter cost: got 0, want 1 to 1048576",
		`pipeline(` + d + `, ["l1"], starts=[0, 1])`:                                                       "pipeline: for parameter starts: got 2 times, want 1",
		`merge([])`:                                     "merge: got an empty list, want at least one schedule",
		`merge([follow(` + d + `, "l1"), 3])`:           "merge: got 3, want schedules on one network",
		`vector_route(` + d + `, "0,0,0", "l*")`:        "vector_route: for parameter program: got the hop l*, want one port",
		`header_steps(` + d + `, "0,0,0", (1, 1, 1))`:   "header_steps: for parameter header: got (1, 1, 1), want (b, γ, π, δ)",
		`doubly_parallel(` + d + `, 3)`:                 "doubly_parallel: got s = 3, want a common divisor of K = 2 and M = 2",
		`draw_cabinets(ring(4))`:                        "draw_cabinets: got ring(n=4), want a network of cabinets, drawers and positions, such as swapped_dragonfly",
		`draw_cabinets(` + d + `, values=[1])`:          "draw_cabinets: for parameter values: got [1], want a dict from nodes to numbers, or a list of 8 numbers",
		`gantt(follow(` + d + `, "l1"), first=1)`:       "gantt: for parameter first: got 1, want a round from 0 to 0",
		`arrivals(follow(` + d + `, "l1"), 8)`:          "arrivals: for parameter packet: got 8, want a packet of the schedule, 0 to 7",
		`shared_links(follow(` + d + `, "l1"), "both")`: `shared_links: for parameter sense: got "both", want "undirected", "directed" or "timed"`,
	} {
		if got := strings.TrimPrefix(evalText(src), "error: "); got != want {
			t.Errorf("%s: got %s\nwant %s", src, got, want)
		}
	}
}
