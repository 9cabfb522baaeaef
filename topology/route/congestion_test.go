package route_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/route"
)

// samples returns permutations of the processors of a tree: the named ones, and random ones.
func samples(t *testing.T, net *topology.Network, n int) [][]route.Message {
	t.Helper()
	var list [][]route.Message
	for _, perm := range route.Permutations {
		if messages, err := route.NamedPermutation(net, perm.Name); err == nil {
			list = append(list, messages)
		}
	}
	random := rand.New(rand.NewPCG(uint64(net.Order()), 3))
	for range n {
		messages := make([]route.Message, len(net.Processors()))
		for i, j := range random.Perm(len(messages)) {
			messages[i] = route.Message{Source: net.Processors()[i], Dest: net.Processors()[j]}
		}
		list = append(list, messages)
	}
	return list
}

// meetsDescending tries all ways to ascend such that no two messages share an ascending channel, and
// reports whether messages then share a descending one in some.
func meetsDescending(t *testing.T, net *topology.Network, messages []route.Message) bool {
	t.Helper()
	choices := make([][]route.Path, len(messages))
	for i, m := range messages {
		paths, err := route.EachTreeRoute(net, m.Source, m.Dest)
		if err != nil {
			t.Fatal(err)
		}
		choices[i] = slices.Collect(paths)
	}
	used := make([]int, 2*net.Size())
	chosen := make([]route.Path, 0, len(messages))
	var try func() bool
	try = func() bool {
		if len(chosen) == len(messages) {
			_, _, _, shared := route.SharedChannel(chosen)
			return shared
		}
		for _, p := range choices[len(chosen)] {
			ascent := p.Channels[:p.Hops()/2]
			if slices.ContainsFunc(ascent, func(c topology.Channel) bool { return used[c] > 0 }) {
				continue
			}
			for _, c := range ascent {
				used[c]++
			}
			chosen = append(chosen, p)
			met := try()
			chosen = chosen[:len(chosen)-1]
			for _, c := range ascent {
				used[c]--
			}
			if met {
				return true
			}
		}
		return false
	}
	return try()
}

// The definition must say what happens: permutations are congestion-free if and only if no ascent
// without contention is followed by contention.
func TestCongestionFree(t *testing.T) {
	for _, tt := range []struct{ k, n, permutations int }{{2, 0, 1}, {5, 1, 5}, {2, 2, 60}, {3, 2, 150}, {2, 3, 300}} {
		net := tree(tt.k, tt.n)
		free := 0
		for _, messages := range samples(t, net, tt.permutations) {
			conflict, err := route.CongestionFree(net, messages)
			if err != nil {
				t.Fatal(err)
			}
			if conflict == nil {
				free++
			} else {
				checkConflict(t, net, *conflict)
			}
			if meets := meetsDescending(t, net, messages); meets != (conflict != nil) {
				t.Errorf("%v: %v: conflict %v, but messages that meet: %v", net, messages, conflict, meets)
			}
		}
		if free == 0 {
			t.Errorf("%v: none of the permutations is congestion-free", net)
		}
	}
}

// checkConflict finds routes of the two messages of a witness that meet only as they descend.
func checkConflict(t *testing.T, net *topology.Network, conflict route.Conflict) {
	t.Helper()
	if !meetsDescending(t, net, []route.Message{conflict.A, conflict.B}) {
		t.Errorf("%v: %v do not meet", net, conflict)
	}
}

// Congestion-free patterns can be ascended without contention, hence routed at full throughput.
func TestComplementIsCongestionFree(t *testing.T) {
	for _, net := range append(trees(), tree(4, 4), tree(3, 5)) {
		messages, err := route.NamedPermutation(net, "complement")
		if err != nil {
			t.Fatal(err)
		}
		conflict, err := route.CongestionFree(net, messages)
		if err != nil || conflict != nil {
			t.Errorf("%v: %v, %v", net, conflict, err)
		}
		if load := namedLoad(t, net, "src", messages); load.Max() > 1 || load.Throughput() != 1 {
			t.Errorf("%v: load %v, want at most 1", net, load.Max())
		}
	}
}

func ExampleCongestionFree() {
	net, _ := topology.Build(family.NewKaryNTree(2, 4))
	messages, _ := route.NamedPermutation(net, "bit_reversal")
	conflict, _ := route.CongestionFree(net, messages)
	for _, m := range []route.Message{conflict.A, conflict.B} {
		fmt.Println(net.Address(m.Source), "to", net.Address(m.Dest), "at level", conflict.Level)
	}
	// Output:
	// 0,0,0,1 to 1,0,0,0 at level 1
	// 0,1,0,1 to 1,0,1,0 at level 1
}

// By hand: of the four switches that processors are at, let s receive one message from their own processors
// and one from the next in a derangement of the s, and let the rest receive both from one switch each:
// Σ C(4,s)·D(s)·(4-s)!·2⁸/2⁴⁻ˢ = 384 + 0 + 768 + 1024 + 2304 = 4480.
func ExampleCountCongestionFree() {
	net, _ := topology.Build(family.NewKaryNTree(2, 3))
	free, all, err := route.CountCongestionFree(net, nil)
	fmt.Println(free, "of", all, err)
	// Output: 4480 of 40320 <nil>
}

func TestCongestionFreeErrors(t *testing.T) {
	ring := must(topology.Build(family.NewRing(12)))
	if _, err := route.CongestionFree(ring, nil); err == nil {
		t.Error("a ring is taken for a tree")
	}
	if _, err := route.CongestionFree(tree(2, 2), []route.Message{{Source: 0, Dest: 6}}); err == nil {
		t.Error("a switch is taken for a processor")
	}
	if _, err := route.FirstBlocked(ring, nil); err == nil {
		t.Error("all permutations of 12 processors are tried")
	}
	if _, _, err := route.CountCongestionFree(tree(2, 4), nil); err == nil {
		t.Error("all permutations of 16 processors are tried")
	}
}
