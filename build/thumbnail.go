package build

import (
	"html/template"
	"regexp"
	"strings"

	"topobook/notebooks/engine"
)

var (
	drawing   = regexp.MustCompile(`(?s)<svg class="net.*?</svg>`)
	drawnText = regexp.MustCompile(`(?s)<(title|desc|text)\b.*?</(title|desc|text)>`)
	drawnData = regexp.MustCompile(` (data-[a-z]+|role|aria-[a-z]+|tabindex|id|style)=("[^"]*"|'[^']*')`)

	drawnRoute = regexp.MustCompile(`class="arrow\b`)                     // a route, or messages
	drawnFault = regexp.MustCompile(`class="(?:[^"]* )?(?:fault|dead)\b`) // of a node, of a link
)

// maxThumbnail is what a drawing that is to show a point may have, in bytes: larger ones have more in them than a small picture shows.
const maxThumbnail = 40_000

// thumbnail returns a picture for the list of papers, without words and without what makes it live. It shows a point of the paper: it is
// the first drawing with a route past something that failed, else the first with a route or a fault, else the last of the first
// cell that draws; no counterexample of a claim. It is empty if no cell draws.
func thumbnail(results []engine.Result) template.HTML {
	best, most := "", 0
	for _, result := range results {
		if len(result.Claims) > 0 {
			continue
		}
		found := drawing.FindAllString(result.HTML, -1)
		if best == "" && len(found) > 0 {
			best = found[len(found)-1]
		}
		for _, svg := range found {
			if points := pointsOf(svg); points > most {
				best, most = svg, points
			}
		}
	}
	svg := drawnData.ReplaceAllString(drawnText.ReplaceAllString(best, ""), "")
	return template.HTML(strings.Replace(svg, "<svg ", `<svg aria-hidden="true" `, 1))
}

// pointsOf returns how many of a route and a fault a drawing has, 0 if it is too large for a picture.
func pointsOf(svg string) (points int) {
	if len(svg) > maxThumbnail {
		return 0
	}
	for _, has := range []*regexp.Regexp{drawnRoute, drawnFault} {
		if has.MatchString(svg) {
			points++
		}
	}
	return points
}
