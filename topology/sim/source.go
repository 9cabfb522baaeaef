package sim

import "fmt"

// maxBlocks bounds the blocks of packets that wait at one time.
const maxBlocks = 1 << 20

// unit is the probability 1, as a whole number: a draw is below p·unit with probability p.
const unit = 1 << 53

// An injector says when sources make packets.
type injector struct {
	gaps  []uint64 // Bernoulli: gaps[i] is the probability that at most i cycles of a source pass between two packets
	trial int      // the next packet: the cycle times the number of sources, plus the source; or its index in a trace
	pace  []pace   // by source
	alike bool     // whether all send as often
	full  bool     // there are too many packets

	position []int32 // by source: the next packet of a trace that it sends
}

// A pace says when a source makes packets, by probabilities times unit.
type pace struct {
	accept      uint64 // how often it makes a packet where the busiest would
	step        uint64 // periodic: what it gathers each cycle, of 2³² for a packet
	start, stop uint64 // bursty: how likely it turns on when it is off, and off when it is on
	gathered    uint32 // periodic: for the next packet
	on          bool   // bursty: whether it is
}

// startInjection prepares the sources, or returns an error if one would make more than a packet a cycle.
func (s *Sim) startInjection() error {
	most, sum, senders := 0.0, 0.0, 0.0
	s.alike = true
	for i := range s.source {
		w := s.Traffic.weight(i)
		s.alike = s.alike && (i == 0 || w == most)
		most, sum = max(most, w), sum+w
		if w > 0 {
			senders++
		}
	}
	packet := float64(s.Packet)
	scale := s.Load * senders / sum / packet // packets per cycle for each unit of weight
	if !(scale*most <= 1) {
		return fmt.Errorf("load %v: want two processors or more, and no source that makes more than a packet a cycle", s.Load)
	}
	left := 1.0
	for range 256 {
		left *= 1 - scale*most
		s.gaps = append(s.gaps, uint64((1-left)*unit))
	}
	s.trial = s.gap()
	s.pace = make([]pace, len(s.source))
	for i := range s.pace {
		w := s.Traffic.weight(i)
		load := min(1, w*scale*packet)
		start, stop := 1.0, 1/float64(s.Burst)
		if rise := stop * load; rise < 1-load {
			start = rise / (1 - load)
		} else {
			stop = (1 - load) / load
		}
		x := s.random.Uint64()
		s.pace[i] = pace{uint64(w / most * unit), uint64(load / packet * (1 << 32)), uint64(start * unit), uint64(stop * unit), uint32(x), x>>11 < uint64(load*unit)}
	}
	return nil
}

// gap draws how many cycles of sources pass without a packet: i with probability (1-p)ⁱp, or more than the run has.
func (s *Sim) gap() int {
	gap, last := 0, len(s.gaps)-1
	never := (s.Warmup + s.Cycles + s.Drain) * len(s.source) // the run is over
	for {
		x := s.random.Uint64() >> 11
		if x >= s.gaps[last] {
			if gap += last + 1; gap > never {
				return gap
			}
			continue
		}
		low, high := 0, last
		for low < high {
			if middle := (low + high) / 2; x < s.gaps[middle] {
				high = middle
			} else {
				low = middle + 1
			}
		}
		return gap + low
	}
}

// generate makes the packets of a cycle.
func (s *Sim) generate() {
	if s.Trace != nil {
		for ; s.trial < len(s.Trace.list) && int(s.Trace.list[s.trial].cycle) == s.now; s.trial++ {
			s.makePacket(int(s.Trace.list[s.trial].source), int(s.Trace.list[s.trial].flits))
		}
		return
	}
	if n := len(s.pace); s.Injection == Bernoulli {
		for s.trial < (s.now+1)*n {
			i := s.trial - s.now*n
			if s.alike || s.random.Uint64()>>11 < s.pace[i].accept {
				s.makePacket(i, s.Packet)
			}
			s.trial += 1 + s.gap()
		}
		return
	}
	for i := range s.pace {
		p := &s.pace[i]
		if s.Injection == Periodic {
			x := uint64(p.gathered) + p.step
			if p.gathered = uint32(x); x>>32 != 0 {
				s.makePacket(i, s.Packet)
			}
			continue
		}
		x := s.random.Uint64() >> 11
		if !p.on {
			p.on = x < p.start
			continue
		}
		p.on = x >= p.stop
		if below(s.random, s.Packet) == 0 && p.accept > 0 {
			s.makePacket(i, s.Packet)
		}
	}
}

// makePacket puts a packet into the queue of source i.
func (s *Sim) makePacket(i, flits int) {
	src := &s.source[i]
	if src.write == 0 {
		b := s.empty
		if b < 0 {
			if len(s.block) == maxBlocks {
				s.full = true
				return
			}
			b = int32(len(s.block))
			s.block = append(s.block, block{})
		} else {
			s.empty = s.block[b][blockTimes]
		}
		if src.queued == 0 {
			src.first = b
		} else {
			s.block[src.last][blockTimes] = b
		}
		src.last = b
	}
	s.block[src.last][src.write] = int32(s.now)
	if src.write++; src.write == blockTimes {
		src.write = 0
	}
	src.queued++
	s.recordMade(i, flits)
	s.busy[i>>6] |= 1 << (i & 63)
	s.made += flits
	s.madeCounted += flits * int(s.counting)
	if s.measured(s.now) {
		s.outstanding++
	}
}

// startPacket takes the first packet from the queue of source i, to be sent.
func (s *Sim) startPacket(i int) {
	src := &s.source[i]
	b := &s.block[src.first]
	born := b[src.read]
	src.queued--
	if src.read++; src.read == blockTimes || src.queued == 0 {
		if src.queued == 0 {
			src.write = 0
		}
		b[blockTimes], s.empty, src.first = s.empty, src.first, b[blockTimes]
		src.read = 0
	}
	p := s.free
	if p < 0 {
		p = int32(len(s.packet))
		s.packet = append(s.packet, Packet{})
	} else {
		s.free = s.packet[p].next
	}
	processors := s.net.Processors()
	dest, flits := int32(0), int32(s.Packet)
	if s.Trace != nil {
		next := s.Trace.list[s.Trace.order[s.position[i]]]
		s.position[i]++
		dest, flits = next.dest, next.flits
	} else {
		dest = s.Traffic.draw(int32(i), s.random)
	}
	s.packet[p] = Packet{Source: processors[i], Dest: processors[dest], born: born, sent: int32(s.now), from: int32(i), flits: flits}
	src.packet, src.left = p, flits
	s.recordStart(i, p)
}
