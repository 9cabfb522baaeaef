package notebooks

import (
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"
)

// codeBits is the size of the code of an output in a digest.
const codeBits = 12

// Digest returns a short text that tells the outputs of all cells of a notebook, in page order,
// from others: a 64-bit hash of all, and 12 bits for each cell, in the letters of links. Cells that
// have not run are left open.
//
// It is made of the outputs as plain text and of the messages of errors, so that links outlive
// changes of the pages' looks.
func Digest(results []Result) string {
	all := fnv.New64a()
	codes := make([]uint16, len(results))
	for i, result := range results {
		if result.State != Done && result.State != Failed {
			continue
		}
		sum := fnv.New64a()
		sum.Write([]byte(result.Text))
		if result.Err != nil {
			sum.Write([]byte("\x00" + result.Err.Msg))
		}
		var b [8]byte
		binary.BigEndian.PutUint64(b[:], sum.Sum64())
		all.Write(b[:])
		codes[i] = max(1, binary.BigEndian.Uint16(b[:])>>(16-codeBits))
	}
	return base64.RawURLEncoding.EncodeToString(packCodes(all.Sum(nil), codes))
}

// packCodes appends codes to b, two in three bytes.
func packCodes(b []byte, codes []uint16) []byte {
	for i := 0; i < len(codes); i += 2 {
		pair := uint32(codes[i]) << codeBits
		if i+1 < len(codes) {
			pair |= uint32(codes[i+1])
		}
		b = append(b, byte(pair>>16), byte(pair>>8), byte(pair))
	}
	return b
}

// unpackDigest returns the hash and the codes of a digest of n cells, and whether it is one.
func unpackDigest(digest string, n int) (all uint64, codes []uint16, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(digest)
	if err != nil || len(b) != 8+(n+1)/2*3 {
		return 0, nil, false
	}
	for i := 8; i < len(b); i += 3 {
		pair := uint32(b[i])<<16 | uint32(b[i+1])<<8 | uint32(b[i+2])
		codes = append(codes, uint16(pair>>codeBits), uint16(pair&(1<<codeBits-1)))
	}
	return binary.BigEndian.Uint64(b), codes[:n], true
}

// CompareDigest returns the ids of the cells whose outputs differ between two digests of the
// document, in page order. A cell that is open in either is not compared. If the digests differ
// but do not tell where, or one is not a digest of the document, all cells are returned.
func CompareDigest(doc *Document, a, b string) []string {
	var all, differ []string
	for _, cell := range doc.Cells {
		all = append(all, cell.ID)
	}
	hashA, codesA, okA := unpackDigest(a, len(doc.Cells))
	hashB, codesB, okB := unpackDigest(b, len(doc.Cells))
	if !okA || !okB {
		return all
	}
	open := false
	for i, cell := range doc.Cells {
		switch {
		case codesA[i] == 0 || codesB[i] == 0:
			open = open || codesA[i] != codesB[i]
		case codesA[i] != codesB[i]:
			differ = append(differ, cell.ID)
		}
	}
	if differ == nil && !open && hashA != hashB {
		return all
	}
	return differ
}
