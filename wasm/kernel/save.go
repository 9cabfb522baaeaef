package kernel

import (
	"slices"

	"topobook/topology"
	"topobook/topology/export"
	"topobook/topology/family"
	"topobook/wasm/wire"
)

// A Saver makes the file that a message asks for.
type Saver func(m *wire.Save) *wire.Saved

// NewSaver returns the saver of networks of the families.
func NewSaver(families family.Catalogue) Saver {
	return func(m *wire.Save) *wire.Saved {
		saved := &wire.Saved{Network: m.Network}
		member, args, ok := families.Parse(m.Network)
		formats := export.Formats
		i := slices.IndexFunc(formats, func(f export.Format) bool { return f.Name == m.Format })
		if !ok || i < 0 {
			saved.Text = "Only a network of a family can be saved."
			return saved
		}
		net, err := topology.Build(member.New(args))
		if err == nil {
			saved.File = formats[i].Extension
			saved.Content, err = export.Write(net, m.Format, nil)
		}
		if err != nil {
			saved.Text = sentence(err)
		}
		return saved
	}
}

// save returns the file that m asks for, or says that another engine has it.
func (k *kernel) save(m *wire.Save) *wire.Saved {
	if k.saver == nil {
		return &wire.Saved{Network: m.Network, Absent: true}
	}
	return k.saver(m)
}
