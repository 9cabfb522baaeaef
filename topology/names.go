package topology

// manyNames is the order above which a network does not keep the addresses of its nodes.
const manyNames = 4096

// Address returns the address of u, as the definition has it.
func (net *Network) Address(u Node) string {
	if net.Order() > manyNames {
		return net.Definition.Address(u)
	}
	return net.links.addresses()[u]
}

// NodeAt returns the node with an address, as the definition has it.
func (net *Network) NodeAt(address string) (Node, error) {
	if net.Order() <= manyNames {
		if u, ok := net.links.nodes()[address]; ok {
			return u, nil
		}
	}
	return net.Definition.NodeAt(address) // which may know other spellings
}

// addresses returns the addresses of all nodes.
func (l *links) addresses() []string {
	if !l.madeNames.isDone() {
		l.madeNames.do(func() {
			l.names = make([]string, l.def.Order())
			for u := range l.names {
				l.names[u] = l.def.Address(Node(u))
			}
		})
	}
	return l.names
}

// nodes returns the nodes by their addresses.
func (l *links) nodes() map[string]Node {
	if !l.madeNamed.isDone() {
		l.madeNamed.do(func() {
			l.named = make(map[string]Node, l.def.Order())
			for u, name := range l.addresses() {
				l.named[name] = Node(u)
			}
		})
	}
	return l.named
}
