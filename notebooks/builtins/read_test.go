package builtins

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"topobook/notebooks/builtins/doc"
	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
)

// readFile returns what a cell gives that has one file.
func readFile(name, text, source string) engine.Result {
	doc := &engine.Document{Cells: []engine.Cell{{ID: "cell", Source: source}}, Files: map[string]string{name: text}}
	k := engine.New(doc, All())
	if err := k.Run(engine.RunOptions{}); err != nil {
		panic(err)
	}
	return k.Outputs()[0]
}

const latencies = "load,latency,note\n0.1, 12 ,a\n0.5,14.5,\"b, and \"\"c\"\"\"\n+1e0,,007\n-3,340282366920938463463374607431768211456,1-2\n"

func TestRead(t *testing.T) {
	for _, tt := range []struct{ name, text, source, want string }{
		{"m.csv", latencies, `d = read("m.csv")` + "\n" + `[len(d), d.columns, d["load"], d["latency"], d["note"]]`,
			`[4, ["load", "latency", "note"], [0.1, 0.5, 1, -3], [12, 14.5, None, 340282366920938463463374607431768211456], ["a", "b, and \"c\"", "007", "1-2"]]`},
		{"m.csv", latencies, `d = read("m.csv")` + "\n" + `[d[0], d[-1]["load"], [type(x) for row in d for x in row.values()][:6], d.rows[1] == d[1]]`,
			`[{"load": 0.1, "latency": 12, "note": "a"}, -3, ["float", "int", "string", "float", "float", "string"], True]`},
		{"m.csv", latencies, `read("m.csv")`, "load                                  latency  note\n 0.1                                       12  a\n 0.5                                     14.5  b, and \"c\"\n   1                                        -  007\n  -3  340282366920938463463374607431768211456  1-2"},
		{"m.tsv", "\ufeffa\tb,c\r\n1\t2\r\n", `[row for row in read("m.tsv")]`, "a  b,c\n1    2"},
		{"m.txt", "a\tb\n1\t2\n", `read("m.txt"), read("m.txt", format="tsv")["b"]`, `("a\tb\n1\t2\n", [2])`},
		{"empty.csv", "a,b\n", `d = read("empty.csv")` + "\n" + `[len(d), d["a"]]`, "[0, []]"},
		{"n.edges", "a b\nb c\n", `nodes(read("n.edges"))`, `["a", "b", "c"]`},
		{"n.GV", "graph { a -- b }", `nodes(read("n.GV"))`, `["a", "b"]`},
		{"n.dat", "a b\nb c\n", `size(read("n.dat", format="edgelist")), read("n.dat") == 3`, `cell:1:45: read: n.dat: want a name that ends in one of .adj, .anynet, .booksim, .conf, .csv, .dot, .edgelist, .edges, .g6, .gml, .graphml, .gv, .ibnet, .json, .md, .s6, .tsv, .txt, or a format`},

		{"m.csv", latencies, `read("n.csv")`, `cell:1:5: read: n.csv: the notebook has no such file (did you mean m.csv?): it carries those whose names stand in its code as strings, as in read("data.csv")`},
		{"m.csv", latencies, `read("m.csv", format="xls")`, `cell:1:5: read: for parameter format: got "xls", want "csv", "tsv", "text", "dot", "graphml", "edgelist", "json", "booksim", "gml", "edgetable", "graph6", "sparse6", "evalnet", "ibnetdiscover" or "slurm"`},
		{"m.csv", latencies, `read("m.csv")["loads"]`, `cell:1:14: dataset: there is no column "loads" (did you mean load?)`},
		{"m.csv", latencies, `read("m.csv")[4]`, `cell:1:14: dataset: row 4 is out of range [-4:3]`},
		{"m.csv", latencies, `read("m.csv")[0.5]`, `cell:1:14: dataset: got float, want the index of a row or the name of a column`},
		{"m.csv", latencies, `read("m.csv")["load"].append(1)`, `cell:1:29: append: cannot append to frozen list (values are frozen once their cell has run: copy with list(x) or dict(x), then change the copy)`},
		{"m.csv", "a,b\n1,2\n\n1,2,3\n", `read("m.csv")`, `cell:1:5: read: m.csv:4: got 3 fields, want 2 as in the first line`},
		{"m.csv", "a,b\n1,\"2\n", `read("m.csv")`, `cell:1:5: read: m.csv:2: extraneous or missing " in quoted-field`},
		{"m.csv", "a,b\n1,2\"\n", `read("m.csv")`, `cell:1:5: read: m.csv:2: bare " in non-quoted-field`},
		{"m.csv", "a,a\n", `read("m.csv")`, `cell:1:5: read: m.csv:1: column 2: got the name "a", want one that no other column has`},
		{"m.csv", "a, \n", `read("m.csv")`, `cell:1:5: read: m.csv:1: column 2: got the name "", want one that no other column has`},
		{"m.csv", "", `read("m.csv")`, `cell:1:5: read: m.csv:1: the file is empty, want a line with the names of the columns`},
		{"m.csv", strings.Repeat(",", 1e6), `read("m.csv")`, `cell:1:5: read: m.csv:1: got 1000001 columns, want at most 1000`},
		{"m.csv", strings.Repeat(",\n", 1e6), `read("m.csv")`, `cell:1:5: read: takes about 306 MB besides what the cell has made, want at most 256 MB in all: a smaller network or shorter lists would do`},
		{"m.csv", "a\n" + strings.Repeat("9", 100000), `type(read("m.csv")["a"][0])`, "string"},
		{"n.json", "{", `read("n.json")`, `cell:1:5: read: n.json: json: line 1: got the end of the text, want a string`},
	} {
		r := readFile(tt.name, tt.text, tt.source)
		got := r.Text
		if r.Err != nil {
			got = r.Err.Error()
		}
		if got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.source, got, tt.want)
		}
	}
	if _, err := Evaluate(`read("m.csv")`, nil); err == nil || !strings.Contains(err.Error(), "m.csv: the notebook has no such file") {
		t.Errorf("outside of a notebook: got %v", err)
	}
}

