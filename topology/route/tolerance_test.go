package route_test

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/route"
)

// The reliability of a pair must be the sum over all sets of faults.
func TestPairReliability(t *testing.T) {
	for _, r := range route.FaultRoutings(mikant(3, 2)) {
		checkReliability(t, mikant(3, 2), r, 0, 3, 4, 9, 17)
	}
	r, _ := route.NamedFaultRouting(mikant(2, 3), "go_back")
	checkReliability(t, mikant(2, 3), r, 0, 7, 13)
}

func checkReliability(t *testing.T, net *topology.Network, r *route.FaultRouting, from topology.Node, to ...topology.Node) {
	switches := net.Order() - len(net.Processors())
	for _, dest := range append(to, from) {
		pair := [2]topology.Node{from, dest}
		const p = 0.3
		want := 0.0
		for f := range switches {
			eachFaultSet(net, f, func(set []topology.Node) {
				if slices.Contains(set, net.Neighbors(pair[0])[0]) || slices.Contains(set, net.Neighbors(pair[1])[0]) {
					return
				}
				if found, _ := r.Attempt(pair[0], pair[1], route.Faults{Nodes: set}, 1); found.Outcome == route.Delivered {
					ends := 2
					if net.Neighbors(pair[0])[0] == net.Neighbors(pair[1])[0] {
						ends = 1
					}
					want += math.Pow(p, float64(f)) * math.Pow(1-p, float64(switches-ends-f))
				}
			})
		}
		found, err := r.PairReliability(pair[0], pair[1], nil)
		if err != nil || math.Abs(found.At(p)-want) > 1e-12 {
			t.Errorf("%s from %d to %d: %v (%v), want %v", r.Name(), pair[0], pair[1], found.At(p), err, want)
		}
		sum := new(big.Rat)
		for i, c := range found.Coefficients() {
			term := new(big.Rat).SetInt(c)
			for range i {
				term.Mul(term, big.NewRat(3, 10))
			}
			sum.Add(sum, term)
		}
		if got, _ := sum.Float64(); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s from %d to %d: the polynomial is %v, want %v", r.Name(), pair[0], pair[1], got, want)
		}
	}
}

