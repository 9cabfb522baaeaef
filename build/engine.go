package build

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"topobook/build/wasmpack"
)

// An Engine is what computes in the browser.
type Engine struct {
	Papers Program // package wasm: with what cells of the papers' pages name
	Full   Program // package wasm/full: with everything; a page fetches it where the other lacks something
	Exec   []byte  // wasm_exec.js of the Go that made the programs
}

// A Program is one for the browser.
type Program struct {
	Wasm    []byte         // as [wasmpack.Pack] leaves it
	Names   []byte         // what turns addresses in traces into names, see [wasmpack.Names]; nil if Wasm has the names, or they are not known
	Sizes   map[string]int // bytes of code before it was packed, by package; nil if they are not known
	Unknown error          `json:"-"` // why Wasm is larger than it could be, or has no Names; nil if all is well

	brotli, gzip []byte // Wasm compressed as far as these can, nil if that is not known
}

// engineFlags and linkFlags make the program small, which is what a reader waits for. Only the runtime is
// inlined: without that, loops in cells take twice as long; inlining more gains less than it costs.
// The threshold keeps the compiler from making each slice that may stay on the stack in two ways;
// the check would catch an iterator that goes on after a break, which native tests catch too.
// Of flags that name a package the last wins.
var engineFlags = []string{
	"-trimpath", "-gcflags=all=-l -d=variablemakethreshold=0,rangefunccheck=0", "-gcflags=runtime=",
}

const (
	linkFlags  = "-ldflags=-s -w" // without names and debugging data
	debugFlags = "-ldflags=-w"    // with names, for the traces of browsers
)

// BuildEngine compiles the programs of the checkout at root, and packs them. One that cannot be packed is no error.
func BuildEngine(ctx context.Context, root string) (Engine, error) {
	return buildEngine(ctx, root, cache{})
}

func buildEngine(ctx context.Context, root string, keep cache) (Engine, error) {
	engine, err := compileEngine(ctx, root, linkFlags, keep)
	if err != nil {
		return Engine{}, err
	}
	var both sync.WaitGroup
	for _, p := range []*Program{&engine.Papers, &engine.Full} {
		both.Go(func() {
			plain := string(p.Wasm)
			if keep.load(p, "packed", plain) {
				return
			}
			if p.pack(); p.Unknown == nil {
				keep.save(p, "packed", plain)
			}
		})
	}
	both.Wait()
	return engine, nil
}

// pack brings the program, as it was compiled, into the form in which it is shipped.
func (p *Program) pack() {
	plain := p.Wasm
	var unpacked, nameless error
	p.Wasm, unpacked = wasmpack.Pack(plain)
	p.Names, nameless = wasmpack.Names(plain)
	p.Sizes, _ = wasmpack.Sizes(plain) // which knows what Names does
	p.Unknown = cmp.Or(unpacked, nameless)
}

// DebugEngine compiles the programs of the checkout at root, as they are and with names in the traces of their panics.
func DebugEngine(ctx context.Context, root string) (Engine, error) {
	return compileEngine(ctx, root, debugFlags, cache{})
}

func compileEngine(ctx context.Context, root, link string, keep cache) (Engine, error) {
	goroot, err := goTool(ctx, root, "env", "GOROOT")
	if err != nil {
		return Engine{}, err
	}
	exec, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return Engine{}, err
	}
	e := Engine{Exec: exec}
	dir, err := os.MkdirTemp("", "topobook-*")
	if err != nil {
		return Engine{}, err
	}
	defer os.RemoveAll(dir)
	programs := map[string]*Program{"wasm": &e.Papers, "full": &e.Full}
	for name, p := range programs { // what go build finds up to date it does not link anew
		var there bool
		if p.Wasm, there = keep.get(keep.file("linked", root, link, name)); there {
			if err := os.WriteFile(filepath.Join(dir, name), p.Wasm, 0o755); err != nil {
				return Engine{}, err
			}
		}
	}
	args := append([]string{"build", "-o", dir + string(filepath.Separator), link}, engineFlags...)
	if _, err := goTool(ctx, root, append(args, "./wasm", "./wasm/full")...); err != nil {
		return Engine{}, err
	}
	for name, p := range programs {
		before := p.Wasm
		if p.Wasm, err = os.ReadFile(filepath.Join(dir, name)); err != nil {
			return Engine{}, err
		}
		if !bytes.Equal(p.Wasm, before) {
			keep.put(keep.file("linked", root, link, name), p.Wasm)
		}
	}
	return e, nil
}

// growth says what a program has more of than another one, in kB of code before it is packed, by package: the most first,
// and none below a hundredth.
func (p Program) growth(than Program) string {
	more := map[string]int{}
	total := 0
	for name, size := range p.Sizes {
		if size -= than.Sizes[name]; size > 0 {
			more[name] = size
			total += size
		}
	}
	list := []string{fmt.Sprintf("%.1f kB", float64(total)/1000)}
	for _, name := range slices.SortedFunc(maps.Keys(more), func(a, b string) int { return cmp.Or(more[b]-more[a], strings.Compare(a, b)) }) {
		if 100*more[name] < total {
			break
		}
		list = append(list, fmt.Sprintf("%s %.1f", cmp.Or(name, "the compiler"), float64(more[name])/1000))
	}
	return strings.Join(list, ", ")
}

// goTool runs the go command for the browser in folder root and returns what it prints.
func goTool(ctx context.Context, root string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-buildvcs=false")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w: %s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return out, nil
}
