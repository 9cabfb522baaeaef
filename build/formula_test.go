package build

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// TestClaimFormulas checks that the formulas of a claim are set on its page and in the ledger, and that the page
// has them for what the browser computes.
func TestClaimFormulas(t *testing.T) {
	root := newBook(t)
	addFiles(t, root, map[string]string{
		"claims.md": "---\ntitle: T\nsummary: S\norder: 1\n---\n```starlark {#a}\n" +
			"claim(\"size\", 8, 8, statement=\"A tree has $k^n<9$ leaves.\", note=r\"A leaf costs \\$1, $\\frac{n}{2}$ times.\")\n```\n",
	})
	report, err := Build(context.Background(), options(root))
	if err != nil {
		t.Fatal(err)
	}
	const power, half = "<msup><mi>k</mi><mi>n</mi></msup>", "<mfrac><mi>n</mi><mn>2</mn></mfrac>"
	for name, around := range map[string][2]string{"claims.html": {"class=note><summary>Note</summary>", "</details>"}, "ledger.html": {"class=note>", "</p>"}} {
		page := string(read(t, filepath.Join(root, "dist", name)))
		statement, note := part(t, page, "class=statement>", "</p>"), part(t, page, around[0], around[1])
		if !strings.HasPrefix(statement, "A tree has <math>") || !strings.Contains(statement, power) || !strings.HasPrefix(note, "A leaf costs $1, <math>") || !strings.Contains(note, half) {
			t.Errorf("%s: got\n%s\n%s", name, statement, note)
		}
	}
	page := string(read(t, filepath.Join(root, "dist", "claims.html")))
	table := part(t, page, `"math":{`, "}}")
	for _, tex := range []string{`"k^n\u003c9":"\u003cmath`, `"\\frac{n}{2}":"\u003cmath`} {
		if !strings.Contains(table, tex) {
			t.Errorf("claims.html: want %s in its data, got %s", tex, table)
		}
	}
	if text := report.Results["claims"][0].Text; !strings.Contains(text, "A tree has $k^n<9$ leaves.") || !strings.Contains(text, `costs \$1, $\frac{n}{2}$ times`) {
		t.Errorf("as text: got %s", text)
	}
	if small := string(read(t, filepath.Join(root, "dist", "small.html"))); strings.Contains(small, `"math"`) {
		t.Error("small.html: has a table of formulas, and no claim with one")
	}
}
