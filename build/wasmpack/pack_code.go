package wasmpack

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
)

// An atom is an instruction, or a part of one.
type atom struct {
	code   string // its bytes, as far as they are always the same
	effect byte   // what comes after them
	stream byte   // where the operand of the effect is, if it has one, but after an atom of which splits has another stream
}

// The effects of atoms, which unpack.js carries out under the same names.
const (
	effectNone    = iota // code alone
	effectOpen           // begins a block
	effectEnd            // ends a block, or the function
	effectTable          // operands n and the lengths of n blocks: the table of n+1 blocks (see body)
	effectReturn         // the address at which the next block resumes
	effectAddress        // operand d: d after the address at which this block resumes
	effectLeave          // how many blocks to leave so that the outermost is left
	effectAgain          // how many blocks to leave so that the table is jumped to again
	effectBlock          // operand d: where the block d after this one resumes, of those of the table
	effectNumber         // operand: a number as it is
	effectWords          // operand n: the unsigned number 8n
	effectOffset         // operand n: the signed number 8n
	effectBytes          // operands n and n bytes: the bytes
)

// effectNames are the names of the effects, by number.
var effectNames = [...]string{
	effectNone: "effectNone", effectOpen: "effectOpen", effectEnd: "effectEnd", effectTable: "effectTable",
	effectReturn: "effectReturn", effectAddress: "effectAddress", effectLeave: "effectLeave", effectAgain: "effectAgain",
	effectBlock: "effectBlock", effectNumber: "effectNumber", effectWords: "effectWords", effectOffset: "effectOffset",
	effectBytes: "effectBytes",
}

// A packer makes atoms of functions.
type packer struct {
	uses    map[string]int // how often each instruction is in the program, with and without its operand
	total   int            // instructions in the program
	atoms   []atom
	index   map[atom]int    // where each is in atoms
	kinds   map[string]byte // streams by what is in them
	streams [][]byte        // operands
	tokens  []byte          // atoms of all functions in order, by where they are in atoms
	before  byte            // the last of them
	sizes   map[pair]int    // bytes of the operands of each pair
	often   []pair          // those with streams of their own, which come after those of kinds
	splits  map[pair]byte   // which streams those are
}

// A pair is an atom that has an operand, and the one before it, which tells much of what the operand may be.
type pair struct{ before, atom byte }

// packFunctions makes atoms of functions, after a first look at them.
func packFunctions(functions [][]byte) *packer {
	p := &packer{uses: map[string]int{}, index: map[atom]int{}, kinds: map[string]byte{}, sizes: map[pair]int{}}
	for _, code := range functions {
		_, list, _ := instructions(code)
		for _, in := range list {
			p.total++
			p.uses[in.text]++
			if in.fixed < len(in.text) {
				p.uses[in.text[:in.fixed]]++
			}
		}
	}
	for range 2 {
		p.split()
		p.tokens, p.before = nil, 0
		for i, body := range functions {
			p.function(i, body)
		}
	}
	return p
}

// splitShare is the share of operands, in bytes for each instruction of the program, that has a stream of its own.
const splitShare = 1. / 2000

// split empties the streams, and adds some for the most frequent pairs.
func (p *packer) split() {
	often := slices.SortedFunc(maps.Keys(p.sizes), func(a, b pair) int {
		return cmp.Or(p.sizes[b]-p.sizes[a], int(a.before)-int(b.before), int(a.atom)-int(b.atom))
	})
	rare := slices.IndexFunc(often, func(pair pair) bool { return float64(p.sizes[pair]) < splitShare*float64(p.total) })
	if rare >= 0 {
		often = often[:rare]
	}
	p.often = often[:min(len(often), max(maxStreams-len(p.kinds), 0))]
	slices.SortFunc(p.often, func(a, b pair) int { return cmp.Or(int(a.atom)-int(b.atom), int(a.before)-int(b.before)) }) // like beside like
	p.splits = map[pair]byte{}
	for i, pair := range p.often {
		p.splits[pair] = byte(len(p.kinds) + i)
	}
	p.streams = make([][]byte, len(p.kinds)+len(p.often))
}

// add appends an atom. Operands of the same kind, which is empty for none, share a stream.
func (p *packer) add(code string, effect byte, kind string, operand []byte) {
	a := atom{code: code, effect: effect}
	if kind != "" {
		stream, ok := p.kinds[kind]
		if !ok {
			stream = byte(len(p.kinds))
			p.kinds[kind] = stream
			p.streams = append(p.streams, nil)
		}
		a.stream = stream
	}
	i, ok := p.index[a]
	if !ok {
		i = len(p.atoms)
		p.atoms = append(p.atoms, a)
		p.index[a] = i
	}
	if kind != "" {
		pair := pair{p.before, byte(i)}
		p.sizes[pair] += len(operand)
		stream, ok := p.splits[pair]
		if !ok {
			stream = a.stream
		}
		p.streams[stream] = append(p.streams[stream], operand...)
	}
	p.tokens = append(p.tokens, byte(i))
	p.before = byte(i)
}

// A body is a function while it becomes atoms. Go's compiler begins each function that may be
// resumed with a table of places where it may: it opens a block for each, and jumps out of as many
// as lead to the place. An address is a function's number and an index in that table.
type body struct {
	code    []instruction
	address int   // of the function
	depth   int   // how many blocks are open
	table   int   // how many were open before those of the table
	starts  []int // at which index each block of the table starts
	block   int   // in which block of the table we are
}

