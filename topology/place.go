package topology

// A Placed definition knows where its nodes are: on a map, or as somebody has drawn them.
type Placed interface {
	Definition
	// Place returns where u is, x to the right and y down, in a unit of the definition's own; ok tells whether that is known.
	Place(u Node) (x, y float64, ok bool)
}
