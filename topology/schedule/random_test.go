package schedule_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/schedule"
)

// random returns a schedule at random in which packets may be duplicated, meet and go anywhere, and its sends.
func random(net *topology.Network, r *rand.Rand, packets, length int) (*schedule.Schedule, []schedule.Send) {
	var sends []schedule.Send
	for p := range packets {
		at := map[topology.Node]bool{topology.Node(r.IntN(net.Order())): true}
		for τ := r.IntN(3); τ < length; τ++ {
			next := map[topology.Node]bool{}
			for _, u := range all(net) {
				if !at[u] {
					continue
				}
				copies := r.IntN(3)
				if copies == 0 {
					next[u] = true // rests
				}
				for range copies {
					first, end := net.Channels(u)
					c := first + topology.Channel(r.IntN(int(end-first)+1))
					v := u
					if c == end {
						c = schedule.Stay
					} else {
						v = net.Head(c)
					}
					sends = append(sends, schedule.Send{Time: τ, Packet: p, From: u, Channel: c})
					next[v] = true
				}
			}
			at = next
		}
	}
	r.Shuffle(len(sends), func(i, j int) { sends[i], sends[j] = sends[j], sends[i] })
	return must(schedule.New(net, packets, sends)), sends
}

// TestRandom compares conflicts, shared links, arrivals and runs with counts in maps.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 7))
	for i, net := range []*topology.Network{swapped(2, 2, false), must(topology.Build(family.NewRing(5))), swapped(1, 3, false), must(topology.Build(family.NewMaryTree(2, 2)))} {
		for range 8 {
			s, sends := random(net, r, 3+i, 5)
			checkLoads(t, s, sends)
			checkShared(t, s, sends)
			checkRun(t, s, sends)
		}
	}
}

func checkLoads(t *testing.T, s *schedule.Schedule, sends []schedule.Send) {
	t.Helper()
	type key struct {
		time    int
		channel topology.Channel
	}
	load := map[key][]int{}
	end := 0
	for _, x := range sends {
		end = max(end, x.Time+1)
		if x.Channel != schedule.Stay {
			load[key{x.Time, x.Channel}] = append(load[key{x.Time, x.Channel}], x.Packet)
		}
	}
	want, hops := 0, 0
	for _, packets := range load {
		want += len(packets) - 1
		hops += len(packets)
	}
	if s.Makespan() != end || s.Len() != len(sends) || s.Hops() != hops || conflicts(s) != want {
		t.Errorf("%v: makespan %d, %d sends, %d hops, %d conflicts, want %d, %d, %d, %d", s.Net, s.Makespan(), s.Len(), s.Hops(), conflicts(s), end, len(sends), hops, want)
	}
	for _, x := range s.Conflicts(1 << 20) {
		got := load[key{x.Time, x.Channel}]
		if len(got) < 2 || fmt.Sprint(got) != fmt.Sprint(x.Packets) {
			t.Errorf("%v: conflict %v, want packets %v", s.Net, x, got)
		}
		want -= len(got) - 1
	}
	if want != 0 {
		t.Errorf("%v: the list of conflicts lacks %d", s.Net, want)
	}
}

func checkShared(t *testing.T, s *schedule.Schedule, sends []schedule.Send) {
	t.Helper()
	slices.SortStableFunc(sends, func(a, b schedule.Send) int { return a.Time - b.Time })
	for _, tree := range []bool{false, true} {
		reached := map[[2]int]bool{}
		for p, u := range s.Origins() {
			if u >= 0 {
				reached[[2]int{p, int(u)}] = true
			}
		}
		users := map[string]map[int]bool{} // by sense and link
		for _, x := range sends {
			if x.Channel == schedule.Stay {
				continue
			}
			a, b := int(x.From), int(s.Net.Head(x.Channel))
			if tree && reached[[2]int{x.Packet, b}] {
				continue
			}
			reached[[2]int{x.Packet, b}] = true
			for _, key := range []string{fmt.Sprint("undirected ", min(a, b), max(a, b)), fmt.Sprint("directed ", a, " ", b), fmt.Sprint("timed ", x.Time, " ", a, " ", b)} {
				if users[key] == nil {
					users[key] = map[int]bool{}
				}
				users[key][x.Packet] = true
			}
		}
		for i, name := range schedule.Senses {
			want, packets := 0, 0
			for key, set := range users {
				if strings.HasPrefix(key, name+" ") && len(set) > 1 {
					want++
					packets += len(set)
				}
			}
			got := must(s.Shared(schedule.Sense(i), tree))
			for _, x := range got {
				packets -= len(x.Packets)
			}
			if len(got) != want || packets != 0 {
				t.Errorf("%v: %d links shared in the sense %s (tree %t), want %d; %d packets too few", s.Net, len(got), name, tree, want, packets)
			}
		}
	}
}

// checkRun moves values through the schedule in a map, sends by time: they add up where they meet.
func checkRun(t *testing.T, s *schedule.Schedule, sends []schedule.Send) {
	t.Helper()
	type place struct{ packet, node int }
	at := map[place]int32{}
	first := map[place]int{}
	var held []schedule.Held
	for p, u := range s.Origins() {
		if u < 0 {
			continue
		}
		held = append(held, schedule.Held{Packet: p, Node: u, Value: int32(10*p + 1)})
		at[place{p, int(u)}] = int32(10*p + 1)
		first[place{p, int(u)}] = 0
	}
	for τ := range s.Makespan() {
		next := map[place]int32{}
		gone := map[place]bool{}
		for _, x := range sends {
			if x.Time != τ {
				continue
			}
			from, to := place{x.Packet, int(x.From)}, place{x.Packet, int(x.From)}
			if x.Channel != schedule.Stay {
				to.node = int(s.Net.Head(x.Channel))
			}
			next[to] += at[from]
			gone[from] = true
			if _, ok := first[to]; !ok {
				first[to] = τ + 1
			}
		}
		for x := range at {
			if !gone[x] {
				next[x] += at[x]
			}
		}
		at = next
	}
	got, err := s.Run(held, schedule.Runner{Combine: func(a, b int32) (int32, error) { return a + b, nil }})
	if err != nil {
		t.Fatal(err)
	}
	for i, h := range got {
		if want, ok := at[place{h.Packet, int(h.Node)}]; !ok || h.Value != want {
			t.Errorf("%v: %v is held in the end, want %d (%t)", s.Net, h, want, ok)
		}
		if i > 0 && (got[i-1].Packet > h.Packet || got[i-1].Packet == h.Packet && got[i-1].Node >= h.Node) {
			t.Errorf("%v: %v is listed before %v", s.Net, got[i-1], h)
		}
	}
	if len(got) != len(at) {
		t.Errorf("%v: %d packets are held, want %d", s.Net, len(got), len(at))
	}
	for p := range s.Packets {
		times, by := s.Arrivals(p)
		for u, τ := range times {
			want, ok := first[place{p, u}]
			if !ok {
				want = -1
			}
			if τ != want || (τ > 0) != (by[u] != schedule.Stay) || τ > 0 && int(s.Net.Head(by[u])) != u {
				t.Errorf("%v: packet %d is first at node %d at %d by %d, want %d", s.Net, p, u, τ, by[u], want)
			}
		}
	}
}
