package schedule_test

import (
	"fmt"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/schedule"
)

// TestHeader compares the machine with the two tables that the source prints, for every header.
func TestHeader(t *testing.T) {
	const K, M = 2, 3
	net := swapped(K, M, false)
	for _, r := range (&simulation{K: K, M: M}).routers() {
		c, d, p := r[0], r[1], r[2]
		for i := range K * M * M {
			γ, π, δ := i/M/M, i/M%M, i%M
			c2, d2, p2, q := (c+γ)%K, (d+δ)%M, (p+π)%M, (p+δ)%M
			for b, want := range map[int][]string{
				3: {fmt.Sprint(r, 3, γ, π, δ), fmt.Sprint(router{c, d, q}, 2, γ, 0, π), fmt.Sprint(router{c2, q, d}, 1, 0, 0, π),
					fmt.Sprint(router{c2, q, (d + π) % M}, 0, 0, 0, 0)},
				4: {fmt.Sprint(r, 4, γ, π, δ), fmt.Sprint(router{c2, p, d}, 3, 0, π, δ), fmt.Sprint(router{c2, p, d2}, 2, 0, 0, π),
					fmt.Sprint(router{c2, d2, p}, 1, 0, 0, π), fmt.Sprint(router{c2, d2, p2}, 0, 0, 0, 0)},
			} {
				h := schedule.Header{Counter: b, Global: γ, NextLocal: π, Local: δ}
				at := []topology.Node{must(net.NodeAt(fmt.Sprintf("%d,%d,%d", c, d, p)))}
				for step := 0; ; step++ {
					got := fmt.Sprint(coordinates(net, at[0]), h.Counter, h.Global, h.NextLocal, h.Local)
					if step >= len(want) || got != want[step] {
						t.Fatalf("step %d from %v with [%d;%d,%d,%d]: %s, want %v", step, r, b, γ, π, δ, got, want)
					}
					hop, next, ok := h.Step()
					if !ok {
						if step != b {
							t.Fatalf("arrives after %d steps, want %d", step, b)
						}
						break
					}
					at, h = must(schedule.Step(net, at, hop)), next
				}
			}
		}
	}
}

// TestBroadcast checks the displays of the source for both trees: which routers have the packet after each hop.
func TestBroadcast(t *testing.T) {
	for _, km := range [][2]int{{2, 2}, {3, 2}, {1, 4}, {2, 3}, {4, 1}} {
		K, M := km[0], km[1]
		net := swapped(K, M, false)
		sim := &simulation{K: K, M: M}
		for _, root := range sim.routers() {
			u := must(net.NodeAt(fmt.Sprintf("%d,%d,%d", root[0], root[1], root[2])))
			c, d, p := root[0], root[1], root[2]
			const any = -1
			for b, want := range map[int][]router{
				3: {{c, d, p}, {c, d, any}, {any, any, d}, {any, any, any}},
				4: {{c, d, p}, {any, p, d}, {any, p, any}, {any, any, p}, {any, any, any}},
			} {
				program := schedule.Header{Counter: b, Global: schedule.All, NextLocal: schedule.All, Local: schedule.All}.Program()
				if b == 4 && program[2].Port == schedule.All {
					t.Fatalf("program %v: want port 0 in its third hop", program)
				}
				at := []topology.Node{u}
				for step := range b + 1 {
					var set []router
					for _, v := range at {
						set = append(set, coordinates(net, v))
					}
					for _, r := range sim.routers() {
						in := true
						for i := range r {
							in = in && (want[step][i] == any || want[step][i] == r[i])
						}
						if slices.Contains(set, r) != in {
							t.Errorf("%v, [%d;*,*,*] from %v: after %d hops router %v is reached: %t, want %t", net, b, root, step, r, !in, in)
						}
					}
					if step < b {
						at = must(schedule.Step(net, at, program[step]))
					}
				}
				s := must(schedule.Pipeline(net, [][]schedule.Program{{program}}, []topology.Node{u}, schedule.Plan{Cost: 1}, nil))
				times, _ := s.Arrivals(0)
				if slices.Min(times) < 0 || conflicts(s) != 0 || len(must(s.Ends(schedule.Runner{}))) != net.Order() {
					t.Errorf("%v, [%d;*,*,*] from %v: want a copy at each router and no conflict", net, b, root)
				}
			}
		}
	}
}

// TestStarts checks rounds that begin when they are told to.
func TestStarts(t *testing.T) {
	net := swapped(2, 2, false)
	one := []schedule.Program{must(schedule.ParseProgram("l1 g*")), must(schedule.ParseProgram(""))}
	s := must(schedule.Pipeline(net, [][]schedule.Program{one, one, one}, []topology.Node{1, 5}, schedule.Plan{Starts: []int{4, 0, 4}, Delay: true}, nil))
	if got := fmt.Sprint(s.Rounds); got != "[{4 6 0 0} {0 2 0 4} {4 6 0 8}]" || s.Packets != 12 || conflicts(s) != s.Timeline()[4].Conflicts+s.Timeline()[5].Conflicts {
		t.Errorf("rounds %s of %d packets", got, s.Packets)
	}
	if got := s.RoundOf(3)*100 + s.RoundOf(4)*10 + s.RoundOf(11); got != 12 {
		t.Errorf("rounds of packets 3, 4, 11: %03d, want 012", got)
	}
	if first, end := s.At(99); first != end {
		t.Errorf("sends after the end")
	}
}

// TestJoin checks schedules that run beside and after each other.
func TestJoin(t *testing.T) {
	net := swapped(2, 3, false)
	a := must(schedule.Pipeline(net, [][]schedule.Program{{must(schedule.ParseProgram("l1"))}}, all(net), schedule.Plan{Cost: 1}, nil))
	b := must(schedule.Pipeline(net, [][]schedule.Program{{must(schedule.ParseProgram("g1 l2"))}}, all(net), schedule.Plan{Cost: 1}, nil))
	beside := must(schedule.Join([]*schedule.Schedule{a, b, a}, []int{0, 2, 1}, nil, 0))
	if got := fmt.Sprint(beside.Rounds); got != "[{0 1 0 0} {2 4 0 18} {1 2 0 36}]" || beside.Packets != 54 || beside.Makespan() != 4 || beside.Hops() != a.Hops()*2+b.Hops() {
		t.Errorf("beside: rounds %s, %d packets, makespan %d", got, beside.Packets, beside.Makespan())
	}
	same := make([]int32, 18)
	for i := range same {
		same[i] = int32(i)
	}
	after := must(schedule.Join([]*schedule.Schedule{a, b}, []int{0, 1}, [][]int32{same, same}, 18))
	var moved []topology.Node // packets of b begin where those of a end
	for _, h := range must(a.Ends(schedule.Runner{})) {
		moved = append(moved, h.Node)
	}
	if _, err := after.Ends(schedule.Runner{}); err == nil {
		t.Errorf("packets go on from where they are not")
	}
	b2 := must(schedule.Pipeline(net, [][]schedule.Program{{must(schedule.ParseProgram("g1 l2"))}}, moved, schedule.Plan{Cost: 1}, nil))
	whole := must(schedule.Pipeline(net, [][]schedule.Program{{schedule.Vector(1, 2, 1)}}, all(net), schedule.Plan{Cost: 1}, nil))
	after = must(schedule.Join([]*schedule.Schedule{a, b2}, []int{0, 1}, [][]int32{same, same}, 18))
	if got, want := fmt.Sprint(must(after.Ends(schedule.Runner{}))), fmt.Sprint(must(whole.Ends(schedule.Runner{}))); got != want {
		t.Errorf("after: ends %s, want %s", got, want)
	}
}
