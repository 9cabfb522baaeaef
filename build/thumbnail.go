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
)

// thumbnail returns the last drawing of the first cell that draws, without its words and without
// what makes it live: a picture for the list of papers. It is empty if no cell draws.
func thumbnail(results []engine.Result) template.HTML {
	for _, result := range results {
		found := drawing.FindAllString(result.HTML, -1)
		if len(found) == 0 {
			continue
		}
		svg := drawnData.ReplaceAllString(drawnText.ReplaceAllString(found[len(found)-1], ""), "")
		return template.HTML(strings.Replace(svg, "<svg ", `<svg aria-hidden="true" `, 1))
	}
	return ""
}
