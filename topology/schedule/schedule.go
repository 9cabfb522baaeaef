// Package schedule has timetables: which node sends which packet over which of its links in which unit
// of time. A timetable is built from a list of sends, or from programs of hops that many nodes follow at
// once, and then executed: which packets collide, where they end, and what has been combined there.
//
// Time is synchronous and starts at 0: each send takes one unit. A packet is at one node, or at several
// once it has been duplicated. It leaves a node that sends it; a copy remains only if the node also sends
// it to itself, which is a null hop: that takes its unit of time and loads no link. A conflict is two
// packets on one channel in one unit; the number of conflicts is the sum, over units and channels, of
// the packets there beyond the first.
//
// Source: Draper, Four Algorithms on the Swapped Dragonfly, arXiv:2209.03203 (2022).
package schedule

import (
	"fmt"

	"topobook/topology"
)

// Stay is the channel of a null hop.
const Stay topology.Channel = -1

// MaxSends and MaxTime bound a schedule.
const (
	MaxSends = 1 << 22
	MaxTime  = 1 << 20
)

// A Send is one packet on its way from a node in one unit of time.
type Send struct {
	Time, Packet int
	From         topology.Node
	Channel      topology.Channel // leaves From, or is Stay
}

// A Round is a part of a schedule: packets that set out together.
type Round struct {
	Start, End int // it uses the units Start to End-1
	Delay      int // how many units it waited because of conflicts
	First      int // its packets are First to that of the next round, less 1
}

// A Schedule is an immutable timetable on a network. Callers must not change what its methods return.
type Schedule struct {
	Net     *topology.Network
	Packets int     // packets are numbered from 0
	Rounds  []Round // at least one, in the order of their packets

	start   []int32 // sends start[τ] to start[τ+1]-1 are those of unit τ
	packet  []int32 // by send
	from    []topology.Node
	channel []topology.Channel
}

// New returns the schedule of a list of sends of the packets 0 to packets-1, those of one unit in their
// order. It returns an error if a time is not from 0 to [MaxTime]-1, or if there are more than [MaxSends] sends.
// It panics if a packet is none of these or a channel does not leave its node.
func New(net *topology.Network, packets int, sends []Send) (*Schedule, error) {
	if err := CheckSends("schedule", len(sends)); err != nil {
		return nil, err
	}
	b := builder{net: net}
	for _, send := range sends {
		if send.Time < 0 || send.Time >= MaxTime {
			return nil, fmt.Errorf("schedule: got time %d, want 0 to %d", send.Time, MaxTime-1)
		}
		if uint(send.Packet) >= uint(packets) || send.Channel != Stay && net.Tail(send.Channel) != send.From {
			panic(fmt.Sprintf("schedule: bad send %v on %v", send, net))
		}
		b.add(send.Time, send.Packet, send.From, send.Channel)
	}
	s := b.schedule(packets)
	s.Rounds = []Round{{End: s.Makespan()}}
	return s, nil
}

// CheckSends returns an error that begins with what is made unless it has at most [MaxSends] sends.
func CheckSends(what string, n int) error {
	if n > MaxSends {
		return fmt.Errorf("%s: has at least %d sends, want at most %d: a smaller network or fewer rounds would do", what, n, MaxSends)
	}
	return nil
}

// A builder collects sends in any order of time.
type builder struct {
	net     *topology.Network
	blocks  []block
	packet  []int32 // by send
	from    []topology.Node
	channel []topology.Channel
}

// A block is consecutive sends of one unit of time, up to where the next begins.
type block struct{ time, begin int32 }

func (b *builder) add(time, packet int, from topology.Node, c topology.Channel) {
	if n := len(b.blocks); n == 0 || b.blocks[n-1].time != int32(time) {
		b.blocks = append(b.blocks, block{int32(time), int32(len(b.packet))})
	}
	b.packet = append(b.packet, int32(packet))
	b.from = append(b.from, from)
	b.channel = append(b.channel, c)
}

// grow makes room for n sends.
func (b *builder) grow(n int) {
	b.packet, b.from, b.channel = make([]int32, 0, n), make([]topology.Node, 0, n), make([]topology.Channel, 0, n)
}

