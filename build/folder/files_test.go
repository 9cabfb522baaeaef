package folder

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"topobook/build/typeset"
	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
)

// head is front matter of four lines; the body of a test starts in line 6.
const head = "---\ntitle: T\nsummary: S\norder: 1\n---\n"

// typesetting is shared by the tests, as it takes a while to start.
var typesetting = typeset.NewTypesetter()

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// folder returns a folder of files, given as pairs of a name and a text.
func folder(files ...string) fstest.MapFS {
	all := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		all[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return all
}

// A fence returns a block of code.
func fence(info, code string) string { return "```" + info + "\n" + code + "\n```\n\n" }

func TestReadFiles(t *testing.T) {
	files := folder(
		"lib.star", "load('base.star', 'one')\ndef rows():\n    return read('table.csv')\ndef other(name):\n    return read(name)\n",
		"base.star", "one = 1\n", "table.csv", "a,b\n1,2\n", "net.edges", "a b\n", "unused.csv", "x\n1\n", "inner.csv", "not this one\n",
	)
	src := head + "A `= size(read(\"net.edges\"))` b.\n\n" +
		fence(`data {name="inner.csv"}`, "c\n3") + fence(`data { name="inner.star" }`, "x = read('inner.csv')['c']") +
		fence("starlark {#a}", "load('lib.star', 'rows')\nload('inner.star', 'x')\nstr([rows()['b'], x, read('inner.csv')[0]])")
	book, err := markdown.Parse("dir/x.md", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	key := book.Key()
	if err := ReadFiles(book, files); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(engine.SortedKeys(book.Files), " "), "base.star inner.csv inner.star lib.star net.edges table.csv"; got != want || book.Files["inner.csv"] != "c\n3\n" {
		t.Errorf("got the files %s with %q, want %s", got, book.Files, want)
	}
	if book.Key() == key {
		t.Error("the key is the same without the files")
	}
	results, err := book.Compute(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := results[0].Text + " " + results[1].Text; got != `1 [[2], [3], {"c": 3}]` {
		t.Errorf("got %s", got)
	}
	page, sections, err := book.Render(results, typesetting)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<details class="file" id="file-inner.csv"><summary><span>inner.csv</span> 4 bytes</summary>`,
		`<h2 id="files">Files</h2>`, `id="file-lib.star"`, `<span class="kw">def</span> rows`,
	} {
		if strings.Count(page, want) != 1 {
			t.Errorf("the page has not one %s:\n%s", want, page)
		}
	}
	if strings.Index(page, "file-inner.star") > strings.Index(page, `id="cell-a"`) || strings.Contains(page, "unused") {
		t.Error("the page does not show the files at their places")
	}
	if last := sections[len(sections)-1]; last != (markdown.Section{ID: "files", Text: "Files", Back: true}) {
		t.Errorf("the last section is %v", last)
	}
}

func TestFileListing(t *testing.T) {
	book, err := markdown.Parse("x.md", []byte(head+fence("starlark {#a}", "d = read('long.csv')")))
	if err == nil {
		err = ReadFiles(book, folder("long.csv", "a<b\n"+strings.Repeat("1\n", 1000)))
	}
	if err != nil {
		t.Fatal(err)
	}
	page, _, err := book.Render(nil, typesetting)
	if err != nil || !strings.Contains(page, "a&lt;b\n"+strings.Repeat("1\n", 299)+"<i>… 701 more lines</i></code>") || !strings.Contains(page, "2.0 kB") {
		t.Errorf("%v: %s", err, page)
	}
}

func TestFileFaults(t *testing.T) {
	large := strings.Repeat("123456789\n", 20000)
	files := folder("lib.star", "x = 1\n  load('gone.star', 'y')\n", "gone.star.txt", "", "uses.star", "\nx = read('non.csv')\n", "none.csv", "a\n",
		"bad.csv", "a\xff\n", "huge.csv", large+large, "large.csv", large, "other.csv", large, "sub/x.csv", "a\n", "circle.star", "load('circle.star', 'x')")
	for _, tt := range []struct{ src, want string }{
		{"```data {name=\"a b\"}\n1\n```\n", `x.md:6:4: data: name "a b": want letters, digits, dots, hyphens and underscores`},
		{"```data {name=\"../a\"}\n1\n```\n", `x.md:6:4: data: name "../a": want`},
		{"```data\n1\n```\n", `x.md:6:4: data: want a name, as in data {name="table.csv"}`},
		{"```data{#a}\n1\n```\n", `x.md:6:4: data: want a name`},
		{"```data {name=\"a.csv\"}\n```\n", `x.md:6:4: data a.csv: want at least one line`},
		{fence(`data {name="a.csv"}`, "1") + fence(`data {name="a.csv"}`, "1"), `x.md:10:4: data: the block in line 6 has the name a.csv too`},
		{fence(`data {name="a.csv"}`, large+large), `x.md:6:4: data a.csv: has 400001 bytes, and the other files of the notebook 0, want at most 262144 together`},
		{fence("starlark {#a}", "\nx = 2 ** 3 + len(read('non.csv'))"), `x.md:8:23: non.csv: there is no such file beside the notebook (did you mean none.csv?)`},
		{"A `= len(read('none.csv')), read('gone')` b\n", `x.md:6:34: gone: there is no such file beside the notebook`},
		{fence("starlark {#a}", "load('uses.star', 'x')"), "uses.star:2:10: non.csv: there is no such file"},
		{fence(`data {name="in.star"}`, "load('away.star', 'x')"), "x.md:7:6: away.star: there is no such file"},
		{fence("starlark {#a}", "read('../x.md')"), `x.md:7:6: "../x.md": want the name of a file beside the notebook: letters, digits, dots, hyphens and underscores`},
		{fence("starlark {#a}", "read('sub/x.csv')"), `x.md:7:6: "sub/x.csv": want the name of a file beside`},
		{fence("starlark {#a}", "read('/etc/passwd')"), `x.md:7:6: "/etc/passwd": want`},
		{fence("starlark {#a}", "read('sub')"), `x.md:7:6: sub: it is a folder, want a file`},
		{fence("starlark {#a}", "read('bad.csv')"), `x.md:7:6: bad.csv: has bytes that are not text, want UTF-8`},
		{fence("starlark {#a}", "read('huge.csv')"), `x.md:7:6: huge.csv: has 400000 bytes, and the other files of the notebook 0, want at most 262144 together`},
		{fence("starlark {#a}", "read('other.csv')\nread('large.csv')"), `x.md:8:6: large.csv: has 200000 bytes, and the other files of the notebook 200000, want`},
		{fence("starlark {#a}", "def f(read):\n    return read('away.csv')"), ""},
		{fence("starlark {#a}", "read = len\nread('away.csv')"), ""},
		{fence("starlark {#a}", "load('circle.star', 'x')"), ""}, // is an error of the cell
	} {
		book, err := markdown.Parse("x.md", []byte(head+tt.src))
		if err == nil {
			err = ReadFiles(book, files)
		}
		if got := errorText(err); tt.want == "" && err != nil || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%.80q:\ngot  %s\nwant %s", tt.src, got, tt.want)
		}
	}
}

// A link that leads out of the folder is not followed.
func TestReadFolder(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "book")
	for _, err := range []error{
		os.Mkdir(inside, 0o755), os.WriteFile(filepath.Join(dir, "secret.csv"), []byte("a\n1\n"), 0o644),
		os.WriteFile(filepath.Join(inside, "own.csv"), []byte("a\n1\n"), 0o644),
		os.Symlink("../secret.csv", filepath.Join(inside, "out.csv")), os.Symlink("own.csv", filepath.Join(inside, "in.csv")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"in": "", "out": "x.md:7:6: out.csv: want a file of the notebook's folder: "} {
		book, err := markdown.Parse("x.md", []byte(head+fence("starlark {#a}", "read('"+name+".csv')")))
		if err == nil {
			err = Read(book, inside)
		}
		if got := errorText(err); want == "" && err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// FuzzReadFiles checks that the files that any notebook reads are there, or faults with a place in it.
func FuzzReadFiles(f *testing.F) {
	for _, seed := range []string{"load('b.star', 'c')\nread('a.csv')", "read('b.star')\n```\n\n`= read(\"\")`", "x = [\n\n  read('é')]\n```\n\n```data {name=\"a.star\"}\nload('b', 'c')"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, code string) {
		src := head + "```starlark {#a}\n" + code + "\n```\n"
		book, err := markdown.Parse("x.md", []byte(src))
		if err != nil {
			return
		}
		err = ReadFiles(book, folder("b.star", "load('c.star', 'd')"))
		joined, ok := err.(interface{ Unwrap() []error })
		if !ok && err != nil {
			t.Fatalf("%T: %v", err, err)
		}
		for i := 0; ok && i < len(joined.Unwrap()); i++ {
			fault, _ := joined.Unwrap()[i].(*markdown.Fault)
			if fault == nil || fault.Line < 1 || fault.Col < 1 || fault.Line > strings.Count(src, "\n")+strings.Count(src, "\r")+1 {
				t.Errorf("fault without a place: %v", joined.Unwrap()[i])
			}
		}
	})
}
