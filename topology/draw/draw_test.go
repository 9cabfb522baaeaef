package draw_test

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with testdata/name.svg, a file that a browser shows.
func golden(t *testing.T, name, got string) {
	t.Helper()
	got = draw.Standalone(got, nil)
	wellFormed(t, got)
	file := filepath.Join("testdata", name+".svg")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: differs from the golden file; go test ./topology/draw -update, and look at it", file)
	}
}

// wellFormed fails unless svg is one XML element without numbers gone wrong.
func wellFormed(t *testing.T, svg string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in %.300s", err, svg)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, attr := range start.Attr {
			switch attr.Name.Local {
			case "d", "x", "y", "cx", "cy", "r", "width", "height", "transform", "viewBox", "style":
				if strings.Contains(attr.Value, "NaN") || strings.Contains(attr.Value, "Inf") ||
					strings.Contains(attr.Value, "922337203685477") {
					t.Fatalf("%s has %s=%q", start.Name.Local, attr.Name.Local, attr.Value)
				}
			}
		}
	}
}

// must returns the network that def defines.
func must[D topology.Definition](def D, err error) *topology.Network {
	net, err := topology.Build(def, err)
	if err != nil {
		panic(err)
	}
	return net
}

// walk returns the path along the nodes with the given addresses.
func walk(t *testing.T, net *topology.Network, addresses ...string) []topology.Channel {
	t.Helper()
	var path []topology.Channel
	for i, address := range addresses {
		v, err := net.NodeAt(address)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			continue
		}
		u, _ := net.NodeAt(addresses[i-1])
		c, ok := net.ChannelBetween(u, v)
		if !ok {
			t.Fatalf("no link %s – %s", addresses[i-1], address)
		}
		path = append(path, c)
	}
	return path
}

func zipped(t *testing.T, s string) int {
	t.Helper()
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, s); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}
