package scenes_test

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"topobook/notebooks/engine/enginetest"
	"topobook/notebooks/markdown"
)

// bombNotebook is what stands in the playground before a bomb comes, and after it.
const bombNotebook = "---\ntitle: Bombs\n---\n\n```starlark {#values}\n0\n```\n\n```starlark {#bomb}\n6 * 7\n```\n"

// A fileBomb is a file by its name, as a JavaScript expression.
type fileBomb struct{ name, content string }

var fileBombs = []fileBomb{
	{"twice.edgelist", `'a b\n'.repeat(16e6)`},
	{"path.edgelist", `Array.from({ length: 2e6 }, (_, i) => 'n' + i + ' n' + (i + 1)).join('\n')`},
	{"line.edgelist", `'a b ' + '1 '.repeat(3e7)`},
	{"name.edgelist", `'a'.repeat(3e7) + ' b'`},
	{"deep.json", `'{"nodes": [], "links": ' + '['.repeat(1e6)`},
	{"deeper.json", `'{"nodes": [{"id": ' + '{"a":'.repeat(1e6)`},
	{"wide.json", `'{"nodes": [' + '{"id": 1},'.repeat(3e6) + '{}], "links": []}'`},
	{"laughs.graphml", `'<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><graphml><graph id="&b;"/></graphml>'`},
	{"deep.graphml", `'<graphml><graph>' + '<node id="a"><graph>'.repeat(1e5)`},
	{"deep.gml", `'graph [ '.repeat(1e6)`},
	{"open.gml", `'graph [ node [ id "' + 'a'.repeat(3e7)`},
	{"deep.dot", `'graph {' + 'subgraph {'.repeat(1e6)`},
	{"product.dot", `'graph { {' + Array.from({ length: 5e3 }, (_, i) => 'a' + i).join(' ') + '} -- {' + Array.from({ length: 5e3 }, (_, i) => 'b' + i).join(' ') + '} }'`},
	{"chain.dot", `'graph { a' + ' -- b -- a'.repeat(2e6) + ' }'`},
	{"huge.g6.txt", `'>>graph6<<~~' + '~'.repeat(6)`},
	{"router.booksim", `'router 0' + ' router 1'.repeat(3e6)`},
	{"fields.csv", `','.repeat(6e7)`},
	{"quote.csv", `'a,b\n"' + 'x'.repeat(6e7)`},
	{"rows.csv", `'a,b\n' + '1,2\n'.repeat(1e6)`},
	{"more.csv", `'a,b\n' + '1,2\n'.repeat(1.5e7)`},
	{"digits.csv", `'a\n' + '9'.repeat(3e7)`},
	{"large.txt", `'x'.repeat(6e7)`},
	{"too-large.txt", `'x'.repeat(7e7)`},
	{"lines.star", `'x = 1\n'.repeat(1e6)`},
	{"brackets.star", `'('.repeat(60000)`},
	{"quotes.md", `'> '.repeat(1e5)`},
	{"lists.md", `Array.from({ length: 2000 }, (_, i) => '  '.repeat(i) + '- a').join('\n')`},
	{"links.md", `'['.repeat(2e5)`},
	{"stars.md", `'*a_'.repeat(2e5)`},
	{"code.md", "'`'.repeat(2e5)"},
	{"entities.md", `'&lt;<a'.repeat(2e5)`},
	{"table.md", `'|a'.repeat(1000) + '\n' + '|-'.repeat(1000) + '\n' + ('|b'.repeat(1000) + '\n').repeat(100)`},
	{"front.md", `'---\n' + 'title: a\n'.repeat(1e5) + '---\n'`},
	{"yaml.md", `'---\na: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\ntitle: ' + '['.repeat(1e5) + '\n---\n'`},
	{"cells.md", "('`'.repeat(3) + 'starlark\\n1 + 1\\n' + '`'.repeat(3) + '\\n\\n').repeat(20000)"},
	{"many.md", "('`'.repeat(3) + 'starlark {#bomb}\\n1 + 1\\n' + '`'.repeat(3) + '\\n\\n').repeat(1000)"},
	{"long.md", `'Words and more words.\n\n'.repeat(2e5)`},
	{"longer.md", `'Words and more words.\n\n'.repeat(1e6)`},
	{"values.md", "('`= 1 + 1` ').repeat(20000)"},
	{"formulas.md", `'$x^2$ '.repeat(20000)`},
	{"formula.md", `'$' + '{'.repeat(20000) + '$'`},
	{"macro.md", `'$\\def\\x{\\x\\x}\\x$ $$\\newcommand{\\y}{\\x\\y}\\y$$ $' + '\\sqrt{'.repeat(3000) + '$'`},
	{"headings.md", `'# a\n\n'.repeat(1e5)`},
	{"inflates.gz", `new Uint8Array([0x1f, 0x8b, 8, 0])`},
}

