package measure

import (
	"fmt"

	"topobook/topology"
	"topobook/topology/limit"
)

// Among says between which nodes distances are measured. Paths go through any node.
type Among uint8

const (
	All        Among = iota // all nodes
	Processors              // processors only
	Switches                // switches only
)

func (a Among) String() string {
	return [...]string{All: "all", Processors: "processors", Switches: "switches"}[a]
}

// plural returns what a names: nodes, processors or switches.
func (a Among) plural() string {
	if a == All {
		return "nodes"
	}
	return a.String()
}

// has tells whether a names nodes of a kind.
func (a Among) has(kind topology.Kind) bool {
	return a == All || (a == Switches) == (kind == topology.Switch)
}

// nodes returns the nodes of net that a names, in increasing order.
func (a Among) nodes(net *topology.Network) []topology.Node {
	if a == Processors || a == All && len(net.Processors()) == net.Order() {
		return net.Processors()
	}
	var nodes []topology.Node
	for u := range topology.Node(net.Order()) {
		if a.has(net.Kind(u)) {
			nodes = append(nodes, u)
		}
	}
	return nodes
}

// MaxMatrix is the largest number of rows of a distance matrix: 16 MB.
const MaxMatrix = 2048

// DistanceMatrix returns the hops between every two nodes, in increasing order of the nodes; -1
// where there is no path. It returns an error for more than [MaxMatrix] nodes, or if it would take
// too many steps. It takes O(S(N+L)) time for S rows, and reports progress by row.
func DistanceMatrix(net *topology.Network, among Among, progress topology.Progress) ([][]int32, error) {
	nodes := among.nodes(net)
	if len(nodes) > MaxMatrix {
		return nil, fmt.Errorf("distance matrix of %v: has %d %s, want at most %d", net, len(nodes), among.plural(), MaxMatrix)
	}
	cost := limit.Cost{Steps: float64(len(nodes)) * searchSteps(net), Bytes: 4 * float64(len(nodes)) * float64(len(nodes))}
	if err := cost.Check(fmt.Sprintf("distance matrix of %v", net), "a smaller network or the distances from one node would do"); err != nil {
		return nil, err
	}
	s := newSearch(net)
	matrix := make([][]int32, len(nodes))
	for i, u := range nodes {
		s.run(u)
		matrix[i] = make([]int32, len(nodes))
		for j, v := range nodes {
			matrix[i][j] = s.dist[v]
		}
		if err := progress.Report(i+1, len(nodes)); err != nil {
			return nil, err
		}
	}
	return matrix, nil
}
