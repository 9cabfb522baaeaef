package notebooks

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// addBuiltins puts builtins into the kernel's environment.
func (k *Kernel) addBuiltins(builtins []Word) {
	for _, builtin := range builtins {
		k.builtins = append(k.builtins, builtin.Name)
		k.env.names[builtin.Name] = builtin.Value
		if builtin.Fn != nil {
			k.env.names[builtin.Name] = starlark.NewBuiltin(builtin.Name, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
				return k.call(builtin, args, kwargs)
			})
		}
	}
}

// call runs a builtin. A panic in it is an error of the cell: the reader's page goes on.
func (k *Kernel) call(builtin Word, args starlark.Tuple, kwargs []starlark.Tuple) (v starlark.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			v, err = nil, fmt.Errorf("internal error in %s: %v", builtin.Name, r)
		}
	}()
	k.run.done, k.run.total = 0, 0
	return builtin.Fn(k.run.call, args, kwargs)
}

// An execution is one run of one cell.
type execution struct {
	*meter
	kernel *Kernel
	node   *node
	call   *Call

	options RunOptions
	shared  [][][]float64 // the parts of the works so far, by call
	calls   int           // with parts, so far
	trial   *trial        // nil unless this is a preview

	inputs   []Input
	controls int   // bytes of HTML
	done     int   // as the running word last said
	total    int   // of that
	stopped  error // what pause returned
}

func newExecution(k *Kernel, n *node, options RunOptions) *execution {
	run := &execution{kernel: k, node: n, options: options}
	run.meter = newMeter(k.env, n.ID, options.Beside, func() error { return run.pause(0, 0) })
	run.call = &Call{Thread: run.thread, Slug: k.doc.Home(), run: run}
	return run
}

// cell runs the cell, and returns the values that it gives, frozen, and its result.
func (run *execution) cell() (starlark.StringDict, Result) {
	n := run.node
	defer run.use()()
	outer := run.kernel.run
	run.kernel.run = run
	defer func() { run.kernel.run = outer }()
	if run.pause(0, 0) != nil {
		return nil, run.failed(run.stopped)
	}
	names, err := run.names()
	var globals starlark.StringDict
	if err == nil {
		globals, err = run.init(names)
	}
	if err == nil {
		err = freezable(globals)
	}
	if err != nil {
		return nil, run.failed(err)
	}
	globals.Freeze()
	result := Result{Cell: n.ID, State: Done, Inputs: run.inputs, Claims: run.call.Claims, Steps: run.thread.Steps, value: globals[outputName]}
	if result.HTML, result.Text, err = run.render(globals[outputName]); err != nil {
		return nil, run.failed(err)
	}
	values := starlark.StringDict{}
	for _, bind := range n.program.binds {
		if v := globals[bind.text]; v != nil {
			values[bind.text] = v
		}
	}
	return values, result
}

// names returns the values of the names that the cell uses.
func (run *execution) names() (starlark.StringDict, error) {
	names := starlark.StringDict{}
	for name, v := range run.env.names {
		names[name] = v
	}
	k, program := run.kernel, run.node.program
	for _, use := range program.uses {
		from, ok := k.dataflow().giver[use.text]
		if !ok || k.cells[from] == run.node {
			continue
		}
		values := k.cells[from].values
		if run.trial != nil && run.trial.values[from] != nil {
			values = run.trial.values[from]
		}
		v := values[use.text]
		if v == nil {
			return nil, &CellError{Cell: run.node.ID, Line: use.line, Col: use.col,
				Msg: fmt.Sprintf("%s: cell %s gave it no value", use.text, k.cells[from].ID)}
		}
		names[use.text] = v
	}
	return names, nil
}

// init runs the code of the cell.
func (run *execution) init(names starlark.StringDict) (globals starlark.StringDict, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error: %v", r)
		}
	}()
	return run.node.program.code.Init(run.thread, names)
}

// render renders what the cell has printed, and its output.
func (run *execution) render(output starlark.Value) (html, text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error in the output: %v", r)
		}
	}()
	html, text = RenderValue(output)
	if printed := strings.TrimSuffix(run.printed.String(), "\n"); run.printed.Len() > 0 {
		html = `<pre class="printed">` + escape(printed) + "</pre>" + html
		text = strings.TrimSuffix(printed+"\n"+text, "\n")
	}
	if n := len(html) + run.controls; n > outputLimit {
		return "", "", fmt.Errorf("the output: has %d bytes, want at most %d", n, outputLimit)
	}
	return html, text, nil
}

