package draw

import (
	"fmt"
	"math"
	"strconv"

	"topobook/topology"
	"topobook/topology/sorting"
)

// MaxDensityNodes bounds the nodes of the picture of [Density].
const MaxDensityNodes = 10_000

// The most rows of a density picture, and how many there are if that would take too many bytes.
const (
	mostBlocks    = 100
	fewerBlocks   = 70
	mostCellBytes = 60_000
)

// Density returns a picture of a network that is too large to draw node by node, an svg element for a page, and what it shows in words. It takes O(N+L) time, and
// reports its progress. It returns an error for more than [MaxDensityNodes] nodes.
func Density(net *topology.Network, progress topology.Progress) (svg, words string, err error) {
	d, err := newDensity(net, mostBlocks, progress)
	if err != nil {
		return "", "", err
	}
	if svg = d.svg(); len(svg) > mostCellBytes {
		if d, err = newDensity(net, fewerBlocks, progress); err != nil {
			return "", "", err
		}
		svg = d.svg()
	}
	return svg, d.words(), nil
}

// A density is a picture of a network that is too large to draw node by node: a matrix whose rows and columns are blocks of nodes that follow each other
// in the order of their addresses. The shade of a cell is the number of links between two blocks.
type density struct {
	net    *topology.Network
	most   int             // blocks, about
	starts []topology.Node // by block: its first node; and the order at the end
	breaks []int           // blocks that begin a kind or a level
	links  [][]float64     // by two blocks; on the diagonal, those within one
	inside int             // links within blocks
	pairs  int             // pairs of distinct blocks with a link
}

func newDensity(net *topology.Network, most int, progress topology.Progress) (*density, error) {
	if net.Order() > MaxDensityNodes {
		return nil, fmt.Errorf("%v: has %d nodes, want at most %d", net, net.Order(), MaxDensityNodes)
	}
	d := &density{net: net, most: most}
	d.cut()
	blocks := len(d.starts) - 1
	of := make([]int, net.Order()) // by node: its block
	for b := range blocks {
		for u := d.starts[b]; u < d.starts[b+1]; u++ {
			of[u] = b
		}
	}
	d.links = make([][]float64, blocks)
	for b := range d.links {
		d.links[b] = make([]float64, blocks)
	}
	lazy := net.Pending()
	var row []topology.Node
	for u := range topology.Node(net.Order()) {
		if lazy != nil {
			row = lazy.AppendNeighbors(row[:0], u)
		} else {
			row = net.Neighbors(u)
		}
		for _, v := range row {
			d.links[of[u]][of[v]]++
		}
		if u%256 == 0 {
			if err := progress.Report(int(u), net.Order()); err != nil {
				return nil, err
			}
		}
	}
	for b, row := range d.links {
		row[b] /= 2 // each was counted from both ends
		d.inside += int(row[b])
		for _, x := range row[:b] {
			if x > 0 {
				d.pairs++
			}
		}
	}
	return d, nil
}

// cut divides the nodes into blocks of one kind and level each. Where the nodes of a level are a multiple of a block that is about as large as wanted, all of its
// blocks are equal, as are the rows of a torus.
func (d *density) cut() {
	net, n := d.net, topology.Node(d.net.Order())
	var sections []topology.Node // their first nodes
	for u := range n {
		if u == 0 || net.Kind(u) != net.Kind(u-1) || net.Level(u) != net.Level(u-1) {
			sections = append(sections, u)
		}
	}
	if len(sections) > d.most/2 { // levels say little of the order
		sections = sections[:1]
	}
	sections = append(sections, n)
	weight := 0.0 // small sections have more blocks than their share
	for i, first := range sections[1:] {
		weight += math.Sqrt(float64(first - sections[i]))
	}
	for i, first := range sections[:len(sections)-1] {
		end := sections[i+1]
		size := int(end - first)
		wanted := min(size, max(1, int(float64(d.most)*math.Sqrt(float64(size))/weight)))
		block := (size + wanted - 1) / wanted
		for larger := block; larger <= 2*block; larger++ {
			if size%larger == 0 {
				block = larger
				break
			}
		}
		d.breaks = append(d.breaks, len(d.starts))
		for u := first; u < end; u += topology.Node(block) {
			d.starts = append(d.starts, u)
		}
	}
	d.starts = append(d.starts, n)
}

