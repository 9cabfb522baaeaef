package output

import (
	"strings"
	"testing"
)

func TestProse(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"a < b", "a &lt; b"},
		{"$k^n$ nodes, $n>1$.", `<code class="tex">k^n</code> nodes, <code class="tex">n&gt;1</code>.`},
		{`costs \$5, $\$$ and \$`, `costs $5, <code class="tex">\$</code> and $`},
		{"$5 and $6", "$5 and $6"},
		{"$ a$, $a $, $$, $a$2, $", "$ a$, $a $, $$, $a$2, $"},
		{"$a$ and $b", `<code class="tex">a</code> and $b`},
		{"2$ <$a$", `2$ &lt;<code class="tex">a</code>`},
	} {
		if got := Prose(tt.text); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// FuzzProse renders any sentence: without its tags it is text that has no others.
func FuzzProse(f *testing.F) {
	for _, seed := range []string{"a < b", "$k^n$ \\$5 $$", `$<b>$ "'&`, "\x00$\x00$", "\\$$a$\\", "\xff$\xff$"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := Prose(text)
		rest := strings.NewReplacer(`<code class="tex">`, "", "</code>", "").Replace(got)
		if strings.ContainsAny(rest, "<>\"'\x00") || strings.Count(got, "<code") != strings.Count(got, "</code>") {
			t.Errorf("%q: got %q", text, got)
		}
	})
}
