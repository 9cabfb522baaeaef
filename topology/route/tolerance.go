package route

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"topobook/topology"
	"topobook/topology/limit"
)

// A Tolerance counts what becomes of messages, over sets of faulty switches and over ordered pairs of
// distinct processors.
type Tolerance struct {
	Sets                  *big.Int // of faulty switches
	Pairs                 *big.Int // of processors, in all sets together
	Live                  *big.Int // of those, with both switches that have the processors alive
	Delivered, Livelocked *big.Int // of Live
	Hops                  *big.Int // of the messages that were delivered
}

// A faultSearch finds all that may become of one message: it lets the switches that the message asks for be alive or
// faulty in turn, and leaves open the others. So each way stands for all sets of faults that agree with
// the answers. That is never more work than trying the sets one by one, and mostly far less.
type faultSearch struct {
	walker                      *walker
	switches                    int
	state                       []switchState   // by node
	trail                       []topology.Node // the switches asked for, in this order
	faulty                      int             // of those
	most                        int             // faulty switches
	alive                       int             // switches alive at most, but for the two at the ends
	steps                       float64         // so far, as limit.Cost counts them
	delivered, livelocked, hops tally
}

type switchState uint8

const (
	unknown switchState = iota
	works
	broken
)

// maxSteps bounds the ways of one message, in steps as a [limit.Cost] counts them; those of all messages have
// limit.MaxSteps.
const maxSteps = 2e9

// reportSteps are the steps of long ways after which progress is reported, though they are few.
const reportSteps = 1e7

func newFaultSearch(r *FaultRouting, most int) *faultSearch {
	net := r.net
	p := &faultSearch{state: make([]switchState, net.Order()), most: most, alive: net.Order()}
	for _, u := range net.Processors() {
		p.state[u] = works
	}
	p.switches = net.Order() - len(net.Processors())
	p.walker = newWalker(r, func(c topology.Channel) bool {
		p.steps += 10
		u := net.Head(c)
		if r.rule.has(knowing) { // asks later: see send
			return p.state[u] == broken
		}
		p.steps += 30 // a hop by digits is more work than a look
		return p.asks(u)
	})
	return p
}

// asks returns whether a switch is faulty. The first answer is no, unless too few others could be faulty.
func (p *faultSearch) asks(u topology.Node) bool {
	if p.state[u] == unknown {
		p.state[u] = works
		if len(p.trail)-p.faulty >= p.alive {
			p.state[u] = broken
			p.faulty++
		}
		p.trail = append(p.trail, u)
	}
	return p.state[u] == broken
}

// send sends the message. A rule that knows all faults takes a shortest path of what may be left, and then asks for its
// switches, as it need not ask for others.
func (p *faultSearch) send(a, b topology.Node) Outcome {
	for {
		outcome := p.walker.send(a, b)
		if !p.walker.rule.has(knowing) || outcome != Delivered || !slices.ContainsFunc(p.walker.channels, func(c topology.Channel) bool { return p.asks(p.walker.net.Head(c)) }) {
			return outcome
		}
	}
}

// each counts every way of a message from a to b, whose switches are alive; it reports to progress how many messages were done
// before, of the total. As only counting shows how many ways there are, it returns an error when they are too
// many, which says what would fit.
func (p *faultSearch) each(a, b topology.Node, done, total int, fits string, progress topology.Progress) error {
	from, to := p.walker.net.Neighbors(a)[0], p.walker.net.Neighbors(b)[0]
	p.state[from], p.state[to] = works, works
	before, reported := p.steps, p.steps
	for more, runs := true, 0; more; more, runs = p.advance(), runs+1 {
		if runs%64 == 0 && p.steps-before > min(maxSteps, limit.MaxSteps/float64(total)) {
			return fmt.Errorf("%v: routing %s has more than %d ways from %s to %s: want %s", p.walker.net, p.walker.rule.name, runs, p.walker.net.Address(a), p.walker.net.Address(b), fits)
		}
		if runs%64 == 0 || p.steps-reported > reportSteps {
			reported = p.steps
			if err := progress.Report(done, total); err != nil {
				return err
			}
		}
		outcome := p.send(a, b)
		alive := len(p.trail) - p.faulty
		switch outcome {
		case Delivered:
			p.delivered.add(p.faulty, alive, 1)
			p.hops.add(p.faulty, alive, int64(len(p.walker.channels)))
		case Livelocked:
			p.livelocked.add(p.faulty, alive, 1)
		}
	}
	p.state[from], p.state[to] = unknown, unknown
	return nil
}

