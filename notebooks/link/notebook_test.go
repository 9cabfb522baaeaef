package link_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"topobook/notebooks/link"
)

const small = "---\ntitle: Rings\n---\n\nA ring of `= n` nodes.\n\n```starlark {#net}\nn = 8\ndraw(ring(n))\n```\n"

// linkCharacters are those that mail and chat leave alone.
const linkCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

func TestNotebookRoundTrip(t *testing.T) {
	for _, tt := range []struct {
		text  string
		files map[string]string
	}{
		{"", nil},
		{small, nil},
		{strings.ReplaceAll("\ufeff"+small, "\n", "\r\n"), nil},
		{"no front matter, no last line end, é, \x00", map[string]string{"a.csv": "", "b.edges": "a b\nb c\n"}},
		{strings.Repeat("x", 256<<10), map[string]string{"large.edges": strings.Repeat("0 1\n", 190000)}},
		{strings.Repeat("```starlark {#a}\n`= 1`\n```\n", 500), nil},
	} {
		value, err := link.EncodeNotebook(tt.text, tt.files)
		if err != nil {
			t.Errorf("%.40q: %v", tt.text, err)
			continue
		}
		if rest := strings.Trim(value, linkCharacters); rest != "" {
			t.Errorf("%.40q: has %q, which mail and chat may change", tt.text, rest)
		}
		text, files, err := link.DecodeNotebook(value)
		if err != nil || text != tt.text || !maps.Equal(files, tt.files) {
			t.Errorf("%.40q: got %.40q and %d files, %v", tt.text, text, len(files), err)
		}
	}
}

// Links of version 1 open as long as there is topobook. Those that are made may change with compress/flate.
func TestNotebookVersion1(t *testing.T) {
	for _, tt := range []struct {
		value, text string
		files       map[string]string
	}{
		{"1qR9A-VpaitTV1eUqySzJSbVSCMrMSy_mAglwOSoUZealK-SnKSTYKuQlKOTlp6QW63FxJSQkFJckFuUkFmUrVCvnpZbUcuUp2CpYcKUUJZZrgPRo5GlqgpRxAQIAAP__", small, map[string]string{}},
		{"12sF_BUxKUs7JzMsutlJIsFUozqxK1ShKTUzRUCrKzEvXS01JTy1W0tRM4EJweRIVkriSFJK5khUSuVhL9JKLyzhz8hNTuAz0TLkAAQAA__8", "links: `= size(read(\"ring.edges\"))`", map[string]string{"ring.edges": "a b\nb c\nc a\n", "t.csv": "load\n0.5\n"}},
	} {
		text, files, err := link.DecodeNotebook(tt.value)
		if err != nil || text != tt.text || !maps.Equal(files, tt.files) {
			t.Errorf("%s: got %q, %v, %v", tt.value, text, files, err)
			made, err := link.EncodeNotebook(tt.text, tt.files)
			t.Logf("today %s, %v", made, err)
		}
	}
}

// noise is text that cannot be compressed.
func noise(bytes int) string {
	random := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, bytes)
	for i := range b {
		b[i] = linkCharacters[random.IntN(len(linkCharacters))]
	}
	return string(b)
}

func TestNotebookTooLarge(t *testing.T) {
	many := map[string]string{}
	for i := range 101 {
		many[fmt.Sprintf("f%d.csv", i)] = "a\n"
	}
	for _, tt := range []struct {
		text  string
		files map[string]string
		want  string
	}{
		{noise(100_000), nil, " characters, want at most 31744: download it and send the file"},
		{strings.Repeat("x", 256<<10+1), nil, "the link: its notebook has 262145 bytes, want at most 262144: download it and send the file"},
		{strings.Repeat("`= 1`\n", 1001), nil, "the link: its notebook has 1001 cells and values, want at most 1000: download it and send the file"},
		{strings.Repeat("> ~~~~ starlark {#a}\n> 1\n> ~~~~\n", 1001), nil, "the link: its notebook has 1001 cells and values, want at most 1000: download it and send the file"},
		{"", map[string]string{"a.csv": strings.Repeat("1", 1<<20)}, "the link: its notebook and files have 1048586 bytes, want at most 1048576: download them and send the files"},
		{"", many, "the link: its notebook has 101 files, want at most 100: download it and send them"},
		{"", map[string]string{"../a.csv": ""}, `the link: its notebook has a file "../a.csv", want at most 100 letters, digits, dots, hyphens and underscores`},
		{"\xff", nil, "the link: its notebook has bytes that are not text, want UTF-8"},
		{"", map[string]string{"a.csv": "\xff"}, "the link: a.csv: has bytes that are not text, want UTF-8"},
	} {
		value, err := link.EncodeNotebook(tt.text, tt.files)
		if err == nil || !strings.HasSuffix(err.Error(), tt.want) {
			t.Errorf("%.40q: got %.40s, %v, want …%s", tt.text, value, err, tt.want)
		}
	}
}

