package link

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/fnv"

	"topobook/notebooks/engine"
)

// Digest returns a short text that tells the outputs of all cells of a notebook, in page order,
// from others: 24 bits for each, four of the letters of links. Cells that have not run are left open.
//
// It is made of the outputs as plain text and of the messages of errors, so that links outlive
// changes of the pages' looks.
func Digest(results []engine.Result) string {
	b := make([]byte, 0, 3*len(results))
	for _, result := range results {
		code := uint32(0)
		if sum, ran := outputSum(result); ran {
			code = outputCode(linkVersion, sum)
		}
		b = append(b, byte(code>>16), byte(code>>8), byte(code))
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

// outputSum returns the 64-bit FNV-1a hash of an output, and whether there is one.
func outputSum(result engine.Result) (sum uint64, ran bool) {
	if result.State != engine.Done && result.State != engine.Failed {
		return 0, false
	}
	h := fnv.New64a()
	h.Write([]byte(result.Text))
	if result.Err != nil {
		h.Write([]byte("\x00" + result.Err.Msg))
	}
	return h.Sum64(), true
}

// outputCode returns the code of an output in the digests of a version; 0 is left for open cells.
//
// Digests of version 1 have the 12 highest bits of the hash, which the last characters of the
// output hardly reach. Since version 2 every bit of the hash reaches every bit of the code.
func outputCode(version int, sum uint64) uint32 {
	if version == 1 {
		return max(1, uint32(sum>>52))
	}
	// The finalizer of MurmurHash3.
	sum ^= sum >> 33
	sum *= 0xff51afd7ed558ccd
	sum ^= sum >> 33
	sum *= 0xc4ceb9fe1a85ec53
	sum ^= sum >> 33
	return max(1, uint32(sum>>40))
}

// digestCodes returns the codes of the n cells in a digest of any version, and that of version 1
// a hash of all outputs.
func digestCodes(version int, digest string, n int) (codes []uint32, all uint64, err error) {
	size := 3 * n
	if version == 1 {
		size = 8 + (n+1)/2*3
	}
	b, err := base64.RawURLEncoding.DecodeString(digest)
	if len(b) > size {
		return nil, 0, errors.New("this link is of another edition of the page (its digest is too long): it cannot be compared")
	}
	if err != nil || len(b) < size {
		return nil, 0, errors.New("this link lost its end (its digest is cut off), or is of an older edition of the page: it cannot be compared")
	}
	if version == 1 { // two codes in three bytes
		all = binary.BigEndian.Uint64(b)
		for b = b[8:]; len(b) > 0; b = b[3:] {
			pair := uint32(b[0])<<16 | uint32(b[1])<<8 | uint32(b[2])
			codes = append(codes, pair>>12, pair&0xfff)
		}
		return codes[:n], all, nil
	}
	for ; len(b) > 0; b = b[3:] {
		codes = append(codes, uint32(b[0])<<16|uint32(b[1])<<8|uint32(b[2]))
	}
	return codes, 0, nil
}

// A Comparison is what the digest of a link says of outputs.
type Comparison struct {
	Compared int      // how many outputs were compared
	Differ   []string // ids of the cells whose outputs differ, in page order
	Open     []string // ids of the cells that were not compared: they did not run here or there
}

// Compare compares outputs, those of all cells in page order, with the digest of the state. If they
// differ but the digest does not tell where, all that were compared are said to differ. The error
// says why nothing can be compared.
func (s State) Compare(results []engine.Result) (Comparison, error) {
	var c Comparison
	codes, all, err := digestCodes(s.Version, s.Digest, len(results))
	if err != nil {
		return c, err
	}
	var compared []string
	here := fnv.New64a()
	alike := true // the same cells are open
	for i, result := range results {
		sum, ran := outputSum(result)
		alike = alike && ran == (codes[i] != 0)
		if ran {
			var b [8]byte
			binary.BigEndian.PutUint64(b[:], sum)
			here.Write(b[:])
		}
		if !ran || codes[i] == 0 {
			c.Open = append(c.Open, result.Cell)
			continue
		}
		compared = append(compared, result.Cell)
		if outputCode(s.Version, sum) != codes[i] {
			c.Differ = append(c.Differ, result.Cell)
		}
	}
	if c.Compared = len(compared); c.Compared == 0 {
		return c, errors.New("this link says nothing of the outputs that were computed here: there is nothing to compare")
	}
	if s.Version == 1 && c.Differ == nil && alike && here.Sum64() != all {
		c.Differ = compared
	}
	return c, nil
}
