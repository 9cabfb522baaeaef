package main

import (
	"bufio"
	"bytes"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite what the scripts compare with")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"topobook": main})
}

// TestScripts runs each script of testdata in an empty folder; $ROOT is the checkout.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata",
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("ROOT", root)
			return nil
		},
	})
}

// longStep compares lists for hours, in one step.
const longStep = "[[[[0] * 4000] * 4000] * 4000] == [[[[0] * 4000] * 4000] * 4000]"

// TestInterrupts interrupts programs that do not see that their context has ended: one waits for a line, one is in a long step. The second
// interrupt ends them.
func TestInterrupts(t *testing.T) {
	for name, lines := range map[string]string{"waiting": "1\n", "a long step": "1\n" + longStep + "\n"} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command("topobook", "eval")
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(in, lines); err != nil {
				t.Fatal(err)
			}
			read := bufio.NewReader(out)
			if line, err := read.ReadString('\n'); line != "1\n" {
				t.Fatalf("got %q, %v, want 1", line, err)
			}
			interrupt(t, cmd, read, in)
			if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() {
				t.Errorf("ended with %v, want ended by the second interrupt", cmd.ProcessState)
			}
		})
	}
}

// TestInterruptsConverter interrupts a program once while it waits for another, which does not end, and has started a third.
func TestInterruptsConverter(t *testing.T) {
	dir, tools := t.TempDir(), t.TempDir()
	page := filepath.Join(dir, "a.md")
	if err := os.WriteFile(page, []byte("---\ntitle: A\n---\n\n```starlark {#net}\ndraw(ring(3))\n```\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	started := filepath.Join(dir, "started")
	if err := os.WriteFile(filepath.Join(tools, "rsvg-convert"), []byte("#!/bin/sh\ntrap '' INT\necho >'"+started+"'\nsleep 60\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("topobook", "figure", page+"#net", "-o", filepath.Join(dir, "a.png"))
	cmd.Env = append(cmd.Environ(), "PATH="+tools+":"+os.Getenv("PATH"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for t.Context().Err() == nil {
		if _, err := os.Stat(started); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("ended with %v, want status 1", err)
	}
}

// TestShortErrors checks that what is wrong is said in some kB, whatever it is about.
func TestShortErrors(t *testing.T) {
	long := strings.Repeat("pwned \x1b", 1<<20)
	dir := t.TempDir()
	faults := filepath.Join(dir, "a.md")
	if err := os.WriteFile(faults, []byte("---\ntitle: A\n---\n\n"+strings.Repeat("![a](b.tiff) ![](/c)\n\n", 20000)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{long}, {"eval", long}, {"eval", "--" + long}, {"eval", `fail("` + long[:60000] + `")`}, {"run", long}, {"run", faults}, {"run", faults, "--set", long}, {"check", long}, {"check", faults}, {"check", dir},
		{"build", dir}, {"build", long}, {"serve", "--addr", long, dir}, {"figure", long + "#a"}, {"figure", "a#b", "-o", long}, {"export", long}, {"export", "--from", "dot", long}, {"export", "ring(3)", "--format", long}, {"trace", long}, {"new", dir + "/" + long},
	} {
		var out, said bytes.Buffer
		env := environment{stdin: strings.NewReader(""), stdout: visible{&out}, stderr: visible{&said}, file: &out, data: escaped{&out}}
		if status := dispatch(t.Context(), env, args); status == 0 || said.Len() == 0 || said.Len()+out.Len() > 40_000 {
			t.Errorf("topobook %.40q: got status %d and %d bytes, want some kB that say what is wrong", args, status, said.Len()+out.Len())
		}
	}
}

// interrupt interrupts a program again and again, and waits for its end.
func interrupt(t *testing.T, cmd *exec.Cmd, out io.Reader, in io.Closer) {
	t.Helper()
	ended := make(chan struct{})
	go func() {
		defer in.Close() // ends a program that goes on
		for range 1000 { // two interrupts may come as one
			select {
			case <-ended:
				return
			case <-time.After(10 * time.Millisecond):
				_ = cmd.Process.Signal(os.Interrupt) // it may have ended
			}
		}
	}()
	_, _ = io.Copy(io.Discard, out) // until it ends
	_ = cmd.Wait()
	close(ended)
}
