//go:build !js

package export_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/export"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

// python is Debian's, whose packages hold NetworkX and igraph; any other on PATH may lack them.
func python(t *testing.T) string {
	t.Helper()
	for _, check := range []struct{ debian, program, module string }{
		{"graphviz", "dot", ""},
		{"python3-networkx", "/usr/bin/python3", "networkx"},
		{"python3-igraph", "/usr/bin/python3", "igraph"},
		{"python3-pygraphviz", "/usr/bin/python3", "pygraphviz"},
	} {
		args := []string{"-V"}
		if check.module != "" {
			args = []string{"-c", "import " + check.module}
		}
		if err := exec.Command(check.program, args...).Run(); err != nil {
			t.Fatalf("%s %s: %v: install the package %s and try again (on Debian: apt-get install %s)",
				check.program, check.module, err, check.debian, check.debian)
		}
	}
	return "/usr/bin/python3"
}

// A report is what a program found in a file.
type report struct {
	Name, Format, Program string
	Order, Size           int
	Degrees               []int
	Connected             bool
	Diameter              int
	Nodes                 map[string]map[string]string // attributes by address
	Links                 []string                     // addresses in order, and attributes
}

// reportOf returns what a program must find in net, in a format with or without attributes.
func reportOf(net *topology.Network, attributes bool) report {
	r := report{Order: net.Order(), Size: net.Size(), Nodes: map[string]map[string]string{}}
	for u := range topology.Node(net.Order()) {
		has := map[string]string{}
		if attributes {
			has["kind"] = net.Kind(u).String()
			if level := net.Level(u); level != topology.NoLevel {
				has["level"] = fmt.Sprint(level)
			}
		}
		r.Nodes[net.Address(u)] = has
		r.Degrees = append(r.Degrees, net.Degree(u))
		for _, distance := range measure.Distances(net, u) {
			r.Diameter = max(r.Diameter, int(distance))
			r.Connected = r.Connected || distance < 0
		}
	}
	if r.Connected = !r.Connected; !r.Connected {
		r.Diameter = -1
	}
	for c := range topology.Channel(2 * net.Size()) {
		a, b, twin := net.Address(net.Tail(c)), net.Address(net.Head(c)), net.Twin(c)
		if a > b {
			continue
		}
		has := map[string]string{}
		if attributes {
			has["source_port"], has["target_port"] = fmt.Sprint(net.Port(c)), fmt.Sprint(net.Port(twin))
			if label := net.Label(c); label != topology.NoLabel {
				has["source_label"] = fmt.Sprint(label)
			}
			if label := net.Label(twin); label != topology.NoLabel {
				has["target_label"] = fmt.Sprint(label)
			}
			cable := net.Cable(c)
			for name, value := range map[string]float64{"length": cable.Length, "latency": float64(cable.Latency), "capacity": cable.Capacity} {
				if value != 0 {
					has[name] = fmt.Sprint(value)
				}
			}
			if cable.Kind != "" {
				has["kind"] = cable.Kind
			}
		}
		r.Links = append(r.Links, a+" "+b+" "+pythonDict(has))
	}
	slices.Sort(r.Degrees)
	slices.Sort(r.Links)
	return r
}

