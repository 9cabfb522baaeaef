package notebooks

import "strings"

// Highlight returns src as HTML in which spans mark keywords (class kw), strings (str), numbers
// (num), comments (com), operators (op) and the names that known has (fn). Without its tags
// it is src, whatever src is.
func Highlight(src string, known func(name string) bool) string {
	var b strings.Builder
	for _, tok := range tokenize(src) {
		class := ""
		switch tok.kind {
		case keywordToken:
			class = "kw"
		case stringToken:
			class = "str"
		case numberToken:
			class = "num"
		case commentToken:
			class = "com"
		case opToken:
			class = "op"
		case nameToken:
			if known(tok.text) {
				class = "fn"
			}
		}
		if class == "" {
			b.WriteString(escape(tok.text))
			continue
		}
		b.WriteString(`<span class="` + class + `">` + escape(tok.text) + `</span>`)
	}
	return b.String()
}
