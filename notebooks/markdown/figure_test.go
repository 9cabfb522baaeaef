package markdown

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"topobook/notebooks/engine"
)

// figures has a chart, a table, a cell without a caption, one that shows nothing, and two tables in columns.
const figures = head + "Before [@fig:plain]; [@tab:pair; @tab:both].\n\n" +
	"```starlark {#plain caption=\"One $k$; see [@tab:pair].\"}\ntext(\"a\")\n```\n\n" +
	"```starlark {#pair caption=\"Two.\"}\n[[1, 2]]\n```\n\n" +
	"```starlark {#bare}\n1\n```\n\n" +
	"```starlark {#tools caption=\"Functions.\"}\ndef f(): return 1\n```\n\n" +
	"```starlark {#ring caption=\"Three.\"}\ncolumns(draw(ring(3)), table([[1]]))\n```\n\n" +
	"```starlark {#both caption=\"Four.\"}\ncolumns({1: 2}, table([[3]]))\n```\n\n" +
	"## Of [@fig:ring]\n\nAfter [@fig:ring].\n"

// plainMath sets every formula as one identifier.
type plainMath struct{ Typesetter }

func (plainMath) Formula(tex string, _ bool) (string, error) {
	return "<math><mi>" + html.EscapeString(tex) + "</mi></math>", nil
}

func (plainMath) SetProse(text string) (string, error) { return text, nil }

// rendered returns the page of a notebook, or ends the test.
func rendered(t *testing.T, src string) (string, []Section) {
	t.Helper()
	book, err := Parse("x.md", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	results, err := book.Compute(nil)
	if err != nil {
		t.Fatal(err)
	}
	body, sections, err := book.Render(results, plainMath{})
	if err != nil {
		t.Fatal(err)
	}
	return body, sections
}

func TestFigures(t *testing.T) {
	body, sections := rendered(t, figures)
	got := regexp.MustCompile(`<figcaption>.*?</figcaption>|<p>.*</p>`).FindAllString(body, -1)
	want := []string{
		`<p>Before <a href="#cell-plain">Figure 1</a>; <a href="#cell-pair">Table 1</a>, <a href="#cell-both">Table 2</a>.</p>`,
		`<figcaption><b>Figure 1.</b> One <span class="glue"><math><mi>k</mi></math>;</span> see <a href="#cell-pair">Table 1</a>.</figcaption>`,
		`<figcaption><b>Table 1.</b> Two.</figcaption>`,
		`<figcaption>Functions.</figcaption>`,
		`<figcaption><b>Figure 2.</b> Three.</figcaption>`,
		`<figcaption><b>Table 2.</b> Four.</figcaption>`,
		`<p>After <a href="#cell-ring">Figure 2</a>.</p>`,
	}
	got = slices.DeleteFunc(got, func(s string) bool { return strings.HasPrefix(s, `<p class`) })
	for i := range got {
		got[i] = strings.ReplaceAll(got[i], "\u00a0", " ")
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(sections) != 1 || sections[0].Text != "Of Figure\u00a02" {
		t.Errorf("contents: got %+v, want the reference without its link", sections)
	}
}

// TestFiguresWaiting checks that a heavy cell that has not run yet is what the text calls it.
func TestFiguresWaiting(t *testing.T) {
	book, err := Parse("x.md", []byte(head+"[@tab:a] [@fig:b]\n\n```starlark {#a heavy caption=\"A.\"}\n[[1]]\n```\n\n```starlark {#b heavy caption=\"B.\"}\n1\n```\n"))
	if err != nil {
		t.Fatal(err)
	}
	results, err := book.Run(engine.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	body, _, err := book.Render(results, plainMath{})
	if err != nil || !strings.Contains(body, "<b>Table\u00a01.</b> A.") || !strings.Contains(body, "<b>Figure\u00a01.</b> B.") {
		t.Errorf("got %v, %s", err, body)
	}
}

func TestFigureFaults(t *testing.T) {
	for _, tt := range []struct{ mention, want string }{
		{"[@fig:nothing]", "x.md:36:3: reference: fig:nothing: there is no such cell or image, want fig:plain, tab:pair, fig:ring, tab:both"},
		{"[@tab:ring]", "x.md:36:3: reference: tab:ring: it is Figure 2, so want fig:ring"},
		{"[@tab:both;\n @fig:pair]", "x.md:37:2: reference: fig:pair: it is Table 1, so want tab:pair"},
		{"[@fig:bare]", "x.md:36:3: reference: fig:bare: it has no caption, so no number"},
		{"[@fig:tools]", "x.md:36:3: reference: fig:tools: the cell shows nothing, so it has no number"},
	} {
		book, err := Parse("x.md", []byte(figures+"\n"+strings.Replace(tt.mention, "[", "a[", 1)+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		results, err := book.Compute(nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := book.Render(results, plainMath{}); errorText(err) != tt.want {
			t.Errorf("%s:\ngot  %v\nwant %s", tt.mention, err, tt.want)
		}
	}
}

func TestBareCaptions(t *testing.T) {
	cell := func(attributes, code string) string { return "```starlark {" + attributes + "}\n" + code + "\n```\n\n" }
	book, err := Parse("x.md", []byte(head+cell(`#a caption="A"`, "x = 1")+cell(`#b helper caption="B"`, "y = 1")+cell(`#c caption="C"`, "z = slider(1, 1, 2)")+
		cell(`#d caption="D"`, "2")+cell(`#e`, "w = 1")+cell(`#f error caption="F"`, "gone")))
	if err != nil {
		t.Fatal(err)
	}
	results, err := book.Compute(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(book.BareCaptions(results)); got != "[x.md:7: cell a: has a caption and shows nothing, want the attribute helper, or no caption]" {
		t.Error(got)
	}
}
