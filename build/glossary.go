package build

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"topobook/notebooks/markdown"
)

// glossarySlug is the name of the notebook that is the glossary of the site, if there is one: a notebook as any other, whose headings
// ### are terms. A paragraph after such a heading that starts with *Also* names the synonyms, which commas separate. A comment there says
// what becomes a link besides, <!-- linked too: meshes -->, or that nothing does, <!-- not linked -->, as of words that mean too much.
const glossarySlug = "glossary"

// A glossary is the terms that the site explains.
type glossary struct {
	terms   []term
	written []string        // what becomes a link
	forms   map[string]int  // by that, as plainForm has it: which term
	starts  map[string]bool // the first words of that: only where one stands is the pattern tried
	find    *regexp.Regexp
}

// A term is an entry of the glossary.
type term struct {
	id   string // of its heading
	name string
	also []string // what else it is called
	more []string // what else becomes a link
	text string   // what it means, as HTML
}

// readGlossary returns the glossary of a folder, whose page has the given body.
func readGlossary(folder string, book *markdown.Notebook, body string) (*glossary, error) {
	src, err := os.ReadFile(filepath.Join(folder, book.File))
	if err != nil {
		return nil, err
	}
	src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	texts := termTexts(body)
	g := &glossary{forms: map[string]int{}}
	for _, at := range termEntry.FindAllSubmatchIndex(src, -1) {
		part := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return string(src[at[2*i]:at[2*i+1]])
		}
		name := unescaped(part(1))
		t := term{id: markdown.Hyphenated(name), name: name, also: listOf(part(3))}
		t.text = texts[t.id]
		err := g.add(t, strings.TrimSpace(part(2)))
		if t.text == "" {
			err = errors.New("want a text below the heading, which gives it the id " + t.id)
		}
		if err != nil {
			line, _ := markdown.Position(src, at[0])
			return nil, &markdown.Fault{File: book.File, Line: line, Msg: "term " + name + ": " + err.Error()}
		}
	}
	g.compile()
	return g, nil
}

// termTexts returns the texts of a glossary's page by the ids of their headings.
func termTexts(body string) map[string]string {
	texts := map[string]string{}
	for _, part := range strings.Split(body, "<h3 ")[1:] {
		part, _, _ = strings.Cut(part, "<h2 ")
		head, text, _ := strings.Cut(part, "</h3>")
		if id := headingID.FindStringSubmatch(head); id != nil {
			texts[id[1]] = strings.TrimSpace(text)
		}
	}
	return texts
}

// add adds a term; the comment says what becomes a link.
func (g *glossary) add(t term, comment string) error {
	n := len(g.terms)
	more, ok := strings.CutPrefix(comment, "linked too:")
	if ok {
		t.more = listOf(more)
	}
	g.terms = append(g.terms, t)
	switch {
	case comment == "not linked":
		return nil
	case comment != "" && !ok:
		return fmt.Errorf(`got the comment %q, want "not linked", or "linked too:" and words`, comment)
	}
	for _, form := range slices.Concat([]string{t.name}, t.also, t.more) {
		for _, form := range []string{form, plural(form)} {
			switch other, taken := g.forms[plainForm(form)]; {
			case !taken:
				g.forms[plainForm(form)] = n
				g.written = append(g.written, form)
			case other != n:
				return fmt.Errorf("%q belongs to the term %s too", form, g.terms[other].name)
			}
		}
	}
	return nil
}

// compile makes the pattern of what becomes a link: the longest first, as virtual channel comes before channel.
func (g *glossary) compile() {
	slices.SortFunc(g.written, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	patterns := make([]string, len(g.written))
	g.starts = map[string]bool{}
	for i, form := range g.written {
		g.starts[firstWord(html.EscapeString(form))] = true
		if patterns[i] = patternOf(form); !isAcronym(form) {
			patterns[i] = "(?i:" + patterns[i] + ")"
		}
	}
	g.find = regexp.MustCompile("^(?:" + strings.Join(patterns, "|") + ")")
}

// firstWord returns the letters and digits with which a text starts, in lower case.
func firstWord(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		end = len(text)
	}
	return strings.ToLower(text[:end])
}

var (
	// termEntry is a heading, a comment and the synonyms.
	termEntry = regexp.MustCompile(`(?m)^### +(.+?) *\n\n*(?:<!--(.*?)-->\n\n*)?(?:\*Also\* ([^.]+)\.\n)?`)
	headingID = regexp.MustCompile(`^[^>]*\bid="([^"]*)"`)
	gap       = regexp.MustCompile(`[-–‑/\s]+`) // between the words of a term: it is written with a hyphen here and without there
)

