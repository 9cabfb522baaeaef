package sim

import (
	"fmt"

	"topobook/topology"
)

// A naive is the same router in the most obvious way: a list of flits for each buffer, and for each cycle
// a look at everything, with arbiters that try one after the other. It draws nothing and makes no packets.
type naive struct {
	c       Config
	now     int
	node    []*naiveNode
	wires   []wire
	arrived []int // by processor that is a source: packets that have arrived
	latency int
	last    int // when the last packet arrived
}

type naiveNode struct {
	u          topology.Node
	router     bool
	in         [][]*naiveVC   // by port and VC
	out        []*naiveOut    // by port
	queue      []int          // when the packets were made
	traced     []*naivePacket // of a trace: the packets made
	there      int            // cycles to the router
	sending    *naivePacket
	started    int // when that did
	born       int // and when it was made
	left, vc   int
	credits    []int // of the source
	free       []bool
	injectTo   *naiveNode
	injectPort int
}

type naivePacket struct{ Packet }

type naiveFlit struct {
	p          *naivePacket
	head, tail bool
}

type naiveVC struct {
	flits     []naiveFlit
	stage     string // "", "RC", "VA", "granted", "SA"
	at        int    // since when the stage can be left
	out, vc   int
	allowed   uint32
	turn      int
	upstream  func() // gives back a credit
	back      int    // cycles that it takes
	turnShare int    // of the first VC, for its port: where the choice among outputs begins
	turnVC    int    // likewise: where the choice among VCs begins
}

type naiveOut struct {
	there, back int // cycles
	credits     []int
	free        []bool
	turnVA      []int
	turnSA      int
	deliver     func(v int, f naiveFlit) // at the other end
}

// A wire brings something at a time.
type wire struct {
	at int
	do func()
}

func (n *naive) send(after int, do func()) { n.wires = append(n.wires, wire{n.now + after, do}) }

func newNaive(c Config) *naive {
	n := &naive{c: c, arrived: make([]int, c.Network.Order())}
	net := c.Network
	for u := range topology.Node(net.Order()) {
		node := &naiveNode{u: u, router: !endpoint(net, u), vc: c.VCs - 1, there: c.Link}
		ports := net.Degree(u)
		if net.Kind(u) == topology.Processor {
			ports++
		}
		for range ports {
			var vcs []*naiveVC
			out := &naiveOut{there: c.Link, back: c.Credit}
			for range c.VCs {
				vcs = append(vcs, &naiveVC{back: c.Credit})
				out.credits, out.free, out.turnVA = append(out.credits, c.Buffer), append(out.free, true), append(out.turnVA, 0)
			}
			node.in, node.out = append(node.in, vcs), append(node.out, out)
		}
		for range c.VCs {
			node.credits, node.free = append(node.credits, c.Buffer), append(node.free, true)
		}
		n.node = append(n.node, node)
	}
	for _, node := range n.node {
		first, end := net.Channels(node.u)
		for ch := first; ch < end; ch++ {
			if latency := net.Cable(ch).Latency; latency > 0 {
				node.out[ch-first].there, node.out[ch-first].back = latency, latency
				if !node.router {
					node.there = latency
				}
				for _, vc := range node.in[ch-first] {
					vc.back = latency
				}
			}
			n.join(node, int(ch-first), n.node[net.Head(ch)], int(net.Twin(ch))-int(must(net.Channels(net.Head(ch)))))
		}
		if node.router && net.Kind(node.u) == topology.Processor {
			n.source(node, node, len(node.in)-1)
			n.sink(node, len(node.in)-1)
		}
	}
	return n
}

func must(first, _ topology.Channel) topology.Channel { return first }

// join makes what leaves a by a port come to b by another.
func (n *naive) join(a *naiveNode, port int, b *naiveNode, other int) {
	switch {
	case !a.router:
		n.source(a, b, other)
	case !b.router:
		n.sink(a, port)
	default:
		out := a.out[port]
		out.deliver = func(v int, f naiveFlit) { n.arrive(b.in[other][v], f) }
		for v, vc := range b.in[other] {
			vc.upstream = func() { out.credits[v]++ }
		}
	}
}

func (n *naive) source(a, b *naiveNode, port int) {
	a.injectTo, a.injectPort = b, port
	for v, vc := range b.in[port] {
		vc.upstream = func() { a.credits[v]++ }
	}
}

func (n *naive) sink(a *naiveNode, port int) {
	out := a.out[port]
	out.deliver = func(v int, f naiveFlit) {
		n.send(n.c.SwitchAlloc+out.back, func() { out.credits[v]++ })
		if f.tail {
			n.arrived[f.p.Source]++
			n.latency += n.now - int(f.p.born)
			n.last = n.now
		}
	}
}

func (n *naive) arrive(vc *naiveVC, f naiveFlit) {
	vc.flits = append(vc.flits, f)
	if vc.stage == "" {
		vc.stage, vc.at = "RC", n.now+n.c.Route
	}
}

// step simulates a cycle in which so many packets are made, and those that start are known; it returns an
// error if others start.
func (n *naive) step(made map[topology.Node]int, started map[topology.Node]*naivePacket) error {
	var later []wire
	due := n.wires
	n.wires = nil
	for _, w := range due {
		if w.at == n.now {
			w.do()
		} else {
			later = append(later, w)
		}
	}
	n.wires = append(n.wires, later...)
	for _, node := range n.node {
		for range made[node.u] {
			node.queue = append(node.queue, n.now)
		}
		before := node.left
		n.inject(node, started[node.u])
		if p := started[node.u]; n.c.Trace == nil && (p != nil) != (before == 0 && node.sending != nil && node.started == n.now) {
			return fmt.Errorf("source %d: packet %+v starts", node.u, p)
		} else if p != nil && (int(p.born) != node.born || node.sending != p) {
			return fmt.Errorf("source %d: packet %+v starts, want that made in cycle %d", node.u, p, node.born)
		}
		if node.router {
			n.routeAndAllocate(node)
			n.cross(node)
		}
	}
	n.now++
	return nil
}

