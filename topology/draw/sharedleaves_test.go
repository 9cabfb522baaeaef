package draw_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/export"
	"topobook/topology/family"
)

// TestSharedLeaves checks that leaves stand in a row with their addresses, tree 1 above them, root on
// top, and tree 2 below them, upside down, and that further trees are lighter.
func TestSharedLeaves(t *testing.T) {
	for n := 2; n <= 6; n++ {
		svg, err := draw.Network(must(family.NewKyklos(2, 2, 2, n)), draw.Defaults())
		if err != nil {
			t.Fatal(err)
		}
		last := -1.0
		for height := n; height >= -n; height-- { // y of the first node of each row
			address := strconv.Itoa(height) + ",0"
			if height == 0 {
				address = strconv.Itoa(1<<n - 1)
			}
			y := middleOf(t, svg, address)
			if y <= last {
				t.Errorf("kyklos n=%d: node %s is at %v, want below %v", n, address, y, last)
			}
			last = y
		}
		for u := range 1 << n {
			if !strings.Contains(svg, ">"+strconv.Itoa(u)+"</text>") {
				t.Errorf("kyklos n=%d: leaf %d has no address", n, u)
			}
		}
		if strings.Contains(svg, `opacity=`) {
			t.Errorf("kyklos n=%d: has lighter links, want none", n)
		}
	}
	for _, n := range []int{2, 4} {
		svg, err := draw.Network(must(family.NewModifiedKyklos(n)), draw.Defaults())
		if err != nil {
			t.Fatal(err)
		}
		// Tree 3, and the link from its root to the father, which needs no way around.
		if got, want := strings.Count(svg, `opacity=".5"`), 2*(1<<n)-1; got != want {
			t.Errorf("modified_kyklos n=%d: %d lighter links, want %d", n, got, want)
		}
		if middleOf(t, svg, "father") >= middleOf(t, svg, "3,"+strconv.Itoa(n)+",0") {
			t.Errorf("modified_kyklos n=%d: the father root is not on top", n)
		}
	}
}

// TestSingleTree checks that the rows of a single tree are named by heights, and that its leaves stand in
// its own order, so that no two links cross.
func TestSingleTree(t *testing.T) {
	sequence := []int{4, 8, 0, 2, 1, 7, 5, 3, 6}
	svg, err := draw.Network(must(family.NewKyklosLS(3, [][]int{sequence})), draw.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := rowNames(svg), "level 2, level 1, leaves"; got != want {
		t.Errorf("rows: %s, want %s", got, want)
	}
	boxes, _, _ := shapes(t, svg)
	for i, x := range sequence[1:] {
		if left, right := boxes[strconv.Itoa(sequence[i])], boxes[strconv.Itoa(x)]; left.right >= right.left {
			t.Errorf("leaf %d is not left of leaf %d", sequence[i], x)
		}
	}
}

// TestRowNames checks that rows count levels as the addresses of their nodes do, from the leaves or from
// the top, and that processors are called so wherever they stand.
func TestRowNames(t *testing.T) {
	hyper := must(family.NewHyperKyklos(3))
	var low []topology.Node
	for u := range topology.Node(hyper.Order()) {
		if _, height, _ := hyper.Definition.(topology.SharedLeaves).Position(u); height <= 1 {
			low = append(low, u)
		}
	}
	between := `{"nodes": [{"id": "1,0", "kind": "switch", "level": 0}, {"id": "p0", "kind": "processor", "level": 1},
		{"id": "-1,0", "kind": "switch", "level": 2}], "links": [{"source": "1,0", "target": "p0"}, {"source": "p0", "target": "-1,0"}]}`
	for _, tt := range []struct {
		net  *topology.Network
		want string
	}{
		{must(topology.Induced(hyper, low)), "level 1, processors"},
		{must(family.NewSKBanyan(3, 2)), "level 2, level 1, processors"},
		{must(family.NewKaryNTree(2, 3)), "level 0, level 1, level 2, processors"},
		{must(export.Read("json", between, nil)), "level 1, processors, level -1"},
	} {
		svg, err := draw.Network(tt.net, draw.Defaults())
		if err != nil {
			t.Fatal(err)
		}
		if got := rowNames(svg); got != tt.want {
			t.Errorf("%v: rows %s, want %s", tt.net, got, tt.want)
		}
	}
}

// rowNames returns the names of the rows of a drawing, from the top.
func rowNames(svg string) string {
	var rows []string
	for _, m := range regexp.MustCompile(`class="row"[^>]*>([^<]*)<`).FindAllStringSubmatch(svg, -1) {
		rows = append(rows, m[1])
	}
	return strings.Join(rows, ", ")
}

// middleOf returns the y of the middle of a node.
func middleOf(t *testing.T, svg, address string) float64 {
	t.Helper()
	_, after, ok := strings.Cut(svg, `data-node="`+address+`"`)
	m := regexp.MustCompile(`<(?:circle[^>]* cy="([^"]*)"|rect[^>]* y="([^"]*)"[^>]* height="([^"]*)")`).FindStringSubmatch(after)
	if !ok || m == nil {
		t.Fatalf("node %s is not drawn", address)
	}
	if m[1] != "" {
		return parse(t, m[1])
	}
	return parse(t, m[2]) + parse(t, m[3])/2
}