// advance changes the last answer that may be changed, and forgets those after it; false if there is none.
func (p *faultSearch) advance() bool {
	for last := len(p.trail) - 1; last >= 0; last-- {
		u := p.trail[last]
		if p.state[u] == works && p.faulty < p.most {
			p.state[u] = broken
			p.faulty++
			return true
		}
		if p.state[u] == broken {
			p.faulty--
		}
		p.state[u] = unknown
		p.trail = p.trail[:last]
	}
	return false
}

// sets returns how many sets of faults agree with the given numbers of switches known, and of those faulty, times a
// number.
func (p *faultSearch) sets(known, faulty int, times int64) *big.Int {
	x := new(big.Int)
	if n, k := p.switches-known, p.most-faulty; k >= 0 && k <= n {
		x.Binomial(int64(n), int64(k))
		x.Mul(x, big.NewInt(times))
	}
	return x
}

// sum adds to start how many sets of faults the ways stand for, times a number.
func (p *faultSearch) sum(start *big.Int, ways *tally, times int64) *big.Int {
	ways.each(func(faulty, alive int, n int64) {
		start.Add(start, p.sets(2+faulty+alive, faulty, n*times))
	})
	return start
}

// A tally counts ways by how many switches they found faulty and alive.
type tally struct{ ways [][]int64 } // by faulty, then alive

func (t *tally) add(faulty, alive int, times int64) {
	for len(t.ways) <= faulty {
		t.ways = append(t.ways, nil)
	}
	for len(t.ways[faulty]) <= alive {
		t.ways[faulty] = append(t.ways[faulty], 0)
	}
	t.ways[faulty][alive] += times
}

// each calls use with every number but 0.
func (t *tally) each(use func(faulty, alive int, times int64)) {
	for faulty, row := range t.ways {
		for alive, times := range row {
			if times != 0 {
				use(faulty, alive, times)
			}
		}
	}
}

// FaultTolerance returns what becomes of the messages between all ordered pairs of processors in all sets of
// exactly f faulty switches: exact counts. A message that finds no faulty switch
// does not ask how many there are elsewhere, so f may be large.
//
// It looks at messages from one processor only, as shifting all digits by constants, and exchanging groups,
// keeps links and routings, and takes it to any other; but not so for alg1_literal, for which it returns an error.
func (r *FaultRouting) FaultTolerance(f int, progress topology.Progress) (t Tolerance, err error) {
	net, l := r.net, r.digits
	if err = r.check(f, true); err == nil { // the numbers of sets are as long as the smaller of the two
		few := float64(min(f, net.Order()-l.Processors-f))
		err = limit.Cost{Steps: 2e4 * few * few}.Check(fmt.Sprintf("%v: sets of %d faulty switches", net, f), "fewer faults or samples")
	}
	if err != nil {
		return t, err
	}
	p := newFaultSearch(r, f)
	p.alive = p.switches - f - 2
	ends := l.Ends()
	for i := 1; i < ends; i++ { // the last of its group first, as most are as far: if that is too much, all is
		b := l.ProcessorOf(1 + (ends+l.Width-2-i)%(ends-1))
		if err := p.each(0, b, i, ends, "fewer faults, a smaller network or samples (fault_sample)", progress); err != nil {
			return t, err
		}
	}
	sources := int64(l.Processors)
	each := sources / int64(ends)
	between := each * sources // pairs of processors, between the switch of the first and another
	near := p.sets(1, 0, (each-1)*sources)
	t.Sets, t.Pairs = p.sets(0, 0, 1), p.sets(0, 0, sources*(sources-1))
	t.Live = p.sets(2, 0, between*int64(ends-1))
	t.Live.Add(t.Live, near)
	t.Livelocked = p.sum(new(big.Int), &p.livelocked, between)
	t.Hops = p.sum(p.sets(1, 0, 2*(each-1)*sources), &p.hops, between)
	t.Delivered = p.sum(near, &p.delivered, between)
	return t, progress.Report(ends, ends)
}

// check returns an error unless the network has f switches; and if all processors must be alike, unless they are.
func (r *FaultRouting) check(f int, alike bool) error {
	switches := r.net.Order() - r.digits.Processors
	switch {
	case f < 0 || f > switches:
		return fmt.Errorf("%v: %d faulty switches: want 0 to %d", r.net, f, switches)
	case alike && r.rule.has(literal):
		return fmt.Errorf("%v: routing %s takes a digit for another, so that processors are not alike: want another", r.net, r.rule.name)
	}
	return nil
}

// A Reliability is a polynomial: the probability that a message is delivered if each switch but the two at its ends is
// faulty with probability p, independently of the others.
type Reliability struct{ ways *tally }

