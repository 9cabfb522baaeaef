package topology_test

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/networktest"
)

// listed is a definition whose links are a list.
type listed struct {
	topology.Definition // its nodes and their names
	links               []topology.Link
}

func (l listed) String() string { return "listed()" }
func (l listed) Links() iter.Seq[topology.Link] {
	return slices.Values(l.links)
}

func newListed(t *testing.T, n int, links ...topology.Link) listed {
	t.Helper()
	ring, err := family.NewRing(n)
	if err != nil {
		t.Fatal(err)
	}
	return listed{ring, links}
}

// TestNewPorts builds networks whose links take random ports, with gaps and in any order.
func TestNewPorts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for range 50 {
		n := 2 + r.IntN(9)
		ports := 1 + r.IntN(3*n)
		free := make([][]int, n) // by node: its ports, in the order in which links take them
		for u := range free {
			free[u] = r.Perm(max(ports, n))
		}
		var links []topology.Link
		for a := range n {
			for b := range a {
				if r.IntN(3) == 0 {
					continue
				}
				links = append(links, topology.Link{
					A: topology.Node(a), PortA: free[a][b], LabelA: r.IntN(4) - 1,
					B: topology.Node(b), PortB: free[b][a], LabelB: r.IntN(4) - 1,
				})
			}
		}
		r.Shuffle(len(links), func(i, j int) { links[i], links[j] = links[j], links[i] })
		net, err := topology.New(newListed(t, n, links...))
		if err != nil {
			t.Fatal(err)
		}
		networktest.Check(t, net, n, len(links)) // that each node's channels are sorted by port, and all that a link says
		start, heads := net.Adjacency()
		for u := range topology.Node(n) {
			if !slices.Equal(heads[start[u]:start[u+1]], net.Neighbors(u)) {
				t.Errorf("%v: node %d is linked to %v, want %v", links, u, heads[start[u]:start[u+1]], net.Neighbors(u))
			}
		}
	}
}

func TestNewErrors(t *testing.T) {
	link := func(a, b, portA, portB int) topology.Link {
		return topology.Link{A: topology.Node(a), B: topology.Node(b), PortA: portA, PortB: portB}
	}
	for _, tt := range []struct {
		links []topology.Link
		want  string
	}{
		{[]topology.Link{link(0, 1, 0, 0), link(1, 2, 1, 0), link(2, 0, 0, 1)}, "listed(): node 2 has two links on port 0"},
		{[]topology.Link{link(0, 1, 0, 0), link(0, 2, 0, 0)}, "listed(): node 0 has two links on port 0"},
		{[]topology.Link{link(0, 1, 5, 0), link(2, 0, 0, 5)}, "listed(): node 0 has two links on port 5"},
		{[]topology.Link{link(1, 1, 0, 1)}, "listed(): link 1–1: want two distinct nodes from 0 to 2"},
		{[]topology.Link{link(1, 3, 0, 0)}, "listed(): link 1–3: want two distinct nodes from 0 to 2"},
		{[]topology.Link{link(-1, 2, 0, 0)}, "listed(): link -1–2: want two distinct nodes from 0 to 2"},
		{[]topology.Link{link(0, 1, -1, 0)}, "listed(): link 0–1 has ports -1 and 0, want 0 to 33554431"},
		{[]topology.Link{link(0, 1, 0, 1<<40)}, "listed(): link 0–1 has ports 0 and 1099511627776, want 0 to 33554431"},
		{[]topology.Link{link(0, 1, 1<<25-1, 1<<25-1)}, "listed(): want at most 33554432 ports, with or without a link"},
	} {
		if net, err := topology.New(newListed(t, 3, tt.links...)); err == nil || err.Error() != tt.want {
			t.Errorf("%v: got %v, %v, want %s", tt.links, net, err, tt.want)
		}
	}
	stop := errors.New("too many")
	ring := newListed(t, 3, link(0, 1, 0, 0), link(1, 2, 1, 0))
	_, err := topology.NewWithin(ring, func(links int, all bool) error {
		if all {
			return fmt.Errorf("%d: %w", links, stop)
		}
		return nil
	})
	if !errors.Is(err, stop) || err.Error() != "2: too many" {
		t.Errorf("%v: error %v, want 2: %v", ring, err, stop)
	}
}

