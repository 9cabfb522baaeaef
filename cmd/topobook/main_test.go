package main

import (
	"bufio"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
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

// TestInterrupts interrupts a program that does not see that its context has ended, as it waits for a line:
// the second interrupt ends it.
func TestInterrupts(t *testing.T) {
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
	if _, err := io.WriteString(in, "1\n"); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	if line, err := lines.ReadString('\n'); line != "1\n" {
		t.Fatalf("got %q, %v, want 1", line, err)
	}
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
	_, _ = io.Copy(io.Discard, lines) // until it ends
	err = cmd.Wait()
	close(ended)
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() {
		t.Errorf("ended with %v, want ended by the second interrupt", err)
	}
}