// pause lets the reader stop the cell.
func (run *execution) pause(done, total int) error {
	runtime.Gosched() // wasm has one thread and interrupts nothing: lets the collector work
	if run.stopped == nil && run.options.Pause != nil {
		run.stopped = run.options.Pause(Progress{Cell: run.node.ID, Done: done, Total: total, Steps: run.thread.Steps, Preview: run.trial != nil})
	}
	if run.stopped != nil {
		run.thread.Cancel("stopped")
	}
	return run.stopped
}

// failed returns the result of a run that ended with err.
func (run *execution) failed(err error) Result {
	result := Result{Cell: run.node.ID, State: Failed, Inputs: run.inputs, Steps: run.thread.Steps}
	e := &CellError{Cell: run.node.ID}
	var eval *starlark.EvalError
	var own *CellError
	switch {
	case errors.As(err, &own):
		e = own
	case errors.As(err, &eval):
		e.Msg = eval.Msg + run.elsewhere(eval.CallStack)
		e.Line, e.Col = run.innermost(eval.CallStack)
	default:
		e.Msg = err.Error()
	}
	if run.limit != nil {
		e.Msg = run.limit.Error()
	}
	if run.stopped != nil {
		result.State = Stopped
		e.Msg = run.stopped.Error()
	}
	if more := len(e.Msg) - maxMessage; more > 0 {
		cut := *e
		cut.Msg = fmt.Sprintf("%s (%d more bytes)", cutAt(e.Msg, maxMessage), more)
		e = &cut
	}
	addErrorHint(e)
	if e.Hint == "" && strings.Contains(e.Msg, "builtin") {
		e.Hint = run.kernel.ownMeaning(run.node)
	}
	result.Err = e
	return result
}

// innermost returns the reader's position of the innermost call in the cell's own source.
func (run *execution) innermost(stack starlark.CallStack) (line, col int) {
	for i := len(stack) - 1; i >= 0; i-- {
		if pos := stack[i].Pos; pos.Filename() == run.node.ID {
			return run.position(pos)
		}
	}
	return 0, 0
}

// elsewhere says where an error is that is in a function of another cell, or nothing.
func (run *execution) elsewhere(stack starlark.CallStack) string {
	for i := len(stack) - 1; i >= 0; i-- {
		frame := stack[i]
		if frame.Pos.Filename() == run.node.ID {
			return ""
		}
		if _, ok := run.kernel.index[frame.Pos.Filename()]; ok {
			line, _ := run.position(frame.Pos)
			return fmt.Sprintf(" (in %s, cell %s, line %d)", frame.Name, frame.Pos.Filename(), line)
		}
	}
	return ""
}

// position returns the reader's position of a position in the code of any cell.
func (run *execution) position(pos syntax.Position) (line, col int) {
	if i, ok := run.kernel.index[pos.Filename()]; ok {
		return run.kernel.cells[i].program.position(pos)
	}
	return int(pos.Line), int(pos.Col)
}

// input makes an input of the cell, and returns its value.
func (c *Call) input(word string, in Input) (starlark.Value, error) {
	if n := len(in.Label); n > maxText {
		return nil, fmt.Errorf("%s: got a label of %d bytes, want at most %d", word, n, maxText)
	}
	if c.run == nil { // a word on its own
		in.Name = word
		text, err := in.check(in.Default)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", word, err)
		}
		return in.value(text), nil
	}
	pos := c.Thread.CallFrame(1).Pos
	at, ok := c.run.node.program.inputs[[2]int{int(pos.Line), int(pos.Col)}]
	if !ok || pos.Filename() != c.run.node.ID {
		return nil, fmt.Errorf("%s: want name = %s(...) on a line of its own at the top level of a cell", word, word)
	}
	in.Name = at.text
	if err := in.choose(c.run.kernel.set); err != nil {
		return nil, fmt.Errorf("%s: %w", word, err)
	}
	size := 0
	for _, choice := range in.Choices {
		size += 2 * len(choice) // its value and its text
	}
	if size <= outputLimit {
		size = len(renderInput(in))
	}
	if c.run.controls += size; c.run.controls > outputLimit {
		return nil, fmt.Errorf("%s: the controls of the cell have %d bytes, want at most %d", word, c.run.controls, outputLimit)
	}
	c.run.inputs = append(c.run.inputs, in)
	return in.value(in.Value), nil
}

// choose sets the value of an input to what the reader has set, if that is allowed, else to what
// comes nearest, with a note. What the reader has set stays: it may be allowed again.
func (in *Input) choose(set map[string]string) error {
	text, err := in.check(in.Default)
	if err != nil {
		return err
	}
	in.Default, in.Value = text, text
	if raw, ok := set[in.Name]; ok {
		if in.Value, err = in.check(raw); err != nil {
			in.Value = in.clamp(raw)
			in.Note = fmt.Sprintf("%v; %s is used", err, cmp.Or(short(in.Value), "nothing"))
		}
	}
	return nil
}
