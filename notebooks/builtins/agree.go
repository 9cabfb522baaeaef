package builtins

import (
	"fmt"
	"math"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
)

// agree reports whether what a paper states is what was computed: equal, but floats may differ by
// one part in 10⁹, and lists and tuples agree item by item.
func agree(stated, computed starlark.Value) (bool, error) {
	budget := maxCompared
	return agreeWithin(stated, computed, &budget)
}

// maxCompared bounds the values that agree compares in nested lists.
const maxCompared = 1 << 22

func agreeWithin(stated, computed starlark.Value, budget *int) (bool, error) {
	if *budget--; *budget < 0 {
		return false, fmt.Errorf("got lists of more than %d items to compare", maxCompared)
	}
	_, float := stated.(starlark.Float)
	if _, ok := computed.(starlark.Float); float || ok {
		x, isNumber := starlark.AsFloat(stated)
		y, isNumber2 := starlark.AsFloat(computed)
		if !isNumber || !isNumber2 {
			return false, nil
		}
		return x == y || math.Abs(x-y) <= 1e-9*max(math.Abs(x), math.Abs(y)), nil
	}
	a, b := items(stated), items(computed)
	if a == nil || b == nil {
		return starlark.Equal(stated, computed)
	}
	if a.Len() != b.Len() {
		return false, nil
	}
	for i := range a.Len() {
		if same, err := agreeWithin(a.Index(i), b.Index(i), budget); !same || err != nil {
			return false, err
		}
	}
	return true, nil
}

// items returns a list or tuple, else nil.
func items(v starlark.Value) starlark.Indexable {
	switch v := v.(type) {
	case *starlark.List:
		return v
	case starlark.Tuple:
		return v
	}
	return nil
}

// claimID returns the full id of a claim, with the slug of the paper in front unless it has one.
func claimID(c *engine.Call, id string) (string, error) {
	if id == "" || strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./") != "" {
		return "", fmt.Errorf("got %q, want letters, digits and -", id)
	}
	if !strings.Contains(id, "/") && c.Slug != "" {
		id = c.Slug + "/" + id
	}
	return id, nil
}

// maxClaimText bounds the text of a value in a claim.
const maxClaimText = 200

// claimText writes a value that a claim shows: None by its name, and not at length.
func claimText(v starlark.Value) string {
	if v == starlark.None {
		return "None"
	}
	s := dialect.PlainTextWithin(v, maxClaimText)
	if r := []rune(s); len(r) > maxClaimText {
		s = string(r[:maxClaimText]) + "…"
	}
	return s
}
