package markdown

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestAttributes(t *testing.T) {
	full := Attributes{"a-1", true, true, true, true, true, `A "b" \ $\frac{k}{2}$, see [@fig:net] } {#c}`}
	for _, tt := range []struct {
		block string
		attrs Attributes
		want  string
	}{
		{"```starlark {#a}\n1\n```\n", full, "```starlark {#a-1 fold helper heavy error exercise caption=\"A \\\"b\\\" \\\\ $\\\\frac{k}{2}$, see [@fig:net] } {#c}\"}\n1\n```\n"},
		{"  ~~~~ starlark {#a  fold} \r\n\t1\r\n  ~~~~\r\n\r\n", Attributes{ID: "b"}, "  ~~~~ starlark {#b} \r\n\t1\r\n  ~~~~\r\n\r\n"},
		{"\ufeff```starlark\n1", Attributes{ID: "b"}, "\ufeff```starlark {#b}\n1"},
		{"```starlark   {  fold   #a }\n1\n```\n", Attributes{ID: "a", Fold: true}, "```starlark   {  fold   #a }\n1\n```\n"}, // has them
		{"```starlark {#a}\n1\n```\n", Attributes{ID: "a", Caption: "one\ntwo `x`"}, "```starlark {#a caption=\"one two 'x'\"}\n1\n```\n"},
		{"text\n", full, "text\n"},
	} {
		got := tt.attrs.Apply(tt.block)
		if got != tt.want {
			t.Errorf("%q: got  %q\nwant %q", tt.block, got, tt.want)
		}
		if attrs, err := CellAttributes(got); strings.Contains(tt.block, "starlark") && !strings.Contains(tt.attrs.Caption, "\n") && (err != nil || attrs != tt.attrs) {
			t.Errorf("%q: got %+v, %v, want %+v", got, attrs, err, tt.attrs)
		}
	}
	for block, want := range map[string]string{
		"```starlark {#A}\n1\n```\n":             `cell: id "A": want lower-case letters, digits and hyphens, starting with a letter`,
		"```data {name=\"a\"}\n1\n```\n":         "cell: want a fence, as in ```starlark {#id}",
		"":                                       "cell: want a fence, as in ```starlark {#id}",
		"text\n```starlark {#a}\n1\n```\n":       "cell: want a fence, as in ```starlark {#id}",
		"\n\n```starlark {#a caption=\"}\n```\n": "cell: want a fence, as in ```starlark {#id}",
	} {
		if _, err := CellAttributes(block); errorText(err) != want {
			t.Errorf("%q: got %v, want %s", block, err, want)
		}
	}
}

