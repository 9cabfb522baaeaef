package export

import (
	"fmt"
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
func readJSON(r *reader) error {
	var nodes, links scanner
	err := r.object(func(key string) error {
		start := r.scanner
		value, err := r.value(0)
		if err != nil {
			return err
		}
		switch key {
		case "directed":
			r.directed = value == "true"
		case "graph":
			end := r.scanner
			if r.scanner = start; r.peek() == '{' {
				_ = r.object(func(key string) error {
					value, err := r.value(0)
					if key == "name" {
						r.call = value
					}
					return err
				})
			}
			r.scanner = end
		case "nodes":
			nodes = start
		case "links", "edges":
			links = start
		}
		return nil
	})
	if err != nil {
		return err
	}
	if r.space(); r.pos < len(r.text) {
		return fmt.Errorf("got %s after the object", r.got())
	}
	if nodes.line == 0 {
		return fmt.Errorf("want an object with nodes and links")
	}
	r.scanner = nodes
	if err := r.array(r.jsonNode); err != nil || links.line == 0 {
		return err
	}
	r.scanner = links
	return r.array(r.jsonLink)
}

func (r *reader) jsonNode() error {
	attributes, err := r.attributes()
	if err != nil {
		return err
	}
	for _, a := range attributes {
		if a.name != "id" {
			continue
		}
		if _, ok := r.index[a.value]; ok {
			return fmt.Errorf("node %q occurs twice, want distinct names", short(a.value))
		}
		u, err := r.node(a.value)
		for _, a := range attributes {
			r.setNode(u, a)
		}
		return err
	}
	return fmt.Errorf("node without an id")
}

func (r *reader) jsonLink() error {
	attributes, err := r.attributes()
	if err != nil {
		return err
	}
	ends := [2]topology.Node{-1, -1}
	for _, a := range attributes {
		for i, name := range [2]string{"source", "target"} {
			if a.name == name {
				if ends[i], err = r.known(a.value); err != nil {
					return err
				}
			}
		}
	}
	if ends[0] < 0 || ends[1] < 0 {
		return fmt.Errorf("link without a source and a target")
	}
	i, err := r.link(ends[0], ends[1])
	if err != nil {
		return err
	}
	for _, a := range attributes {
		r.setLink(i, a)
	}
	return nil
}

// attributes reads an object as names and values.
func (r *reader) attributes() (list []attribute, err error) {
	err = r.object(func(key string) error {
		value, err := r.value(0)
		list = append(list, attribute{key, value})
		return err
	})
	return list, err
}

// space skips white space.
func (r *reader) space() { r.while(isSpace) }

// object reads an object, and calls member with each key; it must read the value.
func (r *reader) object(member func(key string) error) error {
	return r.items('{', '}', func() error {
		key, err := r.quoted()
		if err != nil {
			return err
		}
		if r.space(); !r.accept(":") {
			return fmt.Errorf("got %s after %q, want a colon", r.got(), short(key))
		}
		r.space()
		return member(key)
	})
}

// array reads an array, and calls item before each item, which it must read.
func (r *reader) array(item func() error) error { return r.items('[', ']', item) }

// items reads what stands between two brackets, separated by commas.
func (r *reader) items(open, end byte, item func() error) error {
	if r.space(); r.peek() != open {
		return fmt.Errorf("got %s, want %c", r.got(), open)
	}
	r.skip(1)
	for first := true; ; first = false {
		if r.space(); first && r.peek() == end {
			break
		}
		if err := item(); err != nil {
			return err
		}
		if err := r.tick(); err != nil {
			return err
		}
		if r.space(); r.peek() == end {
			break
		}
		if !r.accept(",") {
			return fmt.Errorf("got %s, want a comma or %c", r.got(), end)
		}
		r.space()
	}
	r.skip(1)
	return nil
}

// value reads any value, and returns it as text: a list of numbers or strings as their texts with commas
// between them, other lists and objects as nothing.
func (r *reader) value(depth int) (string, error) {
	if depth > maxNesting {
		return "", fmt.Errorf("got lists nested more than %d deep", maxNesting)
	}
	switch b := r.peek(); {
	case b == '"':
		return r.quoted()
	case b == '{':
		return "", r.object(func(string) error {
			_, err := r.value(depth + 1)
			return err
		})
	case b == '[':
		var parts []string
		err := r.array(func() error {
			part, err := r.value(depth + 1)
			if depth == 0 && len(parts) < maxNesting {
				parts = append(parts, part)
			}
			return err
		})
		return strings.Join(parts, ","), err
	}
	word := r.while(func(b byte) bool {
		return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b == '-' || b == '+' || b == '.' || b == 'E'
	})
	switch word {
	case "true", "false", "null":
		return word, nil
	}
	if _, err := strconv.ParseFloat(word, 64); err != nil || strings.Trim(word[:1], "-0123456789") != "" {
		return "", fmt.Errorf("got %s, want a value", strconv.Quote(short(word))+" before "+r.got())
	}
	return word, nil
}

// quoted reads a string.
func (r *reader) quoted() (string, error) {
	if r.peek() != '"' {
		return "", fmt.Errorf("got %s, want a string", r.got())
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
				return plain, nil
			}
			return string(append(out, plain...)), nil
		}
		if end != '\\' || r.pos+1 == len(r.text) {
			r.pos = start
			return "", fmt.Errorf("got %s, want the end of the string on this line", r.got())
		}
		out = append(out, plain...)
		escape := r.text[r.pos+1]
		r.skip(2)
		if escape == 'u' {
			code, err := r.unit()
			if err != nil {
				return "", err
			}
			if utf16.IsSurrogate(code) && r.accept("\\u") {
				low, err := r.unit()
				if err != nil {
					return "", err
				}
				code = utf16.DecodeRune(code, low)
			}
			out = append(out, string(code)...)
			continue
		}
		i := strings.IndexByte(`"\/bfnrt`, escape)
		if i < 0 {
			return "", fmt.Errorf("got %q in a string, want an escape of JSON", `\`+string(rune(escape)))
		}
		out = append(out, "\"\\/\b\f\n\r\t"[i])
	}
}

// unit reads four hexadecimal digits.
func (r *reader) unit() (rune, error) {
	digits := r.text[r.pos:min(len(r.text), r.pos+4)]
	x, err := strconv.ParseUint(digits, 16, 16)
	if err != nil || len(digits) < 4 {
		return 0, fmt.Errorf("got %s after \\u, want four hexadecimal digits", r.got())
	}
	r.skip(4)
	return rune(x), nil
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