// archive returns a bomb that is an archive of so many files of zeros, of so many bytes each.
func archive(name string, files, size int) fileBomb {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := range files {
		f, _ := w.Create(fmt.Sprintf("a%d.md", i)) // a bytes.Buffer takes everything
		_, _ = io.Copy(f, io.LimitReader(zeros{}, int64(size)))
	}
	_ = w.Close()
	return fileBomb{name, "Uint8Array.from(atob('" + base64.StdEncoding.EncodeToString(b.Bytes()) + "'), c => c.charCodeAt(0))"}
}

// zeros gives the digit 0 for ever.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

// again begins with the notebook of two cells.
func (b *bombSite) again() {
	b.t.Helper()
	b.js(`document.querySelector('#notice .close')?.click()`)
	b.drop("bombs.md", strconv.QuoteToASCII(bombNotebook))
	b.wait(`document.querySelectorAll('#blocks .block').length == 2 && ` + contains("#cell-bomb .output", "42"))
	b.idle()
}

// TestBombFiles loads, drops and opens files that are small and become large, or that are large: what is wrong is said, and the page goes on.
func TestBombFiles(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.bombs()
		b.attack = "a file that is a bomb"
		for _, bomb := range enginetest.Bombs {
			doc := enginetest.Document("-- cell --\n" + bomb.Source)
			if len(doc.Files) == 0 {
				continue
			}
			var book strings.Builder
			fmt.Fprintf(&book, "---\ntitle: %s\n---\n\n", bomb.Name)
			for _, name := range slices.Sorted(maps.Keys(doc.Files)) {
				book.WriteString(markdown.NewData(name, doc.Files[name]) + "\n")
			}
			book.WriteString(markdown.NewCell("bomb", doc.Cells[0].Source))
			start := time.Now()
			b.drop("bomb.md", strconv.QuoteToASCII(book.String()))
			b.wait(contains("#cell-bomb .error:not([hidden])", strings.TrimSpace(bomb.Want)))
			b.again()
			b.t.attacked(b.attack, true, time.Since(start))
		}
		for _, bomb := range append([]fileBomb{archive("one.zip", 1, 200<<20), archive("many.zip", 10000, 10)}, fileBombs...) {
			start := time.Now()
			b.drop(bomb.name, bomb.content)
			// It is refused, or taken; what runs then for too long is stopped.
			b.wait(`!document.getElementById('notice').hidden || document.querySelectorAll('#blocks .block').length != 2 || !document.querySelector('#cell-bomb')`)
			taken := time.Since(start)
			said := b.settled()
			b.again()
			t.Logf("%s: %.1f s until it was taken or refused, %.1f s in all: %.150q", bomb.name, taken.Seconds(), time.Since(start).Seconds(), said)
			if strings.Contains(said, "internal error") || strings.Contains(said, "panic") {
				t.Errorf("%s: says %q", bomb.name, said)
			}
			t.attacked(b.attack, true, time.Since(start))
		}
	})
}

