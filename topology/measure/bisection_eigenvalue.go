package measure

import (
	"math"

	"topobook/topology"
)

// maxEigenvalue is the largest number of nodes for which the bound by eigenvalue is computed: three
// matrices of 1 MB, and some 20 inverses.
const maxEigenvalue = 400

// eigenvalueBound returns a lower bound on the bisection of net, if one by eigenvalue is better than lower;
// it is content with upper.
//
// Let x be 1 on one side of a cut and -1 on the other, s = 0 or 1 the difference of the halves, L the
// Laplacian matrix, and e the vector that is 1 at processors and 0 at switches. For any numbers u and c,
// let M = L + c·eeᵀ - diag(u). Then xᵀLx is 4 for each link of the cut, xᵀeeᵀx = s², and xᵀdiag(u)x is
// the sum of u; so that the cut has at least (Σu - cs²)/4 links if M has no negative eigenvalue.
//
// The best u and c are found by Newton's method for that sum plus μ log det M, with μ made smaller step
// by step; every M on the way is positive definite. The last one is rounded to multiples of 2⁻²⁰, and
// proved to be.
func eigenvalueBound(net *topology.Network, lower, upper int, progress topology.Progress) (int, error) {
	n := net.Order()
	if n > maxEigenvalue || lower >= upper {
		return lower, nil
	}
	m := newDiagonal(net)
	work := newBudget(progress, "bisection", net)
	work.total = maxNewton
	for i := range maxNewton {
		work.done = i
		ok, err := m.step(work)
		if err != nil {
			return 0, err
		}
		if !ok || m.sum()/4 > float64(upper)-0.9 || m.weight*float64(n) < 0.01 {
			break
		}
	}
	for i, u := range m.u {
		m.u[i] = math.Floor((u-0x1p-16)*0x1p20) * 0x1p-20
	}
	m.fill()
	trace := 0.0
	for i := range n {
		trace += m.rows[i*n+i]
	}
	// If Cholesky's algorithm ends on M less a multiple of the identity that is at least
	// (n+1)2⁻⁵³/(1-2(n+1)2⁻⁵³) times the trace, M is positive definite, rounding errors and all:
	// Rump, Verification of positive definiteness, BIT 2006. We take four times as much.
	for i := range n {
		m.rows[i*n+i] -= float64(4*(n+2)) * 0x1p-53 * trace
	}
	if cholesky(m.rows, n) {
		lower = max(lower, int(math.Ceil(m.sum()/4)))
	}
	return lower, nil
}

// maxSpectral is the largest number of nodes for which [spectralBound] is computed: its vectors take 48 MB.
const maxSpectral = 20_000

// spectralBound is [eigenvalueBound] for larger networks, with M = L. Let y be the part of x that is orthogonal to e, whose length is that of x if the
// halves are equal: xᵀLx is at least the least eigenvalue of L on such vectors, times the number of nodes. If they are not, but all nodes are
// processors, Le = 0, so that xᵀLx = yᵀLy still, and the square of the length of y is 1/N less.
func spectralBound(net *topology.Network, lower, upper int, progress topology.Progress) (int, error) {
	n, odd := net.Order(), len(net.Processors())%2
	if n > maxSpectral || lower >= upper || lower == 0 || odd == 1 && len(net.Processors()) < n {
		return lower, nil
	}
	e := make([]float64, n)
	for _, u := range net.Processors() {
		e[u] = 1
	}
	least, err := newLaplacian(net, e, progress).least()
	if err != nil {
		return 0, err
	}
	square := float64(n) - float64(odd)/float64(n)
	return max(lower, int(math.Ceil(float64(least*square)/4*(1-1e-6)-1e-6))), nil
}

// maxNewton bounds the steps of Newton's method.
const maxNewton = 60

// A diagonal is a choice of the numbers u and c of [eigenvalueBound]; c is u[n].
type diagonal struct {
	net    *topology.Network
	e      []float64
	odd    float64 // s²
	u      []float64
	weight float64   // μ
	rows   []float64 // M, or its Cholesky factor, by rows
	inv    []float64 // of M
	second []float64 // the matrix of second derivatives
}

