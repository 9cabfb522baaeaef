package draft

import "topobook/notebooks/markdown"

// A step is a change of the text from one state to the next: what stands at an offset, and the keys of all blocks.
type step struct {
	at              int
	was, is         string
	keysWas, keysIs []int
}

// A typing is that somebody writes in a block: the pieces that there were before, and which of them it is. What is written
// may join the block with the one before, as a heading does that is no heading for a moment; it is still written there.
type typing struct {
	key    int
	pieces []piece
	at     int
	blank  bool // nothing stands there
	within int  // the key of the block that has what is written
	open   bool // goes on in the last step
}

// newStep returns what leads from one text to another.
func newStep(was, is string, keysWas, keysIs []int) step {
	begin, end := 0, 0
	for begin < min(len(was), len(is)) && was[begin] == is[begin] {
		begin++
	}
	for end < min(len(was), len(is))-begin && was[len(was)-1-end] == is[len(is)-1-end] {
		end++
	}
	return step{begin, was[begin : len(was)-end], is[begin : len(is)-end], keysWas, keysIs}
}

// before returns the text before the step, after which it is text.
func (s *step) before(text string) string { return text[:s.at] + s.was + text[s.at+len(s.is):] }

// after returns the text after the step, before which it is text.
func (s *step) after(text string) string { return text[:s.at] + s.is + text[s.at+len(s.was):] }

// record makes a text with its blocks the draft's, as a step that can be undone. While somebody writes in a
// block the last step grows instead.
func (d *Draft) record(text string, blocks []markdown.Block, keys []int, grow bool) {
	was, keysWas := d.text, d.keys
	if last := len(d.done) - 1; grow {
		was, keysWas = d.done[last].before(d.text), d.done[last].keysWas
		d.done = d.done[:last]
	}
	if was != text {
		d.done = append(d.done, newStep(was, text, keysWas, keys))
	}
	d.typing.open = d.typing.key != 0 && was != text
	d.undone = nil
	d.text, d.blocks, d.keys = text, blocks, keys
}

// Step ends a step: what is written from now on is undone by itself.
func (d *Draft) Step() { d.typing.open = false }

// Undo takes back the last step, if there is one.
func (d *Draft) Undo() bool {
	last := len(d.done) - 1
	if last < 0 {
		return false
	}
	s := d.done[last]
	d.done, d.undone = d.done[:last], append(d.undone, s)
	d.restore(s.before(d.text), s.keysWas)
	return true
}

// Redo does again what was undone last, if nothing else was done since.
func (d *Draft) Redo() bool {
	last := len(d.undone) - 1
	if last < 0 {
		return false
	}
	s := d.undone[last]
	d.undone, d.done = d.undone[:last], append(d.done, s)
	d.restore(s.after(d.text), s.keysIs)
	return true
}

func (d *Draft) restore(text string, keys []int) {
	d.text, d.blocks, d.keys = text, markdown.Split(text), keys
	d.typing = typing{}
}

// CanUndo tells whether there is a step to undo.
func (d *Draft) CanUndo() bool { return len(d.done) > 0 }

// CanRedo tells whether there is a step to do again.
func (d *Draft) CanRedo() bool { return len(d.undone) > 0 }
