package kernel

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/topology/family"
	"topobook/wasm/pool"
	"topobook/wasm/wire"
)

// A testPort keeps what the kernel says, and calls its functions where the kernel lets messages in.
type testPort struct {
	said        []wire.Message
	yield, wait func()
	panics      bool // when the kernel says anything

	composed *wire.Composed // what it has said of the text
}

func (p *testPort) Post(m wire.Message) {
	if p.panics {
		p.panics = false
		panic("no more")
	}
	m = wire.Decode(wire.Encode(m))
	if c, ok := m.(*wire.Composed); ok {
		p.composed = c.Whole(p.composed)
		m = p.composed
	}
	p.said = append(p.said, m)
}

func (p *testPort) Yield() {
	if p.yield != nil {
		p.yield()
	}
}

func (p *testPort) Wait() { p.wait() }

// A talk is a kernel with a notebook, and no workers.
type talk struct {
	*kernel
	port *testPort
}

// load returns a talk with a notebook of cells.
func load(cells ...wire.Cell) talk {
	port := &testPort{}
	k := talk{newKernel(port, pool.New(0, nil), builtins.All(), nil, NewSaver(family.All())), port}
	k.say(&wire.Load{Book: wire.Book{Paper: "test", Cells: cells}})
	return k
}

// TestAbsent asks for a cell with a builtin that the engine does not have: the cell, and what it blocks, wait for another
// engine, and nothing is compared or shared; if there is none, they say why.
func TestAbsent(t *testing.T) {
	k := talk{newKernel(&testPort{}, pool.New(0, nil), builtins.Papers(), nil, nil), nil}
	k.port = k.kernel.port.(*testPort)
	k.say(&wire.Load{Book: wire.Book{Paper: "test", Cells: []wire.Cell{
		{ID: "k", Source: "k = slider(3, 1, 9)"},
		{ID: "power", Source: "p = pow(k, 2)"},
		{ID: "user", Source: "p + 1"},
		{ID: "reader", Source: `size(read_network("a b", format="edgelist"))`},
		{ID: "apart", Source: "k + 4"},
	}}})
	said := k.say(&wire.Run{Run: 1, All: true, Check: true}, &wire.Share{Run: 2})
	if got, want := outline(said), "k done; apart done 7; idle 2 map[]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if idle := said[len(said)-1].(*wire.Idle); !slices.Equal(idle.Absent, []string{"power", "reader"}) {
		t.Errorf("got the cells %v", idle.Absent)
	}
	said = k.say(&wire.Run{Run: 3, Check: true, Lacking: "did not come"})
	if got, want := outline(said), "power failed; user blocked; reader failed; *wire.Checked; idle 3 map[]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, m := range said {
		if m, ok := m.(*wire.Result); ok && m.State == "failed" && !strings.HasSuffix(m.Text, ": is in the full engine only, which did not come") {
			t.Errorf("%s: got %q", m.Cell, m.Text)
		}
	}
	if got, want := outline(k.say(&wire.Set{Name: "k", Value: "5"}, &wire.Run{Run: 4})), "k done; apart done 9; idle 4 map[k:5]"; got != want {
		t.Errorf("another engine may have come: got  %s\nwant %s", got, want)
	}
}

// TestAbsentParts asks for what builtins of both engines do in the full one only: the cells wait for that, and none has less than it would have there.
func TestAbsentParts(t *testing.T) {
	file := func(says string) string {
		return `size(read_network('{"nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2` + says + `}]}', format="json"))`
	}
	k := talk{newKernel(&testPort{}, pool.New(0, nil), builtins.Papers(), nil, nil), nil}
	k.port = k.kernel.port.(*testPort)
	said := k.say(&wire.Load{Book: wire.Book{Cells: []wire.Cell{
		{ID: "graph", Source: `size(graph(["a", "b"], [("a", "b")]))`},
		{ID: "cable", Source: `size(graph(["a", "b"], [("a", "b", {"latency": 3})]))`},
		{ID: "file", Source: file(`, "weight": 7`)},
		{ID: "latency", Source: file(`, "latency": 3`)},
		{ID: "table", Source: `table([[2 / 3]])`},
		{ID: "format", Source: `table([[2 / 3]], format=[2])`},
	}}}, &wire.Run{Run: 1, All: true})
	if idle := said[len(said)-1].(*wire.Idle); !slices.Equal(idle.Absent, []string{"cable", "format", "latency"}) {
		t.Errorf("got the cells %v", idle.Absent)
	}
}

