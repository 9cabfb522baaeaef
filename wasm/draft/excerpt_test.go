package draft_test

import (
	"strings"
	"testing"

	"topobook/wasm/draft"
)

const whole = "---\ntitle: Rings\n---\nProse.\n\n" +
	"```starlark {#size}\nn = slider(5, 3, 9)\n```\n" +
	"```data {name=\"a.csv\"}\nx\n1\n```\n" +
	"```data {name=\"b.csv\"}\nx\n2\n```\n" +
	"```starlark {#ring}\nr = ring(n)\n```\n" +
	"```starlark {#other}\ndraw(r)\n```\n" +
	"```starlark {#table}\nf = read(\"a.csv\")\n[order(r), f]\n```\n"

// An excerpt has what its cell needs, directly or not, in the order of the text.
func TestExcerpt(t *testing.T) {
	for cell, want := range map[string]string{
		"table": "#size a.csv #ring #table", "other": "#size #ring #other", "size": "#size", "nobody": "",
	} {
		text := draft.Excerpt(whole, cell)
		var got []string
		for _, b := range draft.Open(text).Blocks() {
			if b.ID != "" {
				got = append(got, map[bool]string{true: b.ID, false: "#" + b.ID}[strings.Contains(b.ID, ".")])
			}
		}
		if strings.Join(got, " ") != want || strings.Contains(text, "Prose") {
			t.Errorf("%s: got the blocks %q, want %s:\n%s", cell, got, want, text)
		}
	}
	if got := draft.Excerpt(whole, "size"); !strings.Contains(got, "\ntitle: size, of Rings\n") {
		t.Errorf("got %s, want a title that names the cell and its notebook", got)
	}
}

func TestWithCode(t *testing.T) {
	if got, want := draft.WithCode(whole, "ring", "r = torus(n, 2)"), strings.Replace(whole, "r = ring(n)", "r = torus(n, 2)", 1); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got := draft.WithCode(whole, "nobody", "1"); got != whole {
		t.Errorf("a cell that is not there: got %s", got)
	}
}

func TestFileName(t *testing.T) {
	for title, want := range map[string]string{
		"A k-ary n-cube": "a-k-ary-n-cube", "": "notebook", "  2 + 3": "notebook", "3D torus": "d-torus", "Größe": "gre", "網": "notebook",
		strings.Repeat("ab ", 40): strings.TrimSuffix(strings.Repeat("ab-", 20), "-"),
	} {
		if got := draft.FileName(title); got != want {
			t.Errorf("%q: got %s, want %s", title, got, want)
		}
	}
}
