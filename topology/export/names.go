package export

import (
	"fmt"
	"strings"

	"topobook/topology"
)

// setLabel says what the text calls node u besides its id.
func (r *reader) setLabel(u topology.Node, label string) {
	for len(r.labels) <= int(u) {
		r.labels = append(r.labels, "")
	}
	r.labels[u] = strings.Join(strings.Fields(label), "_")
}

// rename gives the nodes their labels as names, with underscores for spaces. A label that several nodes have has a # and the node's id behind it;
// a node without one keeps its id. If two names are the same then, all nodes keep their ids.
func (r *reader) rename() {
	if r.labels == nil {
		return
	}
	times := map[string]int{}
	for _, label := range r.labels {
		times[label]++
	}
	names, index := make([]string, len(r.names)), make(map[string]topology.Node, len(r.names))
	same := true
	for u, id := range r.names {
		names[u] = id
		if u < len(r.labels) && r.labels[u] != "" {
			if names[u] = r.labels[u]; times[names[u]] > 1 {
				names[u] += "#" + id
			}
		}
		same = same && names[u] == id
		if other, ok := index[names[u]]; ok {
			r.remarks = append(r.remarks, fmt.Sprintf("nodes %s and %s would both be %s by their labels: nodes are named by their ids", short(r.names[other]), short(id), short(names[u])))
			return
		}
		index[names[u]] = topology.Node(u)
	}
	if !same {
		r.names, r.index = names, index
	}
}
