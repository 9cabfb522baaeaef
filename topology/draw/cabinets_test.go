package draw_test

import (
	"fmt"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/family"
	"topobook/topology/schedule"
)

// board draws cabinets and checks that what it says is well formed.
func board(t *testing.T, net *topology.Network, o draw.Options, values []float64) string {
	t.Helper()
	svg, err := draw.Cabinets(net, o, values)
	if err != nil {
		t.Fatal(err)
	}
	wellFormed(t, svg)
	return svg
}

func TestCabinets(t *testing.T) {
	for _, km := range [][2]int{{1, 1}, {2, 1}, {1, 2}, {2, 2}, {3, 3}, {4, 4}, {7, 2}, {1, 12}, {34, 2}, {7, 7}, {5, 16}} {
		net := must(family.NewSwappedDragonfly(km[0], km[1], false))
		svg := board(t, net, draw.Defaults(), nil)
		boxes, links, size := shapes(t, svg)
		if len(boxes) != net.Order() || len(links) != 0 || size[0] > 720 || size[1] > 760 {
			t.Errorf("%v: draws %d nodes and %d links on %v", net, len(boxes), len(links), size)
		}
		var all []shapeBox
		for u := range topology.Node(net.Order()) {
			b := boxes[net.Address(u)]
			if b.left < 0 || b.top < 0 || b.right > size[0] || b.bottom > size[1] {
				t.Fatalf("%v: node %s at %v is outside the drawing of %v", net, net.Address(u), b, size)
			}
			for v, other := range all {
				if b.left < other.right && other.left < b.right && b.top < other.bottom && other.top < b.bottom {
					t.Fatalf("%v: nodes %d and %d overlap", net, v, u)
				}
			}
			all = append(all, b)
		}
		// Routers of a drawer are on a line, those of a position in a column.
		for u := range topology.Node(net.Order()) {
			c, d, p := net.Definition.(family.SwappedDragonfly).Coordinates(u)
			b := boxes[net.Address(u)]
			row, column := boxes[fmt.Sprintf("%d,%d,0", c, d)], boxes[fmt.Sprintf("%d,0,%d", c, p)]
			if b.top != row.top || b.left != column.left || p > 0 && b.left <= row.left || d > 0 && b.top <= column.top {
				t.Fatalf("%v: router %s is at %v", net, net.Address(u), b)
			}
		}
	}
	net := must(family.NewSwappedDragonfly(2, 3, false))
	o := draw.Defaults()
	o.Source, o.Dest = 1, 11
	o.Paths = [][]topology.Channel{{must2(net.ChannelBetween(1, 2)), must2(net.ChannelBetween(2, 15))}}
	svg := board(t, net, o, nil)
	golden(t, "cabinets", svg)
	if !strings.Contains(svg, "Path from 0,0,1 to 1,2,0 through 0,0,2, 2 hops.") {
		t.Errorf("the path is not told")
	}
}

func must2(c topology.Channel, ok bool) topology.Channel {
	if !ok {
		panic("no channel")
	}
	return c
}

// TestCabinetCells checks the cells of values: as many shades and numbers as there are, and few bytes.
func TestCabinetCells(t *testing.T) {
	net := must(family.NewSwappedDragonfly(3, 3, false))
	values := make([]float64, net.Order())
	for u := range values {
		values[u] = float64(u % 4)
	}
	svg := board(t, net, draw.Defaults(), values)
	for i, want := range []int{7 + 1, 7 + 1, 7 + 1, 6 + 1} { // cells, and the key
		if got := strings.Count(svg, fmt.Sprintf(">%d</text>", i)); got != want+rows(i) {
			t.Errorf("number %d stands %d times, want %d", i, got, want+rows(i))
		}
	}
	large := must(family.NewSwappedDragonfly(16, 16, false))
	values = make([]float64, large.Order())
	for u := range values {
		values[u] = float64(u % 7)
	}
	o := draw.Defaults()
	o.Source, o.Marked = 9, []topology.Node{4, 77}
	svg = board(t, large, o, values)
	if len(svg) > 120_000 || strings.Count(svg, `class="cross"`) != 2 || strings.Count(svg, `class="ring"`) != 1 {
		t.Errorf("%d bytes, %d marks", len(svg), strings.Count(svg, `class="cross"`))
	}
	if svg = board(t, large, draw.Defaults(), nil); len(svg) > 20_000 || !strings.Contains(svg, ">cabinet 15<") {
		t.Errorf("%d bytes", len(svg))
	}
	if _, err := draw.Cabinets(must(family.NewRing(4)), o, nil); err == nil {
		t.Errorf("a ring has no cabinets")
	}
}

