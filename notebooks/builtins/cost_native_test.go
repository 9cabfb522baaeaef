//go:build !js

package builtins

import (
	"strings"
	"testing"

	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
)

// TestCosts calls every builtin with arguments as large as they can be: it must end soon, refuse and say
// what it wants, or stop when the reader asks. A builtin that fails to hangs: then the test does.
// The networks are too large to build in a test of WebAssembly, where the builtins are the same.
func TestCosts(t *testing.T) {
	values, err := run(&engine.Call{}, enginetest.HugeValues)
	if err != nil {
		t.Fatal(err)
	}
	for _, class := range []enginetest.Cost{enginetest.Quick, enginetest.Refuses, enginetest.Stops} {
		for _, src := range class.Calls() {
			for _, v := range values {
				if t, ok := v.(*network); ok {
					t.memos = nil
				}
			}
			r := newCostRun()
			err := r.eval(src, values)
			got := enginetest.Quick
			switch {
			case r.polls > 0 && err == nil:
				t.Errorf("%s: goes on after the reader has asked it to stop", src)
				continue
			case r.polls > 1:
				t.Errorf("%s: asks %d times after it was told to stop", src, r.polls)
			case r.polls > 0:
				got = enginetest.Stops
			case err != nil:
				got = enginetest.Refuses
				if text := err.Error(); !strings.Contains(text, "want") {
					t.Errorf("%s: refuses with %q, want a sentence that says what it wants", src, text)
				}
			}
			if got != class {
				t.Errorf("%s: %v, want %v (error %v)", src, got, class, err)
			}
		}
	}
}
