package doc

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite summary.txt")

// summaries returns what summary.txt has: of each entry a line with its group, its signature and its first
// sentence, without the backticks around code, separated by tabs.
func summaries(entries []Entry) string {
	var b strings.Builder
	for _, e := range entries {
		fmt.Fprintf(&b, "%s\t%s\t%s\n", e.Group, e.Signature, strings.ReplaceAll(e.Summary(), "`", ""))
	}
	return b.String()
}

func TestSummaries(t *testing.T) {
	entries, err := Entries()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("summary.txt", []byte(summaries(entries)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("summary.txt")
	if err != nil || string(got) != summaries(entries) {
		t.Errorf("summary.txt is not made from the Markdown (%v): go test ./notebooks/builtins/doc -update", err)
	}
}

// TestEntries checks what each entry has beyond its form.
func TestEntries(t *testing.T) {
	entries, err := Entries()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if len(e.Text) == 0 || e.Text[0].List || e.Example == "" {
			t.Fatalf("%s: want what it returns, in a sentence, and an example", e.Name())
		}
		if n := len([]rune(e.Summary())); n > 140 {
			t.Errorf("%s: the first sentence has %d characters, want at most 140: the engine holds it", e.Name(), n)
		}
		texts := []string{e.Errors, e.Method, e.Source, e.Result.Text, strings.Join(e.Result.Items, "\n")}
		if e.Result.Type == "" {
			t.Errorf("%s: want a line such as Result (int): hops", e.Name())
		}
		for _, block := range e.Text {
			texts = append(texts, strings.Join(block.Lines, "\n"))
			if last := block.Lines[len(block.Lines)-1]; !block.List && !strings.HasSuffix(last, ".") && !strings.HasSuffix(last, ":") {
				t.Errorf("%s: %s: want a sentence", e.Name(), last)
			}
		}
		for _, p := range e.Params {
			texts = append(texts, p.Text)
			if p.Text == "" {
				t.Errorf("%s: parameter %s: want what it means", e.Name(), p.Name)
			}
			given := strings.NewReplacer("(", "( ", ")", ",").Replace(e.Signature)
			if want := " " + p.Name + "=" + p.Default; p.Default != "" && !strings.Contains(given, want+",") || p.Default == "" && strings.Contains(given, want) {
				t.Errorf("%s: parameter %s has the default %q", e.Signature, p.Name, p.Default)
			}
		}
		for _, text := range texts {
			for line := range strings.Lines(text) {
				if strings.Count(line, "`")%2 > 0 {
					t.Errorf("%s: %s: want code between two backticks", e.Name(), line)
				}
			}
		}
	}
}

func TestParse(t *testing.T) {
	const good = "# Group\n\n## `f(a, b=1)`\n\nReturns `a`.\nMore.\n\n- item\n\nParameters:\n\n- `a` (int)\n- `b` (int): text\n\nResult (dict): hops\n\n- `\"k\"`: key\n\nErrors: none.\n\n```starlark\nf(1)\n```\n"
	entries, err := parse("Group", good)
	if err != nil || len(entries) != 1 {
		t.Fatalf("got %v, %v, want an entry", entries, err)
	}
	e := entries[0]
	if e.Name() != "f" || e.Summary() != "Returns `a`." || len(e.Text) != 2 || !e.Text[1].List || len(e.Params) != 2 || e.Params[1] != (Param{"b", "int", "text", "1"}) || e.Params[0].Default != "" ||
		e.Result.Type != "dict" || e.Result.Text != "hops" || len(e.Result.Items) != 1 || e.Errors != "none." || e.Example != "f(1)" {
		t.Errorf("got %+v", e)
	}
	for _, tt := range []struct{ from, to, want string }{
		{"# Group", "# Other", "1: "},
		{"## `f(a, b=1)`\n", "", "4: Returns"},
		{"- `b` (int): text", "- `b`: text", "13: "},
		{"More.", "- more", "6: "},
		{"Result (dict): hops", "Result:", "15: "},
		{"```starlark\nf(1)\n```\n\n", "", ""},
		{"f(1)\n```\n", "f(1)\n", "21: "},
		{"f(1)\n```\n", "f(1)\n```\n\nErrors: late.\n", "25: "},
	} {
		_, err := parse("Group", strings.Replace(good, tt.from, tt.to, 1))
		if tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.want)) {
			t.Errorf("%q in place of %q: got %v, want an error in line %s", tt.to, tt.from, err, tt.want)
		}
	}
}
