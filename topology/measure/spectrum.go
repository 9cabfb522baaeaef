package measure

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"topobook/topology"
)

// Limits of the search for eigenvalues: Lanczos steps, and how near the residual of an eigenvector must come to nothing, as a part of the
// eigenvalue, whose own error is about the square of that.
const (
	maxLanczos  = 300
	spectralEps = 1e-8
)

// errApart says that a search for eigenvalues does not come to an end.
var errApart = errors.New("does not converge, want a network whose eigenvalues lie farther apart")

// AlgebraicConnectivity returns the second smallest eigenvalue of the Laplacian matrix of net, in which parallel links count each. It is 0 for
// a network of several components, and an error for one node. For N nodes of degree d it is found by Lanczos's method on the inverse
// of the matrix, each step of which solves a system of equations by conjugate gradients: to some ten digits, with memory of 300N numbers
// at most. It returns an error if it does not converge or takes too many steps, and reports progress by step.
//
// Source: Fiedler, Algebraic connectivity of graphs, Czechoslovak Mathematical Journal 23, 1973.
func AlgebraicConnectivity(net *topology.Network, progress topology.Progress) (float64, error) {
	if net.Order() < 2 {
		return 0, fmt.Errorf("%v: has one node, want at least two", net)
	}
	if len(Components(net)) > 1 {
		return 0, nil
	}
	return newLaplacian(net, ones(net), progress).least()
}

// A Spectrum is what is known of the eigenvalues of the adjacency matrix of a regular network.
type Spectrum struct {
	Degree int     // the largest
	Second float64 // the second largest, equal to Degree where the network is not connected
	Least  float64
}

// Gap returns the difference between the two largest eigenvalues.
func (s Spectrum) Gap() float64 { return float64(s.Degree) - s.Second }

// RegularSpectrum returns the spectrum of a regular network, found as [AlgebraicConnectivity] is: parallel links count each. It returns an
// error if net is not regular, or for what that does.
func RegularSpectrum(net *topology.Network, progress topology.Progress) (Spectrum, error) {
	s := Spectrum{Degree: net.Degree(0)}
	for u := range topology.Node(net.Order()) {
		if net.Degree(u) != s.Degree {
			return s, fmt.Errorf("%v: node %s has %d links and node %s %d, want a regular network", net, net.Address(0), s.Degree, net.Address(u), net.Degree(u))
		}
	}
	connectivity, err := AlgebraicConnectivity(net, progress)
	if err != nil {
		return s, err
	}
	s.Second = float64(s.Degree) - connectivity
	largest, err := newLaplacian(net, ones(net), progress).largest()
	s.Least = float64(s.Degree) - largest
	return s, err
}

// ones returns the vector that is 1 at every node, for which the Laplacian matrix has the eigenvalue 0.
func ones(net *topology.Network) []float64 {
	e := make([]float64, net.Order())
	for u := range e {
		e[u] = 1
	}
	return e
}

// A laplacian is the Laplacian matrix of a network, on the vectors that are orthogonal to one.
type laplacian struct {
	net    *topology.Network
	out    []float64 // that one, of length 1
	budget *budget
}

func newLaplacian(net *topology.Network, out []float64, progress topology.Progress) *laplacian {
	l := &laplacian{net, out, newBudget(progress, "eigenvalues", net)}
	l.budget.total = maxLanczos
	scale(l.out, 1/math.Sqrt(dot(l.out, l.out)))
	return l
}

// times sets y to the product of the matrix and x.
func (l *laplacian) times(x, y []float64) error {
	start, heads := l.net.Adjacency()
	for u := range y {
		around := heads[start[u]:start[u+1]]
		sum := float64(float64(len(around)) * x[u])
		for _, v := range around {
			sum -= x[v]
		}
		y[u] = sum
	}
	l.project(y)
	return l.budget.spend(2 * (len(y) + len(heads)))
}

// project makes x orthogonal to what is left out.
func (l *laplacian) project(x []float64) { add(x, -dot(l.out, x), l.out) }

// solve sets x to the solution of the matrix times x = b, by conjugate gradients; b must be orthogonal to what is left out.
func (l *laplacian) solve(x, b []float64) error {
	n := len(b)
	r, p, q := append([]float64(nil), b...), append([]float64(nil), b...), make([]float64, n)
	clear(x)
	square := dot(r, r)
	small := square * 1e-26
	for done := 0; square > small; done++ {
		if done > 20*n+100 {
			return fmt.Errorf("%s: %w", l.budget.what, errApart)
		}
		if err := l.times(p, q); err != nil {
			return err
		}
		curve := dot(p, q)
		if !(curve > 0) {
			break // of rounding errors nothing is left
		}
		step := square / curve
		add(x, step, p)
		add(r, -step, q)
		l.project(r) // what rounding leaves there would never go
		next := dot(r, r)
		ratio := next / square
		for i := range p {
			p[i] = r[i] + float64(ratio*p[i])
		}
		square = next
	}
	l.project(x)
	return nil
}

