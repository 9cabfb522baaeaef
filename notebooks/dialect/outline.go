package dialect

import (
	"slices"
	"strings"
)

// pending is the source of a program that is known by its outline.
type pending struct {
	source string
	inline bool
}

// Outline returns in a line what others need to know of a program that has not run, so that a page can carry it: the names
// that it uses of cells, those that it gives, and its inputs. It returns "" for a program with an error.
func (p *Program) Outline(builtin func(name string) bool) string {
	if p.Err != nil {
		return ""
	}
	var parts [3][]string
	for _, use := range p.Uses {
		if !builtin(use.Text) {
			parts[0] = append(parts[0], use.Text)
		}
	}
	for _, bind := range p.Binds {
		parts[1] = append(parts[1], bind.Text)
	}
	parts[2] = p.InputNames
	return strings.Join([]string{strings.Join(parts[0], " "), strings.Join(parts[1], " "), strings.Join(parts[2], " ")}, ";")
}

// Outlined returns a program of which only the outline is known until [Program.Complete] is called: its names have no
// positions. Without an outline it is parsed at once, as by [Parse].
func Outlined(id, source string, inline bool, outline string) *Program {
	parts := strings.Split(outline, ";")
	if len(parts) != 3 {
		return Parse(id, source, inline)
	}
	return &Program{
		Cell: id, Uses: namesIn(parts[0]), Binds: namesIn(parts[1]), InputNames: slices.Clip(strings.Fields(parts[2])),
		pending: &pending{source, inline},
	}
}

func namesIn(list string) []Name {
	var names []Name
	for _, name := range strings.Fields(list) {
		names = append(names, Name{Text: name})
	}
	return names
}

// Complete parses what is known by its outline only, and tells whether it was.
func (p *Program) Complete() bool {
	if p.pending == nil {
		return false
	}
	*p = *Parse(p.Cell, p.pending.source, p.pending.inline)
	return true
}
