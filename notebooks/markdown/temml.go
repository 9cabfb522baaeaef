package markdown

import (
	"fmt"
	"strings"
)

// FromTemml returns a formula as Temml set it, without the style attribute that each has which stands by itself: style sheets say the same
// (tml-display). The bars over and under formulas become accents. Temml sets them as enclosures, which are
// no part of MathML Core: Chromium leaves their lines out. Of others, such as \cancel, it is an error.
func FromTemml(mathml string) (string, error) {
	mathml = strings.Replace(mathml, ` style="display:block math;"`, "", 1)
	for {
		i := strings.LastIndex(mathml, "<menclose ") // within it is no other one
		if i < 0 {
			return mathml, nil
		}
		tag, rest, _ := strings.Cut(mathml[i:], ">")
		inner, rest, _ := strings.Cut(rest, "</menclose>")
		switch {
		case strings.Contains(tag, `notation="top"`):
			inner = "<mover><mrow>" + inner + `</mrow><mo stretchy="true">‾</mo></mover>`
		case strings.Contains(tag, `notation="bottom"`):
			inner = "<munder><mrow>" + inner + `</mrow><mo stretchy="true">_</mo></munder>`
		default:
			return "", fmt.Errorf("%s>: not every browser draws this enclosure; \\overline and \\underline are drawn", tag)
		}
		mathml = mathml[:i] + inner + rest
	}
}
