package schedule

import (
	"fmt"

	"topobook/topology"
	"topobook/topology/sorting"
)

// A Held is a packet at a node, with what it stands for there.
type Held struct {
	Packet int
	Node   topology.Node
	Value  int32
}

// A Runner moves packets through a schedule.
type Runner struct {
	// Name writes a packet for an error; nil for its number.
	Name func(packet int) string
	// Combine makes one value of two that meet as one packet at one node; nil for an error if they differ.
	Combine func(a, b int32) (int32, error)
	// Progress is called every few thousand sends; it may be nil.
	Progress topology.Progress
}

// Run executes the schedule: it begins with what is held and returns what is held in the end, by packet and,
// for those that have been duplicated, by node. Copies of one packet that reach a node in one unit, or meet
// one that has not left, are combined. It returns an error if a node sends a packet that it does not hold.
// It takes O(sends) time.
func (s *Schedule) Run(held []Held, r Runner) ([]Held, error) {
	h := s.newHoldings()
	for _, x := range held {
		if err := h.put(r, x, -1); err != nil {
			return nil, err
		}
	}
	var arriving []Held
	done := 0
	for τ := range s.Makespan() {
		first, end := s.At(τ)
		arriving = arriving[:0]
		for i := first; i < end; i++ {
			if done++; done%4096 == 0 {
				if err := r.Progress.Report(done, s.Len()); err != nil {
					return nil, err
				}
			}
			packet, u := int(s.packet[i]), s.from[i]
			value, ok := h.get(packet, u)
			if !ok {
				return nil, fmt.Errorf("at time %d node %s sends packet %s, which it does not hold: want a send only from where the packet is", τ, s.Net.Address(u), r.name(packet))
			}
			arriving = append(arriving, Held{packet, s.Head(i), value})
		}
		for i := first; i < end; i++ {
			h.remove(int(s.packet[i]), s.from[i])
		}
		for _, x := range arriving {
			if err := h.put(r, x, τ); err != nil {
				return nil, err
			}
		}
	}
	return h.list(), nil
}

func (r Runner) name(packet int) string {
	if r.Name == nil {
		return fmt.Sprint(packet)
	}
	return r.Name(packet)
}

// holdings is where packets are: most are at one place.
type holdings struct {
	s     *Schedule
	node  []topology.Node // by packet: a place where it is, or -1
	value []int32
	more  map[uint64]int32 // values at other places
	extra []int32          // by packet: how many other places
}

func (s *Schedule) newHoldings() *holdings {
	h := &holdings{s, make([]topology.Node, s.Packets), make([]int32, s.Packets), map[uint64]int32{}, make([]int32, s.Packets)}
	for i := range h.node {
		h.node[i] = -1
	}
	return h
}

func key(packet int, u topology.Node) uint64 { return uint64(packet)<<32 | uint64(u) }

func (h *holdings) get(packet int, u topology.Node) (int32, bool) {
	if h.node[packet] == u {
		return h.value[packet], true
	}
	if h.extra[packet] == 0 {
		return 0, false
	}
	value, ok := h.more[key(packet, u)]
	return value, ok
}

func (h *holdings) remove(packet int, u topology.Node) {
	if h.node[packet] == u {
		h.node[packet] = -1
		return
	}
	if h.extra[packet] > 0 {
		if _, ok := h.more[key(packet, u)]; ok {
			delete(h.more, key(packet, u))
			h.extra[packet]--
		}
	}
}

// put lets x arrive at the end of unit τ.
func (h *holdings) put(r Runner, x Held, τ int) error {
	old, ok := h.get(x.Packet, x.Node)
	switch {
	case ok && r.Combine != nil:
		value, err := r.Combine(old, x.Value)
		if err != nil {
			return err
		}
		x.Value = value
	case ok && old != x.Value:
		return fmt.Errorf("after time %d two copies of packet %s with different values are at node %s: want a rule to combine them, or one", τ, r.name(x.Packet), h.s.Net.Address(x.Node))
	}
	if h.node[x.Packet] < 0 && !ok {
		h.node[x.Packet] = x.Node
	}
	if h.node[x.Packet] == x.Node {
		h.value[x.Packet] = x.Value
		return nil
	}
	if !ok {
		h.extra[x.Packet]++
	}
	h.more[key(x.Packet, x.Node)] = x.Value
	return nil
}

// list returns what is held, by packet and then by node.
func (h *holdings) list() []Held {
	keys := make([]int, 0, len(h.more))
	for k := range h.more {
		keys = append(keys, int(k))
	}
	for packet, u := range h.node {
		if u >= 0 && h.extra[packet] > 0 {
			keys = append(keys, int(key(packet, u)))
		}
	}
	sorting.Sort(keys)
	held := make([]Held, 0, len(keys)+len(h.node))
	for packet, u := range h.node {
		if u >= 0 && h.extra[packet] == 0 {
			held = append(held, Held{packet, u, h.value[packet]})
			continue
		}
		for len(keys) > 0 && keys[0]>>32 == packet {
			u := topology.Node(uint32(keys[0]))
			value, _ := h.get(packet, u)
			held = append(held, Held{packet, u, value})
			keys = keys[1:]
		}
	}
	return held
}

// Several is the origin of a packet that begins at more than one node.
const Several topology.Node = -2

// Origins returns the node where each packet begins: where it is sent first; -1 if it is never sent, and
// Several if it is first sent from several nodes at a time.
func (s *Schedule) Origins() []topology.Node {
	origin := make([]topology.Node, s.Packets)
	since := make([]int32, s.Packets)
	for i := range origin {
		origin[i] = -1
	}
	for τ := range s.Makespan() {
		first, end := s.At(τ)
		for i := first; i < end; i++ {
			switch p, u := s.packet[i], s.from[i]; {
			case origin[p] == -1:
				origin[p], since[p] = u, int32(τ)
			case since[p] == int32(τ) && origin[p] != u:
				origin[p] = Several
			}
		}
	}
	return origin
}

// Ends runs the schedule with each packet at its origin, and returns where all are in the end: the value
// of each is the node where it began. It returns an error if a packet begins at several nodes, and the errors of
// [Schedule.Run].
func (s *Schedule) Ends(r Runner) ([]Held, error) {
	held := make([]Held, 0, s.Packets)
	for p, u := range s.Origins() {
		if u == Several {
			return nil, fmt.Errorf("packet %s begins at several nodes: want one", r.name(p))
		}
		if u >= 0 {
			held = append(held, Held{p, u, int32(u)})
		}
	}
	return s.Run(held, r)
}

// Arrivals returns the unit of time after which each node first has the packet, 0 where it begins and -1 where it
// never arrives; and by which channel it arrives, Stay for none. The first of several sends counts.
func (s *Schedule) Arrivals(packet int) (time []int, by []topology.Channel) {
	time, by = make([]int, s.Net.Order()), make([]topology.Channel, s.Net.Order())
	for u := range time {
		time[u], by[u] = -1, Stay
	}
	begun := -1
	for τ := range s.Makespan() {
		first, end := s.At(τ)
		for i := first; i < end; i++ {
			if int(s.packet[i]) != packet {
				continue
			}
			if begun < 0 || begun == τ {
				begun = τ
				time[s.from[i]] = 0
			}
			if v := s.Head(i); time[v] < 0 {
				time[v], by[v] = τ+1, s.channel[i]
			}
		}
	}
	return time, by
}
