package sim

import "topobook/topology"

// findDeadlock returns the channels of a cycle of buffers each of which waits for the next, so that none of them
// ever moves again, or nil if there is no such cycle. The packet of such a buffer has the next one to go to, which
// is full; or it has come to outputs where packets that do not move hold all VCs that it may take, or lie in their
// buffers where it may take empty ones only. Buffers that can move, or wait for something that is on its way, are
// left out first, and then those that wait for these, until nothing changes.
func (s *Sim) findDeadlock() []topology.Channel {
	var stuck []int32
	for i := range s.vcs {
		if phase := s.vcs[i].phase; phase == routing || phase == active {
			stuck = append(stuck, int32(i))
		}
	}
	isStuck := make([]bool, len(s.vcs))
	for _, i := range stuck {
		isStuck[i] = true
	}
	for left := -1; left != len(stuck); {
		left = len(stuck)
		rest := stuck[:0]
		for _, i := range stuck {
			if s.next(i, isStuck) < 0 {
				isStuck[i] = false
			} else {
				rest = append(rest, i)
			}
		}
		stuck = rest
	}
	if len(stuck) == 0 {
		return nil
	}
	i := stuck[0]
	for range stuck {
		i = s.next(i, isStuck) // in the end on a cycle
	}
	var cycle []topology.Channel
	for last := i; len(cycle) == 0 || i != last; {
		here := s.nodeOf[int(i)/s.VCs]
		if i = s.next(i, isStuck); s.nodeOf[int(i)/s.VCs] != here { // it waits for the buffer at the end of the channel
			cycle = append(cycle, s.portChannel[s.inputs[int(i)/s.VCs].from])
		}
	}
	return cycle
}

// next returns a stuck buffer for which input VC i waits, or -1 if it need not wait for any.
func (s *Sim) next(i int32, stuck []bool) int32 {
	vc := &s.vcs[i]
	n := int32(s.VCs)
	if vc.phase == active {
		to := s.output[vc.out].to
		if to < 0 || vc.count == 0 || s.credit[vc.outVC].credits > 0 {
			return -1
		}
		i := vc.outVC + (to-vc.out)*n
		if int(s.vcs[i].count) < s.flits || !stuck[i] {
			return -1
		}
		return i
	}
	p := i / n
	if s.inputs[p].wait>>(i-p*n)&1 != 0 && s.Algorithm.Ways != nil {
		owner := int32(-1)
		ways := s.waysOf(i)
		for j, w := range ways {
			if owner = s.owner(s.channelPort[w.Channel], s.allowed(w), !s.escapes(ways, j), stuck); owner < 0 {
				return -1
			}
		}
		if owner >= 0 {
			return owner
		}
	}
	if s.inputs[p].wait>>(i-p*n)&1 == 0 || s.output[vc.out].free&vc.allowed != 0 {
		return -1
	}
	return s.owner(vc.out, vc.allowed, false, stuck)
}

// owner returns a buffer whose packet holds one of those VCs of an output or, if they are to be empty, the
// buffer of one, or -1 if one of the VCs is available or that buffer is not stuck.
func (s *Sim) owner(out int32, allowed uint32, empty bool, stuck []bool) int32 {
	owner, n := int32(-1), int32(s.VCs)
	for v := range n {
		if allowed>>v&1 != 0 {
			vc := &s.credit[out*n+v]
			if owner = vc.owner; owner < 0 && empty && int(vc.credits) < s.Buffer {
				owner = s.output[out].to*n + v
			}
			if owner < 0 || !stuck[owner] {
				return -1
			}
		}
	}
	return owner
}
