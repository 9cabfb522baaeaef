//go:build linux

package builtins

import (
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
)

// mostSearches is how long a call may compute without a look at the reader's wishes, in searches through the largest network.
const mostSearches = 20

// TestLeave measures how long calls with huge arguments compute without a look at the reader's wishes, also after the first one: the
// reader stops each of them after a while.
func TestLeave(t *testing.T) {
	values, err := run(&engine.Call{}, enginetest.HugeValues)
	if err != nil {
		t.Fatal(err)
	}
	patience := 20 * time.Millisecond
	if *everyJunk {
		patience = 500 * time.Millisecond
	}
	search := gapOf("eccentricity(t, first)", values, patience).gap
	for _, class := range []enginetest.Cost{enginetest.Quick, enginetest.Refuses, enginetest.Stops} {
		var slow []slowCall
		for _, src := range class.Calls() {
			s := gapOf(src, values, patience)
			if slow = append(slow, s); s.gap > mostSearches*search {
				t.Errorf("%s: computes for %v without a look at the reader's wishes, want at most %d searches of %v", src, s.gap, mostSearches, search)
			}
		}
		slices.SortFunc(slow, func(a, b slowCall) int { return int(b.gap - a.gap) })
		for _, s := range slow[:8] {
			t.Logf("%v: %v without a look: %s", class, s.gap.Round(time.Millisecond), s.source)
		}
	}
}

// computed returns for how long the processor has computed for this thread.
func computed() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var usage syscall.Rusage
	_ = syscall.Getrusage(thread, &usage) // has no other errors than a wrong argument
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// gapOf makes a call, which the reader stops after a while, and returns how long it computed without a look at his wishes.
func gapOf(src string, values starlark.StringDict, patience time.Duration) slowCall {
	for _, v := range values {
		if t, ok := v.(*network); ok {
			t.memos = nil
		}
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var start, last, gap time.Duration
	look := func() {
		now := computed()
		gap, last = max(gap, now-last), now
	}
	r := newCostRun()
	r.begin = func() {
		if start == 0 { // a builtin may occur in its arguments
			start = computed()
			last = start
		}
	}
	r.pause = func(engine.Progress) error {
		if look(); last-start > patience {
			return errReader
		}
		return nil
	}
	_ = r.eval(src, values) // other tests look at the error
	look()
	return slowCall{gap, src}
}