// TestFiles loads what the notebook carries; a file that needs the other engine makes its cell wait for that.
func TestFiles(t *testing.T) {
	k := talk{newKernel(&testPort{}, pool.New(0, nil), builtins.Papers(), nil, nil), nil}
	k.port = k.kernel.port.(*testPort)
	said := k.say(&wire.Load{Book: wire.Book{
		Cells: []wire.Cell{
			{ID: "net", Source: "load('lib.star', 'twice')\nk = slider(3, 1, 9)\ntwice(k)"},
			{ID: "power", Source: "load('power.star', 'eight')\neight"},
			{ID: "user", Source: "twice(4)"},
		},
		Files: map[string]string{"lib.star": "def twice(x):\n    return 2 * x\n", "power.star": "eight = pow(2, 3)\n"},
	}}, &wire.Set{Name: "k", Value: "5"}, &wire.Run{Run: 1, All: true})
	if got, want := outline(said), "net done 10; user done 8; idle 1 map[k:5]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if idle := said[len(said)-1].(*wire.Idle); !slices.Equal(idle.Absent, []string{"power"}) {
		t.Errorf("got the cells %v", idle.Absent)
	}
}

// TestSave asks for the files of networks.
func TestSave(t *testing.T) {
	k := load()
	for _, tt := range []struct {
		network, format string
		want            wire.Saved
	}{
		{"ring(n=3)", "edgelist", wire.Saved{File: "txt", Content: "0 1\n0 2\n1 2\n"}},
		{"hypercube(n=99)", "edgelist", wire.Saved{Text: "hypercube(n=99): want at most 1048576 nodes."}},
		{"graph(3 nodes, 2 links)", "dot", wire.Saved{Text: "Only a network of a family can be saved."}},
		{"ring(n=3)", "png", wire.Saved{Text: "Only a network of a family can be saved."}},
	} {
		tt.want.Network = tt.network
		said := k.say(&wire.Save{Network: tt.network, Format: tt.format})
		if got, ok := said[0].(*wire.Saved); !ok || len(said) != 1 || *got != tt.want {
			t.Errorf("%s as %s: got %+v, want %+v", tt.network, tt.format, said[0], tt.want)
		}
	}
	small := talk{newKernel(&testPort{}, pool.New(0, nil), builtins.Papers(), nil, nil), nil}
	if got := small.save(&wire.Save{Network: "ring(n=3)", Format: "dot"}); *got != (wire.Saved{Network: "ring(n=3)", Absent: true}) {
		t.Errorf("the kernel of the papers' pages: got %+v, want that another saves networks", got)
	}
}

// say sends messages to the kernel, and returns what it says.
func (k talk) say(messages ...wire.Message) []wire.Message {
	k.port.said = nil
	for _, m := range messages {
		k.take(wire.Decode(wire.Encode(m)))
	}
	k.serve()
	return k.port.said
}

// book is a notebook with an input, what depends on it, and what does not.
var book = []wire.Cell{
	{ID: "net", Source: "k = slider(3, 1, 9)\nk * k"},
	{ID: "next", Source: "k * k * k"},
	{ID: "apart", Source: "4 + 4"},
	{ID: "big", Source: "k + 100", Heavy: true},
	{ID: "sink", Source: "\"value \" + str(other)"},
	{ID: "source", Source: "other = k + 10"},
}

// outline returns in short what the kernel said: of results, how cells ended, with their outputs; not
// what is said now and then.
func outline(said []wire.Message) string {
	var all []string
	for _, m := range said {
		switch m := m.(type) {
		case *wire.Result:
			if m.State != "running" {
				all = append(all, strings.TrimSpace(m.Cell+" "+m.State+" "+plain(m.HTML)))
			}
		case *wire.Refused:
			all = append(all, fmt.Sprintf("refused %s=%s for %s", m.Name, m.Tried, m.Value))
		case *wire.Dependents:
			text := fmt.Sprint("dependents ", m.Cells)
			if len(m.Picks) > 0 {
				text += " with picks"
			}
			all = append(all, text)
		case *wire.Idle:
			all = append(all, fmt.Sprint("idle ", m.Run, m.Inputs))
		case *wire.Progress, *wire.Preview:
		default:
			all = append(all, fmt.Sprintf("%T", m))
		}
	}
	return strings.Join(all, "; ")
}

