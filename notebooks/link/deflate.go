package link

import "errors"

// The edits of links are deflated (RFC 1951). Package compress/flate would be a fiftieth of what a page fetches: its tables and its
// levels serve long data. This is what short texts need; the tests compare it with that package.

var errDeflated = errors.New("not deflated")

const (
	window   = 32 << 10 // as far back as deflate sees
	maxMatch = 258
	maxChain = 64 // matches that are tried
)

// lengths and distances are the least of each code and how many bits follow it (RFC 1951, 3.2.5).
var lengths, distances = func() (l [29][2]int, d [30][2]int) {
	next := 3
	for code := range l {
		extra := max(0, code/4-1)
		l[code] = [2]int{next, extra}
		next += 1 << extra
	}
	l[28] = [2]int{maxMatch, 0}
	next = 1
	for code := range d {
		extra := max(0, code/2-1)
		d[code] = [2]int{next, extra}
		next += 1 << extra
	}
	return l, d
}()

// A bitWriter writes bits, the lowest first.
type bitWriter struct {
	out  []byte
	bits uint32
	n    int
}

func (w *bitWriter) write(value, n int) {
	w.bits |= uint32(value) << w.n
	for w.n += n; w.n >= 8; w.n -= 8 {
		w.out = append(w.out, byte(w.bits))
		w.bits >>= 8
	}
}

// code writes the bits of a code, the highest first.
func (w *bitWriter) code(value, n int) {
	for n--; n >= 0; n-- {
		w.write(value>>n&1, 1)
	}
}

// symbol writes a literal or the code of a length in the fixed code (3.2.6).
func (w *bitWriter) symbol(s int) {
	switch {
	case s < 144:
		w.code(0x30+s, 8)
	case s < 256:
		w.code(0x190+s-144, 9)
	case s < 280:
		w.code(s-256, 7)
	default:
		w.code(0xc0+s-280, 8)
	}
}

// deflate returns text deflated in one block, with a dictionary that the receiver has.
func deflate(text, dictionary []byte) []byte {
	dictionary = dictionary[max(0, len(dictionary)-window):]
	all := append(dictionary[:len(dictionary):len(dictionary)], text...)
	w := &bitWriter{}
	w.write(1|1<<1, 3) // the last block, with the fixed code
	last := map[[3]byte]int{}
	before := make([]int, len(all)) // by place: the one before with the same three bytes, from 1
	note := func(at int) {
		if at+3 <= len(all) {
			key := [3]byte(all[at : at+3])
			before[at], last[key] = last[key], at+1
		}
	}
	for at := range dictionary {
		note(at)
	}
	for at := len(dictionary); at < len(all); {
		length, from := 0, 0
		note(at)
		for place, tried := before[at], 0; place > 0 && at-(place-1) <= window && tried < maxChain; place, tried = before[place-1], tried+1 {
			n := 0
			for n < maxMatch && at+n < len(all) && all[place-1+n] == all[at+n] {
				n++
			}
			if n > length {
				length, from = n, place-1
			}
		}
		if length < 3 {
			w.symbol(int(all[at]))
			at++
			continue
		}
		put := func(table [][2]int, value int, symbol func(code int)) {
			code := len(table) - 1
			for table[code][0] > value {
				code--
			}
			symbol(code)
			w.write(value-table[code][0], table[code][1])
		}
		put(lengths[:], length, func(code int) { w.symbol(257 + code) })
		put(distances[:], at-from, func(code int) { w.code(code, 5) })
		for next := at + 1; next < at+length; next++ {
			note(next)
		}
		at += length
	}
	w.symbol(256) // the end
	w.write(0, 7) // the bits of the last byte
	return w.out
}

// A bitReader reads what a bitWriter writes. At the end it gives zeros, and notes it.
type bitReader struct {
	in   []byte
	at   int // bit
	over bool
}

func (r *bitReader) read(n int) (value int) {
	for i := range n {
		if r.at/8 >= len(r.in) {
			r.over = true
			return 0
		}
		value |= int(r.in[r.at/8]>>(r.at%8)&1) << i
		r.at++
	}
	return value
}

// A huffman is a canonical code (3.2.2): how many symbols have codes of each length, and the symbols in the order of their codes.
type huffman struct {
	count   [16]int
	symbols []int
}

