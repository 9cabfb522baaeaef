package typeset

import (
	"strings"
	"testing"

	"topobook/notebooks/markdown"
)

// head is front matter of four lines; the body of a test starts in line 6.
const head = "---\ntitle: T\nsummary: S\norder: 1\n---\n"

// typesetting is shared by the tests, as it takes a while to start.
var typesetting = NewTypesetter()

func TestFormulaBars(t *testing.T) {
	for _, tt := range []struct{ tex, want string }{
		{`\overline G`, `<mover><mrow><mi>G</mi></mrow><mo stretchy="true">‾</mo></mover>`},
		{`\underline{x}`, `<munder><mrow><mi>x</mi></mrow><mo stretchy="true">_</mo></munder>`},
		{`\overline{\overline G}`, `<mover><mrow><mover><mrow><mi>G</mi></mrow><mo stretchy="true">‾</mo></mover></mrow><mo stretchy="true">‾</mo></mover>`},
	} {
		got, err := typesetting.Formula(tt.tex, false)
		if err != nil || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %s, %v, want %s in it", tt.tex, got, err, tt.want)
		}
	}
	for _, tex := range []string{`\cancel{x}`, `\xcancel{x}`, `\overline{\cancel x}`} {
		if got, err := typesetting.Formula(tex, false); err == nil {
			t.Errorf("%s: got %s, want an error", tex, got)
		}
	}
}

func TestFormulaFaults(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{head + "a $\\frac{1}$\n", "x.md:6:4: formula: "},
		{head + "\n$$\n\\nonsense\n$$\n", "x.md:7:1: displayed formula: "},
		{head + "```starlark {#a caption=\"$\\left($\"}\n1\n```\n", "x.md:6:27: formula: "},
		{head + "```starlark {#a}\nclaim(\"c\", 1, 1, note=r\"$\\frac{1}$\")\n```\n", `x.md:7: cell a: claim: formula $\frac{1}$: `},
	} {
		book, err := markdown.Parse("x.md", []byte(tt.src))
		if err != nil {
			t.Fatal(err)
		}
		results, err := book.Compute(nil)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = book.Render(results, typesetting)
		if got := errorText(err); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%q:\ngot  %s\nwant %s", tt.src, got, tt.want)
		}
	}
}
