package family

import (
	"fmt"
	"iter"
	"math/bits"

	"topobook/topology"
)

// A SwappedHypercube is SBH(k,m), the Swapped Boolean Hypercube: the routers (c,d,p) of the
// [SwappedDragonfly] D3(2ᵏ,2ᵐ) with only those of its links that change at most one bit. They are
// π_i, 0 ≤ i < m, from (c,d,p) to (c,d,p⊕2ⁱ); γ_i, 0 ≤ i < k, from (c,d,p) to (c⊕2ⁱ,p,d), with the
// swap; and Z, the swap alone, from (c,d,p) to (c,p,d), which is absent where d = p.
// It is an immutable, comparable value; make one with [NewSwappedHypercube].
//
// Every router is a processor too. Its address is c,d,p in decimal, and its number and level are
// those in D3(2ᵏ,2ᵐ). Link π_i has port i and label i, γ_i port m+i and label i, Z port m+k and no
// label.
//
// Source: Draper, Four Algorithms on the Swapped Dragonfly, arXiv:2209.03203 (2022), Section 4,
// which gives the degree as k+m and as k+2m; its definition makes it k+m+1, and k+m where d = p.
type SwappedHypercube struct {
	drawers          // K = 2ᵏ, M = 2ᵐ
	cDims, pDims int // k, m
}

// NewSwappedHypercube returns SBH(k,m), or an error unless k ≥ 1, m ≥ 1, and it has at most
// [topology.MaxNodes] nodes and [topology.MaxLinks] links.
func NewSwappedHypercube(k, m int) (SwappedHypercube, error) {
	h := SwappedHypercube{cDims: k, pDims: m}
	if k < 1 || m < 1 {
		return SwappedHypercube{}, fmt.Errorf("%v: want k ≥ 1 and m ≥ 1", h)
	}
	h.drawers = drawers{power(2, k), power(2, m)}
	nodes := product(h.cabinets, product(h.width, h.width))
	if err := checkSize(h, nodes, (nodes*(k+m+1)-h.cabinets*h.width)/2); err != nil {
		return SwappedHypercube{}, err
	}
	return h, nil
}

func (h SwappedHypercube) String() string {
	return fmt.Sprintf("swapped_hypercube(k=%d, m=%d)", h.cDims, h.pDims)
}

func (h SwappedHypercube) NodeAt(address string) (topology.Node, error) {
	return parseMixed(h, address, h.cabinets, h.width, h.width)
}

// Orbit returns the number of bits in which d and p differ. A bit string a for c, a bit string b for
// both d and p, and a permutation of the bits of both d and p make an automorphism, which adds a and
// b and permutes: it maps π links to π links, γ links to γ links and Z links to Z links. These map
// (c,d,p) to every router whose d and p differ in as many bits.
func (h SwappedHypercube) Orbit(u topology.Node) int {
	_, d, p := h.Coordinates(u)
	return bits.OnesCount(uint(d ^ p))
}

// Size returns the number of links: k+m+1 at a router, but one less where d = p.
func (h SwappedHypercube) Size() int {
	return (h.Order()*(h.cDims+h.pDims+1) - h.cabinets*h.width) / 2
}

// AppendNeighbors appends the other ends of π_0, π_1, …, then of γ_0, γ_1, …, then of Z.
func (h SwappedHypercube) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	for i := range h.pDims {
		nodes = append(nodes, u^1<<i)
	}
	c, d, p := h.Coordinates(u)
	v := h.Router(c, p, d)
	for i := range h.cDims {
		nodes = append(nodes, v^1<<(2*h.pDims+i))
	}
	if v != u {
		nodes = append(nodes, v)
	}
	return nodes
}

// Links yields every link once, from the lower of its two routers.
func (h SwappedHypercube) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		for u := range topology.Node(h.Order()) {
			c, d, p := h.Coordinates(u)
			for port := range h.pDims + h.cDims + 1 {
				i := port - h.pDims // γ_i
				var v topology.Node
				switch {
				case i < 0:
					i = port // π_i
					v = h.Router(c, d, p^1<<i)
				case i < h.cDims:
					v = h.Router(c^1<<i, p, d)
				default:
					i = topology.NoLabel // Z
					v = h.Router(c, p, d)
				}
				if v > u && !yield(topology.Link{A: u, PortA: port, LabelA: i, B: v, PortB: port, LabelB: i}) {
					return
				}
			}
		}
	}
}