// plain returns the text of HTML.
func plain(html string) string {
	text, rest, _ := strings.Cut(html, "<")
	for part := range strings.SplitSeq(rest, "<") {
		_, after, _ := strings.Cut(part, ">")
		text += after
	}
	return strings.TrimSpace(text)
}

func TestTalk(t *testing.T) {
	for name, tt := range map[string]struct {
		messages []wire.Message
		want     string
	}{
		"a value": {
			[]wire.Message{&wire.Set{Name: "k", Value: "5"}, &wire.Run{Run: 1}},
			"net done 25; next done 125; big waiting; source done; sink done value 15; idle 1 map[k:5]",
		},
		"what is in view first": {
			[]wire.Message{&wire.Set{Name: "k", Value: "5"}, &wire.Run{Run: 1, View: []string{"apart", "sink"}}},
			"net done 25; source done; sink done value 15; next done 125; big waiting; idle 1 map[k:5]",
		},
		"the last of several": {
			[]wire.Message{&wire.Set{Name: "k", Value: "4"}, &wire.Run{Run: 1}, &wire.Set{Name: "k", Value: "2"}, &wire.Run{Run: 2}},
			"net done 4; next done 8; big waiting; source done; sink done value 12; idle 2 map[k:2]",
		},
		"nothing to do": {
			[]wire.Message{&wire.Run{Run: 7}},
			"idle 7 map[]",
		},
		"not yet": {
			[]wire.Message{&wire.Set{Name: "k", Value: "5"}, &wire.Settle{}, &wire.Run{Run: 1, Cells: []string{"apart"}}},
			"apart done 8; idle 1 map[k:5]",
		},
		"a heavy cell": { // twice: what uses it runs too
			[]wire.Message{&wire.Run{Run: 1, Cells: []string{"big"}, Heavy: true}},
			"net done 9; big done 103; big done 103; idle 1 map[]",
		},
		"code": {
			[]wire.Message{&wire.Edit{Cell: "source", Source: "other = 1"}, &wire.Run{Run: 1}},
			"dependents [sink]; source done; sink done value 1; idle 1 map[]; dependents [sink] with picks",
		},
		"code and back": {
			[]wire.Message{&wire.Edit{Cell: "apart", Source: "1"}, &wire.Reset{Cell: "apart"}, &wire.Run{Run: 1}},
			"dependents []; dependents []; apart done 8; idle 1 map[]; dependents [] with picks",
		},
		"a value and back": {
			[]wire.Message{&wire.Set{Name: "k", Value: "5"}, &wire.Reset{Inputs: true}, &wire.Run{Run: 1, Cells: []string{"net"}}},
			"net done 9; next done 27; big waiting; source done; sink done value 13; idle 1 map[]",
		},
		"all back": {
			[]wire.Message{&wire.Edit{Cell: "apart", Source: "1"}, &wire.Reset{}, &wire.Run{Run: 1}},
			"dependents []; dependents []; apart done 8; idle 1 map[]; dependents [] with picks",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := outline(load(book...).say(tt.messages...)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// A reader who goes back to an earlier value waits for no cell, unless so much memory is in use that the kernel has forgotten.
func TestBack(t *testing.T) {
	k := load(book...)
	began := func(value string) int { return ran(k.say(&wire.Set{Name: "k", Value: value}, &wire.Run{Run: 1})) }
	runtime.GC() // what other tests have left
	for _, value := range []string{"5", "4", "2"} {
		if began(value) == 0 {
			t.Fatalf("k = %s: no cell ran", value)
		}
	}
	if n := began("5"); n > 0 {
		t.Errorf("back at 5, %d cells ran", n)
	}
	used := make([]byte, 4*maxLive)
	runtime.GC()
	began("2")
	runtime.KeepAlive(used)
	if began("4") == 0 { // of 4, 5 and 2, the last, the older two are forgotten
		t.Error("back at 4, no cell ran, though the kernel should have forgotten it")
	}
}

// Before its notebook a kernel has nothing to do, and it leaves out what it does not know.
func TestNothing(t *testing.T) {
	port := &testPort{}
	k := talk{newKernel(port, pool.New(0, nil), builtins.All(), nil, NewSaver(family.All())), port}
	if said := k.say(&wire.Set{Name: "k", Value: "3"}, &wire.Run{Run: 1}, &wire.Open{Fragment: "k=3"}); said != nil {
		t.Errorf("the kernel said %s, want nothing", outline(said))
	}
	k.take(nil)
	k.serve()
}

func TestRefused(t *testing.T) {
	k := load(book...)
	k.say(&wire.Set{Name: "k", Value: "5"}, &wire.Run{Run: 1})
	got := k.say(&wire.Set{Name: "k", Value: "five"})
	if len(got) != 1 {
		t.Fatalf("the kernel said %s, want one refusal", outline(got))
	}
	m, _ := got[0].(*wire.Refused)
	if m == nil || m.Name != "k" || m.Tried != "five" || m.Value != "5" || !m.Chosen || !strings.HasSuffix(m.Text, ".") {
		t.Errorf("got %+v, want a refusal of five for k, which the reader set to 5", got[0])
	}
}

func TestResult(t *testing.T) {
	said := load(book...).say(&wire.Edit{Cell: "apart", Source: "1\n2 + nobody"}, &wire.Run{Run: 3})
	var last *wire.Result
	for _, m := range said {
		if r, ok := m.(*wire.Result); ok {
			last = r
		}
	}
	if last == nil || last.Run != 3 || last.Cell != "apart" || last.State != "failed" || last.Line != 2 || last.Col != 5 || !strings.Contains(last.Text, "nobody") {
		t.Errorf("got %+v, want that nobody is undefined at 2:5", last)
	}
	for _, m := range load(book...).say(&wire.Run{Run: 1, Cells: []string{"net"}}) {
		if r, ok := m.(*wire.Result); ok && r.State == "done" && !strings.Contains(r.Controls, `data-input="k"`) {
			t.Errorf("the controls of net are %q, want one of k", r.Controls)
		}
	}
}

// A panic is told to the page.
func TestDied(t *testing.T) {
	k := load(book...)
	k.port.panics = true
	said := k.say(&wire.Edit{Cell: "apart", Source: "1"})
	if m, ok := said[0].(*wire.Died); !ok || m.Text != "panic: no more" {
		t.Errorf("got %+v, want died", said[0])
	}
}

// long is a cell that takes more time than any test has.
const long = "len([x for x in range(1000000) for y in range(1000000)])"

func TestStop(t *testing.T) {
	k := load(append(book, wire.Cell{ID: "long", Source: "k + " + long})...)
	k.port.yield = func() { // once it has begun, however slow the machine is
		if slices.ContainsFunc(k.port.said, func(m wire.Message) bool { r, ok := m.(*wire.Result); return ok && r.Cell == "long" }) {
			k.take(&wire.Stop{})
		}
	}
	want := "*wire.Stopped; long stopped; idle 1 map[]"
	if got := outline(k.say(&wire.Run{Run: 1, Cells: []string{"long"}})); !strings.HasSuffix(got, want) {
		t.Errorf("got %s, want %s at the end", got, want)
	}
	if got := outline(k.say(&wire.Run{Run: 2, Cells: []string{"apart"}})); got != "apart done 8; idle 2 map[]" {
		t.Errorf("after it: got %s", got)
	}
}

// Stop ends also what was asked while the evaluation did not listen; what is asked after it is done.
func TestStopAll(t *testing.T) {
	k := load(append(book, wire.Cell{ID: "long", Source: "k + " + long})...)
	k.port.yield = func() {
		if begun := func(m wire.Message) bool { r, ok := m.(*wire.Result); return ok && r.Cell == "long" }; slices.ContainsFunc(k.port.said, begun) {
			k.take(&wire.Set{Name: "k", Value: "4"})
			k.take(&wire.Run{Run: 2, Cells: []string{"long"}})
			k.take(&wire.Stop{})
			k.port.yield = nil
		}
	}
	want := "*wire.Stopped; long stopped; idle 1 map[]; idle 2 map[k:4]"
	if got := outline(k.say(&wire.Run{Run: 1, Cells: []string{"long"}})); !strings.HasSuffix(got, want) {
		t.Errorf("got %s, want %s at the end", got, want)
	}
	if got := outline(k.say(&wire.Stop{}, &wire.Run{Run: 3, Cells: []string{"apart"}})); got != "*wire.Stopped; apart done 8; idle 3 map[k:4]" {
		t.Errorf("after it: got %s", got)
	}
}

// A new value ends an evaluation that takes long, of which the page hears nothing more.
func TestRestart(t *testing.T) {
	k := load(wire.Cell{ID: "k", Source: "k = slider(1, 0, 1)"}, wire.Cell{ID: "long", Source: "len([x for x in range(1000000 * k) for y in range(1000000)])"})
	k.port.yield = func() {
		if len(k.inbox) == 0 {
			k.take(&wire.Set{Name: "k", Value: "0"})
			k.take(&wire.Run{Run: 2})
		}
	}
	if got, want := outline(k.say(&wire.Run{Run: 1, Cells: []string{"long"}})), "k done; long done 0; idle 2 map[k:0]"; !strings.HasSuffix(got, want) || strings.Contains(got, "stopped") {
		t.Errorf("got %s, want %s at the end", got, want)
	}
}

func TestPause(t *testing.T) {
	for name, tt := range map[string]struct {
		at    engine.Progress
		ago   time.Duration // the evaluation, its last yield and the preview were begun
		takes wire.Message  // while it yields
		want  error
		said  int
	}{
		"a moment":     {want: nil, takes: &wire.Stop{}},
		"a while":      {ago: time.Second, said: 1},
		"a stop":       {ago: time.Second, takes: &wire.Stop{}, want: errStopped, said: 2},
		"a value":      {ago: time.Second, takes: &wire.Set{}, want: errRestart, said: 1},
		"code":         {ago: time.Second, takes: &wire.Edit{}, want: errRestart, said: 1},
		"a reset":      {ago: time.Second, takes: &wire.Reset{}, want: errRestart, said: 1},
		"a link":       {ago: time.Second, takes: &wire.Open{}, said: 1},
		"a preview":    {at: engine.Progress{Preview: true}, ago: time.Second, want: errLong},
		"soon a value": {ago: 50 * time.Millisecond, takes: &wire.Set{}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k := load(book...)
				k.port.yield = func() { k.take(tt.takes) }
				now := time.Now().Add(-tt.ago)
				k.clock = clock{started: now, yielded: now, reported: now, previewed: now}
				if err := k.pause(tt.at); err != tt.want || len(k.port.said) != tt.said {
					t.Errorf("got error %v after %d messages, want %v after %d", err, len(k.port.said), tt.want, tt.said)
				}
			})
		})
	}
}

// A link says the values and code of the page, and its digest those outputs only.
func TestLink(t *testing.T) {
	k := load(book...)
	k.say(&wire.Set{Name: "k", Value: "5"}, &wire.Edit{Cell: "source", Source: "other = k + 20"})
	link := find[*wire.Link](t, k.say(&wire.Share{Run: 1}))
	if link.Text != "" {
		t.Fatalf("no link: %s", link.Text)
	}

	k = load(book...)
	opened := find[*wire.Opened](t, k.say(&wire.Open{Fragment: link.Fragment}))
	edits := map[string]string{"source": "other = k + 20"}
	if !reflect.DeepEqual(opened.Inputs, map[string]string{"k": "5"}) || !reflect.DeepEqual(opened.Edits, edits) || opened.Fragment != link.Fragment {
		t.Errorf("opened %+v, want k = 5 and %v", opened, edits)
	}
	check := &wire.Run{Run: 2, All: true, Check: true, Digest: opened.Digest, Version: opened.Version}
	checked := find[*wire.Checked](t, k.say(&wire.Set{Name: "k", Value: "5"}, &wire.Edit{Cell: "source", Source: "other = k + 20"}, check))
	want := wire.Checked{Run: 2, Compared: 5, Open: []string{"big"}, Waiting: []string{"big"}, Values: map[string]string{"k": "5"}, Inputs: map[string]string{"k": "5"}}
	if got := *checked; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("checked %+v, want %+v", got, want)
	}

	checked = find[*wire.Checked](t, k.say(&wire.Reset{Cell: "source"}, check))
	if !reflect.DeepEqual(checked.Differ, []string{"sink"}) {
		t.Errorf("%v differ, want sink", checked.Differ)
	}
	for _, change := range []wire.Message{&wire.Set{Name: "k", Value: "6"}, &wire.Reset{Inputs: true}, &wire.Edit{Cell: "source", Source: "other = k + 21"}} { // what differs then is the reader's
		checked = find[*wire.Checked](t, k.say(check, change, &wire.Run{Run: 3}))
		if !checked.Typed || len(checked.Differ) > 0 {
			t.Errorf("after %#v: checked %+v, want nothing compared", change, checked)
		}
	}
	checked = find[*wire.Checked](t, k.say(check, &wire.Reset{Inputs: true}, &wire.Set{Name: "k", Value: "5"}, &wire.Reset{Cell: "source"}, check)) // another link
	if checked.Typed || !reflect.DeepEqual(checked.Differ, []string{"sink"}) {
		t.Errorf("checked %+v, want sink to differ", checked)
	}
	checked = find[*wire.Checked](t, k.say(&wire.Run{Run: 3, Check: true}))
	if !checked.Typed {
		t.Errorf("checked %+v, want typed by hand", checked)
	}
	if opened := find[*wire.Opened](t, k.say(&wire.Open{Fragment: "k=5&v=99"})); opened.Text == "" {
		t.Error("a link of a later version was opened")
	}
}

