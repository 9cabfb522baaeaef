package engine

import (
	"fmt"
	"strings"

	"topobook/notebooks/output"
)

// RenderInputs returns the HTML of a cell's controls, one label.input for each input. One that plays
// is in a div.player, with its button. No browser fills in what it held when the page was left.
func RenderInputs(inputs []Input) string {
	var b strings.Builder
	for _, input := range inputs {
		b.WriteString(renderInput(input))
	}
	return b.String()
}

func renderInput(in Input) string {
	var b strings.Builder
	label := in.Label
	if label == "" {
		label = in.Name
	}
	name := `<span class="name">` + output.Escape(label) + "</span>"
	if in.Play {
		b.WriteString(`<div class="player">`)
	}
	fmt.Fprintf(&b, `<label class="input %s" data-input="%s" data-kind="%s">`, output.Escape(in.Kind), output.Escape(in.Name), output.Escape(in.Kind))
	switch in.Kind {
	case CheckboxInput:
		checked := ""
		if in.Value == "true" {
			checked = "checked"
		}
		b.WriteString(tag("input", "type", "checkbox", "name", in.Name, "checked", checked, "autocomplete", "off") + name)
	case ChoiceInput:
		b.WriteString(name + renderSelect(in))
	default:
		b.WriteString(name + renderField(in))
	}
	if in.Note != "" {
		b.WriteString(`<small class="note" role="note">` + output.Escape(in.Note) + "</small>")
	}
	b.WriteString("</label>")
	if in.Play { // the label ends before it: its text would be part of the slider's name
		b.WriteString(tag("button", "type", "button", "class", "play", "data-do", "play", "aria-pressed", "false", "aria-label", "Play "+label, "title", "Play") + "</button></div>")
	}
	return b.String()
}

// renderField returns an input element, with what belongs to its kind.
func renderField(in Input) string {
	switch in.Kind {
	case SliderInput:
		return tag("input", "type", "range", "min", in.Min, "max", in.Max, "step", in.Step, "value", in.Value, "name", in.Name, "autocomplete", "off") +
			`<output aria-hidden="true">` + output.Escape(in.Value) + "</output>" // the slider says it
	case NumberInput:
		step := in.Step
		if step == "" && in.float {
			step = "any"
		}
		return tag("input", "type", "number", "min", in.Min, "max", in.Max, "step", step, "value", in.Value, "name", in.Name, "autocomplete", "off")
	case PickInput, PickManyInput:
		what := in.NodeKind
		if what == "" {
			what = "node"
		}
		hint := "Type the address of a " + what + ", or click one in the diagram"
		if in.Kind == PickManyInput {
			hint = "Type addresses with spaces between, or click in the diagram"
		}
		links := ""
		if in.Links {
			links, hint = "true", hint+"; a link is a>b"
		}
		return tag("input", "type", "text", "value", in.Value, "name", in.Name, "data-network", in.Network, "data-node-kind", in.NodeKind, "data-links", links,
			"title", hint, "autocomplete", "off", "spellcheck", "false", "autocapitalize", "none")
	}
	tiles := ""
	if in.Tiles {
		tiles = "true" // site/tiles.js makes them
	}
	return tag("input", "type", "text", "value", in.Value, "name", in.Name, "data-tiles", tiles, "autocomplete", "off", "spellcheck", "false")
}

func renderSelect(in Input) string {
	var b strings.Builder
	b.WriteString(tag("select", "name", in.Name, "autocomplete", "off"))
	for _, choice := range in.Choices {
		selected := ""
		if choice == in.Value {
			selected = "selected"
		}
		b.WriteString(tag("option", "value", choice, "selected", selected) + output.Escape(choice) + "</option>")
	}
	b.WriteString("</select>")
	return b.String()
}

// tag returns a start tag. attrs are names and values in turn; a missing bound is left out, as an
// empty value is, but for that of the attribute value.
func tag(name string, attrs ...string) string {
	var b strings.Builder
	b.WriteString("<" + name)
	for i := 0; i < len(attrs); i += 2 {
		if attrs[i+1] == "" && attrs[i] != "value" {
			continue
		}
		b.WriteString(" " + attrs[i] + `="` + output.Escape(attrs[i+1]) + `"`)
	}
	b.WriteString(">")
	return b.String()
}
