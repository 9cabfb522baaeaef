package sim

import (
	"testing"

	"topobook/topology"
	"topobook/topology/family"
)

// TestConservation checks every few cycles, below and far above saturation, that no flit and no credit is
// lost or made: each flit made is at its source, on its way, in a buffer or at its processor, and the
// places of each buffer are credits, flits in it, or flits and credits on the way.
func TestConservation(t *testing.T) {
	for _, tt := range []struct {
		call, routing string
		load          float64
	}{
		{"torus(k=5, n=2)", "dor", 0.2}, {"torus(k=4, n=2)", "dor", 1}, {"kary_ntree(k=2, n=3)", "adaptive", 1},
		{"kyklos(version=2, m=2, r=2, n=4)", "m", 0.7}, {"mikant(k=2, n=3)", "minimal", 0.5}, {"complete(n=70)", "first", 0.9},
		{"torus(k=4, n=2)", "duato", 1}, {"mikant(k=2, n=3)", "duato", 0.8},
	} {
		member, args, _ := family.All().Parse(tt.call)
		def, err := member.New(args)
		if err != nil {
			t.Fatal(err)
		}
		net, err := topology.New(def)
		if err != nil {
			t.Fatal(err)
		}
		algorithm, err := Named(net, tt.routing, 4)
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(Reference(net, algorithm, Uniform(net, true), tt.load))
		if err != nil {
			t.Fatal(err)
		}
		for s.now < 3000 {
			if err := s.Step(); err != nil {
				t.Fatal(err)
			}
			if s.now%97 == 0 {
				s.checkFlits(t)
				s.checkCredits(t)
			}
			if t.Failed() {
				t.Fatalf("%v %s load %v: in cycle %d", net, tt.routing, tt.load, s.now)
			}
		}
		if s.retired < 1000 {
			t.Errorf("%v: only %d flits arrived", net, s.retired)
		}
	}
}

func (s *Sim) checkFlits(t *testing.T) {
	found := s.retired
	for i := range s.source {
		found += int(s.source[i].queued)*s.Packet + int(s.source[i].left)
	}
	for i := range s.vcs {
		found += int(s.vcs[i].count)
	}
	for _, arrivals := range s.arrivals {
		found += len(arrivals)
	}
	if found != s.made {
		t.Errorf("%d flits were made, but %d are found", s.made, found)
	}
}

func (s *Sim) checkCredits(t *testing.T) {
	places := make([]int, len(s.credit)) // by output VC
	for o := range places {
		places[o] = int(s.credit[o].credits)
		if to := s.output[o/s.VCs].to; to >= 0 {
			places[o] += int(s.vcs[int(to)*s.VCs+o%s.VCs].count)
		}
	}
	for _, arrivals := range s.arrivals {
		for _, a := range arrivals {
			if a.to < 0 {
				places[^a.to]++
			} else {
				places[int(s.inputs[int(a.to)/s.VCs].from)*s.VCs+int(a.to)%s.VCs]++
			}
		}
	}
	for _, credits := range s.credits {
		for _, o := range credits {
			places[o]++
		}
	}
	for o, n := range places {
		if n != s.Buffer {
			t.Errorf("output VC %d knows of %d places, want %d", o, n, s.Buffer)
		}
	}
}
