package build

import (
	"bytes"
	"fmt"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/html"
	"github.com/tdewolff/minify/v2/js"
	"github.com/tdewolff/minify/v2/svg"
)

// newMinifier returns a minifier for what the site has. It keeps every attribute that a style or a
// script may ask for. It has none for XML, which would trim the spaces in the text of formulas.
func newMinifier() *minify.M {
	m := minify.New()
	m.Add("text/html", &html.Minifier{KeepDefaultAttrVals: true, KeepDocumentTags: true, KeepEndTags: true})
	m.AddFunc("text/css", css.Minify)
	m.AddFunc("text/javascript", js.Minify)
	m.AddFunc("image/svg+xml", svg.Minify)
	return m
}

// minified returns data minified as what the end of its name says; of other kinds as it is.
func minified(m *minify.M, name string, data []byte) ([]byte, error) {
	kind := ContentType(name)
	if _, _, minify := m.Match(kind); minify == nil {
		return data, nil
	}
	out, err := m.Bytes(kind, bytes.Clone(data)) // which it writes to
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}
