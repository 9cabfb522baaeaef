package markdown

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
)

// headingIDs makes the ids of headings: the words of the heading, joined by hyphens.
type headingIDs struct {
	used map[string]bool
	next map[string]int // number that makes a name another one
}

func newHeadingIDs() *headingIDs { return &headingIDs{map[string]bool{}, map[string]int{}} }

// pageIDs are the ids that the page's own parts have.
var pageIDs = map[string]bool{
	"": true, "chapters": true, "contents": true, "files": true, "help": true, "main": true, "notebook": true, "notice": true,
	programsID: true, referencesID: true, "reset-page": true, "share": true, "status": true, "stop": true, "theme": true, "title": true,
}

// playgroundIDs are those that the parts of the playground have besides.
var playgroundIDs = []string{"blocks", "download", "export", "new", "notebooks", "open", "redo", "undo"}

// Hyphenated returns the words of text, in lower case, joined by hyphens.
func Hyphenated(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return strings.Join(words, "-")
}

// Generate returns an id that no part of the page has yet.
func (ids *headingIDs) Generate(value []byte, _ ast.NodeKind) []byte {
	name := Hyphenated(string(value))
	clash := pageIDs[name]
	for _, prefix := range []string{"cell-", "cite-", "claim-", "fig-", "file-", "note-", "ref-"} {
		clash = clash || strings.HasPrefix(name, prefix)
	}
	if clash {
		name = strings.TrimSuffix("section-"+name, "-")
	}
	id := name
	for i := max(2, ids.next[name]); ids.used[id]; i++ {
		id = fmt.Sprintf("%s-%d", name, i)
		ids.next[name] = i + 1
	}
	ids.used[id] = true
	return []byte(id)
}

// Put notes an id that is taken.
func (ids *headingIDs) Put(value []byte) { ids.used[string(value)] = true }

// A Section is an entry of a table of contents.
type Section struct {
	ID   string
	Text string // HTML without links and notes
	Back bool   // it comes after the text: see [BackMark]
}

// sections returns the sections of the notebook, its headings of level 2.
func (w *writer) sections() ([]Section, error) {
	var list []Section
	for n := w.book.root.FirstChild(); n != nil; n = n.NextSibling() {
		heading, ok := n.(*ast.Heading)
		if !ok || heading.Level != 2 {
			continue
		}
		var b strings.Builder
		w.plain = true
		for child := heading.FirstChild(); child != nil; child = child.NextSibling() {
			if err := w.markdown.Renderer().Render(&b, w.book.src, child); err != nil {
				return nil, err
			}
		}
		w.plain = false
		id, _ := heading.AttributeString("id")
		text, _ := id.([]byte)
		list = append(list, Section{ID: string(text), Text: strings.TrimSpace(b.String())})
	}
	return list, nil
}
