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
	doc, render := compose.Read("rings.md", text)
	if got := fmt.Sprintf("%s %d %v", doc.Home(), len(doc.Cells), doc.Files); got != "rings 2 map[a.txt:5\n]" {
		t.Errorf("got %s, want rings, two cells and a file", got)
	}
	outline := func(c *wire.Composed) string {
		s := c.Title
		for _, b := range c.Blocks {
			_, number, _ := strings.Cut(b.Caption, "Figure\u00a0")
			s += strings.TrimRight(fmt.Sprintf("; %d %s %s %.1s", b.Line, b.Kind, b.ID, number), " ")
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
			"A ring; 1 front; 4 text; 6 cell first 1; 9 text; 10 cell second 2; 13 data a.txt; 16 cell first; fault at 16"},
		{"the first shows nothing", svg, "A ring; 1 front; 4 text; 6 cell first; 9 text; 10 cell second 1; 13 data a.txt; 16 cell first; fault at 16"},
	} {
		if got := outline(render(tt.results)); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
	if c := render(svg); !strings.Contains(c.Blocks[1].HTML, "Figure\u00a01") || len(c.Blocks) != len(markdown.Split(text)) {
		t.Errorf("got %+v, want a reference to Figure 1 and all blocks", c.Blocks)
	}
}
