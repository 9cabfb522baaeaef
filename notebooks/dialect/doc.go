// Package dialect is the language of cells: Starlark, a Python without input and output, in which every cell ends, and gives
// the same everywhere. It parses and highlights sources, says what readers of Python write by mistake, and guards what could
// take all of a browser's memory.
//
// A cell's names are those that it binds at its top level. Other cells use them, but for loop variables and names that begin
// with _, which belong to their cell alone. Three dots stand for what is to be written yet: ... is None.
//
// # Files
//
// What several cells or several notebooks need stands in a file beside them whose name ends in .star:
//
//	load("lib.star", "hop_counts", shortest="shortest_path")
//
// at the top level of a cell binds hop_counts, and shortest to what the file calls shortest_path; they are names of the cell
// as if it had defined them. A file has all builtins but inputs, and may load other files; the names of cells it does not
// have, nor can it print or claim as it is loaded: its functions do so when a cell calls them. It runs once, when a cell first
// needs it, under the limits of that cell; its values are frozen then. Every cell that loads it is charged what it took, so
// that a cell takes the same whichever ran first. An error says where it is in the file, and which cell loads it.
//
// [Files] finds what a source loads and reads, so that a page can carry it.
package dialect
