//go:build js && wasm

package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"syscall/js"

	"honnef.co/go/js/dom/v2"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/export"
)

var errUnknownFamily = errors.New("only a network of a family can be saved")

// prepareSaving puts the buttons that save what c shows beside it.
func (p *page) prepareSaving(c *cell) {
	if c.inline {
		return
	}
	var items []string // a family's name, or "" for another drawing, or "table"
	find := func(selector string) js.Value { return c.output.Underlying().Call("querySelectorAll", selector) }
	drawings := find("svg")
	for i := range drawings.Length() {
		family := ""
		if call := drawings.Index(i).Call("getAttribute", "data-network"); !call.IsNull() {
			family = familyOf(call.String())
		}
		items = append(items, family)
	}
	for range find("table").Length() {
		items = append(items, "table")
	}
	if saving := strings.Join(items, " ") + " "; saving != c.saving {
		c.saving = saving
		p.makeSaving(c, items, drawings.Length())
	}
}

// makeSaving makes the buttons for the items: first the drawings, then the tables.
func (p *page) makeSaving(c *cell, items []string, drawings int) {
	if old := c.root.QuerySelector(".save"); old != nil {
		old.Remove()
	}
	if len(items) == 0 {
		return
	}
	bar := p.create("div", "save", "")
	for i, family := range items {
		if i >= drawings {
			bar.AppendChild(p.saveButton("CSV", "save-csv", "Save the table as CSV", i-drawings))
			continue
		}
		bar.AppendChild(p.saveButton("SVG", "save-svg", "Save the drawing as SVG", i))
		if family != "" {
			bar.AppendChild(p.formatChoice(i))
		}
	}
	c.output.ParentElement().AppendChild(bar)
}

func (p *page) saveButton(label, action, name string, index int) dom.Element {
	b := p.button(label, action)
	b.SetAttribute("data-index", strconv.Itoa(index))
	b.SetAttribute("aria-label", name)
	return b
}

// formatChoice returns the list of the formats in which a network can be saved.
func (p *page) formatChoice(index int) dom.Element {
	formats := p.doc.CreateElement("select")
	formats.SetAttribute("data-do", "save-network")
	formats.SetAttribute("data-index", strconv.Itoa(index))
	formats.SetAttribute("aria-label", "Save the network as")
	formats.AppendChild(p.create("option", "", "network"))
	for _, f := range export.Formats {
		option := p.create("option", "", f.Name)
		option.SetAttribute("value", f.Name)
		option.SetAttribute("title", f.Doc)
		formats.AppendChild(option)
	}
	return formats
}

// save saves the drawing, table or network that a control of c is for.
func (p *page) save(c *cell, control dom.Element) {
	index, _ := strconv.Atoi(control.GetAttribute("data-index"))
	name := text(p.book, "slug") + "-" + c.id
	if index > 0 {
		name += "-" + strconv.Itoa(index+1)
	}
	switch control.GetAttribute("data-do") {
	case "save-svg":
		if all := c.output.QuerySelectorAll("svg"); index < len(all) {
			p.download(name+".svg", "image/svg+xml", standalone(all[index]))
		}
	case "save-csv":
		if all := c.output.QuerySelectorAll("table"); index < len(all) {
			p.download(name+".csv", "text/csv", tableCSV(all[index].Underlying()))
		}
	case "save-network":
		format := text(control.Underlying(), "value")
		control.Underlying().Set("selectedIndex", 0)
		if all := c.output.QuerySelectorAll("svg"); index < len(all) {
			p.saveNetwork(all[index].GetAttribute("data-network"), format)
		}
	}
}

// saveNetwork saves the network that a call makes in one of the export formats.
func (p *page) saveNetwork(call, format string) {
	net, err := parseNetwork(call)
	if err != nil {
		p.say(err.Error())
		return
	}
	for _, f := range export.Formats {
		if f.Name != format {
			continue
		}
		content, err := f.Write(net)
		if err != nil {
			p.say(err.Error())
			return
		}
		p.download(fileName(call)+"."+f.Extension, "text/plain", content)
	}
}

// standalone returns the drawing as a file: as published, without what the page put on it.
func standalone(svg dom.Element) string {
	clone := svg.CloneNode(true).Underlying()
	marked := clone.Call("querySelectorAll", "[tabindex], .near, .self")
	for i := range marked.Length() {
		marked.Index(i).Call("removeAttribute", "tabindex")
		marked.Index(i).Call("removeAttribute", "role")
		marked.Index(i).Get("classList").Call("remove", "near", "self")
	}
	clone.Get("classList").Call("remove", "focused")
	clone.Call("setAttribute", "role", "img")
	return draw.Standalone(strings.ReplaceAll(text(clone, "outerHTML"), "&nbsp;", "&#160;"))
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
			w.WriteString(quoteCSV(strings.TrimSpace(text(cells.Index(j), "textContent"))))
		}
		w.WriteString("\r\n")
	}
	return w.String()
}

// quoteCSV returns a field of comma-separated values.
func quoteCSV(field string) string {
	plain := strings.NewReplacer("\u2009", "", "\u202f", "", "\u2212", "-").Replace(field)
	if _, err := strconv.ParseFloat(plain, 64); err == nil {
		return plain
	}
	if strings.ContainsAny(field, ",\"\r\n") {
		return `"` + strings.ReplaceAll(field, `"`, `""`) + `"`
	}
	return field
}

// parseNetwork returns the network of a family that a call like kary_ntree(k=4, n=3) makes.
func parseNetwork(call string) (*topology.Network, error) {
	name, list, _ := strings.Cut(strings.TrimSuffix(call, ")"), "(")
	for _, family := range topology.Families {
		if family.Name != name {
			continue
		}
		var args []int
		for _, field := range strings.Split(list, ",") {
			_, value, named := strings.Cut(field, "=")
			if !named {
				value = field
			}
			arg, err := strconv.Atoi(strings.TrimSpace(value))
			if err != nil {
				return nil, err
			}
			args = append(args, arg)
		}
		def, err := family.New(args)
		if err != nil {
			return nil, err
		}
		return topology.New(def)
	}
	return nil, errUnknownFamily
}

// familyOf returns the name of the family of which a call makes a network, or "".
func familyOf(call string) string {
	name, _, _ := strings.Cut(call, "(")
	if slices.ContainsFunc(topology.Families, func(f topology.Family) bool { return f.Name == name }) {
		return name
	}
	return ""
}

// fileName returns s with everything but letters and digits as hyphens: kary-ntree-k-4-n-3.
func fileName(s string) string {
	return strings.Trim(strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return notLetter(r) || r == '_'
	}), "-"), "-")
}

// download hands a file to the reader.
func (p *page) download(name, kind, content string) {
	blob := js.Global().Get("Blob").New([]any{content}, message{"type": kind + ";charset=utf-8"})
	urls := js.Global().Get("URL")
	address := urls.Call("createObjectURL", blob)
	anchor := p.doc.CreateElement("a")
	anchor.SetAttribute("href", address.String())
	anchor.SetAttribute("download", name)
	anchor.Underlying().Call("click")
	var later alarm
	later.start(10_000, func() { urls.Call("revokeObjectURL", address) })
	p.say("Saved " + name + ".")
}
