package draw

import (
	"fmt"

	"topobook/topology"
	"topobook/topology/family"
)

func fits(net *topology.Network) bool { return net.Order() <= MaxNodes && net.Size() <= MaxLinks }

// tooLarge returns the error for a network beyond the limits. If net is of a family, it names the
// largest member of it that fits and differs from net alone in the last parameter that must be given.
func tooLarge(net *topology.Network) error {
	err := fmt.Errorf("%v: has %d nodes and %d links, want at most %d and %d to draw it",
		net, net.Order(), net.Size(), MaxNodes, MaxLinks)
	member, args, ok := family.ParseMember(net.String())
	if !ok {
		return err
	}
	last := len(args) - 1
	for last > 0 && member.Params[last].Optional {
		last--
	}
	limit := args[last]
	var largest topology.Definition
	for args[last] = 0; args[last] < limit; args[last]++ {
		smaller, buildErr := topology.Build(member.New(args))
		if buildErr != nil {
			continue // the family begins at a larger parameter
		}
		if !fits(smaller) {
			break
		}
		largest = smaller.Definition
	}
	if largest == nil {
		return err
	}
	return fmt.Errorf("%w; %v would fit", err, largest)
}
