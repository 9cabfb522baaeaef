package engine

import (
	"fmt"

	"go.starlark.net/starlark"
)

// The kinds of an [Input]: its values of data-kind in a page.
const (
	SliderInput   = "slider"
	NumberInput   = "number"
	ChoiceInput   = "choice"
	CheckboxInput = "checkbox"
	TextInput     = "text"
	PickInput     = "pick"
	PickManyInput = "pick_many"
)

// An Input is a value that the reader may change. All its values are text, as links write them.
type Input struct {
	Name    string // the name that the cell binds
	Kind    string // SliderInput and so on
	Label   string // plain text; empty: show the name
	Value   string // now
	Default string // as the cell's source has it

	Min, Max, Step string   // SliderInput, NumberInput; empty: no bound
	Choices        []string // ChoiceInput
	Network        string   // PickInput, PickManyInput: the network whose nodes it picks
	NodeKind       string   // of the nodes that it picks: processor, switch, or empty for both
	Links          bool     // PickManyInput: it takes links too, as a>b
	Play           bool     // SliderInput: a button steps it by itself
	Tiles          bool     // TextInput: its words are shown as tiles besides, to put them in another order
	Note           string   // why Value is not what the reader set, or empty

	float   bool             // numbers are floats, not ints
	values  []starlark.Value // ChoiceInput: what Choices stand for
	network nodeChecker      // of Network
}

// A nodeChecker is what picking needs of a network.
type nodeChecker interface {
	starlark.Value
	// CheckNode returns the address as the network writes it, or an error unless it has that node
	// and, if kind is not empty, the node is of that kind.
	CheckNode(address, kind string) (string, error)
	// CheckLink returns a link a>b as the network writes it, whichever end comes first, or an error unless it has one.
	CheckLink(link string) (string, error)
	// Addresses returns those that begin with a prefix, in the order of the nodes, up to a number of them.
	Addresses(prefix string, most int) []string
}

// Inputs returns the builtins that make inputs.
func Inputs() []Builtin {
	return []Builtin{
		{Name: "slider", Fn: sliderBuiltin},
		{Name: "number", Fn: numberBuiltin},
		{Name: "choice", Fn: choiceBuiltin},
		{Name: "checkbox", Fn: checkboxBuiltin},
		{Name: "text_input", Fn: textBuiltin},
		{Name: "pick", Fn: pickBuiltin},
		{Name: "pick_many", Fn: pickManyBuiltin},
	}
}

func sliderBuiltin(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var value, low, high starlark.Value
	var step starlark.Value = starlark.MakeInt(1)
	in := Input{Kind: SliderInput}
	if err := starlark.UnpackArgs(c.Name, args, kwargs, "value", &value, "min", &low, "max", &high, "step?", &step, "label?", &in.Label, "play?", &in.Play); err != nil {
		return nil, err
	}
	if err := in.bounds(c, value, low, high, step); err != nil {
		return nil, err
	}
	if compareNumbers(in.Min, in.Max) > 0 || compareNumbers(in.Step, "0") <= 0 {
		return nil, c.Errorf("got min %s, max %s and step %s, want min ≤ max and step > 0", in.Min, in.Max, in.Step)
	}
	return c.input(in)
}

func numberBuiltin(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var value starlark.Value
	var low, high starlark.Value = starlark.None, starlark.None
	in := Input{Kind: NumberInput}
	if err := starlark.UnpackArgs(c.Name, args, kwargs, "value", &value, "min?", &low, "max?", &high, "label?", &in.Label); err != nil {
		return nil, err
	}
	if err := in.bounds(c, value, low, high, starlark.None); err != nil {
		return nil, err
	}
	if in.Min != "" && in.Max != "" && compareNumbers(in.Min, in.Max) > 0 {
		return nil, c.Errorf("got min %s and max %s, want min ≤ max", in.Min, in.Max)
	}
	return c.input(in)
}

// bounds sets what a slider or a number has; step, low and high may be None.
func (in *Input) bounds(c *Call, value, low, high, step starlark.Value) error {
	for _, v := range []starlark.Value{value, low, high, step} {
		if _, ok := v.(starlark.Float); ok {
			in.float = true
		}
	}
	for _, part := range []struct {
		name string
		from starlark.Value
		to   *string
	}{{"value", value, &in.Default}, {"min", low, &in.Min}, {"max", high, &in.Max}, {"step", step, &in.Step}} {
		switch v := part.from.(type) {
		case starlark.NoneType:
			if part.name == "value" {
				return c.Errorf("for parameter value: got None, want a number")
			}
		case starlark.Int:
			*part.to = v.String()
		case starlark.Float:
			if _, ok := parseNumber(numberText(float64(v)), true); !ok {
				return c.Errorf("for parameter %s: got %v, want a finite number", part.name, v)
			}
			*part.to = numberText(float64(v))
		default:
			return c.Errorf("for parameter %s: got %s, want a number", part.name, v.Type())
		}
	}
	return nil
}

func choiceBuiltin(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var value starlark.Value
	var choices starlark.Iterable
	in := Input{Kind: ChoiceInput}
	if err := starlark.UnpackArgs(c.Name, args, kwargs, "value", &value, "choices", &choices, "label?", &in.Label); err != nil {
		return nil, err
	}
	for v := range starlark.Elements(choices) {
		text, err := choiceText(c, v)
		if err != nil {
			return nil, err
		}
		if len(in.values) == maxChoices {
			return nil, c.Errorf("got more than %d choices, want at most that many", maxChoices)
		}
		in.Choices, in.values = append(in.Choices, text), append(in.values, v)
	}
	text, err := choiceText(c, value)
	if err != nil {
		return nil, err
	}
	in.Default = text
	return c.input(in)
}

// choiceText returns the text of a string or a number to choose.
func choiceText(c *Call, v starlark.Value) (string, error) {
	switch v := v.(type) {
	case starlark.String:
		if len(v) > MaxText {
			return "", c.Errorf("got a choice of %d bytes, want at most %d", len(v), MaxText)
		}
		return string(v), nil
	case starlark.Int, starlark.Bool:
		return v.String(), nil
	case starlark.Float:
		return numberText(float64(v)), nil
	}
	return "", c.Errorf("got %s among the choices, want strings or numbers", v.Type())
}

func checkboxBuiltin(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var value bool
	in := Input{Kind: CheckboxInput}
	if err := starlark.UnpackArgs(c.Name, args, kwargs, "value", &value, "label?", &in.Label); err != nil {
		return nil, err
	}
	in.Default = fmt.Sprint(value)
	return c.input(in)
}

func textBuiltin(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	in := Input{Kind: TextInput}
	if err := starlark.UnpackArgs(c.Name, args, kwargs, "value", &in.Default, "label?", &in.Label, "tiles?", &in.Tiles); err != nil {
		return nil, err
	}
	return c.input(in)
}
