package builtins

import (
	"strings"
	"testing"

	"topobook/notebooks/output"
)

// TestVerdicts checks every way to a verdict.
func TestVerdicts(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want output.Claim
	}{
		{`claim("a", 2, 2)`, output.Claim{Verdict: output.Holds, Paper: "2", Computed: "2", Cases: 1}},
		{`claim("a", 2, 3, note="n", statement="s")`, output.Claim{Verdict: output.Fails, Paper: "2", Computed: "3", Cases: 1, Failing: 1, Note: "n", Statement: "s"}},
		{`claim("a", 2, 2, repair="w_0 read as w_l.", note="n")`, output.Claim{Verdict: output.Restricted, Paper: "2", Computed: "2", Cases: 1, Note: "Repaired: w_0 read as w_l. n"}},
		{`claim("a", 2, 3, repair="r")`, output.Claim{Verdict: output.Fails, Paper: "2", Computed: "3", Cases: 1, Failing: 1, Note: "Repaired: r"}},
		{`claim("a", 2, 2, slip="The copy has 3 for 2.", note="n")`, output.Claim{Verdict: output.Slip, Paper: "2", Computed: "2", Cases: 1, Note: "Slip: The copy has 3 for 2. n"}},
		{`claim("a", 2, 3, slip="s", expect="fails")`, output.Claim{Verdict: output.Fails, Paper: "2", Computed: "3", Cases: 1, Failing: 1, Note: "Slip: s", Expect: output.Fails}},
		{`claim("a", 2, 2, slip="s", repair="r")`, output.Claim{Verdict: output.Restricted, Paper: "2", Computed: "2", Cases: 1, Note: "Slip: s Repaired: r"}},
		{`verify("a", lambda n: True, [1], slip="s", expect="slip")`, output.Claim{Verdict: output.Slip, Cases: 1, Note: "Slip: s", Expect: output.Slip}},
		{`claim("a", None, fat_tree_depth(ring(3), []))`, output.Claim{Verdict: output.Holds, Paper: "None", Computed: "None", Cases: 1}},
		{`claim("a", 0.3, 0.1 + 0.2)`, output.Claim{Verdict: output.Holds, Paper: "0.3", Computed: "0.3", Cases: 1}},
		{`claim("a", 1.0, 1.00001)`, output.Claim{Verdict: output.Fails, Paper: "1", Computed: "1.00001", Cases: 1, Failing: 1}},
		{`claim("a", pow(10, 40), pow(10, 40) + 1)`, output.Claim{Verdict: output.Fails, Paper: "1" + strings.Repeat("0", 40), Computed: "1" + strings.Repeat("0", 39) + "1", Cases: 1, Failing: 1}},
		{`claim("a", (0, [1, 2.0]), [0, (1, 2)])`, output.Claim{Verdict: output.Holds, Paper: "(0, [1, 2])", Computed: "[0, (1, 2)]", Cases: 1}},
		{`claim("a", (1, 2), (1, 2, 3))`, output.Claim{Verdict: output.Fails, Paper: "(1, 2)", Computed: "(1, 2, 3)", Cases: 1, Failing: 1}},
		{`claim("a", "1", 1)`, output.Claim{Verdict: output.Fails, Paper: "1", Computed: "1", Cases: 1, Failing: 1}},
		{`claim("a", [[3, 1, 2.0], [4, 5, 6]], [(3, 1, 2), (4, 5, 6)], key="n")`, output.Claim{Verdict: output.Holds, Cases: 4, Domain: "n=3 to 4, column=2 to 3"}},
		{`claim("a", [["x", 1, 2], ["y", 5, 6]], [["x", 1, 2], ["y", 4, 7]], key="row", note="n")`,
			output.Claim{Verdict: output.Fails, Cases: 4, Failing: 2, Domain: `row="x", "y", column=2 to 3`, Counterexample: `row="y", column=2`, Paper: "5", Computed: "4", Note: "n"}},
		{`claim("a", [[1, 1]], [[1, 1]], key="n", repair="r")`, output.Claim{Verdict: output.Restricted, Cases: 1, Domain: "n=1, column=2", Note: "Repaired: r"}},
		{`verify("a", lambda k: True, [1, 2, 3])`, output.Claim{Verdict: output.Holds, Cases: 3}},
		{`verify("a", lambda k, n: k + n > 2, grid(k=range(3), n=range(2)))`,
			output.Claim{Verdict: output.Fails, Cases: 6, Failing: 5, Domain: "k=0 to 2, n=0 to 1", Counterexample: "k=0, n=0"}},
		{`verify("a", lambda k, n: (k * n, n * k + k // 3), grid(k=range(1, 5), n=[2]))`,
			output.Claim{Verdict: output.Fails, Cases: 4, Failing: 2, Domain: "k=1 to 4, n=2", Counterexample: "k=3, n=2", Paper: "6", Computed: "7"}},
		{`verify("a", lambda n: n < 3, grid(n=range(5)), where=lambda n: n < 2)`,
			output.Claim{Verdict: output.Restricted, Cases: 5, Failing: 2, Domain: "n=0 to 4", Counterexample: "n=3"}},
		{`verify("a", lambda n: n < 3, grid(n=range(5)), where=lambda n: n < 4)`,
			output.Claim{Verdict: output.Fails, Cases: 5, Failing: 2, Domain: "n=0 to 4", Counterexample: "n=3"}},
		{`verify("a", lambda n: n < 3, grid(n=range(5)), where=lambda n: n > 7)`,
			output.Claim{Verdict: output.Fails, Cases: 5, Failing: 2, Domain: "n=0 to 4", Counterexample: "n=3"}},
		{`verify("a", lambda n: True, grid(n=range(5)), where=lambda n: n > 7)`, output.Claim{Verdict: output.Holds, Cases: 5, Domain: "n=0 to 4"}},
		{`verify("a", lambda n: True, grid(n=[1]), repair="r")`, output.Claim{Verdict: output.Restricted, Cases: 1, Domain: "n=1", Note: "Repaired: r"}},
		{`verify("a", lambda a, b: a != b, [(1, 2), (3, 3)])`, output.Claim{Verdict: output.Fails, Cases: 2, Failing: 1, Counterexample: "(3, 3)"}},
		{`verify("a", lambda t, name: True, [dict(t=ring(3), name="x")])`, output.Claim{Verdict: output.Holds, Cases: 1, Domain: `t=ring(n=3), name="x"`}},
		{`verify("a", lambda k, tries: True, [dict(k=i, tries=j) for i in range(2) for j in ["all", 20]])`, output.Claim{Verdict: output.Holds, Cases: 4, Domain: `k=0 to 1, tries="all", 20`}},
		{`verify("a", lambda k, n: True, grid(k=range(2, 4), n=[1, 2]) + [dict(k=7, n=1)])`, output.Claim{Verdict: output.Holds, Cases: 5, Domain: "within k=2 to 7, n=1 to 2"}},
		{`undecided("a", "no simulator", statement="s")`, output.Claim{Verdict: output.Undecided, Note: "no simulator", Statement: "s"}},
	} {
		v, claims, err := Eval(tt.src)
		if err != nil {
			t.Errorf("%s: %v", tt.src, err)
			continue
		}
		tt.want.ID = "paper/a"
		if len(claims) != 1 || claims[0] != tt.want {
			t.Errorf("%s\n got %+v\nwant %+v", tt.src, claims, tt.want)
		}
		if html, _ := output.Render(v); !strings.HasPrefix(html, `<div class="claim `+tt.want.Verdict+`" id="claim-paper/a">`) {
			t.Errorf("%s: HTML %s", tt.src, html)
		}
	}
}

