package export

import (
	"strconv"
	"strings"
	"unicode/utf16"

	"topobook/topology"
)

// maxNesting bounds how deep a text may nest what a parser follows by recursion.
const maxNesting = 100

// readJSON reads the node-link form: an object with lists of objects under nodes and under links or
// edges, in any order. A node has an id, a link a source and a target; an id that is a list is an address
// of its items.
func readJSON(r *reader) {
	var nodes, links scanner
	r.object(func(key string) {
		start := r.scanner
		value := r.value(0)
		switch key {
		case "directed":
			r.directed = value == "true"
		case "graph":
			end := r.scanner
			if r.scanner = start; r.peek() == '{' {
				r.object(func(key string) {
					if value := r.value(0); key == "name" {
						r.call = value
					}
				})
			}
			r.scanner = end
		case "nodes":
			nodes = start
		case "links", "edges":
			links = start
		}
	})
	if r.space(); r.pos < len(r.text) {
		r.fail("got %s after the object", r.got())
	}
	if nodes.line == 0 {
		r.fail("want an object with nodes and links")
	}
	r.scanner = nodes
	r.array(r.jsonNode)
	if links.line != 0 {
		r.scanner = links
		r.array(r.jsonLink)
	}
}

func (r *reader) jsonNode() {
	attributes := r.attributes()
	for _, a := range attributes {
		if a.name == "id" {
			u := r.newNode(a.value, "names")
			for _, a := range attributes {
				r.setNode(u, a)
			}
			return
		}
	}
	r.fail("node without an id")
}

func (r *reader) jsonLink() {
	attributes := r.attributes()
	ends := [2]topology.Node{-1, -1}
	for _, a := range attributes {
		switch a.name {
		case "source":
			ends[0] = r.known(a.value)
		case "target":
			ends[1] = r.known(a.value)
		}
	}
	if ends[0] < 0 || ends[1] < 0 {
		r.fail("link without a source and a target")
	}
	i := r.link(ends[0], ends[1])
	for _, a := range attributes {
		r.setLink(i, a)
	}
}

// attributes reads an object as names and values.
func (r *reader) attributes() (list []attribute) {
	r.object(func(key string) { list = append(list, attribute{key, r.value(0)}) })
	return list
}

// space skips white space.
func (r *reader) space() { r.while(isSpace) }

// object reads an object, and calls member with each key; it must read the value.
func (r *reader) object(member func(key string)) {
	r.items('{', '}', func() {
		key := r.quoted()
		if r.space(); !r.accept(":") {
			r.fail("got %s after %q, want a colon", r.got(), short(key))
		}
		r.space()
		member(key)
	})
}

// array reads an array, and calls item before each item, which it must read.
func (r *reader) array(item func()) { r.items('[', ']', item) }

// items reads what stands between two brackets, separated by commas.
func (r *reader) items(open, end byte, item func()) {
	if r.space(); r.peek() != open {
		r.want(string(rune(open)))
	}
	r.skip(1)
	for first := true; ; first = false {
		if r.space(); first && r.peek() == end {
			break
		}
		item()
		r.tick()
		if r.space(); r.peek() == end {
			break
		}
		if !r.accept(",") {
			r.want("a comma or " + string(rune(end)))
		}
		r.space()
	}
	r.skip(1)
}

// value reads any value, and returns it as text: a list of numbers or strings as their texts with commas
// between them, other lists and objects as nothing.
func (r *reader) value(depth int) string {
	if depth > maxNesting {
		r.fail("got lists nested more than %d deep", maxNesting)
	}
	switch b := r.peek(); {
	case b == '"':
		return r.quoted()
	case b == '{':
		r.object(func(string) { r.value(depth + 1) })
		return ""
	case b == '[':
		var parts []string
		r.array(func() {
			if part := r.value(depth + 1); depth == 0 && len(parts) < maxNesting {
				parts = append(parts, part)
			}
		})
		return strings.Join(parts, ",")
	}
	word := r.while(func(b byte) bool {
		return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b == '-' || b == '+' || b == '.' || b == 'E'
	})
	switch word {
	case "true", "false", "null":
		return word
	}
	if _, err := strconv.ParseFloat(word, 64); err != nil || strings.Trim(word[:1], "-0123456789") != "" {
		r.fail("got %s, want a value", strconv.Quote(short(word))+" before "+r.got())
	}
	return word
}

// quoted reads a string.
func (r *reader) quoted() string {
	if r.peek() != '"' {
		r.want("a string")
	}
	r.skip(1)
	var out []byte
	for {
		start := r.pos
		plain := r.while(func(b byte) bool { return b != '"' && b != '\\' && b >= ' ' })
		end := r.peek()
		if end == '"' {
			r.skip(1)
			if out == nil {
				return plain
			}
			return string(append(out, plain...))
		}
		if end != '\\' || r.pos+1 == len(r.text) {
			r.pos = start
			r.want("the end of the string on this line")
		}
		out = append(out, plain...)
		escape := r.text[r.pos+1]
		r.skip(2)
		if escape == 'u' {
			code := r.unit()
			if utf16.IsSurrogate(code) && r.accept("\\u") {
				code = utf16.DecodeRune(code, r.unit())
			}
			out = append(out, string(code)...)
			continue
		}
		i := strings.IndexByte(`"\/bfnrt`, escape)
		if i < 0 {
			r.fail("got %q in a string, want an escape of JSON", `\`+string(rune(escape)))
		}
		out = append(out, "\"\\/\b\f\n\r\t"[i])
	}
}

// unit reads four hexadecimal digits.
func (r *reader) unit() rune {
	digits := r.text[r.pos:min(len(r.text), r.pos+4)]
	x, err := strconv.ParseUint(digits, 16, 16)
	if err != nil || len(digits) < 4 {
		r.fail("got %s after \\u, want four hexadecimal digits", r.got())
	}
	r.skip(4)
	return rune(x)
}

// AppendJSONString appends s as a JSON string; bytes that are not UTF-8 become U+FFFD.
func AppendJSONString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = append(b, string(r)...)
		}
	}
	return append(b, '"')
}
