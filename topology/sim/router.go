package sim

import (
	"math/bits"

	"topobook/topology/route"
)

// step simulates one cycle. It returns an error if the algorithm finds no way.
func (s *Sim) step() error {
	slot := s.now & s.ring
	if s.now == s.Warmup {
		s.startMeasuring()
	}
	s.takeCredits(slot)
	s.takeFlits(slot)
	s.generate()
	s.inject()
	s.route(slot)
	s.allocateVCs()
	s.activate(slot)
	s.allocateSwitch()
	s.now++
	s.endCycle()
	return s.err
}

// takeCredits gives outputs the credits that come back.
func (s *Sim) takeCredits(slot int) {
	for _, o := range s.credits[slot] {
		out := &s.credit[o]
		out.credits++
		if out.owner < 0 || out.credits > 1 {
			continue
		}
		if vc := &s.vcs[out.owner]; vc.phase == active && vc.count > 0 {
			s.setReady(out.owner)
		}
	}
	s.credits[slot] = s.credits[slot][:0]
}

// setReady lets an input VC ask for the crossbar.
func (s *Sim) setReady(i int32) {
	p := int(i) / s.VCs
	s.inputs[p].ready |= 1 << (int(i) - p*s.VCs)
	s.ready[p>>6] |= 1 << (p & 63)
}

// takeFlits puts the flits that arrive into their buffers, or gives them to their processors.
func (s *Sim) takeFlits(slot int) {
	for _, a := range s.arrivals[slot] {
		if a.to < 0 {
			s.retire(a.flit)
			_, back := s.link(^a.to / int32(s.VCs))
			later := (s.now + s.SwitchAlloc + back) & s.ring
			s.credits[later] = append(s.credits[later], ^a.to)
			continue
		}
		vc := &s.vcs[a.to]
		at := int(vc.first) + int(vc.count)
		if at >= s.flits {
			at -= s.flits
		}
		s.buffer[int(a.to)*s.flits+at] = a.flit
		vc.count++
		switch vc.phase {
		case idle:
			vc.phase = routing
			at := (s.now + s.Route) & s.ring
			s.heads[at] = append(s.heads[at], a.to)
		case active:
			if vc.count == 1 && s.credit[vc.outVC].credits > 0 {
				s.setReady(a.to)
			}
		}
	}
	s.arrivals[slot] = s.arrivals[slot][:0]
}

// inject sends a flit of each source that has a packet, if it has a VC and a credit. A packet takes the
// next VC in turn that is free and has room.
func (s *Sim) inject() {
	for w, word := range s.busy {
		for ; word != 0; word &= word - 1 {
			i := w<<6 | bits.TrailingZeros64(word)
			src, out := &s.source[i], &s.output[s.ports+i]
			vcs := s.credit[(s.ports+i)*s.VCs:][:s.VCs]
			mark := flit(0)
			if src.left == 0 {
				v := int(src.vc)
				for range s.VCs {
					if v++; v == s.VCs {
						v = 0
					}
					if out.free>>v&1 != 0 && vcs[v].credits > 0 {
						src.vc = int32(v)
						s.startPacket(i)
						break
					}
				}
				if src.left == 0 {
					continue
				}
				out.free &^= 1 << src.vc
				mark = headFlit
			}
			if vcs[src.vc].credits == 0 {
				continue
			}
			vcs[src.vc].credits--
			out.sent += s.counting
			if src.left--; src.left == 0 {
				mark |= tailFlit
				out.free |= 1 << src.vc
				if src.queued == 0 {
					s.busy[w] &^= word & -word
				}
			}
			there, _ := s.link(int32(s.ports + i))
			later := (s.now + s.SwitchAlloc + there) & s.ring
			f := flit(src.packet)<<2 | mark
			s.arrivals[later] = append(s.arrivals[later], arrival{out.to*int32(s.VCs) + src.vc, f})
			s.recordFlit(int32((s.ports+i)*s.VCs)+src.vc, f, s.SwitchAlloc+there)
		}
	}
}

