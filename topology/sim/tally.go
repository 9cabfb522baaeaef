package sim

import (
	"math"
	"math/bits"

	"topobook/topology"
)

// A tally counts what happens.
type tally struct {
	counting    uint32  // 1 while flits are counted, 0 before and after
	moved       int     // flits that have crossed a router
	made        int     // flits of the packets that were made
	madeCounted int     // and of those made while flits were counted
	retired     int     // flits that have arrived
	window      int     // flits that have arrived while they were counted
	before      int     // flits in the system when counting began
	after       int     // and when it ended
	ended       int     // the cycle in which it ended
	outstanding int     // packets to measure that have not arrived yet
	lacking     int     // sources of which too few packets have arrived to end
	all         []int32 // by source: packets that have arrived
	accepted    []int32 // and the flits of those that arrived while flits were counted
	last        int     // the cycle in which the last arrived

	packets                        int // measured
	latency, network, routers, hop int // their sums
	least, most                    int
	histogram                      []int32
	batch                          []batch
	batchTime                      int
	samples                        []sample

	done     bool
	deadlock []topology.Channel
}

// A batch sums the latencies of packets that were made about the same time.
type batch struct{ sum, packets int }

const batches = 32 // at most; they are merged in pairs when there are more

// A sample is what was counted at the end of the time of a batch.
type sample struct{ window, system int }

func (s *Sim) startTally() {
	s.all, s.accepted = make([]int32, len(s.source)), make([]int32, len(s.source))
	s.batchTime = max(1, s.Cycles/20)
	if s.Deliver > 0 {
		s.batchTime = 64
		for i := range s.source {
			if s.Traffic.weight(i) > 0 {
				s.lacking++
			}
		}
	}
	s.batch = make([]batch, 0, batches)
	s.least = math.MaxInt
}

// system returns how many flits wait at sources or are on their way.
func (s *Sim) system() int { return s.made - s.retired }

func (s *Sim) startMeasuring() {
	s.counting = 1
	s.before = s.system()
}

func (s *Sim) stopMeasuring() {
	if s.counting == 1 {
		s.counting = 0
		s.after, s.ended = s.system(), s.now
	}
}

// measured reports whether the packets made at that time are measured.
func (s *Sim) measured(born int) bool {
	return born >= s.Warmup && (s.Deliver > 0 || s.Trace != nil || born < s.Warmup+s.Cycles)
}

// retire takes a flit that has arrived at its processor.
func (s *Sim) retire(f flit) {
	s.retired++
	s.window += int(s.counting)
	if f&tailFlit == 0 {
		return
	}
	p := &s.packet[f>>2]
	p.next, s.free = s.free, int32(f>>2)
	s.last = s.now
	s.accepted[p.from] += int32(s.counting) * p.flits
	if s.all[p.from]++; int(s.all[p.from]) == s.Deliver {
		s.lacking--
	}
	if !s.measured(int(p.born)) {
		return
	}
	s.outstanding--
	s.packets++
	latency := s.now - int(p.born)
	s.latency += latency
	s.network += s.now - int(p.sent)
	s.routers += int(p.routers)
	s.hop += int(p.routers) - 1
	if s.portChannel[s.eject[p.Source]] >= 0 { // the source has no router
		s.hop++
	}
	if s.portChannel[s.eject[p.Dest]] >= 0 {
		s.hop++
	}
	s.least, s.most = min(s.least, latency), max(s.most, latency)
	at := bucket(latency)
	for at >= len(s.histogram) {
		s.histogram = append(s.histogram, 0)
	}
	s.histogram[at]++
	s.addBatch(int(p.born)-s.Warmup, latency)
}

// bucket returns the place of a latency in the histogram: one for each below 512, and beyond one for each 256th
// of a power of two.
func bucket(latency int) int {
	shift := bits.Len(uint(latency)) - 9
	if shift <= 0 {
		return latency
	}
	return shift<<8 + latency>>shift
}

// bucketStart returns the least latency of a bucket.
func bucketStart(at int) int {
	if at < 512 {
		return at
	}
	shift := at>>8 - 1
	return (at - shift<<8) << shift
}

func (s *Sim) addBatch(born, latency int) {
	i := born / s.batchTime
	for ; i >= batches; i /= 2 {
		for j := 0; j < len(s.batch); j += 2 {
			b := s.batch[j]
			if j+1 < len(s.batch) {
				b.sum += s.batch[j+1].sum
				b.packets += s.batch[j+1].packets
			}
			s.batch[j/2] = b
		}
		s.batch = s.batch[:(len(s.batch)+1)/2]
		for j := range len(s.samples) / 2 {
			s.samples[j] = s.samples[2*j+1]
		}
		s.samples = s.samples[:len(s.samples)/2]
		s.batchTime *= 2
	}
	for i >= len(s.batch) {
		s.batch = append(s.batch, batch{})
	}
	s.batch[i].sum += latency
	s.batch[i].packets++
}

// endCycle ends the measurement, and the run, when it is time.
func (s *Sim) endCycle() {
	over := s.now - s.Warmup - s.Cycles
	if s.counting == 1 && s.now == s.Warmup+(len(s.samples)+1)*s.batchTime {
		s.samples = append(s.samples, sample{s.window, s.system()})
	}
	if over >= 0 {
		s.stopMeasuring()
	}
	switch {
	case s.Trace != nil:
		s.done = s.trial == len(s.Trace.list) && s.outstanding == 0 || over >= 0
	case s.Deliver > 0:
		s.done = s.lacking == 0 || over >= 0
	default:
		s.done = over >= 0 && (s.outstanding == 0 || over >= s.Drain)
	}
	if s.now%1024 == 0 || s.done && s.outstanding > 0 {
		s.deadlock = s.findDeadlock()
	}
	if s.done = s.done || s.full || s.deadlock != nil; s.done {
		s.stopMeasuring()
	}
	s.endRecord()
}
