//go:build !js

package measure_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"os/exec"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/measure"
	"topobook/topology/route"
)

// runPython runs a script of testdata on the JSON of in, and reads its output to out. It is Debian's Python, whose packages hold the modules.
func runPython(t testing.TB, script string, in, out any) {
	t.Helper()
	for _, module := range []string{"networkx", "igraph", "scipy"} {
		if err := exec.Command("/usr/bin/python3", "-c", "import "+module).Run(); err != nil {
			t.Fatalf("/usr/bin/python3 %s: %v: install the package python3-%s and try again (on Debian: apt-get install python3-%s)", module, err, module, module)
		}
	}
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	command := exec.Command("/usr/bin/python3", "-W", "ignore", "testdata/"+script)
	command.Stdin, command.Stderr = bytes.NewReader(text), &stderr
	found, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.Bytes())
	}
	if err := json.Unmarshal(found, out); err != nil {
		t.Fatal(err)
	}
}

// A multigraphFound is what testdata/multigraphs.py finds.
type multigraphFound struct {
	Degrees                       [][2]int
	Connectivity, Diameter, Girth int
	LinkConnectivity              int     `json:"link_connectivity"`
	LinkPaths                     [][]int `json:"link_paths"`
	Paths, Shortest, Walks        [][]int
	Cuts                          []int
	Average, Eigenvalue           float64
	Automorphisms                 int64
	Isomorphic                    bool
}

// pairsOfEnds returns the links of net as pairs of nodes.
func pairsOfEnds(net *topology.Network) [][2]int {
	ends := [][2]int{}
	for link := range net.Links() {
		ends = append(ends, [2]int{int(link.A), int(link.B)})
	}
	return ends
}

// mateOf returns a network as net, but with its nodes in another order; or else the same pairs of nodes are linked, but others of them by
// parallel links.
func mateOf(t testing.TB, net *topology.Network, rnd *rand.Rand) *topology.Network {
	t.Helper()
	if rnd.IntN(2) == 0 {
		return shuffled(t, net, rnd)
	}
	times := map[[2]int]int{}
	var pairs [][2]int
	for _, end := range pairsOfEnds(net) {
		pair := [2]int{min(end[0], end[1]), max(end[0], end[1])}
		if times[pair]++; times[pair] == 1 {
			pairs = append(pairs, pair)
		}
	}
	var links [][2]int
	for i, from := range rnd.Perm(len(pairs)) {
		links = append(links, slices.Repeat(pairs[i:i+1], times[pairs[from]])...)
	}
	return shuffled(t, graph(t, net.Order(), links), rnd)
}

// TestMultigraphPrograms compares measures of networks with parallel links with those of igraph, NetworkX and NumPy. igraph's girth knows no
// cycle of two links, and NetworkX's connectivity counts no parallel links: see testdata/multigraphs.py.
func TestMultigraphPrograms(t *testing.T) {
	type network struct {
		Order int      `json:"order"`
		Links [][2]int `json:"links"`
		Mate  [][2]int `json:"mate"`
	}
	rnd := rand.New(rand.NewPCG(1, 3))
	nets := append(multigraphs(t, 7, 14), multigraphs(t, 24, 60)...)
	var in []network
	var mates []*topology.Network
	for _, net := range nets {
		mates = append(mates, mateOf(t, net, rnd))
		in = append(in, network{net.Order(), pairsOfEnds(net), pairsOfEnds(mates[len(mates)-1])})
	}
	var found []multigraphFound
	runPython(t, "multigraphs.py", in, &found)
	isomorphic := 0
	for i, want := range found {
		net := nets[i]
		checkFound(t, net, want)
		if got := checkIsomorphism(t, net, mates[i]); got != want.Isomorphic {
			t.Errorf("%v and %v: isomorphic is %v, want %v", net, mates[i], got, want.Isomorphic)
		} else if got {
			isomorphic++
		}
		if g := group(t, net, nil); net.Order() <= 7 && g.Order().Cmp(big.NewInt(want.Automorphisms)) != 0 {
			t.Errorf("%v: %v automorphisms, want %d", net, g.Order(), want.Automorphisms)
		}
	}
	if isomorphic < 40 || isomorphic > len(nets)-10 {
		t.Errorf("%d of %d networks are isomorphic to their mates", isomorphic, len(nets))
	}
}

