package folder

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
	"testing/fstest"

	"topobook/notebooks/markdown"
)

// encoded returns an image of 37 × 21 pixels in a format of the standard library.
func encoded(t testing.TB, format string) []byte {
	t.Helper()
	picture := image.NewPaletted(image.Rect(0, 0, 37, 21), color.Palette{color.Black})
	var b bytes.Buffer
	var err error
	switch format {
	case "png":
		err = png.Encode(&b, picture)
	case "jpeg":
		err = jpeg.Encode(&b, picture, nil)
	case "gif":
		err = gif.Encode(&b, picture, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The same as WebP, in its three containers, as Chromium writes them (of the extended one its head).
const (
	lossyWebP    = "UklGRkIAAABXRUJQVlA4IDYAAAAwAwCdASolABUAP3G202G0ryqmJWgCkC4JZwDQzA8KmggAAP7hw3EYaNf7eZ+8ZJmFoWWgAAA="
	losslessWebP = "UklGRh4AAABXRUJQVlA4TBEAAAAvJAAFAAdQkapWpP+BiOh/AAA="
	extendedWebP = "UklGRiQCAABXRUJQVlA4WAoAAAAgAAAAJAAAFAAA"
)

func TestImageSize(t *testing.T) {
	webp := func(text string) string {
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for _, tt := range []struct {
		name, data    string
		width, height int
		err           string
	}{
		{"a.png", string(encoded(t, "png")), 37, 21, ""},
		{"a.JPG", string(encoded(t, "jpeg")), 37, 21, ""},
		{"a.gif", string(encoded(t, "gif")), 37, 21, ""},
		{"a.webp", webp(lossyWebP), 37, 21, ""},
		{"a.webp", webp(losslessWebP), 37, 21, ""},
		{"a.webp", webp(extendedWebP), 37, 21, ""},
		{"a.svg", `<?xml version="1.0"?><!DOCTYPE svg><!-- c --><svg xmlns="http://www.w3.org/2000/svg" width="30" height="20px"/>`, 30, 20, ""},
		{"a.svg", `<svg width="460.8pt" height="72pt" viewBox="0 0 460.8 72"/>`, 615, 96, ""}, // 614.4 by 96
		{"a.svg", `<svg width="100%" viewBox="0,0,300,150"/>`, 300, 150, ""},
		{"a.svg", `<svg width="2in" viewBox="0 0 4 1"/>`, 192, 48, ""},
		{"a.svg", `<svg/>`, 0, 0, "want a whole SVG file: want width and height, or viewBox, in its svg element"},
		{"a.svg", `<html>`, 0, 0, "want a whole SVG file: it is <html>"},
		{"a.svg", ``, 0, 0, "want a whole SVG file: EOF"},
		{"a.png", string(encoded(t, "gif")), 0, 0, "want a whole PNG file: it is a GIF"},
		{"a.png", string(encoded(t, "png")[:20]), 0, 0, "want a whole PNG file: "},
		{"a.webp", "RIFF", 0, 0, "want a whole WebP file: it has no header"},
	} {
		width, height, err := imageSize(tt.name, []byte(tt.data))
		if width != tt.width || height != tt.height || !strings.HasPrefix(errorText(err), tt.err) || tt.err == "" && err != nil {
			t.Errorf("%s: got %d, %d, %v, want %d, %d, %s", tt.name, width, height, err, tt.width, tt.height, tt.err)
		}
	}
}

// imageFolder has what the notebooks of these tests may take from it.
func imageFolder(t *testing.T) fstest.MapFS {
	file := func(data string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(data)} }
	return fstest.MapFS{
		"plot.png": file(string(encoded(t, "png"))), "img/a b.svg": file(`<svg viewBox="0 0 4 2"/>`), "bad.png": file("x"),
		"data.csv": file("a,b\n1,2\n"), "other.md": file("x"), "large.png": file(strings.Repeat("x", maxImage+1)),
	}
}

func TestImages(t *testing.T) {
	book, err := markdown.Parse("x.md", []byte(head+"![A *plot*\nof \"k\"](plot.png \"Its $k$, see [@fig:my-plot].\"){#my-plot}\n\n"+
		"In text ![an icon](<img/a b.svg>), [data](data.csv) and [more](./other.md#part).\n\n"+
		"- ![no caption](plot.png)\n\n[@fig:my-plot] [page](ledger.html#x) [host](https://example.org/a.csv) [here](#my)\n"))
	if err == nil {
		err = Attach(book, imageFolder(t))
	}
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, asset := range book.Assets {
		names = append(names, asset.Name)
		asset.Address = "assets/" + asset.Name
	}
	if got, want := strings.Join(names, " "), "plot.png img/a b.svg data.csv"; got != want {
		t.Errorf("assets: got %s, want %s", got, want)
	}
	body, _, err := book.Render(nil, typesetting)
	if err != nil {
		t.Fatal(err)
	}
	want := `<figure class="image" id="fig-my-plot"><img src="assets/plot.png" alt="A plot of “k”" width="37" height="21" loading="lazy" decoding="async">` +
		"<figcaption><b>Figure\u00a01.</b> Its <span class=\"glue\"><math><mi>k</mi></math>,</span> see <a href=\"#fig-my-plot\">Figure\u00a01</a>.</figcaption></figure>\n" +
		`<p>In text <img src="assets/img/a b.svg" alt="an icon" width="4" height="2" loading="lazy" decoding="async">, ` +
		`<a href="assets/data.csv" download="data.csv">data</a> and <a href="other.html#part">more</a>.</p>` + "\n<ul>\n<li>\n" +
		`<figure class="image"><img src="assets/plot.png" alt="no caption" width="37" height="21" loading="lazy" decoding="async"></figure>` + "\n</li>\n</ul>\n" +
		"<p><a href=\"#fig-my-plot\">Figure\u00a01</a> <a href=\"ledger.html#x\">page</a> <a href=\"https://example.org/a.csv\">host</a> <a href=\"#my\">here</a></p>\n"
	if body != want {
		t.Errorf("got\n%s\nwant\n%s", body, want)
	}
}

// TestCarriedDownload checks that a link leads to a file that stands in the notebook, also if the folder has one of its name.
func TestCarriedDownload(t *testing.T) {
	book, err := markdown.Parse("x.md", []byte(head+"[data](data.csv)\n\n"+fence(`data {name="data.csv"}`, "c,d")))
	if err == nil {
		err = Attach(book, imageFolder(t))
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(book.Assets) != 1 || string(book.Assets[0].Data) != "c,d\n" {
		t.Errorf("assets: got %+v, want the file in the notebook", book.Assets)
	}
}

func TestImageFaults(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"é ![](plot.png)", "x.md:6:3: image: plot.png: want words in the brackets that say what it shows, as in ![A ring of five nodes](plot.png)"},
		{"![a](http://h/a.png)", `x.md:6:1: image: got "http://h/a.png", want a file in the notebook's folder: a page shows nothing of other hosts`},
		{"![a](/a.png)", `x.md:6:1: image: got "/a.png", want a file in the notebook's folder: a path does not start with /`},
		{"![a](img/../../a.png)", `x.md:6:1: image: got "img/../../a.png", want a file in the notebook's folder: it is above that`},
		{"![a](a.tiff)", "x.md:6:1: image: a.tiff: want a .png, .jpg, .gif, .webp or .svg file"},
		{"![a](plot.png){#A}", `x.md:6:15: image: got "{#A}" after it, want {#id} with`},
		{"![a](plot.png){#a", `x.md:6:15: image: got "{#a" after it, want {#id} with`},
		{"b ![a](plot.png \"c\")", "x.md:6:3: image: plot.png: want it in a paragraph of its own, as it has a caption or an id"},
		{"![a](plot.png){#a}\n\n```starlark {#a}\n1\n```", "x.md:8:4: cell a: the image in line 6 has this id too"},
		{"![a](plto.png)", "x.md:6:1: image: plto.png: there is no such file in the notebook's folder, did you mean plot.png?"},
		{"![a](img/c.svg)", "x.md:6:1: image: img/c.svg: there is no such file in the notebook's folder"},
		{"![a](bad.png)", "x.md:6:1: image: bad.png: want a whole PNG file: "},
		{"![a](large.png)", "x.md:6:1: image: large.png: it has 5.0 MB, want at most 5 MB"},
		{"[b](large.png)\n![a](large.png)", "x.md:7:1: image: large.png: it has 5.0 MB, want at most 5 MB"},
		{"b [a](data.cvs)", "x.md:6:3: link: data.cvs: there is no such file in the notebook's folder, did you mean data.csv?"},
		{"[a](img)", "x.md:6:1: link: img: it is a folder, want a file"},
		{"[a](nothing.md#b)", "x.md:6:1: link: nothing.md: there is no such file"},
		{"[a](../x.csv)", `x.md:6:1: link: got "../x.csv", want an address with https://, or a file in the notebook's folder: it is above that`},
		{"[a](/x)", `x.md:6:1: link: got "/x", want`},
	} {
		book, err := markdown.Parse("x.md", []byte(head+tt.src+"\n"))
		if err == nil {
			err = Attach(book, imageFolder(t))
		}
		if got := errorText(err); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%q:\ngot  %s\nwant %s", tt.src, got, tt.want)
		}
	}
}
