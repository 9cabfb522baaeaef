// Package export writes networks in the formats that other programs read, and reads them.
//
// DOT, GraphML and JSON that [Write] wrote carry all of a network: [Read] gives it back with the same
// nodes, addresses, kinds, levels, links, ports and labels, and as a member of its family if it is one.
// Files of other programs give a graph with what they have. A parser is a small scanner over the whole
// text; it stops at the first fault, with its line.
package export
