package build

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// stand is an image of a drawing that has a file of its own, as site/boot.js finds it.
var stand = regexp.MustCompile(`<foreignObject width="(\d+)" height="(\d+)"><img src="([^"]+)" width="(\d+)" height="(\d+)" alt="" loading="lazy"></foreignObject>`)

// TestLighten checks that a page over its budget comes below it by its heaviest drawings, and that these are whole in their files.
func TestLighten(t *testing.T) {
	a, err := newAssets(os.DirFS("../site"), &testEngine, Accent{Light: "#123456", Dark: "#abcdef"}, false)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	figure := func(name string, points int) string {
		var path strings.Builder
		for range points {
			fmt.Fprintf(&path, "%d ", random.IntN(1e6))
		}
		return fmt.Sprintf(`<figure><div class="output"><svg class="net dense" data-network="%s" role="group" viewBox="0 0 620 480" style="max-width:620px"><title>%[1]s</title><desc>A &lt; B</desc><g class="node src"><path class="shape" d="M%s"/></g></svg></div></figure>`, name, path.String())
	}
	page := "<p>" + figure("first", 6000) + figure("small", 4000) + figure("large", 6000) + figure("middle", 5000) + "</p>"
	a.files["small.html"] = []byte(page)
	weight, err := a.lighten("small.html")
	if err != nil || weight > notebookBudget {
		t.Fatalf("got a page of %d bytes, %v, want at most %d", weight, err, notebookBudget)
	}
	light := string(a.files["small.html"])
	if got := len(a.drawings["small.html"]); got != 2 {
		t.Errorf("%d drawings have files, want the large and the middle one", got)
	}
	again := stand.ReplaceAllStringFunc(light, func(image string) string {
		at := stand.FindStringSubmatch(image)
		file := string(a.files[at[3]])
		if at[1] != "620" || at[2] != "480" || at[4] != "620" || at[5] != "480" || a.apart[at[3]] {
			t.Errorf("got %s, want the size of the drawing, and a file that is kept with the page", image)
		}
		for _, want := range []string{`<svg xmlns="http://www.w3.org/2000/svg" class="net dense" width="620" height="480" viewBox="0 0 620 480"><style>`, "--accent:light-dark(#123456, #abcdef)", "--ink:light-dark(#1c1b1a, #e9e6e0)", ".dense .shape{"} {
			if !strings.Contains(file, want) {
				t.Errorf("%s: want %s in it, got …%s", at[3], want, file[:3000])
			}
		}
		style, rest, _ := strings.Cut(file, "</style>")
		if strings.Contains(style, "fault") || strings.Contains(style, "--q8") {
			t.Errorf("%s: has styles of what is not in it: %s", at[3], style)
		}
		return strings.TrimSuffix(rest, "</svg>")
	})
	if again != page {
		t.Error("the page with its drawings put back is another one")
	}
	for name, stays := range map[string]bool{"first": true, "small": true, "middle": false, "large": false} {
		if whole := strings.Contains(light, `<title>`+name+`</title><desc>A &lt; B</desc><g`); whole != stays {
			t.Errorf("the page has the %s drawing itself: %t, want %t", name, whole, stays)
		}
	}
	if _, err := a.lighten("small.html"); err != nil || string(a.files["small.html"]) != light {
		t.Errorf("a light page changed, or %v", err)
	}
}

// TestHeavy checks that a build says of a page without drawings that it is over its budget, and not of others.
func TestHeavy(t *testing.T) {
	folder := newBook(t)
	random := rand.New(rand.NewPCG(1, 2))
	var text bytes.Buffer
	for range 12_000 {
		fmt.Fprintf(&text, "%x ", random.Uint32())
	}
	addFiles(t, folder, map[string]string{"long.md": "---\ntitle: Long\n---\n" + text.String()})
	opt := options(folder)
	var said []string
	opt.Log = func(line string) {
		if strings.Contains(line, "to be read") {
			said = append(said, line)
		}
	}
	if _, err := Build(t.Context(), opt); err != nil {
		t.Fatal(err)
	}
	if len(said) != 1 || !strings.HasPrefix(said[0], "long.html takes ") || !strings.Contains(said[0], "want at most 60") {
		t.Errorf("the build said %q, want a line about long.html", said)
	}
	if _, err := os.Stat(filepath.Join(folder, "dist", "long.html")); err != nil {
		t.Error(err)
	}
}