// rows is how often the number i names a drawer.
func rows(i int) int {
	if i < 3 {
		return 1
	}
	return 0
}

// TestMoves checks that a drawing of a unit of time has its conflicts, and tells how many packets move.
func TestMoves(t *testing.T) {
	for _, net := range []*topology.Network{must(family.NewSwappedDragonfly(2, 3, false)), must(family.NewMaximalDragonfly(2, 2, family.Absolute)), must(family.NewSwappedDragonfly(16, 16, false))} {
		program := []schedule.Program{schedule.Vector(1, 1, 1)}
		s, err := schedule.Pipeline(net, [][]schedule.Program{program, program, program}, []topology.Node{0, 1, 3}, schedule.Plan{Cost: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		line := s.Timeline()
		for τ := -1; τ <= s.Makespan(); τ++ {
			svg, err := draw.Moves(s, τ, draw.Defaults())
			if err != nil {
				t.Fatal(err)
			}
			wellFormed(t, svg)
			want, conflicts := fmt.Sprintf("time %d: 0 packets on 0 links", τ), 0
			if τ >= 0 && τ < s.Makespan() {
				conflicts = line[τ].Conflicts
				want = strings.NewReplacer(" 1 packets", " 1 packet", " 1 links", " 1 link").Replace(fmt.Sprintf("time %d: %d packets on %d links", τ, line[τ].Hops, line[τ].Channels))
			}
			red := 0
			for _, conflict := range s.Conflicts(1 << 20) {
				if conflict.Time == τ {
					red++
				}
			}
			if !strings.Contains(svg, ">"+want) || strings.Count(svg, `class="clash" data-link`) != red || strings.Contains(svg, " conflict") != (conflicts > 0) {
				t.Errorf("%v, time %d: want %s and %d red links:\n%.900s", net, τ, want, red, svg[max(0, len(svg)-900):])
			}
			if τ == 2 && net.Order() == 18 {
				golden(t, "moves", svg)
			}
		}
	}
}

// TestGantt checks the letters and colours of a chart against the sends.
func TestGantt(t *testing.T) {
	net := must(family.NewSwappedDragonfly(2, 4, false))
	rounds, err := schedule.DoublyParallel(net, 2)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]topology.Node, net.Order())
	for u := range all {
		all[u] = topology.Node(u)
	}
	for _, delay := range []bool{false, true} {
		s, err := schedule.Pipeline(net, rounds, all, schedule.Plan{Cost: 1, Delay: delay}, nil)
		if err != nil {
			t.Fatal(err)
		}
		svg := draw.Gantt(s, 0, 32)
		wellFormed(t, svg)
		clash := map[[2]int]bool{} // round and time
		for _, x := range s.Conflicts(1 << 20) {
			for _, p := range x.Packets {
				clash[[2]int{s.RoundOf(p), x.Time}] = true
			}
		}
		waits := 0
		for _, r := range s.Rounds {
			waits += r.Delay
		}
		if got := strings.Count(svg, "in conflict"); got != len(clash) || delay == (got > 0) {
			t.Errorf("delays %t: %d red cells, want %d", delay, got, len(clash))
		}
		if got := strings.Count(svg, " waits<"); got != waits || delay != (got > 0) {
			t.Errorf("delays %t: %d dashed cells, want %d", delay, got, waits)
		}
		if got := strings.Count(svg, ">l</text>") + strings.Count(svg, ">g</text>"); got != 3*len(rounds) {
			t.Errorf("delays %t: %d letters, want %d", delay, got, 3*len(rounds))
		}
		if part := draw.Gantt(s, 14, 200); strings.Count(part, ">round 1") != 2+countTitles(part) {
			t.Errorf("from round 14 on: %d rows", strings.Count(part, ">round 1"))
		}
		if delay {
			golden(t, "gantt", draw.Gantt(s, 0, 6))
		}
	}
}

// countTitles is how many cells say of which round they are.
func countTitles(svg string) int { return strings.Count(svg, "<title>round 1") }
