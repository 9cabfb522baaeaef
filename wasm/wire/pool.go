package wire

// A kernel sends the workers of its pool what changed the notebook, and [Run] with Help. They do not
// answer but with [Want] and [Computed].

// Want says that a worker has come to a work and can compute a part of it.
type Want struct {
	Run  int // the one that asked for help
	Cell string
	Call int // which work of the cell
}

func (*Want) message() {}

// Computed has a part of a work, and says that the worker can compute another.
type Computed struct {
	Want
	Part    int
	Numbers []float64
}

func (*Computed) message() {}

// Order tells a worker which part of a work to compute.
type Order struct {
	Cell       string
	Call, Part int
}

func (*Order) message() {}

// Parts tells a worker that all parts of a work are known.
type Parts struct {
	Cell  string
	Call  int
	Parts [][]float64
}

func (*Parts) message() {}
