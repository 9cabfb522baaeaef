//go:build !release

package build

// Embedded returns the browser program that the command carries: nil, as it is no release.
func Embedded() (*Engine, error) { return nil, nil }
