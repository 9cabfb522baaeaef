package engine

import (
	"fmt"
	"io"
	"os"
	"runtime"
)

// LogPanic prints to standard error, which in a browser is its console, what a recovered panic said and the calls that
// led to it. A browser program has no names of functions; topobook trace adds them.
func LogPanic(said any) { writePanic(os.Stderr, said) }

func writePanic(w io.Writer, said any) {
	var at [64]uintptr
	frames := runtime.CallersFrames(at[:runtime.Callers(3, at[:])])
	fmt.Fprintln(w, "panic:", said)
	for {
		frame, more := frames.Next()
		fmt.Fprintf(w, "\tpc=%#x %s:%d\n", frame.PC, frame.Function, frame.Line)
		if !more {
			return
		}
	}
}
