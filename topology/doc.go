// Package topology defines interconnection networks.
//
// A network has nodes and links between them. A node is a processor, which sends and receives
// messages, or a switch, which only routes. A link joins two nodes in both directions, each of
// which is a channel; at either end it takes one of the node's ports. Nodes and channels are
// numbered from 0; a node also has an address, which is how its paper names it. The order of a
// network is its number of nodes, the size its number of links.
//
// A [Definition] says what a paper says: which nodes there are and which links join them. [New]
// makes it a [Network], on which everything else works: the package's subdirectories measure,
// route and draw networks. A family, such as [family.KaryNTree], is a definition for each value of its
// parameters; [family.All] lists them. Networks of the reader's own are made by [NewGraph], parts
// of a network by [Induced], and what is left of a damaged one by [Without].
//
// Everything here is data in, data out: no I/O, no clock, no randomness, no state.
package topology
