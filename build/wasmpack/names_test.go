package wasmpack

import (
	"regexp"
	"strings"
	"testing"
)

// TestNames lets the packed program panic, and checks that the traces of Go and of the engine of JavaScript, which have
// only addresses, can be read.
func TestNames(t *testing.T) {
	wasm := program(t)
	names, err := Names(wasm)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := Pack(wasm)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOTRACEBACK", "system") // as site/boot.js and site/worker.js set it
	trace, err := run(t, unpack(t, packed))
	if err == nil || strings.Contains(trace, "main.fail") {
		t.Fatalf("want a panic and no name, got %v and\n%s", err, trace)
	}
	got := Explain(trace, names)
	for _, want := range []string{
		`pc=0x[0-9a-f]+ main\.fail \S*testdata/panics/main\.go:\d+\n`,
		`pc=0x[0-9a-f]+ main\.recovered \S*testdata/panics/main\.go:\d+\n`,
		`pc=0x[0-9a-f]+ main\.main \S*testdata/panics/main\.go:\d+\n`,
		`wasm-function\[\d+\]:0x[0-9a-f]+ main\.fail `,
	} {
		if !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("want %s in\n%s", want, got)
		}
	}
	const other = "at wasm-function[999999]:0x12, pc=0x99990001, pc=0x12"
	if got := Explain(other, names); got != other {
		t.Errorf("addresses that no function has: got %s", got)
	}
}

func TestNamesUnknown(t *testing.T) {
	for _, wasm := range []string{"", magic, string(module("\x00\x0b"))} {
		if names, err := Names([]byte(wasm)); err == nil {
			t.Errorf("%q: got %q, want an error", wasm, names)
		}
	}
}

// FuzzExplain names the functions of any trace by any names: without what was put in, the trace is as it was.
func FuzzExplain(f *testing.F) {
	f.Add("at wasm-function[1]:0x12, pc=0x10001\n", "wasm-function[1] pc=0x1 main.f a.go:1\n")
	f.Add("wasm-function[1]wasm-function[1]", " \n\nwasm-function[1]\n  pc=0x")
	f.Fuzz(func(t *testing.T, trace, names string) {
		got := Explain(trace, []byte(names))
		rest := got
		for i := 0; i < len(trace); i++ { // each byte of the trace comes in its order
			at := strings.IndexByte(rest, trace[i])
			if at < 0 {
				t.Fatalf("%q, %q: got %q", trace, names, got)
			}
			rest = rest[at+1:]
		}
		if names == "" && got != trace {
			t.Errorf("%q: got %q", trace, got)
		}
	})
}

// FuzzNames reads the names of any program, or refuses it.
func FuzzNames(f *testing.F) {
	f.Add([]byte(magic))
	f.Add(module("\x00\x0b"))
	f.Fuzz(func(t *testing.T, wasm []byte) {
		if names, err := Names(wasm); err == nil && len(names) == 0 {
			t.Errorf("%q: got no names and no error", wasm)
		}
	})
}
