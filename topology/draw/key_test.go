package draw_test

import (
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/family"
)

// TestKey checks that a legend names each style that a drawing has, as the drawing has it, and that one with a single style has none.
func TestKey(t *testing.T) {
	whole, pruned := must(family.NewTorus(4, 3)), must(family.NewIncompleteTorus(4, 3, 4, 4, 0))
	path := func(nodes ...topology.Node) (hops []topology.Channel) {
		for i, u := range nodes[1:] {
			c, ok := pruned.ChannelBetween(nodes[i], u)
			if !ok {
				t.Fatalf("no link between nodes %d and %d", nodes[i], u)
			}
			hops = append(hops, c)
		}
		return hops
	}
	next := pruned.Neighbors(0)
	for _, tt := range []struct {
		name string
		set  func(*draw.Options)
		want []string
	}{
		{"nothing", func(*draw.Options) {}, nil},
		{"ends", func(o *draw.Options) { o.Source, o.Dest = 0, 1 }, nil},
		{"a path between ends", func(o *draw.Options) { o.Source, o.Dest, o.Paths = 0, next[0], [][]topology.Channel{path(0, next[0])} }, nil},
		{"a path and a fault", func(o *draw.Options) {
			o.Source, o.Paths, o.Faults = 0, [][]topology.Channel{path(0, next[0])}, next[1:2]
		}, []string{"path", "broken", "source"}},
		{"two paths, one empty, and a cut", func(o *draw.Options) {
			o.Paths, o.FaultLinks = [][]topology.Channel{path(0, next[0]), nil, path(0, next[1])}, path(0, next[2])
		}, []string{"path 1", "path 3", "broken"}},
		{"pruned", func(o *draw.Options) { o.Within, o.Marked, o.Dest = whole, next, 0 }, []string{"marked", "only in torus(k=4, n=3)", "destination"}},
		{"many paths", func(o *draw.Options) {
			for range 7 {
				o.Paths = append(o.Paths, path(0, next[0]))
			}
			o.Highlights = []draw.Highlight{{Level: topology.NoLevel, Label: 2}}
		}, []string{"paths, in 6 colors by turns", "label 2"}},
	} {
		o := draw.Defaults()
		tt.set(&o)
		svg, err := draw.Network(pruned, o)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, sign := range draw.Key(pruned, o) {
			got = append(got, sign.Text)
			_, class, _ := strings.Cut(sign.Sample, `<path class="`)
			if class, _, ok := strings.Cut(class, `"`); ok && class != "cross" && !strings.Contains(svg, `class="`+class) && !hasClasses(svg, class) {
				t.Errorf("%s: the sample of %s has the class %s, which nothing drawn has", tt.name, sign.Text, class)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: the legend has %q, want %q", tt.name, got, tt.want)
		}
	}
}

// hasClasses tells whether an element of svg has all the classes.
func hasClasses(svg, classes string) bool {
	for _, part := range strings.Split(svg, `class="`)[1:] {
		list, _, _ := strings.Cut(part, `"`)
		all := true
		for _, class := range strings.Fields(classes) {
			all = all && slices.Contains(strings.Fields(list), class)
		}
		if all {
			return true
		}
	}
	return false
}

// The title of a switch of trees on shared leaves counts its level as its address does.
func TestLevelInTitle(t *testing.T) {
	for _, tt := range []struct {
		net  *topology.Network
		want []string
	}{
		{must(family.NewKyklos(2, 2, 2, 3)), []string{"switch 3,0, level 3,", "switch -1,0, level -1,", "processor 0, level 0,"}},
		{must(family.NewKaryNTree(2, 3)), []string{"switch 0,0@0, level 0,", "switch 0,0@2, level 2,"}},
	} {
		svg, err := draw.Network(tt.net, draw.Defaults())
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range tt.want {
			if !strings.Contains(svg, want) {
				t.Errorf("%v: no title has %q", tt.net, want)
			}
		}
	}
}
