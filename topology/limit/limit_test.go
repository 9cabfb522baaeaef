package limit_test

import (
	"math"
	"testing"

	"topobook/topology/limit"
)

func TestCost(t *testing.T) {
	for _, c := range []struct {
		cost limit.Cost
		want string
	}{
		{limit.Cost{Steps: limit.MaxSteps, Bytes: limit.MaxBytes}, ""},
		{limit.Cost{Steps: 3.4e12}, "all pairs: takes about 3e12 steps, want at most 1e11: fewer would do"},
		{limit.Cost{Steps: 9.7e11}, "all pairs: takes about 1e12 steps, want at most 1e11: fewer would do"},
		{limit.Cost{Steps: math.Inf(1)}, "all pairs: takes about 2e308 steps, want at most 1e11: fewer would do"},
		{limit.Cost{Bytes: 700e6}, "all pairs: takes about 700 MB, want at most 537: fewer would do"},
	} {
		got := ""
		if err := c.cost.Check("all pairs", "fewer would do"); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.cost, got, c.want)
		}
	}
}
