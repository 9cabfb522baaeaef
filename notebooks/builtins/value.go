package builtins

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/export"
)

// A network is a [topology.Network] as a value of a cell. It is immutable, but for what it keeps of
// long searches so that cells that ask again need not wait.
type network struct {
	*topology.Network
	memos []memo
}

// A memo is what a long search has found about a network.
type memo struct {
	what  string
	value any
}

// memoize returns the memo of the given name, which search finds unless it is known; it charges so many
// bytes for the search.
func (t *network) memoize(c *engine.Call, what string, bytes int, search func() (any, error)) (any, error) {
	for _, f := range t.memos {
		if f.what == what {
			return f.value, nil
		}
	}
	if t.Order() > smallNetwork {
		if err := c.Reserve(bytes); err != nil {
			return nil, err
		}
	}
	value, err := search()
	if err != nil {
		return nil, c.Wrap(err)
	}
	t.memos = append(t.memos, memo{what, value})
	return value, nil
}

var _ starlark.Comparable = (*network)(nil)
var _ starlark.HasAttrs = (*network)(nil)

func (t *network) Type() string         { return "network" }
func (t *network) Freeze()              {}
func (t *network) Truth() starlark.Bool { return true }
func (t *network) Hash() (uint32, error) {
	return starlark.String(t.String()).Hash()
}

// CompareSameType compares two networks by [network.Same]; networks have no order.
func (t *network) CompareSameType(op syntax.Token, y starlark.Value, _ int) (bool, error) {
	switch op {
	case syntax.EQL:
		return t.Same(y), nil
	case syntax.NEQ:
		return !t.Same(y), nil
	}
	return false, fmt.Errorf("network %s network: networks have no order", op)
}

// Attr has no attributes to give: it says which builtin to use in place of t.diameter.
func (t *network) Attr(name string) (starlark.Value, error) {
	if builtin, ok := Find(name); ok && len(builtin.Params()) > 0 && builtin.Params()[0] == "t" {
		return nil, starlark.NoSuchAttrError(fmt.Sprintf("network has no .%s: want %s(t)", name, name))
	}
	return nil, nil
}

// AttrNames returns no name.
func (t *network) AttrNames() []string { return nil }

// Same reports whether other is the same network: the same nodes, with the same addresses, joined
// by links with the same ports and labels, made by the same call.
func (t *network) Same(other starlark.Value) bool {
	o, ok := other.(*network)
	if !ok || t.String() != o.String() || t.Order() != o.Order() || t.Size() != o.Size() {
		return false
	}
	if t == o || t.Definition == o.Definition {
		return true
	}
	for u := range topology.Node(t.Order()) {
		if t.Degree(u) != o.Degree(u) || t.Kind(u) != o.Kind(u) || t.Level(u) != o.Level(u) || t.Address(u) != o.Address(u) {
			return false
		}
		first, end := t.Channels(u)
		for c := first; c < end; c++ {
			if t.Head(c) != o.Head(c) || t.Port(c) != o.Port(c) || t.Label(c) != o.Label(c) {
				return false
			}
		}
	}
	return true
}

// CheckNode returns the address of a node as the network writes it, or an error if there is no
// such node, or if kind is "processor" or "switch" and the node is not.
func (t *network) CheckNode(address, kind string) (string, error) {
	u, err := t.NodeAt(address)
	if err != nil {
		return "", err
	}
	if kind != "" && t.Kind(u).String() != kind {
		return "", fmt.Errorf("%v: node %s is a %v, want a %s", t, t.Address(u), t.Kind(u), kind)
	}
	return t.Address(u), nil
}

// CheckLink returns a link a>b as the network writes it, from the node that comes first, or an error if there is none.
func (t *network) CheckLink(link string) (string, error) {
	c, err := t.channelOf(starlark.String(link))
	if err != nil {
		return "", err
	}
	return string(t.channelName(min(c, t.Twin(c)))), nil
}

// Addresses returns the addresses that begin with a prefix, in the order of the nodes, up to a number of them.
func (t *network) Addresses(prefix string, most int) []string {
	var found []string
	for u := range topology.Node(t.Order()) {
		if address := t.Address(u); strings.HasPrefix(address, prefix) {
			if found = append(found, address); len(found) == most {
				break
			}
		}
	}
	return found
}

// node returns the node that v names: an address as a string, or its digits as a tuple, a list
// or, if there is one only, an int.
func (t *network) node(v starlark.Value) (topology.Node, error) {
	address, err := engine.AddressOf(v)
	if err != nil {
		return 0, err
	}
	return t.NodeAt(address)
}

// address returns the address of u as a value.
func (t *network) address(u topology.Node) starlark.Value { return starlark.String(t.Address(u)) }

// addresses returns the addresses of a few nodes as a list.
func (t *network) addresses(nodes []topology.Node) *starlark.List {
	return listOf(nodes, t.address)
}

// Summary describes the network in one line, and what was lost in reading it.
func (t *network) Summary() string {
	processors := len(t.Processors())
	line := fmt.Sprintf("%v: %s, %s, %s", t, dialect.Count(processors, "processor", "processors"),
		dialect.Count(t.Order()-processors, "switch", "switches"), dialect.Count(t.Size(), "link", "links"))
	for _, note := range export.Notes(t.Network) {
		line += "; note: " + note
	}
	return line
}
