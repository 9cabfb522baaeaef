package sim

import (
	"fmt"
	"math/rand/v2"

	"topobook/topology"
	"topobook/topology/measure"
	"topobook/topology/route"
)

// A Packet is what an [Algorithm] sees of a packet.
type Packet struct {
	Source, Dest topology.Node
	State        uint32 // the algorithm's own, kept from router to router; 0 in the first

	born, sent int32 // cycles: when it was made, and when its head left the source
	from       int32 // the source, in the order of the processors
	next       int32 // the packet behind it in the list of free ones, or -1
	routers    int32 // on its way so far
	at         int32 // the input VC by which it came to the last of them
	flits      int32
}

// A Sim is a simulation. Ports are numbered router by router: port i of a router is the i-th channel that
// leaves it and, as an input, the twin of that channel; a processor that is a router has one more, for what
// it injects and ejects. The VCs of port p are p·VCs to p·VCs+VCs-1, those of inputs and of outputs alike.
// Beyond the outputs of routers are those of the sources, one for each processor.
type Sim struct {
	Config
	net    *topology.Network
	ports  int // of all routers
	flits  int // of a buffer
	inputs []input
	vcs    []inputVC
	buffer []flit // by VC: a ring of flits
	output []output
	credit []outputVC
	source []source
	packet []Packet
	free   int32 // the first packet that is free, or -1
	block  []block
	empty  int32 // the first block that is free, or -1

	eject       []int32            // by node that is a processor: the output of its router that leads to it
	nodeOf      []topology.Node    // by port: the router
	portChannel []topology.Channel // by output: its channel, -1 if it is a processor's own
	channelPort []int32            // by channel: its output
	delay       []int32            // by output: cycles of a flit to the other end, and of its credit back, from the cable; nil if they are all Link and Credit

	now                       int
	ring                      int // the slots of the calendars, less one; a power of two less one
	arrivals                  [][]arrival
	credits, heads, activated [][]int32 // what happens in a cycle, by cycle modulo the ring
	waiting, ready, busy      []uint64  // sets: inputs that want a VC, inputs that may send, sources that have a packet
	touched                   []int32
	ways                      []route.Way

	random, routing *rand.PCG // for the traffic, and for the algorithm
	injector
	tally
	recorder *recorder // nil if nothing is recorded
	err      error
}

// A flit is the index of its packet, times 4, plus these marks.
type flit uint32

const (
	headFlit = 1
	tailFlit = 2
)

// An arrival is a flit that comes to an input VC; or, to^-1 being that of an output, to a processor.
type arrival struct {
	to   int32
	flit flit
}

// An input is the input side of a port.
type input struct {
	ready, wait uint32 // VCs that have a flit, a VC to send it by and a credit; VCs whose packet wants a VC
	from        int32  // the output that leads here
	turn        int32  // the output from which on the arbiter looks for a request
	turnVC      int32  // the VC likewise, among those that want one output
	choice      int32  // the VC that the arbiter has chosen
}

// An output is the output side of a port.
type output struct {
	free uint32 // VCs that no packet holds
	to   int32  // the input that it leads to, or -1 if that is a processor
	turn int32  // the input from which on the arbiter looks for a request
	bid  int32  // the input that is first so far in this cycle, or -1
	sent uint32 // flits, while that is counted
}

// An inputVC is the state of a buffer.
type inputVC struct {
	out          int32  // the output of its packet
	outVC        int32  // the VC of that output
	turn         int32  // the VC of an output from which on the arbiter looks for a free one
	allowed      uint32 // VCs that the packet may take
	first, count uint16 // the place of the first flit, and how many there are
	phase        phase
}

// A phase is what a packet has come to at the front of a buffer.
type phase uint8

const (
	idle    phase = iota // there is none
	routing              // it is routed, or waits for a VC
	granted              // it has a VC, but may not ask for the crossbar yet
	active               // its flits ask for the crossbar
)

// An outputVC is what an output knows of the buffer at its other end.
type outputVC struct {
	credits int32 // flits that it has room for
	owner   int32 // the input VC whose packet holds it
	turn    int32 // the input VC from which on the arbiter looks for a request
	bid     int32 // the input VC that is first so far in this cycle, or -1
}

// A source has a queue of packets, of which it knows when they were made: the rest is drawn when they leave.
type source struct {
	first, last int32 // blocks of the queue
	read, write int32 // the first time in the first block, and the place of the next in the last; 0 if it needs another block
	queued      int32 // packets in the queue
	packet      int32 // the one that is being sent
	left        int32 // flits of it that are yet to send
	vc          int32 // that of the packet sent last
}