// TestNewAsks checks that a build asks more and more often whether to go on, and stops at once.
func TestNewAsks(t *testing.T) {
	stop := errors.New("stopped")
	last := -1
	_, err := topology.NewWithin(endless{newListed(t, 3)}, func(links int, all bool) error {
		if links < last || links > last+1<<14 || all {
			t.Errorf("asked after %d and then %d links (all: %v), want every few thousand", last, links, all)
		}
		if last = links; links > 1<<18 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) || last > 1<<18+1<<14 {
		t.Errorf("stopped at %d links with error %v, want %v", last, err, stop)
	}
}

// TestNewTooLarge stops at a definition that does not.
func TestNewTooLarge(t *testing.T) {
	if _, err := topology.New(endless{newListed(t, 3)}); err == nil || err.Error() != "listed(): want at most 8388608 links" {
		t.Errorf("endless links: error %v", err)
	}
}

type endless struct{ listed }

func (endless) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		for yield(topology.Link{A: 0, B: 1}) {
		}
	}
}

// TestLinksLater asks a network for its links from several sides at once.
func TestLinksLater(t *testing.T) {
	def, err := family.NewButterfly(3, 4)
	net := networktest.Build(t)(def, err)
	if net.Pending() == nil || net.Size() != 3*81 || net.Pending() == nil {
		t.Errorf("%v: has %d links, pending: %v, want 243 that are made later", net, net.Size(), net.Pending())
	}
	want := networktest.Build(t)(struct{ topology.Definition }{def}, nil)
	done := make(chan bool)
	for i := range 8 {
		go func() {
			same := true
			for u := range topology.Node(net.Order()) {
				u = (u + topology.Node(i)*13) % topology.Node(net.Order())
				first, end := net.Channels(u)
				same = same && slices.Equal(net.Neighbors(u), want.Neighbors(u))
				for c := first; c < end; c++ {
					same = same && net.Port(c) == want.Port(c) && net.Twin(c) == want.Twin(c)
				}
			}
			done <- same
		}()
	}
	for range 8 {
		if !<-done {
			t.Errorf("%v: links differ from those of its definition", net)
		}
	}
	if net.Pending() != nil {
		t.Errorf("%v: its links are pending, want them made", net)
	}
}

// A counted definition counts how often it is asked for all of its links, and for the neighbors of a node.
type counted struct {
	topology.Neighborly
	links, neighbors *atomic.Int32
}

func (c counted) Links() iter.Seq[topology.Link] {
	c.links.Add(1)
	return c.Neighborly.Links()
}

func (c counted) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	c.neighbors.Add(1)
	return c.Neighborly.AppendNeighbors(nodes, u)
}

// TestLinksOnce asks a network for ports, from several sides at once: of the links that these are made of come the
// neighbors too, and nobody makes any again.
func TestLinksOnce(t *testing.T) {
	def, err := family.NewButterfly(3, 4)
	if err != nil {
		t.Fatal(err)
	}
	of := counted{def, new(atomic.Int32), new(atomic.Int32)}
	net := networktest.Build(t)(of, nil)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { net.Port(0) })
	}
	all.Wait()
	net.Neighbors(0)
	if links, neighbors := of.links.Load(), of.neighbors.Load(); links != 1 || neighbors != 0 {
		t.Errorf("%v: its links were made %d times, and the neighbors of %d nodes, want 1 and 0", net, links, neighbors)
	}
}

// TestNewLargeAsks checks that the links of a network that takes long are made while one can still be asked.
func TestNewLargeAsks(t *testing.T) {
	def, err := family.NewTorus(41, 3)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	net, err := topology.NewWithin(def, func(links int, all bool) error {
		asked++
		return nil
	})
	if err != nil || asked < 20 || net.Pending() != nil {
		t.Errorf("%v: asked %d times, error %v, want the links made, and every few thousand asked about", net, asked, err)
	}
}