// Whatever becomes of a link on its way is one sentence.
func TestNotebookDamaged(t *testing.T) {
	value, err := link.EncodeNotebook(small+noise(500), map[string]string{"a.csv": "a,b\n1,2\n"})
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(value) {
		_, _, err := link.DecodeNotebook(value[:n])
		if want := "the link: its notebook is cut off on its way, want it as it was copied"; err == nil || err.Error() != want {
			t.Errorf("%d of %d characters: got %v, want %s", n, len(value), err, want)
		}
	}
	for i := range len(value) {
		for _, c := range "A_z7" {
			changed := value[:i] + string(c) + value[i+1:]
			if _, _, err := link.DecodeNotebook(changed); changed != value && (err == nil || !strings.HasPrefix(err.Error(), "the link: ")) {
				t.Errorf("character %d is %c: got %v", i, c, err)
			}
		}
	}
	for _, tt := range []struct{ value, want string }{
		{"2" + value[1:], "the link: has a notebook of version 2, want 1: it comes from a newer page, reload this one"},
		{"x" + value[1:], `the link: has a notebook of version "x", want 1`},
		{"é", `the link: has a notebook of version "\xc3", want 1`},
		{value + "A", "the link: its notebook has changed on its way, want it as it was copied"},
		{value[:9] + "%" + value[10:], "the link: its notebook has changed on its way, want it as it was copied"},
		{value[:9] + "\n" + value[9:], "the link: its notebook has changed on its way, want it as it was copied"},
		{strings.Repeat("1", 31745), "the link: its notebook takes 31745 characters, want at most 31744: download it and send the file"},
	} {
		if _, _, err := link.DecodeNotebook(tt.value); err == nil || err.Error() != tt.want {
			t.Errorf("%.20q: got %v, want %s", tt.value, err, tt.want)
		}
	}
}

// packed returns a value with the right checksum: what somebody could make who means harm.
func packed(size int, plain []byte) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	_, _ = w.Write(plain)
	_ = w.Close()
	body := binary.AppendUvarint(binary.AppendUvarint(nil, uint64(size)), uint64(b.Len()))
	body = append(body, b.Bytes()...)
	sum := fnv.New32a()
	sum.Write(body)
	return "1" + base64.RawURLEncoding.EncodeToString(append(sum.Sum(nil), body...))
}

func TestNotebookHostile(t *testing.T) {
	text := func(parts ...string) (b []byte) {
		for _, part := range parts {
			b = append(binary.AppendUvarint(b, uint64(len(part))), part...)
		}
		return b
	}
	value := func(plain []byte) string { return packed(len(plain), plain) }
	const changed = "the link: its notebook has changed on its way, want it as it was copied"
	for _, tt := range []struct{ name, value, want string }{
		{"a bomb that says so", packed(20<<20, make([]byte, 20<<20)), "the link: its notebook and files have 20971520 bytes, want at most 1048576"},
		{"a bomb that does not", packed(1000, make([]byte, 20<<20)), changed},
		{"less than it says", packed(1000, text("a")), changed},
		{"a huge size", packed(-1, text("a")), "the link: its notebook and files have 18446744073709551615 bytes, want at most 1048576"},
		{"a text longer than all", value([]byte{200, 1, 'a'}), changed},
		{"a name without a file", value(text("a", "b.csv")), changed},
		{"a file twice", value(text("a", "b.csv", "1", "b.csv", "2")), changed},
		{"files out of order", value(text("a", "c.csv", "1", "b.csv", "2")), changed},
		{"a path", value(text("a", "../../etc/passwd", "1")), `the link: its notebook has a file "../../etc/passwd", want at most 100 letters, digits, dots, hyphens and underscores`},
		{"a hidden file", value(text("a", ".profile", "1")), `the link: its notebook has a file ".profile", want at most 100 letters, digits, dots, hyphens and underscores`},
		{"bytes", value(text("\xff")), "the link: its notebook has bytes that are not text, want UTF-8"},
		{"many values", value(text(strings.Repeat("`\n= 1`", 40000))), "the link: its notebook has 40000 cells and values, want at most 1000: download it and send the file"},
	} {
		if _, _, err := link.DecodeNotebook(tt.value); err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
}

// FuzzNotebook decodes any text; what it accepts comes back from encoding it again. And any notebook comes back.
func FuzzNotebook(f *testing.F) {
	value, _ := link.EncodeNotebook(small, map[string]string{"a.csv": "a,b\n1,2\n"})
	f.Add(value, small, "a.csv", "a")
	f.Add(value[:20], "", "", "")
	f.Fuzz(func(t *testing.T, value, text, name, file string) {
		check := func(text string, files map[string]string) {
			value, err := link.EncodeNotebook(text, files)
			if err != nil {
				return
			}
			again, filesAgain, err := link.DecodeNotebook(value)
			if err != nil || again != text || !maps.Equal(filesAgain, files) {
				t.Errorf("%q, %v: got %q, %v, %v", text, files, again, filesAgain, err)
			}
		}
		if text, files, err := link.DecodeNotebook(value); err == nil {
			check(text, files)
		}
		check(text, map[string]string{name: file})
	})
}
