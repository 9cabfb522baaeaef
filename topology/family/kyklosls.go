package family

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/internal/text"
)

// A KyklosLS is a KYKLOS that is given by the labelling sequences of its trees: complete m-ary trees over
// the same leaves, each with its own order of the leaves from left to right. What [topology.SharedLeaves] says of
// nodes and ports holds, and child c of switch i of height j is mi + c one step below, in every tree; for
// j = 1 that is the place in the sequence. Make one with [NewKyklosLS]; it is immutable.
//
// Source: Menezes, The KYKLOS Multicomputer Network (1988), section 2.3, which gives tree 1 the identity.
type KyklosLS struct {
	leafTrees
	sequences [][]int // by tree: the leaves from left to right
	call      string
}

// NewKyklosLS returns the KYKLOS with a tree for each sequence: the labels of its leaves from left to
// right. It returns an error unless m ≥ 2, there is a sequence, each is a permutation of the same
// numbers 0 to mⁿ-1, n ≥ 1, and the nodes are at most [topology.MaxNodes].
func NewKyklosLS(m int, sequences [][]int) (*KyklosLS, error) {
	t := &KyklosLS{call: formatSequences(m, sequences)}
	if m < 2 || len(sequences) == 0 || len(sequences[0]) < 2 {
		return nil, fmt.Errorf("%v: want m ≥ 2 and at least one sequence of at least m labels", t)
	}
	for i, sequence := range sequences {
		if len(sequence) != len(sequences[0]) {
			return nil, fmt.Errorf("%v: tree %d has %d labels, want %d as tree 1", t, i+1, len(sequence), len(sequences[0]))
		}
		if err := checkSequence(m, sequence); err != nil {
			return nil, fmt.Errorf("%v: tree %d %w", t, i+1, err)
		}
		t.sequences = append(t.sequences, append([]int(nil), sequence...))
	}
	n := 1
	for power(m, n) < len(sequences[0]) {
		n++
	}
	var err error
	if t.leafTrees, err = makeLeafTrees(t, m, len(sequences), n, 0); err != nil {
		return nil, err
	}
	return t, nil
}

// formatSequences returns the call that makes a KyklosLS.
func formatSequences(m int, sequences [][]int) string {
	items := func(yield func(string) bool) {
		for _, sequence := range sequences {
			labels := make([]string, len(sequence))
			for p, x := range sequence {
				labels[p] = strconv.Itoa(x)
			}
			if !yield("[" + strings.Join(labels, ", ") + "]") {
				return
			}
		}
	}
	return fmt.Sprintf("kyklos_ls(m=%d, %s)", m, text.List("sequences", len(sequences), items))
}

// String returns the call that makes the network; long sequences are cut short and end in a hash of all.
func (t *KyklosLS) String() string { return t.call }

func (t *KyklosLS) NodeAt(address string) (topology.Node, error) { return t.nodeAt(t, address) }

// Links yields every link once, tree by tree from the leaves up.
func (t *KyklosLS) Links() iter.Seq[topology.Link] {
	return t.links(func(p place, c int) int {
		if p.height == 1 {
			return t.sequences[p.tree-1][t.fanout*p.index+c]
		}
		return t.child(p, c)
	})
}
