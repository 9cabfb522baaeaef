package sim

import (
	"fmt"
	"sort"

	"topobook/topology"
	"topobook/topology/route"
)

// A Sending is a packet of a trace: when its source makes it, and of how many flits.
type Sending struct {
	Cycle int
	route.Message
	Flits int
}

// A Trace says which packets are sent when. Make one with [NewTrace].
type Trace struct {
	Traffic Traffic  // in proportion to the flits
	list    []traced // by cycle
	order   []int32  // the same by source, and then by cycle: indexes of the list
	start   []int32  // by source: where its packets begin in order
}

// A traced is a Sending with processors by their number.
type traced struct{ cycle, source, dest, flits int32 }

// NewTrace returns the trace of the packets, which may be in any order; a source sends those of one cycle in
// the order given. It returns an error if there are none, an end of one is not a processor of net, a cycle is
// not from 0 to 2²⁸, or a packet has no flit or more than 2¹⁶.
func NewTrace(net *topology.Network, packets []Sending) (*Trace, error) {
	t := &Trace{list: make([]traced, len(packets)), order: make([]int32, len(packets)), start: make([]int32, len(net.Processors()))}
	index := processorIndex(net)
	demands := make([]route.Demand, len(packets))
	for i, p := range packets {
		if p.Cycle < 0 || p.Cycle > maxCycles {
			return nil, fmt.Errorf("cycle %d: want 0 to %d", p.Cycle, maxCycles)
		}
		if p.Flits < 1 || p.Flits > maxPacket {
			return nil, fmt.Errorf("packet of %d flits: want 1 to %d", p.Flits, maxPacket)
		}
		demands[i] = route.Demand{Message: p.Message, Weight: float64(p.Flits)}
	}
	if len(packets) == 0 {
		return nil, fmt.Errorf("got no packets, want at least one")
	}
	var err error
	if t.Traffic, err = Weighted(net, demands); err != nil {
		return nil, err
	}
	for i, p := range packets {
		t.list[i] = traced{int32(p.Cycle), index[p.Source], index[p.Dest], int32(p.Flits)}
		t.order[i] = int32(i)
	}
	sort.SliceStable(t.list, func(i, j int) bool { return t.list[i].cycle < t.list[j].cycle })
	sort.SliceStable(t.order, func(i, j int) bool { return t.list[t.order[i]].source < t.list[t.order[j]].source })
	for i := len(t.order) - 1; i >= 0; i-- {
		t.start[t.list[t.order[i]].source] = int32(i)
	}
	return t, nil
}

// Last returns the cycle in which the last packet is made.
func (t *Trace) Last() int { return int(t.list[len(t.list)-1].cycle) }

// flits returns the flits of all packets.
func (t *Trace) flits() float64 {
	sum := 0.0
	for _, p := range t.list {
		sum += float64(p.flits)
	}
	return sum
}
