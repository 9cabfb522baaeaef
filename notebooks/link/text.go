package link

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf8"

	"topobook/notebooks/dialect"
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
