package build

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"topobook/topology/draw"
)

// Budgets of what a reader needs to read a page: its HTML, styles and scripts, compressed by gzip, in bytes. Fonts come besides.
const (
	notebookBudget = 60_000
	listBudget     = 120_000 // of the ledger, the reference, the playground and the licenses
)

// budgetOf returns the budget of a page.
func budgetOf(page string) int {
	switch page {
	case "ledger.html", referenceFile, playgroundFile, licensesFile:
		return listBudget
	}
	return notebookBudget
}

// readWith returns the styles and the scripts that a page needs to be read.
func (a *assets) readWith(page string) (styles, scripts []string) {
	styles, scripts = []string{a.path("style.css")}, []string{a.path("boot.js")}
	switch page {
	case playgroundFile:
		styles = append(styles, a.path("playground.css"))
	case "index.html", "ledger.html", referenceFile:
		styles = append(styles, a.path("lists.css"))
	}
	if a.moves[page] {
		styles = append(styles, a.path(motionStyle))
	}
	switch page {
	case referenceFile:
		scripts = append(scripts, a.path(referenceScript))
	case "ledger.html":
		scripts = append(scripts, a.path(ledgerScript))
	}
	return styles, scripts
}

// drawn is a drawing of package draw on a page: its head, which ends with its title and description, in which its class, width and
// height are; and the rest.
var drawn = regexp.MustCompile(`(?s)(<svg class="((?:net|chart)[^"]*)"[^>]* viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*><title>[^<]*</title><desc>[^<]*</desc>)(.*?)</svg>`)

// lighten brings a page that is over its budget below it: its heaviest drawings become files, and the page has images of these in their
// places. Those of the first cell that draws stay. What is in the file comes into the page before its reader reaches it: see site/boot.js.
// Lighten returns a bound of what the page then needs to be read, in bytes.
func (a *assets) lighten(page string) (weight int, err error) {
	zip := newCompressor(false)
	styles, scripts := a.readWith(page)
	for _, name := range append(styles, scripts...) {
		zipped, err := zip.gzipped(a.files[name])
		if err != nil {
			return 0, err
		}
		weight += len(zipped)
	}
	rest, html := weight, a.files[page]
	if weight += len(html); weight <= budgetOf(page) { // it is, whatever gzip makes of it
		return weight, nil
	}
	pieces, drawings, err := cutOut(html)
	if err != nil {
		return 0, err
	}
	for n, about := 0, 0; ; n++ { // about is what is left if a drawing takes as much as alone: a page of many is not compressed for each
		if about <= budgetOf(page) || n == len(drawings) {
			a.files[page] = bytes.Join(pieces, nil)
			zipped, err := zip.gzipped(a.files[page])
			if err != nil {
				return 0, err
			}
			if weight = rest + len(zipped); weight <= budgetOf(page) || n == len(drawings) {
				return weight, nil
			}
			about = weight
		}
		d := drawings[n]
		about -= d.zipped
		if pieces[d.piece], err = a.moveDrawing(page, d); err != nil {
			return 0, err
		}
	}
}

// A movable is a drawing that a page may do without.
type movable struct {
	piece         int // which piece of the page it is
	zipped        int // its size
	head, rest    string
	class         string
	width, height string
}

// cutOut cuts a page into pieces, and returns them with the drawings among them that may become files, the heaviest first.
func cutOut(html []byte) (pieces [][]byte, drawings []movable, err error) {
	zip, end, kept := newCompressor(false), 0, 0
	for i, at := range drawn.FindAllSubmatchIndex(html, -1) {
		if i == 0 {
			kept = at[1] + max(0, bytes.Index(html[at[1]:], []byte("</figure>")))
		}
		if at[0] < kept {
			continue
		}
		zipped, err := zip.gzipped(html[at[0]:at[1]])
		if err != nil {
			return nil, nil, err
		}
		part := func(i int) string { return string(html[at[2*i]:at[2*i+1]]) }
		drawings = append(drawings, movable{len(pieces) + 1, len(zipped), part(1), part(5), part(2), part(3), part(4)})
		pieces = append(pieces, html[end:at[0]], html[at[0]:at[1]])
		end = at[1]
	}
	slices.SortStableFunc(drawings, func(a, b movable) int { return cmp.Compare(b.zipped, a.zipped) })
	return append(pieces, html[end:]), drawings, nil
}

// moveDrawing stores a drawing of a page as a file, and returns what stands in its place: the drawing with an image in it, so that it
// has the same size, style and description.
func (a *assets) moveDrawing(page string, d movable) ([]byte, error) {
	style, err := a.drawingStyle(d.head + d.rest)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("%s-%d.svg", strings.TrimSuffix(page, path.Ext(page)), len(a.drawings[page])+1)
	a.add(name, fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" class="%s" width="%s" height="%s" viewBox="0 0 %[2]s %[3]s"><style>%s</style>%s</svg>`,
		d.class, d.width, d.height, style, d.rest))
	file := a.path(name)
	a.drawings[page] = append(a.drawings[page], file)
	return fmt.Appendf(nil, `%s<foreignObject width="%s" height="%s"><img src="%s" width="%[2]s" height="%[3]s" alt="" loading="lazy"></foreignObject></svg>`,
		d.head, d.width, d.height, file), nil
}

var (
	siteColor = regexp.MustCompile(`--(\w+): (light-dark\([^()]*\))`) // a color of the site's style sheet, for both schemes
	styleRule = regexp.MustCompile(`([^{}]+)\{[^{}]*\}`)
	negation  = regexp.MustCompile(`:not\([^()]*\)`)
	className = regexp.MustCompile(`\.([a-z]\w*)`)
	classes   = regexp.MustCompile(`class="([^"]*)"`)
)

// drawingStyle returns the style of a drawing that is a file: what package draw has for its classes, in the colors of the site.
func (a *assets) drawingStyle(svg string) ([]byte, error) {
	has := map[string]bool{}
	for _, found := range classes.FindAllStringSubmatch(svg, -1) {
		for _, name := range strings.Fields(found[1]) {
			has[name] = true
		}
	}
	applies := func(selector string) bool {
		return !slices.ContainsFunc(className.FindAllStringSubmatch(negation.ReplaceAllString(selector, ""), -1), func(name []string) bool { return !has[name[1]] })
	}
	style := styleRule.ReplaceAllStringFunc(strings.Replace(draw.Style, draw.Fluid, "", 1), func(rule string) string {
		if selectors, _, _ := strings.Cut(rule, "{"); !slices.ContainsFunc(strings.Split(selectors, ","), applies) {
			return ""
		}
		return rule
	})
	colors := ":root{color-scheme:light dark"
	for _, c := range a.colors {
		if strings.Contains(style, "var(--"+c.name+",") {
			colors += ";--" + c.name + ":" + c.value
		}
	}
	return minified(a.min, "style.css", []byte(style+colors+"}"))
}

// A namedColor is the value of a CSS variable.
type namedColor struct{ name, value string }

// colorsOf returns the colors that a style sheet has first, which always hold, but the accent.
func colorsOf(sheet string, accent Accent) []namedColor {
	var colors []namedColor
	if accent.Light != "" {
		colors = append(colors, namedColor{"accent", accent.CSS()})
	}
	for _, found := range siteColor.FindAllStringSubmatch(sheet, -1) {
		if !slices.ContainsFunc(colors, func(c namedColor) bool { return c.name == found[1] }) {
			colors = append(colors, namedColor{found[1], found[2]})
		}
	}
	return colors
}
