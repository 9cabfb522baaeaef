package builtins

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
)

// claimBuiltins returns the builtins that compare a paper's statements with what is computed.
func claimBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "claim", Fn: builtinClaim},
		{Name: "verify", Fn: builtinVerify},
		{Name: "undecided", Fn: builtinUndecided},
		{Name: "grid", Fn: builtinGrid},
	}
}

func builtinClaim(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var id, key string
	var paper, computed starlark.Value
	var said remarks
	if err := c.Unpack(args, kwargs, "id", &id, "paper", &paper, "computed", &computed, "note?", &said.note, "statement?", &said.statement,
		"repair?", &said.repair, "key?", &key, "slip?", &said.slip, "expect?", &said.expect); err != nil {
		return nil, err
	}
	claim := output.Claim{ID: id}
	if key != "" {
		if err := compareTables(&claim, key, paper, computed, c.Tick); err != nil {
			return nil, c.Wrap(err)
		}
		said.addTo(&claim)
		return recordClaim(c, &output.ClaimValue{Claim: claim})
	}
	same, err := agree(paper, computed)
	if err != nil {
		return nil, c.Wrap(err)
	}
	claim.Verdict, claim.Cases, claim.Paper, claim.Computed = output.Holds, 1, claimText(paper), claimText(computed)
	if !same {
		claim.Verdict, claim.Failing = output.Fails, 1
	}
	said.addTo(&claim)
	return recordClaim(c, &output.ClaimValue{Claim: claim})
}

// compareTables compares the cells of two tables, and calls tick for each.
func compareTables(c *output.Claim, key string, paper, computed starlark.Value, tick func(done, total int) error) error {
	rows, found := items(paper), items(computed)
	if rows == nil || found == nil || rows.Len() != found.Len() || rows.Len() == 0 {
		return fmt.Errorf("with key=%q: got %s and %s, want two lists of as many rows", key, dialect.ShortText(paper), dialect.ShortText(computed))
	}
	var domain domainSummary
	for i := range rows.Len() {
		row, other := items(rows.Index(i)), items(found.Index(i))
		if row == nil || other == nil || row.Len() != other.Len() || row.Len() < 2 {
			return fmt.Errorf("with key=%q: row %d: got %s and %s, want two lists of a name and as many cells", key, i+1, dialect.ShortText(rows.Index(i)), dialect.ShortText(found.Index(i)))
		}
		for j := 1; j < row.Len(); j++ {
			where, err := dictOf([]string{key, "column"}, row.Index(0), starlark.MakeInt(j+1))
			if err == nil {
				c.Cases++
				domain.add(where)
				err = tick(c.Cases, 0)
			}
			same := false
			if err == nil {
				same, err = agree(row.Index(j), other.Index(j))
			}
			if err != nil {
				return err
			}
			if same {
				continue
			}
			if c.Failing++; c.Failing == 1 {
				c.Counterexample, c.Paper, c.Computed = caseText(where), claimText(row.Index(j)), claimText(other.Index(j))
			}
		}
	}
	c.Domain, c.Verdict = domain.String(), output.Holds
	if c.Failing > 0 {
		c.Verdict = output.Fails
	}
	return nil
}

// remarks are what claim and verify are told beside the comparison.
type remarks struct {
	note, statement, repair, slip engine.TextArg
	expect                        verdictArg
}

// addTo completes a claim that has been tried: one that holds is restricted if its statement was
// repaired first, and a slip if only the print was set right.
func (r *remarks) addTo(c *output.Claim) {
	c.Statement, c.Note, c.Expect = string(r.statement), string(r.note), string(r.expect)
	amend := func(label string, how engine.TextArg, verdict string) {
		if how == "" {
			return
		}
		if c.Verdict == output.Holds {
			c.Verdict = verdict
		}
		c.Note = strings.TrimSpace(label + ": " + string(how) + " " + c.Note)
	}
	amend("Repaired", r.repair, output.Restricted)
	amend("Slip", r.slip, output.Slip)
}

// A verdictArg takes one of the verdicts.
type verdictArg string

// Unpack takes the name of a verdict.
func (a *verdictArg) Unpack(v starlark.Value) error {
	text, ok := starlark.AsString(v)
	if !ok {
		return fmt.Errorf("got %s, want string", v.Type())
	}
	*a = verdictArg(text)
	return engine.OneOf(text, output.Verdicts)
}

// recordClaim completes the claim's id and tells the cell's run about the claim.
func recordClaim(c *engine.Call, o *output.ClaimValue) (starlark.Value, error) {
	id, err := claimID(c, o.Claim.ID)
	if err != nil {
		return nil, c.BadArg("id", err)
	}
	o.Claim.ID = id
	c.Claim(o.Claim)
	return o, nil
}

func builtinUndecided(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var id string
	var note, statement engine.TextArg
	if err := c.Unpack(args, kwargs, "id", &id, "note", &note, "statement?", &statement); err != nil {
		return nil, err
	}
	return recordClaim(c, &output.ClaimValue{Claim: output.Claim{
		ID: id, Statement: string(statement), Verdict: output.Undecided, Note: string(note),
	}})
}

// A verification is one run of verify.
type verification struct {
	call           *engine.Call
	f, where, show starlark.Callable // where and show may be nil
	claim          output.Claim
	domain         domainSummary
	inside         int            // cases for which where is true
	failingInside  int            // those of them that fail
	counterexample starlark.Value // the first case that fails, or nil
}