func newDiagonal(net *topology.Network) *diagonal {
	n := net.Order()
	m := &diagonal{net: net, e: make([]float64, n), odd: float64(len(net.Processors()) % 2), u: make([]float64, n+1), weight: 1,
		rows: make([]float64, n*n), inv: make([]float64, n*n), second: make([]float64, (n+1)*(n+1))}
	for i := range n {
		m.u[i] = -1
	}
	for _, u := range net.Processors() {
		m.e[u] = 1
	}
	m.u[n] = 1
	m.fill()
	cholesky(m.rows, n)
	return m
}

// sum returns Σu - cs².
func (m *diagonal) sum() float64 {
	n := len(m.e)
	sum := float64(-m.odd * m.u[n])
	for _, u := range m.u[:n] {
		sum += u
	}
	return sum
}

// fill computes M.
func (m *diagonal) fill() {
	n := len(m.e)
	for i := range n {
		row := m.rows[i*n : i*n+n]
		for j := range row {
			row[j] = float64(m.u[n] * m.e[i] * m.e[j])
		}
		for _, v := range m.net.Neighbors(topology.Node(i)) {
			row[v]--
		}
		row[i] += float64(m.net.Degree(topology.Node(i))) - m.u[i]
	}
}

// step makes a step of Newton's method. On call and return, rows is the factor of M. It reports
// whether it could.
func (m *diagonal) step(work *budget) (bool, error) {
	n := len(m.e)
	m.weight *= 0.4
	for i := range n {
		if err := work.spend(2 * n * n); err != nil {
			return false, err
		}
		column := m.inv[i*n : i*n+n]
		clear(column)
		column[i] = 1
		solve(m.rows, n, column)
	}
	// With Z = M⁻¹: the derivatives of log det M are -Zᵢᵢ by uᵢ and eᵀZe by c, and the second ones
	// -Zᵢⱼ², (Ze)ᵢ² and -(eᵀZe)². The sum alone has the derivatives 1 and -s². If c were free, it would
	// grow without bound where s = 0; so it costs a little.
	d := make([]float64, n+1)
	total := 0.0
	for i := range n {
		row := m.second[i*(n+1):]
		ze := 0.0
		for j, z := range m.inv[i*n : i*n+n] {
			row[j] = float64(z * z)
			ze += float64(z * m.e[j])
		}
		m.second[n*(n+1)+i] = float64(-ze * ze)
		total += float64(ze * m.e[i])
		d[i] = 1/m.weight - m.inv[i*n+i]
	}
	m.second[n*(n+1)+n] = float64(total * total)
	d[n] = total - max(m.odd, 1e-4)/m.weight
	if !cholesky(m.second, n+1) {
		return false, nil
	}
	solve(m.second, n+1, d)
	for range 40 {
		if err := work.spend(n * n * n / 4); err != nil {
			return false, err
		}
		for i := range m.u {
			m.u[i] += d[i]
		}
		m.fill()
		if cholesky(m.rows, n) {
			return true, nil
		}
		for i := range m.u {
			m.u[i] -= d[i]
			d[i] *= 0.6
		}
	}
	return false, nil
}

// cholesky puts in place of the lower triangle of a symmetric n×n matrix, given by rows, its Cholesky
// factor; it reports false if it meets a square that is not positive.
func cholesky(rows []float64, n int) bool {
	for i := range n {
		a := rows[i*n : i*n+i+1]
		for j := range a {
			b := rows[j*n : j*n+j+1]
			sum := a[j]
			for k, x := range b[:j] {
				sum -= float64(x * a[k])
			}
			switch {
			case j < i:
				a[j] = sum / b[j]
			case sum > 0:
				a[j] = math.Sqrt(sum)
			default:
				return false
			}
		}
	}
	return true
}

// solve puts in place of x the y with LLᵀy = x, for the Cholesky factor L of n×n numbers by rows.
func solve(rows []float64, n int, x []float64) {
	for i := range n {
		sum := x[i]
		for j, l := range rows[i*n : i*n+i] {
			sum -= float64(l * x[j])
		}
		x[i] = sum / rows[i*n+i]
	}
	for i := n - 1; i >= 0; i-- {
		x[i] /= rows[i*n+i]
		for j, l := range rows[i*n : i*n+i] {
			x[j] -= float64(l * x[i])
		}
	}
}
