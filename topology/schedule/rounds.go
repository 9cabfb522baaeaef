package schedule

import (
	"fmt"

	"topobook/topology"
)

// A Plan says when rounds begin.
type Plan struct {
	Starts []int // of the rounds; nil to follow Cost
	Cost   int   // 1: a round begins in every unit; 2: in units 0, 1, 4, 5, 8, 9 and so on; c ≥ 3: in every c-th
	Delay  bool  // a round waits until it has no conflict with those before it, and those after it begin later too; not with Starts
}

// Pipeline returns the schedule of rounds: in each, every source sends a packet of its own for every program.
// The packets of a round are numbered program by program, in the order of the sources. A packet that is
// duplicated goes on from all routers where it is; a null hop takes its time.
//
// It returns an error if net is not a Dragonfly, if a program uses a port that does not exist, or if there are more
// than [MaxSends] sends. It takes O(sends) time.
//
// Source: Draper, Four Algorithms on the Swapped Dragonfly, arXiv:2209.03203 (2022), Section 3.4.
func Pipeline(net *topology.Network, rounds [][]Program, sources []topology.Node, plan Plan, progress topology.Progress) (*Schedule, error) {
	m, err := newMachine(net)
	if err != nil {
		return nil, err
	}
	p := &pipeline{machine: m, b: builder{net: net}, sources: sources, stamp: make([]int32, net.Order()), rounds: rounds}
	sends := 0 // at least
	for _, round := range rounds {
		for _, program := range round {
			if err := m.check(program); err != nil {
				return nil, err
			}
			p.longest = max(p.longest, len(program))
			sends += len(program) * len(sources)
		}
	}
	if err := CheckSends("schedule", sends); err != nil {
		return nil, err
	}
	p.b.grow(sends)
	plan.Delay = plan.Delay && plan.Starts == nil
	if plan.Delay {
		p.load = make([]int32, max(1, p.longest)*2*net.Size())
	}
	packets, made := 0, make([]Round, len(rounds))
	for r, round := range rounds {
		if r%8 == 0 {
			if err := progress.Report(r, len(rounds)); err != nil {
				return nil, err
			}
		}
		begin := len(p.b.blocks)
		for _, program := range round {
			if err := p.follow(program, packets); err != nil {
				return nil, err
			}
			packets += len(sources)
		}
		start := plan.start(made, r)
		delay := 0
		if plan.Delay {
			for !p.fits(begin, start+delay) {
				delay++
			}
			p.occupy(begin, start+delay)
		}
		start += delay
		made[r] = Round{Start: start, End: start, Delay: delay, First: packets - len(round)*len(sources)}
		for i := begin; i < len(p.b.blocks); i++ {
			x := &p.b.blocks[i]
			x.time += int32(start)
			made[r].End = max(made[r].End, int(x.time)+1)
		}
		p.b.blocks = append(p.b.blocks, block{-1, int32(len(p.b.packet))}) // so that no block goes on into the next round
		if made[r].End > MaxTime {
			return nil, fmt.Errorf("schedule: round %d ends at time %d, want at most %d", r, made[r].End, MaxTime)
		}
	}
	s := p.b.schedule(packets)
	s.Rounds = made
	return s, nil
}

// start returns when round r begins if it does not wait.
func (plan Plan) start(made []Round, r int) int {
	switch {
	case plan.Starts != nil:
		return plan.Starts[r]
	case r == 0:
		return 0
	case plan.Cost == 2 && r%2 == 1:
		return made[r-1].Start + 1
	case plan.Cost == 2:
		return made[r-1].Start + 3
	}
	return made[r-1].Start + plan.Cost
}

// A pipeline is a schedule of rounds in the making.
type pipeline struct {
	machine
	b       builder
	sources []topology.Node
	rounds  [][]Program
	longest int // program

	stamp   []int32 // by node: when it was last put on a list
	stamps  int32
	leaving []topology.Channel

	load []int32 // by unit of time modulo longest and by channel: 1 + the unit in which it is used
}

