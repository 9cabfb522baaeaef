package scenes_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"topobook/build"
	"topobook/build/browser"
	"topobook/build/wasmpack"
)

// unpacked returns a program of the engine as the script of the page unpacks it.
func unpacked(t *testing.T, e build.Engine, p build.Program) []byte {
	t.Helper()
	cmd := exec.Command("node", "-e", `self = {};`+string(e.Exec)+"\n"+wasmpack.Script+`
		;process.stdout.write(unpack(new Uint8Array(require('fs').readFileSync(0))))`)
	cmd.Stdin = bytes.NewReader(p.Wasm)
	plain, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// programs returns the programs of the engine by the names of their files.
func programs(t *testing.T) map[string]build.Program {
	t.Helper()
	e, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	return map[string]build.Program{"topobook": e.Papers, "full": e.Full}
}

// TestEnginePacked checks that all of the programs is known, that packing them is worth it, and that what is unpacked
// becomes, packed once more, the same.
func TestEnginePacked(t *testing.T) {
	t.Parallel()
	e, _ := compiled()
	for name, p := range programs(t) {
		if p.Unknown != nil {
			t.Errorf("%s: not known: %v", name, p.Unknown)
		}
		if want := "runtime.gopanic runtime/panic.go:"; !strings.Contains(string(p.Names), want) {
			t.Errorf("%s: names: want %q in them", name, want)
		}
		plain := unpacked(t, e, p)
		if before, after := zipped(t, plain), zipped(t, p.Wasm); after > before*3/5 {
			t.Errorf("%s: %d bytes compressed became %d, want at most three fifths", name, before, after)
		}
		if again, err := wasmpack.Pack(plain); !bytes.Equal(again, p.Wasm) {
			t.Errorf("%s: what is unpacked becomes %d bytes, not %d: %v", name, len(again), len(p.Wasm), err)
		}
	}
}

// TestEngineSizes checks that readers of the papers' pages do not pay for what only the full program needs, and that
// the engine that they fetch is within its budget.
func TestEngineSizes(t *testing.T) {
	t.Parallel()
	e, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	const largest = 5000 // bytes of a package that is imported, and not used
	for _, name := range []string{"encoding/xml", "encoding/json"} {
		if got := e.Papers.Sizes[name]; got > largest {
			t.Errorf("the program of the papers' pages has %d bytes of %s, want at most %d", got, name, largest)
		}
	}
	if got := e.Full.Sizes["encoding/xml"]; got <= largest {
		t.Errorf("the full program has %d bytes of encoding/xml, want that it reads GraphML with it", got)
	}
	s := whole(t)
	for _, tt := range []struct {
		name      string
		got, most int // bytes
	}{
		{"the engine of the papers' pages by brotli", s.Engine.Brotli, 1000_000},
		{"the same by gzip", s.Engine.Gzip, 1100_000},
		{"the full engine by brotli", s.Full.Brotli, 1900_000},
	} {
		if t.Logf("%s: %d bytes", tt.name, tt.got); tt.got > tt.most {
			t.Errorf("%s: %d bytes, want at most %d", tt.name, tt.got, tt.most)
		}
	}
}

// TestEngineNames checks that the names of the engine's functions lie beside it, and that nothing of the site leads to them.
func TestEngineNames(t *testing.T) {
	t.Parallel()
	dir := sample(t).dir
	for name, p := range programs(t) {
		files, _ := filepath.Glob(filepath.Join(dir, "assets", name+".*.wasm"))
		names, _ := filepath.Glob(filepath.Join(dir, "assets", name+".*.names.gz"))
		if len(files) != 1 || len(names) != 1 || names[0] != strings.TrimSuffix(files[0], ".wasm")+".names.gz" {
			t.Fatalf("%s: got the programs %v and the names %v", name, files, names)
		}
		file, err := os.Open(names[0])
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		r, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, p.Names) {
			t.Errorf("%s: got %d bytes, %v, want the %d of the engine", names[0], len(got), err, len(p.Names))
		}
	}
	for _, pattern := range []string{"*.html", "sw.js", "assets/*.js"} {
		files, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, name := range files {
			if data, err := os.ReadFile(name); err != nil || bytes.Contains(data, []byte("names.gz")) {
				t.Errorf("%s: leads to the names, or %v", name, err)
			}
		}
	}
}

// TestPanicTrace makes the kernel panic outside the loop that recovers, and reads what its console says.
func TestPanicTrace(t *testing.T) {
	scene(t, func(t *visit) {
		e, err := compiled()
		if err != nil {
			t.Fatal(err)
		}
		b := t.open(t.sample("sample"))
		b.ready()
		b.idle()
		b.js(`kernel.postMessage(null)`) // it has no type
		b.wait(`seen.some(m => m.type == 'died')`)
		trace := eval[string](b, `seen.find(m => m.type == 'died').text`)
		ours := regexp.MustCompile(` topobook/wasm\S+ topobook/wasm/\S+\.go:\d+`)
		if got := wasmpack.Explain(trace, e.Papers.Names); strings.Contains(trace, "topobook/") || !ours.MatchString(got) {
			t.Errorf("want the names of functions in the trace, got\n%s", got)
		}
	})
}

// TestDebugEngine checks that the engine of a debug build has names: those that browsers show, and those that Go does.
func TestDebugEngine(t *testing.T) {
	t.Parallel()
	e, err := build.DebugEngine(t.Context(), "../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"topobook_notebooks_engine.New", "topobook/notebooks/engine.New"} {
		if !bytes.Contains(e.Papers.Wasm, []byte(want)) || !bytes.Contains(e.Full.Wasm, []byte(want)) {
			t.Errorf("the engine: want %s in both programs", want)
		}
	}
}

