package markdown

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"
)

// A Fault is something wrong in a source file.
type Fault struct {
	File      string
	Line, Col int // from 1, the column in characters; 0 if not known
	Msg       string
}

// Error returns the position and the message: file:line:col: message.
func (f *Fault) Error() string {
	switch {
	case f.Line == 0:
		return fmt.Sprintf("%s: %s", f.File, f.Msg)
	case f.Col == 0:
		return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Col, f.Msg)
}

// faults collects what is wrong in one file.
type faults struct {
	file string
	src  []byte
	list []*Fault

	lines []int // where those of src start; nil until one is asked for
}

// add records a fault at a byte offset of the file, unless there are many already.
func (fs *faults) add(offset int, format string, args ...any) {
	if len(fs.list) >= maxFaults {
		return
	}
	line, col := fs.position(offset)
	fs.list = append(fs.list, &Fault{fs.file, line, col, fmt.Sprintf(format, args...)})
}

// err returns the faults in the order of the file, joined; nil if there is none.
func (fs *faults) err() error { return Join(fs.list) }

// Join sorts the faults of a file in its order and returns them joined; nil if there is none.
func Join(list []*Fault) error {
	slices.SortStableFunc(list, func(a, b *Fault) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	all := make([]error, len(list))
	for i, fault := range list {
		all[i] = fault
	}
	return errors.Join(all...)
}

// position is [Position] in src; it is asked often.
func (fs *faults) position(offset int) (line, col int) {
	if fs.lines == nil {
		fs.lines = lineStarts(fs.src)
	}
	offset = max(0, min(offset, len(fs.src)))
	line, _ = slices.BinarySearch(fs.lines, offset+1) // how many start there or before
	return line, utf8.RuneCount(fs.src[fs.lines[line-1]:offset]) + 1
}

// lineStarts returns where the lines of src start, which end with \n, \r\n or \r; the last is what follows the last of these, perhaps nothing.
func lineStarts(src []byte) []int {
	starts := []int{0}
	for i, c := range src {
		if c == '\n' || c == '\r' && !bytes.HasPrefix(src[i+1:], []byte("\n")) {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// Position returns the line and the column, from 1, of a byte offset of src.
func Position(src []byte, offset int) (line, col int) {
	before := src[:max(0, min(offset, len(src)))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[start:]) + 1
}
