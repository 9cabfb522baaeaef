//go:build !js

package measure_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

// metisCut returns the links between the halves that METIS finds, whose sizes may differ by a few processors,
// and by how many they differ.
func metisCut(t *testing.T, net *topology.Network) (links, differ int) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintln(&b, net.Order(), net.Size(), "010") // nodes have weights, links have none
	for u := range topology.Node(net.Order()) {
		weight := 0
		if net.Kind(u) == topology.Processor {
			weight = 1
		}
		fmt.Fprint(&b, weight)
		for _, v := range net.Neighbors(u) {
			fmt.Fprint(&b, " ", v+1)
		}
		fmt.Fprintln(&b)
	}
	file := filepath.Join(t.TempDir(), "net")
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gpmetis", "-ptype=rb", "-ufactor=1", file, "2").CombinedOutput(); err != nil {
		t.Fatalf("gpmetis: %v: install the package metis and try again (on Debian: apt-get install metis)\n%s", err, out)
	}
	text, err := os.ReadFile(file + ".part.2")
	if err != nil {
		t.Fatal(err)
	}
	part := strings.Fields(string(text))
	if len(part) != net.Order() {
		t.Fatalf("%v: METIS gives %d nodes a part, want %d", net, len(part), net.Order())
	}
	for link := range net.Links() {
		if part[link.A] != part[link.B] {
			links++
		}
	}
	for _, u := range net.Processors() {
		if part[u] == "0" {
			differ++
		} else {
			differ--
		}
	}
	return links, max(differ, -differ)
}

// The cuts from coarser networks are about as good as those of METIS, whose halves need not be of the same size.
func TestBisectionMetis(t *testing.T) {
	for _, net := range []*topology.Network{
		networktest.Member(t, "random_regular(n=1000, d=8, seed=1)"),
		networktest.Member(t, "random_regular(n=3000, d=16, seed=1)"),
		networktest.Member(t, "swapped_dragonfly(K=8, M=8, xor=False)"),
		networktest.Member(t, "kary_ntree(k=4, n=5)"),
		networktest.Build(t)(family.NewTorusSides([]int{16, 16, 8})),
		concentrated(t, networktest.Member(t, "torus(k=16, n=2)"), 4),
	} {
		cut := measure.MultilevelBisection(t, net)
		checkCut(t, net, cut)
		links, differ := metisCut(t, net)
		t.Logf("%v: %d links, METIS %d between halves that differ by %d", net, cut.Links, links, differ)
		if 100*cut.Links > 103*links {
			t.Errorf("%v: cut of %d links, want at most 1.03 times the %d of METIS", net, cut.Links, links)
		}
	}
}
