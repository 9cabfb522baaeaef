// Package wasmpack makes the browser program small to transfer: by gzip it becomes half as large as the program that
// Go's linker writes.
//
// It drops what only the traces of panics need (see shrink), and Names keeps it for who reads such a trace. It
// then makes what is left smaller to compress, by two fifths. Instructions, and operands of each kind, go to streams
// of their own, where like follows like; operands that follow from what came before, such as the addresses
// to which calls return, go nowhere; and instructions that often come together become one.
//
// A packed program begins with the word packed. Then come, as unsigned numbers in WebAssembly's variable
// length, the length of the program, the number of parts and the length of each part; and then the parts:
//
//	0  the program as far as the list of its functions in the element section
//	1  numbers: of the first function of that list; how many there are, which are consecutive; in part 3,
//	   where the table goes that finds functions, and its length (see findTable), and where the records
//	   of functions go, and of how many they are (see cutRecords)
//	2  from there to the first function in the code section
//	3  what comes after the last, without that table and these records
//	4  atoms: the effect, stream and length of each (see atom), and then its bytes
//	5  splits: an atom, one that comes after it, and the stream of the operand that this one has there
//	6  pairs: the two tokens that each token after the atoms stands for
//	7  tokens: the atoms of all functions, a byte each
//	8  what the records of functions are made of, each kind of field a part
//	   then the operands of stream 0, and so on
//
// The page unpacks it with unpack.js, and starts a program that is not packed as it is.
package wasmpack

import "errors"

// Pack makes a program of Go's linker small to transfer. The error says what it does not know of the program,
// which then is less small, or as it was: what Pack returns runs in a page in either case.
func Pack(wasm []byte) ([]byte, error) {
	small, err := shrink(wasm)
	if err != nil && !errors.Is(err, errTraces) {
		return wasm, err
	}
	packed, failed := pack(small)
	if failed != nil {
		return small, failed
	}
	return packed, err
}
