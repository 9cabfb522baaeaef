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
