package yaml

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// read returns what a mapping with keys of every kind has, and its faults as text.
func read(src string) (got []string, faults string) {
	text := func(v Value) {
		if text, ok := v.Text(); ok {
			got = append(got, fmt.Sprintf("%s at %d:%d", text, v.Line, v.Col))
		}
	}
	found := Read([]byte(src), Key{"title", text}, Key{"summary", text}, Key{"order", func(v Value) {
		if n, ok := v.Whole(); ok {
			got = append(got, fmt.Sprint(n))
		}
	}}, Key{"links", func(v Value) {
		v.List(func(v Value) { v.Mapping(Key{"text", text}, Key{"url", text}) })
	}}, Key{"accent", func(v Value) {
		if v.IsMapping() {
			v.Mapping(Key{"light", text})
		} else {
			text(v)
		}
	}})
	lines := make([]string, len(found))
	for i, fault := range found {
		lines[i] = fmt.Sprintf("%d:%d: %s", fault.Line, fault.Col, fault.Msg)
	}
	return got, strings.Join(lines, "; ")
}

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want []string
	}{
		{"", nil},
		{"# nothing\n", nil},
		{"title: a study\norder: 12\n", []string{"a study at 1:8", "12"}},
		{"title: 3\nsummary: 1990\n", []string{"3 at 1:8", "1990 at 2:10"}}, // as authors write them
		{"title: 1.10\nsummary: true\n", []string{"1.10 at 1:8", "true at 2:10"}},
		{"title: yes\nsummary: \"1:2\"\n", []string{"yes at 1:8", "1:2 at 2:10"}},
		{"title: >\n  one\n  two\nsummary: a\n  b\n", []string{"one two at 1:8", "a b at 4:10"}},
		{"title: 'it''s'\nsummary: it's C#\n", []string{"it's at 1:8", "it's C# at 2:10"}},
		{"title: a\n\n# a comment\nsummary: b\n", []string{"a at 1:8", "b at 4:10"}},
		{"links:\n  - text: é\n    url: u\n  - {text: w, url: x}\n", []string{"é at 2:11", "u at 3:10", "w at 4:12", "x at 4:20"}},
		{"accent: \"#123\"\n", []string{"#123 at 1:9"}},
		{"accent: {light: \"#123\"}\n", []string{"#123 at 1:17"}},
	} {
		if got, faults := read(tt.src); !slices.Equal(got, tt.want) || faults != "" {
			t.Errorf("%q:\ngot  %q, %s\nwant %q", tt.src, got, faults, tt.want)
		}
	}
}

func TestReadFaults(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"titel: a\n", `1:1: got key "titel", want title`},
		{"order: 1\nwhat: a\n", `2:1: got key "what", want title, summary, order, links or accent`},
		{"title: a\ntitle: b\n", "2:1: title is given twice"},
		{"title:\norder: 1\n", "1:7: title: is empty"},
		{"title: \"\"\n", "1:8: title: is empty"},
		{"accent: #b8340a\n", "1:9: accent: is empty: want what starts with # in quotes"},
		{"title: in C # or D\n", "1:8: title: want all of it in quotes, or the comment in a line of its own: what follows a # does not count"},
		{"order: 0\n", `1:8: order: got "0", want a whole number from 1`},
		{"order: 1.5\n", `1:8: order: got "1.5", want a whole number from 1`},
		{"order: [1]\n", `1:8: order: got "[1]", want a whole number from 1`},
		{"title: [a, b]\n", `1:8: title: got "[a, b]", want text, in quotes where it starts with a sign of YAML`},
		{"title: *a\n", `1:8: title: got "*a", want text, in quotes where it starts with a sign of YAML`},
		{"title: {a: b}\n", `1:8: title: got "{a: b}", want text, in quotes where it starts with a sign of YAML`},
		{"links: a\n", `1:8: links: got "a", want a list, each entry in a line that starts with -`},
		{"links:\n  - a\n", `2:5: links: got "a", want text: value`},
		{"links:\n  - text: a\n    link: b\n", `3:5: links: got key "link", want text or url`},
		{"links:\n  - text: [b]\n", `2:11: links: text: got "[b]", want text, in quotes where it starts with a sign of YAML`},
		{"é: x\n", `1:1: got key "é", want title, summary, order, links or accent`},
		{"summary: k: a study\n", `1:10: summary: want the value in quotes, as in summary: "k: a study"`},
		{"summary: é: a \"study\"\n", `1:10: summary: want the value in quotes, as in summary: 'é: a "study"'`},
		{"title: `a`\n", "1:8: title: want the value in quotes, as in title: \"`a`\""},
		{"title: % a\n", `1:8: title: want the value in quotes, as in title: "% a"`},
		{"title: \"a\n", "1:8: title: could not find end character of double-quoted text"},
		{"title: a\n order: 2\n", "1:8: title: mapping value is not allowed in this context"},
		{"junk\ntitle: a\n", `1:1: got "junk", want key: value`},
		{"junk\n", `1:1: got "junk", want title: value`},
		{"- a\n", `1:1: got "- a", want title: value`},
		{"title: a\n---\ntitle: b\n", "2:1: want one document, without a line --- or ..."},
		{"\ttitle: a\n", "1:6: tab character cannot use as a map key directly"},
		{"title: a\r\nsummary: \xff\n", "2:10: want text in UTF-8, without control characters"},
		{"order: a\ntitel: b\n", `1:8: order: got "a", want a whole number from 1; 2:1: got key "titel", want title`},
	} {
		if got, faults := read(tt.src); faults != tt.want {
			t.Errorf("%q:\ngot  %s (and %q)\nwant %s", tt.src, faults, got, tt.want)
		}
	}
}

// FuzzRead checks that any text is read, or has faults with a place in it.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"", "title: a\norder: 1\n", "links:\n  - {text: a, url: b}\n", "title: >\n  a\n", "title: &a [*a]\n", "? a\n: b\n", "<<: *a\n", "\x00", "title: 'a''b' # c\n", "---\n...\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1000 {
			return
		}
		for _, fault := range Read([]byte(src), Key{"title", func(v Value) { v.Text() }}, Key{"order", func(v Value) { v.Whole() }},
			Key{"links", func(v Value) { v.List(func(v Value) { v.Mapping(Key{"url", func(v Value) { v.Text() }}) }) }}) {
			if fault.Line < 1 || fault.Col < 1 || fault.Line > strings.Count(src, "\n")+strings.Count(src, "\r")+1 || strings.ContainsAny(fault.Msg, "\n\r") {
				t.Errorf("fault %+v", fault)
			}
		}
	})
}