// A remote is a kernel in a goroutine, which stands for a Web Worker of a pool.
type remote struct {
	*kernel
	in   chan wire.Message
	hear func(wire.Message)
}

func (r *remote) Post(m wire.Message) { r.hear(wire.Decode(wire.Encode(m))) }
func (r *remote) Wait()               { r.take(<-r.in) }

func (r *remote) Yield() {
	for len(r.in) > 0 {
		r.take(<-r.in)
	}
}

// A remoteEnd is what the pool has of it.
type remoteEnd struct{ *remote }

func (r remoteEnd) Post(m wire.Message) { r.in <- wire.Decode(wire.Encode(m)) }
func (r remoteEnd) Terminate()          {}

// pooled returns a kernel with one worker, for which it waits once, and the count of the parts that this has computed.
func pooled(texts Texts) (talk, *int) {
	events := make(chan func(), 1000) // what the worker says, until the kernel yields
	port := &testPort{}
	computed := 0
	return talk{newKernel(port, pool.New(1, func(hear func(wire.Message)) pool.Worker {
		worker := &remote{in: make(chan wire.Message, 1000)}
		worker.hear = func(m wire.Message) {
			events <- func() {
				if _, ok := m.(*wire.Computed); ok {
					computed++
				}
				hear(m)
			}
		}
		worker.kernel = newKernel(worker, pool.New(0, nil), builtins.All(), texts, nil)
		go worker.run()
		port.yield = func() {
			for len(events) > 0 || computed == 0 {
				(<-events)()
			}
		}
		return remoteEnd{worker}
	}), builtins.All(), texts, nil), port}, &computed
}

