package wasmpack

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

// packedMagic begins each packed program.
const packedMagic = "packed"

// What is not known about a program's functions.
var (
	errElements = errors.New("element section: want the functions in order")
	errCode     = errors.New("code section: want it after the elements, and the same functions in it")
	errAtoms    = errors.New("code section: too many kinds of instructions")
)

// The limits of what a byte counts in a packed program.
const (
	maxTokens  = 256
	maxStreams = 256 - streamParts
	maxLength  = 255 // of an atom's bytes

	recordParts = 8                           // parts before the streams of records
	streamParts = recordParts + recordStreams // parts before the streams
)

// pack makes a program of Go's linker smaller to compress, by two fifths, as the package's comment says.
func pack(wasm []byte) ([]byte, error) {
	l, err := findFunctions(wasm)
	if err != nil {
		return nil, err
	}
	p := packFunctions(l.functions)
	if len(p.atoms) > maxTokens || len(p.streams) > maxStreams {
		return nil, errAtoms
	}
	var table []byte
	for _, a := range p.atoms {
		table = append(table, a.effect, a.stream, byte(len(a.code)))
		table = append(table, a.code...)
	}
	var splits []byte
	for _, pair := range p.often {
		splits = append(splits, pair.before, pair.atom, p.splits[pair])
	}
	tokens, pairs := joinPairs(p.tokens, len(p.atoms))
	tail, records := cutRecords(l.tail)
	tail, at, size := cutTable(tail, len(l.functions))
	if at < records.at {
		records.at -= size
	}
	var numbers []byte
	for _, n := range []int{l.first, len(l.functions), at, size, records.at, records.functions} {
		numbers = binary.AppendUvarint(numbers, uint64(n))
	}
	parts := slices.Concat([][]byte{l.head, numbers, l.middle, tail, table, splits, pairs, tokens}, records.streams[:], p.streams)
	head := binary.AppendUvarint([]byte(packedMagic), uint64(len(wasm)))
	head = binary.AppendUvarint(head, uint64(len(parts)))
	for _, part := range parts {
		head = binary.AppendUvarint(head, uint64(len(part)))
	}
	return slices.Concat(append([][]byte{head}, parts...)...), nil
}

// A layout is a program in pieces.
type layout struct {
	head, middle, tail []byte
	first              int      // number of the first function that has a body
	functions          [][]byte // their bodies, without their lengths
}

// findFunctions takes a program to pieces. Its element section must list the functions in order,
// and the code section must come next, as in all programs of Go's linker.
func findFunctions(wasm []byte) (l layout, err error) {
	if !bytes.HasPrefix(wasm, []byte(magic)) {
		return l, errCut
	}
	r := &reader{wasm, len(magic)}
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
		n := r.short()
		if i == 0 {
			l.first = n
		}
		if n != l.first+i || n >= maxNumber || r.failed() {
			return l, errElements
		}
	}
	from := r.at
	if rest := r.rest(); len(rest) == 0 || rest[0] != codeSection {
		return l, errCode
	}
	r.skip(1)
	r.number()
	if r.number() != count {
		return l, errCode
	}
	l.middle = r.since(from)
	for range count {
		n := r.short()
		start := r.at
		if r.skip(n); n == 0 || r.failed() {
			return l, errCode
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
