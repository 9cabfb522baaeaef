package engine

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
)

func pickWord(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var t, address starlark.Value
	var kind starlark.Value = starlark.String("processor")
	in := Input{Kind: PickInput}
	if err := starlark.UnpackArgs("pick", args, kwargs, "t", &t, "address", &address, "kind?", &kind, "label?", &in.Label); err != nil {
		return nil, err
	}
	if err := in.pickFrom("pick", t, kind); err != nil {
		return nil, err
	}
	text, err := nodeText(address)
	if err != nil {
		return nil, fmt.Errorf("pick: for parameter address: %w", err)
	}
	in.Default = text
	return c.input("pick", in)
}

func pickManyWord(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var t, kind starlark.Value = nil, starlark.None
	var addresses starlark.Iterable
	in := Input{Kind: PickManyInput}
	if err := starlark.UnpackArgs("pick_many", args, kwargs, "t", &t, "addresses", &addresses, "kind?", &kind, "label?", &in.Label); err != nil {
		return nil, err
	}
	if err := in.pickFrom("pick_many", t, kind); err != nil {
		return nil, err
	}
	var texts []string
	for v := range starlark.Elements(addresses) {
		text, err := nodeText(v)
		if err != nil {
			return nil, fmt.Errorf("pick_many: for parameter addresses: %w", err)
		}
		if len(texts) == maxPicks {
			return nil, fmt.Errorf("pick_many: got more than %d nodes, want at most that many", maxPicks)
		}
		texts = append(texts, text)
	}
	in.Default = strings.Join(texts, " ")
	return c.input("pick_many", in)
}

// pickFrom sets the network and the kind of the nodes to pick.
func (in *Input) pickFrom(word string, t, kind starlark.Value) error {
	net, ok := t.(nodeChecker)
	if !ok {
		return fmt.Errorf("%s: for parameter t: got %s, want network", word, t.Type())
	}
	in.network, in.Network = net, net.String()
	switch kind {
	case starlark.None:
	case starlark.String("processor"), starlark.String("switch"):
		in.NodeKind = string(kind.(starlark.String))
	default:
		return fmt.Errorf(`%s: for parameter kind: got %s, want "processor", "switch" or None`, word, dialect.ShortText(kind))
	}
	return nil
}

// nodeText returns the address that a cell writes as a string, a number or a tuple of numbers,
// without spaces.
func nodeText(v starlark.Value) (string, error) {
	text, err := AddressOf(v)
	return strings.Join(strings.Fields(text), ""), err
}
