package export

import (
	"strconv"
	"strings"
)

// A scanner walks through a text.
type scanner struct {
	text string
	pos  int
	line int // of pos, from 1
}

// peek returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.pos == len(s.text) {
		return 0
	}
	return s.text[s.pos]
}

// skip moves on by n bytes.
func (s *scanner) skip(n int) {
	s.line += strings.Count(s.text[s.pos:s.pos+n], "\n")
	s.pos += n
}

// accept skips the token if it comes next.
func (s *scanner) accept(token string) bool {
	if !strings.HasPrefix(s.text[s.pos:], token) {
		return false
	}
	s.skip(len(token))
	return true
}

// while skips and returns the bytes that keep says.
func (s *scanner) while(keep func(byte) bool) string {
	end := s.pos
	for end < len(s.text) && keep(s.text[end]) {
		end++
	}
	text := s.text[s.pos:end]
	s.skip(len(text))
	return text
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// got describes what comes next, for an error.
func (s *scanner) got() string {
	if s.pos == len(s.text) {
		return "the end of the text"
	}
	rest := s.text[s.pos:min(len(s.text), s.pos+20)]
	rest, _, _ = strings.Cut(rest, "\n")
	return strconv.Quote(strings.ToValidUTF8(rest, ""))
}
