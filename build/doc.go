// Package build turns the notebooks, the files of site/ and the browser program into a static site.
//
// Load reads the notebooks, as package markdown does; ComputeAll runs them; the templates of site/ make
// pages of what comes out; the browser program is compiled, and packed by package wasmpack; and all is minified,
// compressed and written. Package serve does so again on every change.
package build
