//go:build release

package build

import (
	"embed"
	"io/fs"
)

// Released tells whether the command carries the browser program.
const Released = true

// embedded has what [Engine.Save] writes; command build/release does that before it compiles this file.
//
//go:embed embedded
var embedded embed.FS

// Embedded returns the browser program that the command carries.
func Embedded() (*Engine, error) {
	dir, err := fs.Sub(embedded, "embedded")
	if err != nil {
		return nil, err
	}
	return loadEngine(dir)
}
