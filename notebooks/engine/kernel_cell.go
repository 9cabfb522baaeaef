package engine

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"topobook/notebooks/dialect"
	"topobook/notebooks/output"
)

// addBuiltins puts builtins into the kernel's environment.
func (k *Kernel) addBuiltins(builtins []Builtin) {
	for _, builtin := range builtins {
		k.builtins = append(k.builtins, builtin.Name)
		k.env.Names[builtin.Name] = builtin.Value
		if builtin.Value == nil {
			k.env.Names[builtin.Name] = starlark.NewBuiltin(builtin.Name, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
				return k.call(builtin, args, kwargs)
			})
		}
	}
}

// call runs a builtin. A panic in it is an error of the cell: the reader's page goes on.
func (k *Kernel) call(builtin Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (v starlark.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			LogPanic(r)
			v, err = nil, fmt.Errorf("internal error in %s: %v", builtin.Name, r)
		}
	}()
	k.run.done, k.run.total = 0, 0
	return builtin.Call(k.run.call, args, kwargs)
}

// An execution is one run of one cell.
type execution struct {
	*dialect.Meter
	kernel *Kernel
	node   *node
	call   *Call

	options RunOptions
	shared  [][][]float64 // the parts of the works so far, by call
	calls   int           // with parts, so far
	trial   *trial        // nil unless this is a preview

	inputs   []Input
	controls int             // bytes of HTML
	loading  []string        // the files that are being loaded, each by the one before it
	asked    map[string]bool // the files that the cell, or the file that is being loaded, has asked for
	done     int             // as the running builtin last said
	total    int             // of that
	stopped  error           // what pause returned
}

func newExecution(k *Kernel, n *node, options RunOptions) *execution {
	run := &execution{kernel: k, node: n, options: options, asked: map[string]bool{}}
	run.Meter = dialect.NewMeter(k.env, n.ID, options.Beside, func() error { return run.pause(0, 0) })
	run.Thread.Load = run.load
	run.call = &Call{Thread: run.Thread, Slug: k.doc.Home(), run: run}
	return run
}

// cell runs the cell, and returns the values that it gives, frozen, and its result.
func (run *execution) cell() (starlark.StringDict, Result) {
	n := run.node
	defer run.Use()()
	outer := run.kernel.run
	run.kernel.run = run
	defer func() { run.kernel.run = outer }()
	if run.pause(0, 0) != nil {
		return nil, run.failed(run.stopped)
	}
	n.program.Complete()
	names, err := run.names()
	var globals starlark.StringDict
	if err == nil {
		globals, err = run.init(names)
	}
	if err == nil {
		err = dialect.Freezable(globals)
	}
	if err != nil {
		return nil, run.failed(err)
	}
	globals.Freeze()
	result := Result{Cell: n.ID, State: Done, Inputs: run.inputs, Claims: run.call.Claims, Steps: run.Thread.Steps, Value: globals[dialect.OutputName]}
	if result.HTML, result.Text, err = run.render(globals[dialect.OutputName]); err != nil {
		return nil, run.failed(err)
	}
	values := starlark.StringDict{}
	for _, bind := range n.program.Binds {
		if v := globals[bind.Text]; v != nil {
			values[bind.Text] = v
		}
	}
	return values, result
}

// names returns the values of the names that the cell uses.
func (run *execution) names() (starlark.StringDict, error) {
	k, program := run.kernel, run.node.program
	names := run.Env.Take(program)
	for _, use := range program.Uses {
		from, ok := k.dataflow().definer[use.Text]
		if !ok || k.cells[from] == run.node {
			continue
		}
		values := k.cells[from].values
		if run.trial != nil && run.trial.values[from] != nil {
			values = run.trial.values[from]
		}
		v := values[use.Text]
		if v == nil {
			return nil, &dialect.Error{Cell: run.node.ID, Line: use.Line, Col: use.Col,
				Msg: fmt.Sprintf("%s: cell %s gave it no value", use.Text, k.cells[from].ID)}
		}
		names[use.Text] = v
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
	return run.node.program.Code.Init(run.Thread, names)
}

// render renders what the cell has printed, and its output.
func (run *execution) render(shown starlark.Value) (html, text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error in the output: %v", r)
		}
	}()
	html, text = output.Render(shown)
	if printed := strings.TrimSuffix(run.Printed.String(), "\n"); run.Printed.Len() > 0 {
		html = `<pre class="printed">` + output.Escape(printed) + "</pre>" + html
		text = strings.TrimSuffix(printed+"\n"+text, "\n")
	}
	if n := len(html) + run.controls; n > dialect.OutputLimit {
		return "", "", fmt.Errorf("the output: has %d bytes, want at most %d", n, dialect.OutputLimit)
	}
	return html, text, nil
}

// pause lets the reader stop the cell.
func (run *execution) pause(done, total int) error {
	runtime.Gosched() // wasm has one thread and interrupts nothing: lets the collector work
	if run.stopped == nil && run.options.Pause != nil {
		run.stopped = run.options.Pause(Progress{Cell: run.node.ID, Done: done, Total: total, Steps: run.Thread.Steps, Preview: run.trial != nil})
	}
	if run.stopped != nil {
		run.Thread.Cancel("stopped")
	}
	return run.stopped
}

