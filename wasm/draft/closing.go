package draft

import (
	"fmt"
	"strings"

	"topobook/notebooks/markdown"
)

// checkEnd returns what the piece at i lacks if it would take in what comes behind it.
func checkEnd(pieces []piece, i int) error {
	p := &pieces[i]
	if p.unchanged() && i+1 < len(pieces) && pieces[i+1].follows(p) || p.kind == markdown.FrontMatter || p.blank() {
		return nil
	}
	for j := i + 1; j < len(pieces); j++ {
		if !pieces[j].blank() {
			if want := unclosed(p.source); want != "" {
				return fmt.Errorf("%s: want %s", kindName(p.kind), want)
			}
			return nil
		}
	}
	return nil
}

// unclosed returns what a source lacks to leave alone what comes behind it, or nothing.
//
// Only the parser knows, so it is asked: what comes behind is a block, and what would make it one is what the source lacks.
func unclosed(source string) string {
	if closed(source) {
		return ""
	}
	var runs []string
	for line := range strings.Lines(lines(source, "\n")) {
		line = strings.TrimLeft(line, " >")
		for _, mark := range "`~" {
			if run := line[:len(line)-len(strings.TrimLeft(line, string(mark)))]; len(run) >= 3 {
				runs = append(runs, run)
			}
		}
	}
	for i := len(runs) - 1; i >= max(0, len(runs)-8); i-- {
		if closed(source + "\n" + runs[i]) {
			return "a closing fence, " + runs[i]
		}
	}
	for _, c := range [][2]string{{":::", "a closing line :::"}, {"$$", "a line that ends with $$"}, {"-->", "the end of the comment, -->"}} {
		if closed(source + "\n" + c[0]) {
			return c[1]
		}
	}
	return "an end of what it opens: it would take in what comes behind it"
}

// closed tells whether a block behind the source is one of its own.
func closed(source string) bool {
	const behind = "```data {name=\"a\"}\na\n```\n"
	blocks := markdown.Split("\n" + source + "\n\n" + behind) // which is not at the beginning, where front matter stands
	return blocks[len(blocks)-1].Source == behind
}
