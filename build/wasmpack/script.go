package wasmpack

import (
	_ "embed"
	"strconv"
	"strings"
)

// Script is JavaScript: the function unpack, which returns the program in what Pack returns.
var Script = numbered(unpackJS)

//go:embed unpack.js
var unpackJS string

// numbered returns a script with numbers for the names of effects.
func numbered(script string) string {
	var pairs []string
	for number, name := range effectNames {
		pairs = append(pairs, name, strconv.Itoa(number))
	}
	for name, number := range map[string]int{
		"recordParts": recordParts, "streamParts": streamParts, "recordPlace": recordPlace, "recordArgs": recordArgs, "recordDefer": recordDefer,
		"recordStack": recordStack, "recordCounts": recordCounts, "recordFlags": recordFlags, "recordData": recordData, "mostTables": mostTables,
	} {
		pairs = append(pairs, name, strconv.Itoa(number))
	}
	return strings.NewReplacer(pairs...).Replace(script)
}
