package export

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/sorting"
)

// The headers that a file may begin with.
const (
	graph6Header  = ">>graph6<<"
	sparse6Header = ">>sparse6<<"
)

// maxGraph6 bounds the nodes of a network in graph6, which has a bit for each two.
const maxGraph6 = 1 << 15

// Graph6 returns net as a line of graph6, which has no names: nodes are numbered in order. It returns an error if net has parallel
// links or more than 2¹⁵ nodes.
func Graph6(net *topology.Network, progress topology.Progress) (string, error) {
	n := net.Order()
	if net.IsMulti() {
		return "", fmt.Errorf("graph6: %v has parallel links, want at most one between two nodes, or sparse6", net)
	}
	if n > maxGraph6 {
		return "", fmt.Errorf("graph6: %v has %d nodes, want at most %d, or sparse6", net, n, maxGraph6)
	}
	has := make([]byte, (n*(n-1)/2+5)/6)
	err := eachLink(net, progress, func(a, b topology.Node, _ topology.Channel) {
		i := int(b)*(int(b)-1)/2 + int(a)
		has[i/6] |= 32 >> (i % 6)
	})
	if err != nil {
		return "", err
	}
	for i := range has {
		has[i] += 63
	}
	return graph6Header + string(appendOrder6(nil, n)) + string(has) + "\n", nil
}

// Sparse6 returns net as a line of sparse6, which has no names: nodes are numbered in order.
func Sparse6(net *topology.Network, progress topology.Progress) (string, error) {
	n := net.Order()
	pairs := make([]int, 0, net.Size()) // the higher end times n, plus the lower
	err := eachLink(net, progress, func(a, b topology.Node, _ topology.Channel) { pairs = append(pairs, int(b)*n+int(a)) })
	if err != nil {
		return "", err
	}
	sorting.Sort(pairs)
	w := sixBits{bytes: append([]byte(sparse6Header+":"), appendOrder6(nil, n)...)}
	size, at := width6(n), 0
	for _, pair := range pairs {
		switch high := pair / n; {
		case high == at:
			w.write(0, 1)
		case high == at+1:
			w.write(1, 1)
			at = high
		default:
			w.write(1, 1)
			w.write(high, size)
			w.write(0, 1)
			at = high
		}
		w.write(pair%n, size)
	}
	if free := (6 - w.used) % 6; size < 6 && n == 1<<size && free >= size+1 && at == n-2 {
		w.write(0, 1) // else the bits that fill up would be a loop at the last node
	}
	for w.used%6 != 0 {
		w.write(1, 1)
	}
	return string(w.bytes) + "\n", nil
}

// sixBits writes numbers in bytes of six bits.
type sixBits struct {
	bytes []byte
	used  int // bits of the last byte, 0 if all are
}

// write appends the lowest bits of a number, the highest first.
func (w *sixBits) write(x, count int) {
	for i := count - 1; i >= 0; i-- {
		if w.used == 0 {
			w.bytes = append(w.bytes, 63)
		}
		w.bytes[len(w.bytes)-1] += byte(x>>i&1) << (5 - w.used)
		w.used = (w.used + 1) % 6
	}
}

// width6 returns how many bits the number of a node of n takes in sparse6.
func width6(n int) int { return max(1, bits.Len(uint(n-1))) }

// appendOrder6 appends a number of nodes.
func appendOrder6(b []byte, n int) []byte {
	digits := 1
	switch {
	case n > 258047:
		b, digits = append(b, 126, 126), 6
	case n > 62:
		b, digits = append(b, 126), 3
	}
	for i := digits - 1; i >= 0; i-- {
		b = append(b, byte(n>>(6*i)&63)+63)
	}
	return b
}

// readGraph6 reads one graph in graph6 or sparse6, with a header or without.
//
// Source: McKay, formats.txt of nauty.
func readGraph6(r *reader) {
	sparse := r.accept(sparse6Header)
	if !sparse {
		r.accept(graph6Header)
	}
	line := r.while(func(b byte) bool { return b != '\n' })
	line = strings.TrimSuffix(line, "\r")
	if strings.TrimSpace(r.text[r.pos:]) != "" {
		r.skip(1)
		r.fail("got %s after the first line, want one graph", r.got())
	}
	if rest, ok := strings.CutPrefix(line, ":"); ok {
		sparse, line = true, rest
	} else if sparse {
		r.fail("got %q after %s, want a colon", short(line), sparse6Header)
	}
	for i := range len(line) {
		if line[i] < 63 || line[i] > 126 {
			r.fail("got the byte %q, want one from ? to ~, of graph6 or sparse6", line[i])
		}
	}
	n, data := r.order6(line)
	if want := (n*(n-1)/2 + 5) / 6; !sparse && len(data) != want {
		r.fail("got %d bytes after the number of nodes, %d, want %d", len(data), n, want)
	}
	for u := range n {
		r.node(strconv.Itoa(u))
		r.tick()
	}
	if sparse {
		r.sparse6(n, data)
		return
	}
	i := 0
	for b := range topology.Node(n) {
		for a := range b {
			if (data[i/6]-63)<<(i%6)&32 != 0 {
				r.link(a, b)
			}
			i++
		}
		r.tick()
	}
}

// order6 returns the number of nodes at the begin of a line, and what comes after it.
func (r *reader) order6(line string) (n int, rest string) {
	skip, digits := 0, 1
	switch {
	case strings.HasPrefix(line, "~~"):
		skip, digits = 2, 6
	case strings.HasPrefix(line, "~"):
		skip, digits = 1, 3
	}
	if len(line) < skip+digits {
		r.fail("got %q, want the number of nodes", short(line))
	}
	for _, b := range []byte(line[skip : skip+digits]) {
		n = n<<6 | int(b-63)
	}
	if n > topology.MaxNodes {
		r.fail("got %d nodes, want at most %d", n, topology.MaxNodes)
	}
	return n, line[skip+digits:]
}

// sparse6 adds the links of sparse6.
func (r *reader) sparse6(n int, data string) {
	size, at, place := width6(n), 0, 0
	read := func(count int) (x int) {
		for range count {
			x = x<<1 | int(data[place/6]-63)>>(5-place%6)&1
			place++
		}
		return x
	}
	for place+1+size <= 6*len(data) {
		at += read(1)
		x := read(size)
		if x >= n || at >= n {
			break
		}
		if x > at {
			at = x
		} else {
			r.link(topology.Node(x), topology.Node(at))
		}
		r.tick()
	}
	if left := 6*len(data) - place; left >= 6 {
		r.fail("got %d bits after the links, want fewer than 6", left)
	}
}
