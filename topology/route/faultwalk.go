package route

import "topobook/topology"

// A walker is a message on its way through trees with faults.
type walker struct {
	net      *topology.Network
	digits   *digitRule
	rule     *faultRule
	next     func(*digitRule, topology.Node, target) (int, step)
	broken   func(c topology.Channel) bool
	target   target
	dest     topology.Node
	at       topology.Node
	channels []topology.Channel // of its path
	blocked  topology.Channel   // the last broken one that it asked for, or -1

	seen  []int32 // by node: the last walk that came there
	walks int32
	tried []int              // by level, or by hop of the stack: ports tried
	stack []topology.Channel // of a walk that goes back: the hops that it has not undone
	from  []topology.Channel // by node: by which search came there
	queue []topology.Node    // of search
}

// newWalker returns a walker that asks broken of a channel what its tail knows.
func newWalker(r *FaultRouting, broken func(topology.Channel) bool) *walker {
	w := &walker{net: r.net, digits: r.digits, rule: r.rule, broken: broken, next: (*digitRule).next, seen: make([]int32, r.net.Order())}
	if r.rule.has(literal) {
		w.next = (*digitRule).literal
	}
	return w
}

// send sends a message from processor a to processor b.
func (w *walker) send(a, b topology.Node) Outcome {
	w.dest, w.target = b, w.digits.target(b)
	w.channels, w.stack, w.tried = w.channels[:0], w.stack[:0], w.tried[:0]
	w.at, w.blocked = a, -1
	if a == b {
		return Delivered
	}
	if !w.try(0) {
		return Failed
	}
	return w.rule.walk(w)
}

// try takes the hop by a port unless that is broken.
func (w *walker) try(port int) bool {
	first, _ := w.net.Channels(w.at)
	c := first + topology.Channel(port)
	if w.broken(c) {
		w.blocked = c
		return false
	}
	w.take(c)
	return true
}

func (w *walker) take(c topology.Channel) {
	w.channels = append(w.channels, c)
	w.at = w.net.Head(c)
}

// tryFrom takes the first hop that is not broken of the given number of ports, 0 for all, from the given one on, on its
// side of the switch, except those already tried.
func (w *walker) tryFrom(port, count int, tried *int) bool {
	k := w.digits.Radix
	side := port / k * k
	for count == 0 && *tried < k || *tried < count {
		*tried++
		if w.try(side + (port-side+*tried-1)%k) {
			return true
		}
	}
	return false
}

// ports returns how many ports the rule tries at a hop.
func (w *walker) ports(s step) int {
	switch s {
	case free:
		return w.rule.free
	case crossing:
		return w.rule.last
	}
	return 1
}

// alongDigits forgets at every switch where it was.
func (w *walker) alongDigits() Outcome {
	w.walks++
	for {
		if w.seen[w.at] == w.walks {
			return Livelocked
		}
		w.seen[w.at] = w.walks
		port, s := w.next(w.digits, w.at, w.target)
		tried := 0
		if !w.tryFrom(port, w.ports(s), &tried) {
			return Failed
		}
		if s == arrival {
			return Delivered
		}
	}
}

// goBack returns from a dead end to the last switch on its way up where another port may avoid it: the switch at level l
// of the way down, or the one that it crosses to, depends only on the digits chosen at the levels below
// l. Each switch on the way up remembers which ports it has tried since the message came there last.
func (w *walker) goBack() Outcome {
	w.tried = append(w.tried, make([]int, w.digits.Dims)...)
	for {
		_, level, _ := w.digits.Position(w.at)
		port, s := w.next(w.digits, w.at, w.target)
		once := 0
		tried := &once
		if s == free {
			tried = &w.tried[level]
		}
		if w.tryFrom(port, w.ports(s), tried) {
			if s == arrival {
				return Delivered
			}
			w.push()
			continue
		}
		switch s {
		case descent:
			level--
		case arrival: // the processor's link is broken
			return Failed
		}
		clear(w.tried[level:])
		if level == 0 {
			return Failed
		}
		for len(w.stack) >= level {
			w.pop()
		}
	}
}

// push remembers the last hop, pop takes it back.
func (w *walker) push() { w.stack = append(w.stack, w.channels[len(w.channels)-1]) }

func (w *walker) pop() {
	last := len(w.stack) - 1
	w.take(w.net.Twin(w.stack[last]))
	w.stack = w.stack[:last]
}

// backtrack goes one hop back from every dead end.
func (w *walker) backtrack() Outcome {
	w.tried = append(w.tried, 0)
	for {
		port, s := w.next(w.digits, w.at, w.target)
		hops := len(w.stack)
		if w.tryFrom(port, w.ports(s), &w.tried[hops]) {
			if s == arrival {
				return Delivered
			}
			w.push()
			w.tried = append(w.tried[:hops+1], 0)
			continue
		}
		if hops == 0 {
			return Failed
		}
		w.pop()
		if w.rule.has(ideal) {
			w.channels = w.channels[:hops]
		}
	}
}

// search looks at everything in reach, the nearest first.
func (w *walker) search() Outcome {
	w.walks++
	if w.from == nil {
		w.from = make([]topology.Channel, w.net.Order())
	}
	source := w.at
	w.queue = append(w.queue[:0], source)
	w.seen[source] = w.walks
	for i := 0; i < len(w.queue); i++ {
		first, end := w.net.Channels(w.queue[i])
		for c := first; c < end; c++ {
			v := w.net.Head(c)
			if w.seen[v] == w.walks || int(v) < w.digits.Processors && v != w.dest || w.broken(c) {
				continue
			}
			w.seen[v], w.from[v] = w.walks, c
			if v != w.dest {
				w.queue = append(w.queue, v)
				continue
			}
			before := len(w.channels)
			for ; v != source; v = w.net.Tail(w.from[v]) {
				w.channels = append(w.channels, w.from[v])
			}
			for i, j := before, len(w.channels)-1; i < j; i, j = i+1, j-1 {
				w.channels[i], w.channels[j] = w.channels[j], w.channels[i]
			}
			w.at = w.dest
			return Delivered
		}
	}
	return Failed
}
