package markdown

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"topobook/notebooks/output"
)

var (
	divTag   = regexp.MustCompile(`<div\b[^>]*>|</div>`)
	claimTag = regexp.MustCompile(`^<div class="claim (\w+)"`)
)

// onlyClaims returns the verdicts of the claims that an output, as HTML, consists of; none if it is anything else.
func onlyClaims(html string) (verdicts []string) {
	if !strings.Contains(html, `<div class="claim `) {
		return nil // of what may be large, without a search by letters
	}
	within, end := 0, 0 // how many elements of a claim are open, and where the last tag outside of claims ends
	for _, at := range divTag.FindAllStringIndex(html, -1) {
		tag := html[at[0]:at[1]]
		claim := claimTag.FindStringSubmatch(tag)
		switch {
		case within > 0 && tag == "</div>":
			within--
		case within > 0:
			within++
		case at[0] != end:
			return nil
		case claim != nil:
			verdicts = append(verdicts, claim[1])
			within = 1
		}
		end = at[1]
	}
	if end != len(html) {
		return nil
	}
	return verdicts
}

// gathers tells whether the page shows a cell in the strip of its section: it has claims and nothing else to show, no caption either, and stands
// in the section itself, or in depth.
func (w *writer) gathers(cell *cellNode) bool {
	parent := cell.Parent()
	if in, ok := parent.(*block); parent.Kind() != ast.KindDocument && (!ok || in.name != "depth") {
		return false
	}
	result := w.results[cell.id]
	return !cell.HasChildren() && w.book.Exercise(cell.id) == nil && result.Err == nil && len(result.Inputs) == 0 && len(onlyClaims(result.HTML)) > 0
}

// strip writes the cells of a section whose claims it gathers, folded unless one is refuted.
func (w *writer) strip(b *strings.Builder, cells []*cellNode) {
	if len(cells) == 0 {
		return
	}
	var verdicts []string
	for _, n := range cells {
		verdicts = append(verdicts, onlyClaims(w.results[n.id].HTML)...)
	}
	open := ""
	if slices.Contains(verdicts, output.Fails) {
		open = " open"
	}
	fmt.Fprintf(b, "<details class=\"strip\"%s><summary>Checked in this section: <span class=\"tallies\">%s</span></summary>\n", open, talliesHTML(verdicts))
	for _, n := range cells {
		cell, _ := w.book.Cell(n.id)
		cell.Fold = true
		b.WriteString(CellHTML(cell, w.shown(n.id), w.caption(n)))
	}
	b.WriteString("</details>\n")
}

// talliesHTML tells how many claims have which verdict. As they may come to have another, all are there: see recount in site/boot.js.
func talliesHTML(verdicts []string) string {
	var tallies []string
	for _, verdict := range output.Verdicts {
		count := 0
		for _, v := range verdicts {
			if v == verdict {
				count++
			}
		}
		word, hidden := verdict, ""
		switch plural := count > 1; {
		case count == 0:
			hidden = " hidden"
		case plural && (verdict == output.Holds || verdict == output.Fails):
			word = strings.TrimSuffix(verdict, "s")
		case plural && verdict == output.Slip:
			word += "s"
		}
		tallies = append(tallies, fmt.Sprintf(`<span class="%s"%s><span class="glyph" aria-hidden="true">%s</span> <b>%d</b> %s</span>`, verdict, hidden, output.Glyph(verdict), count, word))
	}
	return strings.Join(tallies, " ")
}
