package output

import "testing"

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
