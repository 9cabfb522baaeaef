package draw

import (
	"math"
	"slices"

	"topobook/topology"
	"topobook/topology/measure"
)

// The work of a layout: of so many pairs of a node and a pivot at once, but of no fewer pivots than leastPivots, and of so many pairs in all, but in no fewer
// rounds than leastRounds. In networks of up to 316 nodes each is a pivot: their stress is that of all pairs. The first pivots give the start.
const (
	pairsAtOnce = 100_000
	leastPivots = 100
	pairsInAll  = 2_000_000
	leastRounds = 22
	mostRounds  = 400
	startPivots = 40
)

// A stress places the nodes of a connected part of a network so that each two are as far apart as they are hops apart, as well as the plane
// allows: it lowers the sum of ((distance - hops) / hops)² over the pairs of nodes, where in a large network a pivot stands for the nodes
// around it.
//
// Source: Gansner, Koren and North, Graph Drawing by Stress Majorization (GD 2004), its localized step; Brandes and Pich, Eigensolver Methods for
// Progressive Multidimensional Scaling of Large Data (GD 2006), for the start; Ortmann, Klimenta and Brandes, A Sparse Stress Model (JGAA
// 2017), for the weights of pivots.
type stress struct {
	net    *topology.Network
	nodes  []topology.Node
	index  []int32 // by node of net: its place in nodes
	at     []point // by place in nodes, in hops
	pivots []int32 // places in nodes, far apart
	groups []int   // by node of net; nil for none
	hops   []int32 // by place in nodes and pivot
	most   int32   // of hops
	pull   []float64
}

// placeByStress returns places of nodes, which are a connected part of net, in hops. Index has room for all nodes of net.
func placeByStress(net *topology.Network, groups []int, nodes []topology.Node, index []int32) []point {
	s := &stress{net: net, groups: groups, nodes: nodes, index: index, at: make([]point, len(nodes))}
	for i, u := range nodes {
		index[u] = int32(i)
	}
	s.choosePivots()
	s.weigh()
	s.start()
	s.settle()
	return s.at
}

// choosePivots makes pivots of the nodes, each as far as can be from those before, until there are enough.
func (s *stress) choosePivots() {
	n := len(s.nodes)
	pairs := pairsAtOnce
	if s.groups != nil { // pivots tell little of other groups
		pairs *= 5
	}
	count := min(n, max(leastPivots, pairs/n))
	nearest := make([]int32, n) // hops to the nearest pivot
	for i := range nearest {
		nearest[i] = math.MaxInt32
	}
	s.hops = make([]int32, n*count)
	for p, next := 0, int32(0); p < count; p++ {
		s.pivots = append(s.pivots, next)
		far := measure.Distances(s.net, s.nodes[next])
		for i, u := range s.nodes {
			hops := s.grouped(s.nodes[next], u, far[u])
			s.hops[i*count+p] = hops
			s.most = max(s.most, hops)
			nearest[i] = min(nearest[i], hops)
		}
		for i, hops := range nearest {
			if hops > nearest[next] {
				next = int32(i)
			}
		}
	}
}

// grouped returns how far apart two nodes are to be that are so many hops apart, -1 if no path joins them: those of one group are nearer than that, others farther.
func (s *stress) grouped(u, v topology.Node, hops int32) int32 {
	switch {
	case s.groups == nil || u == v:
		return hops
	case s.groups[u] == s.groups[v] && s.groups[u] >= 0:
		if hops == 1 {
			return 1
		}
		return 2
	}
	if hops < 0 {
		hops = 4
	}
	return hops + 3
}

// weigh finds how strongly each pivot pulls at nodes so many hops away: 1/hops², as often as there are nodes that it is the nearest pivot of and
// that are at most half as far from it. Pivots that are equally near share a node.
func (s *stress) weigh() {
	k, width := len(s.pivots), int(s.most)+1
	around := make([]float64, k*width) // by pivot and hops: such nodes
	for i := range s.nodes {
		row := s.hops[i*k : (i+1)*k]
		nearest, ties := slices.Min(row), 0
		for _, hops := range row {
			if hops == nearest {
				ties++
			}
		}
		for p, hops := range row {
			if hops == nearest {
				around[p*width+int(hops)] += 1 / float64(ties)
			}
		}
	}
	s.pull = make([]float64, k*width)
	for p := range k {
		within := 0.0
		for hops := 1; hops < width; hops++ {
			if hops%2 == 0 || hops == 1 {
				within += around[p*width+hops/2]
			}
			s.pull[p*width+hops] = within / float64(hops*hops)
		}
	}
}

