package route

import "topobook/topology"

// A pathRouting takes one path for each pair.
type pathRouting struct {
	routing
	path func(a, b topology.Node, seed uint64) (Path, error)
}

func (r *pathRouting) Route(a, b topology.Node, seed uint64) (Path, error) { return r.path(a, b, seed) }

func (r *pathRouting) Options(a, b topology.Node, _ int) ([]Option, error) {
	return onePath(r.path(a, b, 0))
}

func (r *pathRouting) Distances(from, to []topology.Node, progress topology.Progress) ([][]int32, error) {
	return r.distances(from, to, progress, func(a, b topology.Node) (int32, error) {
		p, err := r.path(a, b, 0)
		return int32(p.Hops()), err
	})
}

func (r *pathRouting) Attempt(a, b topology.Node, faults Faults, seed uint64) (Attempt, error) {
	p, err := r.path(a, b, seed)
	return r.untilBroken(faults, p, err)
}

func (r *pathRouting) Load(traffic Traffic, progress topology.Progress) (Load, error) {
	if err := r.affordsLoad(pathSteps(traffic)); err != nil {
		return Load{}, err
	}
	load := newLoad(r.net, traffic.unit)
	return load, r.eachPath(traffic, progress, load.add)
}

func (r *pathRouting) DependencyCycle(faults Faults, progress topology.Progress) ([]topology.Channel, error) {
	traffic := AllToAll(r.net)
	return r.cycle(faults, pathSteps(traffic), func(deps *dependencies) error {
		return r.eachPath(traffic, progress, func(p Path, _ float64) { deps.addPath(p) })
	})
}

// eachPath calls use with the path of each message of the traffic and its weight, destination by destination.
func (r *pathRouting) eachPath(traffic Traffic, progress topology.Progress, use func(Path, float64)) error {
	return eachDest(traffic.dests(), progress, func(dest topology.Node) error {
		for d := range traffic.to(dest) {
			p, err := r.path(d.Source, dest, 0)
			if err != nil {
				return err
			}
			use(p, d.Weight)
		}
		return nil
	})
}

// pathSteps estimates what it takes to find the paths of all messages.
func pathSteps(traffic Traffic) float64 { return 500 * traffic.messages() }

// onePath returns the only path as an option.
func onePath(p Path, err error) ([]Option, error) {
	if err != nil {
		return nil, err
	}
	return []Option{{p, 1}}, nil
}