// TestUnexpected checks which verdicts make topobook check fail.
func TestUnexpected(t *testing.T) {
	for src, want := range map[string]bool{
		`claim("a", 1, 1)`:                                             false,
		`claim("a", 1, 2)`:                                             true,
		`claim("a", 1, 2, expect="fails")`:                             false,
		`claim("a", 1, 1, expect="fails")`:                             true,
		`claim("a", 1, 1, repair="r")`:                                 false,
		`claim("a", 1, 1, repair="r", expect="holds")`:                 true,
		`verify("a", lambda n: n, [True, False], expect="restricted")`: true,
		`undecided("a", "why")`:                                        false,
	} {
		if _, claims, err := Eval(src); err != nil || claims[0].Unexpected() != want {
			t.Errorf("%s: got %+v, %v, want unexpected %v", src, claims, err, want)
		}
	}
	if _, _, err := Eval(`claim("a", 1, 1, expect="true")`); err == nil || !strings.Contains(err.Error(), `for parameter expect: got "true", want "fails", "restricted", "slip", "undecided" or "holds"`) {
		t.Errorf("got %v", err)
	}
}

func TestClaimIDs(t *testing.T) {
	for src, want := range map[string]string{`claim("x-1", 1, 1)`: "paper/x-1", `claim("kyklos/thm-4.4", 1, 1)`: "kyklos/thm-4.4"} {
		if _, claims, err := Eval(src); err != nil || claims[0].ID != want {
			t.Errorf("%s: got %v, %v, want id %s", src, claims, err, want)
		}
	}
}
