package route

import (
	"fmt"

	"topobook/topology"
)

// A nextHop returns the channel by which a message at u goes on to dest, another node: a deterministic
// routing that looks at nothing else.
type nextHop func(u, dest topology.Node) topology.Channel

// A hopRouting goes where a nextHop says, and so does its path.
type hopRouting struct {
	pathRouting
	hop     nextHop
	back    bool // hop leads from destination to source
	acyclic bool // there is no cycle of dependencies
}

// follow returns the path from a to b, which hop takes.
func (r *hopRouting) follow(a, b topology.Node, _ uint64) (Path, error) {
	var channels []topology.Channel
	for u := a; u != b; {
		if len(channels) == r.net.Order() {
			return Path{}, fmt.Errorf("%v: routing %s goes in circles from %s to %s", r.net, r.name, r.net.Address(a), r.net.Address(b))
		}
		c := r.hop(u, b)
		channels = append(channels, c)
		u = r.net.Head(c)
	}
	return NewPath(r.net, a, channels), nil
}

func (r *hopRouting) Next() func(u, dest topology.Node) topology.Channel {
	if r.back {
		return nil
	}
	return r.hop
}

func (r *hopRouting) Escape() *Escape {
	if !r.acyclic || r.back {
		return nil
	}
	return &Escape{1, func(u, dest topology.Node) Way { return Way{r.hop(u, dest), 1} }}
}

func (r *hopRouting) Load(traffic Traffic, progress topology.Progress) (Load, error) {
	if err := r.affordsLoad(r.steps(traffic)); err != nil {
		return Load{}, err
	}
	net, load := r.net, newLoad(r.net, traffic.unit)
	if r.back {
		traffic = traffic.reversed()
	}
	return load, r.eachTree(traffic, progress, func(tr *tree) {
		for _, u := range tr.order {
			c := tr.hop[u]
			tr.flow[net.Head(c)] += tr.flow[u]
			if r.back {
				c = net.Twin(c)
			}
			load.count[c] += tr.flow[u]
			tr.flow[u] = 0
		}
		tr.flow[tr.dest] = 0
	})
}

func (r *hopRouting) DependencyCycle(faults Faults, progress topology.Progress) ([]topology.Channel, error) {
	net := r.net
	return r.cycle(faults, r.steps(AllToAll(net)), func(deps *dependencies) error {
		return r.eachTree(AllToAll(net), progress, func(tr *tree) {
			for _, u := range tr.order {
				c := tr.hop[u]
				if v := net.Head(c); v != tr.dest && r.back {
					deps.add(net.Twin(tr.hop[v]), net.Twin(c))
				} else if v != tr.dest {
					deps.add(c, tr.hop[v])
				}
			}
		})
	})
}

// steps estimates what eachTree takes.
func (r *hopRouting) steps(traffic Traffic) float64 {
	return float64(len(traffic.dests())) * 50 * float64(r.net.Order())
}

// A tree is where the messages to one destination go that a nextHop sends: every node that they come
// through has one hop.
type tree struct {
	dest  topology.Node
	order []topology.Node    // the nodes but dest, each before the next on its way
	hop   []topology.Channel // by node of order
	flow  []float64          // by node: what its processor sends to dest
}

// eachTree calls use with the tree of each destination of the traffic. It takes time in proportion to
// the nodes that messages to it come through.
func (r *hopRouting) eachTree(traffic Traffic, progress topology.Progress, use func(*tree)) error {
	net := r.net
	tr := &tree{hop: make([]topology.Channel, net.Order()), flow: make([]float64, net.Order())}
	seen := make([]bool, net.Order())
	before := make([]int32, net.Order()) // by node: hops into it from nodes not yet in order
	return eachDest(traffic.dests(), progress, func(dest topology.Node) error {
		var found []topology.Node
		for d := range traffic.to(dest) {
			tr.flow[d.Source] += d.Weight
			for u := d.Source; u != dest && !seen[u]; u = net.Head(tr.hop[u]) {
				seen[u] = true
				found = append(found, u)
				tr.hop[u] = r.hop(u, dest)
				before[net.Head(tr.hop[u])]++
			}
		}
		tr.dest, tr.order = dest, tr.order[:0]
		for _, u := range found {
			for seen[u] && before[u] == 0 { // put in order u and what waited only for it
				seen[u] = false
				tr.order = append(tr.order, u)
				if u = net.Head(tr.hop[u]); u != dest {
					before[u]--
				}
			}
		}
		if len(tr.order) < len(found) {
			return fmt.Errorf("%v: routing %s goes in circles on the way to %s", net, r.name, net.Address(dest))
		}
		before[dest] = 0
		use(tr)
		return nil
	})
}
