package schedule_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/schedule"
)

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

func swapped(K, M int, xor bool) *topology.Network {
	return must(topology.Build(family.NewSwappedDragonfly(K, M, xor)))
}

func all(net *topology.Network) []topology.Node {
	nodes := make([]topology.Node, net.Order())
	for u := range nodes {
		nodes[u] = topology.Node(u)
	}
	return nodes
}

// A router is (c,d,p), a hop is a link in one direction: where the tests do their own walking.
type router [3]int

type link struct {
	time     int
	from, to router
}

// A simulation is D3(K,M) as its definition says, in maps.
type simulation struct {
	K, M int
	xor  bool
	load map[link]int
}

func (s *simulation) plus(x, y, modulus int) int {
	if s.xor {
		return x ^ y
	}
	return (x + y) % modulus
}

// walk makes the three hops of a vector from time τ on, and returns where they end.
func (s *simulation) walk(r router, γ, π, δ, τ int) router {
	at := []router{r}
	at = append(at, router{r[0], r[1], s.plus(r[2], δ, s.M)})
	at = append(at, router{s.plus(at[1][0], γ, s.K), at[1][2], at[1][1]})
	at = append(at, router{at[2][0], at[2][1], s.plus(at[2][2], π, s.M)})
	for i := range 3 {
		if at[i] != at[i+1] {
			s.load[link{τ + i, at[i], at[i+1]}]++
		}
	}
	return at[3]
}

func (s *simulation) conflicts() int {
	n := 0
	for _, load := range s.load {
		n += load - 1
	}
	return n
}

func (s *simulation) routers() []router {
	var list []router
	for c := range s.K {
		for d := range s.M {
			for p := range s.M {
				list = append(list, router{c, d, p})
			}
		}
	}
	return list
}

// rounds are those of the source, by its loops.
func rounds(K, M, s int) [][][3]int {
	k, m := K/s, M/s
	var list [][][3]int
	for nu := range s {
		for mu := range s {
			for c := range k {
				for b := range m {
					for a := range m {
						var round [][3]int
						for i := range s {
							round = append(round, [3]int{i + c*s, (i+mu)%s + a*s, (i+nu)%s + b*s})
						}
						list = append(list, round)
					}
				}
			}
		}
	}
	return list
}

// starts tries, for each round, one time after the other until it meets none of the rounds before.
func starts(K, M int, xor bool, list [][][3]int, cost int, delay bool) (times []int, sim *simulation, ends map[[2]router]int) {
	sim = &simulation{K, M, xor, map[link]int{}}
	ends = map[[2]router]int{}
	next := 0
	for i, round := range list {
		for ; ; next++ {
			alone := &simulation{K, M, xor, map[link]int{}}
			for _, v := range round {
				for _, r := range sim.routers() {
					alone.walk(r, v[0], v[1], v[2], next)
				}
			}
			free := true
			for l := range alone.load {
				free = free && sim.load[l] == 0
			}
			if free || !delay {
				break
			}
		}
		for _, v := range round {
			for _, r := range sim.routers() {
				ends[[2]router{r, sim.walk(r, v[0], v[1], v[2], next)}]++
			}
		}
		times = append(times, next)
		switch {
		case cost != 2:
			next += cost
		case i%2 == 0:
			next++
		default:
			next += 3
		}
	}
	return times, sim, ends
}

func conflicts(s *schedule.Schedule) int {
	n := 0
	for _, u := range s.Timeline() {
		n += u.Conflicts
	}
	return n
}