// A block is a part of a queue: times, and the block behind it, in a queue or among those that are free.
type block [blockTimes + 1]int32

const blockTimes = 15

// New returns a simulation before its first cycle, or an error if the configuration is not valid, traffic has
// to go where no path leads, or the configuration asks for more than its bounds.
// It takes O(N+LV) time and memory for N nodes, L links and V virtual channels.
func New(config Config) (*Sim, error) {
	net := config.Network
	if config.Trace != nil {
		config.Traffic, config.Warmup, config.Deliver = config.Trace.Traffic, 0, 0
	}
	err := config.check()
	if err == nil && len(net.Processors()) == 0 {
		err = fmt.Errorf("traffic: there are no processors")
	}
	if err == nil {
		err = config.connected()
	}
	if err != nil {
		return nil, fmt.Errorf("simulation of %v: %w", net, err)
	}
	s := &Sim{Config: config, net: net, free: -1, empty: -1, random: rand.NewPCG(config.Seed, 1), routing: rand.NewPCG(config.Seed, 2)}
	s.build()
	longest, err := s.setDelays()
	if err != nil {
		return nil, fmt.Errorf("simulation of %v: %w", net, err)
	}
	for s.ring = 1; s.ring <= s.SwitchAlloc+s.Traverse+longest+max(s.SwitchAlloc+max(longest, s.Credit), s.Route+1, s.VCAlloc); s.ring *= 2 {
	}
	s.arrivals = make([][]arrival, s.ring)
	s.credits, s.heads, s.activated = make([][]int32, s.ring), make([][]int32, s.ring), make([][]int32, s.ring)
	s.ring--
	if s.Trace != nil {
		s.position = append(s.position, s.Trace.start...)
	} else if err := s.startInjection(); err != nil {
		return nil, fmt.Errorf("simulation of %v: %w", net, err)
	}
	s.startTally()
	s.startRecord()
	return s, nil
}

// connected returns an error if traffic has to go where no path leads.
func (c *Config) connected() error {
	net := c.Network
	if c.Traffic.net != net {
		return fmt.Errorf("traffic: is that of %v", c.Traffic.net)
	}
	part := make([]int, net.Order()) // by node: the component
	for i, nodes := range measure.Components(net) {
		for _, u := range nodes {
			part[u] = i
		}
	}
	t, p := &c.Traffic, net.Processors()
	for i, u := range p {
		dests := []int32{0}
		if t.start != nil {
			dests = t.dest[t.start[i]:t.start[i+1]]
		}
		for _, d := range dests {
			if part[u] != part[p[d]] {
				return fmt.Errorf("traffic: there is no path from %s to %s", net.Address(u), net.Address(p[d]))
			}
		}
	}
	return nil
}

// endpoint reports whether u has no router.
func endpoint(net *topology.Network, u topology.Node) bool {
	return net.Kind(u) == topology.Processor && net.Degree(u) == 1 && net.Kind(net.Neighbors(u)[0]) == topology.Switch
}

// build makes the ports, and links them.
func (s *Sim) build() {
	net, processors := s.net, s.net.Processors()
	first := make([]int32, net.Order()) // by node that is a router: its first port
	s.channelPort, s.eject = make([]int32, 2*net.Size()), make([]int32, net.Order())
	for u := range topology.Node(net.Order()) {
		c, end := net.Channels(u)
		if endpoint(net, u) {
			continue // known below
		}
		first[u] = int32(s.ports)
		for ; c < end; c++ {
			s.channelPort[c] = int32(s.ports)
			s.ports++
		}
		if net.Kind(u) == topology.Processor {
			s.ports++
		}
		for len(s.nodeOf) < s.ports {
			s.nodeOf = append(s.nodeOf, u)
		}
	}
	outputs := s.ports + len(processors)
	s.portChannel = make([]topology.Channel, outputs)
	s.inputs, s.output = make([]input, s.ports), make([]output, outputs)
	for p := range s.portChannel {
		s.portChannel[p] = -1
		s.output[p] = output{free: uint32(1)<<s.VCs - 1, to: -1, bid: -1}
	}
	for i, u := range processors {
		from := int32(s.ports + i)
		port := first[u] + int32(net.Degree(u)) // of its router, to and from the processor
		if endpoint(net, u) {
			c, _ := net.Channels(u)
			s.channelPort[c], s.portChannel[from] = from, c
			port = s.channelPort[net.Twin(c)]
		}
		s.eject[u], s.output[from].to, s.inputs[port].from = port, port, from
	}
	for c := range topology.Channel(len(s.channelPort)) {
		p := s.channelPort[c]
		s.portChannel[p] = c
		if to := s.channelPort[net.Twin(c)]; int(p) < s.ports && int(to) < s.ports {
			s.output[p].to, s.inputs[to].from = to, p
		}
	}
	s.flits = s.Buffer
	s.vcs, s.credit = make([]inputVC, s.ports*s.VCs), make([]outputVC, outputs*s.VCs)
	s.buffer = make([]flit, len(s.vcs)*s.Buffer)
	for i := range s.credit {
		s.credit[i] = outputVC{credits: int32(s.Buffer), owner: -1, bid: -1}
	}
	s.source = make([]source, len(processors))
	for i := range s.source {
		s.source[i] = source{vc: int32(s.VCs - 1)}
	}
	words := s.ports/64 + 1
	s.waiting, s.ready, s.busy = make([]uint64, words), make([]uint64, words), make([]uint64, len(processors)/64+1)
}

