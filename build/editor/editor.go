// Package editor has CodeMirror, the editor that takes the place of a page's text areas: a bundle of the packages that package.json
// pins, made by the command bundle.
package editor

import _ "embed"

// CodeMirror is a script that gives the global name CodeMirror to what entry.js exports.
//
//go:generate go run ./bundle
//go:embed codemirror.min.js
var CodeMirror string
