//go:build js && wasm

package playground

import (
	"path"
	"strings"
	"syscall/js"

	"topobook/notebooks/markdown"
	"topobook/wasm/dom"
	"topobook/wasm/draft"
	"topobook/wasm/page"
	"topobook/wasm/store"
)

const notOpened = "Not opened"

// hasFiles returns whether what is dragged over the page are files.
func hasFiles(e js.Value) bool {
	transfer := e.Get("dataTransfer")
	if !transfer.Truthy() {
		return false
	}
	types := transfer.Get("types")
	for i := range types.Length() {
		if types.Index(i).String() == "Files" {
			return true
		}
	}
	return false
}

// onDrag shows that files may be dropped.
func (pl *playground) onDrag(e js.Value, _ *dom.Element) bool {
	if !hasFiles(e) {
		return false
	}
	e.Call("preventDefault")
	left := dom.Text(e, "type") == "dragleave" && !e.Get("relatedTarget").Truthy()
	dom.SetBool(dom.ByID("drop"), "hidden", left)
	return true
}

// onDrop opens the files that are dropped: data below the block where they are.
func (pl *playground) onDrop(e js.Value, at *dom.Element) bool {
	if !hasFiles(e) {
		return false
	}
	e.Call("preventDefault")
	dom.SetBool(dom.ByID("drop"), "hidden", true)
	pl.addTo = blockOf(at)
	pl.take(e.Get("dataTransfer").Get("files"))
	return true
}

// take opens files one after another: a notebook takes the place of this one, which is kept; others become data of it.
func (pl *playground) take(files js.Value) {
	list := make([]js.Value, files.Length())
	for i := range list {
		list[i] = files.Index(i)
	}
	pl.leave()
	if title := dom.ByID("notice").Find("strong"); title != nil && title.TextContent() == notOpened {
		pl.page.HideNotice()
	}
	pl.refused = nil
	pl.takeNext(list)
}

func (pl *playground) takeNext(files []js.Value) {
	if len(files) == 0 {
		pl.addTo = 0
		return
	}
	file := files[0]
	name := dom.Text(file, "name")
	if size := dom.Number(file, "size"); size > draft.MaxFile {
		pl.refuse(name + ": has " + kilobytes(int(size)) + ", want at most " + kilobytes(draft.MaxFile))
		pl.takeNext(files[1:])
		return
	}
	dom.Then(file.Call("arrayBuffer"), func(buffer js.Value) {
		pl.takeFile(name, dom.FromBytes(js.Global().Get("Uint8Array").New(buffer)))
		pl.takeNext(files[1:])
	}, func(cause js.Value) {
		pl.refuse(name + ": " + dom.Text(cause, "message"))
		pl.takeNext(files[1:])
	})
}

// refuse says why a file is not opened, which begins with its name, beside the first of those that were to be opened with it.
func (pl *playground) refuse(why string) {
	pl.refused = append(pl.refused, why+".")
	text := strings.Join(pl.refused[:min(5, len(pl.refused))], " ")
	if rest := len(pl.refused) - 5; rest > 0 {
		text += " And " + page.Plural(rest, "more file") + "."
	}
	pl.page.ShowNotice(notOpened, text)
}

// takeFile opens a file.
func (pl *playground) takeFile(name string, data []byte) {
	f, err := draft.ReadFile(name, data)
	switch {
	case err != nil:
		pl.refuse(err.Error())
	case f.Kind == draft.Notebook:
		if !pl.mayLeave() {
			return
		}
		pl.begin(&store.Notebook{Name: stem(f.Name), Text: f.Text, Files: f.Files})
		pl.setAddress("")
		pl.notebook.Text = "" // it is still to be kept
		pl.load()
		pl.save()
	default:
		pl.draft.Step()
		after := pl.addTo
		if after == 0 {
			after = pl.last()
		}
		key, err := pl.draft.AddFile(after, f)
		if err != nil {
			pl.refuse(err.Error())
			return
		}
		pl.changed()
		pl.addTo = pl.beside(key, 1)
		pl.selectBlock(key)
	}
}

// stem returns the name of the notebook that a file has, or "" if no notebook can be called so.
func stem(file string) string {
	name := strings.TrimSuffix(file, path.Ext(file))
	if !markdown.ValidID(name) {
		return ""
	}
	return name
}

// last returns the key of the last block, or 0.
func (pl *playground) last() int {
	blocks := pl.draft.Blocks()
	if len(blocks) == 0 {
		return 0
	}
	return blocks[len(blocks)-1].Key
}

// download hands the reader the notebook: a Markdown file or, with files beside it, a zip archive of both.
func (pl *playground) download() {
	pl.leave()
	pl.page.CommitAll()
	text, files := pl.draft.Text(), pl.draft.Files
	if len(files) == 0 {
		pl.page.Download(pl.name()+".md", "text/markdown", dom.Bytes(text))
		return
	}
	packed, err := draft.Zip(pl.name()+".md", text, files)
	if err != nil {
		pl.page.Say(page.Sentence(err))
		return
	}
	pl.page.Download(pl.name()+".zip", "application/zip", dom.Bytes(packed))
}
