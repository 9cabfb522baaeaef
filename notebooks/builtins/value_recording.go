package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/output"
	"topobook/topology"
	"topobook/topology/sim"
)

// A recording is a [sim.Record] as a value of a cell, for animate. It is immutable.
type recording struct {
	output.Base
	net    *network
	record *sim.Record
	vcs    int
}

func (r *recording) Type() string          { return "recording" }
func (r *recording) String() string        { return r.Text() }
func (r *recording) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: recording") }
func (r *recording) HTML() string          { return output.Escape(r.Text()) }

// recordValue returns the record of a simulation as a value, or None.
func recordValue(s *simulation, r *sim.Record) starlark.Value {
	if r == nil {
		return starlark.None
	}
	return &recording{net: s.t, record: r, vcs: s.config.VCs}
}

// AttrNames returns the names of the attributes.
func (r *recording) AttrNames() []string { return []string{"cycles", "packets"} }

// Attr returns how many cycles are recorded, or the packets as tuples (source, destination, cycle in which it was made, cycle in which its
// last flit arrived); the destination of one that waits at its source is None, as is the cycle of one that is on its way.
func (r *recording) Attr(name string) (starlark.Value, error) {
	switch name {
	case "cycles":
		return starlark.MakeInt(r.record.Cycles), nil
	case "packets":
		arrived := r.record.Arrivals()
		list := make([]starlark.Value, len(r.record.Packets))
		for i, p := range r.record.Packets {
			dest, end := starlark.Value(starlark.None), starlark.Value(starlark.None)
			if p.Dest >= 0 {
				dest = r.net.address(p.Dest)
			}
			if arrived[i] >= 0 {
				end = starlark.MakeInt(arrived[i])
			}
			list[i] = starlark.Tuple{r.net.address(p.Source), dest, starlark.MakeInt(p.Born), end}
		}
		return starlark.NewList(list), nil
	}
	return nil, nil
}

// Text returns what is recorded, in a line.
func (r *recording) Text() string {
	arrived := 0
	for _, cycle := range r.record.Arrivals() {
		if cycle >= 0 {
			arrived++
		}
	}
	text := fmt.Sprintf("%d packets in %d cycles, of which %d arrived", len(r.record.Packets), r.record.Cycles, arrived)
	if n := len(r.record.Deadlock); n > 0 {
		text += fmt.Sprintf("; in the end %d channels wait for each other", n)
	}
	return text
}

// appendData appends what site/motion.js plays to an object of JSON: of each packet the source and when it was made; of each hop the packet,
// both ends, virtual channel, delay (less than 0 if it ends in no buffer), the number of flits, when the first left, since the hop before, and each of the others, since the
// one before; and the ends of the channels of a deadlock.
func (r *recording) appendData(b []byte) []byte {
	var packets, hops, deadlock []int
	for _, p := range r.record.Packets {
		packets = append(packets, int(p.Source), p.Born)
	}
	before := 0
	for _, hop := range r.record.Hops {
		first := int(hop.Leave[0])
		delay := hop.Delay
		if hop.Eject {
			delay = -delay
		}
		hops = append(hops, hop.Packet, int(hop.From), int(hop.To), hop.VC, delay, len(hop.Leave), first-before)
		before = first
		for i, leave := range hop.Leave[1:] {
			hops = append(hops, int(leave-hop.Leave[i]))
		}
	}
	for _, ch := range r.record.Deadlock {
		deadlock = append(deadlock, int(r.net.Tail(ch)), int(r.net.Head(ch)))
	}
	return appendInts(appendInts(appendInts(appendInts(b, "packets", packets), "hops", hops), "deadlock", deadlock), "vcs", []int{r.vcs})
}

// record takes the packets of a simulation.
func (a *animation) record(r *recording, color string) {
	a.recording, a.end = r, r.record.Cycles
	first, last := make([]topology.Node, len(r.record.Packets)), make([]topology.Node, len(r.record.Packets))
	for i, p := range r.record.Packets {
		first[i], last[i] = p.Source, p.Dest
	}
	a.colorBy(color, r.net.Order(), first, last)
}
