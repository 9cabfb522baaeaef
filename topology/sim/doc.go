// Package sim simulates a network flit by flit, cycle by cycle: virtual-channel wormhole routers with
// queues at their inputs and credits, under a routing algorithm and a traffic.
//
// # Router
//
// A packet is a head flit, body flits and a tail flit. Each input of a router has a buffer for each
// virtual channel (VC). A head flit passes four stages: its output is found (RC), it is given a VC of
// that output (VA), it is given the crossbar (SA), and it crosses it (ST); the other flits pass the last
// two. Both allocators are separable, first the inputs and then the outputs, in one round, with
// round-robin arbiters that move on when their grant is used. Flits of different VCs take turns on a
// channel. An output VC is free for another packet as soon as the tail has been sent, so that a buffer
// may hold two; but adaptive routing with a way of escape waits until it is empty. With pipeline stages
// of no cycles, a head needs one cycle for each link.
//
// Source: Dally and Towles, Principles and Practices of Interconnection Networks (2004), ch. 16 to 19, 24
// and 25, and the router of Jiang and others, A Detailed and Flexible Cycle-Accurate Network-on-Chip
// Simulator, ISPASS 2013, whose latencies this one reproduces.
//
// # Network
//
// A processor that hangs on a switch by its only link has no router: its link carries what it injects and
// ejects. Any other node is a router, and if it is a processor it has one more input and one more output
// for what it injects and ejects, of which the channels are as long as links.
//
// # Use
//
// [Named] and [ByRule] return algorithms, [Uniform] and [Weighted] traffic, and [NewTrace] what is sent when.
// [Reference] returns a configuration, [New] a simulation of one, [Sim.Run] runs it,
// and [Sim.Stats] says what was found. Equal configurations give equal results
// everywhere: all decisions are taken on integers, and all draws come from the seed.
package sim
