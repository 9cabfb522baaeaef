package schedule

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/family"
)

// All stands for all ports of a kind, and for staying: the port of a hop that duplicates packets.
const All = -1

// A Hop is an instruction of a program: by which port a packet goes on, whatever router it is at.
type Hop struct {
	Global bool
	Port   int // γ of a global hop, δ of a local one; 0 is a null hop for local ones, and where γ = 0 has no link
}

// A Program is the hops of a packet, one in each unit of time.
type Program []Hop

// Vector returns the program of the source vector (γ,π,δ): local port δ, global port γ, local port π.
func Vector(γ, π, δ int) Program { return Program{{Port: δ}, {true, γ}, {Port: π}} }

// A Header is the synchronizing header [b;γ,π,δ], the state of a packet on a Broadcast Swapped Dragonfly.
type Header struct{ Counter, Global, Local, NextLocal int } // b, γ, δ, π

// Step returns what a router does with a header: the hop that it takes, and the header after it; ok is
// false if the packet has arrived.
//
// Source: Draper, Four Algorithms on the Swapped Dragonfly, arXiv:2209.03203 (2022), Section 5.2.
func (h Header) Step() (hop Hop, next Header, ok bool) {
	if h.Counter == 0 {
		return Hop{}, h, false
	}
	if h.Counter%2 == 1 {
		return Hop{false, h.Local}, Header{h.Counter - 1, h.Global, h.NextLocal, 0}, true
	}
	return Hop{true, h.Global}, Header{h.Counter - 1, 0, h.Local, h.NextLocal}, true
}

// Program returns the hops of a packet with the header.
func (h Header) Program() Program {
	var program Program
	for {
		hop, next, ok := h.Step()
		if !ok {
			return program
		}
		program = append(program, hop)
		h = next
	}
}

// ParseProgram reads a program written as hops with spaces between: l2 g0 l* for local port 2, global
// port 0, all local ports.
func ParseProgram(text string) (Program, error) {
	var program Program
	for _, field := range strings.Fields(text) {
		hop := Hop{field[0] == 'g', All}
		port, err := strconv.Atoi(field[1:])
		if field[1:] != "*" {
			hop.Port = port
		} else {
			err = nil
		}
		if field[0] != 'g' && field[0] != 'l' || err != nil || hop.Port < All || port < 0 {
			return nil, fmt.Errorf("got the hop %q, want l or g and a port or *: l2 g0 l*", field)
		}
		program = append(program, hop)
	}
	return program, nil
}

func (h Hop) String() string {
	kind, port := "l", "*"
	if h.Global {
		kind = "g"
	}
	if h.Port != All {
		port = strconv.Itoa(h.Port)
	}
	return kind + port
}

// A machine knows the ports of a Dragonfly.
type machine struct {
	net           *topology.Network
	global, local int // ports of a router, 0 included: K and M
	ports         int // of a router, if all have links
	cube          bool
	cubeLocal     int // local ports of a Swapped Boolean Hypercube
}

// newMachine returns the machine of a Dragonfly, or an error.
func newMachine(net *topology.Network) (machine, error) {
	m := machine{net: net}
	switch def := net.Definition.(type) {
	case family.SwappedDragonfly:
		m.global, m.local = def.Cabinets(), def.Width()
	case family.MaximalDragonfly:
		m.local = def.Width()
		m.global = (def.Groups() - 1) / m.local
	case family.SwappedHypercube:
		m.global, m.local, m.cube = def.Cabinets(), def.Width(), true
		m.cubeLocal = bits.Len(uint(m.local)) - 1
	default:
		return m, fmt.Errorf("got %v, want a swapped or maximal Dragonfly or a swapped hypercube, whose ports are local or global", net)
	}
	m.ports = m.global + m.local - 1
	if m.cube {
		m.ports = m.cubeLocal + bits.Len(uint(m.global))
	}
	return m, nil
}

// Ports returns the numbers of global and of local ports of a router of a Dragonfly, K and M, counting local
// port 0, which stays; or an error if net is not one.
func Ports(net *topology.Network) (global, local int, err error) {
	m, err := newMachine(net)
	return m.global, m.local, err
}

// Channel returns by which channel a hop leaves u, Stay for a null hop. It returns an error if there is no such port.
func Channel(net *topology.Network, u topology.Node, hop Hop) (topology.Channel, error) {
	m, err := newMachine(net)
	if err == nil {
		err = m.check(Program{hop})
	}
	if err != nil {
		return Stay, err
	}
	return m.channel(u, hop), nil
}

// check returns an error if a program has a hop by a port that no router has.
func (m machine) check(program Program) error {
	for _, hop := range program {
		ports := m.local
		if hop.Global {
			ports = m.global
		}
		if hop.Port >= ports || m.cube && hop.Port != All && hop.Port&(hop.Port-1) != 0 {
			return fmt.Errorf("%v: got the hop %v, want a port below %d%s", m.net, hop, ports, [2]string{"", ", 0 or a power of 2"}[b2i(m.cube)])
		}
	}
	return nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// channel returns the channel of a hop from u by one port.
func (m machine) channel(u topology.Node, hop Hop) topology.Channel {
	port := hop.Port
	switch {
	case m.cube && !hop.Global:
		port = bits.Len(uint(port)) - 1
	case m.cube && port == 0: // Z
		port = m.cubeLocal + bits.Len(uint(m.global)) - 1
	case m.cube:
		port = m.cubeLocal + bits.Len(uint(port)) - 1
	case !hop.Global && port > 0:
		port += m.global - 1
	}
	if !hop.Global && hop.Port == 0 {
		return Stay
	}
	start, _ := m.net.Adjacency()
	c, end := start[u]+topology.Channel(port), start[u+1]
	if int(end-start[u]) == m.ports {
		return c
	}
	for c = min(c, end-1); c >= start[u] && m.net.Port(c) >= port; c-- {
		if m.net.Port(c) == port {
			return c
		}
	}
	return Stay
}

// leave appends the channels by which a packet leaves u.
func (m machine) leave(list []topology.Channel, u topology.Node, hop Hop) []topology.Channel {
	if hop.Port != All {
		return append(list, m.channel(u, hop))
	}
	ports := m.local
	if hop.Global {
		ports = m.global
	}
	for port := range ports {
		if !m.cube || port&(port-1) == 0 {
			list = append(list, m.channel(u, Hop{hop.Global, port}))
		}
	}
	return list
}

// Step returns the routers of a Dragonfly at which the copies of a packet are after a hop from those of a list,
// in the order of their arrival, each once. It returns an error if net is not a Dragonfly or has no such port.
func Step(net *topology.Network, at []topology.Node, hop Hop) ([]topology.Node, error) {
	m, err := newMachine(net)
	if err == nil {
		err = m.check(Program{hop})
	}
	if err != nil {
		return nil, err
	}
	var next []topology.Node
	seen := make([]bool, net.Order())
	for _, u := range at {
		for _, c := range m.leave(nil, u, hop) {
			v := u
			if c != Stay {
				v = net.Head(c)
			}
			if !seen[v] {
				seen[v] = true
				next = append(next, v)
			}
		}
	}
	return next, nil
}
