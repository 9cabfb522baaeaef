package folder

import (
	"encoding/base64"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"topobook/notebooks/markdown"
)

// FuzzImageSize reads any bytes as an image of any kind: it has a size that a page can have, or there is a fault.
func FuzzImageSize(f *testing.F) {
	names := []string{"a.png", "a.jpg", "a.gif", "a.webp", "a.svg"}
	for i, format := range []string{"png", "jpeg", "gif"} {
		f.Add(i, encoded(f, format))
	}
	for _, webp := range []string{lossyWebP, losslessWebP, extendedWebP} {
		data, err := base64.StdEncoding.DecodeString(webp)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(3, data)
	}
	for _, svg := range []string{`<svg width="30" height="20px"/>`, `<svg width="1e9in" viewBox="0 0 1 1"/>`, `<svg viewBox="0 0 NaN Inf">`, `<?xml?><!DOCTYPE svg [<!ENTITY a "b">]><svg width="&a;" height="1"/>`, `<svg width="0x1p9" height="1_0">`} {
		f.Add(4, []byte(svg))
	}
	f.Fuzz(func(t *testing.T, kind int, data []byte) {
		name := names[uint(kind)%uint(len(names))]
		width, height, err := imageSize(name, data)
		if err == nil && (width < 1 || height < 1 || width > 1<<24 || height > 1<<24) {
			t.Errorf("%s: got %d by %d", name, width, height)
		}
		if err != nil && (width != 0 || height != 0 || !strings.HasPrefix(err.Error(), "want a whole ")) {
			t.Errorf("%s: got %d by %d, %v", name, width, height, err)
		}
	})
}

// A spy is a folder that notes which files are asked for.
type spy struct {
	fs.FS
	asked []string
}

func (s *spy) Open(name string) (fs.File, error) {
	s.asked = append(s.asked, name)
	return s.FS.Open(name)
}

// FuzzAttach reads any text as a notebook, and what it takes from its folder: no name leads out of that, and each fault has a place.
func FuzzAttach(f *testing.F) {
	for _, seed := range []string{
		"![a](plot.png)\n", "![a](../plot.png)\n", "![a](%2e%2e/plot.png)\n", "![a](img/../../b.svg)\n", "[a](data.csv#b)\n", "[a]: <img/a b.svg>\n![a]\n", "[a](other.md)\n", "![a](a\\\\..\\\\b.png)\n", "[a](/plot.png)\n", "[a](img/)\n",
		"---\ntitle: T\nbibliography: ../a.bib\n---\n", "```starlark {#a}\nread('../data.csv')\nload('a.star', 'b')\n```\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if !strings.HasPrefix(src, "---") {
			src = head + src
		}
		book, err := markdown.Parse("x.md", []byte(src))
		if err != nil {
			return
		}
		files := &spy{FS: fstest.MapFS{"plot.png": {Data: []byte("x")}, "img/a b.svg": {Data: []byte(`<svg width="3" height="2"/>`)}, "data.csv": {Data: []byte("a\n1\n")}, "other.md": {}}}
		for _, err := range []error{Attach(book, files), ReadFiles(book, files)} {
			if err != nil && !strings.HasPrefix(err.Error(), "x.md") && !strings.Contains(err.Error(), ".star:") {
				t.Errorf("%q: got %v, want a place", src, err)
			}
		}
		for _, name := range files.asked {
			if fs.ValidPath(name) {
				continue
			}
			if _, err := files.FS.Open(name); err == nil {
				t.Errorf("%q: asks for %q, and gets it", src, name)
			}
		}
	})
}
