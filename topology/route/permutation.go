package route

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"

	"topobook/topology"
	"topobook/topology/family"
)

// A Message goes from one processor to another.
type Message struct{ Source, Dest topology.Node }

// A Permutation is a classical traffic pattern: each processor sends to one, and each is sent to by one.
// It acts on the digits of a processor's number, p_0 first and most significant; see [Digits].
type Permutation struct {
	Name, Doc string
	want      string                           // what the digits should be, "" if every permutation is defined
	defined   func(s shape) bool               // nil if always
	dest      func(p []int, sides []int) []int // the digits of the destination; it must not keep or change p
	bits      bool                             // p is the bits of the number instead
}

// Permutations lists the named patterns.
//
// Source: Dally and Towles, Principles and Practices of Interconnection Networks (2004), ch. 3.
var Permutations = []Permutation{
	{"identity", "p to itself", "", nil, func(p, _ []int) []int { return p }, false},
	{"complement", "p_i to k-1-p_i", "", nil, complement, false},
	{"bit_reversal", "the bits of p in reverse order", "k a power of two", hasBits, reversed, true},
	{"digit_reversal", "the digits of p in reverse order", "sides that are the same in reverse order", hasReverse, reversed, false},
	{"bit_transpose", "the two halves of the bits of p exchanged", "k a power of two and n·log2(k) even", halvesBits, transpose, true},
	{"digit_transpose", "the two halves of the digits of p exchanged", "n even", halvesDigits, transpose, false},
	{"shuffle", "the digits of p rotated by one: p_1,…,p_{n-1},p_0", "equal sides", hasRadix, shuffle, false},
	{"bit_shuffle", "the bits of p rotated by one, the first to the end", "k a power of two", hasBits, shuffle, true},
	{"shift1", "p as a number, plus 1 modulo k^n", "", nil, shiftOne, false},
	{"tornado", "p_i to p_i+⌈k/2⌉-1 modulo k", "", nil, tornado, false},
	{"neighbor", "p_i to p_i+1 modulo k", "", nil, neighbor, false},
}

// A shape says how the number of a processor is read as digits.
type shape struct {
	sides []int // how many values each digit has, most significant first
}

// shapeOf returns how the number of a processor of net is read. Processors are numbered from 0 in the
// order of [topology.Network.Processors]. In a torus, mesh, hypercube or ring the digits are the
// coordinates; in a MiKANT or Clos k-ary n-tree the group and n digits of radix k; in a family of
// radix k with kⁿ processors, such as the k-ary n-trees, n digits of radix k; elsewhere n digits of the least radix k
// for which kⁿ is the number of processors.
func shapeOf(net *topology.Network) shape {
	if sides, _ := coordinates(net); sides != nil {
		return shape{sides}
	}
	processors := len(net.Processors())
	if t := family.DigitTreesOf(net.Definition); t != nil && t.Groups == 2 { // digit 0 is the group
		return shape{append([]int{2}, equalSides(t.Radix, t.Dims)...)}
	}
	if def, ok := net.Definition.(interface {
		Radix() int
		Dims() int
	}); ok {
		if sides := equalSides(def.Radix(), def.Dims()); product(sides) == processors {
			return shape{sides}
		}
	}
	for k := 2; k*k <= processors; k++ {
		n, power := 1, k
		for power < processors {
			power *= k
			n++
		}
		if power == processors {
			return shape{equalSides(k, n)}
		}
	}
	if processors == 1 {
		return shape{}
	}
	return shape{[]int{processors}}
}

func equalSides(k, n int) []int {
	sides := make([]int, n)
	for i := range sides {
		sides[i] = k
	}
	return sides
}

func product(sides []int) int {
	p := 1
	for _, side := range sides {
		p *= side
	}
	return p
}

// Defined reports whether p is a permutation of the processors of net.
func (p Permutation) Defined(net *topology.Network) bool {
	return len(net.Processors()) > 0 && (p.defined == nil || p.defined(shapeOf(net)))
}