func builtinVerify(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	v := verification{call: c}
	var domain starlark.Iterable
	var where, show callableArg
	var said remarks
	if err := c.Unpack(args, kwargs, "id", &v.claim.ID, "f", &v.f, "domain", &domain, "where?", &where, "note?", &said.note,
		"statement?", &said.statement, "show?", &show, "repair?", &said.repair, "slip?", &said.slip, "expect?", &said.expect); err != nil {
		return nil, err
	}
	if _, err := claimID(c, v.claim.ID); err != nil {
		return nil, c.BadArg("id", err)
	}
	v.where, v.show = where.Callable, show.Callable
	total := max(0, starlark.Len(domain))
	for item := range starlark.Elements(domain) {
		if err := c.Progress(v.claim.Cases, total); err != nil {
			return nil, err
		}
		if err := v.try(item); err != nil {
			return nil, err
		}
	}
	if v.claim.Cases == 0 {
		return nil, c.BadArgf("domain", "got no case, want at least one")
	}
	v.claim.Domain = v.domain.String()
	v.judge()
	said.addTo(&v.claim)
	out := &output.ClaimValue{}
	if v.show != nil && v.counterexample != nil {
		picture, err := v.apply(v.show, v.counterexample)
		if err != nil {
			return nil, c.Errorf("show for %s: %w", caseText(v.counterexample), err)
		}
		out.ShowHTML, out.ShowText = output.Render(picture)
		if err := c.Reserve(len(out.ShowHTML)); err != nil {
			return nil, err
		}
	}
	out.Claim = v.claim
	return recordClaim(c, out)
}

// judge sets the verdict once all cases were tried.
func (v *verification) judge() {
	switch {
	case v.claim.Failing == 0:
		v.claim.Verdict = output.Holds
	case v.where != nil && v.inside > 0 && v.failingInside == 0:
		v.claim.Verdict = output.Restricted
	default:
		v.claim.Verdict = output.Fails
	}
}

// try calls the statement on one case and counts the outcome.
func (v *verification) try(item starlark.Value) error {
	v.claim.Cases++
	v.domain.add(item)
	result, err := v.apply(v.f, item)
	if err != nil {
		return v.call.Errorf("case %s: %w", caseText(item), err)
	}
	ok := result == starlark.True
	pair, isPair := result.(starlark.Tuple)
	isPair = isPair && len(pair) == 2
	if isPair {
		if ok, err = agree(pair[0], pair[1]); err != nil {
			return v.call.Errorf("case %s: %w", caseText(item), err)
		}
	} else if _, isBool := result.(starlark.Bool); !isBool {
		return v.call.Errorf("case %s: f returned %s, want True, False, or a tuple of what is stated and what is computed",
			caseText(item), result.Type())
	}
	inside := false
	if v.where != nil {
		if inside, err = v.isInside(item); err != nil {
			return err
		}
	}
	if inside {
		v.inside++
	}
	if ok {
		return nil
	}
	v.claim.Failing++
	if inside {
		v.failingInside++
	}
	if v.counterexample == nil {
		v.counterexample = item
		v.claim.Counterexample = caseText(item)
		if isPair {
			v.claim.Paper, v.claim.Computed = claimText(pair[0]), claimText(pair[1])
		}
	}
	return nil
}

func (v *verification) isInside(item starlark.Value) (bool, error) {
	result, err := v.apply(v.where, item)
	if err != nil {
		return false, v.call.Errorf("where for %s: %w", caseText(item), err)
	}
	inside, ok := result.(starlark.Bool)
	if !ok {
		return false, v.call.Errorf("where for %s: returned %s, want True or False", caseText(item), result.Type())
	}
	return bool(inside), nil
}

// apply calls f with a case: a dict as keyword arguments, a tuple as arguments, else as the argument.
func (v *verification) apply(f starlark.Callable, item starlark.Value) (starlark.Value, error) {
	switch item := item.(type) {
	case *starlark.Dict:
		for key := range starlark.Entries(item) {
			if _, ok := key.(starlark.String); !ok {
				return nil, fmt.Errorf("got a case with a key of type %s, want the name of a parameter", key.Type())
			}
		}
		return starlark.Call(v.call.Thread, f, nil, item.Items())
	case starlark.Tuple:
		return starlark.Call(v.call.Thread, f, item, nil)
	}
	return starlark.Call(v.call.Thread, f, starlark.Tuple{item}, nil)
}

// caseText writes a case: k=2, n=3 for a dict.
func caseText(item starlark.Value) string {
	d, ok := item.(*starlark.Dict)
	if !ok {
		return claimText(item)
	}
	var parts []string
	for key, value := range starlark.Entries(d) {
		w := dialect.ValueWriter{Limit: maxClaimText}
		w.Value(value, 1)
		parts = append(parts, dialect.PlainText(key)+"="+w.String())
	}
	return strings.Join(parts, ", ")
}

// A callableArg takes a function or None.
type callableArg struct{ starlark.Callable }

// Unpack takes a function or None.
func (a *callableArg) Unpack(v starlark.Value) error {
	if v == starlark.None {
		return nil
	}
	f, ok := v.(starlark.Callable)
	if !ok {
		return fmt.Errorf("got %s, want a function", v.Type())
	}
	a.Callable = f
	return nil
}
