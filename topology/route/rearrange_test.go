package route_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/route"
)

// checkRearranged checks that there is a shortest path for each message and that no channel is used twice.
func checkRearranged(t *testing.T, net *topology.Network, messages []route.Message) {
	t.Helper()
	paths, err := route.Rearrange(net, messages, nil)
	if err != nil || len(paths) != len(messages) {
		t.Fatalf("%v: %d paths for %d messages, %v", net, len(paths), len(messages), err)
	}
	uses := make([]int, 2*net.Size())
	dims := net.Definition.(family.KaryNTree).Dims()
	for i, p := range paths {
		m := messages[i]
		if err := p.Check(net); err != nil || p.Nodes[0] != m.Source || p.Nodes[p.Hops()] != m.Dest {
			t.Fatalf("%v: path %v for %v, %v", net, p, m, err)
		}
		if want := 2 * (dims - firstDifference(net, m.Source, m.Dest)); p.Hops() != want {
			t.Errorf("%v: path of %d hops for %v, want %d", net, p.Hops(), m, want)
		}
		for _, c := range p.Channels {
			if uses[c]++; uses[c] > 1 {
				t.Fatalf("%v: two paths use channel %d", net, c)
			}
		}
	}
}

func TestRearrange(t *testing.T) {
	for _, tt := range []struct{ k, n, permutations int }{
		{2, 0, 1}, {7, 0, 1}, {2, 1, 2}, {9, 1, 5}, {3, 2, 1000}, {7, 2, 50}, {13, 2, 20},
		{2, 4, 200}, {3, 3, 100}, {6, 3, 5}, {5, 4, 2}, {3, 6, 2}, {2, 9, 3}, {4, 4, 5},
	} {
		net := tree(tt.k, tt.n)
		for _, messages := range samples(t, net, tt.permutations) {
			checkRearranged(t, net, messages)
		}
	}
}

// All 40320 permutations of eight processors, and all of fewer.
func TestRearrangeAll(t *testing.T) {
	for _, net := range []*topology.Network{tree(3, 0), tree(3, 1), tree(7, 1), tree(2, 2), tree(2, 3)} {
		if blocked, err := route.FirstBlocked(net, nil); blocked != nil || err != nil {
			t.Errorf("%v: blocked %v, %v", net, blocked, err)
		}
	}
}

// FirstBlocked must try each permutation once.
func TestEveryPermutationOnce(t *testing.T) {
	factorial := 1
	for k := 2; k <= 7; k++ {
		factorial *= k
		free, all, err := route.CountCongestionFree(tree(k, 1), nil)
		if err != nil || all != factorial || free != all {
			t.Errorf("%d of %d permutations are congestion-free, %v, want all %d", free, all, err, factorial)
		}
	}
}

func FuzzRearrange(f *testing.F) {
	f.Add(3, 3, uint64(1), 27)
	f.Add(6, 2, uint64(2), 17)
	f.Add(2, 6, uint64(3), 63)
	f.Fuzz(func(t *testing.T, k, n int, seed uint64, messages int) {
		if k < 2 || k > 8 || n < 0 || n > 6 || k*n > 20 {
			t.Skip()
		}
		net := tree(k, n)
		order := len(net.Processors())
		if messages < 0 || messages > order {
			t.Skip()
		}
		random := rand.New(rand.NewPCG(seed, 0))
		from, to := random.Perm(order), random.Perm(order)
		part := make([]route.Message, messages)
		for i := range part {
			part[i] = route.Message{Source: topology.Node(from[i]), Dest: topology.Node(to[i])}
		}
		checkRearranged(t, net, part)
	})
}

func TestRearrangeErrors(t *testing.T) {
	net := tree(2, 2)
	for _, tt := range []struct {
		net      *topology.Network
		messages []route.Message
		want     string
	}{
		{must(topology.Build(family.NewRing(4))), nil, "ring(n=4): want a whole k-ary n-tree"},
		{net, []route.Message{{Source: 0, Dest: 1}, {Source: 0, Dest: 2}}, "processor 0,0 sends two messages"},
		{net, []route.Message{{Source: 0, Dest: 1}, {Source: 2, Dest: 1}}, "processor 0,1 receives two messages"},
		{net, []route.Message{{Source: 0, Dest: 7}}, "node 1@1 is a switch"},
	} {
		if _, err := route.Rearrange(tt.net, tt.messages, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want one that says %q", err, tt.want)
		}
	}
}

func TestSharedChannel(t *testing.T) {
	net := tree(2, 2)
	a, b := route.MinimalPaths(net, 0, 3, 1)[0], route.MinimalPaths(net, 1, 3, 1)[0]
	// from one switch, both ascend by its first port up
	if c, i, j, shared := route.SharedChannel([]route.Path{a, b}); !shared || i != 0 || j != 1 || c != a.Channels[1] {
		t.Errorf("channel %d of paths %d and %d, %v, want channel %d", c, i, j, shared, a.Channels[1])
	}
	if _, _, _, shared := route.SharedChannel([]route.Path{a}); shared {
		t.Error("a path alone shares a channel")
	}
}

func BenchmarkRearrange(b *testing.B) {
	net := tree(4, 4)
	messages, _ := route.NamedPermutation(net, "bit_reversal")
	for b.Loop() {
		if _, err := route.Rearrange(net, messages, nil); err != nil {
			b.Fatal(err)
		}
	}
}
