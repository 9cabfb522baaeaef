// Package measure computes what can be asked of any network: distances, degrees, components,
// connectivity, faults, bisection, and whether two networks are the same graph. It searches; it
// knows no family and no closed form.
//
// Work that may take long calls a [topology.Progress] now and then.
package measure
