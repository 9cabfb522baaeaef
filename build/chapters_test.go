package build

import (
	"context"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fmt"

	"topobook/notebooks/markdown"
)

// set is a paper of three pages. The order of its files is not that of its chapters.
var set = map[string]string{
	"rings.md": "---\ntitle: All about rings\nshort: Rings\npaper: On rings\nauthors: A. Nobody\nyear: 1999\ndoi: 10.1000/182\nread: The slides.\norder: 3\nsummary: What goes round.\n---\n" +
		"## Start\n\n```starlark {#net}\ndraw(ring(3))\n```\n\n```starlark {#start}\nclaim(\"start\", paper=3, computed=size(ring(3)))\n```\n",
	"rings-odd.md": "---\npart-of: rings\ntitle: Rings of odd length\nshort: Odd\norder: 2\nsummary: What does not split.\n---\n" +
		"## Chapters\n\n```starlark {#net}\nclaim(\"odd\", paper=2, computed=diameter(ring(3)))\n```\n",
	"rings-long.md": "---\npart-of: rings\ntitle: Long rings\norder: 1\nsummary: What takes a while.\n---\n" +
		"```starlark {#net}\nclaim(\"long\", paper=9, computed=size(ring(9)))\n```\n",
}

// buildSet builds the site of the set beside the small notebook, which comes after it.
func buildSet(t *testing.T) (Report, string) {
	t.Helper()
	folder := newBook(t)
	addFiles(t, folder, set)
	report, err := Build(context.Background(), options(folder))
	if err != nil {
		t.Fatal(err)
	}
	return report, filepath.Join(folder, "dist")
}

func TestSiteLoadOrder(t *testing.T) {
	folder := newBook(t)
	addFiles(t, folder, set)
	slugs := func(books []*markdown.Notebook, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, book := range books {
			list = append(list, book.Slug)
			if book.Home() == "rings" && (book.Authors != "A. Nobody" || book.URL != "https://doi.org/10.1000/182" || book.Year != "1999" || book.Read != "The slides.") {
				t.Errorf("%s: got %+v, want the paper of the main page", book.File, book.Meta)
			}
		}
		return strings.Join(list, " ")
	}
	if got, want := slugs(Load(folder)), "rings rings-long rings-odd small"; got != want {
		t.Errorf("Load: got %s, want %s", got, want)
	}
	if got, want := slugs(LoadPaper(folder, "rings")), "rings rings-long rings-odd"; got != want {
		t.Errorf("LoadPaper: got %s, want %s", got, want)
	}
}

func TestSiteLoadFaults(t *testing.T) {
	const rest = "summary: S\n---\n"
	for _, tt := range []struct{ name, src, want string }{
		{"rings-odd-2.md", "---\npart-of: rings-odd\ntitle: T\norder: 1\n" + rest, `rings-odd-2.md: part-of: got "rings-odd", want the name of a notebook that is no chapter`},
		{"none-a.md", "---\npart-of: none\ntitle: T\norder: 1\n" + rest, `none-a.md: part-of: got "none", want`},
		{"rings-z.md", "---\npart-of: rings\ntitle: T\norder: 2\n" + rest, "rings-z.md: order 2 is that of rings-odd.md too"},
		{"z.md", "---\ntitle: T\norder: 3\n" + rest, "z.md: order 3 is that of rings.md too"},
		{"odd.md", "---\ntitle: T\npart-of: rings\norder: 5\n" + rest, `odd.md:3:1: front matter: part-of: got "rings", want it to start the name of the file, as in rings-odd.md`},
		{"rings-z.md", "---\npart-of: rings\ntitle: T\norder: 5\nyear: 1999\n" + rest, "rings-z.md:5:1: front matter: year: want it in rings.md only, as this is a chapter"},
	} {
		folder := newBook(t)
		addFiles(t, folder, set)
		addFiles(t, folder, map[string]string{tt.name: tt.src})
		if _, err := Load(folder); !strings.HasPrefix(fmt.Sprint(err), tt.want) {
			t.Errorf("got  %v\nwant %s", err, tt.want)
		}
	}
}

