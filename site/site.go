// Package site has what a visitor downloads and is not compiled: templates, styles, start-up scripts, examples, icon and fonts.
package site

import "embed"

// Files are the files of this folder.
//
//go:embed *.html *.js *.css *.svg examples/*.md fonts/*.woff2 fonts/*.txt
var Files embed.FS
