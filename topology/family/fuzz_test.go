package family_test

import (
	"testing"

	"topobook/topology"
	"topobook/topology/family"
)

// FuzzParse reads any text as the call of a network: what the network calls itself is read as the same.
func FuzzParse(f *testing.F) {
	for _, fam := range family.All() {
		net, err := topology.Build(fam.New(fam.Example))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(net.String())
	}
	for _, seed := range []string{"torus(k=4, n=2", "torus(k=4, n=2))", "torus(k=+4, n=2)", "x_tree(n=3, ring='none')", "incomplete_torus(k=4, n=3, l=None, degree=4, by=\"sum\")", "(", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, call string) {
		fam, args, ok := family.All().Parse(call)
		if !ok {
			return
		}
		for _, arg := range args {
			if arg > 6 || arg < -6 && arg != family.None {
				return // is large
			}
		}
		net, err := topology.Build(fam.New(args))
		if err != nil {
			return
		}
		if other, _, ok := family.All().Parse(net.String()); !ok || other.Name != fam.Name {
			t.Errorf("%q: is %v, which is read as %q, %t", call, net, other.Name, ok)
		}
	})
}

// FuzzNodeAt reads any text as the address of a node of an example of any family: one that is read is that node's, and all say why one is not.
func FuzzNodeAt(f *testing.F) {
	var nets []topology.Definition // of networks, which keep the addresses that they have given
	for _, fam := range family.All() {
		net, err := topology.Build(fam.New(fam.Example))
		if err != nil {
			f.Fatal(err)
		}
		nets = append(nets, net.Definition)
		f.Add(net.Address(topology.Node(net.Order() - 1)))
	}
	for _, seed := range []string{"", ",", "(0,0)", "٣", "+1", "-1", "0x1", "01", "1e0", " 0", "99999999999999999999", "0,0,0,0", "s1:0", "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		for _, net := range nets {
			u, err := net.NodeAt(address)
			if err != nil {
				if err.Error() == "" {
					t.Errorf("%v: %q: want a sentence", net, address)
				}
				continue
			}
			if u < 0 || int(u) >= net.Order() {
				t.Errorf("%v: %q is node %d of %d", net, address, u, net.Order())
				continue
			}
			if again, err := net.NodeAt(net.Address(u)); again != u || err != nil {
				t.Errorf("%v: %q is node %d, whose address %q is node %d, %v", net, address, u, net.Address(u), again, err)
			}
		}
	})
}
