package export

import (
	"math"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/draw"
)

// A place is where a text says that a node is.
type place struct {
	x, y       float64 // to the right and down; on the map, degrees to the east and to the south
	hasX, hasY bool
}

// setPlace takes an attribute of a node that says where it is: on the map or in the plane.
func (r *reader) setPlace(u topology.Node, a attribute) {
	value, err := strconv.ParseFloat(a.value, 64)
	if err != nil || math.Abs(value) > 1e9 || math.IsNaN(value) {
		return
	}
	name := strings.ToLower(a.name)
	p := r.places[u]
	switch name {
	case "x":
		p.x, p.hasX = value, true
	case "y":
		p.y, p.hasY = value, true
	case "longitude", "lon":
		p.x, p.hasX, r.onMap = value, true, true
	case "latitude", "lat":
		p.y, p.hasY, r.onMap = -value, true, true
	default:
		return
	}
	if r.places == nil {
		r.places = map[topology.Node]place{}
	}
	r.places[u] = p
}

// A placedFile says where its nodes are.
type placedFile struct {
	*fullFile
	places map[topology.Node]place
	narrow float64 // a degree to the east divided by one to the north, in the middle of the map; 0 if it is none
}

// newPlaced returns f with places.
func newPlaced(f *fullFile, places map[topology.Node]place, onMap bool) *placedFile {
	p := &placedFile{f, places, 0}
	if onMap {
		north, south := math.Inf(-1), math.Inf(1)
		for _, place := range places {
			north, south = max(north, place.y), min(south, place.y)
		}
		p.narrow = max(0.2, math.Cos(float64((north+south)/2)*(math.Pi/180)))
	}
	return p
}

// Place returns where the text says that u is.
func (f *placedFile) Place(u topology.Node) (x, y float64, ok bool) {
	p := f.places[u]
	if f.narrow > 0 {
		p.x = float64(p.x * f.narrow)
	}
	return p.x, p.y, p.hasX && p.hasY
}

// Layout draws nodes where they are.
func (f *placedFile) Layout() draw.LayoutFunc { return draw.Places }

// placeKeys returns the names of the attributes that say where a node is, nil if net does not know.
func placeKeys(net *topology.Network) []string {
	if f, ok := net.Definition.(*placedFile); ok && f.narrow > 0 {
		return []string{"Longitude", "Latitude"}
	}
	if _, ok := net.Definition.(topology.Placed); ok {
		return []string{"x", "y"}
	}
	return nil
}

// eachPlace calls f with where node u is, if that is known.
func eachPlace(net *topology.Network, u topology.Node, f func(name, value string)) {
	keys := placeKeys(net)
	if keys == nil {
		return
	}
	x, y, ok := net.Definition.(topology.Placed).Place(u)
	if file, isFile := net.Definition.(*placedFile); isFile && file.narrow > 0 {
		x, y = file.places[u].x, -file.places[u].y
	}
	if ok {
		f(keys[0], strconv.FormatFloat(x, 'f', -1, 64))
		f(keys[1], strconv.FormatFloat(y, 'f', -1, 64))
	}
}
