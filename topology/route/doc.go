// Package route finds paths through a [topology.Network] and says what they do to it: which channels
// they load, which they hold while they wait for others, and which no two of them share.
//
// Searches work on any network: [MinimalPaths], [EachDescendingPath], [NearestCommonAncestors], the loads of
// [Routing.Load] and the cycles of [Routing.DependencyCycle]. An algorithm that belongs to one family takes
// a network of that family, and returns an error for another: [TreeRoute], [Rearrange], [CongestionFree].
// Some work on all networks of trees on common leaves: see kyklos.go. What becomes of messages where switches
// are broken is found by [Routing.Attempt] and, for a [FaultRouting], counted exactly by
// [FaultRouting.FaultTolerance].
//
// Any function of a node, a destination and the channel that a message came by is a routing too: see [ByRule].
//
// To add a routing algorithm, write it in a file of its own and add a line to the table in routing.go.
package route
