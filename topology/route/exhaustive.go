package route

import (
	"fmt"
	"iter"

	"topobook/topology"
)

// FirstBlocked tries all permutations of the processors of a k-ary n-tree, in lexicographic order, and
// returns the first for which [Rearrange] does not give paths from each source to its destination
// without a shared channel; nil if there is none. It returns an error if there are more than 9 processors,
// which have 362880 permutations.
func FirstBlocked(net *topology.Network, progress topology.Progress) ([]Message, error) {
	var blocked []Message
	err := eachPermutation(net, progress, func(messages []Message) (bool, error) {
		paths, err := Rearrange(net, messages, nil)
		if err != nil {
			return false, err
		}
		_, _, _, shared := SharedChannel(paths)
		for i, m := range messages {
			shared = shared || paths[i].Nodes[0] != m.Source || paths[i].Nodes[paths[i].Hops()] != m.Dest ||
				paths[i].Check(net) != nil
		}
		if shared {
			blocked = append([]Message(nil), messages...)
		}
		return !shared, nil
	})
	return blocked, err
}

// CountCongestionFree returns how many permutations of the processors of a k-ary n-tree there are and
// how many of them are congestion-free, by trying all, or an error if there are more than 9 processors.
func CountCongestionFree(net *topology.Network, progress topology.Progress) (free, all int, err error) {
	err = eachPermutation(net, progress, func(messages []Message) (bool, error) {
		conflict, err := CongestionFree(net, messages)
		all++
		if conflict == nil {
			free++
		}
		return true, err
	})
	return free, all, err
}

// eachPermutation calls try with every permutation of the processors of net until it says to stop.
func eachPermutation(net *topology.Network, progress topology.Progress, try func([]Message) (bool, error)) error {
	const most = 9
	processors := net.Processors()
	if len(processors) > most {
		return fmt.Errorf("%v: has %d processors, want at most %d to try all permutations", net, len(processors), most)
	}
	total := 1
	for i := range processors {
		total *= i + 1
	}
	messages := make([]Message, len(processors))
	done := 0
	for order := range permutations(len(processors)) {
		if done%256 == 0 {
			if err := progress.Report(done, total); err != nil {
				return err
			}
		}
		for i, j := range order {
			messages[i] = Message{processors[i], processors[j]}
		}
		if more, err := try(messages); err != nil || !more {
			return err
		}
		done++
	}
	return progress.Report(total, total)
}

// permutations yields every permutation of 0..n-1 in lexicographic order, in one slice that it reuses.
func permutations(n int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		p := make([]int, n)
		for i := range p {
			p[i] = i
		}
		for yield(p) {
			i := n - 2
			for i >= 0 && p[i] > p[i+1] {
				i--
			}
			if i < 0 {
				return
			}
			j := n - 1
			for p[j] < p[i] {
				j--
			}
			p[i], p[j] = p[j], p[i]
			for a, b := i+1, n-1; a < b; a, b = a+1, b-1 {
				p[a], p[b] = p[b], p[a]
			}
		}
	}
}