// follow adds the sends of the packets of one program, from time 0.
func (p *pipeline) follow(program Program, packet int) error {
	at := append([]topology.Node(nil), p.sources...)
	for τ, hop := range program {
		if hop.Port == All {
			for i, u := range at {
				if err := p.spread(program[τ:], τ, packet+i, u); err != nil {
					return err
				}
			}
			return nil
		}
		_, heads := p.net.Adjacency()
		for i, u := range at {
			c := p.channel(u, hop)
			p.b.add(τ, packet+i, u, c)
			if c != Stay {
				at[i] = heads[c]
			}
		}
	}
	return nil
}

// spread adds the sends of one packet from time τ on, which is duplicated.
func (p *pipeline) spread(program Program, τ, packet int, u topology.Node) error {
	at, next := []topology.Node{u}, []topology.Node(nil)
	for i, hop := range program {
		p.stamps++
		next = next[:0]
		for _, v := range at {
			p.leaving = p.leave(p.leaving[:0], v, hop)
			for _, c := range p.leaving {
				p.b.add(τ+i, packet, v, c)
				w := v
				if c != Stay {
					w = p.net.Head(c)
				}
				if p.stamp[w] != p.stamps {
					p.stamp[w] = p.stamps
					next = append(next, w)
				}
			}
			if err := CheckSends("schedule", len(p.b.packet)); err != nil {
				return err
			}
		}
		at, next = next, at
	}
	return nil
}

// fits reports whether the blocks from begin on, delayed by start, meet no sends of rounds before.
func (p *pipeline) fits(begin, start int) bool {
	for i := begin; i < len(p.b.blocks); i++ {
		channels, load, used := p.unit(i, start)
		for _, c := range channels {
			if c != Stay && load[c] == used {
				return false
			}
		}
	}
	return true
}

// occupy notes that those blocks are there.
func (p *pipeline) occupy(begin, start int) {
	for i := begin; i < len(p.b.blocks); i++ {
		channels, load, used := p.unit(i, start)
		for _, c := range channels {
			if c != Stay {
				load[c] = used
			}
		}
	}
}

// unit returns the channels of block i, delayed by start, the load in its unit of time, and what that is where a channel
// is used.
func (p *pipeline) unit(i, start int) (channels []topology.Channel, load []int32, used int32) {
	x := p.b.blocks[i]
	τ := int(x.time) + start
	return p.b.channel[x.begin:p.b.end(i)], p.load[τ%p.longest*2*p.net.Size():], int32(τ + 1)
}

// DoublyParallel returns the rounds of the doubly-parallel all-to-all on a Dragonfly with K = ks global and
// M = ms local ports, in the order of the source: for φ from 0 to s²-1 the shifts μ = φ mod s and ν = φ div s,
// and for each the rounds (a,b,c), a varying fastest. A round has s vectors, one from each column i of the disagreeable
// array: γ = i+cs, π = (i+μ mod s)+as, δ = (i+ν mod s)+bs. It returns an error unless s divides K and M.
//
// Source: Draper, Four Algorithms on the Swapped Dragonfly, arXiv:2209.03203 (2022), Section 3.3.
func DoublyParallel(net *topology.Network, s int) ([][]Program, error) {
	global, local, err := Ports(net)
	if err != nil {
		return nil, err
	}
	if s < 1 || global%s != 0 || local%s != 0 {
		return nil, fmt.Errorf("got s = %d, want a common divisor of K = %d and M = %d", s, global, local)
	}
	k, m := global/s, local/s
	var rounds [][]Program
	for φ := range s * s {
		for λ := range k * m * m {
			a, b, c := λ%m, λ/m%m, λ/m/m
			round := make([]Program, s)
			for i := range round {
				round[i] = Vector(i+c*s, (i+φ%s)%s+a*s, (i+φ/s)%s+b*s)
			}
			rounds = append(rounds, round)
		}
	}
	return rounds, nil
}
