package markdown

import (
	"fmt"
	"strings"

	"topobook/notebooks/engine"
)

// cellAttributes is what stands between the braces of a cell's fence.
type cellAttributes struct {
	id                 string
	fold, heavy, error bool
	exercise, helper   bool
	caption            string
	captionAt          int // offset of the caption in the info string
}

// An attributeError is a fault at an offset of an info string, which its caller turns into a place on the page.
type attributeError struct {
	at  int
	msg string
}

// parseFence reads the info string of a cell: starlark {#id fold helper heavy error exercise caption="…"}.
func parseFence(info string) (cellAttributes, *attributeError) {
	var attrs cellAttributes
	open := strings.IndexByte(info, '{')
	if open < 0 {
		return attrs, &attributeError{0, "cell: want an id, as in starlark {#id}"}
	}
	if lang := strings.TrimSpace(info[:open]); lang != "starlark" {
		return attrs, &attributeError{0, fmt.Sprintf("cell: got %q, want starlark {#id}", lang)}
	}
	at := open + 1
	for {
		at += len(info[at:]) - len(strings.TrimLeft(info[at:], " "))
		if at == len(info) {
			return attrs, &attributeError{open, "cell: want a } on the same line"}
		}
		if info[at] == '}' {
			break
		}
		end, err := attrs.take(info, at)
		if err != nil {
			return attrs, err
		}
		at = end
	}
	switch rest := strings.TrimSpace(info[at+1:]); {
	case rest != "":
		return attrs, &attributeError{at + 1, fmt.Sprintf("cell: got %q after }, want nothing", rest)}
	case attrs.id == "":
		return attrs, &attributeError{open, "cell: want an id, as in {#id}"}
	}
	return attrs, nil
}

// take reads the attribute at offset at and returns the offset of what follows it.
func (attrs *cellAttributes) take(info string, at int) (int, *attributeError) {
	const quote = `caption="`
	if strings.HasPrefix(info[at:], quote) {
		attrs.captionAt = at + len(quote)
		text, length, ok := quoted(info[attrs.captionAt:])
		if !ok {
			return 0, &attributeError{at, `cell: caption: want a closing "`}
		}
		attrs.caption = text
		return attrs.captionAt + length, nil
	}
	end := at + strings.IndexAny(info[at:]+" ", " }")
	switch word := info[at:end]; {
	case word[0] == '#':
		if !validID(word[1:]) {
			return 0, &attributeError{at, fmt.Sprintf("cell: id %q: want lower-case letters, digits and hyphens, starting with a letter", word[1:])}
		}
		if reservedID(word[1:]) {
			return 0, &attributeError{at, fmt.Sprintf("cell: id %q: v and a number name inline values", word[1:])}
		}
		attrs.id = word[1:]
	case word == "fold":
		attrs.fold = true
	case word == "heavy":
		attrs.heavy = true
	case word == "error":
		attrs.error = true
	case word == "exercise":
		attrs.exercise = true
	case word == "helper":
		attrs.helper = true
	default:
		return 0, &attributeError{at, fmt.Sprintf(`cell: got %q, want #id, fold, helper, heavy, error, exercise or caption="…"`, word)}
	}
	return end, nil
}

// quoted reads text up to a closing quote; \" and \\ stand for themselves. It returns the text and
// the length of what it read with the quote.
func quoted(s string) (text string, length int, ok bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), i + 1, true
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			i++
		}
		b.WriteByte(s[i])
	}
	return "", 0, false
}

// validID tells whether id is lower-case letters, digits and hyphens, starting with a letter.
func validID(id string) bool {
	for i, c := range id {
		letter := c >= 'a' && c <= 'z'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return id != ""
}

// reservedID tells whether id has the form of an inline value's: v1, v2, …
func reservedID(id string) bool {
	return id[0] == 'v' && len(id) > 1 && strings.Trim(id[1:], "0123456789") == ""
}

// cell returns the notebook's cell that has these attributes.
func (attrs cellAttributes) cell(source string, line int) engine.Cell {
	return engine.Cell{
		ID: attrs.id, Source: source, Fold: attrs.fold, Heavy: attrs.heavy, Caption: attrs.caption, Line: line,
	}
}
