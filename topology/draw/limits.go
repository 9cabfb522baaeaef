package draw

import (
	"fmt"

	"topobook/topology"
)

// Fits tells whether a network is within [MaxNodes] and [MaxLinks].
func Fits(net *topology.Network) bool { return net.Order() <= MaxNodes && net.Size() <= MaxLinks }

// A TooLarge is the error for a network beyond the limits of a drawing.
type TooLarge struct{ Net *topology.Network }

func (e *TooLarge) Error() string {
	return fmt.Sprintf("%v: has %d nodes and %d links, want at most %d and %d to draw it",
		e.Net, e.Net.Order(), e.Net.Size(), MaxNodes, MaxLinks)
}