// What is read is shown by the outputs, as the documentation says.
func TestReadShows(t *testing.T) {
	const numbers = "load,latency\n1,12\n2,\n3,15\n"
	for _, source := range []string{
		`table(d)`, `plot(zip(d["load"], d["latency"]))`, `histogram(values=d["load"])`,
		`heatmap([row.values() for row in d[0], d[2]], columns=d.columns)`, `[d]`, `text(d)`,
	} {
		r := readFile("m.csv", numbers, `d = read("m.csv")`+"\n"+strings.Replace(source, "for row in d[0], d[2]", "for row in [d[0], d[2]]", 1))
		if r.Err != nil || !strings.Contains(r.Text, "15") && !strings.Contains(r.Text, "3") {
			t.Errorf("%s: got %q, %v", source, r.Text, r.Err)
		}
	}
	r := readFile("m.csv", numbers, `read("m.csv")`)
	if got, want := string(output.AppendJSON(nil, r.Value)), `{"columns": ["load", "latency"], "rows": [{"load": 1, "latency": 12}, {"load": 2, "latency": null}, {"load": 3, "latency": 15}]}`; got != want {
		t.Errorf("JSON: got %s, want %s", got, want)
	}
}

// TestReadIsDocumented runs the example, and looks for the endings and the formats.
func TestReadIsDocumented(t *testing.T) {
	all := entries(t)
	e := all[slices.IndexFunc(all, func(e doc.Entry) bool { return e.Name() == "read" })]
	if r := readFile("measured.csv", latencies, e.Example); r.Err != nil {
		t.Error(r.Err)
	}
	for ending := range formatOf {
		if !strings.Contains(fmt.Sprint(e), "`"+ending+"`") {
			t.Errorf("the documentation does not name %s", ending)
		}
	}
}

// FuzzRead reads any text as a table: it ends, and each field has its row and its column.
func FuzzRead(f *testing.F) {
	for _, text := range []string{latencies, "", "a\n\n\nb", "\"a\nb\",c\r\n1,\"\"\n", "a,b\n1", "\xff,\x00\n1,2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := readCSV(&engine.Call{}, text, ',')
		if err != nil {
			return
		}
		for i := range d.Len() {
			row := d.rows.Index(i).(*starlark.Dict)
			for _, name := range d.names {
				got, ok, err := row.Get(starlark.String(name))
				column, _, _ := d.columns.Get(starlark.String(name))
				if !ok || err != nil || !dialect.Same(got, column.(*starlark.List).Index(i)) {
					t.Errorf("%q: row %d, column %q: got %v, %v", text, i, name, got, err)
				}
			}
		}
		output.Render(d)
	})
}
