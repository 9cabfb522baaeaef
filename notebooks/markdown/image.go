package markdown

import (
	"fmt"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// A picture is an image file of the notebook's folder and what to say to who does not see it.
type picture struct {
	name, alt string
}

// A pictureNode is an image in a line of text.
type pictureNode struct {
	ast.BaseInline
	picture
}

func (n *pictureNode) Kind() ast.NodeKind         { return kindPicture }
func (n *pictureNode) Dump(src []byte, level int) { dump(n, src, level, n.name) }

// A figureNode is an image in a paragraph of its own. Its children are its caption.
type figureNode struct {
	ast.BaseBlock
	picture
	id string // empty if it has none
}

func (n *figureNode) Kind() ast.NodeKind         { return kindFigure }
func (n *figureNode) Dump(src []byte, level int) { dump(n, src, level, n.name) }

// placeImage turns an image of Markdown, ![alt](file "caption"){#id}, into one of ours. Its id is
// left out unless take takes it.
func (book *Notebook) placeImage(fs *faults, n *ast.Image, take func(kind, id string, at int) bool) {
	at := offsetOf(n)
	shown := picture{alt: strings.TrimSpace(plainText(n, fs.src))}
	name, _, why := FolderName(string(n.Destination))
	switch {
	case why != "":
		fs.add(at, "image: got %q, want a file in the notebook's folder: %s", n.Destination, why)
	case ImageKind(name) == "":
		fs.add(at, "image: %s: want a .png, .jpg, .gif, .webp or .svg file", name)
	}
	if why != "" {
		name = string(n.Destination)
	}
	if shown.name = name; shown.alt == "" {
		fs.add(at, "image: %s: want words in the brackets that say what it shows, as in ![A ring of five nodes](%s)", name, name)
	}
	id := takeID(fs, n)
	if id != "" && !take("image", id, at) {
		id = ""
	}
	caption := strings.ReplaceAll(string(n.Title), `\"`, `"`)
	paragraph := n.Parent()
	if !alone(n) {
		if caption != "" || id != "" {
			fs.add(at, "image: %s: want it in a paragraph of its own, as it has a caption or an id", name)
		}
		placed := &pictureNode{picture: shown}
		paragraph.ReplaceChild(paragraph, n, placed)
		book.use(fs, Use{Name: name, Image: true}, at)
		return
	}
	placed := &figureNode{picture: shown, id: id}
	addCaption(fs, placed, caption, at)
	paragraph.Parent().ReplaceChild(paragraph.Parent(), paragraph, placed)
	book.use(fs, Use{Name: name, Image: true}, at)
}

// alone tells whether an image is all that its paragraph has.
func alone(n ast.Node) bool {
	parent := n.Parent()
	if parent.Kind() != ast.KindParagraph && parent.Kind() != ast.KindTextBlock || n.PreviousSibling() != nil {
		return false
	}
	for next := n.NextSibling(); next != nil; next = next.NextSibling() {
		if t, ok := next.(*ast.Text); !ok || t.Segment.Len() > 0 {
			return false
		}
	}
	return true
}

// takeID takes the id of an image, {#id}, out of the text after it.
func takeID(fs *faults, n ast.Node) string {
	after, ok := n.NextSibling().(*ast.Text)
	if !ok || after.Segment.Len() == 0 || fs.src[after.Segment.Start] != '{' {
		return ""
	}
	start := after.Segment.Start
	line, _, _ := strings.Cut(string(fs.src[start:]), "\n")
	inside, _, closed := strings.Cut(line[1:], "}")
	id := strings.TrimPrefix(inside, "#")
	if !closed || id == inside || !validID(id) {
		fs.add(start, "image: got %q after it, want {#id} with lower-case letters, digits and hyphens, starting with a letter", line)
		return ""
	}
	for left := len("{#}") + len(id); left > 0; {
		after, ok := n.NextSibling().(*ast.Text)
		if !ok {
			break
		}
		taken := min(left, after.Segment.Len())
		left -= taken
		after.Segment = after.Segment.WithStart(after.Segment.Start + taken)
		if left > 0 {
			n.Parent().RemoveChild(n.Parent(), after)
		}
	}
	return id
}

// plainText returns the text below n without its markup.
func plainText(n ast.Node, src []byte) string {
	var b strings.Builder
	walk(n, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Text:
			b.Write(util.UnescapePunctuations(n.Segment.Value(src)))
			if n.SoftLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *formula:
			b.WriteString(n.tex)
		}
	})
	return b.String()
}

// image returns the img element, with its size: nothing moves when the image arrives.
func (w *writer) image(p picture) string {
	if w.draft {
		return w.draftImage(p)
	}
	address, size := p.name, ""
	if asset := w.assets[p.name]; asset != nil {
		address = asset.address()
		size = fmt.Sprintf(` width="%d" height="%d"`, asset.Width, asset.Height)
	}
	return fmt.Sprintf(`<img src="%s" alt="%s"%s loading="lazy" decoding="async">`, html.EscapeString(address), html.EscapeString(p.alt), size)
}

func (w *writer) picture(out util.BufWriter, n ast.Node) {
	_, _ = out.WriteString(w.image(n.(*pictureNode).picture))
}

func (w *writer) figure(out util.BufWriter, n ast.Node) {
	f := n.(*figureNode)
	id := ""
	if f.id != "" {
		id = fmt.Sprintf(` id="%s"`, w.figures[n].anchor)
	}
	_, _ = fmt.Fprintf(out, "<figure class=\"image\"%s>%s%s</figure>\n", id, w.image(f.picture), w.caption(n))
}