// words returns what the picture shows in a sentence: blocks, and how many links join which.
func (d *density) words() string {
	blocks := len(d.starts) - 1
	least, most := d.net.Order(), 0
	for b := range blocks {
		size := int(d.starts[b+1] - d.starts[b])
		least, most = min(least, size), max(most, size)
	}
	sizes := strconv.Itoa(least)
	if most > least {
		sizes += " to " + strconv.Itoa(most)
	}
	all := blocks * (blocks - 1) / 2
	share := 0.0
	if d.net.Size() > 0 {
		share = math.Round(1000*float64(d.inside)/float64(d.net.Size())) / 10
	}
	return count(d.net.Order(), "node") + " in " + count(blocks, "block") + " of " + sizes + " in the order of their addresses: " +
		FormatNumber(share) + "% of " + FormatNumber(float64(d.net.Size())) + " links lie within a block, the others join " + FormatNumber(float64(d.pairs)) + " of " + count(all, "pair") + " of blocks."
}

// svg returns the picture: the shades and the legend of a heat map, with the addresses at which kinds, levels and some blocks begin.
func (d *density) svg() string {
	const side, names = 400.0, 9.5
	blocks := len(d.starts) - 1
	h := &heat{Heatmap: Heatmap{Title: short(d.net.String()), Values: d.links}, width: blocks, height: blocks}
	marks := d.marks(side / float64(blocks))
	longest := 0.0
	for _, mark := range marks {
		longest = max(longest, textWidth(d.name(mark), names))
	}
	// Texts are larger on a phone.
	h.left, h.top, h.cell = math.Ceil(float64(1.4*longest)+10), 34, point{side / float64(blocks), side / float64(blocks)}
	h.size = point{math.Ceil(max(h.left+side+longest/2, h.keyWidth())) + 2, math.Ceil(h.top + side + 60)}
	h.shade()
	h.open("svg", "class", "chart heat", "role", "img", "viewBox", "0 0 "+num(h.size.x)+" "+num(h.size.y), "width", shownWidth(h.size.x))
	h.element("title", h.Title)
	h.element("desc", h.Title+": "+d.words())
	h.element("text", h.Title, "class", "title", "x", "0", "y", "13")
	h.cells()
	var lines shape
	for _, b := range d.breaks[1:] {
		at := float64(h.cell.x * float64(b))
		lines.moveTo(point{h.left + at, h.top})
		lines.lineTo(point{h.left + at, h.top + side})
		lines.moveTo(point{h.left, h.top + at})
		lines.lineTo(point{h.left + side, h.top + at})
	}
	if len(lines) > 0 {
		h.empty("path", "class", "axis", "stroke-width", "0.6", "d", string(lines))
	}
	h.open("g", "class", "tick", "font-size", num(names))
	end := 0.0 // of the last name above
	for _, mark := range marks {
		at := float64(h.cell.x * (float64(mark) + 0.5))
		h.element("text", d.name(mark), "text-anchor", "end", "x", num(h.left-5), "y", num(h.top+at+3))
		if x := h.left + at - h.cell.x/2; x >= end {
			h.element("text", d.name(mark), "x", num(x), "y", num(h.top-5))
			end = x + textWidth(d.name(mark), names) + 6
		}
	}
	h.close("g")
	h.key()
	h.element("text", "links between two blocks of nodes", "class", "tick", "x", num(h.left), "y", num(h.size.y-4), "font-size", "10")
	h.close("svg")
	return h.String()
}

// name returns what stands at block b: the address of its first node.
func (d *density) name(b int) string { return short(d.net.Address(d.starts[b])) }

// marks returns the blocks that are named: those that begin a kind or a level, and others at a distance, as far as names keep apart.
func (d *density) marks(cell float64) []int {
	const apart = 16
	var marks []int
	far := func(b int) bool {
		for _, mark := range marks {
			if math.Abs(float64(b-mark))*cell < apart {
				return false
			}
		}
		return true
	}
	for _, b := range d.breaks {
		if far(b) {
			marks = append(marks, b)
		}
	}
	for b := 0; b < len(d.starts)-1; b++ {
		if far(b) && far(b+int(24/cell)/2) {
			marks = append(marks, b)
		}
	}
	sorting.Sort(marks)
	return marks
}
