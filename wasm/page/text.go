package page

import (
	"strconv"
	"strings"
)

// notLetter returns whether r cannot be part of the name of a builtin.
func notLetter(r rune) bool {
	return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
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
