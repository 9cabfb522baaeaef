package family_test

import (
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

func TestMesh(t *testing.T) {
	for _, tt := range ugly {
		net := networktest.Build(t)(family.NewMeshSides(tt.sides))
		networktest.Check(t, net, tt.nodes, tt.mesh)
		checkLattice(t, net, tt.sides, false)
		diameter, farthest := 0, int32(0)
		for _, side := range tt.sides {
			diameter += side - 1
		}
		for u := range topology.Node(net.Order()) {
			farthest = max(farthest, slices.Max(measure.Distances(net, u)))
		}
		if int(farthest) != diameter {
			t.Errorf("%v: diameter %d, want the sum of the sides less one each, %d", net, farthest, diameter)
		}
	}
}

// TestMeshOrbits compares the orbits with those that the reflections and swaps make, one by one.
func TestMeshOrbits(t *testing.T) {
	sides := [][]int{{7}, {8}, {6, 6, 6}, {3, 5, 3}, {5, 4, 5, 4}, {4, 5, 4, 4}, {3, 3, 2, 3, 2}, {9, 9}, {5, 5, 5, 5}, {6, 2, 2, 6}}
	for _, tt := range ugly {
		sides = append(sides, tt.sides)
	}
	for _, sides := range sides {
		mesh, err := family.NewMeshSides(sides)
		net := networktest.Build(t)(mesh, err)
		images := []func([]int){}
		for i, side := range sides {
			images = append(images, func(a []int) { a[i] = side - 1 - a[i] })
			for j := range i {
				if sides[j] == side {
					images = append(images, func(a []int) { a[i], a[j] = a[j], a[i] })
				}
			}
		}
		root := make([]topology.Node, net.Order()) // the first node known of its orbit
		for u := range root {
			root[u] = topology.Node(u)
		}
		for range len(sides) * len(sides) { // as often as an orbit may need
			for u := range topology.Node(net.Order()) {
				for _, image := range images {
					a := mesh.Digits(u)
					image(a)
					v := mesh.Processor(a)
					root[u] = min(root[u], root[v])
				}
			}
		}
		for _, image := range images {
			for u := range topology.Node(net.Order()) {
				for _, v := range net.Neighbors(u) {
					a, b := mesh.Digits(u), mesh.Digits(v)
					image(a)
					image(b)
					if _, ok := net.ChannelBetween(mesh.Processor(a), mesh.Processor(b)); !ok {
						t.Fatalf("%v: link %s–%s is not mapped to one", net, net.Address(u), net.Address(v))
					}
				}
			}
		}
		number := make(map[topology.Node]int)
		for u, first := range root {
			if _, ok := number[first]; !ok {
				number[first] = len(number)
			}
			if got := mesh.Orbit(topology.Node(u)); got != number[first] {
				t.Fatalf("%v: node %s is in orbit %d, want %d, that of %s", net, net.Address(topology.Node(u)), got, number[first], net.Address(first))
			}
		}
	}
}

// The orbits of large meshes are numbered from 0 without a gap.
func TestMeshOrbitsLarge(t *testing.T) {
	for _, mesh := range []family.Mesh{must(family.NewMesh(1<<16, 1)), must(family.NewMesh(255, 2)), must(family.NewMesh(2, 16)),
		must(family.NewMesh(8, 5)), must(family.NewMeshSides([]int{3, 2, 3, 2, 3, 2, 3, 2, 3}))} {
		seen := 0
		for u := range topology.Node(mesh.Order()) {
			orbit := mesh.Orbit(u)
			if orbit < 0 || orbit > seen {
				t.Fatalf("%v: node %s is in orbit %d after %d orbits", mesh, mesh.Address(u), orbit, seen)
			}
			if orbit == seen {
				seen++
			}
		}
	}
}
