package wasmpack

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

// Sections of the WebAssembly format.
const (
	customSection    = 0
	elementSection   = 9
	codeSection      = 10
	dataSection      = 11
	dataCountSection = 12
)

// What is not known about a program.
var (
	errCut    = errors.New("want a WebAssembly program, to its end")
	errData   = errors.New("data section: want segments of memory at constant addresses, as Go's linker writes them")
	errTraces = errors.New("data section: want what Go " + goKnown + " knows of functions; it stays as it is")
)

// magic begins each WebAssembly module.
const magic = "\x00asm\x01\x00\x00\x00"

// A section is one of a program.
type section struct {
	id    byte
	body  []byte
	whole []byte // with what stands before the body
}

// sections returns the sections of a program.
func sections(wasm []byte) ([]section, error) {
	rest, ok := bytes.CutPrefix(wasm, []byte(magic))
	if !ok {
		return nil, errCut
	}
	var list []section
	for len(rest) > 0 {
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || size > uint64(len(rest)-1-n) {
			return nil, errCut
		}
		end := 1 + n + int(size)
		list = append(list, section{rest[0], rest[1+n : end], rest[:end]})
		rest = rest[end:]
	}
	return list, nil
}

// shrink makes a program of Go's linker smaller to transfer, by a fifth, and changes nothing of what it
// does. The linker writes its data in a hundred thousand segments, one after each few zeros, which
// do not compress; here they become few. And what only the traces of panics need is emptied: the names
// of functions, and the tables that give each instruction a file and a line. With errTraces it is not,
// and the program is smaller all the same; with another error shrink returns none.
func shrink(wasm []byte) ([]byte, error) {
	list, err := sections(wasm)
	if err != nil {
		return nil, err
	}
	known := slices.ContainsFunc(list, func(s section) bool {
		return s.id == customSection && bytes.HasPrefix(s.body, []byte("\x09producers")) && bytes.Contains(s.body, []byte("go"+goKnown))
	})
	err = errTraces
	out := []byte(magic)
	for _, s := range list {
		switch s.id {
		case dataCountSection: // the code may ask for segments by their numbers
			return nil, errData
		case dataSection:
			image, failed := readData(s.body)
			if failed != nil {
				return nil, failed
			}
			if known && dropTraces(image) {
				err = nil
			}
			body := appendData(nil, image)
			out = append(binary.AppendUvarint(append(out, dataSection), uint64(len(body))), body...)
		default:
			out = append(out, s.whole...)
		}
	}
	return out, err
}

// maxMemory is more than any program's data fills.
const maxMemory = 1 << 28

// readData returns the memory that the segments of a data section fill, from address 0.
func readData(section []byte) ([]byte, error) {
	count, n := binary.Uvarint(section)
	if n <= 0 {
		return nil, errData
	}
	section = section[n:]
	var image []byte
	for range count {
		if len(section) < 2 || section[0] != 0 || section[1] != opI32Const {
			return nil, errData
		}
		address, n := signed(section[2:])
		if n <= 0 || address < 0 || len(section) < 3+n || section[2+n] != opEnd {
			return nil, errData
		}
		section = section[3+n:]
		size, n := binary.Uvarint(section)
		if n <= 0 || size > uint64(len(section)-n) || address > maxMemory-int(size) {
			return nil, errData
		}
		end := address + int(size)
		if end > len(image) {
			image = append(image, make([]byte, end-len(image))...)
		}
		copy(image[address:], section[n:n+int(size)])
		section = section[n+int(size):]
	}
	return image, nil
}

// appendData appends a data section that fills memory with image. It leaves out runs of zeros that
// are longer than a segment's beginning is worth.
func appendData(b, image []byte) []byte {
	zeros := make([]byte, 64)
	var segments []byte
	count := uint64(0)
	for at := 0; at < len(image); {
		if image[at] == 0 {
			at++
			continue
		}
		size := bytes.Index(image[at:], zeros)
		if size < 0 {
			size = len(image) - at
		}
		segments = append(appendSigned(append(segments, 0, opI32Const), at), opEnd)
		segments = append(binary.AppendUvarint(segments, uint64(size)), image[at:at+size]...)
		count++
		at += size
	}
	return append(binary.AppendUvarint(b, count), segments...)
}

// signed reads a signed number in WebAssembly's variable length, and returns how long it is: 0 if it is
// cut off, or longer than it need be.
func signed(b []byte) (value, n int) {
	for shift := 0; n < len(b) && n < binary.MaxVarintLen64; shift += 7 {
		c := b[n]
		n++
		value |= int(c&0x7f) << shift
		if c&0x80 == 0 {
			if c&0x40 != 0 {
				value -= 1 << (shift + 7)
			}
			if n > 1 && (c == 0 && b[n-2]&0x40 == 0 || c == 0x7f && b[n-2]&0x40 != 0) {
				return 0, 0
			}
			return value, n
		}
	}
	return 0, 0
}

