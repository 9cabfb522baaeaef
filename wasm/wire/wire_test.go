package wire

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"
)

// examples has a message of each type, in which no field has its zero value.
var examples = []Message{
	&Load{Book{
		Slug: "page", Paper: "paper",
		Cells:  []Cell{{"net", "draw(t)", true, true, true, 7, "t;;", []string{"src dst", "faults"}}, {ID: "next", Picks: []string{}}},
		Inputs: []Input{{"net", "k", "4"}, {"net", "n", "3"}},
		Files:  map[string]string{"lib.star": "x = 1\n"},
		Source: "# A text", Version: 12, Known: true,
	}},
	&Set{"k", "5"}, &Edit{"net", "x = 'é'\n"}, &Reset{"net", true}, &Settle{},
	&Run{3, []string{"net", "next"}, true, true, []string{"next"}, true, "2.0g7", 2, true, true, "no connection"},
	&Share{4, "no connection"}, &Open{"k=5&v=1"}, &Save{"ring(n=5)", "dot"}, &Look{"t", "0,"}, &Stop{},

	&Ready{}, &Result{5, "net", "failed", "<p>4</p>", "<label>k</label>", 2, 9, "got int", "try str"},
	&Preview{"net", "<p>3</p>"}, &Progress{"net", 30, 1e12}, &Refused{"k", "too large", "99", "5", true},
	&Dependents{[]string{"net"}, map[string][]string{"net": {"src dst", "faults"}, "next": {}}},
	&Idle{6, 3 << 30, 12, map[string]string{"k": "5"}, []string{"net"}}, &Saved{"ring(n=5)", "dot", "graph", "no", true}, &Seen{[]string{"0,0", "0,1"}, "net"}, &Stopped{},
	&Opened{"k=5", "too long", map[string]string{"k": "5"}, map[string]string{"net": "x"}, "2.0g7", 2, []string{"k: no"}},
	&Checked{
		7, true, true, "stopped", 9, []string{"a"}, []string{"b"}, []string{"c"}, []string{"k: no"},
		map[string]string{"k": "5", "n": "3"}, map[string]string{"k": "5"},
	},
	&Link{"k=5", "too long"}, &Died{"panic"},

	&Want{8, "net", 2}, &Computed{Want{8, "net", 2}, 6, []float64{0.1, -3}}, &Order{"net", 2, 6},
	&Parts{"net", 2, [][]float64{{1, 2}, {}, {0.5}}},

	&Composed{
		3, []int{1, 4}, []Block{{1, "<p>1</p>", "Figure 1"}, {}}, true, []Cell{{"net", "1", true, true, true, 7, "", []string{"k"}}},
		[]Fault{{4, "no such name"}},
	},
}

func init() { Register(new(Composed)) }

// copied returns what postMessage would hand on: JSON keeps as much of an object of strings,
// numbers, truth values, lists and objects.
func copied(t *testing.T, object map[string]any) map[string]any {
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	var again map[string]any
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	return again
}

func TestMessages(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range examples {
		object := Encode(m)
		if got := Decode(copied(t, object)); !reflect.DeepEqual(got, m) {
			t.Errorf("%T: got %+v, want %+v", m, got, m)
		}
		kind := object["type"].(string)
		if seen[kind] {
			t.Errorf("%T: another message has type %q", m, kind)
		}
		seen[kind] = true
		fields := reflect.ValueOf(m).Elem()
		for i := range fields.NumField() {
			if fields.Field(i).IsZero() {
				t.Errorf("%T: the example has no %s", m, fields.Type().Field(i).Name)
			}
		}
		if len(object) != fields.NumField()+1 {
			t.Errorf("%T: got %d keys, want one for each of %d fields, and the type", m, len(object), fields.NumField())
		}
	}
}