// TestAllToAll compares the doubly-parallel all-to-all with the loops of the source and a simulation in maps.
func TestAllToAll(t *testing.T) {
	for _, tt := range []struct {
		K, M, s int
		xor     bool
	}{{2, 4, 2, false}, {4, 2, 2, true}, {2, 4, 2, true}, {2, 6, 2, false}, {3, 3, 3, false}, {3, 2, 1, false}, {1, 3, 1, false}, {6, 2, 2, false}, {4, 4, 4, false}} {
		net := swapped(tt.K, tt.M, tt.xor)
		programs := must(schedule.DoublyParallel(net, tt.s))
		list := rounds(tt.K, tt.M, tt.s)
		if len(programs) != len(list) || len(list) != tt.K*tt.M*tt.M/tt.s {
			t.Fatalf("%v, s = %d: %d rounds, want %d", net, tt.s, len(programs), len(list))
		}
		for i, round := range list {
			for j, v := range round {
				if want := schedule.Vector(v[0], v[1], v[2]); !slices.Equal(programs[i][j], want) {
					t.Fatalf("%v, s = %d: round %d has %v, want %v", net, tt.s, i, programs[i][j], want)
				}
			}
		}
		for _, plan := range []schedule.Plan{{Cost: 1}, {Cost: 1, Delay: true}, {Cost: 2, Delay: true}, {Cost: 3, Delay: true}} {
			s := must(schedule.Pipeline(net, programs, all(net), plan, nil))
			times, sim, ends := starts(tt.K, tt.M, tt.xor, list, plan.Cost, plan.Delay)
			for i, r := range s.Rounds {
				if r.Start != times[i] || r.End != times[i]+3 || r.First != i*tt.s*net.Order() {
					t.Fatalf("%v, s = %d, %v: round %d is %v, want it to start at %d", net, tt.s, plan, i, r, times[i])
				}
			}
			if got, want := conflicts(s), sim.conflicts(); got != want || plan.Delay && got != 0 {
				t.Errorf("%v, s = %d, %v: %d conflicts, want %d", net, tt.s, plan, got, want)
			}
			if s.Makespan() != times[len(times)-1]+3 {
				t.Errorf("%v, s = %d, %v: makespan %d, want %d", net, tt.s, plan, s.Makespan(), times[len(times)-1]+3)
			}
			got := map[[2]router]int{}
			for _, h := range must(s.Ends(schedule.Runner{})) {
				got[[2]router{coordinates(net, topology.Node(h.Value)), coordinates(net, h.Node)}]++
			}
			if len(got) != net.Order()*net.Order() || !maps.Equal(got, ends) {
				t.Errorf("%v, s = %d, %v: reaches %d pairs, want all %d once", net, tt.s, plan, len(got), net.Order()*net.Order())
			}
		}
	}
}

func coordinates(net *topology.Network, u topology.Node) router {
	var r router
	if n, err := fmt.Sscanf(net.Address(u), "%d,%d,%d", &r[0], &r[1], &r[2]); n != 3 || err != nil {
		panic(err)
	}
	return r
}

// TestWorkedExample checks the rows (1,2) to (4,2) that the source prints for s = 3 and m = 5 with shifts (0, 2).
func TestWorkedExample(t *testing.T) {
	programs := must(schedule.DoublyParallel(swapped(3, 15, false), 3))
	want := [][3][2]int{
		{{3, 8}, {4, 6}, {5, 7}}, {{6, 8}, {7, 6}, {8, 7}}, {{9, 8}, {10, 6}, {11, 7}}, {{12, 8}, {13, 6}, {14, 7}},
	}
	const array, b = 2 * 3, 2 // φ = μ + νs
	for i, row := range want {
		round := programs[array*25+b*5+i+1]
		for j, v := range row {
			if got := [2]int{round[j][2].Port, round[j][0].Port}; got != v || round[j][1] != (schedule.Hop{Global: true, Port: j}) {
				t.Errorf("row (%d,%d), column %d: (π,δ) is %v, want %v", i+1, b, j, got, v)
			}
		}
	}
}

// TestTooManySends checks that what has too many sends is refused, not made.
func TestTooManySends(t *testing.T) {
	s, err := schedule.New(swapped(2, 2, false), 1, make([]schedule.Send, schedule.MaxSends+1))
	if s != nil || err == nil || !strings.HasPrefix(err.Error(), "schedule: has at least 4194305 sends, want at most 4194304") {
		t.Errorf("a schedule: %v, error %v", s != nil, err)
	}
}

