// Package scenes has the tests of the built site: what it computes, and what becomes of it in browsers.
//
// The site is built once for all of them. A scene is written once, on [topobook/build/browser], and is played in each
// browser that the flag -browsers names: go test ./build/scenes -run Slider -browsers chromium,firefox,webkit.
// Tests whose names begin with TestSlow are those that make slow runs, and make test leaves out.
package scenes

import (
	"fmt"
	"io"

	"topobook/notebooks/engine"
)

// WriteOutputs writes everything that a page could show of the results of a notebook.
func WriteOutputs(w io.Writer, slug string, results []engine.Result) {
	for _, r := range results {
		fmt.Fprintf(w, "== %s %s, %d steps\n%s\n%s\n%+v\n%+v\n", slug, r.Cell, r.Steps, r.HTML, r.Text, r.Claims, r.Err)
	}
}
