package build

import (
	"bytes"
	"encoding/json"
	"maps"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"topobook/notebooks/markdown"
)

// dataOf is what a page carries for the browser program.
var dataOf = regexp.MustCompile(`(?s)<script type=application/json id=notebook>(.*?)</script>`)

// TestPlayground checks the page of the playground and what it names.
func TestPlayground(t *testing.T) {
	report, out := buildSmall(t)
	page := string(read(t, filepath.Join(out, playgroundFile)))
	_, body, _ := strings.Cut(page, "</head>")
	if scripts := regexp.MustCompile(`<script[^>]*>`).FindAllString(page, -1); len(scripts) != 2 || !strings.Contains(scripts[0], " data-start=") {
		t.Errorf("scripts: got %q, want the start-up script, which starts the engine, and the data", scripts)
	}
	for _, id := range []string{
		"status", "notice", "share", "stop", "help", "theme", "new", "open", "download", "export", "undo", "redo", "notebooks", "title", "blocks",
	} {
		if strings.Count(body, " id="+id+" ")+strings.Count(body, " id="+id+">") != 1 {
			t.Errorf("want one element #%s", id)
		}
	}
	var data notebookData
	if err := json.Unmarshal([]byte(dataOf.FindStringSubmatch(page)[1]), &data); err != nil {
		t.Fatal(err)
	}
	play := data.Playground
	paths := []string{data.Engine, data.Full, data.Exec, play.Temml, play.Standalone}
	for _, example := range play.Examples {
		if example.Title == "" || example.Summary == "" {
			t.Errorf("example %s: want a title and a summary", example.Name)
		}
		paths = append(paths, example.Path)
	}
	for _, file := range paths {
		if _, ok := report.Files[file]; !ok {
			t.Errorf("data: there is no file %q", file)
		}
	}
	if !strings.Contains(data.Engine, "/full.") || data.Engine != data.Full {
		t.Errorf("engine: got %s and %s, want the full one", data.Engine, data.Full)
	}
	if size := report.Files[play.Standalone].Raw; play.StandaloneSize != size {
		t.Errorf("size of the standalone page: got %d, want %d", play.StandaloneSize, size)
	}
	if want := (sourceData{"small", "A small page", "small.md"}); len(play.Pages) != 1 || play.Pages[0] != want {
		t.Errorf("pages: got %+v, want %+v", play.Pages, want)
	}
	if !bytes.Equal(read(t, filepath.Join(out, "small.md")), read(t, "testdata/small.md")) {
		t.Error("small.md: want what the folder has")
	}
	small := string(read(t, filepath.Join(out, "small.html")))
	if got := strings.Count(small, ` href="playground.html#from=small"`); got != 1 { // site/boot.js makes those of its cells
		t.Errorf("small.html: got %d links to the playground, want 1", got)
	}
}

// TestPlaygroundOff checks a site without a playground, and a notebook that has the name of its page.
func TestPlaygroundOff(t *testing.T) {
	out, report, err := buildBook(t, map[string]string{"rings.md": plain, "playground.md": plain, "site.yaml": "playground: false\n"})
	if err != nil {
		t.Fatal(err)
	}
	for name := range report.Files {
		if strings.HasSuffix(name, ".md") || strings.HasSuffix(name, ".txt") || strings.Contains(name, "temml") {
			t.Errorf("%s: is the playground's", name)
		}
	}
	if page := string(read(t, filepath.Join(out, "rings.html"))); strings.Contains(page, "playground") {
		t.Errorf("rings.html: leads to the playground: %s", page)
	}
	_, _, err = buildBook(t, map[string]string{"rings.md": plain, "playground.md": plain})
	if err == nil || !strings.Contains(err.Error(), "playground.md: want another name") {
		t.Errorf("a notebook with the name of the playground: got %v", err)
	}
}

// TestSource checks that the text of a notebook that is shipped needs no other file, and computes what its page shows.
func TestSource(t *testing.T) {
	files := map[string]string{
		"lib.star": "def twice(x):\n    \"\"\"Has ``` in it.\"\"\"\n    return 2 * x\n", "unused.csv": "a\n1\n", "odd.csv": "a,b\n1,2",
		"uses.md": "---\ntitle: Uses\n---\n\n```data {name=\"own.txt\"}\nmine\n```\n\n```starlark {#all}\nload(\"lib.star\", \"twice\")\ntext(twice(read(\"odd.csv\")[\"b\"][0]), read(\"own.txt\"))\n```",
	}
	out, report, err := buildBook(t, files)
	if err != nil {
		t.Fatal(err)
	}
	shipped, err := markdown.Parse("uses.md", read(t, filepath.Join(out, "uses.md")))
	if err != nil {
		t.Fatal(err)
	}
	results, err := shipped.Compute(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := results[0].HTML, report.Results["uses"][0].HTML; got != want || results[0].Err != nil {
		t.Errorf("got %q, %v, want %q", got, results[0].Err, want)
	}
	want := map[string]string{"own.txt": "mine\n", "lib.star": files["lib.star"], "odd.csv": files["odd.csv"] + "\n"} // a block ends with a line
	if !maps.Equal(shipped.Files, want) {
		t.Errorf("files: got %q, want %q", shipped.Files, want)
	}
}
