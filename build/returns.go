package build

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// packReturns makes a program of Go's linker smaller to compress, by an eighth. Before each call the
// program stores the address to which the call returns, a number that occurs nowhere else, amid
// instructions that are the same everywhere. The packed program has 0 in its place, and a section
// named returns comes first, with the addresses in order: each as the difference from the one before,
// or, where that is of an earlier function, from the beginning of that. The page puts them back before it compiles the program: see restore in site/boot.js.
func packReturns(wasm []byte) ([]byte, error) {
	const header = 8
	if len(wasm) < header || bytes.Contains(wasm, []byte(noReturn)) {
		return nil, errWasm
	}
	packed := slices.Clone(wasm[header:])
	var table []byte
	last := 0
	for at := 0; at+len(noReturn) <= len(packed); at++ {
		address, ok := returnAddress(packed[at : at+len(noReturn)])
		if !ok {
			continue
		}
		if address>>functionShift > last>>functionShift {
			last = last >> functionShift << functionShift
		}
		table = binary.AppendVarint(table, int64(address-last))
		last = address
		at += copy(packed[at:], noReturn) - 1
	}
	const name = "\x07returns"
	out := append(slices.Clone(wasm[:header]), 0) // a custom section
	out = append(binary.AppendUvarint(out, uint64(len(name)+len(table))), name...)
	return append(append(out, table...), packed...), nil
}

// functionShift is where in an address the number of its function begins.
const functionShift = 16

// noReturn stores no address: i64.const 0 in as many bytes as an address takes, i64.store.
const noReturn = "\x42\x80\x80\x80\x80\x00\x37\x03\x00"

// returnAddress returns the address that the instructions i64.const and i64.store at the beginning of
// code store, if it is one of a function: from 1<<28 to 1<<30.
func returnAddress(code []byte) (address int, ok bool) {
	if code[0] != noReturn[0] || string(code[6:9]) != noReturn[6:9] || code[5] < 1 || code[5] > 3 {
		return 0, false
	}
	for i, b := range code[1:6] {
		if i < 4 && b < 0x80 {
			return 0, false
		}
		address |= int(b&0x7f) << (7 * i)
	}
	return address, true
}
