package family

import (
	"fmt"

	"topobook/topology"
)

// DigitReversal returns the number whose n digits of radix m are those of x in reverse order: γ(x).
// It panics unless x is from 0 to mⁿ-1.
func DigitReversal(x, m, n int) int {
	y := 0
	for range n {
		y = y*m + x%m
		x /= m
	}
	if x != 0 {
		panic("topology: more digits than are to be reversed")
	}
	return y
}

// LabellingNames are the names of the labelling sequences that [LabellingSequence] knows.
var LabellingNames = []string{"identity", "gamma", "delta", "quarter_shifted", "quarter_shifted_1985"}

// LabellingSequence returns a labelling sequence of an m-ary tree of height n: the labels of its leaves
// from left to right when it is drawn without crossings.
//
//   - identity: 0, 1, 2, …
//   - gamma: the label at place p is p with its digits reversed, the Γ sequence of KYKLOS-II.
//   - delta: the even labels, then the odd ones; m = 2.
//   - quarter_shifted: gamma, but in the second half the entries at even places move on cyclically, each
//     to the even place before; m = 2. It makes KYKLOS-III.
//   - quarter_shifted_1985: gamma, but in the second half the entries at odd places move on cyclically,
//     each to the odd place after; m = 2.
//
// It returns an error for another name, or unless m ≥ 2, n ≥ 1 (2 for the quarter-shifted ones) and
// mⁿ ≤ [topology.MaxNodes].
//
// Source: Menezes, The KYKLOS Multicomputer Network (1988), ch. 2: (2.1) to (2.4) and (2.26); the
// variant of 1985 is that of his footnote 10.
func LabellingSequence(name string, m, n int) ([]int, error) {
	label, least, binary := func(p int) int { return p }, 1, true
	switch name {
	case "identity":
		binary = false
	case "gamma":
		label, binary = func(p int) int { return DigitReversal(p, m, n) }, false
	case "delta":
		label = func(p int) int { return p * 2 % (1<<n - 1) }
	case "quarter_shifted":
		label, least = func(p int) int { return quarterShifted(p, n, 0, 2) }, 2
	case "quarter_shifted_1985":
		label, least = func(p int) int { return quarterShifted(p, n, 1, -2) }, 2
	default:
		return nil, fmt.Errorf("labelling_sequence: got name %q, want one of %q", name, LabellingNames)
	}
	call := fmt.Sprintf("labelling_sequence(%q, m=%d, n=%d)", name, m, n)
	switch {
	case binary && (m != 2 || n < least):
		return nil, fmt.Errorf("%s: want m = 2 and n ≥ %d", call, least)
	case m < 2 || n < 1 || power(m, n) > topology.MaxNodes:
		return nil, fmt.Errorf("%s: want m ≥ 2, n ≥ 1 and at most %d labels", call, topology.MaxNodes)
	}
	sequence := make([]int, power(m, n))
	for p := range sequence {
		sequence[p] = label(p)
	}
	if name == "delta" {
		sequence[len(sequence)-1] = len(sequence) - 1
	}
	return sequence, nil
}

// quarterShifted returns the label at place p of a quarter-shifted Γ sequence of 2ⁿ labels, n ≥ 2:
// Γ, but the entries of the second half at places of the given parity come from step places on.
func quarterShifted(p, n, parity, step int) int {
	if half := 1 << (n - 1); p >= half && p%2 == parity {
		p = half + (p-half+step)&(half-1)
	}
	return DigitReversal(p, 2, n)
}

// Deal returns the labelling sequence of an m-ary tree of height n that is dealt: the root holds the
// cards 0 to mⁿ-1 and deals them in rounds of m cards, one to each child; each child deals what it got
// in the same way, down to a card for each leaf. In every round a switch gives card c, of 0 to m-1, to
// child order[c]; turn may permute order, which is 0, 1, …, m-1 when it is called. A nil turn leaves it
// so, and makes Γ. It reports to progress now and then how many rounds are dealt, and returns
// its error. It panics unless m ≥ 2, n ≥ 0 and mⁿ ≤ [topology.MaxNodes].
//
// Source: Menezes, The KYKLOS Multicomputer Network (1988), section 2.4.
func Deal(m, n int, turn func(height, index, round int, order []int), progress topology.Progress) ([]int, error) {
	if m < 2 || n < 0 || power(m, n) > topology.MaxNodes {
		panic("topology: no such tree to deal to")
	}
	deck, next := make([]int, power(m, n)), make([]int, power(m, n))
	for i := range deck {
		deck[i] = i
	}
	order := make([]int, m)
	for height := n; height > 0; height-- {
		rounds := power(m, height-1)
		for i := range len(deck) / m { // round i % rounds of switch i / rounds
			if done := (n-height)*len(deck)/m + i; done%4096 == 4095 {
				if err := progress.Report(done, n*len(deck)/m); err != nil {
					return nil, err
				}
			}
			for c := range order {
				order[c] = c
			}
			if turn != nil {
				turn(height, i/rounds, i%rounds, order)
			}
			for c, child := range order {
				next[i/rounds*rounds*m+child*rounds+i%rounds] = deck[i*m+c]
			}
		}
		deck, next = next, deck
	}
	return deck, nil
}

// ClassLeader returns the labelling sequence that stands for all those equivalent to the given one, in
// which every two leaves are equally far apart in the m-ary tree: the children of every switch are sorted
// by the least label below them. It takes O(nN) time for N = mⁿ labels. It returns an error unless m ≥ 2
// and the sequence is a permutation of 0 to mⁿ-1.
//
// Source: Menezes, The KYKLOS Multicomputer Network (1988), appendix A.2.
func ClassLeader(m int, sequence []int) ([]int, error) {
	if err := checkSequence(m, sequence); err != nil {
		return nil, fmt.Errorf("class_leader(m=%d): the sequence %w", m, err)
	}
	leader, moved := append([]int(nil), sequence...), make([]int, len(sequence))
	place := make([]int, len(sequence)) // by label
	for size := 1; size < len(leader); size *= m {
		for p, x := range leader {
			place[x] = p
		}
		next := make([]int, len(leader)/size/m) // by switch: where the next child goes
		for x := range place {
			if p := place[x]; p%size == 0 { // x is the least label of a child
				parent := p / size / m
				copy(moved[parent*size*m+next[parent]:], leader[p:p+size])
				next[parent] += size
			}
		}
		leader, moved = moved, leader
	}
	return leader, nil
}

// checkSequence returns an error unless m ≥ 2 and sequence is a permutation of 0 to mⁿ-1 for some n.
func checkSequence(m int, sequence []int) error {
	size := 1
	for m >= 2 && size < len(sequence) {
		size *= m
	}
	if size != len(sequence) {
		return fmt.Errorf("has %d labels, want a power of m ≥ 2", len(sequence))
	}
	seen := make([]bool, size)
	for _, x := range sequence {
		if x < 0 || x >= size || seen[x] {
			return fmt.Errorf("has label %d out of range or twice, want each of 0 to %d once", x, size-1)
		}
		seen[x] = true
	}
	return nil
}
