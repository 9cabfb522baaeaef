package wasmpack

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// pack makes a program of Go's linker smaller to compress, by two fifths. Instructions, and
// operands of each kind, go to streams of their own, where like follows like; operands that follow
// from what came before, such as the addresses to which calls return, go nowhere; and instructions
// that often come together become one.
//
// A packed program is a WebAssembly module with one section, a custom one, named packed. It holds, as
// unsigned numbers in WebAssembly's variable length, the length of the program, the number of parts
// and the length of each part; and then the parts:
//
//	0  the program as far as the list of its functions in the element section
//	1  numbers: of the first function of that list; how many there are, which are consecutive; in part 3,
//	   where the table goes that finds functions; and its length (see findTable)
//	2  from there to the first function in the code section
//	3  what comes after the last, without that table
//	4  atoms: the effect, stream and length of each (see atom), and then its bytes
//	5  pairs: the two tokens that each token after the atoms stands for
//	6  tokens: the atoms of all functions, a byte each
//	7  the operands of stream 0, and so on
//
// The page unpacks it with unpack.js.
func pack(wasm []byte) ([]byte, error) {
	l, err := findFunctions(wasm)
	if err != nil {
		return nil, err
	}
	p := newPacker(l.functions)
	for i, body := range l.functions {
		p.function(i, body)
	}
	if len(p.atoms) > 256 {
		return nil, errWasm
	}
	var table []byte
	for _, a := range p.atoms {
		table = append(table, a.effect, a.stream, byte(len(a.code)))
		table = append(table, a.code...)
	}
	tokens, pairs := joinPairs(p.tokens, len(p.atoms))
	tail, at, size := cutTable(l.tail, len(l.functions))
	var numbers []byte
	for _, n := range []int{l.first, len(l.functions), at, size} {
		numbers = binary.AppendUvarint(numbers, uint64(n))
	}
	parts := append([][]byte{l.head, numbers, l.middle, tail, table, pairs, tokens}, p.streams...)
	section := binary.AppendUvarint([]byte("\x06packed"), uint64(len(wasm)))
	section = binary.AppendUvarint(section, uint64(len(parts)))
	for _, part := range parts {
		section = binary.AppendUvarint(section, uint64(len(part)))
	}
	section = slices.Concat(append([][]byte{section}, parts...)...)
	out := append(slices.Clone(wasm[:headerSize]), 0)
	return append(binary.AppendUvarint(out, uint64(len(section))), section...), nil
}

// headerSize is the length of the magic number and the version of a WebAssembly module.
const headerSize = 8

// A layout is a program in pieces.
type layout struct {
	head, middle, tail []byte
	first              int      // number of the first function that has a body
	functions          [][]byte // their bodies, without their lengths
}

// findFunctions takes a program to pieces. Its element section must list the functions in order,
// and the code section must come next, as in all programs of Go's linker.
func findFunctions(wasm []byte) (l layout, err error) {
	r := &reader{wasm, headerSize}
	for r.at < len(wasm) && wasm[r.at] != elementSection {
		r.skip(1)
		r.skip(int(r.number()))
	}
	r.skip(1)
	r.number()
	r.skip(bytes.IndexByte(r.rest(), opEnd) + 1) // from which entry of its table on
	count := r.number()
	l.head = r.since(0)
	for i := range int(count) {
		if n := int(r.number()); i == 0 {
			l.first = n
		} else if n != l.first+i || r.failed() {
			return l, errWasm
		}
	}
	from := r.at
	if rest := r.rest(); len(rest) == 0 || rest[0] != codeSection {
		return l, errWasm
	}
	r.skip(1)
	r.number()
	if r.number() != count {
		return l, errWasm
	}
	l.middle = r.since(from)
	for range count {
		n := int(r.number())
		start := r.at
		if r.skip(n); n == 0 || r.failed() {
			return l, errWasm
		}
		l.functions = append(l.functions, r.since(start))
	}
	l.tail = r.rest()
	return l, nil
}

// cutTable cuts from the data of a program the table in which Go's runtime finds the function of an
// address, and returns where it was and its length; if it is not there, its length is 0.
func cutTable(tail []byte, functions int) (rest []byte, at, size int) {
	table := findTable(functions)
	at = bytes.Index(tail, table)
	if at < 0 || len(table) == 0 || functions > 1<<16 {
		return tail, 0, 0
	}
	return slices.Concat(tail[:at], tail[at+len(table):]), at, len(table)
}

// findTable returns the part of runtime.findfunctab that is the same for each program with so many
// functions: of each but the first, which is 0, and the last, the number, for each 4096 of its 65536
// addresses, and 16 zeros, as no other function begins there.
func findTable(functions int) []byte {
	var b []byte
	for f := 1; f < functions-1; f++ {
		for range 16 {
			b = append(binary.LittleEndian.AppendUint32(b, uint32(f)), make([]byte, 16)...)
		}
	}
	return bytes.TrimRight(b, "\x00")
}
