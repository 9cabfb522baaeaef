package build

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"topobook/build/wasmpack"
)

// An Engine is the browser program and the script that Go needs to run it.
type Engine struct {
	Wasm    []byte // as [wasmpack.Pack] leaves it
	Exec    []byte // wasm_exec.js of the Go that made Wasm, what unpacks Wasm, and site/worker.js
	Names   []byte // what turns addresses in traces into names, see [wasmpack.Names]; nil if Wasm has the names, or they are not known
	Unknown error  // why Wasm is larger than it could be, or has no Names; nil if all is well
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

// BuildEngine compiles package wasm of the checkout at root, and packs it. A program that cannot be packed is no error.
func BuildEngine(ctx context.Context, root string) (Engine, error) {
	engine, err := compileEngine(ctx, root, linkFlags)
	if err != nil {
		return Engine{}, err
	}
	plain := engine.Wasm
	var unpacked, nameless error
	engine.Wasm, unpacked = wasmpack.Pack(plain)
	engine.Names, nameless = wasmpack.Names(plain)
	engine.Unknown = cmp.Or(unpacked, nameless)
	return engine, nil
}

// DebugEngine compiles package wasm of the checkout at root, as it is and with names in the traces of its panics.
func DebugEngine(ctx context.Context, root string) (Engine, error) {
	return compileEngine(ctx, root, debugFlags)
}

func compileEngine(ctx context.Context, root, link string) (Engine, error) {
	goroot, err := goTool(ctx, root, "env", "GOROOT")
	if err != nil {
		return Engine{}, err
	}
	exec, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return Engine{}, err
	}
	worker, err := os.ReadFile(filepath.Join(root, "site", "worker.js"))
	if err != nil {
		return Engine{}, err
	}
	exec = slices.Concat(exec, []byte("\n"+wasmpack.Script+"\n"), worker) // worker ends it, which tells a page that it has all
	dir, err := os.MkdirTemp("", "topobook-*")
	if err != nil {
		return Engine{}, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "topobook.wasm")
	if _, err := goTool(ctx, root, append(append([]string{"build", "-o", file, link}, engineFlags...), "./wasm")...); err != nil {
		return Engine{}, err
	}
	wasm, err := os.ReadFile(file)
	return Engine{Wasm: wasm, Exec: exec}, err
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
