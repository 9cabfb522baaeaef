package notebooks

import "fmt"

// A chart is a picture of numbers with the numbers themselves.
type chart struct {
	base
	svg  string
	data *table
}

func (c *chart) Type() string { return "chart" }

func (c *chart) String() string { return c.Text() }

func (c *chart) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: chart") }

// HTML returns the svg element, and the numbers in details.data.
func (c *chart) HTML() string {
	return `<div class="chart">` + c.svg + `<details class="data"><summary>Data</summary>` + c.data.HTML() + "</details></div>"
}

// Text returns the numbers as a table.
func (c *chart) Text() string { return c.data.Text() }
