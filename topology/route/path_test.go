package route_test

import (
	"fmt"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/route"
)

func ExamplePath() {
	net, _ := topology.Build(family.NewKaryNTree(3, 3))
	p, _ := net.NodeAt("0,1,2")
	q, _ := net.NodeAt("2,0,1")
	path, _ := route.TreeRoute(net, p, q, route.RandomChoice(3, 1))
	for _, u := range path.Nodes {
		fmt.Print(net.Address(u), " ")
	}
	fmt.Println(path.Hops(), path.Labels(net), path.Ports(net), path.Levels(net), path.Phases(net))
	// Output:
	// 0,1,2 0,1@2 0,1@1 0,1@0 2,1@1 2,0@2 2,0,1 6 [-1 1 0 2 0 1] [0 4 3 2 0 1] [3 2 1 0 1 2 3] [up up up down down down]
}

func TestPathCheck(t *testing.T) {
	net := must(topology.Build(family.NewRing(5)))
	path := route.MinimalPaths(net, 0, 2, 1)[0]
	if err := path.Check(net); err != nil {
		t.Errorf("%v: %v", path, err)
	}
	if got := path.Phases(net); got[0] != route.NoPhase || got[1] != route.NoPhase {
		t.Errorf("ring: phases %v, want none", got)
	}
	c01, _ := net.ChannelBetween(0, 1)
	c12, _ := net.ChannelBetween(1, 2)
	for _, tt := range []struct {
		path route.Path
		want string
	}{
		{route.Path{}, "0 nodes and 0 channels"},
		{route.Path{Nodes: []topology.Node{0, 1}}, "2 nodes and 0 channels"},
		{route.Path{Nodes: []topology.Node{9}}, "node 9, want 0 to 4"},
		{route.Path{Nodes: []topology.Node{-1}}, "node -1, want 0 to 4"},
		{route.Path{Nodes: []topology.Node{0, 1}, Channels: []topology.Channel{c12}}, "want one from 0 to 1"},
		{route.Path{Nodes: []topology.Node{0, 1}, Channels: []topology.Channel{-7}}, "takes channel -7"},
		{route.Path{Nodes: []topology.Node{0, 1}, Channels: []topology.Channel{10}}, "takes channel 10"},
		{route.Path{Nodes: []topology.Node{0, 1, 0}, Channels: []topology.Channel{c01, net.Twin(c01)}}, "visits node 0 twice"},
	} {
		if err := tt.path.Check(net); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: error %v, want one that says %q", tt.path, err, tt.want)
		}
	}
}

func TestNewPathPanics(t *testing.T) {
	net := must(topology.Build(family.NewRing(5)))
	c12, _ := net.ChannelBetween(1, 2)
	defer func() {
		if recover() == nil {
			t.Error("NewPath took a channel that does not leave the node")
		}
	}()
	route.NewPath(net, 0, []topology.Channel{c12})
}

// Phases must say up or down by the levels, and a path of a fat-tree never turns down and up again.
func TestPhases(t *testing.T) {
	for _, net := range []*topology.Network{tree(2, 3), tree(3, 2), must(topology.Build(family.NewMaryTree(3, 2)))} {
		for _, p := range net.Processors() {
			for _, q := range net.Processors() {
				for _, path := range route.MinimalPaths(net, p, q, 100) {
					levels, phases := path.Levels(net), path.Phases(net)
					for i, phase := range phases {
						if (phase == route.Up) != (levels[i+1] < levels[i]) || (phase == route.Down) != (levels[i+1] > levels[i]) {
							t.Errorf("%v: hop %d from level %d to %d is %v", net, i, levels[i], levels[i+1], phase)
						}
						if i > 0 && phases[i-1] == route.Down && phase == route.Up {
							t.Errorf("%v: %v goes down and up again", net, path)
						}
					}
				}
			}
		}
	}
}