// A cell gives the same with workers as without, also where a worker does not know which values are allowed.
func TestPool(t *testing.T) {
	cells := []wire.Cell{
		{ID: "seed", Source: "m = slider(1, 1, 9)"},
		{ID: "curve", Source: `str([p["latency"] for p in sweep(torus(8, 2), [x / 16 for x in range(1, 9)], routing="dor", seed=m, cycles=600)])`, Heavy: true},
	}
	seed, run := &wire.Run{Run: 1, Cells: []string{"seed"}}, &wire.Run{Run: 2, Cells: []string{"curve"}, Heavy: true}
	set, refused := &wire.Set{Name: "m", Value: "4"}, &wire.Set{Name: "m", Value: "99"}
	talk := func(k talk) []wire.Message {
		k.say(&wire.Load{Book: wire.Book{Cells: cells}})
		k.say(set, seed)
		return k.say(refused, run)
	}
	plain := talk(load())
	k, _ := pooled(nil)
	said := talk(k)
	if got, want := outline(said), outline(plain); got != want || !strings.HasPrefix(got, "refused m=99 for 4") {
		t.Errorf("with a worker: got %s, want %s", got, want)
	}
	if lent := find[*wire.Idle](t, said).Lent; lent == 0 {
		t.Error("the worker has computed nothing")
	}
}

// find returns the one message of a type.
func find[M wire.Message](t *testing.T, said []wire.Message) M {
	t.Helper()
	var found []M
	for _, m := range said {
		if m, ok := m.(M); ok {
			found = append(found, m)
		}
	}
	if len(found) != 1 {
		t.Fatalf("the kernel said %s, want one %T", outline(said), *new(M))
	}
	return found[0]
}
