package kernel

import (
	"runtime"
	"testing"

	"topobook/wasm/wire"
)

// ran returns how many cells began to run.
func ran(said []wire.Message) (cells int) {
	for _, m := range said {
		if r, ok := m.(*wire.Result); ok && r.State == "running" {
			cells++
		}
	}
	return cells
}

// A kernel that has time computes the next step of a slider, of which the page hears nothing until it asks.
func TestAhead(t *testing.T) {
	runtime.GC() // what other tests have left, so that nothing is forgotten
	k := load(book...)
	k.say(&wire.Set{Name: "k", Value: "4"}, &wire.Run{Run: 1})
	if said := k.say(&wire.Ahead{Name: "k", From: "3"}); said != nil {
		t.Errorf("looking ahead, the kernel said %s, want nothing", outline(said))
	}
	if got, want := outline(k.say(&wire.Run{Run: 2, Cells: []string{"net"}})), "net done 16; idle 2 map[k:4]"; got != want {
		t.Errorf("after it: got  %s\nwant %s", got, want)
	}
	said := k.say(&wire.Set{Name: "k", Value: "3"}, &wire.Run{Run: 3})
	if got, want := outline(said), "net done 9; next done 27; big waiting; source done; sink done value 13; idle 3 map[]"; got != want || ran(said) > 0 {
		t.Errorf("back at what is published %d cells ran: got  %s\nwant %s", ran(said), got, want)
	}
	said = k.say(&wire.Set{Name: "k", Value: "5"}, &wire.Run{Run: 3})
	if got, want := outline(said), "net done 25; next done 125; big waiting; source done; sink done value 15; idle 3 map[k:5]"; got != want || ran(said) > 0 {
		t.Errorf("one step on %d cells ran: got  %s\nwant %s", ran(said), got, want)
	}
	said = k.say(&wire.Ahead{Name: "k", From: "4"}, &wire.Set{Name: "k", Value: "6"}, &wire.Run{Run: 4})
	if ran(said) == 0 {
		t.Error("the kernel looked ahead although it was asked something")
	}
}

// Whatever comes while the kernel looks ahead is heard at once, and answered for the values that the page has.
func TestAheadHears(t *testing.T) {
	k := load(
		wire.Cell{ID: "net", Source: "k = slider(3, 2, 9)\nt = ring(k)"},
		wire.Cell{ID: "long", Source: "len([x for x in range(100000) for y in range(1000000 * (k // 5))])"},
	)
	k.say(&wire.Set{Name: "k", Value: "4"}, &wire.Run{Run: 1})
	k.port.yield = func() {
		k.take(&wire.Look{Name: "t", Prefix: ""})
		k.port.yield = func() { t.Error("the kernel went on") }
	}
	said := k.say(&wire.Ahead{Name: "k", From: "3"})
	if len(said) != 1 {
		t.Fatalf("got %s, want one answer", outline(said))
	}
	if m, ok := said[0].(*wire.Seen); !ok || len(m.Items) != 4 {
		t.Errorf("got %+v, want the 4 nodes of the ring of now", said[0])
	}
}

// What nobody has asked for ends before it takes long.
func TestAheadEnds(t *testing.T) {
	k := load(
		wire.Cell{ID: "k", Source: "k = slider(3, 2, 9)"},
		wire.Cell{ID: "long", Source: "len([x for x in range(100000) for y in range(1000000 * (k // 5))])"},
	)
	k.say(&wire.Set{Name: "k", Value: "4"}, &wire.Run{Run: 1})
	heard := 0
	k.port.yield = func() { heard++ }
	if said := k.say(&wire.Ahead{Name: "k", From: "3"}); said != nil || heard == 0 {
		t.Errorf("the kernel said %s and heard messages %d times, want that it says nothing and hears", outline(said), heard)
	}
	if got, want := outline(k.say(&wire.Run{Run: 2, Cells: []string{"long"}})), "long done 0; idle 2 map[k:4]"; got != want {
		t.Errorf("after it: got %s, want %s", got, want)
	}
}
