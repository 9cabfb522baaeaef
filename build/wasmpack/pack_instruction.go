package wasmpack

import (
	"encoding/binary"
	"math"
)

// Instructions of the WebAssembly format.
const (
	opBlock    = 0x02
	opLoop     = 0x03
	opIf       = 0x04
	opEnd      = 0x0b
	opBr       = 0x0c
	opBrIf     = 0x0d
	opBrTable  = 0x0e
	opI32Const = 0x41
	opI64Const = 0x42
	opI64Store = 0x37
	opI64Add   = 0x7c

	opensBlock = "\x02\x40" // block without a result
	getBlock   = "\x20\x00" // local.get 0: at which index of its table a function resumes
	setBlock   = "\x21\x00" // local.set 0
)

// An instruction is one of WebAssembly.
type instruction struct {
	op      byte
	text    string // its bytes
	fixed   int    // how many of them come before the operand
	operand int    // if it has one that is a number
	targets []int  // of br_table
}

// instructions takes a function to pieces: how it declares its variables, and its instructions. It
// returns whether it knows them all, and the last ends the function.
func instructions(code []byte) (declared []byte, list []instruction, ok bool) {
	r := &reader{code, 0}
	for range r.number() {
		r.number()
		r.skip(1)
		if r.failed() {
			return nil, nil, false
		}
	}
	declared = code[:r.at]
	depth := 1 // blocks that are open, with the function
	for r.at < len(code) {
		in, ok := r.instruction()
		if !ok || depth == 0 {
			return nil, nil, false
		}
		switch in.op {
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			depth--
		}
		list = append(list, in)
	}
	return declared, list, depth == 0
}

// instruction reads an instruction, and returns whether it knows it.
func (r *reader) instruction() (in instruction, ok bool) {
	from := r.at
	in.op = r.b[from]
	r.at++
	kind := operandOf(in.op)
	switch kind {
	case operandByte:
		r.skip(1)
	case operandBytes2:
		r.skip(2)
	case operandMemory:
		r.skip(1) // the alignment
	case operandFloat:
		r.skip(8)
	case operandTargets:
		for range r.number() + 1 {
			if r.failed() {
				return in, false
			}
			in.targets = append(in.targets, r.short())
		}
	case operandMore:
		more := map[uint64]int{10: 2, 11: 1} // memory.copy, memory.fill
		r.skip(more[r.number()])
	case operandUnknown:
		return in, false
	}
	in.fixed = r.at - from
	switch kind {
	case operandNumber, operandMemory:
		in.operand = r.operand()
	case operandSigned:
		size := 0
		if in.operand, size = signed(r.rest()); size == 0 {
			return in, false
		}
		r.skip(size)
	}
	if r.failed() {
		return in, false
	}
	in.text = string(r.b[from:r.at])
	return in, true
}

// What follows the first byte of an instruction.
type operandKind int

const (
	operandUnknown operandKind = iota
	operandNone
	operandByte
	operandBytes2  // two bytes
	operandNumber  // an unsigned number
	operandSigned  // a signed number
	operandMemory  // an alignment of one byte, and an unsigned number
	operandFloat   // eight bytes
	operandTargets // a list of numbers
	operandMore    // the number of an instruction, and its bytes
)

// operandOf returns what follows the first byte of an instruction of Go's compiler.
func operandOf(op byte) operandKind {
	switch {
	case op <= 0x01, op == 0x05, op == opEnd, op == 0x0f, op == 0x1a, op == 0x1b, op >= 0x45 && op <= 0xc4:
		return operandNone
	case op == opBlock, op == opLoop, op == opIf, op == 0x3f, op == 0x40:
		return operandByte
	case op == opBr, op == opBrIf, op == 0x10, op >= 0x20 && op <= 0x24:
		return operandNumber
	case op == opBrTable:
		return operandTargets
	case op == 0x11: // call_indirect
		return operandBytes2
	case op >= 0x28 && op <= 0x3e:
		return operandMemory
	case op == opI32Const, op == opI64Const:
		return operandSigned
	case op == 0x44:
		return operandFloat
	case op == 0xfc:
		return operandMore
	}
	return operandUnknown
}

// A reader reads the bytes of a program. Past their end it is at a place after the last.
type reader struct {
	b  []byte
	at int
}

func (r *reader) failed() bool          { return r.at > len(r.b) }
func (r *reader) rest() []byte          { return r.b[min(r.at, len(r.b)):] }
func (r *reader) since(from int) []byte { return r.b[from:min(r.at, len(r.b))] }

// skip moves on by n bytes.
func (r *reader) skip(n int) {
	if n < 0 || n > len(r.b)-r.at {
		r.at = len(r.b) + 1
		return
	}
	r.at += n
}

// short reads an unsigned number as operand does, and fails if it is long.
func (r *reader) short() int {
	n := r.operand()
	if n == math.MaxInt {
		r.at = len(r.b) + 1
	}
	return n
}

// operand reads an unsigned number. It returns [math.MaxInt] for one that is longer than it need be, as Go's linker
// writes some, or than 32 bits: it must stay as it is, and not become the short one when it is unpacked.
func (r *reader) operand() int {
	from := r.at
	n := r.number()
	if r.failed() || n > math.MaxUint32 || r.at > from+1 && r.b[r.at-1] == 0 {
		return math.MaxInt
	}
	return int(n)
}

// number reads an unsigned number.
func (r *reader) number() uint64 {
	n, size := binary.Uvarint(r.rest())
	if size <= 0 {
		size = -1
	}
	r.skip(size)
	return n
}