// pythonDict writes attributes as Python's json.dumps does.
func pythonDict(has map[string]string) string {
	var parts []string
	for _, name := range []string{"capacity", "kind", "latency", "length", "source_label", "source_port", "target_label", "target_port"} {
		if value, ok := has[name]; ok {
			parts = append(parts, fmt.Sprintf("%q: %q", name, value))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// programNetworks are asymmetric, in pieces, of one node, and with names that need care.
func programNetworks(t *testing.T) []*topology.Network {
	nets := append(append(networks(t), cut(t)[:2]...), trunks(t))
	for _, def := range []topology.Definition{
		must(family.NewMaryTree(2, 3)), must(family.NewButterfly(2, 3)), must(family.NewRing(2)), must(family.NewComplete(5)),
		must(topology.NewGraph([]string{"graph", "node", "-7", "3a", "x:y", "a,b"}, [][2]string{{"graph", "node"}, {"x:y", "node"}, {"3a", "-7"}, {"a,b", "graph"}, {"a,b", "3a"}})),
	} {
		net, err := topology.New(def)
		if err != nil {
			t.Fatal(err)
		}
		nets = append(nets, net)
	}
	return nets
}

// alone reports whether some node has no link.
func alone(net *topology.Network) bool {
	for u := range topology.Node(net.Order()) {
		if net.Degree(u) == 0 {
			return true
		}
	}
	return false
}

// writeAll writes networks to files of every format that the programs read, NAME.EXTENSION. It returns them
// by name, and how many reports the programs must give.
func writeAll(t *testing.T, folder string) (nets map[string]*topology.Network, reports int) {
	t.Helper()
	nets = map[string]*topology.Network{}
	for i, net := range programNetworks(t) {
		name := fmt.Sprintf("net%d", i)
		nets[name] = net
		for _, f := range export.Formats {
			read := map[string]int{"dot": 2, "graphml": 2, "edgelist": 2, "json": 1, "gml": 2, "graph6": 1, "sparse6": 1}[f.Name]
			if read == 0 || f.Name == "edgelist" && alone(net) || f.Name == "graph6" && net.IsMulti() {
				continue // BookSim and others are not to be had as packages; edge lists of others know no node without links
			}
			reports += read
			text, err := export.Write(net, f.Name, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, name+"."+f.Extension), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return nets, reports
}

// numbered returns net with numbers for addresses.
func numbered(t *testing.T, net *topology.Network) *topology.Network {
	names := make([]string, net.Order())
	for u := range names {
		names[u] = fmt.Sprint(u)
	}
	var links [][2]string
	for link := range net.Links() {
		links = append(links, [2]string{names[link.A], names[link.B]})
	}
	return networktest.Build(t)(topology.NewGraph(names, links, topology.WithParallelLinks()))
}

// Every format must mean to the programs that read it what the network is: the same links by address, with
// the same attributes, and so the same degrees, distances and parts. What they write must read back.
func TestPrograms(t *testing.T) {
	python := python(t)
	folder := t.TempDir()
	nets, reads := writeAll(t, folder)
	var stderr bytes.Buffer
	command := exec.Command(python, "testdata/programs.py", folder)
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.Bytes())
	}
	var reports []report
	if err := json.Unmarshal(out, &reports); err != nil {
		t.Fatal(err)
	}
	if len(reports) != reads {
		t.Errorf("got %d reports, want %d", len(reports), reads)
	}
	for _, got := range reports {
		net := nets[got.Name]
		if got.Format == "graph6" || got.Format == "sparse6" {
			net = numbered(t, net)
		}
		want := reportOf(net, !slices.Contains([]string{"edgelist", "graph6", "sparse6"}, got.Format))
		want.Name, want.Format, want.Program = got.Name, got.Format, got.Program
		if a, b := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); a != b {
			t.Errorf("%v: %s finds in %s\n%s, want\n%s", net, got.Program, got.Format, a, b)
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "out", "*"))
	if err != nil || len(files) != 6*len(nets) {
		t.Fatalf("%d files written, want %d: %v", len(files), 6*len(nets), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, rest, _ := strings.Cut(filepath.Base(file), ".")
		_, format, _ := strings.Cut(rest, ".")
		back, err := export.Read(format, string(text), nil)
		if err != nil {
			t.Errorf("%s of %v: %v\n%s", rest, nets[name], err, text)
			continue
		}
		attributes := format != "edgelist"
		if !attributes && alone(nets[name]) {
			continue
		}
		if a, b := fmt.Sprintf("%+v", reportOf(back, attributes)), fmt.Sprintf("%+v", reportOf(nets[name], attributes)); a != b {
			t.Errorf("%s of %v reads as\n%s, want\n%s", rest, nets[name], a, b)
		}
	}
}

// So large a text is not for a browser's memory, where the other tests run too.
func TestReadTooLarge(t *testing.T) {
	_, err := export.Read("edgelist", strings.Repeat(" ", export.MaxText+1), nil)
	if want := "edgelist: got 268435457 bytes, want at most 268435456"; err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}
