package builtins

import (
	"encoding/json"
	"fmt"
	"html"
	"strings"
	"testing"

	"topobook/notebooks/engine"
	"topobook/notebooks/output"
)

// TestAnimateRecord plays the record of a simulation as the page does, and compares its packets with those of the record, and what arrives
// with what the simulation measured.
func TestAnimateRecord(t *testing.T) {
	const run = `simulate(kary_ntree(2, 3), 0.4, packet=3, vcs=2, buffer=2, warmup=0, cycles=90, record=1000)`
	v, err := Evaluate(`[`+run+`["record"].packets, `+run+`["latency"], animate(`+run+`["record"], color="dest")]`, nil)
	if err != nil {
		t.Fatal(err)
	}
	list := items(v)
	m := motionData.FindStringSubmatch(list.Index(2).(output.Output).HTML())
	var data struct {
		End                        int
		Colors, Packets, Hops, Vcs []int
		Names                      []string
	}
	if err := json.Unmarshal([]byte(html.UnescapeString(m[1])), &data); err != nil {
		t.Fatal(err)
	}
	arrived, last := map[int]int{}, map[int]int{} // by packet: when its third flit was ejected, and where it was before
	for i, first := 0, 0; i < len(data.Hops); {
		packet, from, to, delay, n := data.Hops[i], data.Hops[i+1], data.Hops[i+2], data.Hops[i+4], data.Hops[i+5]
		if at, ok := last[packet]; ok && at != from || !ok && from != data.Packets[2*packet] {
			t.Fatalf("packet %d leaves %s, and was at %s", packet, data.Names[from], data.Names[at])
		}
		last[packet] = to
		first += data.Hops[i+6]
		leave := first
		for _, gap := range data.Hops[i+7 : i+6+n] {
			leave += gap
		}
		if i += 6 + n; delay < 0 {
			arrived[packet] = leave - delay
		}
	}
	packets := items(list.Index(0))
	sum, count := 0, 0
	for i := range packets.Len() {
		want := packets.Index(i).String()
		got := fmt.Sprintf("(%q, %q, %d, %d)", data.Names[data.Packets[2*i]], data.Names[last[i]], data.Packets[2*i+1], arrived[i])
		if strings.Contains(want, "None") { // made after what was measured, and on its way
			continue
		}
		if got != want {
			t.Errorf("packet %d is %s, want %s", i, got, want)
		}
		if made := data.Packets[2*i+1]; made < 90 {
			sum, count = sum+arrived[i]-made, count+1
		}
	}
	if latency := fmt.Sprint(float64(sum) / float64(count)); count < 50 || latency != list.Index(1).String() {
		t.Errorf("%d packets take %s cycles in the mean, want %s", count, latency, list.Index(1))
	}
	if len(data.Colors) != packets.Len() || data.Vcs[0] != 2 || len(data.Names) != 20 {
		t.Errorf("%d colors for %d packets, %d virtual channels, %d names", len(data.Colors), packets.Len(), data.Vcs[0], len(data.Names))
	}
}

// walks are functions that send a message, each with a call, and the nodes that the message visits.
var walks = []struct{ def, call, nodes, returns string }{
	{"def f(here, dest):\n    for i in range(9):\n        if here == dest:\n            break\n        here = (here + 1) % 6\n    return i", `step_through(ring(6), f, [4, 1])`, "4 5 0 1", "3"},
	// The second parameter is the message; it changes in the last line, and nothing is returned.
	{"def f(n, u):\n    for i in range(n):\n        u = str(int(u) + 1)", `step_through(mesh(5, 1), f, [3, "1"], at="u")`, "1 2 3 4", "None"},
	// A jump is no path, and is shown all the same.
	{"def f(u):\n    v = u\n    u = '2,2'\n    return v", `step_through(torus(3, 2), f, ["0,0"])`, "0,0 2,2", `"0,0"`},
	{"k = 3\ndef turn(x):\n    return (x + 1) % k\ndef outer():\n    side = 1\n    def f(x, y):\n        x = turn(x)\n        y = y + side\n        return x\n    return f\nf = outer()", `step_through(ring(3), f, [2, 0])`, "2 0", "0"},
}

// TestStepThrough compares where the message goes with what the function does, and what its last row says with what it returns.
func TestStepThrough(t *testing.T) {
	for _, test := range walks {
		v, err := inCell(test.def + "\n" + test.call)
		if err != nil {
			t.Errorf("%s\n%s: %v", test.def, test.call, err)
			continue
		}
		markup := v.HTML()
		m := motionData.FindStringSubmatch(markup)
		var data struct {
			End                int
			From, Moves, Lines []int
			Names              []string
		}
		if err := json.Unmarshal([]byte(html.UnescapeString(m[1])), &data); err != nil {
			t.Fatal(err)
		}
		at := data.From[1]
		got := data.Names[at]
		for i := 0; i < len(data.Moves); i += 4 {
			if data.Moves[i+2] != at || data.Moves[i] >= data.End {
				t.Errorf("%s: at time %d of %d the message leaves %d, and is at %d", test.def, data.Moves[i], data.End, data.Moves[i+2], at)
			}
			at = data.Moves[i+3]
			got += " " + data.Names[at]
		}
		if got != test.nodes {
			t.Errorf("%s: the message visits %s, want %s", test.def, got, test.nodes)
		}
		if rows := strings.Count(markup, "<tr>") - 1; rows != data.End+1 || len(data.Lines) != data.End {
			t.Errorf("%s: %d rows and %d lines for %d steps", test.def, rows, len(data.Lines), data.End)
		}
		if want := "<td>returns " + output.Escape(test.returns) + "</td>"; !strings.Contains(markup, want) {
			t.Errorf("%s: want %s in %s", test.def, want, markup)
		}
		for _, line := range data.Lines {
			if code := strings.Split(markup, "<li><pre>"); line < 1 || line >= len(code)-1 {
				t.Errorf("%s: line %d of %d runs", test.def, line+1, len(code)-1)
			}
		}
	}
	for _, test := range []struct{ code, want string }{
		{"def f(u):\n    return u\nstep_through(ring(5), f, [7])", `step_through: for parameter at: got "u", want a variable of f that is a node of ring(n=5) at some time: u`},
		{"def f(u):\n    for i in range(600):\n        u = i % 5\nstep_through(ring(5), f, [1])", "step_through: for parameter function: runs more than 500 lines, want fewer: a smaller network, or a shorter way"},
		{"step_through(ring(5), lambda u: u, [1])", "step_through: for parameter function: got lambda, want a function that a cell defines with def"},
		{"def f(u):\n    return u\nstep_through(ring(5), f, 1)", "step_through: for parameter args: got int, want a list"},
		{"def f(u):\n    return 1 // 0\nstep_through(ring(5), f, [1])", "floored division by zero"},
	} {
		if _, err := inCell(test.code); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s\ngives %v\nwant  %s", test.code, err, test.want)
		}
	}
}

// inCell returns the output of a cell with that source.
func inCell(source string) (output.Output, error) {
	kernel := engine.New(&engine.Document{Meta: engine.Meta{Slug: "cell"}, Cells: []engine.Cell{{ID: "cell", Source: source}}}, All())
	if err := kernel.Run(engine.RunOptions{}); err != nil {
		return nil, err
	}
	result := kernel.Outputs()[0]
	if result.Err != nil {
		return nil, result.Err
	}
	return result.Value.(output.Output), nil
}
