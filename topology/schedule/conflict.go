package schedule

import (
	"topobook/topology"

	"topobook/topology/limit"
)

// A Conflict is several packets on one channel in one unit of time.
type Conflict struct {
	Time    int
	Channel topology.Channel
	Packets []int // in the order of their sends
}

// A Usage is what happens in one unit of time.
type Usage struct {
	Sends     int // null hops included
	Hops      int
	Channels  int // in use
	MaxLoad   int // the most packets on one channel
	Conflicts int // packets beyond the first of a channel, over all channels
}

// loads is the packets by channel in one unit of time.
type loads struct {
	count []int32            // by channel
	used  []topology.Channel // those with any
}

// fill counts the packets of unit τ.
func (l *loads) fill(s *Schedule, τ int) {
	for _, c := range l.used {
		l.count[c] = 0
	}
	l.used = l.used[:0]
	first, end := s.At(τ)
	for _, c := range s.channel[first:end] {
		if c == Stay {
			continue
		}
		if l.count[c] == 0 {
			l.used = append(l.used, c)
		}
		l.count[c]++
	}
}

func (s *Schedule) newLoads() *loads { return &loads{count: make([]int32, 2*s.Net.Size())} }

// Timeline returns what happens, by unit of time. It takes O(sends + channels) time.
func (s *Schedule) Timeline() []Usage {
	l := s.newLoads()
	line := make([]Usage, s.Makespan())
	for τ := range line {
		l.fill(s, τ)
		first, end := s.At(τ)
		u := &line[τ]
		u.Sends, u.Channels = end-first, len(l.used)
		for _, c := range l.used {
			n := int(l.count[c])
			u.Hops += n
			u.MaxLoad = max(u.MaxLoad, n)
		}
		u.Conflicts = u.Hops - u.Channels
	}
	return line
}

// Conflicts returns the first conflicts, at most limit, in the order of time and then of channels' first use.
func (s *Schedule) Conflicts(limit int) []Conflict {
	var list []Conflict
	l := s.newLoads()
	for τ := range s.Makespan() {
		l.fill(s, τ)
		for _, c := range l.used {
			if l.count[c] < 2 {
				continue
			}
			if len(list) == limit {
				return list
			}
			conflict := Conflict{Time: τ, Channel: c}
			first, end := s.At(τ)
			for i := first; i < end; i++ {
				if s.channel[i] == c {
					conflict.Packets = append(conflict.Packets, int(s.packet[i]))
				}
			}
			list = append(list, conflict)
		}
	}
	return list
}

// A Sense says when two packets share a link.
type Sense int

const (
	Undirected Sense = iota // they use it, in whatever direction
	Directed                // they use it in one direction
	Timed                   // they use it in one direction in one unit of time
)

// Senses are the names of the senses.
var Senses = []string{"undirected", "directed", "timed"}

// Shared returns the links that two or more different packets share, in the order of channels, for Timed
// in the order of time first; links that are not told by direction appear as their lower channel, and the time
// is that of the first use. If tree, a packet is only taken to use the links by which it first reaches a node.
// It takes O(sends + channels) time, for Timed O(sends + channels × makespan), and as much memory.
func (s *Schedule) Shared(sense Sense, tree bool) ([]Conflict, error) {
	channels := 2 * s.Net.Size()
	size, reach := channels, 0
	if sense == Timed {
		size *= max(1, s.Makespan())
	}
	if tree {
		reach = s.Packets * s.Net.Order()
	}
	if err := (limit.Cost{Bytes: float64(size)*4 + float64(reach)}).Check("shared_links", "fewer packets or units of time"); err != nil {
		return nil, err
	}
	var reached []bool // by packet and node
	if tree {
		reached = make([]bool, reach)
		for packet, u := range s.Origins() {
			if u >= 0 {
				reached[packet*s.Net.Order()+int(u)] = true
			}
		}
	}
	at := make([]int32, size) // by link (and time): 0 for no packet, 1 + one, or -1 - the place in list
	var list []Conflict
	for τ := range s.Makespan() {
		first, end := s.At(τ)
		for i := first; i < end; i++ {
			c, packet := s.channel[i], int(s.packet[i])
			if c == Stay {
				continue
			}
			if tree {
				r := &reached[packet*s.Net.Order()+int(s.Net.Head(c))]
				if *r {
					continue
				}
				*r = true
			}
			if sense == Undirected {
				c = min(c, s.Net.Twin(c))
			}
			key := int(c)
			if sense == Timed {
				key += τ * channels
			}
			switch was := int(at[key]); {
			case was == 0:
				at[key] = int32(packet + 1)
			case was > 0 && was != packet+1:
				list = append(list, Conflict{τ, c, []int{was - 1, packet}})
				at[key] = int32(-len(list))
			case was < 0:
				list[-was-1].addPacket(packet)
			}
		}
	}
	return list, nil
}

func (c *Conflict) addPacket(packet int) {
	for _, p := range c.Packets {
		if p == packet {
			return
		}
	}
	c.Packets = append(c.Packets, packet)
}
