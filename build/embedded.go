//go:build !release

package build

// Released tells whether the command carries the browser program.
const Released = false

// Embedded returns the browser program that the command carries: nil, as it is no release.
func Embedded() (*Engine, error) { return nil, nil }
