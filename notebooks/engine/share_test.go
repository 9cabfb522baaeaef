package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// squares is a work whose part i is i and i*i, after i/2 steps of progress.
func squares(parts int) *Work {
	return &Work{Parts: parts, Progress: func(int, int) error { return nil }, Do: func(i int, progress func(done, total int) error) ([]float64, error) {
		for step := range i / 2 {
			if err := progress(step, i/2); err != nil {
				return nil, err
			}
		}
		return []float64{float64(i), float64(i * i)}, nil
	}}
}

func TestShareThreads(t *testing.T) {
	for _, alone := range []bool{false, true} {
		for _, n := range []int{0, 1, 2, 23, 200} {
			w := squares(n)
			w.Alone = alone
			reached := -1
			w.Progress = func(done, total int) error {
				if total != n*partUnits || done < 0 || done > total {
					t.Errorf("%d parts, alone %v: progress is %d of %d", n, alone, done, total)
				}
				reached = max(reached, done)
				return nil
			}
			parts, err := shareThreads(w)
			if err != nil || len(parts) != n {
				t.Fatalf("%d parts, alone %v: got %v, %v", n, alone, parts, err)
			}
			for i, part := range parts {
				if !slices.Equal(part, []float64{float64(i), float64(i * i)}) {
					t.Errorf("%d parts, alone %v: part %d is %v", n, alone, i, part)
				}
			}
			if n > 2 && reached < 0 {
				t.Errorf("%d parts, alone %v: no progress was reported", n, alone)
			}
		}
	}
}

func TestShareThreadsEnds(t *testing.T) {
	stop := errors.New("stop")
	for _, alone := range []bool{false, true} {
		w := squares(500)
		w.Alone = alone
		w.Progress = func(done, _ int) error {
			if done > 20*partUnits {
				return stop
			}
			return nil
		}
		if _, err := shareThreads(w); !errors.Is(err, stop) {
			t.Errorf("stopped, alone %v: got %v, want what progress said", alone, err)
		}
		// Of several parts that fail the first one's error is returned, whoever computes it.
		w = squares(90)
		w.Alone = alone
		do := w.Do
		w.Do = func(i int, progress func(done, total int) error) ([]float64, error) {
			if i == 7 || i > 7 && i%2 == 0 {
				return nil, fmt.Errorf("part %d", i)
			}
			return do(i, progress)
		}
		if _, err := shareThreads(w); err == nil || err.Error() != "part 7" {
			t.Errorf("parts 7, 8, 10 and so on fail, alone %v: got %v, want part 7", alone, err)
		}
	}
	w := squares(9)
	do := w.Do
	w.Do = func(i int, progress func(done, total int) error) ([]float64, error) {
		if i == 4 {
			panic("oh")
		}
		return do(i, progress)
	}
	defer func() { // on one processor the cell's own goroutine computes, and the builtin's caller recovers
		if r := recover(); r != nil && r != "oh" {
			t.Errorf("a part that panics: got %v", r)
		}
	}()
	if _, err := shareThreads(w); err == nil || !strings.Contains(err.Error(), "oh") {
		t.Errorf("a part that panics: got error %v, want one that says oh", err)
	}
}
