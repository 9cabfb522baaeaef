package builtins

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
	"topobook/topology/family"
)

// cheap are the builtins whose work no argument makes grow, or only as much as the argument itself has
// taken, and the inputs, which tests of their own check.
const cheap = " kind level label port undecided floor ceil sqrt exp log2 log random help read "

// TestEveryBuiltinHasACost checks that no builtin is missing in the tables of costs.
func TestEveryBuiltinHasACost(t *testing.T) {
	known := cheap
	for _, class := range []enginetest.Cost{enginetest.Quick, enginetest.Refuses, enginetest.Stops} {
		for _, src := range class.Calls() {
			builtin, _, _ := strings.Cut(src, "(")
			known += builtin + " "
		}
	}
	for _, f := range family.All() {
		known += f.Name + " " // see TestFamiliesRefuse
	}
	for _, builtin := range All() {
		if builtin.Fn == nil || builtin.Group == "Inputs" {
			continue
		}
		if !strings.Contains(known, " "+builtin.Name+" ") {
			t.Errorf("%s: want a call of it with huge arguments in enginetest/costs.go, or, if no argument makes work, the word in cheap", builtin.Name)
		}
	}
}

var errReader = errors.New("the reader has asked to stop")

// A costRun is a run of a cell that the reader stops when it reports progress first. What it charges
// counts, but does not let the reader in: that would hide builtins that do not.
type costRun struct {
	*engine.Call
	begin func() // before the call, if it is not nil
	pause func(engine.Progress) error
	polls int
}

func newCostRun() *costRun {
	r := &costRun{}
	r.pause = func(engine.Progress) error {
		r.polls++
		return errReader
	}
	r.Call = engine.Alone(func(p engine.Progress) error { return r.pause(p) })
	return r
}

func (r *costRun) eval(src string, values starlark.StringDict) error {
	names := starlark.StringDict{}
	for name, v := range values {
		names[name] = v
	}
	name, _, _ := strings.Cut(src, "(")
	for _, builtin := range All() {
		if builtin.Fn == nil {
			continue
		}
		names[builtin.Name] = starlark.NewBuiltin(builtin.Name, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			if builtin.Name != name { // an argument
				return builtin.Call(&engine.Call{Thread: r.Thread}, args, kwargs)
			}
			if r.begin != nil {
				r.begin()
			}
			return builtin.Call(r.Call, args, kwargs)
		})
	}
	_, err := starlark.EvalOptions(&syntax.FileOptions{}, r.Thread, "test", src, names)
	return err
}

// TestFamiliesRefuse calls the builtin of each family with parameters beyond all bounds, and one at a time.
func TestFamiliesRefuse(t *testing.T) {
	for _, f := range family.All() {
		for i := -1; i < len(f.Params); i++ {
			args := make([]string, len(f.Params))
			grown := false
			for j, p := range f.Params {
				args[j] = p.Name + "=" + p.Format(f.Example[j])
				if p.Choices == nil && p.Name != "seed" && (i < 0 || i == j) { // any seed will do
					args[j], grown = p.Name+"=1000000007", true
				}
			}
			if !grown {
				continue
			}
			src := f.Name + "(" + strings.Join(args, ", ") + ")"
			if err := newCostRun().eval(src, nil); err == nil || !strings.Contains(err.Error(), "want") {
				t.Errorf("%s: error %v, want one that says what it wants", src, err)
			}
		}
	}
}

// TestProgressCounts runs the builtins on their examples and checks that what they report makes sense:
// nothing negative, never more done than there is, and never less than before while the total stays.
func TestProgressCounts(t *testing.T) {
	examples := []string{
		"bisection(torus(5, 2))", "diameter(induced(hypercube(9), [a for a in nodes(hypercube(9))][1:]))", "link_load(torus(20, 2))",
		"orbits(mary_tree(3, 5))", "fault_diameter(hypercube(4), 2)", "connectivity(torus(6, 3))", "rearrange(kary_ntree(4, 4), 'digit_reversal')",
		"deal(2, 13)", "links(torus(30, 2))", "graph([str(i) for i in range(3000)], [])", "grid(k=range(50), n=range(50))", "link_orbits(complete(80))",
	}
	for _, e := range entries(t) {
		if builtin, _ := Find(e.Name()); builtin.Fn != nil && !onlyInCells(e) {
			examples = append(examples, e.Example)
		}
	}
	reports := 0
	for _, src := range examples {
		r := newCostRun()
		last, failed := engine.Progress{}, ""
		r.pause = func(p engine.Progress) error {
			reports++
			if p.Done < 0 || p.Total < 0 || p.Total > 0 && p.Done > p.Total || p.Total == last.Total && p.Total > 0 && p.Done < last.Done {
				failed = fmt.Sprintf("%d of %d after %d of %d", p.Done, p.Total, last.Done, last.Total)
			}
			last = p
			return nil
		}
		if err := r.eval(src, nil); err != nil && !strings.Contains(src, "=") {
			t.Errorf("%s: %v", src, err)
		}
		if failed != "" {
			t.Errorf("%s: reports %s done", src, failed)
		}
	}
	if reports < 100 {
		t.Errorf("only %d reports in all", reports)
	}
}

// TestFacts checks that what was found about a network is not looked for again.
func TestFacts(t *testing.T) {
	values, err := run(&engine.Call{}, "t = torus(33, 2)\ncut = without(t, nodes=['0,0'])\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, calls := range [][]string{
		{"diameter(cut)", "average_distance(cut)", "eccentricities(cut)", "radius(cut)"}, {"diameter(cut, among='processors')", "total_distance(cut, among='processors')"},
		{"connectivity(cut)", "minimum_cut(cut)"}, {"link_connectivity(cut)", "minimum_cut(cut, of='links')"},
		{"automorphism_count(cut)", "automorphism_count(cut)"}, {"automorphism_count(cut, kinds=True)", "automorphism_count(cut, kinds=True)"},
	} {
		for i, src := range calls {
			r := newCostRun()
			r.pause = func(engine.Progress) error { r.polls++; return nil }
			if err := r.eval(src, values); err != nil {
				t.Fatal(err)
			}
			if again := i > 0; again != (r.polls == 0) {
				t.Errorf("%s: reports %d times (known before: %v)", src, r.polls, again)
			}
		}
	}
}
