package draw_test

import (
	"strconv"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/family"
)

// A density picture is small, says how links lie, and has a cell wherever two blocks of nodes are linked.
func TestDensity(t *testing.T) {
	group := draw.FormatNumber
	for _, tt := range []struct {
		net  *topology.Network
		want []string
	}{
		// a row of a torus is a block: half of its links lie within, and it is linked with two others
		{must(family.NewTorus(100, 2)), []string{group(10000) + " nodes in 100 blocks of 100 ", ": 50% of " + group(20000) + " links", "join 100 of 4950 pairs of blocks."}},
		// the six last digits are within a block of 64, the six first lead to others: 64·6/2
		{must(family.NewHypercube(12)), []string{"64 blocks of 64 ", ": 50% of " + group(24576) + " links", "join 192 of 2016 pairs"}},
		{must(family.NewComplete(3000)), []string{"100 blocks of 30 ", "join 4950 of 4950 pairs"}}, // 30·29/2 of 3000·2999/2·(1/100)
		{must(family.NewKaryNTree(16, 3)), []string{": 0% of", ">0,0@0<", ">0,0@2<"}},
		{must(family.NewRandomRegular(5000, 8, 1)), []string{"50 blocks of 100 ", "join 1225 of 1225 pairs"}},
		{must(family.NewRandomRegular(10000, 3, 1)), nil}, {listed(10000), []string{": 0% of 0 links"}}, {must(family.NewMaryTree(2, 12)), nil}, {must(family.NewMesh(10000, 1)), nil},
	} {
		svg, words, err := draw.Density(tt.net, nil)
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, svg)
		if len(svg) > 60_000 {
			t.Errorf("%v: its picture has %d bytes, want at most 60000", tt.net, len(svg))
		}
		for _, want := range tt.want {
			if !strings.Contains(words, want) && !strings.Contains(svg, want) {
				t.Errorf("%v: %q has no %q", tt.net, words, want)
			}
		}
	}
	if _, _, err := draw.Density(must(family.NewHypercube(14)), nil); err == nil {
		t.Error("hypercube(14): no error")
	}
}

// The words of a picture count as links between equal parts of the nodes are counted one by one.
func TestDensityCounts(t *testing.T) {
	net := must(family.NewRandomRegular(2000, 4, 3))
	_, words, err := draw.Density(net, nil)
	if err != nil {
		t.Fatal(err)
	}
	block := 20 // of 100
	if !strings.Contains(words, "in 100 blocks of 20 ") {
		t.Fatalf("%q: want 100 blocks of 20", words)
	}
	inside, pairs := 0, map[[2]int]bool{}
	for link := range net.Links() {
		a, b := int(link.A)/block, int(link.B)/block
		if a == b {
			inside++
		} else {
			pairs[[2]int{min(a, b), max(a, b)}] = true
		}
	}
	if want := "join " + strconv.Itoa(len(pairs)) + " of 4950"; !strings.Contains(words, want) {
		t.Errorf("%q: want %q", words, want)
	}
	if want := draw.FormatNumber(float64((1000*inside+net.Size()/2)/net.Size())/10) + "% of"; !strings.Contains(words, want) {
		t.Errorf("%q: want %q", words, want)
	}
}