// least returns the least eigenvalue, of a network that is connected.
func (l *laplacian) least() (float64, error) {
	return l.lanczos(func(x, y []float64) error { return l.solve(y, x) })
}

// largest returns the largest eigenvalue.
func (l *laplacian) largest() (float64, error) { return l.lanczos(l.times) }

// lanczos returns the eigenvalue of an eigenvector that belongs to the largest eigenvalue of times, which sets y to the product of x and a function
// of the matrix. It keeps all vectors and makes each orthogonal to those before, twice.
//
// Source: Parlett, The Symmetric Eigenvalue Problem, 1980, chapter 13.
func (l *laplacian) lanczos(times func(x, y []float64) error) (float64, error) {
	n := l.net.Order()
	random := rand.New(rand.NewPCG(1, 2))
	v := make([]float64, n)
	for i := range v {
		v[i] = random.Float64() - 0.5
	}
	l.project(v)
	scale(v, 1/math.Sqrt(dot(v, v)))
	var basis [][]float64
	var diagonal, beside []float64 // of the tridiagonal matrix
	for step := range maxLanczos {
		l.budget.done = step
		basis = append(basis, v)
		w := make([]float64, n)
		if err := times(v, w); err != nil {
			return 0, err
		}
		diagonal = append(diagonal, dot(v, w))
		for range 2 {
			for _, old := range basis {
				add(w, -dot(old, w), old)
			}
			l.project(w)
		}
		if err := l.budget.spend(8 * n * len(basis)); err != nil {
			return 0, err
		}
		next := math.Sqrt(dot(w, w))
		value, parts := largestOf(diagonal, beside)
		if float64(next*math.Abs(parts[step])) <= float64(spectralEps*value) || step+2 >= n {
			return l.quotient(basis, parts)
		}
		scale(w, 1/next)
		beside = append(beside, next)
		v = w
	}
	return 0, fmt.Errorf("%s: %w", l.budget.what, errApart)
}

// quotient returns the Rayleigh quotient of a combination of vectors: the eigenvalue, if it is an eigenvector.
func (l *laplacian) quotient(basis [][]float64, parts []float64) (float64, error) {
	x, y := make([]float64, l.net.Order()), make([]float64, l.net.Order())
	for i, v := range basis {
		add(x, parts[i], v)
	}
	err := l.times(x, y)
	return dot(x, y) / dot(x, x), err
}

// largestOf returns the largest eigenvalue of a symmetric tridiagonal matrix, and its eigenvector of length 1.
func largestOf(diagonal, beside []float64) (value float64, vector []float64) {
	n := len(diagonal)
	// The eigenvalues below x are as many as there are negative pivots of the matrix less x: bisection.
	low, high := math.Inf(1), math.Inf(-1)
	for i, d := range diagonal {
		around := 0.0
		if i > 0 {
			around += math.Abs(beside[i-1])
		}
		if i < n-1 {
			around += math.Abs(beside[i])
		}
		low, high = min(low, d-around), max(high, d+around)
	}
	tiny := max(math.Abs(low), math.Abs(high)) * 1e-300
	below := func(x float64) (count int) {
		pivot := 1.0
		for i, d := range diagonal {
			off := 0.0
			if i > 0 {
				off = float64(beside[i-1]*beside[i-1]) / pivot
			}
			if pivot = d - x - off; pivot == 0 {
				pivot = -tiny - 1e-308
			}
			if pivot < 0 {
				count++
			}
		}
		return count
	}
	for range 200 {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			break
		}
		if below(middle) >= n {
			high = middle
		} else {
			low = middle
		}
	}
	value = high
	// The eigenvector by the recurrence from its last part on, which is large where it grows: scaled at the end.
	vector = make([]float64, n)
	vector[n-1] = 1
	if n > 1 {
		vector[n-2] = (value - diagonal[n-1]) / beside[n-2]
	}
	for i := n - 3; i >= 0; i-- {
		vector[i] = (float64((value-diagonal[i+1])*vector[i+1]) - float64(beside[i+1]*vector[i+2])) / beside[i]
		if math.Abs(vector[i]) > 1e100 {
			scale(vector[i:], 1e-100)
		}
	}
	scale(vector, 1/math.Sqrt(dot(vector, vector)))
	return value, vector
}

func dot(x, y []float64) (sum float64) {
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}

// add adds a times y to x.
func add(x []float64, a float64, y []float64) {
	for i, v := range y {
		x[i] += float64(a * v)
	}
}

func scale(x []float64, a float64) {
	for i := range x {
		x[i] *= a
	}
}
