package builtins_test

import (
	"errors"
	"html"
	"strings"
	"testing"
	"unicode/utf8"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
	"topobook/notebooks/link"
)

// FuzzCell runs any text as a cell, with few steps: it ends, and its error has a place in the text.
func FuzzCell(f *testing.F) {
	for _, tt := range enginetest.CellErrors {
		f.Add(tt.Source)
	}
	for _, tt := range enginetest.Bombs {
		if len(tt.Source) < 2000 && !testing.Short() { // the dialect's tests run them too
			f.Add(tt.Source)
		}
	}
	f.Add("draw(kary_ntree(2, 2))")
	f.Add("k = slider(4, 2, 8)\ntable([[k ** 2, -k ** -2], (1,)])")
	spent := errors.New("spent")
	f.Fuzz(func(t *testing.T, source string) {
		doc := &engine.Document{Cells: []engine.Cell{
			{ID: "cell", Source: source},
			{ID: "v1", Source: source, Inline: true},
			{ID: "after", Source: "y = 1"},
		}}
		k := engine.New(doc, builtins.All())
		calls := 0
		_ = k.Run(engine.RunOptions{Pause: func(p engine.Progress) error {
			if calls++; p.Steps > 100_000 || calls > 30 {
				return spent
			}
			return nil
		}})
		lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(source), "\n")
		for _, r := range k.Outputs() {
			if r.Err == nil {
				continue
			}
			if r.Err.Line < 0 || r.Err.Line > len(lines)+1 || r.Err.Col < 0 || r.Err.Msg == "" {
				t.Errorf("%q: error %+v", source, r.Err)
			}
			if r.Err.Line > 0 && r.Err.Line <= len(lines) && r.Err.Col > utf8.RuneCountInString(lines[r.Err.Line-1])+2 {
				t.Errorf("%q: error %+v is behind the end of its line", source, r.Err)
			}
			if strings.Contains(r.Err.Msg, "internal error") {
				t.Errorf("%q: %s", source, r.Err.Msg)
			}
		}
		_ = link.Digest(k.Outputs())
	})
}

// FuzzHighlight checks that highlighting loses nothing.
func FuzzHighlight(f *testing.F) {
	for _, tt := range enginetest.CellErrors {
		f.Add(tt.Source)
	}
	f.Add("x = r'a\\' + b\"\"\"c\nd\"\"\" # e\n'f\\\ng' 0x1F 1e-3 .5 <&>")
	f.Fuzz(func(t *testing.T, source string) {
		marked := builtins.Highlight(source)
		var plain strings.Builder
		for text := range strings.SplitSeq(marked, "<") {
			if _, after, ok := strings.Cut(text, ">"); ok {
				text = after
			}
			plain.WriteString(text)
		}
		if got, want := html.UnescapeString(plain.String()), strings.ReplaceAll(source, "\x00", "\ufffd"); got != want {
			t.Errorf("%q: highlighted is %q, and without its tags %q", source, marked, got)
		}
	})
}

func TestHighlight(t *testing.T) {
	for source, want := range map[string]string{
		"k = slider(4)":      `k <span class="op">=</span> <span class="fn">slider</span>(<span class="num">4</span>)`,
		"for x in 'a<b' # c": `<span class="kw">for</span> x <span class="kw">in</span> <span class="str">&#39;a&lt;b&#39;</span> <span class="com"># c</span>`,
		"x**-1.5e-3":         `x<span class="op">**</span><span class="op">-</span><span class="num">1.5e-3</span>`,
		`rb"\"" + "open`:     `<span class="str">rb&quot;\&quot;&quot;</span> <span class="op">+</span> <span class="str">&quot;open</span>`,
		"diameter(t)":        `<span class="fn">diameter</span>(t)`,
	} {
		if got := builtins.Highlight(source); got != want {
			t.Errorf("Highlight(%s)\n got %s\nwant %s", source, got, want)
		}
	}
}