// route finds the output of the packets whose turn has come; they ask for a VC of it from now on.
func (s *Sim) route(slot int) {
	all := uint32(1)<<s.VCs - 1
	for _, i := range s.heads[slot] {
		vc := &s.vcs[i]
		p := &s.packet[s.buffer[int(i)*s.flits+int(vc.first)]>>2]
		p.routers++
		p.at = i
		port := int(i) / s.VCs
		to := s.eject[p.Dest]
		u := s.nodeOf[port]
		if vc.allowed = all; s.nodeOf[to] == u {
			vc.out = to
		} else if s.Algorithm.Ways == nil {
			c, allowed := s.Algorithm.Rule(s, u, p)
			if s.err != nil {
				return
			}
			if allowed &= all; allowed != 0 {
				vc.allowed = allowed
			}
			vc.out = s.channelPort[c]
		}
		s.inputs[port].wait |= 1 << (int(i) - port*s.VCs)
		s.waiting[port>>6] |= 1 << (port & 63)
	}
	s.heads[slot] = s.heads[slot][:0]
}

// waysOf returns the ways of the packet at the front of an input VC that is routed; none if it has arrived.
func (s *Sim) waysOf(i int32) []route.Way {
	p := &s.packet[s.buffer[int(i)*s.flits+int(s.vcs[i].first)]>>2]
	u := s.nodeOf[int(i)/s.VCs]
	s.ways = s.ways[:0]
	if s.nodeOf[s.eject[p.Dest]] != u {
		s.ways = s.Algorithm.Ways(s, u, p, s.ways)
	}
	return s.ways
}

// choose finds the output that a packet asks for in this cycle, and reports whether one has a VC to give. That is a
// free one whose buffer is empty or, on the way of escape, any free one: behind another packet it could not escape.
func (s *Sim) choose(i int32, vc *inputVC) bool {
	ways := s.waysOf(i)
	best, most, alike := -1, -1, 0
	for j, w := range ways {
		port := s.channelPort[w.Channel]
		vcs := s.output[port].free & s.allowed(w)
		if !s.escapes(ways, j) {
			vcs &= s.emptyVCs(port)
		} else if best >= 0 {
			continue
		}
		if vcs == 0 {
			continue
		}
		room := 0
		for allowed := s.allowed(w); allowed != 0; allowed &= allowed - 1 {
			room += int(s.credit[int(port)*s.VCs+bits.TrailingZeros32(allowed)].credits)
		}
		if room > most {
			best, most, alike = j, room, 1
		} else if room != most {
			continue
		} else if alike++; s.Random(alike) == 0 {
			best = j
		} else {
			continue
		}
		vc.out, vc.allowed = port, vcs
	}
	return best >= 0 || len(ways) == 0
}

// escapes reports whether the j-th way is that of escape.
func (s *Sim) escapes(ways []route.Way, j int) bool {
	return s.Algorithm.Escape && j == len(ways)-1
}

// emptyVCs returns the VCs of an output whose buffers are empty, as it knows: all their credits are back.
func (s *Sim) emptyVCs(out int32) (vcs uint32) {
	for v, vc := range s.credit[int(out)*s.VCs:][:s.VCs] {
		if int(vc.credits) == s.Buffer {
			vcs |= 1 << v
		}
	}
	return vcs
}

// allowed returns the VCs of a way.
func (s *Sim) allowed(w route.Way) uint32 {
	all := uint32(1)<<s.VCs - 1
	if w.VCs == 0 {
		return all
	}
	return w.VCs & all
}

// allocateVCs gives the VCs of outputs to packets: each input VC bids for the free one that is first in
// its turn, and each output VC takes the bid that is first in its own.
// Of what is asked for, the first in turn is that with the least index not below turn or, if there is
// none, the least of all: that is the order of index-turn as an unsigned number.
func (s *Sim) allocateVCs() {
	n := int32(s.VCs)
	touched := s.touched[:0]
	for w, word := range s.waiting {
		for ; word != 0; word &= word - 1 {
			port := int32(w<<6 | bits.TrailingZeros64(word))
			for wait := s.inputs[port].wait; wait != 0; wait &= wait - 1 {
				i := port*n + int32(bits.TrailingZeros32(wait))
				vc := &s.vcs[i]
				if s.Algorithm.Ways != nil && !s.choose(i, vc) {
					continue
				}
				free := s.output[vc.out].free & vc.allowed
				if free == 0 {
					continue
				}
				o := vc.out * n
				if skip := uint32(vc.turn - o); skip < uint32(n) && free>>skip != 0 {
					free = free >> skip << skip
				}
				o += int32(bits.TrailingZeros32(free))
				if out := &s.credit[o]; out.bid < 0 {
					out.bid = i
					touched = append(touched, o)
				} else if uint32(i-out.turn) < uint32(out.bid-out.turn) {
					out.bid = i
				}
			}
		}
	}
	later := (s.now + s.VCAlloc) & s.ring
	for _, o := range touched {
		out := &s.credit[o]
		i := out.bid
		vc := &s.vcs[i]
		out.bid, out.owner, out.turn = -1, i, i+1
		vc.outVC, vc.turn, vc.phase = o, o+1, granted
		s.output[vc.out].free &^= 1 << (o - vc.out*n)
		port := int(i / n)
		in := &s.inputs[port]
		if in.wait &^= 1 << (int(i) - port*s.VCs); in.wait == 0 {
			s.waiting[port>>6] &^= 1 << (port & 63)
		}
		s.activated[later] = append(s.activated[later], i)
	}
	s.touched = touched
}