func (n *naive) inject(node *naiveNode, next *naivePacket) {
	head := false
	if node.left == 0 && len(node.queue) > 0 {
		for i := 1; i <= n.c.VCs; i++ {
			v := (node.vc + i) % n.c.VCs
			if node.free[v] && node.credits[v] > 0 {
				if n.c.Trace != nil {
					next, node.traced = node.traced[0], node.traced[1:]
				}
				node.vc, node.left, node.free[v], head = v, n.c.Packet, false, true
				if next != nil {
					node.left = int(next.flits)
				}
				node.sending, node.started, node.born = next, n.now, node.queue[0]
				node.queue = node.queue[1:]
				break
			}
		}
	}
	v := node.vc
	if node.left == 0 || node.credits[v] == 0 {
		return
	}
	node.left--
	node.credits[v]--
	f := naiveFlit{node.sending, head, node.left == 0}
	if f.tail {
		node.free[v] = true
	}
	n.send(n.c.SwitchAlloc+node.there, func() { n.arrive(node.injectTo.in[node.injectPort][v], f) })
}

// routeAndAllocate does RC and VA for all VCs of a router.
func (n *naive) routeAndAllocate(node *naiveNode) {
	net := n.c.Network
	bids := make(map[[2]int][]int) // by output VC: the input VCs that bid for it
	vcs := n.c.VCs
	for p := range node.in {
		for v, vc := range node.in[p] {
			if vc.stage == "RC" && vc.at == n.now {
				dest := vc.flits[0].p.Dest
				vc.stage, vc.allowed = "VA", uint32(1)<<vcs-1
				c, ok := net.ChannelBetween(node.u, dest)
				switch {
				case node.u == dest:
					vc.out = len(node.out) - 1
				case ok && endpoint(net, dest):
					vc.out = int(c - must(net.Channels(node.u)))
				default:
					c, allowed := n.c.Algorithm.Rule(nil, node.u, &vc.flits[0].p.Packet)
					vc.out = int(c - must(net.Channels(node.u)))
					if allowed != 0 {
						vc.allowed &= allowed
					}
				}
			}
			if vc.stage != "VA" {
				continue
			}
			all := len(node.out) * vcs
			for i := range all {
				x := (vc.turn + i) % all
				if x/vcs == vc.out && vc.allowed>>(x%vcs)&1 != 0 && node.out[vc.out].free[x%vcs] {
					bids[[2]int{vc.out, x % vcs}] = append(bids[[2]int{vc.out, x % vcs}], p*vcs+v)
					break
				}
			}
		}
	}
	for to, from := range bids {
		out, all := node.out[to[0]], len(node.in)*vcs
		winner := first(from, out.turnVA[to[1]], all)
		vc := node.in[winner/vcs][winner%vcs]
		out.turnVA[to[1]] = (winner + 1) % all
		vc.turn = (to[0]*vcs + to[1] + 1) % (len(node.out) * vcs)
		out.free[to[1]] = false
		vc.stage, vc.at, vc.vc = "granted", n.now+n.c.VCAlloc, to[1]
	}
}

// first returns the one of some numbers below n that comes first from turn on.
func first(list []int, turn, n int) int {
	for i := range n {
		for _, x := range list {
			if x == (turn+i)%n {
				return x
			}
		}
	}
	panic("none")
}

// cross does SA and ST for a router.
func (n *naive) cross(node *naiveNode) {
	vcs := n.c.VCs
	bids := make(map[int][]int) // by output: inputs
	chosen := make(map[int]int) // by input: the VC
	for p, in := range node.in {
		var outs []int
		for _, vc := range in {
			if vc.stage == "granted" && vc.at == n.now {
				vc.stage = "SA"
			}
			if vc.asks(node) {
				outs = append(outs, vc.out)
			}
		}
		if outs == nil {
			continue
		}
		to := first(outs, in[0].turnShare, len(node.out))
		var which []int
		for v, vc := range in {
			if vc.asks(node) && vc.out == to {
				which = append(which, v)
			}
		}
		chosen[p] = first(which, in[0].turnVC, vcs)
		bids[to] = append(bids[to], p)
	}
	for to, from := range bids {
		out := node.out[to]
		p := first(from, out.turnSA, len(node.in))
		out.turnSA = (p + 1) % len(node.in)
		node.in[p][0].turnShare = (to + 1) % len(node.out)
		node.in[p][0].turnVC = (chosen[p] + 1) % vcs
		vc := node.in[p][chosen[p]]
		f, v := vc.flits[0], vc.vc
		vc.flits = vc.flits[1:]
		out.credits[v]--
		n.send(n.c.SwitchAlloc+n.c.Traverse+out.there, func() { out.deliver(v, f) })
		n.send(n.c.SwitchAlloc+vc.back, vc.upstream)
		if f.tail {
			out.free[v] = true
			vc.stage = ""
			if len(vc.flits) > 0 {
				vc.stage, vc.at = "RC", n.now+1+n.c.Route
			}
		}
	}
}

func (vc *naiveVC) asks(node *naiveNode) bool {
	return vc.stage == "SA" && len(vc.flits) > 0 && node.out[vc.out].credits[vc.vc] > 0
}
