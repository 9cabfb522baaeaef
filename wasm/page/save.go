//go:build js && wasm

package page

import (
	"strconv"
	"strings"
	"syscall/js"

	"topobook/topology/draw"
	"topobook/topology/export"
	"topobook/wasm/dom"
	"topobook/wasm/wire"
)

// prepareSaving puts the buttons that save what c shows beside it.
func (p *Page) prepareSaving(c *cell) {
	if c.inline {
		return
	}
	var items []string // a family's name, or "" for another drawing, or "table"
	drawings := c.output.FindAll("svg")
	for _, svg := range drawings {
		items = append(items, p.familyOf(svg.GetAttribute("data-network")))
	}
	for range c.output.FindAll("table") {
		items = append(items, "table")
	}
	if saving := strings.Join(items, " ") + " "; saving != c.saving {
		c.saving = saving
		p.makeSaving(c, items, len(drawings))
	}
}

// makeSaving makes the buttons for the items: first the drawings, then the tables.
func (p *Page) makeSaving(c *cell, items []string, drawings int) {
	if old := c.root.Find(".save"); old != nil {
		old.Remove()
	}
	if len(items) == 0 {
		return
	}
	bar := dom.Create("div", "save", "")
	for i, family := range items {
		if i >= drawings {
			bar.Add(p.saveButton("CSV", "save-csv", "Save the table as CSV", i-drawings))
			continue
		}
		bar.Add(p.saveButton("SVG", "save-svg", "Save the drawing as SVG", i))
		if family != "" {
			bar.Add(p.formatChoice(i))
		}
	}
	c.output.Get("parentElement").Call("append", bar.Value)
}

func (p *Page) saveButton(label, action, name string, index int) *dom.Element {
	b := dom.Button(label, action)
	b.SetAttribute("data-index", strconv.Itoa(index))
	b.SetAttribute("aria-label", name)
	return b
}

// formatChoice returns the list of the formats in which a network can be saved.
func (p *Page) formatChoice(index int) *dom.Element {
	formats := dom.Create("select", "", "")
	formats.SetAttribute("data-do", "save-network")
	formats.SetAttribute("data-index", strconv.Itoa(index))
	formats.SetAttribute("aria-label", "Save the network as")
	formats.Add(dom.Create("option", "", "network"))
	for _, f := range export.Formats {
		option := dom.Create("option", "", f.Name)
		option.SetAttribute("value", f.Name)
		option.SetAttribute("title", f.Doc)
		formats.Add(option)
	}
	return formats
}

// save saves the drawing, table or network that a control of c is for.
func (p *Page) save(c *cell, control *dom.Element) {
	index, _ := strconv.Atoi(control.GetAttribute("data-index"))
	name := p.book.Slug + "-" + c.id
	if index > 0 {
		name += "-" + strconv.Itoa(index+1)
	}
	switch control.GetAttribute("data-do") {
	case "save-svg":
		if all := c.output.FindAll("svg"); index < len(all) {
			p.Download(name+".svg", "image/svg+xml", standalone(all[index]))
		}
	case "save-csv":
		if all := c.output.FindAll("table"); index < len(all) {
			p.Download(name+".csv", "text/csv", tableCSV(all[index].Value))
		}
	case "save-network":
		format := dom.Text(control.Value, "value")
		control.Set("selectedIndex", 0)
		if all := c.output.FindAll("svg"); index < len(all) {
			p.worker.post(&wire.Save{Network: all[index].GetAttribute("data-network"), Format: format})
		}
	}
}

// familyOf returns the name of the family that a network is of, such as ring for ring(n=5), or "".
func (p *Page) familyOf(network string) string {
	name, list, _ := strings.Cut(strings.TrimSuffix(network, ")"), "(")
	builtin, ok := p.builtins.Find(name)
	params, fields := builtin.Params(), strings.Split(list, ", ")
	if !ok || builtin.Group != "Networks" || len(params) != len(fields) {
		return ""
	}
	for i, param := range params {
		if !strings.HasPrefix(fields[i], param+"=") {
			return ""
		}
	}
	return name
}

// saved saves the file with a network that the kernel has made.
func (p *Page) saved(m *wire.Saved) {
	if m.Text != "" {
		p.Say(m.Text)
		return
	}
	p.Download(fileName(m.Network)+"."+m.File, "text/plain", m.Content)
}

// standalone returns the drawing as a file: as published, without what the page put on it.
func standalone(svg *dom.Element) string {
	clone := dom.Wrap(svg.Call("cloneNode", true))
	for _, el := range clone.FindAll("[tabindex], .near, .self") {
		el.RemoveAttribute("tabindex")
		el.RemoveAttribute("role")
		el.Get("classList").Call("remove", "near", "self")
	}
	clone.Class().Remove("focused")
	clone.SetAttribute("role", "img")
	return draw.Standalone(strings.ReplaceAll(clone.OuterHTML(), "&nbsp;", "&#160;"))
}

// tableCSV returns the table as comma-separated values (RFC 4180), numbers without their thin spaces.
func tableCSV(table js.Value) string {
	var w strings.Builder
	rows := table.Get("rows")
	for i := range rows.Length() {
		cells := rows.Index(i).Get("cells")
		for j := range cells.Length() {
			if j > 0 {
				w.WriteByte(',')
			}
			w.WriteString(quoteCSV(strings.TrimSpace(dom.Text(cells.Index(j), "textContent"))))
		}
		w.WriteString("\r\n")
	}
	return w.String()
}

// Download hands a file to the reader.
func (p *Page) Download(name, kind string, content any) {
	blob := js.Global().Get("Blob").New([]any{content}, map[string]any{"type": kind + ";charset=utf-8"})
	urls := js.Global().Get("URL")
	address := urls.Call("createObjectURL", blob)
	anchor := dom.Create("a", "", "")
	anchor.SetAttribute("href", address.String())
	anchor.SetAttribute("download", name)
	anchor.Call("click")
	var later dom.Alarm
	later.Start(10_000, func() { urls.Call("revokeObjectURL", address) })
	p.Say("Saved " + name + ".")
}