// appendSigned appends a number that is not negative in WebAssembly's variable length.
func appendSigned(b []byte, value int) []byte {
	for value >= 0x40 {
		b = append(b, byte(value&0x7f)|0x80)
		value >>= 7
	}
	return append(b, byte(value))
}

// The layout of the line table in Go 1.26: runtime.pcHeader, runtime._func and internal/abi/symtab.go.
const (
	goKnown   = "1.26"
	lineMagic = "\xf1\xff\xff\xff\x00\x00\x01\x08"

	funcName      = 4  // of a _func: four bytes, as each of the next
	funcPcsp      = 16 // where a table begins, or 0 for none
	funcPcfile    = 20
	funcPcln      = 24
	funcNpcdata   = 28
	funcUnit      = 32
	funcLine      = 36
	funcNfuncdata = 43 // one byte
	funcSize      = 44 // then come npcdata offsets of tables, and nfuncdata offsets of data

	pcdataUnsafePoint  = 0 // where a signal may interrupt: there are none in a browser
	pcdataInlTreeIndex = 2 // which calls are inlined, for traces only
	pcdataArgLiveIndex = 3 // for traces only

	funcdataInlTree     = 3
	funcdataArgInfo     = 5
	funcdataArgLiveInfo = 6
)

// dropTraces empties what only the traces of panics need, and the signals that WebAssembly does not
// have, in the memory of a Go program: the names of functions and files, and the tables from
// instructions to files, lines, inlined calls and arguments, but for tables that serve another purpose
// too. It returns whether the memory is as expected; if not, it changes nothing. The runtime shows
// what is missing as empty names and as ? for a file.
func dropTraces(image []byte) (ok bool) {
	header := bytes.Index(image, []byte(lineMagic))
	if header < 0 || header+9*8 > len(image) {
		return false
	}
	word := func(i int) int { return int(binary.LittleEndian.Uint64(image[header+8*i:])) }
	functions, names, units := word(1), header+word(4), header+word(5)
	files, tables, index := header+word(6), header+word(7), header+word(8)
	if names < 0 || !slices.IsSorted([]int{names, units, files, tables, index}) || functions < 0 || functions > len(image)/8 || index > len(image)-8*functions {
		return false
	}
	half := func(at int) int { return int(binary.LittleEndian.Uint32(image[at:])) }
	needed := map[int]bool{0: true}
	var dropped []int // where the offsets of tables stand that go
	var records []int // where each _func stands
	for f := range functions {
		at := index + half(index+8*f+4)
		if at+funcSize > len(image) || at+funcSize+4*half(at+funcNpcdata)+4*int(image[at+funcNfuncdata]) > len(image) {
			return false
		}
		records = append(records, at)
		needed[half(at+funcPcsp)] = true
		dropped = append(dropped, at+funcPcfile, at+funcPcln)
		for i := range half(at + funcNpcdata) {
			switch field := at + funcSize + 4*i; i {
			case pcdataUnsafePoint, pcdataInlTreeIndex, pcdataArgLiveIndex:
				dropped = append(dropped, field)
			default:
				needed[half(field)] = true
			}
		}
	}
	for _, field := range dropped {
		if half(field) > index-tables {
			return false
		}
	}
	clear(image[names:tables])
	for _, field := range dropped {
		if offset := half(field); !needed[offset] {
			needed[offset] = true // empty it once
			clear(image[tables+offset : tables+offset+tableSize(image[tables+offset:index])])
		}
		clear(image[field : field+4])
	}
	for _, at := range records {
		clear(image[at+funcName : at+funcName+4])
		clear(image[at+funcUnit : at+funcLine+4])
		data := at + funcSize + 4*half(at+funcNpcdata)
		for i := range int(image[at+funcNfuncdata]) {
			switch i {
			case funcdataInlTree, funcdataArgInfo, funcdataArgLiveInfo:
				copy(image[data+4*i:], "\xff\xff\xff\xff") // none
			}
		}
	}
	return true
}

// tableSize returns the length of the table that b begins with: pairs of a value's change and the
// number of bytes for which it holds, until a change of 0 that is not the first.
func tableSize(b []byte) int {
	for size := 0; ; {
		change, n := binary.Uvarint(b[size:])
		if n <= 0 {
			return 0
		}
		if change == 0 && size > 0 {
			return size + n
		}
		size += n
		_, n = binary.Uvarint(b[size:])
		if n <= 0 {
			return 0
		}
		size += n
	}
}
