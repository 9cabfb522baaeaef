package compose_test

import (
	"fmt"
	"strings"
	"testing"

	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
	"topobook/wasm/compose"
	"topobook/wasm/wire"
)

const text = "---\r\ntitle: A ring\r\n---\r\nFig. [@fig:second]\r\n\r\n" +
	"```starlark {#first caption=\"The *first*\"}\r\n1\r\n```\r\n## Then\r\n```starlark {#second caption=\"The second\"}\r\ndraw(ring(3))\r\n```\r\n" +
	"```data {name=\"a.txt\"}\r\n5\r\n```\r\n```starlark {#first}\r\n2\r\n```\r\n"

func TestRead(t *testing.T) {
	doc, composed := compose.Read("rings.md", text)
	if got := fmt.Sprintf("%s %d %v", doc.Home(), len(doc.Cells), doc.Files); got != "rings 2 map[a.txt:5\n]" {
		t.Errorf("got %s, want rings, two cells and a file", got)
	}
	outline := func(c *wire.Composed) string {
		s := ""
		for _, b := range c.Blocks {
			_, number, _ := strings.Cut(b.Caption, "Figure\u00a0")
			s += strings.TrimRight(fmt.Sprintf(" %d %.1s", c.Lines[b.At], number), " ")
		}
		for _, f := range c.Faults {
			s += fmt.Sprintf("; fault at %d", f.Line)
		}
		return s
	}
	svg := []engine.Result{{Cell: "first", State: engine.Done}, {Cell: "second", State: engine.Done, HTML: "<svg></svg>"}}
	for _, tt := range []struct {
		name    string
		results []engine.Result
		want    string
	}{
		{"no results", []engine.Result{{Cell: "first", State: engine.Waiting}, {Cell: "second", State: engine.Waiting}},
			" 1 4 6 1 9 10 2 13 16; fault at 16"},
		{"the first shows nothing", svg, " 1 4 6 9 10 1 13 16; fault at 16"},
	} {
		if got := outline(composed.Render(tt.results)); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
	figures := map[string]bool{}
	for _, html := range []string{"", "<table></table>", "<p>1</p>"} {
		figures[composed.Figures([]engine.Result{{Cell: "first", State: engine.Done, HTML: html}, svg[1]})] = true
	}
	if len(figures) != 3 {
		t.Errorf("got %v, want another one for no figure, a table, and a figure", figures)
	}
	if c := composed.Render(svg); !strings.Contains(c.Blocks[1].HTML, "Figure\u00a01") || len(c.Blocks) != len(markdown.Split(text)) {
		t.Errorf("got %+v, want a reference to Figure 1 and all blocks", c.Blocks)
	}
}