// Messages returns the message that each processor of net sends, in the order of the sources, or an error
// if p is not defined for their number. A fixed point sends to itself.
func (p Permutation) Messages(net *topology.Network) ([]Message, error) {
	s, processors := shapeOf(net), net.Processors()
	if !p.Defined(net) {
		if len(processors) == 0 {
			return nil, fmt.Errorf("%v: permutation %s is not defined without processors", net, p.Name)
		}
		return nil, fmt.Errorf("%v: permutation %s is not defined for %s, want %s", net, p.Name, s, p.want)
	}
	sides := s.sides
	if p.bits {
		sides = equalSides(2, bits.Len(uint(len(processors)-1)))
	}
	messages := make([]Message, len(processors))
	digits := make([]int, len(sides))
	for i, source := range processors {
		for x, j := i, len(sides)-1; j >= 0; j-- {
			digits[j] = x % sides[j]
			x /= sides[j]
		}
		dest := 0
		for j, digit := range p.dest(digits, sides) {
			dest = dest*sides[j] + digit
		}
		messages[i] = Message{source, processors[dest]}
	}
	return messages, nil
}

// String describes the digits: k = 3 and n = 2, or sides 4×3.
func (s shape) String() string {
	if hasRadix(s) && len(s.sides) > 0 {
		return fmt.Sprintf("k = %d and n = %d", s.sides[0], len(s.sides))
	}
	return "sides " + strings.ReplaceAll(strings.Trim(fmt.Sprint(s.sides), "[]"), " ", "×")
}

// NamedPermutation returns the messages of the permutation with the given name, as
// [Permutation.Messages] does, or an error that lists the names if there is no such permutation.
func NamedPermutation(net *topology.Network, name string) ([]Message, error) {
	var names []string
	for _, p := range Permutations {
		if p.Name == name {
			return p.Messages(net)
		}
		names = append(names, p.Name)
	}
	return nil, fmt.Errorf("%v: permutation %q: want one of %s", net, name, strings.Join(names, ", "))
}

// RandomPermutation returns the messages of a permutation of the processors of net, drawn uniformly from
// all, in the order of the sources. A fixed point sends to itself.
func RandomPermutation(net *topology.Network, random *rand.Rand) []Message {
	processors := net.Processors()
	messages := make([]Message, len(processors))
	for i, j := range random.Perm(len(processors)) {
		messages[i] = Message{processors[i], processors[j]}
	}
	return messages
}

func hasRadix(s shape) bool {
	for _, side := range s.sides {
		if side != s.sides[0] {
			return false
		}
	}
	return true
}

func hasReverse(s shape) bool {
	for i, side := range s.sides {
		if side != s.sides[len(s.sides)-1-i] {
			return false
		}
	}
	return true
}

func hasBits(s shape) bool {
	processors := product(s.sides)
	return processors&(processors-1) == 0
}

func halvesBits(s shape) bool {
	return hasBits(s) && bits.TrailingZeros(uint(product(s.sides)))%2 == 0
}

func halvesDigits(s shape) bool {
	half := len(s.sides) / 2
	for i, side := range s.sides[:half] {
		if side != s.sides[half+i] {
			return false
		}
	}
	return 2*half == len(s.sides)
}

func complement(p, sides []int) []int {
	q := make([]int, len(p))
	for i, digit := range p {
		q[i] = sides[i] - 1 - digit
	}
	return q
}

func reversed(p, _ []int) []int {
	q := make([]int, len(p))
	for i, digit := range p {
		q[len(p)-1-i] = digit
	}
	return q
}

func transpose(p, _ []int) []int {
	half := len(p) / 2
	return append(append([]int(nil), p[half:]...), p[:half]...)
}

func shuffle(p, _ []int) []int {
	if len(p) == 0 {
		return p
	}
	return append(append([]int(nil), p[1:]...), p[0])
}

func shiftOne(p, sides []int) []int {
	q := append([]int(nil), p...)
	for i := len(q) - 1; i >= 0; i-- {
		if q[i]++; q[i] < sides[i] {
			break
		}
		q[i] = 0 // and carry
	}
	return q
}

func tornado(p, sides []int) []int {
	q := make([]int, len(p))
	for i, digit := range p {
		q[i] = (digit + (sides[i]+1)/2 - 1) % sides[i]
	}
	return q
}

func neighbor(p, sides []int) []int {
	q := make([]int, len(p))
	for i, digit := range p {
		q[i] = (digit + 1) % sides[i]
	}
	return q
}