// settled waits until nothing runs, or presses Stop after some seconds, and returns what the page says is wrong.
func (b *bombSite) settled() string {
	b.t.Helper()
	b.wait(`(async () => {
		const until = performance.now() + 4000
		while (document.documentElement.hasAttribute('data-busy') && performance.now() < until) await new Promise(done => setTimeout(done, 20))
		if (document.documentElement.hasAttribute('data-busy')) document.getElementById('stop').click()
		return true
	})()`)
	b.idle()
	return eval[string](b.tab, `[...document.querySelectorAll('#notice:not([hidden]) p, #blocks .error:not([hidden]), #blocks .fault')].map(el => el.textContent).join('\n').slice(0, 2000)`)
}

// TestBombLinks opens links that are short and become large.
func TestBombLinks(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		for _, link := range []struct{ name, page, fragment string }{
			{"a notebook of 100 MB", "playground", "#n=1" + packedLink(100<<20, 0)},
			{"a notebook of 20 MB", "playground", "#n=1" + packedLink(20<<20, 0)},
			{"a notebook of 20 MB that says it is small", "playground", "#n=1" + packedLink(20<<20, 1<<20)},
			{"a notebook of 1 MB", "playground", "#n=1" + packedLink(1000_000, 0)},
			{"edits of 100 MB", "sample", "#e=" + packedEdit("sum", 100<<20) + "&v=3"},
			{"an edit of 65,000 lines", "sample", "#e=" + packedEdit("sum", 65000) + "&v=3"},
			{"inputs of 30 kB", "sample", "#k=" + strings.Repeat("9", 30000)},
			{"thousands of inputs", "sample", "#" + strings.Repeat("k=3&", 8000)},
		} {
			start := time.Now()
			b := t.open(h.page(link.page) + link.fragment)
			if link.page == "sample" {
				b.ready()
			}
			b.wait(`!document.getElementById('notice').hidden`)
			said := b.text("#notice p")
			t.Logf("%s, %d characters: %.1f s, %q", link.name, len(link.fragment), time.Since(start).Seconds(), said)
			if strings.Contains(said, "internal error") || strings.Contains(said, "panic") {
				t.Errorf("%s: says %q", link.name, said)
			}
			if link.page == "sample" {
				b.js(`document.querySelector('#notice .close')?.click()`)
				b.computes()
			}
			t.attacked("a link that becomes large", true, time.Since(start))
		}
	})
}

// deflated returns what flate makes of a text.
func deflated(text []byte) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	_, _ = w.Write(text)
	_ = w.Close() // a bytes.Buffer takes everything
	return b.Bytes()
}

// packedLink returns what a link has of a notebook of a size in bytes. It says that it has another one if that is not 0.
func packedLink(size, says int) string {
	text := append(binary.AppendUvarint(nil, uint64(size)), bytes.Repeat([]byte("#"), size)...)
	plain := deflated(text)
	body := binary.AppendUvarint(nil, uint64(cmp.Or(says, len(text))))
	body = append(binary.AppendUvarint(body, uint64(len(plain))), plain...)
	return base64.RawURLEncoding.EncodeToString(append(checksum(body), body...))
}

// packedEdit returns what a link has of an edit of so many lines, of a cell that the page has or has not.
func packedEdit(cell string, lines int) string {
	// The receiver checks the cell first: its sum is that of the sample.
	base := `text("sum:", sum(squares))`
	edit := append(checksum([]byte(base)), deflated(bytes.Repeat([]byte{'\n'}, lines))...)
	all := append(binary.AppendUvarint(nil, uint64(len(cell))), cell...)
	all = append(binary.AppendUvarint(all, uint64(len(edit))), edit...)
	return base64.RawURLEncoding.EncodeToString(append(checksum(all), all...))
}

func checksum(b []byte) []byte {
	sum := fnv.New32a()
	sum.Write(b)
	return sum.Sum(nil)
}