// function appends the atoms of the function of that number.
func (p *packer) function(number int, code []byte) {
	declared, list, ok := instructions(code)
	if !ok {
		last := len(code) - 1
		p.add("", effectBytes, "whole", sized(code[:last]))
		p.add(string(code[last:]), effectEnd, "", nil)
		return
	}
	p.add("", effectBytes, "locals", sized(declared))
	b := &body{code: list, address: (firstFunction + number) << functionShift, table: -1}
	for i := 0; i < len(b.code); {
		i += p.instruction(b, i)
	}
}

// An address is the number of a function, which begins at a bit and counts from one, and an index in
// the function's table.
const (
	functionShift = 16
	firstFunction = 0x1000
)

// maxNumber is above all numbers that the page can compute with bit by bit.
const maxNumber = 1 << 31

// sized returns b with its length before it.
func sized(b []byte) []byte { return append(binary.AppendUvarint(nil, uint64(len(b))), b...) }

// instruction appends the atoms of the i-th instruction, and returns of how many instructions they are.
func (p *packer) instruction(b *body, i int) int {
	in := b.code[i]
	switch in.op {
	case opBlock, opLoop, opIf:
		if n := p.jumpTable(b, i); n > 0 {
			return n
		}
		b.depth++
		p.add(in.text, effectOpen, "", nil)
	case opEnd:
		if b.inTable() {
			b.block++
		}
		b.depth--
		p.add(in.text, effectEnd, "", nil)
	case opBr, opBrIf:
		switch code := in.text[:1]; {
		case in.operand == b.depth-1:
			p.add(code, effectLeave, "", nil)
		case in.operand == b.depth-b.table && b.table > 0:
			p.add(code, effectAgain, "", nil)
		default:
			p.plain(in)
		}
	case opI32Const:
		at := slices.Index(b.starts, in.operand)
		if at >= 0 && b.code[i+1].text == setBlock {
			p.add(in.text[:1], effectBlock, "block", binary.AppendVarint(nil, int64(at-b.block)))
			break
		}
		p.plain(in)
	case opI64Const:
		p.constant(b, in, b.code[i+1])
	default:
		p.plain(in)
	}
	return 1
}

// inTable tells whether the innermost block is one of the table.
func (b *body) inTable() bool {
	return b.table >= 0 && b.depth == b.table+len(b.starts)-1-b.block
}

// jumpTable appends an atom if the table begins at the i-th instruction, and returns of how many
// instructions it is, or 0.
func (p *packer) jumpTable(b *body, i int) int {
	blocks := 0
	for ; b.code[i].text == opensBlock; i++ {
		blocks++
	}
	targets := b.code[min(i+1, len(b.code)-1)].targets
	if b.starts != nil || blocks == 0 || b.code[i].text != getBlock || targets == nil || b.code[i+2].op != opEnd {
		return 0
	}
	operand := binary.AppendUvarint(nil, uint64(blocks-1))
	starts := []int{0}
	for at, target := range targets {
		switch target {
		case len(starts):
			operand = binary.AppendUvarint(operand, uint64(at-starts[target-1]))
			starts = append(starts, at)
		case len(starts) - 1:
		default:
			return 0
		}
	}
	if len(starts) != blocks || starts[blocks-1] != len(targets)-1 {
		return 0
	}
	b.starts, b.table = starts, b.depth
	b.depth += blocks - 1
	p.add("", effectTable, "table", operand)
	return blocks + 3
}

// constant appends the atom of a constant of 64 bits that the instruction next uses.
func (p *packer) constant(b *body, in, next instruction) {
	code, operand := in.text[:1], []byte(in.text[1:])
	if index := in.operand - b.address; in.operand >= b.address && in.operand < maxNumber && next.op == opI64Store {
		switch {
		case b.block+1 < len(b.starts) && index == b.starts[b.block+1]:
			p.add(code, effectReturn, "", nil)
			return
		case b.block < len(b.starts) && index >= b.starts[b.block]:
			p.add(code, effectAddress, "address", binary.AppendUvarint(nil, uint64(index-b.starts[b.block])))
			return
		}
	}
	switch {
	case p.whole(in):
	case next.op == opI64Add && in.operand >= 0 && in.operand < maxNumber && in.operand%8 == 0:
		p.add(code, effectOffset, "offset", binary.AppendUvarint(nil, uint64(in.operand/8)))
	case in.operand >= 1<<16:
		p.add(code, effectNumber, "pointer", operand)
	default:
		p.add(code, effectNumber, "constant", operand)
	}
}

// The shares of all instructions that are frequent enough to be an atom of their own with their
// operand, and without it.
const (
	wholeShare = 1. / 500
	plainShare = 1. / 20000
)

// whole appends the atom of an instruction that has no operand, is frequent or is rare, and returns
// whether it is so.
func (p *packer) whole(in instruction) bool {
	share := func(text string) float64 { return float64(p.uses[text]) / float64(p.total) }
	switch {
	case share(in.text[:in.fixed]) < plainShare || in.fixed > maxLength:
		p.add("", effectBytes, "rare", sized([]byte(in.text)))
	case in.fixed == len(in.text) || share(in.text) > wholeShare:
		p.add(in.text, effectNone, "", nil)
	default:
		return false
	}
	return true
}

// plain appends the atom of an instruction of which nothing special is known.
func (p *packer) plain(in instruction) {
	code, operand := in.text[:in.fixed], in.text[in.fixed:]
	switch {
	case p.whole(in):
	case in.fixed == 2 && in.operand < maxNumber && in.operand%8 == 0: // where in memory
		p.add(code, effectWords, code+"8", binary.AppendUvarint(nil, uint64(in.operand/8)))
	default:
		p.add(code, effectNumber, code, []byte(operand))
	}
}