func TestCellSource(t *testing.T) {
	for _, tt := range []struct{ block, code, want string }{
		{"```starlark {#a}\n1\n```\n\n", "2\n\nif x:\n  3\n", "```starlark {#a}\n2\n\nif x:\n  3\n```\n\n"},
		{"  ```starlark {#a}\r\n  1\r\n```\r\n", " 2\n\n3", "  ```starlark {#a}\r\n   2\r\n\r\n  3\r\n```\r\n"},
		{"```starlark {#a}\n1\n```\n", "\"\"\"\n````\n\"\"\"", "`````starlark {#a}\n\"\"\"\n````\n\"\"\"\n`````\n"},
		{"~~~starlark {#a}\n1\n~~~", "```", "~~~starlark {#a}\n```\n~~~"},
		{"```starlark {#a}\n1\n", "2", "```starlark {#a}\n2\n```\n"}, // was not closed
		{"```starlark {#a}", "2", "```starlark {#a}\n2\n```\n"},
		{"```starlark {#a}\n1\n\n\n```\n", "1\n", "```starlark {#a}\n1\n\n\n```\n"}, // has it
		{"```data {name=\"a.csv\"}\na\n1\n```\n", "a,b\r\n1,2\r\n", "```data {name=\"a.csv\"}\na,b\n1,2\n```\n"},
		{"text\n", "1", "text\n"},
	} {
		got := WithCellSource(tt.block, tt.code)
		if got != tt.want {
			t.Errorf("%q: got  %q\nwant %q", tt.block, got, tt.want)
		}
		if want := strings.TrimRight(strings.ReplaceAll(tt.code, "\r\n", "\n"), "\n"); CellSource(got) != want && tt.block != "text\n" {
			t.Errorf("%q: got %q, want %q", got, CellSource(got), want)
		}
	}
	if got, want := NewCell("a", "x = '```'"), "````starlark {#a}\nx = '```'\n````\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := WithDataName(NewData("a.csv", "k\n1\n"), "b.csv"), "```data {name=\"b.csv\"}\nk\n1\n```\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTitle(t *testing.T) {
	for _, tt := range []struct{ src, title, want string }{
		{"", "Rings", "---\ntitle: Rings\n---\n"},
		{"Text\r\n", "Rings", "---\r\ntitle: Rings\r\n---\r\n\r\nText\r\n"},
		{"\ufeff---\ntitle: A\n---\n", "B", "\ufeff---\ntitle: B\n---\n"},
		{"---\norder: 1\n---\nText\n", "Rings: a study", "---\ntitle: \"Rings: a study\"\norder: 1\n---\nText\n"},
		{"---\norder: 1\ntitle: >\n  One\n\n  two\n\nsummary: S\n---\n", `a "b" # c`, "---\norder: 1\ntitle: 'a \"b\" # c'\n\nsummary: S\n---\n"},
		{"---\nshort: A\ntitle : \"A\"", "B", "---\ntitle: B\n---\n\n---\nshort: A\ntitle : \"A\""}, // is not closed
		{"---\ntitle: A\n---", "#1", "---\ntitle: \"#1\"\n---"},
		{"---\n---\n", "it's `k` \\ 1", "---\ntitle: it's `k` \\ 1\n---\n"},
		{"---\ntitle: A\n---\n", "a\n--- b", "---\ntitle: a --- b\n---\n"},
	} {
		got := WithTitle(tt.src, tt.title)
		if want := strings.Join(strings.Fields(tt.title), " "); got != tt.want || Title(got) != want {
			t.Errorf("%q: got  %q with the title %q\nwant %q with %q", tt.src, got, Title(got), tt.want, want)
		}
	}
	for src, want := range map[string]string{"": "", "---\ntitle: 'it''s'\nwrong\n---\n": "", "---\ntitle: A\nodd: 1\n---\n": "A"} {
		if got := Title(src); got != want {
			t.Errorf("%q: got the title %q, want %q", src, got, want)
		}
	}
}

// FuzzCellSource checks that any code, any caption and any title is read again as it was written.
func FuzzCellSource(f *testing.F) {
	f.Add("  ```starlark {#a}\n1\n", "x = 1\n\ty", "a \"b\" \\")
	f.Add("~~~starlark\r\n1\r\n~~~\r\n\n", "~~~~\n  ```", "- a: 'b'")
	f.Add("---\ntitle: >\n a\n---\n", "\x00\xff", "[a]")
	f.Fuzz(func(t *testing.T, block, code, text string) {
		want := strings.TrimRight(string(valid(normal([]byte(code)))), "\n")
		if got := CellSource(NewCell("a", code)); got != want {
			t.Errorf("got the code %q, want %q", got, want)
		}
		if openFence(block) != nil {
			if got := CellSource(WithCellSource(block, code)); got != want {
				t.Errorf("%q: got the code %q, want %q", block, got, want)
			}
			if got, err := CellAttributes(Attributes{ID: "b", Caption: text}.Apply(block)); err != nil || got.ID != "b" || got.Caption != string(valid([]byte(oneLine(text)))) {
				t.Errorf("%q: got %+v, %v, want the caption %q", block, got, err, text)
			}
		}
		title := strings.ReplaceAll(text, "\ufffd", "?")
		title = strings.Join(strings.FieldsFunc(title, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
		if got := Title(WithTitle("---\norder: 1\n---\n", text)); utf8.ValidString(text) && got != title {
			t.Errorf("%q: got the title %q, want %q", text, got, title)
		}
	})
}
