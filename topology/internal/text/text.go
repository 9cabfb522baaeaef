// Package text writes and reads what stands in calls and addresses, and writes it in XML.
package text

import (
	"fmt"
	"hash/fnv"
	"iter"
	"strings"
	"unicode/utf8"
)

// Plain returns an address without its spaces and without the parentheses or angle brackets
// around the whole.
func Plain(address string) string {
	a := strings.Join(strings.Fields(address), "")
	for _, pair := range [...][2]string{{"(", ")"}, {"<", ">"}, {"⟨", "⟩"}} {
		if inner, ok := strings.CutPrefix(a, pair[0]); ok {
			if inner, ok = strings.CutSuffix(inner, pair[1]); ok {
				return inner
			}
		}
	}
	return a
}

// maxList is the longest list, in bytes, that is written out in full.
const maxList = 400

// List writes a keyword argument that is a list of n items: in full if that is short, and
// else as the first item, n, and a hash of all items, so that different lists differ.
func List(keyword string, n int, items iter.Seq[string]) string {
	hash := fnv.New64a()
	var full []byte
	first := ""
	i, short := 0, true
	for item := range items {
		if i == 0 {
			first = item
		}
		if short = short && len(full)+len(item) <= maxList; short {
			if i > 0 {
				full = append(full, ", "...)
			}
			full = append(full, item...)
		}
		hash.Write([]byte(item))
		i++
	}
	if short {
		return keyword + "=[" + string(full) + "]"
	}
	if len(first) > maxList {
		first = ""
	} else {
		first += ", "
	}
	return fmt.Sprintf("%s=[%s… %d in all, #%016x]", keyword, first, n, hash.Sum64())
}

// AppendXML appends s as it stands in an element or, in quotes, an attribute; characters that XML does not
// know, even as references, become U+FFFD. HTML is written by output.Escape: it knows most of these, and what is
// printed there keeps them.
func AppendXML(b []byte, s string) []byte {
	done := 0 // bytes of s that are appended
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		escaped := ""
		switch {
		case r == '&':
			escaped = "&amp;"
		case r == '<':
			escaped = "&lt;"
		case r == '>':
			escaped = "&gt;"
		case r == '"':
			escaped = "&quot;"
		case r < ' ' && r != '\t' && r != '\n' && r != '\r' || r >= utf8.RuneError && r <= '\uFFFF': // that is what is no UTF-8, too
			escaped = "\uFFFD"
		}
		if escaped != "" {
			b = append(append(b, s[done:i]...), escaped...)
			done = i + size
		}
		i += size
	}
	return append(b, s[done:]...)
}
