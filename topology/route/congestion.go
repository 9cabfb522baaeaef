package route

import (
	"slices"

	"topobook/topology"
)

// A Conflict is a witness that messages are not congestion-free: two that may meet on a channel from
// Level to Level+1 as they descend although they have not met as they ascended.
type Conflict struct {
	A, B  Message
	Level int
}

// CongestionFree returns nil if the messages are congestion-free on a k-ary n-tree, otherwise two that are
// not, at the lowest level number where there are any, and the first in the order of the messages.
// Messages are congestion-free if at every level l = 0..n-2, any two p→q and p'→q' whose nearest common
// ancestors are at level l or above and whose destinations agree in digits 0..l also have sources that
// agree in digits 0..l. Then any way to ascend without contention, which switches can choose on
// their own as each has as many links up as down, goes on without contention to the destinations.
// It takes O(n²M) time for M messages.
//
// Source: our definition of a class that Petrini and Vanneschi name, IPPS 1997; the channel that
// descends from level l is fixed by l, q_0..q_l and w_l..w_{n-2}, the one that ascends to it by l,
// p_0..p_l and w_l..w_{n-2}.
func CongestionFree(net *topology.Network, messages []Message) (*Conflict, error) {
	t, err := treeOf(net)
	if err != nil {
		return nil, err
	}
	sources, dests := make([][]int, len(messages)), make([][]int, len(messages))
	for i, m := range messages {
		if err := checkProcessors(net, m.Source, m.Dest); err != nil {
			return nil, err
		}
		sources[i], dests[i] = t.Digits(m.Source), t.Digits(m.Dest)
	}
	for l := range t.Dims() - 1 {
		first := make(map[int]int) // by digits 0..l of a destination: the first message that goes there
		for i, m := range messages {
			if firstDifference(sources[i], dests[i]) > l {
				continue // it turns below level l
			}
			key := prefix(dests[i], l+1, t.Radix())
			before, ok := first[key]
			if !ok {
				first[key] = i
			} else if !slices.Equal(sources[before][:l+1], sources[i][:l+1]) {
				return &Conflict{messages[before], m, l}, nil
			}
		}
	}
	return nil, nil
}

// prefix returns the first digits of p as a number of the given radix.
func prefix(p []int, digits, radix int) int {
	x := 0
	for _, digit := range p[:digits] {
		x = x*radix + digit
	}
	return x
}

// SharedChannel returns a channel that two of the paths use, with their indexes, or false if no two
// share one. It counts the uses of every channel, of links to processors too.
func SharedChannel(paths []Path) (c topology.Channel, i, j int, shared bool) {
	user := make(map[topology.Channel]int)
	for j, p := range paths {
		for _, c := range p.Channels {
			if i, used := user[c]; used {
				return c, i, j, true
			}
			user[c] = j
		}
	}
	return 0, 0, 0, false
}
