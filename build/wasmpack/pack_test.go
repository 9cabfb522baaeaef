package wasmpack

import (
	"bytes"
	"encoding/binary"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/js"
)

// TestPack packs a program as the compiler makes it, and lets the script of the page unpack it.
func TestPack(t *testing.T) {
	wasm, err := shrink(program(t))
	if err != nil {
		t.Fatal(err)
	}
	packed, err := pack(wasm)
	if err != nil {
		t.Fatal(err)
	}
	if l, err := findFunctions(wasm); err != nil {
		t.Error(err)
	} else if _, cut := cutRecords(l.tail); cut.functions == 0 {
		t.Error("the records of functions are not where Go " + goKnown + " has them")
	}
	before, after := compressed(t, wasm), compressed(t, packed)
	t.Logf("%d bytes, %d compressed, became %d and %d", len(wasm), before, len(packed), after)
	if after > before*3/4 {
		t.Errorf("%d bytes compressed became %d, want at most three quarters", before, after)
	}
	if got := unpack(t, packed); !bytes.Equal(got, wasm) {
		t.Errorf("unpacked are %d bytes, not the %d that were packed", len(got), len(wasm))
	}
	if _, err := pack(packed); err == nil {
		t.Error("packing twice gives no error")
	}
}

// odd are functions that Go's compiler does not make.
var odd = map[string]string{
	"empty":             "\x00\x0b",
	"unknown":           "\x00\xfe\x00\x0b",
	"cut off":           "\x00\x41\x80",
	"variables cut off": "\x05\x01",
	"least number":      "\x00\x42\x80\x80\x80\x80\x80\x80\x80\x80\x80\x7f\x37\x03\x00\x0b",
	"blocks":            "\x00\x02\x40\x03\x40\x04\x40\x0c\x02\x0d\x01\x0c\x00\x0b\x0b\x0b\x0b",
	"open block":        "\x00\x02\x40\x0b",
	"after the end":     "\x00\x0b\x01\x0b",
	"block at the end":  "\x00\x0b\x02\x40\x0b",
	"table":             "\x00\x02\x40\x02\x40\x20\x00\x0e\x02\x00\x00\x01\x0b\x41\x02\x21\x00\x0b\x0b",
	"other table":       "\x00\x02\x40\x02\x40\x20\x00\x0e\x02\x01\x00\x00\x0b\x0b\x0b",
	"table without end": "\x00\x02\x40\x20\x00\x0e\x01\x00\x00\x01\x0b\x0b",
	"large table":       "\x00\x20\x00\x0e\xac\x02" + strings.Repeat("\x00", 301) + "\x0b",
	"return":            "\x00\x02\x40\x02\x40\x20\x00\x0e\x01\x00\x01\x0b\x42\x81\x80\x80\x80\x01\x37\x03\x00\x42\x80\x80\x80\x80\x01\x37\x03\x00\x0b\x0b",
	"much memory":       "\x00\x29\x03\xf8\xff\xff\xff\x0f\x29\x03\xf8\xff\xff\xff\x07\x29\x03\x88\x01\x0b",
	"long number":       "\x00\x0c\x80\x80\x00\x10\xc0\x00\x41\xff\x00\x0b",
	"long branch":       "\x00\x02\x40\x0c\x81\x00\x0b\x0b",
	"long address":      "\x00\x29\x03\x88\x80\x00\x0b",
	"long constant":     "\x00\x42\x88\x00\x7c\x42\xf8\x7f\x7c\x0b",
	"far branch":        "\x00\x0c\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x0b",
	"float":             "\x00\x44\x01\x02\x03\x04\x05\x06\x07\x08\x1a\x0b",
}

// module returns a program of one function.
func module(body string) []byte {
	size := binary.AppendUvarint(nil, uint64(len(body)))
	wasm := append([]byte(magic), "\x09\x07\x01\x00\x41\x80\x20\x0b\x01\x05\x0a"...)
	wasm = append(binary.AppendUvarint(wasm, uint64(1+len(size)+len(body))), 1)
	return append(append(append(wasm, size...), body...), "\x0b\x01\x00"...)
}

// TestPackOdd packs odd functions: the page must unpack them too.
func TestPackOdd(t *testing.T) {
	script := interpreted(t)
	for name, body := range odd {
		wasm := module(body)
		packed, err := pack(wasm)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := script(packed); !bytes.Equal(got, wasm) {
			t.Errorf("%s: unpacked % x, want % x", name, got, wasm)
		}
	}
	for _, junk := range []string{"", magic, magic + "\x09\x07\x01\x00\x41\x80\x20\x0b\x02\x05\x07"} {
		if _, err := pack([]byte(junk)); err == nil {
			t.Errorf("pack(%q): got no error", junk)
		}
	}
	loads := "\x00"
	for n := range 300 { // of as many kinds
		loads += string([]byte{byte(0x28 + n/100), byte(n % 100), 1})
	}
	if _, err := pack(module(loads + "\x0b")); err != errAtoms {
		t.Errorf("300 kinds of instructions: got %v, want %v", err, errAtoms)
	}
}