// activate lets packets that have a VC ask for the crossbar.
func (s *Sim) activate(slot int) {
	for _, i := range s.activated[slot] {
		vc := &s.vcs[i]
		vc.phase = active
		if vc.count > 0 && s.credit[vc.outVC].credits > 0 {
			s.setReady(i)
		}
	}
	s.activated[slot] = s.activated[slot][:0]
}

// allocateSwitch gives the crossbars to flits: each input bids for the output that is first in its turn,
// with the VC that is first, and each output takes the bid that is first in its own.
func (s *Sim) allocateSwitch() {
	n := int32(s.VCs)
	touched := s.touched[:0]
	for w, word := range s.ready {
		for ; word != 0; word &= word - 1 {
			port := int32(w<<6 | bits.TrailingZeros64(word))
			in := &s.inputs[port]
			v := int32(bits.TrailingZeros32(in.ready))
			to := s.vcs[port*n+v].out
			for more := in.ready & (in.ready - 1); more != 0; more &= more - 1 {
				other := int32(bits.TrailingZeros32(more))
				out := s.vcs[port*n+other].out
				if out == to {
					if uint32(other-in.turnVC) < uint32(v-in.turnVC) {
						v = other
					}
				} else if uint32(out-in.turn) < uint32(to-in.turn) {
					v, to = other, out
				}
			}
			in.choice = v
			if out := &s.output[to]; out.bid < 0 {
				out.bid = port
				touched = append(touched, to)
			} else if uint32(port-out.turn) < uint32(out.bid-out.turn) {
				out.bid = port
			}
		}
	}
	later := (s.now + s.SwitchAlloc + s.Traverse + s.Link) & s.ring
	back := (s.now + s.SwitchAlloc + s.Credit) & s.ring
	arrivals, credits := s.arrivals[later], s.credits[back]
	for _, to := range touched {
		out := &s.output[to]
		port := out.bid
		in := &s.inputs[port]
		v := in.choice
		i := port*n + v
		vc := &s.vcs[i]
		out.bid, out.turn = -1, port+1
		out.sent += s.counting
		in.turn = to + 1
		if in.turnVC = v + 1; in.turnVC == n {
			in.turnVC = 0
		}
		f := s.buffer[int(i)*s.flits+int(vc.first)]
		if vc.first++; int(vc.first) == s.flits {
			vc.first = 0
		}
		vc.count--
		o := vc.outVC
		room := &s.credit[o]
		room.credits--
		next := arrival{^o, f}
		if out.to >= 0 {
			next.to = o + (out.to-to)*n
		}
		if s.delay == nil {
			arrivals, credits = append(arrivals, next), append(credits, in.from*n+v)
			s.recordFlit(o, f, s.SwitchAlloc+s.Traverse+s.Link)
		} else {
			there, _ := s.link(to)
			at := (s.now + s.SwitchAlloc + s.Traverse + there) & s.ring
			s.arrivals[at] = append(s.arrivals[at], next)
			s.recordFlit(o, f, s.SwitchAlloc+s.Traverse+there)
			_, back := s.link(in.from)
			at = (s.now + s.SwitchAlloc + back) & s.ring
			s.credits[at] = append(s.credits[at], in.from*n+v)
		}
		if f&tailFlit != 0 {
			out.free |= 1 << (o - to*n)
			room.owner = -1
			if vc.phase = idle; vc.count > 0 {
				vc.phase = routing
				at := (s.now + 1 + s.Route) & s.ring
				s.heads[at] = append(s.heads[at], i)
			}
		} else if vc.count > 0 && room.credits > 0 {
			continue // it is ready again
		}
		if in.ready &^= 1 << v; in.ready == 0 {
			s.ready[port>>6] &^= 1 << (port & 63)
		}
	}
	if s.delay == nil {
		s.arrivals[later], s.credits[back] = arrivals, credits
	}
	s.moved += len(touched)
	s.touched = touched
}
