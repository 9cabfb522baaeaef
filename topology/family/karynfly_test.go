package family_test

import (
	"fmt"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

// TestKaryNFly checks the counts, and that exactly one way leads from each source up the stages to
// each destination: out of the port that is its digit n-1, then n-2, and so on.
func TestKaryNFly(t *testing.T) {
	for _, kn := range [][2]int{{2, 1}, {7, 1}, {2, 2}, {3, 2}, {2, 3}, {3, 3}, {2, 5}, {11, 2}} {
		k, n := kn[0], kn[1]
		net := networktest.Build(t)(family.NewKaryNFly(k, n))
		terminals := pow(k, n)
		networktest.Check(t, net, 2*terminals+n*pow(k, n-1), (n+1)*terminals)
		networktest.Connected(t, net)
		if got := len(net.Processors()); got != 2*terminals {
			t.Errorf("%v: %d processors, want 2kⁿ = %d", net, got, 2*terminals)
		}
		first := net.Order() - terminals
		for src := range topology.Node(terminals) {
			ways := make([]int, net.Order())
			ways[src] = 1
			for u := range topology.Node(net.Order()) { // by stage
				for _, v := range net.Neighbors(u) {
					if net.Level(v) == net.Level(u)+1 {
						ways[v] += ways[u]
					}
				}
			}
			for dest := range terminals {
				u := net.Neighbors(src)[0]
				for stride := terminals / k; stride > 0; stride /= k {
					begin, _ := net.Channels(u)
					u = net.Head(begin + topology.Channel(dest/stride%k))
				}
				if int(u) != first+dest || ways[u] != 1 {
					t.Errorf("%v: from source %d the digits of %d lead to %s, one of %d ways", net, src, dest, net.Address(u), ways[u])
				}
			}
		}
	}
}

// TestKaryNFlyParts checks that the switches are the butterfly, link by link, and that the fly without
// its sources is the k-ary n-tree.
func TestKaryNFlyParts(t *testing.T) {
	for _, kn := range [][2]int{{2, 1}, {2, 2}, {3, 2}, {2, 3}, {3, 3}, {2, 4}} {
		net := networktest.Build(t)(family.NewKaryNFly(kn[0], kn[1]))
		butterfly := networktest.Build(t)(family.NewButterfly(kn[0], kn[1]))
		switches, err := topology.Without(net, net.Processors(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for u := range topology.Node(butterfly.Order()) {
			for _, v := range butterfly.Neighbors(u) {
				a, _ := switches.NodeAt(butterfly.Address(u))
				b, _ := switches.NodeAt(butterfly.Address(v))
				c, ok := switches.ChannelBetween(a, b)
				d, _ := butterfly.ChannelBetween(u, v)
				if !ok || switches.Port(c) != butterfly.Port(d) || switches.Label(c) != butterfly.Label(d) || switches.Size() != butterfly.Size() {
					t.Errorf("%v: link %s–%s: want that of %v", net, butterfly.Address(u), butterfly.Address(v), butterfly)
				}
			}
		}
		tree := networktest.Build(t)(family.NewKaryNTree(kn[0], kn[1]))
		half, err := topology.Without(net, net.Processors()[:tree.Order()-butterfly.Order()], nil)
		if err != nil {
			t.Fatal(err)
		}
		if iso, err := measure.Isomorphism(half, tree, nil); iso == nil || err != nil {
			t.Errorf("%v without its sources is not %v: %v", net, tree, err)
		}
	}
}

func ExampleNewKaryNFly() {
	fly, _ := family.NewKaryNFly(2, 2)
	for link := range fly.Links() {
		fmt.Printf("%s–%s with labels %d and %d\n", fly.Address(link.A), fly.Address(link.B), link.LabelA, link.LabelB)
	}
	_, err := family.NewKaryNFly(2, 0)
	fmt.Println(err)
	_, err = fly.NodeAt("0,1@4")
	fmt.Println(err)
	_, err = fly.NodeAt("0@3")
	fmt.Println(err)
	// Output:
	// 0@2–0,0@3 with labels 0 and -1
	// 0@2–0,1@3 with labels 1 and -1
	// 1@2–1,0@3 with labels 0 and -1
	// 1@2–1,1@3 with labels 1 and -1
	// 0@1–0@2 with labels 0 and 0
	// 0@1–1@2 with labels 1 and 0
	// 1@1–0@2 with labels 0 and 1
	// 1@1–1@2 with labels 1 and 1
	// 0,0@0–0@1 with labels -1 and 0
	// 0,1@0–0@1 with labels -1 and 1
	// 1,0@0–1@1 with labels -1 and 0
	// 1,1@0–1@1 with labels -1 and 1
	// kary_nfly(k=2, n=0): want k ≥ 2 and n ≥ 1
	// kary_nfly(k=2, n=2): address "0,1@4" has stage "4", want 0 to 3, as in 0,0@0
	// kary_nfly(k=2, n=2): address "0" has 1 digits, want 2
}
