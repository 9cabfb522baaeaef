package draft

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"topobook/notebooks/markdown"
)

// A piece is a part of the text that an operation is about to make: a block as it was, or what comes in its place.
type piece struct {
	key    int
	kind   markdown.BlockKind // that it was, or is to be
	source string
	origin int  // its place among the blocks, or fresh
	edited bool // by writing in it
}

const fresh = -2 // and no block follows it

// pieces returns the blocks.
func (d *Draft) pieces() []piece {
	pieces := make([]piece, len(d.blocks))
	for i, b := range d.blocks {
		pieces[i] = piece{key: d.keys[i], kind: b.Kind, source: b.Source, origin: i}
	}
	return pieces
}

func (p *piece) blank() bool { return blank(p.source) }

// unchanged tells whether p is a block as it was.
func (p *piece) unchanged() bool { return p.origin != fresh && !p.edited }

// follows tells whether p stood behind the other before.
func (p *piece) follows(other *piece) bool { return p.origin != fresh && p.origin == other.origin+1 }

// apply makes the text that the pieces are, or returns why it is none and changes nothing. It returns the key of the block
// that has the piece of the given key: another one if the piece joined it. The typing is the zero value unless somebody writes.
func (d *Draft) apply(pieces []piece, key int, typing typing) (int, error) {
	pieces = d.weave(pieces)
	var b strings.Builder
	starts := make([]int, len(pieces))
	for i, p := range pieces {
		if err := checkEnd(pieces, i); err != nil {
			return 0, err
		}
		starts[i] = b.Len()
		b.WriteString(p.source)
	}
	text := b.String()
	blocks := markdown.Split(text)
	if err := check(pieces, starts, blocks); err != nil {
		return 0, err
	}
	grow := d.typing.open && typing.key != 0 && typing.key == d.typing.key
	d.typing, d.typing.open = typing, grow
	if text != d.text {
		d.record(text, blocks, d.keysOf(pieces, starts, blocks), grow)
	}
	if at := indexOf(pieces, key); at >= 0 {
		return d.keys[d.blockAt(starts[at])], nil
	}
	return key, nil
}

// blockAt returns which block has the byte at an offset.
func (d *Draft) blockAt(offset int) int {
	for i, b := range d.blocks {
		if offset -= len(b.Source); offset < 0 {
			return i
		}
	}
	return len(d.blocks)
}

// weave leaves out empty pieces, puts one blank line where two meet that did not before, and gives each but the last a line end.
func (d *Draft) weave(pieces []piece) []piece {
	var out []piece
	for _, p := range pieces {
		last := len(out) - 1
		switch {
		case p.source == "":
		case last < 0 && p.origin == 0 || last >= 0 && p.follows(&out[last]):
			if last >= 0 && !strings.HasSuffix(out[last].source, "\n") && !strings.HasSuffix(out[last].source, "\r") {
				out[last].source += d.lineEnd
			}
			out = append(out, p)
		case !p.blank():
			p.source = p.source[len(leadingBlank(p.source)):]
			if out = d.end(out); len(out) > 0 {
				out[len(out)-1].source += d.lineEnd
			}
			out = append(out, p)
		}
	}
	if last := len(out) - 1; last >= 0 && out[last].origin != len(d.blocks)-1 {
		out = d.end(out)
	}
	return out
}

// end takes blank lines off the end of the pieces, and gives the last one a line end.
func (d *Draft) end(pieces []piece) []piece {
	last := len(pieces) - 1
	for last >= 0 && pieces[last].blank() {
		last--
	}
	if last >= 0 {
		pieces[last].source = withoutTrailingBlank(pieces[last].source) + d.lineEnd
	}
	return pieces[:last+1]
}

// leadingBlank returns the blank lines with which a source starts.
func leadingBlank(source string) string {
	rest := strings.TrimLeft(source, spaces)
	start := source[:len(source)-len(rest)]
	return start[:strings.LastIndexAny(start, "\r\n")+1]
}

// withoutTrailingBlank returns a source without its last line end, and without blank lines before that.
func withoutTrailingBlank(source string) string {
	text := strings.TrimRight(source, spaces)
	rest := source[len(text):]
	if at := strings.IndexAny(rest, "\r\n"); at >= 0 {
		rest = rest[:at]
	}
	return text + rest
}

// check returns why blocks are not what the pieces were to become: a piece may only join with text beside it.
func check(pieces []piece, starts []int, blocks []markdown.Block) error {
	blockAt := map[int]markdown.BlockKind{}
	at := 0
	for _, b := range blocks {
		blockAt[at] = b.Kind
		at += len(b.Source)
	}
	for i, p := range pieces {
		kind, begins := blockAt[starts[i]]
		joins := i > 0 && p.joins() && pieces[i-1].joins() && !(p.unchanged() && pieces[i-1].unchanged() && p.follows(&pieces[i-1]))
		if !begins && !joins {
			return fmt.Errorf("%s: what stands before would take in the %s %.40q", kindName(pieces[i-1].kind), kindName(p.kind), firstLine(p.source))
		}
		switch {
		case kind == p.kind || !begins || p.kind == markdown.Text && !p.unchanged() || p.edited && p.kind != markdown.FrontMatter:
		case p.kind == markdown.FrontMatter:
			return errors.New("front matter: want a line --- before and after it")
		default:
			return fmt.Errorf("%s: %.40q would begin the %s here", kindName(p.kind), firstLine(p.source), kindName(kind))
		}
	}
	return nil
}

// joins tells whether p may become one with text beside it.
func (p *piece) joins() bool { return p.kind == markdown.Text || p.edited }

func firstLine(source string) string {
	source = strings.TrimLeft(source, spaces)
	if at := strings.IndexAny(source, "\r\n"); at >= 0 {
		source = source[:at]
	}
	return source
}

// keysOf returns the keys of blocks that the pieces became: each has that of the first piece in it, or a new one.
func (d *Draft) keysOf(pieces []piece, starts []int, blocks []markdown.Block) []int {
	keys := make([]int, len(blocks))
	taken := map[int]bool{}
	at, first := 0, 0
	for i, b := range blocks {
		end := at + len(b.Source)
		for first < len(pieces) && starts[first]+len(pieces[first].source) <= at {
			first++
		}
		for j := first; j < len(pieces) && starts[j] < end; j++ {
			if p := &pieces[j]; !taken[p.key] && p.blank() == blank(b.Source) {
				keys[i] = p.key
				taken[p.key] = true
				break
			}
		}
		if keys[i] == 0 {
			keys[i] = d.newKey()
		}
		at = end
	}
	return keys
}

// written returns what somebody wrote in place of a source: with the line ends of the draft, and where it lacks the last one,
// those that the source had.
func (d *Draft) written(kind markdown.BlockKind, was, is string) (string, error) {
	if !utf8.ValidString(is) {
		return "", fmt.Errorf("%s: has bytes that are not text, want UTF-8", kindName(kind))
	}
	is = lines(is, "\n")
	if !strings.HasSuffix(is, "\n") {
		is += lines(was[len(withoutTrailingBlank(was)):], "\n")
	}
	if is == lines(was, "\n") {
		return was, nil
	}
	if blank(is) {
		return "", nil
	}
	return lines(is, d.lineEnd), nil
}

// lines returns text with the given line ends.
func lines(text, end string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	if end != "\n" {
		text = strings.ReplaceAll(text, "\n", end)
	}
	return text
}

// indexOf returns the place of the piece of the key, or -1.
func indexOf(pieces []piece, key int) int {
	return slices.IndexFunc(pieces, func(p piece) bool { return p.key == key })
}
