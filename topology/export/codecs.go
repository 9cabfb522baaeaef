package export

import (
	"strings"

	"topobook/topology"
)

// A codec writes and reads texts of a format. Those of all are behind functions, so that programs without [Read] and [Write] are smaller.
type codec struct {
	format string
	write  func(net *topology.Network, progress topology.Progress) (string, error)
	read   func(r *reader)
	begins func(first string) bool // whether a text of the format, and of no other, begins with a line, in small letters; nil if none tells
}

// codecs returns those of all formats.
func codecs() []codec {
	return []codec{
		{"dot", DOT, readDOT, beginsDOT},
		{"graphml", GraphML, readGraphML, hasPrefix("<")},
		{"edgelist", EdgeList, readEdgeList, nil},
		{"json", JSON, readJSON, hasPrefix("{")},
		{"booksim", BookSim, readBookSim, beginsBookSim},
		{"gml", GML, readGML, beginsGML},
		{"edgetable", EdgeTable, readEdgeTable, beginsTable},
		{"graph6", Graph6, readGraph6, hasPrefix(graph6Header)},
		{"sparse6", Sparse6, readGraph6, hasPrefix(sparse6Header)},
		{"evalnet", EvalNet, readEvalNet, nil},
		{"ibnetdiscover", IBNetDiscover, readIBNetDiscover, hasPrefix("vendid=")},
		{"slurm", Slurm, readSlurm, hasPrefix("switchname=")},
	}
}

// hasPrefix returns a function that reports whether a line begins so, in small letters.
func hasPrefix(prefix string) func(string) bool {
	return func(first string) bool { return strings.HasPrefix(first, prefix) }
}

// beginsGML reports whether a line is a key of GML with its value, or that of the graph.
func beginsGML(first string) bool {
	fields := strings.Fields(first)
	switch {
	case len(fields) == 0:
		return false
	case fields[0] == "graph":
		return len(fields) == 1 || fields[1] == "["
	}
	return fields[0] == "graph[" || (fields[0] == "creator" || fields[0] == "version") && len(fields) > 1
}

func beginsDOT(first string) bool {
	word, _, _ := strings.Cut(strings.ReplaceAll(first, "{", " {"), " ")
	return word == "strict" || word == "digraph" || word == "graph" && !beginsGML(first) || strings.HasPrefix(first, "/*")
}

func beginsBookSim(first string) bool {
	fields := strings.Fields(first)
	if len(fields) < 2 || fields[0] != "router" && fields[0] != "node" {
		return false
	}
	_, ok := number(fields[1])
	return ok
}

// beginsTable reports whether a line names the columns of the ends of links.
func beginsTable(first string) bool {
	_, _, ok := endsOf(strings.FieldsFunc(first, func(c rune) bool { return c == separatorOf(first) || c == '"' }))
	return ok
}

// Detect returns the name of the format that the first line of a text which is no comment tells, or "" if none does: one of two names may be
// that of an edge list, or of something else.
func Detect(text string) string {
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		line = strings.ToLower(strings.TrimSpace(line))
		if line == "" || line[0] == '#' || strings.HasPrefix(line, "//") {
			continue
		}
		for _, c := range codecs() {
			if c.begins != nil && c.begins(line) {
				return c.format
			}
		}
		break
	}
	return ""
}
