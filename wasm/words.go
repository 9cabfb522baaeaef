//go:build js && wasm

package main

import "strings"

// notLetter returns whether r cannot be part of a word of the vocabulary.
func notLetter(r rune) bool {
	return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// wordAt returns the word that ends before the cursor and goes on after it, or "".
func wordAt(before, after string) string {
	end := strings.IndexFunc(after, notLetter)
	if end < 0 {
		end = len(after)
	}
	return lastWord(before) + after[:end]
}

// lastWord returns the word at the end of s, or "".
func lastWord(s string) string { return s[len(strings.TrimRightFunc(s, isLetter)):] }

func isLetter(r rune) bool { return !notLetter(r) }

// callAround returns the word whose arguments the cursor is in, or "".
func callAround(before string) string {
	depth := 0
	for i := len(before) - 1; i >= 0; i-- {
		switch before[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth < 0 {
				return lastWord(before[:i])
			}
		}
	}
	return ""
}

// cutUTF16 cuts s after n units of UTF-16, in which browsers count.
func cutUTF16(s string, n int) (before, after string) {
	for i, r := range s {
		if n <= 0 {
			return s[:i], s[i:]
		}
		if n--; r > 0xffff {
			n--
		}
	}
	return s, ""
}

// lenUTF16 returns how many units of UTF-16 s has.
func lenUTF16(s string) int {
	n := 0
	for _, r := range s {
		if n++; r > 0xffff {
			n++
		}
	}
	return n
}

// indentLines returns lines with a level of indentation more, or less if back is true.
func indentLines(lines string, back bool) string {
	all := strings.Split(lines, "\n")
	for i, line := range all {
		if back {
			spaces := len(line) - len(strings.TrimLeft(line, " "))
			all[i] = line[min(spaces, len(indent)):]
		} else if line != "" {
			all[i] = indent + line
		}
	}
	return strings.Join(all, "\n")
}