// PairReliability returns the reliability of messages from a to b.
func (r *FaultRouting) PairReliability(a, b topology.Node, progress topology.Progress) (Reliability, error) {
	if err := checkProcessors(r.net, a, b); err != nil {
		return Reliability{}, err
	}
	p := newFaultSearch(r, r.net.Order())
	return Reliability{&p.delivered}, p.each(a, b, 0, 1, "a smaller network, nearer processors or samples (attempt)", progress)
}

// At returns the probability of delivery for the probability p that a switch is faulty.
func (r Reliability) At(p float64) float64 {
	sum := 0.0
	r.ways.each(func(faulty, alive int, times int64) {
		sum += float64(float64(times) * power(p, faulty) * power(1-p, alive))
	})
	return sum
}

func power(x float64, n int) float64 {
	y := 1.0
	for range n {
		y *= x
	}
	return y
}

// Coefficients returns those of the polynomial in p, that of p⁰ first.
func (r Reliability) Coefficients() []*big.Int {
	var list []*big.Int
	r.ways.each(func(faulty, alive int, times int64) { // times · pᶠ · (1-p)ᵃ
		for i := range alive + 1 {
			for len(list) <= faulty+i {
				list = append(list, new(big.Int))
			}
			term := new(big.Int).Binomial(int64(alive), int64(i))
			term.Mul(term, big.NewInt(times))
			if i%2 == 1 {
				term.Neg(term)
			}
			list[faulty+i].Add(list[faulty+i], term)
		}
	})
	for len(list) > 1 && list[len(list)-1].Sign() == 0 {
		list = list[:len(list)-1]
	}
	return list
}

// A FaultSample counts what became of messages that were drawn.
type FaultSample struct {
	Drawn, Live, Delivered, Livelocked int // as in [Tolerance]
	Hops                               int // of those delivered
}

// SampleFaults draws the given number of times a set of exactly f faulty switches, and an ordered pair of distinct processors,
// uniformly and independently, and sends a message. With the same seed all
// routings meet the same sets and pairs.
func (r *FaultRouting) SampleFaults(f, samples int, seed uint64, progress topology.Progress) (FaultSample, error) {
	var s FaultSample
	net, processors := r.net, r.digits.Processors
	err := r.check(f, false)
	if err == nil && samples < 1 {
		err = fmt.Errorf("%v: %d samples: want at least 1", net, samples)
	}
	if err != nil {
		return s, err
	}
	steps := 20*f + 500 // of a sample
	if r.rule.has(knowing) {
		steps += 10 * net.Size()
	}
	cost := limit.Cost{Steps: float64(samples) * float64(steps)}
	if err := cost.Check(net.String()+": samples of faults", "fewer samples"); err != nil {
		return s, err
	}
	switches := net.Order() - processors
	every := 1 + 2000000/steps
	faulty := make([]bool, net.Order())
	order := make([]topology.Node, switches)
	for i := range order {
		order[i] = topology.Node(processors + i)
	}
	w := newWalker(r, func(c topology.Channel) bool { return faulty[net.Head(c)] })
	random := Random(seed)
	for ; s.Drawn < samples; s.Drawn++ {
		if s.Drawn%every == 0 {
			if err := progress.Report(s.Drawn, samples); err != nil {
				return s, err
			}
		}
		for i := range f {
			j := i + random.IntN(switches-i)
			order[i], order[j] = order[j], order[i]
			faulty[order[i]] = true
		}
		a, b := random.IntN(processors), random.IntN(processors-1)
		if b >= a {
			b++
		}
		if from, to := topology.Node(a), topology.Node(b); !faulty[net.Neighbors(from)[0]] && !faulty[net.Neighbors(to)[0]] {
			s.Live++
			switch w.send(from, to) {
			case Delivered:
				s.Delivered++
				s.Hops += len(w.channels)
			case Livelocked:
				s.Livelocked++
			}
		}
		for _, u := range order[:f] {
			faulty[u] = false
		}
	}
	return s, progress.Report(samples, samples)
}

// Interval returns the 95 % confidence interval of a probability, from hits in n draws.
//
// Source: Wilson, Probable inference, the law of succession, and statistical inference, J. Am. Stat. Assoc. 22, 1927.
func Interval(hits, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959963984540054
	p, total := float64(hits)/float64(n), float64(n)
	middle := p + z*z/(2*total)
	half := z * math.Sqrt(float64(p*(1-p))/total+z*z/(4*total*total))
	scale := 1 + z*z/total
	low, high = (middle-half)/scale, (middle+half)/scale
	switch hits { // where rounding would show
	case 0:
		low = 0
	case n:
		high = 1
	}
	return low, high
}