// failed returns the result of a run that ended with err.
func (run *execution) failed(err error) Result {
	result := Result{Cell: run.node.ID, State: Failed, Inputs: run.inputs, Steps: run.Thread.Steps}
	e := run.located(run.node.ID, err)
	if run.Limit != nil {
		e.Msg = run.Limit.Error()
	}
	if run.stopped != nil {
		result.State = Stopped
		e.Msg = run.stopped.Error()
	}
	said := *e
	if more := len(e.Msg) - dialect.MaxMessage; more > 0 {
		said.Msg = fmt.Sprintf("%s (%d more bytes)", dialect.CutAt(e.Msg, dialect.MaxMessage), more)
	}
	said.Msg = strings.ReplaceAll(dialect.Visible(said.Msg), "\n", "⏎") // one sentence, whatever it quotes
	e = &said
	dialect.AddHint(e)
	if e.Hint == "" && strings.Contains(e.Msg, "builtin") {
		e.Hint = run.kernel.ownMeaning(run.node)
	}
	result.Err = e
	result.Absent = errors.Is(err, ErrAbsent)
	return result
}

// located returns err as the error of the cell, or of the file that is being loaded, of the given name.
func (run *execution) located(source string, err error) *dialect.Error {
	e := &dialect.Error{Cell: source, Msg: err.Error()}
	var eval *starlark.EvalError
	if errors.As(err, &eval) {
		e.Msg = eval.Msg + run.elsewhere(source, eval.CallStack)
		e.Line, e.Col = run.innermost(source, eval.CallStack)
	}
	var known *dialect.Error
	if errors.As(err, &known) {
		if known.Cell == source {
			return known
		}
		inner := *known // of a file that this one loads
		inner.Hint = ""
		e.Msg, e.Hint = inner.Error(), known.Hint
	}
	return e
}

// innermost returns the reader's position of the innermost call in a source.
func (run *execution) innermost(source string, stack starlark.CallStack) (line, col int) {
	for i := len(stack) - 1; i >= 0; i-- {
		if pos := stack[i].Pos; pos.Filename() == source {
			return run.kernel.position(pos)
		}
	}
	return 0, 0
}

// elsewhere says where an error is that is in a function of another cell or of a file, or nothing.
func (run *execution) elsewhere(source string, stack starlark.CallStack) string {
	for i := len(stack) - 1; i >= 0; i-- {
		frame := stack[i]
		from := frame.Pos.Filename()
		if from == source {
			return ""
		}
		if run.kernel.program(from) == nil {
			continue
		}
		line, _ := run.kernel.position(frame.Pos)
		if !dialect.IsFile(from) {
			from = "cell " + from
		}
		return fmt.Sprintf(" (in %s, %s, line %d)", frame.Name, from, line)
	}
	return ""
}

// program returns that of the cell, or of the file that has been loaded, of the given name; nil if it is neither.
func (k *Kernel) program(name string) *dialect.Program {
	if i, ok := k.index[name]; ok {
		return k.cells[i].program // which has run, and so is parsed
	}
	if m := k.modules[name]; m != nil {
		return m.program
	}
	return nil
}

// position returns the reader's position of a position in the code of any cell or file.
func (k *Kernel) position(pos syntax.Position) (line, col int) {
	if p := k.program(pos.Filename()); p != nil {
		return p.Position(pos)
	}
	return int(pos.Line), int(pos.Col)
}

// input makes an input of the cell, and returns its value.
func (c *Call) input(in Input) (starlark.Value, error) {
	if n := len(in.Label); n > MaxText {
		return nil, c.Errorf("got a label of %d bytes, want at most %d", n, MaxText)
	}
	if c.run == nil { // a builtin on its own
		in.Name = c.Name
		text, err := in.check(in.Default)
		if err != nil {
			return nil, c.Wrap(err)
		}
		return in.value(text), nil
	}
	pos := c.Thread.CallFrame(1).Pos
	at, ok := c.run.node.program.Inputs[[2]int{int(pos.Line), int(pos.Col)}]
	if !ok || pos.Filename() != c.run.node.ID {
		return nil, c.Errorf("want name = %s(...) on a line of its own at the top level of a cell", c.Name)
	}
	in.Name = at.Text
	if err := in.choose(c.run.kernel.set); err != nil {
		return nil, c.Wrap(err)
	}
	size := 0
	for _, choice := range in.Choices {
		size += 2 * len(choice) // its value and its text
	}
	if size <= dialect.OutputLimit {
		size = len(renderInput(in))
	}
	if c.run.controls += size; c.run.controls > dialect.OutputLimit {
		return nil, c.Errorf("the controls of the cell have %d bytes, want at most %d", c.run.controls, dialect.OutputLimit)
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
			in.Note = fmt.Sprintf("%v; %s is used", err, cmp.Or(dialect.Short(in.Value), "nothing"))
		}
	}
	return nil
}
