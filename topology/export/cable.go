package export

import (
	"fmt"
	"strconv"
	"strings"

	"topobook/topology"
)

// setCable gives the cable of link i an attribute, and reports whether it is one of a cable.
func (r *reader) setCable(i int, a attribute) bool {
	var c topology.Cable
	if i < len(r.cables) {
		c = r.cables[i]
	}
	x, err := strconv.ParseFloat(a.value, 64)
	switch a.name {
	case "kind":
		c.Kind, err = strings.Clone(a.value), nil
	case "length":
		c.Length = x
	case "capacity":
		c.Capacity = x
	case "latency":
		if c.Latency = int(x); float64(c.Latency) != x {
			r.fail("got a latency of %q, want a number of cycles", short(a.value))
		}
	default:
		return false
	}
	if err == nil {
		err = c.Check()
	} else {
		err = fmt.Errorf("got a %s of %q, want a number", a.name, short(a.value))
	}
	if err != nil {
		r.fail("link %q–%q: %v", short(r.names[r.links[i].A]), short(r.names[r.links[i].B]), err)
	}
	for len(r.cables) <= i {
		r.cables = append(r.cables, topology.Cable{})
	}
	r.cables[i] = c
	return true
}

// A portOf is a port of a node.
type portOf struct {
	node topology.Node
	port int
}

// A fullFile knows its cables, and perhaps its places.
type fullFile struct {
	*file
	cables map[portOf]topology.Cable // those of which something is known
}

// finish adds to f what the text says besides nodes and links.
func (r *reader) finish(f *file) topology.Definition {
	full := &fullFile{f, map[portOf]topology.Cable{}}
	for i, cable := range r.cables {
		if link := f.links[i]; cable != (topology.Cable{}) {
			full.cables[portOf{link.A, link.PortA}], full.cables[portOf{link.B, link.PortB}] = cable, cable
		}
	}
	if r.places == nil {
		return full
	}
	return newPlaced(full, r.places, r.onMap)
}

func (f *fullFile) Cable(u topology.Node, port int) topology.Cable { return f.cables[portOf{u, port}] }