// TestSiteClaimIDs checks that a claim has the paper's name on every page, and stands on one of them.
func TestSiteClaimIDs(t *testing.T) {
	folder := newBook(t)
	addFiles(t, folder, set)
	books, err := Load(folder)
	if err != nil {
		t.Fatal(err)
	}
	places := map[string]string{}
	for _, book := range books {
		results, err := book.Compute(nil)
		if err == nil {
			err = book.PlaceClaims(results, places)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{
		"rings/start": "rings.md:19", "rings/long": "rings-long.md:8", "rings/odd": "rings-odd.md:11", "small/sum": "small.md:40",
	}
	if !maps.Equal(places, want) {
		t.Errorf("claims: got %v, want %v", places, want)
	}
	twice := strings.Replace(set["rings-odd.md"], `"odd"`, `"long"`, 1)
	addFiles(t, folder, map[string]string{"rings-odd.md": twice})
	_, err = Build(context.Background(), options(folder))
	if want := "rings-odd.md:11: claim rings/long: the cell at rings-long.md:8 has this id too"; fmt.Sprint(err) != want {
		t.Errorf("a claim on two pages: got %v, want %s", err, want)
	}
}

// TestPublishedClaimIDs checks the same of the notebooks of this checkout, by their source: that
// costs no run of their cells.
func TestPublishedClaimIDs(t *testing.T) {
	books, err := Load("../notebooks")
	if err != nil {
		t.Fatal(err)
	}
	call := regexp.MustCompile(`\b(?:claim|verify|undecided)\(\s*"([^"]+)"`)
	seen := map[string]string{}
	for _, book := range books {
		for _, cell := range book.Cells {
			for _, match := range call.FindAllStringSubmatch(cell.Source, -1) {
				id := match[1]
				if !strings.Contains(id, "/") {
					id = book.Home() + "/" + id
				}
				if other, ok := seen[id]; ok {
					t.Errorf("%s: claim %s: %s has this id too", book.File, id, other)
				}
				seen[id] = book.File
			}
		}
	}
	if len(seen) < 20 {
		t.Errorf("claims: found %d, want those of all notebooks", len(seen))
	}
}

// part returns what stands between two marks of a page, or ends the test.
func part(t *testing.T, page, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, from)
	inside, _, closed := strings.Cut(rest, to)
	if !ok || !closed {
		t.Fatalf("want %s … %s in\n%s", from, to, page)
	}
	return inside
}

var (
	linkTo = regexp.MustCompile(`<a href=([a-z0-9.#/-]+)`)
	tag    = regexp.MustCompile(`<[^>]*>`)
)

// TestPageChapters checks how the pages of one paper lead to each other.
func TestPageChapters(t *testing.T) {
	report, out := buildSet(t)
	checkLinks(t, report, out)
	for _, tt := range []struct{ file, title, current, before string }{
		{"rings.html", "All about rings · Site", "rings.html aria-current=page>Overview<", "rings-long.html next First chapter Long rings"},
		{"rings-long.html", "Long rings · Rings · Site", "rings-long.html aria-current=page><span>1</span> Long rings<",
			"rings.html prev Main page All about rings, rings-odd.html next Next chapter Rings of odd length"},
		{"rings-odd.html", "Rings of odd length · Rings · Site", "rings-odd.html aria-current=page><span>2</span> Odd<",
			"rings-long.html prev Previous chapter Long rings, small.html next Next paper A small page"},
	} {
		page := string(read(t, filepath.Join(out, tt.file)))
		if got := part(t, page, "<title>", "</title>"); got != tt.title {
			t.Errorf("%s: got title %q, want %q", tt.file, got, tt.title)
		}
		list := part(t, page, `<nav class=chapters`, "</nav>")
		if strings.Count(list, "aria-current") != 1 || !strings.Contains(list, "<a href="+tt.current) {
			t.Errorf("%s: the present chapter is not %s: %s", tt.file, tt.current, list)
		}
		var pages []string
		for _, match := range linkTo.FindAllStringSubmatch(list, -1) {
			pages = append(pages, match[1])
		}
		if want := []string{"rings.html", "rings-long.html", "rings-odd.html"}; !slices.Equal(pages, want) {
			t.Errorf("%s: chapters: got %v, want %v", tt.file, pages, want)
		}
		var ends []string
		for _, link := range strings.Split(part(t, page, `<nav class=next`, "</nav>"), "<a href=")[1:] {
			link = strings.Replace(link, " rel=", " ", 1)
			ends = append(ends, strings.Join(strings.Fields(tag.ReplaceAllString(strings.Replace(link, ">", " ", 1), " ")), " "))
		}
		if got := strings.Join(ends, ", "); got != tt.before {
			t.Errorf("%s: before and after: got %s, want %s", tt.file, got, tt.before)
		}
		if !strings.Contains(page, `<a href=https://doi.org/10.1000/182><cite>On rings</cite></a>`) || !strings.Contains(page, `"paper":"rings"`) {
			t.Errorf("%s: want the paper, and its name for the browser program", tt.file)
		}
	}
	odd, small := string(read(t, filepath.Join(out, "rings-odd.html"))), string(read(t, filepath.Join(out, "small.html")))
	if !strings.Contains(part(t, odd, "<p class=part>", "<h1>"), "<a href=rings.html>Rings</a> Chapter 2") {
		t.Error("rings-odd.html: want its paper and number above the title")
	}
	if !strings.Contains(odd, "What we read: The slides.") || strings.Contains(small, "What we read") {
		t.Error("want what was read of a paper under the byline of its chapters, where it says so")
	}
	if strings.Contains(small, "class=chapters") || strings.Contains(small, "class=part>") || strings.Contains(small, "class=next") {
		t.Error("small.html: has chapters, or a page after the last one")
	}
	list := part(t, string(read(t, filepath.Join(out, "rings.html"))), "<section class=chapter-list>", "</section>")
	for _, want := range []string{"id=chapters", "What takes a while.", "<a href=rings-odd.html>Rings of odd length</a>", "<b>1</b> fails"} {
		if !strings.Contains(list, want) {
			t.Errorf("rings.html: want %s in the list of chapters", want)
		}
	}
}

// TestIndexChapters checks that the lists of the site have a paper once, with its chapters.
func TestIndexChapters(t *testing.T) {
	_, out := buildSet(t)
	index := part(t, string(read(t, filepath.Join(out, "index.html"))), "<ol class=papers>", "</main>")
	if got := strings.Count(index, "<h2>"); got != 2 {
		t.Errorf("index.html: got %d papers, want 2", got)
	}
	for _, want := range []string{
		"<ol class=parts><li><a href=rings-long.html>Long rings</a></li><li><a href=rings-odd.html>Odd</a></li></ol>", "<b>2</b> holds", "<b>1</b> fails", "class=picture",
	} {
		if !strings.Contains(index, want) {
			t.Errorf("index.html: want %s in the list of papers", want)
		}
	}
	ledger := string(read(t, filepath.Join(out, "ledger.html")))
	if got := strings.Count(ledger, "<section class=book"); got != 2 {
		t.Errorf("ledger.html: got %d papers, want 2", got)
	}
	book := part(t, ledger, "<section class=book id=rings>", "<section class=book")
	for _, want := range []string{
		"href=rings.html#claim-rings/start>", "href=rings-odd.html#claim-rings/odd>", "<dt>chapter</dt><dd>Odd</dd>", "href=rings-long.html#claim-rings/long>",
		"<summary>Overview <span class=count>1</span></summary>", "<summary>Long rings <span class=count>1</span></summary>",
	} {
		if !strings.Contains(book, want) {
			t.Errorf("ledger.html: want %s with the paper's claims", want)
		}
	}
	if strings.Count(book, "<dt>chapter") != 1 || strings.Count(book, "<details class=quiet>") != 2 {
		t.Error("ledger.html: want a card, with its chapter, for the claim that fails, and those that hold folded by chapter")
	}
	worker := string(read(t, filepath.Join(out, "sw.js")))
	if !strings.Contains(worker, "rings-long.html") {
		t.Error("sw.js: want the chapters among the pages that it keeps")
	}
}

// TestApart checks that a notebook which is not listed has a page, with its chapter, and stands in no list.
func TestApart(t *testing.T) {
	const claim = "```starlark {#c}\nclaim(\"one\", paper=1, computed=1)\n```\n"
	folder := newBook(t)
	addFiles(t, folder, map[string]string{
		"draft.md":      "---\ntitle: A draft\nlisted: false\norder: 1\n---\n\n" + claim,
		"draft-more.md": "---\ntitle: More of it\npart-of: draft\norder: 1\n---\n\nText.\n",
	})
	report, err := Build(context.Background(), options(folder))
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(folder, "dist")
	checkLinks(t, report, out)
	page := string(read(t, filepath.Join(out, "draft.html")))
	if !strings.Contains(page, "claim-draft/one") || !strings.Contains(page, "<a href=draft-more.html>") || strings.Contains(page, "ledger.html#draft") {
		t.Errorf("want a page with its claim and its chapter, and no link to the ledger: %s", page)
	}
	for _, name := range []string{"index.html", "ledger.html", "small.html"} {
		if text := string(read(t, filepath.Join(out, name))); strings.Contains(text, "draft.html") {
			t.Errorf("%s: lists a notebook that stands apart", name)
		}
	}
	for want, text := range map[string]string{
		"draft-more.md:4:1: front matter: listed: want it in draft.md only": "---\ntitle: More of it\npart-of: draft\nlisted: false\n---\n",
		`draft-more.md:3:9: front matter: listed: got "no", want true or`:   "---\ntitle: More of it\nlisted: no\n---\n",
	} {
		addFiles(t, folder, map[string]string{"draft-more.md": text})
		if _, err := Build(context.Background(), options(folder)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