// checkFound compares net with what the programs found.
func checkFound(t *testing.T, net *topology.Network, want multigraphFound) {
	t.Helper()
	k, _, err := measure.Connectivity(net, measure.Nodes, measure.All, nil)
	l, _, linksErr := measure.Connectivity(net, measure.Links, measure.All, nil)
	if err != nil || linksErr != nil || k != want.Connectivity || l != want.LinkConnectivity {
		t.Errorf("%v: connectivity %d of nodes and %d of links, %v, %v, want %d and %d", net, k, l, err, linksErr, want.Connectivity, want.LinkConnectivity)
	}
	pairs, err := measure.AllPairs(net, measure.All, nil)
	if err != nil || pairs.Diameter() != want.Diameter || net.Size() > 0 && !near(pairs.Average(false), want.Average) {
		t.Errorf("%v: diameter %d and average distance %v, %v, want %d and %v", net, pairs.Diameter(), pairs.Average(false), err, want.Diameter, want.Average)
	}
	if girth, _, err := measure.Girth(net, nil); err != nil || girth != want.Girth {
		t.Errorf("%v: girth %d, %v, want %d", net, girth, err, want.Girth)
	}
	if eigenvalue, err := measure.AlgebraicConnectivity(net, nil); err != nil || math.Abs(eigenvalue-want.Eigenvalue) > 1e-8 {
		t.Errorf("%v: algebraic connectivity %v, %v, want %v", net, eigenvalue, err, want.Eigenvalue)
	}
	counted := map[int]int64{}
	for a := range topology.Node(net.Order()) {
		if degree := net.Degree(a); want.Degrees[a] != [2]int{degree, degree} {
			t.Errorf("%v: degree %d of %d, want %v", net, degree, a, want.Degrees[a])
		}
		numbers, err := route.CountMinimalPathsFrom(net, a, nil)
		if err != nil {
			t.Fatal(err)
		}
		for b := range topology.Node(net.Order()) {
			if got := numbers[b].Int64(); int(got) != want.Shortest[a][b] || int(got) != want.Walks[a][b] {
				t.Errorf("%v: %d shortest paths from %d to %d, want %d and %d", net, got, a, b, want.Shortest[a][b], want.Walks[a][b])
			}
			if a == b {
				continue
			}
			counted[want.Walks[a][b]]++
			checkPaths(t, net, a, b, want)
		}
	}
	if got, err := measure.PathMultiplicity(net, measure.All, nil); err != nil || !maps.Equal(asMap(got), counted) {
		t.Errorf("%v: %v shortest paths, %v, want %v", net, got, err, counted)
	}
}

// checkPaths compares the cuts and the disjoint paths of a pair with what the programs found.
func checkPaths(t *testing.T, net *topology.Network, a, b topology.Node, want multigraphFound) {
	t.Helper()
	cut, err := measure.MinimumCut(net, a, b, measure.Links, nil)
	if err != nil || cut.Size() != want.LinkPaths[a][b] || a == 0 && cut.Size() != want.Cuts[b] {
		t.Errorf("%v: %d and %d are parted by %v, %v, want %d links", net, a, b, cut, err, want.LinkPaths[a][b])
	}
	for _, of := range []measure.Parts{measure.Nodes, measure.Links} {
		number := want.Paths[a][b]
		if of == measure.Links {
			number = want.LinkPaths[a][b]
		}
		paths, err := measure.DisjointPaths(net, a, b, of, nil)
		if err != nil || len(paths) != number {
			t.Errorf("%v: %d paths from %d to %d without common %v, %v, want %d", net, len(paths), a, b, of, err, number)
		}
		checkDisjoint(t, net, paths, of, a, b)
	}
}