// TestUnknownEngine builds a site where the linker is another one, which puts a section where Go's has none: the
// build says what it does not know, ships the program without packing it, and the page starts it.
func TestUnknownEngine(t *testing.T) {
	odd := site{dir: filepath.Join(t.TempDir(), "dist")}
	if !t.Run("build", func(t *testing.T) { buildUnknown(t, odd.dir) }) {
		return
	}
	scene(t, func(t *visit) {
		b := t.open(newHost(t, odd).page("sample"))
		b.ready()
		b.computes()
	})
}

func buildUnknown(t *testing.T, out string) {
	folder := filepath.Dir(sample(t).dir)
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	program := filepath.Join(bin, "odd.wasm")
	linker := fmt.Sprintf("#!/bin/sh\ncase $1 in\nenv) echo %s ;;\nbuild) cp %s \"$3/wasm\"; cp %[2]s \"$3/full\" ;;\nesac\n", bytes.TrimSpace(goroot), program)
	e, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{program: beforeCode(unpacked(t, e, e.Papers), "\x00\x02\x01x"), filepath.Join(bin, "go"): []byte(linker)} {
		if err := os.WriteFile(name, data, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	var log strings.Builder
	_, err = build.Build(t.Context(), build.Options{Folder: folder, Out: out, Site: os.DirFS("../../site"), Checkout: "../..", Fast: true, Log: func(line string) { fmt.Fprintln(&log, line) }})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "not packed") || !strings.Contains(log.String(), "code section: want") {
		t.Errorf("want the log to say what is not known, got\n%s", log.String())
	}
	shipped, err := filepath.Glob(filepath.Join(out, "assets", "topobook.*"))
	if err != nil || len(shipped) != 3 { // no names, as they are not known either
		t.Fatalf("got %v, %v, want the program and two variants", shipped, err)
	}
	if wasm, err := os.ReadFile(shipped[0]); err != nil || !bytes.HasPrefix(wasm, []byte("\x00asm")) {
		t.Errorf("%s is no WebAssembly program, or %v", shipped[0], err)
	}
}

// beforeCode returns a program with a section put in before that of its code.
func beforeCode(wasm []byte, section string) []byte {
	at := 8
	for wasm[at] != 10 {
		size, n := binary.Uvarint(wasm[at+1:])
		at += 1 + n + int(size)
	}
	return slices.Concat(wasm[:at], []byte(section), wasm[at:])
}

// zipped returns the size of data by gzip.
func zipped(t *testing.T, data []byte) int {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// fulls returns an expression for how often a page has fetched the full engine.
const fulls = `performance.getEntriesByType('resource').filter(r => /full\.\w+\.wasm/.test(r.name)).length`

// TestFullEngine edits a cell so that it names what the engine of the page does not have: the page fetches the full one,
// which takes up where the other was, also after a link.
func TestFullEngine(t *testing.T) {
	scene(t, func(t *visit) {
		page := t.sample("sample-controls")
		b := t.open(page)
		b.ready()
		b.slide("k", 3)
		b.wait(`document.querySelectorAll('#cell-net svg .processor').length == 9`)
		b.idle()
		if got := eval[int](b, fulls); got != 0 {
			t.Fatalf("the page has fetched the full engine %d times, want 0", got)
		}
		b.edit("code", "power = pow(k, 3)\ntext(power, radius(t))")
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-code .output", "27 2"))
		b.idle()
		b.edit("plain", "draw(kary_nfly(2, 3))")
		b.key(browser.Enter, browser.Control)
		b.wait(`document.querySelectorAll('#cell-plain svg .processor').length == 16`)
		b.idle()
		if got := eval[int](b, fulls); got != 1 {
			t.Errorf("the page has fetched the full engine %d times, want once", got)
		}
		b.wait(`document.querySelectorAll('#cell-plain .save option').length > 2`) // the network of its family
		b.slide("k", 4)
		b.wait(contains("#cell-code .output", "64 2"))
		link := b.share()
		b = t.open(link)
		b.click(`#notice [data-do="run-theirs"]`)
		b.wait(contains("#notice", "Reproduced: all"))
		b.wait(contains("#cell-code .output", "64 2"))
		if got := eval[int](b, fulls); got != 1 {
			t.Errorf("the page of the link has fetched the full engine %d times, want once", got)
		}
	})
}

// TestFullEngineLate stops what waits for the full engine, and lets it fail to come: the page says so, goes on, and asks for
// it again at the next turn.
func TestFullEngineLate(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		asked := make(chan bool)
		h.goesWrong(func(w http.ResponseWriter, name string) bool {
			if !strings.HasPrefix(path.Base(name), "full.") {
				return false
			}
			select {
			case <-asked:
			case <-t.Context().Done(): // the scene has failed: else its host waits for this answer
			}
			http.Error(w, "no such file", http.StatusNotFound)
			return true
		})
		b := t.open(h.page("sample-controls"))
		b.ready()
		b.edit("code", "power = pow(2, 5)")
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#status", "Fetching the full engine, as cell code names what that of this page does not have"))
		b.click("#stop")
		b.wait(state("code", "stopped"))
		b.idle()
		b.code("code")
		b.key(browser.Enter, browser.Control)
		b.wait(state("code", "running"))
		close(asked)
		b.wait(contains("#cell-code", "pow: is in the full engine only, which did not come (404 "))
		b.slide("k", 3)
		b.wait(`document.querySelectorAll('#cell-net svg .processor').length == 9`)
		h.goesWrong(nil)
		b.edit("code", "power = pow(2, 6)\npower")
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-code .output", "64"))
		b.idle()
	})
}
