package draft

import (
	"errors"
	"fmt"
	"html"
	"strconv"
	"strings"

	"topobook/topology/export"
)

// A gmlList is what stands between brackets: keys and their values, each a text or a list.
type gmlList []gmlItem

type gmlItem struct {
	key, text string
	list      gmlList
	line      int
}

// first returns the text of the first item of the key.
func (l gmlList) first(key string) string {
	for _, item := range l {
		if item.key == key {
			return item.text
		}
	}
	return ""
}

// jsonOfGML returns a graph in GML as the node-link JSON that read reads. Nodes are called by their labels, as in NetworkX,
// if all have one of their own, and else by their ids; names have no spaces here, so that New York is New_York.
//
// Source: Himsolt, GML: A portable Graph File Format (1997).
func jsonOfGML(text string) (string, error) {
	s := &gmlScanner{rest: strings.TrimPrefix(text, byteOrderMark), line: 1}
	all, err := s.list(0)
	if err != nil {
		return "", fmt.Errorf("gml: line %d: %w", s.line, err)
	}
	for _, item := range all {
		if item.key == "graph" && item.list != nil {
			return item.list.json()
		}
	}
	return "", errors.New("gml: want graph [ … ]")
}

// json returns the JSON of a graph.
func (graph gmlList) json() (string, error) {
	names, err := graph.names()
	if err != nil {
		return "", err
	}
	b := []byte(`{"directed": ` + strconv.FormatBool(graph.first("directed") == "1") + `, "nodes": [`)
	separator := "\n"
	for _, item := range graph {
		if item.key != "node" {
			continue
		}
		b = export.AppendJSONString(append(append(b, separator...), `{"id": `...), names[item.list.first("id")])
		b = append(item.list.appendTo(b, "kind", "level"), '}')
		separator = ",\n"
	}
	b = append(b, "],\n\"links\": ["...)
	separator = "\n"
	for _, item := range graph {
		if item.key != "edge" {
			continue
		}
		for i, end := range []string{"source", "target"} {
			name, ok := names[item.list.first(end)]
			if !ok {
				return "", fmt.Errorf("gml: line %d: edge with the %s %.40q, which no node has as its id", item.line, end, item.list.first(end))
			}
			before := [2]string{separator + `{"source": `, `, "target": `}[i]
			b = export.AppendJSONString(append(b, before...), name)
		}
		b = append(item.list.appendTo(b, "source_port", "target_port", "source_label", "target_label"), '}')
		separator = ",\n"
	}
	return string(append(b, "]}\n"...)), nil
}

// names returns what nodes are called, by id.
func (graph gmlList) names() (map[string]string, error) {
	ids, labels := map[string]string{}, map[string]string{}
	taken := map[string]bool{}
	for _, item := range graph {
		if item.key != "node" {
			continue
		}
		id, label := item.list.first("id"), strings.Join(strings.Fields(item.list.first("label")), "_")
		if _, twice := ids[id]; twice || id == "" {
			return nil, fmt.Errorf("gml: line %d: node with the id %.40q, want one that no other node has", item.line, id)
		}
		ids[id], labels[id] = id, label
		if label != "" {
			taken[label] = true
		}
	}
	if len(taken) == len(ids) {
		return labels, nil
	}
	return ids, nil
}

// appendTo writes those of the keys that there are.
func (l gmlList) appendTo(b []byte, keys ...string) []byte {
	for _, key := range keys {
		if text := l.first(key); text != "" {
			b = export.AppendJSONString(append(b, `, "`+key+`": `...), text)
		}
	}
	return b
}

// A gmlScanner reads GML from the front.
type gmlScanner struct {
	rest string
	line int
}

// list reads items up to the bracket that closes them, or at depth 0 to the end of the text.
func (s *gmlScanner) list(depth int) (gmlList, error) {
	if depth > 100 {
		return nil, errors.New("got lists nested more than 100 deep")
	}
	items := gmlList{}
	for {
		key, quoted, err := s.token()
		switch {
		case err != nil:
			return nil, err
		case key == "" && !quoted && depth > 0:
			return nil, errors.New("got the end of the text, want ]")
		case key == "" && !quoted || key == "]" && depth > 0 && !quoted:
			return items, nil
		case quoted || !gmlKey(key):
			return nil, fmt.Errorf("got %.40q, want a key", key)
		}
		item := gmlItem{key: key, line: s.line}
		value, quoted, err := s.token()
		switch {
		case err != nil:
			return nil, err
		case quoted:
			item.text = html.UnescapeString(value)
		case value == "" || value == "]":
			return nil, fmt.Errorf("got nothing after %.40s, want its value", key)
		case value == "[":
			if item.list, err = s.list(depth + 1); err != nil {
				return nil, err
			}
		default:
			item.text = value
		}
		items = append(items, item)
	}
}

// gmlKey tells whether a word begins with a letter.
func gmlKey(word string) bool {
	c := word[0] | 0x20
	return 'a' <= c && c <= 'z' || word[0] == '_'
}

// token reads a bracket, a word, or a text in quotes; at the end of the text it is empty.
func (s *gmlScanner) token() (text string, quoted bool, err error) {
	for {
		rest := strings.TrimLeft(s.rest, spaces)
		s.take(len(s.rest) - len(rest))
		if !strings.HasPrefix(rest, "#") {
			break
		}
		comment, _, _ := strings.Cut(rest, "\n")
		s.take(len(comment))
	}
	switch {
	case s.rest == "":
		return "", false, nil
	case s.rest[0] == '"':
		end := strings.IndexByte(s.rest[1:], '"')
		if end < 0 {
			return "", false, errors.New(`want a closing "`)
		}
		return s.take(end + 2)[1 : end+1], true, nil
	case s.rest[0] == '[' || s.rest[0] == ']':
		return s.take(1), false, nil
	}
	end := strings.IndexAny(s.rest, spaces+"[]\"")
	if end < 0 {
		end = len(s.rest)
	}
	return s.take(end), false, nil
}

// take returns the next n bytes.
func (s *gmlScanner) take(n int) string {
	text := s.rest[:n]
	s.rest = s.rest[n:]
	s.line += strings.Count(text, "\n")
	return text
}