// setDelays takes over the latencies of cables, and returns the longest time that a flit takes from a router to the next. It returns an error if
// one is too long, or a cable has a capacity: what a channel carries in a cycle is one flit.
func (s *Sim) setDelays() (longest int, err error) {
	longest = s.Link
	if _, ok := s.net.Definition.(topology.Cabled); !ok {
		return longest, nil
	}
	for p, c := range s.portChannel {
		if c < 0 {
			continue
		}
		cable := s.net.Cable(c)
		switch {
		case cable.Capacity != 0 && cable.Capacity != 1 || cable.Latency > maxDelay:
			return 0, fmt.Errorf("link %s–%s has a capacity of %v and a latency of %d cycles, want 1, for a link carries one flit a cycle and several parallel ones more, and at most %d",
				s.net.Address(s.net.Tail(c)), s.net.Address(s.net.Head(c)), s.net.Capacity(c), cable.Latency, maxDelay)
		case cable.Latency > 0:
			if s.delay == nil {
				s.delay = make([]int32, len(s.output))
			}
			s.delay[p] = int32(cable.Latency)
			longest = max(longest, cable.Latency)
		}
	}
	return longest, nil
}

// link returns the cycles that a flit takes from an output to the other end, and those that its credit takes back.
func (s *Sim) link(output int32) (there, back int) {
	if s.delay != nil && s.delay[output] > 0 {
		return int(s.delay[output]), int(s.delay[output])
	}
	return s.Link, s.Credit
}

// Run simulates until the run is over. It returns an error if the algorithm finds no way, or the error of progress.
func (s *Sim) Run(progress topology.Progress) error {
	total := s.Warmup + s.Cycles
	if s.Deliver == 0 {
		total += s.Drain
	}
	reported := 0
	for !s.done {
		if err := s.step(); err != nil {
			return err
		}
		if s.moved-reported < 1<<14 && s.now%1024 != 0 {
			continue
		}
		reported = s.moved
		if progress == nil {
			continue
		}
		if err := progress(s.now, total); err != nil {
			return err
		}
	}
	return nil
}

// Random draws a number from 0 to n-1 for an algorithm.
func (s *Sim) Random(n int) int { return below(s.routing, n) }

// home returns the router of a packet's destination.
func (s *Sim) home(p *Packet) topology.Node { return s.nodeOf[s.eject[p.Dest]] }

// Credits returns how many flits the buffer at the other end of c has room for, as its tail knows, all VCs
// together. It counts free VCs too, so that of two empty buffers the one with fewer packets on the way wins.
func (s *Sim) Credits(c topology.Channel) int {
	p := int(s.channelPort[c])
	sum := 0
	for _, o := range s.credit[p*s.VCs : (p+1)*s.VCs] {
		sum += int(o.credits)
	}
	return sum
}

// Came returns the channel and the VC by which a packet came to the router where it is. One that comes from its
// source has the VC -1, and the channel -1 unless its source has no router.
func (s *Sim) Came(p *Packet) (c topology.Channel, vc int) {
	port := int(p.at) / s.VCs
	from := int(s.inputs[port].from)
	if from >= s.ports {
		return s.portChannel[from], -1
	}
	return s.portChannel[from], int(p.at) - port*s.VCs
}
