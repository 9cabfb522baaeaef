package markdown

import (
	"fmt"
	"strings"
	"testing"
)

// TestLimits has texts that would take minutes to parse to the end, or to show, as the time grows with the square of their length.
func TestLimits(t *testing.T) {
	many := strings.Repeat
	for _, tt := range []struct {
		src, fault string
		html       string // in the last block
		times      int
	}{
		{many("[", 200_000), "x.md:6:1001: text: want at most 1000 formulas, references, links and the like in a paragraph", "[", 200_000},
		{many("[@a;\n", 20_000), "x.md:1006:1: text: want at most 1000", "@a", 20_000},
		{many("*a _b ", 20_000), "x.md:6:3001: text: want at most 1000", "*a", 20_000},
		{many("`= a` ", 20_000), "x.md:6:6001: text: want at most 1000", "<output ", 1000},
		{many("$", 100_000), "x.md:6:1: formula: want a closing $", "$", 100_000},
		{"$" + many("a", 20_000) + "$", "x.md:6:1: formula: want a closing $", "$", 2},
		{many("> ", 50_000) + "a", "x.md:6:1: text: want at most 100 lists and quotes in one another", "&gt;", 50_000},
		{many("- ", 101) + "a", "x.md:6:1: text: want at most 100 lists", "- ", 101},
		{nested(2000), "x.md:206:1: text: want at most 100 lists", "- a\n", 2000},
		{nested(90), "", "<ul>", 90},
		{many("> ", 100) + "a", "", "<blockquote>", 100},
		{many("1. ", 60) + "a", "", "<ol>", 60},
		{many("::: aside\n", 30_000), "x.md:106:1: block: want at most 100 in one another", "<aside ", 100},
		{many("a\n", 10_000), "", "a\n", 9_999},
	} {
		got, faults := drafted(t, tt.src+"\n")
		fault := ""
		if len(faults) > 0 {
			fault = faults[0].Error()
		}
		if n := strings.Count(got, tt.html); !strings.HasPrefix(fault, tt.fault) || tt.fault == "" && fault != "" || n != tt.times || len(faults) > maxFaults {
			t.Errorf("%.20q: got %q %d times and %d faults, first %s; want it %d times and %s", tt.src, tt.html, n, len(faults), fault, tt.times, tt.fault)
		}
	}
	_, faults := Draft("x.md", "---\ntitle: "+many("[", 8_000)+"\n---\n")
	if len(faults) != 1 || faults[0].Error() != "x.md:1:1: front matter: has 8008 bytes, want at most 8000" {
		t.Errorf("got %v", faults)
	}
	headings := Split(many("## a\n", 20_000))
	if len(headings) != 20_000 || headings[19_999].Line != 20_000 {
		t.Errorf("got %d blocks", len(headings))
	}
}

// thousandLines returns a notebook of about a thousand lines, as one writes it.
func thousandLines() string {
	var b strings.Builder
	b.WriteString(head)
	for i := range 50 {
		fmt.Fprintf(&b, "## Section %d\n\nEach of the $n$ digits is at most $\\lfloor k/2 \\rfloor$ hops from where it must be, so the\ndiameter of the *torus* is $n \\lfloor k/2 \\rfloor$, here `= %d * 2`, as "+
			"[@fig:net-%d] shows[^%d].\n\n[^%d]: A note on [this](https://example.org) \"thing\".\n\n- one\n- two\n\n```starlark {#net-%d fold caption=\"The torus $k$.\"}\nk%d = slider(4, 2, 8)\nt%d = ring(k%d)\n"+
			"draw(t%d)\n```\n\n::: aside\nIn the margin.\n:::\n\n", i, i, i, i, i, i, i, i, i, i)
	}
	return b.String()
}

func BenchmarkSplit(b *testing.B) {
	src := thousandLines()
	b.ReportMetric(float64(strings.Count(src, "\n")), "lines")
	for b.Loop() {
		Split(src)
	}
}

func BenchmarkDraft(b *testing.B) {
	src := thousandLines()
	for b.Loop() {
		if _, faults := Draft("x.md", src); len(faults) > 0 {
			b.Fatal(faults)
		}
	}
}

func BenchmarkBlocksHTML(b *testing.B) {
	book, _ := Draft("x.md", thousandLines())
	for b.Loop() {
		book.BlocksHTML(nil)
	}
}

func BenchmarkCellSource(b *testing.B) {
	block := NewCell("a", strings.Repeat("x = 1\n", 20))
	for b.Loop() {
		WithCellSource(block, "x = 2")
	}
}

// nested returns so many lists, each in an item of that before.
func nested(depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String()
}
