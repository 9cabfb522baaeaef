package draw_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"topobook/topology/draw"
)

// texts returns the estimated boxes of the upright texts of a drawing, and of those turned by a
// quarter, by what they say and where.
func texts(t *testing.T, svg string) map[string]shapeBox {
	t.Helper()
	boxes := make(map[string]shapeBox)
	inherited := []map[string]string{{"font-size": "11"}}
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return boxes
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			attrs := make(map[string]string)
			for _, name := range []string{"font-size", "text-anchor"} {
				attrs[name] = inherited[len(inherited)-1][name]
			}
			for _, a := range token.Attr {
				attrs[a.Name.Local] = a.Value
			}
			attrs["tag"] = token.Name.Local
			if attrs["class"] == "title" {
				attrs["font-size"] = "13"
			}
			inherited = append(inherited, attrs)
		case xml.EndElement:
			inherited = inherited[:len(inherited)-1]
		case xml.CharData:
			attrs := inherited[len(inherited)-1]
			if attrs["tag"] != "text" {
				continue
			}
			if box, ok := textBox(t, string(token), attrs); ok {
				boxes[fmt.Sprintf("%s at %g,%g", token, box.left, box.top)] = box
			}
		}
	}
}

// textBox returns the box of a text, unless it is turned by another angle than a quarter.
func textBox(t *testing.T, text string, attrs map[string]string) (shapeBox, bool) {
	number := func(s string) float64 {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	size := number(attrs["font-size"])
	width := 0.6 * size * float64(len([]rune(text)))
	start := 0.0
	switch attrs["text-anchor"] {
	case "middle":
		start = -width / 2
	case "end":
		start = -width
	}
	if turn := attrs["transform"]; turn != "" {
		var x, y, angle float64
		if _, err := fmt.Sscanf(turn, "translate(%g %g)rotate(%g)", &x, &y, &angle); err != nil {
			t.Fatal(err)
		}
		return shapeBox{x - 0.72*size, y - start - width, x, y - start}, angle == -90
	}
	x, y := number(attrs["x"]), number(attrs["y"])
	return shapeBox{x + start, y - 0.72*size, x + start + width, y}, true
}

// checkTexts fails if two texts of a drawing overlap.
func checkTexts(t *testing.T, name, svg string) {
	t.Helper()
	boxes := texts(t, svg)
	for a, p := range boxes {
		for b, q := range boxes {
			if a < b && p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom {
				t.Errorf("%s: texts overlap: %s and %s", name, a, b)
				return
			}
		}
	}
}

func TestTextsKeepApart(t *testing.T) {
	for _, net := range networks() {
		svg, err := draw.Network(net, everything(net))
		if err != nil {
			t.Fatal(err)
		}
		checkTexts(t, net.String(), svg)
	}
	long := []float64{1, 10, 100, 1000, 10000, 100000, 1e6}
	for _, kind := range []draw.ChartKind{draw.Lines, draw.Bars, draw.Steps} {
		for _, log := range []bool{false, true} {
			for names := range 10 {
				c := draw.Chart{Kind: kind, XLog: log, YLog: log, Title: "Title", XLabel: "x label", YLabel: "y label"}
				for i := range names + 1 {
					c.Series = append(c.Series, draw.Series{Name: fmt.Sprintf("series %d%s", i, strings.Repeat("x", 3*names)), X: long, Y: long})
				}
				svg, err := c.SVG()
				if err != nil {
					t.Fatal(err)
				}
				checkTexts(t, fmt.Sprintf("chart of kind %d, log %v, %d series", kind, log, names+1), svg)
			}
		}
	}
	for side := 1; side < 40; side++ {
		h := draw.Heatmap{Title: "Title", XLabel: "to", YLabel: "from"}
		for i := range side {
			h.Rows = append(h.Rows, fmt.Sprintf("%d,%d", i/4, i%4))
			row := make([]float64, side)
			for j := range row {
				row[j] = float64(i*j) * 123.4567
			}
			h.Values = append(h.Values, row)
		}
		h.Cols = h.Rows
		svg, err := h.SVG()
		if err != nil {
			t.Fatal(err)
		}
		checkTexts(t, fmt.Sprintf("heat map of %d rows", side), svg)
	}
}
