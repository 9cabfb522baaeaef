package notebooks_test

import (
	"errors"
	"html"
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"topobook/notebooks"
)

// FuzzCell runs any text as a cell, with few steps: it ends, and its error has a place in the text.
func FuzzCell(f *testing.F) {
	for _, tt := range cellErrors {
		f.Add(tt.source)
	}
	for _, tt := range bombs {
		if len(tt.source) < 2000 {
			f.Add(tt.source)
		}
	}
	f.Add("draw(kary_ntree(2, 2))")
	f.Add("k = slider(4, 2, 8)\ntable([[k ** 2, -k ** -2], (1,)])")
	spent := errors.New("spent")
	f.Fuzz(func(t *testing.T, source string) {
		doc := &notebooks.Document{Cells: []notebooks.Cell{
			{ID: "cell", Source: source},
			{ID: "v1", Source: source, Inline: true},
			{ID: "after", Source: "y = 1"},
		}}
		k := notebooks.New(doc, notebooks.Vocabulary())
		calls := 0
		_ = k.Run(notebooks.RunOptions{Pause: func(p notebooks.Progress) error {
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
		_ = notebooks.Digest(k.Outputs())
	})
}

// FuzzDecodeLink decodes any text; what it accepts is what encoding it again gives.
func FuzzDecodeLink(f *testing.F) {
	doc := document(linked)
	f.Add("k=5&n=3&src=0,0,0&d=abc&v=1")
	f.Add("#~e=1&note=%41~42+c&v=2&x=y")
	f.Add(notebooks.EncodeLink(doc, notebooks.State{Edits: map[string]string{"out": "k ** n", "net": "k = slider(1, 0, 9)"}}))
	f.Fuzz(func(t *testing.T, link string) {
		state, err := notebooks.DecodeLink(doc, link)
		if err != nil {
			return
		}
		again, err := notebooks.DecodeLink(doc, notebooks.EncodeLink(doc, state))
		if err != nil || !maps.Equal(again.Inputs, state.Inputs) || !maps.Equal(again.Edits, state.Edits) || again.Digest != state.Digest {
			t.Errorf("%q: %v, then %v, %v", link, state, again, err)
		}
	})
}

// FuzzHighlight checks that highlighting loses nothing.
func FuzzHighlight(f *testing.F) {
	for _, tt := range cellErrors {
		f.Add(tt.source)
	}
	f.Add("x = r'a\\' + b\"\"\"c\nd\"\"\" # e\n'f\\\ng' 0x1F 1e-3 .5 <&>")
	f.Fuzz(func(t *testing.T, source string) {
		marked := notebooks.HighlightCode(source)
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
		if got := notebooks.HighlightCode(source); got != want {
			t.Errorf("Highlight(%s)\n got %s\nwant %s", source, got, want)
		}
	}
}
