// Package wasmpack makes the browser program small to transfer.
package wasmpack

import _ "embed"

// Script is JavaScript: the function unpack, which returns the program in a packed one.
//
//go:embed unpack.js
var Script string

// Pack makes a program of Go's linker smaller to transfer.
func Pack(wasm []byte) ([]byte, error) {
	wasm, err := shrink(wasm)
	if err != nil {
		return nil, err
	}
	return pack(wasm)
}
