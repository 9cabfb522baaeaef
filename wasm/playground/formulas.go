//go:build js && wasm

package playground

import (
	"strings"
	"syscall/js"

	"topobook/notebooks/markdown"
	"topobook/wasm/dom"
)

// formulas sets TeX with the Temml of the site, once that has come.
type formulas struct{ ready bool }

// start fetches Temml, and lets the page set the formulas in outputs with it.
func (f *formulas) start(pl *playground) {
	lookup := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if args[1].Type() != js.TypeString {
			return nil
		}
		mathml, _ := f.render(args[1].String(), false)
		return mathml
	})
	pl.page.Data().Set("math", js.Global().Get("Proxy").New(map[string]any{}, map[string]any{"get": lookup}))
	script := dom.Create("script", "", "")
	var come js.Func
	come = js.FuncOf(func(js.Value, []js.Value) any {
		come.Release()
		f.ready = true
		f.set(pl.root)
		return nil
	})
	script.Set("onload", come)
	script.SetAttribute("src", dom.Text(pl.data, "temml"))
	dom.Wrap(js.Global().Get("document")).Find("head").Add(script)
}

// render returns the MathML of a formula, or what is wrong with it; neither before Temml has come.
func (f *formulas) render(tex string, display bool) (mathml, problem string) {
	if !f.ready {
		return "", ""
	}
	defer func() { // of what Temml throws
		if r := recover(); r != nil {
			thrown, _ := r.(js.Error)
			mathml, problem = "", strings.TrimSpace(strings.TrimPrefix(dom.Text(thrown.Value, "message"), "Temml parse error:"))
		}
	}()
	options := map[string]any{"displayMode": display, "throwOnError": true, "trust": false}
	set, err := markdown.FromTemml(js.Global().Get("temml").Call("renderToString", tex, options).String())
	if err != nil {
		return "", err.Error()
	}
	return set, ""
}

// set sets the formulas within an element.
func (f *formulas) set(el *dom.Element) {
	for _, code := range el.FindAll("code.tex") {
		mathml, problem := f.render(code.TextContent(), code.HasAttribute("data-display"))
		if mathml != "" {
			js.Global().Get("results").Call("setFormula", code.Value, mathml)
		} else if problem != "" {
			code.SetAttribute("data-error", problem)
			code.SetAttribute("title", problem)
		}
	}
}