// FuzzPack checks that the page unpacks whatever is packed, of any function and of any program.
func FuzzPack(f *testing.F) {
	for _, body := range odd {
		f.Add(body)
		f.Add(string(module(body)))
	}
	f.Add(magic + "\x09\x07\x01\x00\x41\x80\x20\x0b\x01\x85\x00\x0a\x04\x01\x02\x00\x0b") // a long number of a function
	f.Add(magic + "\x09\x07\x01\x00\x41\x80\x20\x0b\x01\x05\x0a\x05\x01\x82\x00\x00\x0b") // a long size of a function
	script := interpreted(f)
	f.Fuzz(func(t *testing.T, text string) {
		for _, wasm := range [][]byte{module(text), []byte(text)} {
			packed, err := pack(wasm)
			if err != nil {
				continue
			}
			if got := script(packed); !bytes.Equal(got, wasm) {
				t.Errorf("unpacked % x, want % x", got, wasm)
			}
		}
	})
}

// TestScript checks that each effect has its place in the script by its name, and that its number comes there.
func TestScript(t *testing.T) {
	for number, name := range effectNames {
		if want := number != effectNone; strings.Contains(unpackJS, "case "+name+":") != want {
			t.Errorf("unpack.js has a case for %s: want %v", name, want)
		}
	}
	if strings.Contains(Script, "effectN") || !strings.Contains(Script, "case 12:") {
		t.Error("Script: want the numbers of effects in it, not their names")
	}
}

// TestPackUnknown checks that programs which are not as Go's linker makes them are left as they are, or partly so,
// that Pack says why, and that they still run.
func TestPackUnknown(t *testing.T) {
	wasm := program(t)
	list, err := sections(wasm)
	if err != nil {
		t.Fatal(err)
	}
	// with returns the program with something else before or in place of one section.
	with := func(id byte, change func(section) string) []byte {
		out := []byte(magic)
		for _, s := range list {
			if s.id == id {
				out = append(out, change(s)...)
			} else {
				out = append(out, s.whole...)
			}
		}
		return out
	}
	code, data := list[slices.IndexFunc(list, func(s section) bool { return s.id == codeSection })], list[slices.IndexFunc(list, func(s section) bool { return s.id == dataSection })]
	count, _ := binary.Uvarint(data.body)
	dataCount := binary.AppendUvarint(nil, count)
	dataCount = append([]byte{dataCountSection, byte(len(dataCount))}, dataCount...)
	first, n := binary.Uvarint(code.body)
	size, m := binary.Uvarint(code.body[n:])
	padded := append(binary.AppendUvarint(nil, first), byte(size)|0x80, byte(size>>7)|0x80, byte(size>>14)|0x80, 0)
	padded = append(padded, code.body[n+m:]...)
	for _, tt := range []struct {
		name   string
		wasm   []byte
		want   string
		packed bool
	}{
		{"another Go", bytes.ReplaceAll(wasm, []byte("go"+goKnown), []byte("go9.99")), errTraces.Error(), true},
		{"a section between", with(codeSection, func(s section) string { return "\x00\x02\x01x" + string(s.whole) }), errCode.Error(), false},
		{"numbered segments", with(codeSection, func(s section) string { return string(dataCount) + string(s.whole) }), errData.Error(), false},
		{"padded sizes", with(codeSection, func(section) string {
			return string(append(binary.AppendUvarint([]byte{codeSection}, uint64(len(padded))), padded...))
		}), errCode.Error(), false},
	} {
		packed, err := Pack(tt.wasm)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s: got the error %v, want %s", tt.name, err, tt.want)
		}
		if got := bytes.HasPrefix(packed, []byte(packedMagic)); got != tt.packed {
			t.Errorf("%s: packed: got %v, want %v", tt.name, got, tt.packed)
		}
		text, err := run(t, unpack(t, packed))
		if err == nil || !strings.Contains(text, "sum 499999500000") || !strings.Contains(text, "panic: on purpose") {
			t.Errorf("%s: the program ended with %v and printed\n%s", tt.name, err, text)
		}
	}
	for _, junk := range []string{"", "\x00asm", "<!doctype html>", string(wasm[:len(wasm)/2])} {
		if out, err := Pack([]byte(junk)); err == nil || string(out) != junk {
			t.Errorf("%d bytes of junk: got %d bytes, %v", len(junk), len(out), err)
		}
	}
}

// interpreted returns the function unpack of the script, which gives nothing if it fails. It is slow, but starts at once.
func interpreted(t testing.TB) func(packed []byte) []byte {
	t.Helper()
	vm := goja.New()
	if _, err := vm.RunString(Script); err != nil {
		t.Fatal(err)
	}
	unpack, ok := goja.AssertFunction(vm.Get("unpack"))
	if !ok {
		t.Fatal("unpack.js: want the function unpack")
	}
	return func(packed []byte) []byte {
		array, err := vm.New(vm.Get("Uint8Array"), vm.ToValue(vm.NewArrayBuffer(packed)))
		if err != nil {
			return nil
		}
		out, err := unpack(goja.Undefined(), array)
		if err != nil {
			return nil
		}
		wasm, _ := out.Export().([]byte)
		return wasm
	}
}

// unpack runs the function of that name in unpack.js, as small as pages have it.
func unpack(t *testing.T, packed []byte) []byte {
	t.Helper()
	m := minify.New()
	m.AddFunc("text/javascript", js.Minify)
	script, err := m.String("text/javascript", Script)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "-e", script+`
		;process.stdout.write(unpack(new Uint8Array(require('fs').readFileSync(0))))`)
	cmd.Stdin = bytes.NewReader(packed)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("unpack.js: %v: %s", err, stderr.Bytes())
	}
	return out
}
