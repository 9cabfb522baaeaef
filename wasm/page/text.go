package page

import (
	"strconv"
	"strings"
)

const indent = "    "

// notLetter returns whether r cannot be part of the name of a builtin.
func notLetter(r rune) bool {
	return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// nameAt returns the name that ends before the cursor and goes on after it, or "".
func nameAt(before, after string) string {
	end := strings.IndexFunc(after, notLetter)
	if end < 0 {
		end = len(after)
	}
	return lastName(before) + after[:end]
}

// lastName returns the name at the end of s, or "".
func lastName(s string) string { return s[len(strings.TrimRightFunc(s, isLetter)):] }

func isLetter(r rune) bool { return !notLetter(r) }

// callAround returns the name of the function whose arguments the cursor is in, or "".
func callAround(before string) string {
	depth := 0
	for i := len(before) - 1; i >= 0; i-- {
		switch before[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth < 0 {
				return lastName(before[:i])
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

// linesOf returns the whole lines that a selection is in, without the last newline. A line that begins
// where the selection ends is none of them.
func linesOf(before, selected, after string) string {
	lines := before[strings.LastIndexByte(before, '\n')+1:] + selected
	if !strings.HasSuffix(selected, "\n") {
		end, _, _ := strings.Cut(after, "\n")
		lines += end
	}
	return strings.TrimSuffix(lines, "\n")
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

// nextIndent returns the spaces with which a line should begin, after what is before the cursor.
func nextIndent(before string) string {
	line := strings.TrimSuffix(before, "\n")
	line = line[strings.LastIndexByte(line, '\n')+1:]
	spaces := line[:len(line)-len(strings.TrimLeft(line, " "))]
	if strings.HasSuffix(strings.TrimSpace(line), ":") {
		spaces += indent
	}
	return spaces
}

// Plural returns the count with the noun: 1 output, 2 outputs.
func Plural(count int, noun string) string {
	if count == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(count) + " " + noun + "s"
}

// escapeSelector returns s for use between double quotes in a CSS selector.
func escapeSelector(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), `"`, `\"`), "\n", `\a `)
}

// differing says how many outputs differ.
func differing(count, total int) string {
	verb := " differ"
	if count == 1 {
		verb = " differs"
	}
	return strconv.Itoa(count) + " of " + Plural(total, "output") + " that were compared" + verb + " from what the sender saw."
}

// Capital returns a sentence with its first letter as a capital.
func Capital(sentence string) string { return strings.ToUpper(sentence[:1]) + sentence[1:] }

// fileName returns s with everything but letters and digits as hyphens: kary-ntree-k-4-n-3.
func fileName(s string) string {
	return strings.Trim(strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return notLetter(r) || r == '_'
	}), "-"), "-")
}