// unescaped returns a text of Markdown without its escapes and emphasis.
func unescaped(text string) string {
	return strings.NewReplacer(`\*`, "*", `\_`, "_", "*", "").Replace(text)
}

// listOf returns what commas separate.
func listOf(text string) []string {
	var list []string
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.Join(strings.Fields(unescaped(item)), " "); item != "" {
			list = append(list, item)
		}
	}
	return list
}

// plainForm returns a term as the table of a glossary has it.
func plainForm(text string) string {
	return gap.ReplaceAllString(strings.ToLower(strings.TrimSpace(text)), " ")
}

// patternOf returns a pattern of a term in the HTML of prose.
func patternOf(form string) string {
	words := strings.Fields(gap.ReplaceAllString(form, " "))
	for i, word := range words {
		words[i] = regexp.QuoteMeta(html.EscapeString(word))
	}
	return strings.Join(words, `[-–‑/\s]+`)
}

// isAcronym tells whether a term is one only in capitals.
func isAcronym(form string) bool { return len(form) > 1 && form == strings.ToUpper(form) }

// plural returns the regular plural of the last word of a term.
func plural(form string) string {
	switch {
	case isAcronym(form):
		return form + "s"
	case strings.HasSuffix(form, "y") && !strings.HasSuffix(form, "ay"):
		return strings.TrimSuffix(form, "y") + "ies"
	case strings.HasSuffix(form, "s"), strings.HasSuffix(form, "x"), strings.HasSuffix(form, "sh"), strings.HasSuffix(form, "ch"):
		return form + "es"
	}
	return form + "s"
}

var (
	markup = regexp.MustCompile(`(?s)<!--.*?-->|<(/?)([a-zA-Z][\w-]*)([^>]*)>`)

	// prose are the elements whose text is that of the author; apart those in which nothing becomes a link.
	proseElements = map[string]bool{"p": true, "li": true, "dd": true}
	apartElements = map[string]bool{
		"a": true, "code": true, "pre": true, "math": true, "svg": true, "table": true, "figure": true, "output": true, "sup": true, "button": true, "label": true,
		"summary": true, "h1": true, "h2": true, "h3": true, "h4": true, "script": true, "style": true,
	}
	apartClasses = regexp.MustCompile(`class="(?:cell|references|cite|check|claim|controls)\b`)
)

// link returns the body of a page in which the first use of each term in prose is a link to the glossary.
func (g *glossary) link(body string) string {
	var b strings.Builder
	used := make([]bool, len(g.terms))
	inProse, apart, depth := 0, "", 0 // apart is the element, nested so deep, in which nothing is linked
	end := 0
	for _, at := range markup.FindAllStringSubmatchIndex(body, -1) {
		if text := body[end:at[0]]; inProse > 0 && depth == 0 {
			g.linkText(&b, text, used)
		} else {
			b.WriteString(text)
		}
		b.WriteString(body[at[0]:at[1]])
		end = at[1]
		if at[4] < 0 { // a comment
			continue
		}
		closes, name, attributes := at[3] > at[2], strings.ToLower(body[at[4]:at[5]]), body[at[6]:at[7]]
		step := 1
		if closes {
			step = -1
		}
		switch {
		case strings.HasSuffix(attributes, "/"):
		case depth > 0:
			if name == apart {
				depth += step
			}
		case !closes && (apartElements[name] || apartClasses.MatchString(attributes)):
			apart, depth = name, 1
		case proseElements[name]:
			inProse += step
		}
	}
	b.WriteString(body[end:])
	return b.String()
}

// linkText writes a text between two tags.
func (g *glossary) linkText(b *strings.Builder, text string, used []bool) {
	end, from := 0, 0 // of what is written, and where the next term may start
	for start := range text {
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		if start < from || isOfWord(before) || !g.starts[firstWord(text[start:])] {
			continue
		}
		at := g.find.FindStringIndex(text[start:])
		if at == nil {
			continue
		}
		stop := start + at[1]
		after, size := utf8.DecodeRuneInString(text[stop:])
		next, _ := utf8.DecodeRuneInString(text[stop+size:])
		if isOfWord(after) && !(isHyphen(after) && !unicode.IsLetter(next)) { // it is part of another word
			continue
		}
		from = stop
		i := g.forms[plainForm(html.UnescapeString(text[start:stop]))]
		if used[i] {
			continue
		}
		used[i] = true
		b.WriteString(text[end:start] + `<a class="term" href="` + glossarySlug + `.html#` + g.terms[i].id + `">` + text[start:stop] + "</a>")
		end = stop
	}
	b.WriteString(text[end:])
}

// isOfWord tells whether a rune beside a term makes it a part of another word.
func isOfWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || isHyphen(r))
}

func isHyphen(r rune) bool { return r == '-' || r == '‑' }
