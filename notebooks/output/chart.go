package output

import (
	"fmt"
	"strings"
)

// A Chart is a picture of numbers with the numbers themselves.
type Chart struct {
	Base
	svg  string
	data *Table
}

// NewChart returns a chart of the numbers in a table.
func NewChart(svg string, data *Table) *Chart { return &Chart{svg: svg, data: data} }

// NewCharts returns small charts of the numbers in a table, side by side, with a legend or "".
func NewCharts(legend string, svgs []string, data *Table) *Chart {
	return NewChart(legend+`<div class="panels">`+strings.Join(svgs, "")+"</div>", data)
}

func (c *Chart) Type() string          { return "chart" }
func (c *Chart) String() string        { return c.Text() }
func (c *Chart) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: chart") }

// HTML returns the svg element, and the numbers in details.data, rounded: with all their digits they would make a page heavy.
func (c *Chart) HTML() string {
	data := c.data.html(func(tableCell) string { return "" })
	return `<div class="chart">` + c.svg + `<details class="data"><summary>Data</summary>` + data + "</details></div>"
}

// Text returns the numbers as a table.
func (c *Chart) Text() string { return c.data.Text() }

// Shown returns the numbers as a table, shortened.
func (c *Chart) Shown() string { return c.data.Shown() }
