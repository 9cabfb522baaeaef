package route

import (
	"fmt"
	"math/bits"
	"strings"

	"topobook/topology"
)

// A Message goes from one processor to another.
type Message struct{ Source, Dest topology.Node }

// A Permutation is a classical traffic pattern on the processors of k-ary n-trees: each sends to one,
// and each is sent to by one. It acts on the n digits of an address, p_0 first and most significant, or
// on its bits if k is a power of two.
type Permutation struct {
	Name, Doc string
	want      string                     // what k and n should be, "" if every permutation is defined
	defined   func(k, n int) bool        // nil if always
	dest      func(p []int, k int) []int // the destination of p; it must not keep or change p
}

// Permutations lists the named patterns.
//
// Source: Dally and Towles, Principles and Practices of Interconnection Networks (2004), ch. 3.
var Permutations = []Permutation{
	{"identity", "p to itself", "", nil, func(p []int, k int) []int { return p }},
	{"complement", "p_i to k-1-p_i", "", nil, complement},
	{"bit_reversal", "the bits of p in reverse order", "k a power of two", hasBits, bitReversal},
	{"digit_reversal", "the digits of p in reverse order", "", nil, reversed},
	{"bit_transpose", "the two halves of the bits of p exchanged", "k a power of two and n·log2(k) even", halvesBits, bitTranspose},
	{"digit_transpose", "the two halves of the digits of p exchanged", "n even", halvesDigits, digitTranspose},
	{"shuffle", "the digits of p rotated by one: p_1,…,p_{n-1},p_0", "", nil, shuffle},
	{"shift1", "p as a number, plus 1 modulo k^n", "", nil, shiftOne},
}

// Defined reports whether p is a permutation of the processors of t.
func (p Permutation) Defined(t topology.KaryNTree) bool {
	return p.defined == nil || p.defined(t.Radix(), t.Dims())
}

// Messages returns the message that each processor of t sends, in the order of the sources, or an error
// if p is not defined for the parameters of t. A fixed point sends to itself.
func (p Permutation) Messages(t topology.KaryNTree) ([]Message, error) {
	k, n := t.Radix(), t.Dims()
	if !p.Defined(t) {
		return nil, fmt.Errorf("%v: permutation %s is not defined for k = %d and n = %d, want %s", t, p.Name, k, n, p.want)
	}
	processors := 1
	for range n {
		processors *= k
	}
	messages := make([]Message, processors)
	for u := range topology.Node(processors) {
		messages[u] = Message{u, t.Processor(p.dest(t.Digits(u), k))}
	}
	return messages, nil
}

// NamedPermutation returns the messages of the permutation with the given name on a k-ary n-tree, as
// [Permutation.Messages] does, or an error that lists the names if there is no such permutation.
func NamedPermutation(net *topology.Network, name string) ([]Message, error) {
	t, err := treeOf(net)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, p := range Permutations {
		if p.Name == name {
			return p.Messages(t)
		}
		names = append(names, p.Name)
	}
	return nil, fmt.Errorf("%v: permutation %q: want one of %s", net, name, strings.Join(names, ", "))
}

func hasBits(k, n int) bool      { return k&(k-1) == 0 }
func halvesBits(k, n int) bool   { return hasBits(k, n) && n*bits.TrailingZeros(uint(k))%2 == 0 }
func halvesDigits(k, n int) bool { return n%2 == 0 }

func complement(p []int, k int) []int {
	q := make([]int, len(p))
	for i, digit := range p {
		q[i] = k - 1 - digit
	}
	return q
}

func reversed(p []int, k int) []int {
	q := make([]int, len(p))
	for i, digit := range p {
		q[len(p)-1-i] = digit
	}
	return q
}

func digitTranspose(p []int, k int) []int {
	half := len(p) / 2
	return append(append([]int(nil), p[half:]...), p[:half]...)
}

func shuffle(p []int, k int) []int {
	if len(p) == 0 {
		return p
	}
	return append(append([]int(nil), p[1:]...), p[0])
}

func shiftOne(p []int, k int) []int {
	q := append([]int(nil), p...)
	for i := len(q) - 1; i >= 0; i-- {
		if q[i]++; q[i] < k {
			break
		}
		q[i] = 0 // and carry
	}
	return q
}

func bitReversal(p []int, k int) []int { return fromBits(reversed(toBits(p, k), 2), k) }

func bitTranspose(p []int, k int) []int { return fromBits(digitTranspose(toBits(p, k), 2), k) }

// toBits returns the log2(k) bits of each digit, most significant first.
func toBits(p []int, k int) []int {
	width := bits.TrailingZeros(uint(k))
	var list []int
	for _, digit := range p {
		for i := width - 1; i >= 0; i-- {
			list = append(list, digit>>i&1)
		}
	}
	return list
}

// fromBits is the inverse of toBits.
func fromBits(list []int, k int) []int {
	width := bits.TrailingZeros(uint(k))
	p := make([]int, len(list)/width)
	for i, bit := range list {
		p[i/width] = p[i/width]<<1 | bit
	}
	return p
}
