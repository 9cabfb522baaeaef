package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"unicode/utf8"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
)

const linkLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// escapeLink writes text in the characters of a link: a space as +, others as ~ and the two
// hexadecimal digits of each byte.
func escapeLink(text string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		switch {
		case strings.IndexByte(linkLetters+"-._,@", c) >= 0:
			b.WriteByte(c)
		case c == ' ':
			b.WriteByte('+')
		default:
			b.WriteByte('~')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}

// unescapeLink is the inverse of escapeLink.
func unescapeLink(text string) (string, error) {
	plain, ok := unescape(text, '~', true)
	if !ok || !utf8.ValidString(plain) {
		return "", fmt.Errorf("the link: has %q, want ~ with the two digits of a byte, and UTF-8 text", dialect.Short(text))
	}
	return plain, nil
}

// unescapePercent undoes what some programs do to a link that passes through them: %2C for a comma.
func unescapePercent(text string) (string, error) {
	plain, ok := unescape(text, '%', false)
	if !ok {
		return "", fmt.Errorf("the link: has %q, want %% with the two digits of a byte", dialect.Short(text))
	}
	return plain, nil
}

// unescape replaces the escapes of text that begin with mark, and + by a space if so told.
func unescape(text string, mark byte, plus bool) (string, bool) {
	b := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == mark:
			if i+2 >= len(text) {
				return "", false
			}
			high, low := hexDigit(text[i+1]), hexDigit(text[i+2])
			if high < 0 || low < 0 {
				return "", false
			}
			b = append(b, byte(high<<4|low))
			i += 2
		case c == '+' && plus:
			b = append(b, ' ')
		default:
			b = append(b, c)
		}
	}
	return string(b), true
}

func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}

// packEdits writes sources, by cell id, compressed against those of the document: four bytes that
// tell whether the receiver's document is the same, then deflate with the document as dictionary.
func packEdits(doc *engine.Document, edits map[string]string) string {
	var plain []byte
	for _, id := range engine.SortedKeys(edits) {
		plain = appendText(appendText(plain, id), edits[id])
	}
	var b bytes.Buffer
	b.Write(checksum(plain))
	w, err := flate.NewWriterDict(&b, flate.BestCompression, dictionary(doc))
	if err != nil {
		panic(err) // the level is one of flate's
	}
	_, _ = w.Write(plain) // a bytes.Buffer takes everything
	_ = w.Close()
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// unpackEdits is the inverse of packEdits.
func unpackEdits(doc *engine.Document, text string) (map[string]string, error) {
	packed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(packed) < 4 {
		return nil, fmt.Errorf("the link: its edits are cut off or changed, want them as they were copied")
	}
	r := flate.NewReaderDict(bytes.NewReader(packed[4:]), dictionary(doc))
	plain, err := io.ReadAll(io.LimitReader(r, maxEdits+1))
	if len(plain) > maxEdits {
		return nil, fmt.Errorf("the link: has edits of more than %d bytes, want at most that many", maxEdits)
	}
	if err != nil || !bytes.Equal(checksum(plain), packed[:4]) {
		return nil, fmt.Errorf("the link: its edits do not fit this page: they are cut off, or the page has changed since")
	}
	edits := map[string]string{}
	for len(plain) > 0 {
		var id, source string
		var okID, okSource bool
		id, plain, okID = cutText(plain)
		source, plain, okSource = cutText(plain)
		if !okID || !okSource || !utf8.ValidString(id) || !utf8.ValidString(source) {
			return nil, fmt.Errorf("the link: its edits are cut off or changed, want them as they were copied")
		}
		if len(source) > dialect.MaxSource {
			return nil, fmt.Errorf("the link: edits cell %q to %d bytes, want at most %d", dialect.Short(id), len(source), dialect.MaxSource)
		}
		edits[id] = source
	}
	return edits, nil
}

// dictionary is what the sources of edited cells are compressed against.
func dictionary(doc *engine.Document) []byte {
	var b []byte
	for _, cell := range doc.Cells {
		b = append(append(b, cell.Source...), '\n')
	}
	return b[max(0, len(b)-32<<10):] // as far back as deflate sees
}

func checksum(b []byte) []byte {
	sum := fnv.New32a()
	sum.Write(b)
	return sum.Sum(nil)
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

func cutText(b []byte) (text string, rest []byte, ok bool) {
	n, size := binary.Uvarint(b)
	if size <= 0 || n > uint64(len(b)-size) {
		return "", nil, false
	}
	b = b[size:]
	return string(b[:n]), b[n:], true
}
