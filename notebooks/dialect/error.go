package dialect

import "fmt"

// An Error says what is wrong in a cell, or in a file that it loads, in one sentence for its reader.
type Error struct {
	Cell      string // id, or the name of the file
	Line, Col int    // in its source, from 1; 0 if it concerns all of it
	Msg       string // the subject as the reader wrote it, a colon, what was got and what is wanted
	Hint      string // what to write instead, or empty
}

// Error returns the position and the message: cell:line:col: message (hint).
func (e *Error) Error() string {
	where := e.Cell
	if e.Line > 0 {
		where = fmt.Sprintf("%s:%d:%d", e.Cell, e.Line, e.Col)
	}
	if e.Hint != "" {
		return fmt.Sprintf("%s: %s (%s)", where, e.Msg, e.Hint)
	}
	return where + ": " + e.Msg
}