// newHuffman returns the code in which symbol i has so many bits, and whether it is one: complete, or of a single symbol.
func newHuffman(bits []int) (h huffman, ok bool) {
	for n := range h.count {
		for symbol, b := range bits {
			if b == n && n > 0 {
				h.count[n]++
				h.symbols = append(h.symbols, symbol)
			}
		}
	}
	left := 1
	for _, count := range h.count[1:] {
		if left = 2*left - count; left < 0 {
			return h, false
		}
	}
	return h, left == 0 || len(h.symbols) == h.count[1]
}

// symbol reads a symbol, or returns -1.
func (h *huffman) symbol(r *bitReader) int {
	code, first, index := 0, 0, 0
	for _, count := range h.count[1:] {
		code |= r.read(1)
		if r.over {
			return -1
		}
		if code-first < count {
			return h.symbols[index+code-first]
		}
		index += count
		first = (first + count) << 1
		code <<= 1
	}
	return -1
}

// inflate returns what was deflated with a dictionary, which may be at most so many bytes.
func inflate(packed, dictionary []byte, most int) ([]byte, error) {
	dictionary = dictionary[max(0, len(dictionary)-window):]
	all := append([]byte{}, dictionary...)
	r := &bitReader{in: packed}
	for last := false; !last; {
		last = r.read(1) == 1
		var literals, back huffman
		ok := true
		switch r.read(2) {
		case 0: // stored
			r.at = (r.at + 7) / 8 * 8
			n := r.read(16)
			if r.read(16) != n^0xffff || r.over || len(packed)-r.at/8 < n {
				return nil, errDeflated
			}
			all = append(all, packed[r.at/8:r.at/8+n]...)
			r.at += 8 * n
			if len(all)-len(dictionary) > most {
				return nil, errLong
			}
			continue
		case 1:
			var bits [288]int
			for symbol := range bits {
				bits[symbol] = 8
				if symbol >= 144 && symbol < 256 {
					bits[symbol] = 9
				} else if symbol >= 256 && symbol < 280 {
					bits[symbol] = 7
				}
			}
			var fives [30]int
			for code := range fives {
				fives[code] = 5
			}
			literals, _ = newHuffman(bits[:])
			back, _ = newHuffman(fives[:])
		case 2:
			literals, back, ok = readCodes(r)
		default:
			ok = false
		}
		if !ok || r.over {
			return nil, errDeflated
		}
		for {
			symbol := literals.symbol(r)
			if symbol == 256 {
				break
			}
			if symbol < 0 || symbol > 285 {
				return nil, errDeflated
			}
			if symbol < 256 {
				all = append(all, byte(symbol))
			} else {
				l := lengths[symbol-257]
				n := l[0] + r.read(l[1])
				code := back.symbol(r)
				if code < 0 || code >= len(distances) {
					return nil, errDeflated
				}
				d := distances[code]
				from := len(all) - d[0] - r.read(d[1])
				if from < 0 || r.over {
					return nil, errDeflated
				}
				for i := range n {
					all = append(all, all[from+i])
				}
			}
			if len(all)-len(dictionary) > most {
				return nil, errLong
			}
		}
	}
	return all[len(dictionary):], nil
}

// readCodes reads the codes of a block that has its own (3.2.7).
func readCodes(r *bitReader) (literals, back huffman, ok bool) {
	numLiterals, numBack, num := 257+r.read(5), 1+r.read(5), 4+r.read(4)
	var short [19]int
	for _, symbol := range []int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}[:num] {
		short[symbol] = r.read(3)
	}
	code, ok := newHuffman(short[:])
	if !ok || numLiterals > 286 || numBack > 30 {
		return literals, back, false
	}
	var bits []int
	for len(bits) < numLiterals+numBack {
		symbol, repeat, value := code.symbol(r), 1, 0
		switch symbol {
		case -1:
			return literals, back, false
		case 16:
			if len(bits) == 0 {
				return literals, back, false
			}
			value, repeat = bits[len(bits)-1], 3+r.read(2)
		case 17:
			repeat = 3 + r.read(3)
		case 18:
			repeat = 11 + r.read(7)
		default:
			value = symbol
		}
		for range repeat {
			bits = append(bits, value)
		}
	}
	if len(bits) > numLiterals+numBack || bits[256] == 0 {
		return literals, back, false
	}
	literals, ok1 := newHuffman(bits[:numLiterals])
	back, ok2 := newHuffman(bits[numLiterals:])
	return literals, back, ok1 && ok2
}
