package kernel

import (
	"slices"

	"topobook/topology"
	"topobook/topology/export"
	"topobook/wasm/wire"
)

// save returns the file that m asks for.
func (k *kernel) save(m *wire.Save) *wire.Saved {
	saved := &wire.Saved{Network: m.Network}
	member, args, ok := k.families.Parse(m.Network)
	i := slices.IndexFunc(export.Formats, func(f export.Format) bool { return f.Name == m.Format })
	if !ok || i < 0 {
		saved.Text = "Only a network of a family can be saved."
		return saved
	}
	net, err := topology.Build(member.New(args))
	if err == nil {
		saved.File = export.Formats[i].Extension
		saved.Content, err = export.Formats[i].Write(net, nil)
	}
	if err != nil {
		saved.Text = sentence(err)
	}
	return saved
}