// start places the nodes by the two strongest eigenvectors of the squared distances to the first pivots, and none exactly upon another.
func (s *stress) start() {
	n, k := len(s.nodes), min(len(s.pivots), startPivots)
	c := s.centred(k)
	first := eigenvector(c, n, k, nil)
	second := eigenvector(c, n, k, first)
	for i := range s.at {
		sin, cos := math.Sincos(float64(i) * 2.4) // the golden angle
		s.at[i] = point{first[i] + float64(1e-3*cos), second[i] + float64(1e-3*sin)}
	}
	stretch, weight := 0.0, 0.0
	for i := range n {
		for p := range k {
			hops := float64(s.hops[i*len(s.pivots)+p])
			if away := distance(s.at[i], s.at[s.pivots[p]]); hops > 0 {
				stretch += away / hops
				weight += float64((away / hops) * (away / hops))
			}
		}
	}
	if weight > 0 {
		for i, p := range s.at {
			s.at[i] = point{float64(p.x * stretch / weight), float64(p.y * stretch / weight)}
		}
	}
}

// centred returns the squared hops to the first k pivots, by node and pivot, less the means of their rows and columns.
func (s *stress) centred(k int) []float64 {
	n := len(s.nodes)
	c := make([]float64, n*k)
	column := make([]float64, k)
	for i := range n {
		row := 0.0
		for p := range k {
			hops := float64(s.hops[i*len(s.pivots)+p])
			c[i*k+p] = float64(hops * hops)
			row += c[i*k+p]
		}
		for p := range k {
			c[i*k+p] -= row / float64(k)
			column[p] += c[i*k+p]
		}
	}
	for i := range n {
		for p := range k {
			c[i*k+p] -= column[p] / float64(n)
		}
	}
	return c
}

// eigenvector returns what c, of n rows of k, makes of its strongest singular vector, or of the strongest at right angles to what gave other: about as
// long as the network is in this direction.
func eigenvector(c []float64, n, k int, other []float64) []float64 {
	v, u := make([]float64, k), make([]float64, n)
	for p := range v {
		v[p] = 1 / float64(p+1)
	}
	length := 0.0
	for range 40 {
		for i := range u {
			u[i] = dot(c[i*k:(i+1)*k], v)
		}
		if other != nil {
			along := dot(u, other) / max(dot(other, other), 1e-9)
			for i := range u {
				u[i] -= float64(along * other[i])
			}
		}
		clear(v)
		for i, x := range u {
			for p, y := range c[i*k : (i+1)*k] {
				v[p] += float64(x * y)
			}
		}
		length = math.Sqrt(dot(v, v))
		if length < 1e-6 {
			return make([]float64, n)
		}
		for p := range v {
			v[p] /= length
		}
	}
	scale := math.Sqrt(math.Sqrt(length)) // the singular value is a squared distance
	for i := range u {
		u[i] /= scale
	}
	return u
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += float64(x * b[i])
	}
	return sum
}

// settle moves each node in turn to where it has the least stress with the others, until none moves far.
func (s *stress) settle() {
	for range max(leastRounds, min(pairsInAll/len(s.hops), mostRounds)) {
		farthest := 0.0
		for i := range s.at {
			to := s.better(i)
			farthest = max(farthest, math.Abs(to.x-s.at[i].x), math.Abs(to.y-s.at[i].y))
			s.at[i] = to
		}
		if farthest < 1e-3 {
			break
		}
	}
}

// better returns where node i has less stress: the mean of the places that pivots and neighbors want it at, by their pull.
func (s *stress) better(i int) point {
	at, k, width := s.at[i], len(s.pivots), int(s.most)+1
	sum, weight := point{}, 0.0
	for p, hops := range s.hops[i*k : (i+1)*k] {
		w := s.pull[p*width+int(hops)]
		if w == 0 {
			continue
		}
		q := s.at[s.pivots[p]]
		dx, dy := at.x-q.x, at.y-q.y
		part := float64(hops) / math.Sqrt(float64(dx*dx)+float64(dy*dy)+1e-12)
		sum.x += float64(w * (q.x + float64(part*dx)))
		sum.y += float64(w * (q.y + float64(part*dy)))
		weight += w
	}
	if k < len(s.nodes) && s.groups == nil {
		for _, v := range s.net.Neighbors(s.nodes[i]) {
			q := s.at[s.index[v]]
			dx, dy := at.x-q.x, at.y-q.y
			part := 1 / math.Sqrt(float64(dx*dx)+float64(dy*dy)+1e-12)
			sum.x += q.x + float64(part*dx)
			sum.y += q.y + float64(part*dy)
			weight++
		}
	}
	if weight == 0 {
		return at
	}
	return point{sum.x / weight, sum.y / weight}
}
