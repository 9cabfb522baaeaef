// Package export writes networks in the formats that other programs read, and reads them.
//
// DOT, GraphML and JSON that [Write] wrote carry all of a network: [Read] gives it back with the same
// nodes, addresses, kinds, levels, links, ports and labels, and as a member of its family if it is one.
// Files of other programs give a graph with what they have. A parser stops at the first fault, with its line.
//
// GraphML is read by encoding/xml, as its entities, encodings and sections are where parsers by hand go wrong; only the full
// engine links it. JSON and DOT have small scanners over the whole text. encoding/json would cost each reader of the papers,
// one of whose pages reads JSON, 39 kB (by brotli, November 2026, beside an engine of 993 kB); gonum's DOT would cost 18 kB, has no
// limits, asks no progress, and counts no lines.
package export
