package engine

import (
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
)

func pickBuiltin(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var t, address starlark.Value
	var kind starlark.Value = starlark.String("processor")
	in := Input{Kind: PickInput}
	if err := starlark.UnpackArgs(c.Name, args, kwargs, "t", &t, "address", &address, "kind?", &kind, "label?", &in.Label); err != nil {
		return nil, err
	}
	if err := in.pickFrom(c, t, kind); err != nil {
		return nil, err
	}
	text, err := nodeText(address)
	if err != nil {
		return nil, c.Errorf("for parameter address: %w", err)
	}
	in.Default = text
	return c.input(in)
}

func pickManyBuiltin(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var t, kind starlark.Value = nil, starlark.None
	var addresses starlark.Iterable
	in := Input{Kind: PickManyInput}
	if err := starlark.UnpackArgs(c.Name, args, kwargs, "t", &t, "addresses", &addresses, "kind?", &kind, "label?", &in.Label, "links?", &in.Links); err != nil {
		return nil, err
	}
	if err := in.pickFrom(c, t, kind); err != nil {
		return nil, err
	}
	var texts []string
	for v := range starlark.Elements(addresses) {
		text, err := nodeText(v) // of a link, a>b
		if err != nil {
			return nil, c.Errorf("for parameter addresses: %w", err)
		}
		if len(texts) == maxPicks {
			return nil, c.Errorf("got more than %d of them, want at most that many", maxPicks)
		}
		texts = append(texts, text)
	}
	in.Default = strings.Join(texts, " ")
	return c.input(in)
}

// pickFrom sets the network and the kind of the nodes to pick.
func (in *Input) pickFrom(c *Call, t, kind starlark.Value) error {
	net, ok := t.(nodeChecker)
	if !ok {
		return c.Errorf("for parameter t: got %s, want network", t.Type())
	}
	in.network, in.Network = net, net.String()
	switch kind {
	case starlark.None:
	case starlark.String("processor"), starlark.String("switch"):
		in.NodeKind = string(kind.(starlark.String))
	default:
		return c.Errorf(`for parameter kind: got %s, want "processor", "switch" or None`, dialect.ShortText(kind))
	}
	return nil
}

// nodeText returns the address that a cell writes as a string, a number or a tuple of numbers,
// without spaces.
func nodeText(v starlark.Value) (string, error) {
	text, err := AddressOf(v)
	return strings.Join(strings.Fields(text), ""), err
}
