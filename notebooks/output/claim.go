package output

import (
	"fmt"
	"strings"

	"topobook/topology/number"
)

// The verdicts of a [Claim].
const (
	Holds      = "holds"      // on every case that was tried
	Fails      = "fails"      // on at least one case
	Restricted = "restricted" // only on part of what the paper states, or after a repair
	Slip       = "slip"       // as meant: the print, a rounding or the copy that was read is off
	Undecided  = "undecided"  // no computation can settle it, or none was feasible
)

// A Claim is what became of one statement of a paper.
type Claim struct {
	ID             string // paper/name
	Statement      string // what the paper states, in one sentence of ours
	Verdict        string // Holds, Fails, Restricted, Slip or Undecided
	Expect         string // the verdict that is known, or empty
	Paper          string // what the paper states, as text; for the counterexample if there is one
	Computed       string // what was found, as text
	Note           string
	Cases          int    // how many cases were tried
	Failing        int    // how many of them fail
	Domain         string // the cases in short: k=2 to 5, n=1 to 3, or within that if not all of them
	Counterexample string // the first case that fails: k=2, n=3
}

// Verdicts are all verdicts, in the order in which pages list them: what a reader should see first.
var Verdicts = []string{Fails, Restricted, Slip, Undecided, Holds}

// Glyph returns the sign that stands beside a verdict, so that color is not all that tells verdicts apart.
func Glyph(verdict string) string {
	return map[string]string{Holds: "✓", Fails: "✗", Restricted: "◐", Slip: "≈", Undecided: "?"}[verdict]
}

// Unexpected returns whether the verdict is another than the one that is known. A claim of which
// nothing is known is expected not to fail.
func (c Claim) Unexpected() bool {
	if c.Expect == "" {
		return c.Verdict == Fails
	}
	return c.Verdict != c.Expect
}

// Anchor returns the id of the claim's element on its page.
func (c Claim) Anchor() string { return "claim-" + c.ID }

// A ClaimValue is a claim as a value of a cell, with a picture of its counterexample if there is one.
type ClaimValue struct {
	Base
	Claim              Claim
	ShowHTML, ShowText string
}

func (o *ClaimValue) Type() string   { return "claim" }
func (o *ClaimValue) String() string { return o.Text() }
func (o *ClaimValue) Hash() (uint32, error) {
	return 0, fmt.Errorf("unhashable: claim")
}

// fields returns the names and texts of the values that the claim shows.
func (c Claim) fields() [][2]string {
	var fields [][2]string
	add := func(name, text string) {
		if text != "" {
			fields = append(fields, [2]string{name, text})
		}
	}
	add("paper", c.Paper)
	add("computed", c.Computed)
	if c.Cases > 1 || c.Domain != "" {
		cases := number.Group(fmt.Sprint(c.Cases))
		if c.Domain != "" {
			cases += " (" + c.Domain + ")"
		}
		add("cases", cases)
	}
	if c.Counterexample != "" {
		text := c.Counterexample
		if c.Failing > 1 {
			text += ", the first of " + number.Group(fmt.Sprint(c.Failing))
		}
		add("counterexample", text)
	}
	return fields
}

// HTML returns div.claim with the verdict as its class.
func (o *ClaimValue) HTML() string {
	c := o.Claim
	var b strings.Builder
	fmt.Fprintf(&b, `<div class="claim %s" id="%s">`, c.Verdict, Escape(c.Anchor()))
	fmt.Fprintf(&b, `<p class="verdict"><span class="glyph" aria-hidden="true">%s</span> <strong>%s</strong> <code class="id">%s</code></p>`,
		Glyph(c.Verdict), c.Verdict, Escape(c.ID))
	if c.Statement != "" {
		b.WriteString(`<p class="statement">` + Prose(c.Statement) + "</p>")
	}
	if fields := c.fields(); len(fields) > 0 {
		b.WriteString(`<dl class="values">`)
		for _, f := range fields {
			b.WriteString("<div><dt>" + f[0] + "</dt><dd>" + Escape(f[1]) + "</dd></div>")
		}
		b.WriteString("</dl>")
	}
	if c.Note != "" {
		open, end := `<p class="note">`, "</p>"
		if c.Verdict == Holds { // which is quiet
			open, end = `<details class="note"><summary>Note</summary>`, "</details>"
		}
		b.WriteString(open + Prose(c.Note) + end)
	}
	if o.ShowHTML != "" {
		b.WriteString(`<div class="show">` + o.ShowHTML + "</div>")
	}
	b.WriteString("</div>")
	return b.String()
}

// Text returns the verdict and the id on the first line and then a line for each part.
func (o *ClaimValue) Text() string {
	c := o.Claim
	lines := []string{c.Verdict + " " + c.ID}
	if c.Statement != "" {
		lines = append(lines, c.Statement)
	}
	for _, f := range c.fields() {
		lines = append(lines, f[0]+": "+f[1])
	}
	if c.Note != "" {
		lines = append(lines, "note: "+c.Note)
	}
	if o.ShowText != "" {
		lines = append(lines, o.ShowText)
	}
	return strings.Join(lines, "\n  ")
}
