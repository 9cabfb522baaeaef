package sim

import "topobook/topology"

// A Record says where the flits of the first cycles of a run were. [Config.Record] asks for one.
type Record struct {
	Cycles   int                // cycles 0 to Cycles-1 are recorded
	Packets  []RecordedPacket   // in the order in which they were made
	Hops     []Hop              // in the order in which their first flits left
	Deadlock []topology.Channel // that wait for each other from the last of the cycles on, or nil
}

// A RecordedPacket is a packet that was made in the cycles of a record.
type RecordedPacket struct {
	Source topology.Node
	Dest   topology.Node // -1 if it was still waiting at its source: it is drawn when it leaves
	Born   int           // the cycle in which it was made
	Flits  int
}

// A Hop is the way of a packet from a buffer into the next: from a source into its router, from a router to the next,
// or from a router to a processor. From and To are alike where the processor itself is the router.
type Hop struct {
	Packet   int // in the list of the record
	From, To topology.Node
	VC       int
	Eject    bool    // to its destination, and into no buffer
	Delay    int     // cycles of a flit from one buffer to the other
	Leave    []int32 // by flit: the cycle in which it leaves
}

// maxRecorded bounds the flits and packets of a record, which ends with the cycle before they would be more.
const maxRecorded = 400_000

// A recorder fills a record while the simulation runs.
type recorder struct {
	Record
	waiting [][]int32 // by source: packets that have not left
	number  []int32   // by packet of the simulation: in the record
	open    []int32   // by output VC: the hop of the packet that holds it
	left    int       // flits and packets that there is room for
	ended   bool
}

// startRecord prepares the recorder, if one is asked for.
func (s *Sim) startRecord() {
	if s.Config.Record > 0 {
		s.recorder = &recorder{Record: Record{Cycles: s.Config.Record}, waiting: make([][]int32, len(s.source)), open: make([]int32, len(s.credit)), left: maxRecorded}
	}
}

// on reports whether the cycle is recorded. Without room for more, the record ends before it.
func (r *recorder) on(now int) bool {
	if r == nil || now >= r.Cycles {
		return false
	}
	if r.left--; r.left < 0 {
		r.Cycles = now
		return false
	}
	return true
}

// recordMade records a packet of source i, of so many flits.
func (s *Sim) recordMade(i, flits int) {
	if r := s.recorder; r.on(s.now) {
		r.waiting[i] = append(r.waiting[i], int32(len(r.Packets)))
		r.Packets = append(r.Packets, RecordedPacket{Source: s.net.Processors()[i], Dest: -1, Born: s.now, Flits: flits})
	}
}

// recordStart records that packet p of the simulation leaves source i.
func (s *Sim) recordStart(i int, p int32) {
	r := s.recorder
	if !r.on(s.now) {
		return
	}
	for int(p) >= len(r.number) {
		r.number = append(r.number, 0)
	}
	r.number[p] = r.waiting[i][0]
	r.waiting[i] = r.waiting[i][1:]
	r.Packets[r.number[p]].Dest = s.packet[p].Dest
}

// recordFlit records that a flit leaves by an output VC, and is at the other end after some cycles.
func (s *Sim) recordFlit(vc int32, f flit, delay int) {
	r := s.recorder
	if !r.on(s.now) {
		return
	}
	if f&headFlit != 0 {
		r.open[vc] = int32(len(r.Hops))
		from, to := s.ends(vc / int32(s.VCs))
		r.Hops = append(r.Hops, Hop{Packet: int(r.number[f>>2]), From: from, To: to, VC: int(vc) % s.VCs, Eject: s.output[vc/int32(s.VCs)].to < 0, Delay: delay})
	}
	hop := &r.Hops[r.open[vc]]
	hop.Leave = append(hop.Leave, int32(s.now))
}

// ends returns the nodes between which an output leads.
func (s *Sim) ends(output int32) (from, to topology.Node) {
	if c := s.portChannel[output]; c >= 0 {
		return s.net.Tail(c), s.net.Head(c)
	}
	if int(output) >= s.ports {
		u := s.net.Processors()[int(output)-s.ports]
		return u, u
	}
	return s.nodeOf[output], s.nodeOf[output]
}

// endRecord ends the record with its last cycle, or with that of the run.
func (s *Sim) endRecord() {
	r := s.recorder
	if r == nil || r.ended || s.now < r.Cycles && !s.done {
		return
	}
	r.ended = true
	r.Cycles = min(r.Cycles, s.now)
	if r.Deadlock = s.findDeadlock(); r.Deadlock != nil {
		r.Cycles = min(r.Cycles, r.last()+deadlockShown)
	}
}

// deadlockShown is how many cycles of a record show a network in which nothing moves.
const deadlockShown = 16

// last returns the cycle in which the last flit arrives.
func (r *Record) last() int {
	last := 0
	for i := range r.Hops {
		if leave := r.Hops[i].Leave; len(leave) > 0 {
			last = max(last, int(leave[len(leave)-1])+r.Hops[i].Delay)
		}
	}
	return last
}

// Recorded returns the record, or nil if none was asked for. It is complete when the run is over.
func (s *Sim) Recorded() *Record {
	if s.recorder == nil {
		return nil
	}
	return &s.recorder.Record
}

// Arrivals returns, by packet, the cycle in which its last flit arrived, or -1 if it is on its way, or waits at its source, when the
// record ends.
func (r *Record) Arrivals() []int {
	arrived := make([]int, len(r.Packets))
	for i := range arrived {
		arrived[i] = -1
	}
	for i := range r.Hops {
		hop := &r.Hops[i]
		if end := int(hop.Leave[len(hop.Leave)-1]) + hop.Delay; hop.Eject && len(hop.Leave) == r.Packets[hop.Packet].Flits && end <= r.Cycles {
			arrived[hop.Packet] = end
		}
	}
	return arrived
}
