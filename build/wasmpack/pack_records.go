package wasmpack

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// The streams of the records of functions in the line table: runtime._func of Go 1.26, without what shrink has emptied.
const (
	recordPlace = iota // how far after the one before the record begins
	recordArgs
	recordDefer
	recordStack // where the table of the stack pointer is
	recordCounts
	recordFlags // four bytes
	recordData  // the rest: where the first of its tables is, and so on
)

const recordStreams = recordData + 2*mostTables // of tables of values by address, and of data

const mostTables = 8 // of either kind that a function may have

// A recordWriter writes the records of functions, as the page does.
type recordWriter struct {
	streams  [recordStreams][]byte
	built    []byte // the records from the list of where they are on
	last     [2]int // the largest place of a table and of data so far
	complete bool
}

// cutRecords cuts from the data of a program the list of where the records of its functions are, and these. It returns where they
// were, of how many functions they are, and what they are made of; if they are not as expected, these are none.
func cutRecords(tail []byte) (rest []byte, c recordCut) {
	for at := range tail {
		if functions := recordsIn(tail[at:]); functions > 1 {
			w := recordWriter{complete: true}
			w.records(tail[at:], functions)
			if size := len(w.built); w.complete && bytes.HasPrefix(tail[at:], w.built) {
				return slices.Concat(tail[:at], tail[at+size:]), recordCut{at, functions, w.streams}
			}
		}
	}
	return tail, recordCut{}
}

// A recordCut is what cutRecords has cut out.
type recordCut struct {
	at, functions int
	streams       [recordStreams][]byte
}

// recordsIn returns the number of functions that b begins with a list of: their numbers in order, with a number after each, and the
// number after the last. It is 0 if b does not begin so. The first number is not in b: it begins with a zero, which a segment may lack.
func recordsIn(b []byte) int {
	f := 1
	for ; 8*f <= len(b) && binary.LittleEndian.Uint32(b[8*f-4:]) == uint32(firstFunction+f); f++ {
	}
	return max(f-1, 0)
}

// records writes what b has: the list and then the records that it tells of.
func (w *recordWriter) records(b []byte, functions int) {
	const missing = 4 // bytes of the list, from which places count
	w.built = make([]byte, 8*functions)
	for f := range functions {
		place := int(binary.LittleEndian.Uint32(b[8*f:])) - missing
		if place < len(w.built) || place > len(b)-funcSize {
			w.complete = false
			return
		}
		w.number(recordPlace, place-len(w.built))
		binary.LittleEndian.PutUint32(w.built[8*f:], uint32(place+missing))
		binary.LittleEndian.PutUint32(w.built[8*f+4:], uint32(firstFunction+f+1))
		w.built = append(w.built, make([]byte, place-len(w.built))...)
		word := func(at int) int { return int(binary.LittleEndian.Uint32(b[place+at:])) }
		tables, data := word(funcNpcdata), int(b[place+funcNfuncdata])
		if tables > mostTables || data > mostTables || place+funcSize+4*(tables+data) > len(b) {
			w.complete = false
			return
		}
		w.word(firstFunction + f)
		w.word(0) // its name
		w.plain(recordArgs, word(8))
		w.plain(recordDefer, word(12))
		w.place(recordStack, 0, word(funcPcsp))
		w.word(0) // tables of files
		w.word(0) // and lines
		w.plain(recordCounts, tables)
		w.word(0) // its unit
		w.word(0) // and line
		w.streams[recordFlags] = append(w.streams[recordFlags], b[place+40:place+44]...)
		w.built = append(w.built, b[place+40:place+44]...)
		for i := range tables {
			w.place(recordData+i, 0, word(funcSize+4*i))
		}
		for i := range data {
			w.place(recordData+mostTables+i, 1, word(funcSize+4*(tables+i)))
		}
	}
}

func (w *recordWriter) number(stream, n int) {
	w.streams[stream] = binary.AppendUvarint(w.streams[stream], uint64(n))
}

func (w *recordWriter) word(n int) { w.built = binary.LittleEndian.AppendUint32(w.built, uint32(n)) }

// plain writes a number of 32 bits as it is.
func (w *recordWriter) plain(stream, n int) {
	w.number(stream, n)
	w.word(n)
}

// none stands for no place: all bits are set, or none is.
const none = 1<<32 - 1

// place writes a place: 0 for 0, 1 for none, else from 2 on how far it is after the largest so far, or before it.
func (w *recordWriter) place(stream, kind, at int) {
	switch last := w.last[kind]; {
	case at == 0:
		w.number(stream, 0)
	case at == none:
		w.number(stream, 1)
	case at > last:
		w.number(stream, 2*(at-last))
		w.last[kind] = at
	default:
		w.number(stream, 2*(last-at)+3)
	}
	w.complete = w.complete && (at == none || at < maxNumber/4)
	w.word(at)
}
