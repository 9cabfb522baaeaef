package route

import (
	"fmt"
	"math/big"

	"topobook/topology"
	"topobook/topology/limit"
)

// A faultDependencies finds channel dependency graphs under sets of faults, one after another.
type faultDependencies struct {
	deps   *dependencies
	walker *walker
	faulty []bool          // by node
	ends   []topology.Node // a processor of each switch that has any
}

func newFaultDependencies(r *FaultRouting, links Faults) (*faultDependencies, error) {
	net := r.net
	deps, err := newDependencies(net, 1)
	if err != nil {
		return nil, err
	}
	f := &faultDependencies{deps: deps, faulty: make([]bool, net.Order())}
	broken := links.Channels(net)
	f.walker = newWalker(r, func(c topology.Channel) bool { return broken[c] || f.faulty[net.Head(c)] })
	for i := range r.digits.Ends() {
		f.ends = append(f.ends, r.digits.ProcessorOf(i))
	}
	return f, f.cost(1).Check(net.String()+": dependencies of routing "+r.rule.name, "a smaller network")
}

// cost estimates what the given number of sets of faults costs.
func (f *faultDependencies) cost(sets float64) limit.Cost {
	steps := 100
	if f.walker.rule.has(knowing) {
		steps += 10 * f.deps.net.Size()
	}
	return limit.Cost{Steps: sets * float64(steps) * float64(len(f.ends)) * float64(len(f.ends))}
}

// cycle finds a cycle with the nodes that faulty names. All processors of a switch make the same dependencies
// between switches.
func (f *faultDependencies) cycle(progress topology.Progress) ([]topology.Channel, error) {
	clear(f.deps.bits)
	for i, b := range f.ends {
		if err := progress.Report(i, len(f.ends)); err != nil {
			return nil, err
		}
		last, _ := f.deps.net.Channels(b)
		if f.walker.broken(last) { // the same link as the last hop
			continue
		}
		for _, a := range f.ends {
			if a != b {
				f.walker.send(a, b)
				f.deps.addPath(Path{Channels: f.walker.channels})
			}
		}
	}
	return f.deps.cycle(), nil
}

// A CyclicFaults is what a search for sets of faulty switches with a cycle of dependencies finds.
type CyclicFaults struct {
	Sets   *big.Int           // of faulty switches
	Tried  int                // of those, the others being like one of them
	Faults []topology.Node    // the first with a cycle, if there is a cycle
	Cycle  []topology.Channel // of its channel dependency graph; nil if no set has any
}

// CyclicFaults looks for a set of exactly f faulty switches with which the channel dependency graph of a
// routing has a cycle. Of the sets that become each other when digits are shifted or groups
// exchanged, which keeps links and routing, it tries those that have the first switch of the lowest level where
// any is faulty.
func (r *FaultRouting) CyclicFaults(f int, progress topology.Progress) (CyclicFaults, error) {
	net, found := r.net, CyclicFaults{Sets: new(big.Int)}
	if err := r.check(f, true); err != nil {
		return found, err
	}
	switches := net.Order() - r.digits.Processors
	deps, err := newFaultDependencies(r, Faults{})
	if err != nil {
		return found, err
	}
	found.Sets.Binomial(int64(switches), int64(f))
	order, starts := r.digits.byLevel(switches)
	total := 1.0 // sets to try
	if f > 0 {
		total = 0
		for _, i := range starts {
			total += choose(switches-i-1, f-1)
		}
	}
	if err := deps.cost(total).Check(fmt.Sprintf("%v: sets of %d faulty switches", net, f), "fewer faults or a smaller network"); err != nil {
		return found, err
	}
	tried := func(int, int) error { return progress.Report(found.Tried, int(total)) }
	try := func() (more bool, err error) {
		if found.Cycle, err = deps.cycle(tried); found.Cycle != nil || err != nil {
			return false, err
		}
		found.Tried++
		return true, tried(0, 0)
	}
	found.Faults, err = deps.eachSet(order, starts, f, try)
	if found.Cycle != nil {
		found.Tried++
	} else {
		found.Faults = nil
	}
	return found, err
}

// byLevel returns the switches by level, and where each level starts.
func (r *digitRule) byLevel(switches int) (order []topology.Node, starts []int) {
	for level := 0; len(order) < switches; level++ {
		starts = append(starts, len(order))
		for i := range switches {
			u := topology.Node(r.Processors + i)
			if _, of, _ := r.Position(u); of == level {
				order = append(order, u)
			}
		}
	}
	return order, starts
}

// choose returns about n over k, or less where that is beyond all bounds.
func choose(n, k int) float64 {
	x := 1.0
	if k > n {
		return 0
	}
	for i := range min(k, n-k) {
		x = min(1e280, x*float64(n-i)/float64(i+1)) // not infinite: a cost is written out
	}
	return x
}

// eachSet calls try with every set of the given size broken that begins at one of the starts and goes on with later
// switches, until that says to stop; it returns the set then.
func (f *faultDependencies) eachSet(order []topology.Node, starts []int, size int, try func() (bool, error)) ([]topology.Node, error) {
	var set []topology.Node
	var grow func(from []int) (bool, error)
	grow = func(from []int) (more bool, err error) {
		if len(set) == size {
			return try()
		}
		more = true
		for j := 0; j < len(from) && more && err == nil; j++ {
			u := order[from[j]]
			set = append(set, u)
			f.faulty[u] = true
			next := from[j+1:]
			if len(set) == 1 {
				next = nil
				for i := from[j] + 1; i < len(order) && size > 1; i++ {
					next = append(next, i)
				}
			}
			more, err = grow(next)
			f.faulty[u] = false
			if more {
				set = set[:len(set)-1]
			}
		}
		return more, err
	}
	_, err := grow(starts)
	return set, err
}