// TestErrors checks what is said of bad input.
func TestErrors(t *testing.T) {
	net := swapped(2, 3, false)
	text := func(_ any, err error) string { return fmt.Sprint(err) }
	plan := schedule.Plan{Cost: 1}
	for _, tt := range []struct{ got, want string }{
		{text(schedule.DoublyParallel(net, 2)), "got s = 2, want a common divisor of K = 2 and M = 3"},
		{text(schedule.DoublyParallel(must(topology.Build(family.NewRing(4))), 1)), "got ring(n=4), want a swapped or maximal Dragonfly or a swapped hypercube, whose ports are local or global"},
		{text(schedule.ParseProgram("l1 x2")), `got the hop "x2", want l or g and a port or *: l2 g0 l*`},
		{text(schedule.ParseProgram("l-1")), `got the hop "l-1", want l or g and a port or *: l2 g0 l*`},
		{text(schedule.Pipeline(net, [][]schedule.Program{{schedule.Vector(2, 0, 0)}}, all(net), plan, nil)), "swapped_dragonfly(K=2, M=3, xor=False): got the hop g2, want a port below 2"},
		{text(schedule.Channel(must(topology.Build(family.NewSwappedHypercube(2, 2))), 0, schedule.Hop{Global: true, Port: 3})), "swapped_hypercube(k=2, m=2): got the hop g3, want a port below 4, 0 or a power of 2"},
		{text(schedule.New(net, 1, []schedule.Send{{Time: -1, Channel: schedule.Stay}})), "schedule: got time -1, want 0 to 1048575"},
		{text(must(schedule.New(net, 1, []schedule.Send{{0, 0, 0, schedule.Stay}, {1, 0, 1, schedule.Stay}})).Ends(schedule.Runner{})),
			"at time 1 node 0,0,1 sends packet 0, which it does not hold: want a send only from where the packet is"},
		{text(must(schedule.New(net, 1, []schedule.Send{{0, 0, 0, schedule.Stay}, {0, 0, 1, schedule.Stay}})).Ends(schedule.Runner{})), "packet 0 begins at several nodes: want one"},
	} {
		if tt.got != tt.want {
			t.Errorf("got error %s\nwant %s", tt.got, tt.want)
		}
	}
}

// TestPorts follows every single hop on every kind of Dragonfly, and compares with the definition.
func TestPorts(t *testing.T) {
	for _, net := range []*topology.Network{swapped(3, 4, false), swapped(4, 2, true), swapped(1, 3, false), swapped(5, 1, false),
		must(topology.Build(family.NewSwappedHypercube(2, 3))), must(topology.Build(family.NewMaximalDragonfly(2, 3, family.PalmTree)))} {
		global, local, err := schedule.Ports(net)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range all(net) {
			for _, hop := range []schedule.Hop{{true, 0}, {true, 1}, {true, global - 1}, {false, 0}, {false, 1}, {false, local - 1}} {
				c, err := schedule.Channel(net, u, hop)
				if _, cube := net.Definition.(family.SwappedHypercube); hop.Port >= local && !hop.Global || hop.Port >= global && hop.Global || cube && hop.Port&(hop.Port-1) != 0 {
					if err == nil {
						t.Errorf("%v: hop %v is allowed", net, hop)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if want, label := far(net, u, hop); c == schedule.Stay && want != u || c != schedule.Stay && (net.Tail(c) != u || net.Head(c) != want || net.Label(c) != label) {
					t.Errorf("%v: hop %v of %s has channel %d, want one to %s", net, hop, net.Address(u), c, net.Address(want))
				}
			}
		}
	}
}

// far returns where a hop from u leads, by address, and the label of its link.
func far(net *topology.Network, u topology.Node, hop schedule.Hop) (topology.Node, int) {
	if def, ok := net.Definition.(family.MaximalDragonfly); ok {
		g, p := int(u)/def.Width(), int(u)%def.Width()
		if !hop.Global {
			return topology.Node(g*def.Width() + (p+hop.Port)%def.Width()), hop.Port
		}
		groups, j := def.Groups(), 2*p+hop.Port // K = 2, palm-tree
		k := groups - 2 - j
		return topology.Node((g-1-j+2*groups)%groups*def.Width() + k/2), hop.Port
	}
	r := coordinates(net, u)
	_, xor := net.Definition.(family.SwappedHypercube)
	if def, ok := net.Definition.(family.SwappedDragonfly); ok {
		xor = strings.Contains(def.String(), "xor=True")
	}
	global, local, _ := schedule.Ports(net)
	sim := &simulation{K: global, M: local, xor: xor, load: map[link]int{}}
	label := hop.Port
	if _, ok := net.Definition.(family.SwappedHypercube); ok {
		for label = topology.NoLabel; hop.Port>>(label+1) > 0; label++ {
		}
	}
	if hop.Global {
		r = router{sim.plus(r[0], hop.Port, global), r[2], r[1]}
	} else {
		r[2] = sim.plus(r[2], hop.Port, local)
	}
	return must(net.NodeAt(fmt.Sprintf("%d,%d,%d", r[0], r[1], r[2]))), label
}
