//go:build js && wasm

package page

import (
	"strings"
	"syscall/js"

	"topobook/topology/export"
	"topobook/wasm/dom"
	"topobook/wasm/wire"
)

// prepareSaving has site/save.js put the buttons that save what c shows beside it.
func (p *Page) prepareSaving(c *cell) {
	if !c.inline {
		js.Global().Call("showSaving", c.root.Value)
	}
}

// helpSaving lets site/save.js ask what only the engine knows, and say what it has done.
func (p *Page) helpSaving() {
	var formats []any
	for _, f := range export.Formats {
		formats = append(formats, []any{f.Name, f.Doc})
	}
	p.boot.Set("formats", formats)
	p.answerTo("inputs", func([]js.Value) any { return p.inputLink(p.inputs) })
	p.answerTo("isNetwork", func(args []js.Value) any { return p.isFamily(args[0].String()) })
	p.answerTo("saveNetwork", func(args []js.Value) any {
		p.worker.save = &wire.Save{Network: args[0].String(), Format: args[1].String()}
		p.worker.post(p.worker.save)
		return nil
	})
	p.answerTo("say", func(args []js.Value) any { p.Say(args[0].String()); return nil })
}

// answerTo makes a function that scripts call.
func (p *Page) answerTo(name string, answer func(args []js.Value) any) {
	p.boot.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any { return answer(args) }))
}

// isFamily returns whether a network is of a family, such as ring(n=5).
func (p *Page) isFamily(network string) bool {
	name, list, _ := strings.Cut(strings.TrimSuffix(network, ")"), "(")
	builtin, ok := p.builtins.Find(name)
	params, fields := builtin.Params(), strings.Split(list, ", ")
	if !ok || builtin.Group != "Networks" || len(params) != len(fields) {
		return false
	}
	for i, param := range params {
		if !strings.HasPrefix(fields[i], param+"=") {
			return false
		}
	}
	return true
}

// saved saves the file with a network that the kernel has made.
func (p *Page) saved(m *wire.Saved) {
	if m.Absent {
		p.worker.fetch("it saves networks")
		return
	}
	p.worker.save = nil
	if m.Text != "" {
		p.Say(m.Text)
		return
	}
	p.Download(fileName(m.Network)+"."+m.File, "text/plain", m.Content)
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