// end returns where block i ends.
func (b *builder) end(i int) int32 {
	if i+1 < len(b.blocks) {
		return b.blocks[i+1].begin
	}
	return int32(len(b.packet))
}

// schedule returns the sends sorted by time, in the order of their arrival within a unit.
func (b *builder) schedule(packets int) *Schedule {
	last := int32(0)
	for _, x := range b.blocks {
		last = max(last, x.time+1)
	}
	n := len(b.packet)
	s := &Schedule{Net: b.net, Packets: packets, start: make([]int32, last+2),
		packet: make([]int32, n), from: make([]topology.Node, n), channel: make([]topology.Channel, n)}
	for i, x := range b.blocks {
		s.start[x.time+2] += b.end(i) - x.begin
	}
	for t := int32(1); t <= last; t++ {
		s.start[t+1] += s.start[t]
	}
	for i, x := range b.blocks {
		at, end := s.start[x.time+1], b.end(i)
		s.start[x.time+1] += end - x.begin
		copy(s.packet[at:], b.packet[x.begin:end])
		copy(s.from[at:], b.from[x.begin:end])
		copy(s.channel[at:], b.channel[x.begin:end])
	}
	s.start = s.start[:last+1]
	return s
}

// Makespan returns the units of time from 0 to the end of the last send.
func (s *Schedule) Makespan() int { return len(s.start) - 1 }

// Len returns the number of sends, null hops included.
func (s *Schedule) Len() int { return len(s.packet) }

// At returns which sends are in unit τ: first to end-1. There are none beyond the makespan.
func (s *Schedule) At(τ int) (first, end int) {
	if τ < 0 || τ >= s.Makespan() {
		return 0, 0
	}
	return int(s.start[τ]), int(s.start[τ+1])
}

// Send returns send i, without its time.
func (s *Schedule) Send(i int) Send {
	return Send{Packet: int(s.packet[i]), From: s.from[i], Channel: s.channel[i]}
}

// Head returns the node at which send i arrives.
func (s *Schedule) Head(i int) topology.Node {
	if c := s.channel[i]; c != Stay {
		return s.Net.Head(c)
	}
	return s.from[i]
}

// RoundOf returns the round of a packet.
func (s *Schedule) RoundOf(packet int) int {
	r := 0
	for end := len(s.Rounds); r < end-1; {
		if middle := (r + end) / 2; s.Rounds[middle].First <= packet {
			r = middle
		} else {
			end = middle
		}
	}
	return r
}

// Hops returns the number of sends that are not null hops.
func (s *Schedule) Hops() int {
	n := 0
	for _, c := range s.channel {
		if c != Stay {
			n++
		}
	}
	return n
}

// Join returns a schedule in which all parts run, part i from unit starts[i] on. If shared is nil, the
// packets and rounds of each part are others than those of the parts before it; otherwise packet p of part i
// is packet shared[i][p] of packets in all, and all is one round.
// It returns an error if there are more than [MaxSends] sends or they end after [MaxTime].
func Join(parts []*Schedule, starts []int, shared [][]int32, packets int) (*Schedule, error) {
	b := builder{net: parts[0].Net}
	sends := 0
	for i, part := range parts {
		if sends += part.Len(); starts[i] < 0 || starts[i]+part.Makespan() > MaxTime {
			return nil, fmt.Errorf("schedule: got start %d, want 0 to %d", starts[i], MaxTime-part.Makespan())
		}
	}
	if err := CheckSends("schedule", sends); err != nil {
		return nil, err
	}
	var rounds []Round
	first := 0
	for i, part := range parts {
		for τ := range part.Makespan() {
			for j := part.start[τ]; j < part.start[τ+1]; j++ {
				packet := first + int(part.packet[j])
				if shared != nil {
					packet = int(shared[i][part.packet[j]])
				}
				b.add(starts[i]+τ, packet, part.from[j], part.channel[j])
			}
		}
		if shared != nil {
			continue
		}
		for _, round := range part.Rounds {
			round.Start += starts[i]
			round.End += starts[i]
			round.First += first
			rounds = append(rounds, round)
		}
		first += part.Packets
		packets = first
	}
	s := b.schedule(packets)
	if s.Rounds = rounds; shared != nil {
		s.Rounds = []Round{{End: s.Makespan()}}
	}
	return s, nil
}
