package builtins

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"topobook/notebooks/builtins/doc"
	"topobook/notebooks/engine/enginetest"
)

// smallValues are [enginetest.HugeValues], but small.
const smallValues = `
t = torus(5, 2)
path = mesh(20, 1)
k = complete(7)
tree = kary_ntree(2, 3)
xtree = x_tree(3, "half")
names = [str(i) for i in range(20)]
lonely = graph(names, [])
tnodes = nodes(t)
first, last = tnodes[0], tnodes[-1]
leaf, leaf2 = nodes(tree)[0], nodes(tree)[5]
root = nodes(tree, kind="switch")[0]
ky = kyklos(2, 2, 2, 5)
fly = swapped_dragonfly(2, 3)
fnodes = nodes(fly)
march = follow(fly, ["l1 g1"] * 2)
moves = schedule(fly, [(0, a, None, a) for a in fnodes[:9]])
data = {(a, a): 1 for a in fnodes[:9]}
`

// A drawn makes choices of bytes; at the end of them each is the first one.
type drawn struct{ bytes []byte }

func (d *drawn) number(n int) int {
	if len(d.bytes) == 0 {
		return 0
	}
	x := int(d.bytes[0])
	if d.bytes = d.bytes[1:]; n > 256 {
		x = x<<8 | d.number(256)
	}
	return x % n
}

// value returns the source of a value, with junk and calls of bases in it.
func (d *drawn) value(bases []baseCall, depth int) string {
	list := func() string {
		items := make([]string, d.number(5))
		for i := range items {
			items[i] = d.value(bases, depth+1)
		}
		return strings.Join(items, ", ")
	}
	kinds := 11
	if depth > 3 {
		kinds = 5
	}
	switch d.number(kinds) {
	case 0:
		return strconv.Itoa(d.number(30) - 3)
	case 1:
		return strconv.Itoa(d.number(1<<16)<<d.number(40) - 1<<d.number(8))
	case 2:
		return fmt.Sprintf("%q", string(d.take(d.number(12))))
	case 3:
		return strconv.FormatFloat(float64(d.number(1<<16)-1<<15)/256, 'f', -1, 64)
	case 4:
		for {
			if j := hostile[d.number(len(hostile))]; j.before == "" {
				return "(" + j.source + ")"
			}
			d.bytes = nil
		}
	case 5:
		return "[" + list() + "]"
	case 6:
		return "(" + list() + ",)"
	case 7:
		return "{" + d.value(bases, depth+1) + ": " + d.value(bases, depth+1) + "}"
	case 8:
		return "(lambda *a, **k: " + d.value(bases, depth+1) + ")"
	case 9:
		names := strings.Fields("t path k tree xtree names lonely tnodes first last leaf leaf2 root ky fly fnodes march moves data")
		return names[d.number(len(names))]
	}
	return d.call(bases, bases[d.number(len(bases))], depth+1)
}

// take returns the next n bytes, or those that are left.
func (d *drawn) take(n int) []byte {
	n = min(n, len(d.bytes))
	taken := d.bytes[:n]
	d.bytes = d.bytes[n:]
	return taken
}

// call returns the source of a call, in which arguments are replaced and left out; without bytes it is that of the base.
func (d *drawn) call(bases []baseCall, b baseCall, depth int) string {
	var args []string
	for _, p := range b.params {
		variadic := strings.HasPrefix(p.name, "*")
		source := p.source
		switch d.number(4) {
		case 1:
			source = []string{d.value(bases, depth)}
			if strings.HasPrefix(p.name, "**") {
				source = []string{"k=" + source[0]}
			}
		case 2:
			source = nil
		}
		for _, s := range source {
			if !variadic {
				s = p.name + "=" + s
			}
			args = append(args, s)
		}
	}
	return b.name + "(" + strings.Join(args, ", ") + ")"
}

// FuzzCall calls builtins with arguments made of bytes, in place of those of the documentation's examples and of the calls with huge
// arguments, which are small here: each call ends soon, with an answer or with a sentence that says what is wrong.
func FuzzCall(f *testing.F) {
	bases := baseCalls(f)
	entries, err := doc.Entries()
	if err != nil {
		f.Fatal(err)
	}
	byName := map[string]doc.Entry{}
	for _, e := range entries {
		byName[e.Name()] = e
	}
	for _, class := range []enginetest.Cost{enginetest.Quick, enginetest.Refuses, enginetest.Stops} {
		for _, source := range class.Calls() {
			name, _, _ := strings.Cut(source, "(")
			if b, ok := baseOf(byName[name], source); ok {
				bases = append(bases, b)
			} else {
				f.Fatalf("%s: is no call", source)
			}
		}
	}
	for i := range bases {
		if !testing.Short() || i%10 == 0 {
			f.Add(uint16(i), []byte{})
		}
		f.Add(uint16(i), []byte{1, byte(i), 5, 2, 3, 1, 4, byte(i * 7), 1, 4, byte(i * 3)})
	}
	var k *junkKernel
	f.Fuzz(func(t *testing.T, base uint16, choices []byte) {
		if k == nil {
			k = newJunkKernel(t, junkValues+smallValues)
		}
		d := &drawn{choices}
		source := "x = " + d.call(bases, bases[int(base)%len(bases)], 0) + "\nx"
		if fault := faultIn(k.run(source)); fault != "" {
			t.Errorf("%s: %s", source, fault)
		}
	})
}
