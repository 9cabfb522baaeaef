package topology

// A Concentrated network is another one, the base, whose nodes are switches with processors, as package endpoints makes it: those nodes
// come first, by their numbers, then the processors switch by switch.
//
// The address of a switch is that of the base's node; processor i of it, from 0, is a colon and i behind that: 0,3:1. A switch keeps its
// ports and its level; after the last port of any switch come those of its processors. A processor has port 0, and no level.
type Concentrated interface {
	Definition
	// Base returns the network of the switches.
	Base() *Network
	// SwitchOf returns the switch of a processor; a switch is its own.
	SwitchOf(u Node) Node
	// ProcessorsOf returns the range of the processors of a switch: first to end-1.
	ProcessorsOf(u Node) (first, end Node)
}
