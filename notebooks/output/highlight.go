package output

import (
	"strings"

	"topobook/notebooks/dialect"
)

// Highlight returns src as HTML in which spans mark keywords (class kw), strings (str), numbers
// (num), comments (com), operators (op) and the names that known has (fn). Without its tags
// it is src, whatever src is.
func Highlight(src string, known func(name string) bool) string {
	var b strings.Builder
	for _, tok := range dialect.Tokenize(src) {
		class := ""
		switch tok.Kind {
		case dialect.KeywordToken:
			class = "kw"
		case dialect.StringToken:
			class = "str"
		case dialect.NumberToken:
			class = "num"
		case dialect.CommentToken:
			class = "com"
		case dialect.OpToken:
			class = "op"
		case dialect.NameToken:
			if known(tok.Text) {
				class = "fn"
			}
		}
		if class == "" {
			b.WriteString(Escape(tok.Text))
			continue
		}
		b.WriteString(`<span class="` + class + `">` + Escape(tok.Text) + `</span>`)
	}
	return b.String()
}
