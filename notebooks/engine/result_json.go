package engine

import (
	"topobook/notebooks/output"
	"topobook/topology/export"
)

// AppendJSON appends the result as an object on one line: cell, state, value (what the cell ends
// with, as data where it has a form for that), text, inputs by name, claims, and error.
func (r Result) AppendJSON(b []byte) []byte {
	field := func(name, value string) {
		b = append(export.AppendJSONString(append(b, ", "...), name), ": "...)
		b = export.AppendJSONString(b, value)
	}
	b = append(b, `{"cell": `...)
	b = export.AppendJSONString(b, r.Cell)
	field("state", r.State.String())
	if r.Value != nil {
		value, err := output.MarshalJSON(r.Value)
		if err == nil {
			b = append(append(b, `, "value": `...), value...)
		} else if r.Err == nil {
			field("error", err.Error())
		}
	}
	field("text", r.Text)
	if len(r.Inputs) > 0 {
		b = append(b, `, "inputs": {`...)
		for i, in := range r.Inputs {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(export.AppendJSONString(b, in.Name), ": "...)
			b = output.AppendJSON(b, in.value(in.Value))
		}
		b = append(b, '}')
	}
	if len(r.Claims) > 0 {
		b = append(b, `, "claims": [`...)
		for i, claim := range r.Claims {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = claim.AppendJSON(b)
		}
		b = append(b, ']')
	}
	if r.Err != nil {
		field("error", r.Err.Error())
	}
	return append(b, '}')
}
