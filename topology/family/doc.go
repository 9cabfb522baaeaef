// Package family is the catalogue of networks: a family is a [topology.Definition] for each value of its
// parameters, such as [KaryNTree], and stands in a file of its own. [All] lists them.
//
// To add a family, write its file with a type that implements Definition and a constructor that
// checks the parameters, a test that calls networktest.Check, and a line in families.go. If it is
// [topology.Neighborly] and [topology.Symmetric], distances in networks of ten thousand nodes take milliseconds.
package family