// What is zero takes no room in a message, and comes back.
func TestZeroFields(t *testing.T) {
	for _, m := range examples {
		if got := Encode(reflect.New(reflect.TypeOf(m).Elem()).Interface().(Message)); len(got) != 1 {
			t.Errorf("%T without values: got %v, want the type alone", m, got)
		}
	}
	for _, m := range []Message{&Result{Cell: "net", State: "running"}, &Progress{Cell: "net", Total: 9}, &Set{Name: "k"}} {
		if got := Decode(copied(t, Encode(m))); !reflect.DeepEqual(got, m) {
			t.Errorf("got %+v, want %+v", got, m)
		}
	}
}

func TestDecodeUnknown(t *testing.T) {
	for _, object := range []map[string]any{nil, {}, {"type": 3.0}, {"type": "no such"}} {
		if m := Decode(object); m != nil {
			t.Errorf("Decode(%v) = %T, want nil", object, m)
		}
	}
}

// What is not as it should be is read as zero values, and those can be sent again.
func FuzzDecode(f *testing.F) {
	for _, m := range examples {
		text, err := json.Marshal(Encode(m))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"type": "load", "book": {"cells": [3, {"picks": "x"}], "inputs": {}}}`))
	f.Add([]byte(`{"type": "dependents", "cells": [1], "picks": {"a": 3, "b": [true]}}`))
	f.Add([]byte(`{"type": "parts", "parts": [1, [2, "x"], null]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var object map[string]any
		if json.Unmarshal(text, &object) != nil {
			return
		}
		m := Decode(object)
		if m == nil {
			return
		}
		again := Decode(copied(t, Encode(m)))
		if !reflect.DeepEqual(again, m) {
			t.Errorf("%s: read as %+v, sent again as %+v", text, m, again)
		}
	})
}

func TestComposedLess(t *testing.T) {
	cells := []Cell{{ID: "net", Picks: []string{"k"}}}
	texts := []*Composed{
		{Version: 1, Lines: []int{1, 4}, Blocks: []Block{{0, "a", ""}, {1, "b", "1"}}, Cells: cells},
		{Version: 2, Lines: []int{1, 5}, Blocks: []Block{{0, "a b", ""}, {1, "b", "1"}}, Cells: slices.Clone(cells), Faults: []Fault{{2, "no"}}},
		{Version: 3, Lines: []int{1, 2, 5}, Blocks: []Block{{0, "a b", ""}, {1, "new", ""}, {2, "b", "1"}}, Cells: cells},
		{Version: 4, Lines: []int{1}, Blocks: []Block{{0, "a b", ""}}},
		{Version: 5, Lines: []int{}, Blocks: []Block{}},
		{Version: 6, Lines: []int{1}, Blocks: []Block{{0, "", ""}}},
	}
	var there, here *Composed
	sent := ""
	for _, text := range texts {
		less := text.Less(there)
		there, here = text, less.Whole(here)
		if !reflect.DeepEqual(here, text) {
			t.Errorf("got %+v, want %+v", here, text)
		}
		sent += fmt.Sprintf("%d blocks %d cells, ", len(less.Blocks), len(less.Cells))
	}
	if want := "2 blocks 1 cells, 1 blocks 0 cells, 2 blocks 0 cells, 0 blocks 0 cells, 0 blocks 0 cells, 1 blocks 0 cells, "; sent != want {
		t.Errorf("sends %s, want %s", sent, want)
	}
}

// A line says what the object has, if it can.
func TestLine(t *testing.T) {
	tests := []struct {
		message Message
		want    string
	}{
		{&Result{Run: 7, Cell: "a", State: "done", HTML: "<p>é"}, "result\x00run\x00n7\x00cell\x00sa\x00state\x00sdone\x00html\x00s<p>é"},
		{&Progress{Cell: "a", Done: 0.5, Total: 1e21}, "progress\x00cell\x00sa\x00done\x00n0.5\x00total\x00n1e+21"},
		{&Refused{Name: "k", Chosen: true}, "refused\x00name\x00sk\x00chosen\x00b"},
		{&Ready{}, "ready"},
		{&Result{Cell: "a", HTML: "\x00"}, ""},
		{&Seen{Items: []string{"a"}}, ""},
	}
	for _, tt := range tests {
		if got, ok := line(tt.message); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%+v: got %q, %t, want %q", tt.message, got, ok, tt.want)
		}
	}
}