// Samples must agree with the exact counts, and the interval with its definition: at its ends the
// proportion is 1.96 standard deviations away.
func TestSampleFaults(t *testing.T) {
	for _, net := range []*topology.Network{mikant(3, 3), clos(2, 3), tree(3, 3)} {
		for _, r := range route.FaultRoutings(net) {
			if r.Name() == "alg1_literal" {
				continue
			}
			exact, _ := r.FaultTolerance(3, nil)
			s, err := r.SampleFaults(3, 4000, 7, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, of := range []struct {
				name           string
				hits, n        int
				want, wantFrom *big.Int
			}{{"live", s.Live, s.Drawn, exact.Live, exact.Pairs}, {"delivered", s.Delivered, s.Live, exact.Delivered, exact.Live}, {"livelocked", s.Livelocked, s.Live, exact.Livelocked, exact.Live}} {
				p, _ := new(big.Rat).SetFrac(of.want, of.wantFrom).Float64()
				if got := float64(of.hits) / float64(of.n); math.Abs(got-p) > 4.5*math.Sqrt(p*(1-p)/float64(of.n))+1e-9 {
					t.Errorf("%v: %s: %s %v, want %v", net, r.Name(), of.name, got, p)
				}
			}
			mean, _ := new(big.Rat).SetFrac(exact.Hops, exact.Delivered).Float64()
			if got := float64(s.Hops) / float64(s.Delivered); math.Abs(got-mean) > 0.15 {
				t.Errorf("%v: %s: mean length %v, want %v", net, r.Name(), got, mean)
			}
		}
	}
	for _, tt := range [][2]int{{3, 10}, {999, 1000}, {50, 100}} {
		low, high := route.Interval(tt[0], tt[1])
		p, n := float64(tt[0])/float64(tt[1]), float64(tt[1])
		for _, end := range []float64{low, high} {
			if d := math.Abs(p-end) / math.Sqrt(end*(1-end)/n); math.Abs(d-1.96) > 1e-4 {
				t.Errorf("%v: the end %v is %v standard deviations away", tt, end, d)
			}
		}
	}
	if low, high := route.Interval(0, 5); low != 0 || high > 0.5 {
		t.Errorf("0 of 5: %v to %v", low, high)
	}
}

// steps returns a progress that ends the work after so many calls: a count of work that no clock changes.
func steps(most int) (progress topology.Progress, called *int) {
	called = new(int)
	return func(done, total int) error {
		if *called++; *called > most {
			return errStop
		}
		return nil
	}, called
}

var errStop = errors.New("too many steps")

// connected asks only for switches of shortest paths, and for no more than can be alive: with all but some switches
// faulty, and with any rate of faults, it must end soon. A MiKANT(3,3) has 36 switches, thus 2³⁴ sets of faults.
func TestConnectedEndsSoon(t *testing.T) {
	net := mikant(3, 3)
	r, _ := route.NamedFaultRouting(net, "connected")
	for _, dest := range []topology.Node{7, 52} {
		progress, _ := steps(20000) // of 64 ways each
		found, err := r.PairReliability(0, dest, progress)
		if err != nil {
			t.Errorf("to %d: %v", dest, err)
			continue
		}
		const p = 0.3
		hits, n := 0, 3000
		random := route.Random(5)
		for range n {
			var faults route.Faults
			for u := len(net.Processors()); u < net.Order(); u++ {
				if v := topology.Node(u); random.Float64() < p && v != net.Neighbors(0)[0] && v != net.Neighbors(dest)[0] {
					faults.Nodes = append(faults.Nodes, v)
				}
			}
			if got, _ := r.Attempt(0, dest, faults, 1); got.Outcome == route.Delivered {
				hits++
			}
		}
		want := found.At(p)
		if got := float64(hits) / float64(n); math.Abs(got-want) > 4.5*math.Sqrt(want*(1-want)/float64(n)) {
			t.Errorf("to %d: %v of the sets drawn deliver, want %v", dest, got, want)
		}
	}
	for _, f := range []int{4, 30, 33, 34, 36} {
		progress, _ := steps(6000)
		found, err := r.FaultTolerance(f, progress)
		if err != nil {
			t.Errorf("%d faults: %v", f, err)
			continue
		}
		// With two switches alive or less a message arrives if they are its own and there is a link, or if they are one.
		if f == 34 {
			want := int64(0)
			for _, a := range net.Processors() {
				for _, b := range net.Processors() {
					from, to := net.Neighbors(a)[0], net.Neighbors(b)[0]
					switch {
					case a != b && from == to:
						want += 35
					case slices.Contains(net.Neighbors(from), to):
						want++
					}
				}
			}
			if found.Delivered.Int64() != want {
				t.Errorf("%d faults: %v delivered, want %d", f, found.Delivered, want)
			}
		}
	}
}

// What has too many ways is refused while it is counted, with a sentence that says what would fit.
func TestTooManyWays(t *testing.T) {
	if testing.Short() {
		t.Skip("half a minute as WebAssembly")
	}
	net := mikant(4, 5)
	for _, name := range []string{"go_back_dfs", "connected"} {
		r, _ := route.NamedFaultRouting(net, name)
		progress, called := steps(4000)
		_, err := r.FaultTolerance(60, progress)
		checkTooMany(t, err, "mikant(k=4, n=5): routing "+name+" has more than ", ": want fewer faults, a smaller network or samples (fault_sample)")
		if *called < 2 {
			t.Errorf("%s: %d calls of progress", name, *called)
		}
	}
	r, _ := route.NamedFaultRouting(net, "go_back")
	progress, _ := steps(50000)
	_, err := r.PairReliability(0, 255, progress)
	checkTooMany(t, err, "mikant(k=4, n=5): routing go_back has more than ", ": want a smaller network, nearer processors or samples (attempt)")
}

func checkTooMany(t *testing.T, err error, begin, end string) {
	t.Helper()
	if err == nil || !strings.HasPrefix(err.Error(), begin) || !strings.HasSuffix(err.Error(), end) {
		t.Errorf("%v, want %s…%s", err, begin, end)
	}
}
