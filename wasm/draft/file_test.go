package draft_test

import (
	"archive/zip"
	"bytes"
	"maps"
	"strings"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
	"topobook/topology"
	"topobook/topology/export"
	"topobook/topology/family"
	"topobook/wasm/draft"
)

// run returns the results of the cells of a draft, natively.
func run(t *testing.T, d *draft.Draft) []engine.Result {
	t.Helper()
	doc := &engine.Document{Files: maps.Clone(d.Files)}
	for _, b := range d.Blocks() {
		switch b.Kind {
		case markdown.Cell:
			doc.Cells = append(doc.Cells, engine.Cell{ID: b.ID, Source: markdown.CellSource(b.Source)})
		case markdown.Data:
			lines := strings.SplitAfter(strings.TrimRight(b.Source, "\n"), "\n")
			doc.Files[b.ID] = strings.Join(lines[1:len(lines)-1], "")
		}
	}
	k := engine.New(doc, builtins.All())
	if err := k.Run(engine.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	return k.Outputs()
}

// What is dropped is read by the cell that is made for it.
func TestAddFile(t *testing.T) {
	ring, err := family.NewRing(5)
	if err != nil {
		t.Fatal(err)
	}
	net, err := topology.Build(ring, nil)
	if err != nil {
		t.Fatal(err)
	}
	written := func(format string) string {
		text, err := export.Write(net, format, nil)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	const gml = "Creator \"x\"\ngraph [\n  directed 0\n  node [ id 7 label \"A &amp; B\" graphics [ x 1.5 ] ]\n  # a comment\n  node [ id 8 label \"C\" ]\n  edge [ source 7 target 8 ]\n]\n"
	for _, tt := range []struct{ name, text, file, code, shows string }{
		{"My fabric.graphml", written("graphml"), "My-fabric.graphml", "net2 = read(\"My-fabric.graphml\")\ndraw(net2)", "5 processors"},
		{`C:\data\a.gv`, written("dot"), "a.gv", "net2 = read(\"a.gv\")\ndraw(net2)", "5 processors"},
		{"a.DOT", written("dot"), "a.DOT", "net2 = read(\"a.DOT\")\ndraw(net2)", "5 processors"},
		{"a.edges", written("edgelist"), "a.edges", "net2 = read(\"a.edges\")\ndraw(net2)", "5 processors"},
		{"a.txt", written("edgelist"), "a.txt", "net2 = read(\"a.txt\", format=\"edgelist\")\ndraw(net2)", "5 processors"},
		{"links", "# from to weight\r\n0 1 2.5\r\n1 2 3\r\n", "links", "net2 = read(\"links\", format=\"edgelist\")\ndraw(net2)", "3 processors"},
		{"a.json", written("json"), "a.json", "net2 = read(\"a.json\")\ndraw(net2)", "5 processors"},
		{"a.anynet", written("booksim"), "a.anynet", "net2 = read(\"a.anynet\")\ndraw(net2)", "5 switches"},
		{"anynet_file", written("booksim"), "anynet_file", "net2 = read(\"anynet_file\", format=\"booksim\")\ndraw(net2)", "5 switches"},
		{"karate.gml", gml, "karate.json", "net2 = read(\"karate.json\")\ndraw(net2)", "2 processors"},
		{"graph.txt", gml, "graph.json", "net2 = read(\"graph.json\")\ndraw(net2)", "2 processors"},
		{"löad.csv", "\ufeffload,latency\r\n0.1,12\r\n", "l-ad.csv", "data = read(\"l-ad.csv\")\ntable(data)", "load  latency\n 0.1       12"},
		{"a.tsv", "a\tb\n1\t2\n", "a.tsv", "data = read(\"a.tsv\")\ntable(data)", "a  b\n1  2"},
		{"other.json", `{"a": [1]}`, "other.json", "words = read(\"other.json\", format=\"text\")\ntext(words)", `{"a": [1]}`},
		{"notes.txt", "Some words here.\n", "notes.txt", "words = read(\"notes.txt\")\ntext(words)", "Some words here."},
		{"lib.star", "def double(x):\n    return 2 * x\n", "lib.star", `load("lib.star", "double")`, ""},
		{"...txt", "```\nfenced\n```\n", "file.txt", "words = read(\"file.txt\")\ntext(words)", "fenced"},
		{"taken.csv", "a\n1\n", "taken-2.csv", "data = read(\"taken-2.csv\")\ntable(data)", "a\n1"},
	} {
		f, err := draft.ReadFile(tt.name, []byte(tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		d := draft.Open("```starlark {#own}\nnet = 1\n```\n\n```data {name=\"taken.csv\"}\nb\n```\n")
		before := d.Text()
		key, err := d.AddFile(keyOf(t, d, "own"), f)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		checkDraft(t, d)
		blocks := d.Blocks()
		data := keyOf(t, d, `{name="`+tt.file+`"}`)
		if key != data {
			t.Errorf("%s: got key %d, want that of the data, %d", tt.name, key, data)
		}
		results := run(t, d)
		for i, b := range blocks {
			if b.Key == data && markdown.CellSource(blocks[i+1].Source) != tt.code {
				t.Errorf("%s: got the cell\n%s\nwant\n%s", tt.name, blocks[i+1].Source, tt.code)
			}
		}
		if r := results[1]; r.Err != nil || !strings.Contains(r.Text, tt.shows) {
			t.Errorf("%s: cell %s shows %q, %v, want %q", tt.name, r.Cell, r.Text, r.Err, tt.shows)
		}
		if !d.Undo() || d.Text() != before || d.CanUndo() {
			t.Errorf("%s: undone gives %q", tt.name, d.Text())
		}
	}
}

// The nodes of a graph in GML have their labels, or if two have the same, their ids.
func TestGML(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"graph [ node [ id 0 label \"New York\" ] node [ id 1 label \"A &amp; \n B\" level 2 ] edge [ source 0 target 1 source_port 3 target_port 0 ] ]",
			`{"directed": false, "nodes": [{"id": "New_York"},{"id": "A_&_B", "level": "2"}],"links": [{"source": "New_York", "target": "A_&_B", "source_port": "3", "target_port": "0"}]}`},
		{"# x\nVersion 1\ngraph\n[\ndirected 1 node [id 0 label \"a\"] node [id 1 label \"a\" x [ y [ ] ]]edge [source 1 target 0]]",
			`{"directed": true, "nodes": [{"id": "0"},{"id": "1"}],"links": [{"source": "1", "target": "0"}]}`},
		{"graph [ ]", `{"directed": false, "nodes": [],"links": []}`},
	} {
		f, err := draft.ReadFile("a.gml", []byte(tt.text))
		if got := strings.ReplaceAll(f.Text, "\n", ""); err != nil || got != tt.want {
			t.Errorf("%s: got\n%s, %v, want\n%s", tt.text, got, err, tt.want)
		}
	}
}

// Above what a notebook may carry a file is kept beside it.
func TestAddLargeFile(t *testing.T) {
	f, err := draft.ReadFile("large.edges", []byte(strings.Repeat("# a comment\n", 30000)+"a b\n"))
	if err != nil {
		t.Fatal(err)
	}
	d := draft.Open("")
	if _, err := d.AddFile(0, f); err != nil || d.Files["large.edges"] != f.Text {
		t.Fatalf("got %d files, %v", len(d.Files), err)
	}
	if want := "```starlark {#large}\nnet = read(\"large.edges\")\ntable([{\"nodes\": order(net), \"links\": size(net), \"degree\": degree(net)}])\n```\n"; d.Text() != want {
		t.Errorf("got %s\nwant %s", d.Text(), want)
	}
	if r := run(t, d)[0]; r.Text != "nodes  links  degree\n    2      1       1" {
		t.Errorf("got %q, %v", r.Text, r.Err)
	}
}

func TestReadFileErrors(t *testing.T) {
	packed := func(files ...string) string {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for i := 0; i < len(files); i += 2 {
			file, err := w.Create(files[i])
			if err != nil {
				t.Fatal(err)
			}
			_, _ = file.Write([]byte(files[i+1]))
		}
		_ = w.Close()
		return b.String()
	}
	const unknown = "want a notebook (.md), a network as GraphML, DOT, GML, edge list, JSON or BookSim, a table as CSV or TSV, or text (.txt)"
	for _, tt := range []struct{ name, text, want string }{
		{"a.csv", "a\xffb", "a.csv: has bytes that are not text, want UTF-8"},
		{"a.csv", "a\x00b", "a.csv: has bytes that are not text, want UTF-8"},
		{"a.csv", "\xff\xfea\x00", "a.csv: is UTF-16, want UTF-8"},
		{"a.csv", " \n", "a.csv: is empty, want at least one line"},
		{"a.xlsx", packed("xl/a.xml", "a"), "a.xlsx: is a packed file, want what is in it (from a spreadsheet: save it as CSV)"},
		{"a.json.gz", "\x1f\x8b\x08", "a.json.gz: is a packed file, want what is in it"},
		{"a.pdf", "%PDF-1.7 ", "a.pdf: " + unknown},
		{"a", "<html>", "a: " + unknown},
		{"a.csv", strings.Repeat("a", 64<<20+1), "a.csv: has 67.1 MB, want at most 64 MB"},
		{"a.zip", packed("a.csv", "a\n"), "a.zip: want a notebook (.md) in it"},
		{"a.zip", packed("a.md", "a", "b.md", "b"), "a.zip: has the notebooks a.md and b.md, want one"},
		{"a.zip", packed("a.md", "a", "b/c.csv", "b", "c.csv", "b"), `a.zip: "c.csv": want a name that no other file has, of letters, digits, dots, hyphens and underscores`},
		{"a.zip", packed("a.md", "a", "plot.png", "\x89PNG"), "a.zip: plot.png: has bytes that are not text, want UTF-8"},
		{"a.zip", packed("a.txt", strings.Repeat("a", 40<<20), "b.txt", strings.Repeat("a", 40<<20)), "a.zip: has files of more than 64 MB, want at most that many"},
		{"a.zip", "PK\x03\x04 and no more", "a.zip: is damaged, want a zip archive: zip: not a valid zip file"},
		{"a.md", strings.Repeat("```starlark\n1\n```\n", 1001), "a.md: has 1001 cells and texts, want at most 1000"},
		{"a.zip", packed("b.md", strings.Repeat("```starlark\n1\n```\n", 1001)), "a.zip: b.md: has 1001 cells and texts, want at most 1000"},
		{"a.md", strings.Repeat("a", 4<<20+1), "a.md: has 4.2 MB, want a notebook of at most 4 MB"},
		{"a.gml", "graph [\n node [ id 1", "a.gml: gml: line 2: got the end of the text, want ]"},
		{"a.gml", "graph [\n\n node [ id 1 ]\n node [ id 1 ] ]", "a.gml: gml: line 4: node with the id \"1\", want one that no other node has"},
		{"a.gml", "graph [ node [ id 1 ]\n edge [ source 1 target 2 ] ]", "a.gml: gml: line 2: edge with the target \"2\", which no node has as its id"},
		{"a.gml", "graph [ label \"a ]", "a.gml: gml: line 1: want a closing \""},
		{"a.gml", "graph [ 1 2 ]", "a.gml: gml: line 1: got \"1\", want a key"},
		{"a.gml", "graph [ a ]", "a.gml: gml: line 1: got nothing after a, want its value"},
		{"a.gml", "x 1", "a.gml: gml: want graph [ … ]"},
		{"a.gml", strings.Repeat("a [ ", 1000), "a.gml: gml: line 1: got lists nested more than 100 deep"},
	} {
		f, err := draft.ReadFile(tt.name, []byte(tt.text))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v, %v, want %s", tt.name, f.Kind, err, tt.want)
		}
	}
}

func TestZip(t *testing.T) {
	text := "\ufeff" + strings.ReplaceAll(sample, "\n", "\r\n")
	files := map[string]string{"b.edges": "a b\n", "a.csv": "a\r\n1"}
	data, err := draft.Zip("rings.md", text, files)
	if err != nil {
		t.Fatal(err)
	}
	again, err := draft.Zip("rings.md", text, files)
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("the same notebook gives other bytes: %v", err)
	}
	f, err := draft.ReadFile("rings.zip", data)
	if err != nil || f.Kind != draft.Notebook || f.Name != "rings.md" || f.Text != text || !maps.Equal(f.Files, files) {
		t.Errorf("got %+v, %v", f, err)
	}
	if f, err := draft.ReadFile("rings.md", []byte(text)); err != nil || f.Kind != draft.Notebook || f.Text != text {
		t.Errorf("got %+v, %v", f, err)
	}
}

// FuzzReadFile opens any file: what is taken has a safe name, and fits into a notebook.
func FuzzReadFile(f *testing.F) {
	f.Add("a.gml", "graph [ node [ id 1 label \"a\" ] ]")
	f.Add("a.txt", "a b\nb c 1\n")
	f.Add("../é.json", `{"nodes": [], "links": []}`)
	f.Add("a.zip", "PK\x03\x04")
	f.Fuzz(func(t *testing.T, name, text string) {
		file, err := draft.ReadFile(name, []byte(text))
		if err != nil || file.Kind == draft.Notebook {
			return
		}
		d := draft.Open(sample)
		if _, err := d.AddFile(d.Blocks()[0].Key, file); err != nil {
			if file.Kind != draft.Library {
				t.Errorf("%q, %q: %v", name, text, err)
			}
			return
		}
		checkDraft(t, d)
		if b := d.Blocks()[1]; b.Kind != markdown.Data || b.ID == "" {
			t.Errorf("%q, %q: got %+v, want data with a name", name, text, b)
		}
	})
}
