package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"unicode/utf8"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
)

var (
	errDamaged = fmt.Errorf("the link: its edits are cut off or changed, want them as they were copied")
	errLong    = fmt.Errorf("the link: has edits of more than %d bytes, want at most that many", maxEdits)
)

// packEdits writes sources by cell id: four bytes that tell whether all of it arrives, and for each edit the id, four
// bytes that tell whether the receiver has the same cell, and the source, deflated with that cell as dictionary. So an edit
// fits as long as its own cell stays, but for labels.
func packEdits(doc *engine.Document, edits map[string]string) string {
	var all []byte
	for _, id := range engine.SortedKeys(edits) {
		cell, _ := doc.Cell(id)
		base := withoutLabels(cell.Source)
		var b bytes.Buffer
		w, err := flate.NewWriterDict(&b, flate.BestCompression, base)
		if err != nil {
			panic(err) // the level is one of flate's
		}
		_, _ = w.Write([]byte(edits[id])) // a bytes.Buffer takes everything
		_ = w.Close()
		all = appendText(append(appendText(all, id), checksum(base)...), b.String())
	}
	return base64.RawURLEncoding.EncodeToString(append(checksum(all), all...))
}

// unpackEdits reads what packEdits wrote, or what links of older versions have. An edit whose cell has changed, or is not
// there, is only noted.
func (s *State) unpackEdits(doc *engine.Document, text string) error {
	packed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(packed) < 4 {
		return errDamaged
	}
	sum, all := packed[:4], packed[4:]
	if !bytes.Equal(checksum(all), sum) {
		if s.Version < 3 {
			return s.unpackTogether(doc, sum, all)
		}
		return errDamaged
	}
	rest, last := maxEdits, ""
	for len(all) > 0 {
		id, after, ok := cutText(all)
		if !ok || len(after) < 4 || !utf8.ValidString(id) || id <= last { // they are sorted: each cell has one
			return errDamaged
		}
		last = id
		of := after[:4]
		small, after, ok := cutText(after[4:])
		if all = after; !ok {
			return errDamaged
		}
		cell, there := doc.Cell(id)
		base := withoutLabels(cell.Source)
		if !there {
			s.Notes = append(s.Notes, noCell(doc, id)+": this edit is left out")
			continue
		}
		if !bytes.Equal(checksum(base), of) {
			s.Notes = append(s.Notes, fmt.Sprintf("the link: edits cell %s, which has changed since: this edit is left out", id))
			continue
		}
		source, err := inflate(strings.NewReader(small), base, rest)
		if err == nil {
			err = s.takeEdit(id, string(source))
		}
		if err != nil {
			return err
		}
		rest -= len(source)
	}
	return nil
}

// unpackTogether reads the edits of a link of version 1 or 2, which are deflated together, with the sources of all cells
// as dictionary. The sum is of their plain text.
func (s *State) unpackTogether(doc *engine.Document, sum, packed []byte) error {
	var dictionary []byte
	for _, cell := range doc.Cells {
		dictionary = append(append(dictionary, cell.Source...), '\n')
	}
	plain, err := inflate(bytes.NewReader(packed), dictionary, maxEdits)
	if err == errLong {
		return err
	}
	if err != nil || !bytes.Equal(checksum(plain), sum) {
		return fmt.Errorf("the link: its edits do not fit this page: they are cut off, or the page has changed since")
	}
	for len(plain) > 0 {
		var id, source string
		var okID, okSource bool
		id, plain, okID = cutText(plain)
		source, plain, okSource = cutText(plain)
		if !okID || !okSource {
			return errDamaged
		}
		if _, there := doc.Cell(id); !there {
			return fmt.Errorf("%s", noCell(doc, id))
		}
		if err := s.takeEdit(id, source); err != nil {
			return err
		}
	}
	return nil
}

// noCell says that a link edits a cell that is not there.
func noCell(doc *engine.Document, id string) string {
	var ids []string
	for _, cell := range doc.Cells {
		ids = append(ids, cell.ID)
	}
	return fmt.Sprintf("the link: edits cell %q, but there is no such cell%s", dialect.Short(id), engine.DidYouMean(id, ids))
}

// takeEdit makes a source that of a cell.
func (s *State) takeEdit(id, source string) error {
	if !utf8.ValidString(source) {
		return errDamaged
	}
	if len(source) > dialect.MaxSource {
		return fmt.Errorf("the link: edits cell %q to %d bytes, want at most %d", dialect.Short(id), len(source), dialect.MaxSource)
	}
	s.Edits[id] = source
	return nil
}

// inflate returns at most so many bytes of what was deflated with a dictionary.
func inflate(r io.Reader, dictionary []byte, most int) ([]byte, error) {
	dictionary = dictionary[max(0, len(dictionary)-32<<10):] // as far back as deflate sees
	plain, err := io.ReadAll(io.LimitReader(flate.NewReaderDict(r, dictionary), int64(most)+1))
	if len(plain) > most {
		return nil, errLong
	}
	if err != nil {
		return nil, errDamaged
	}
	return plain, nil
}

// withoutLabels returns a source without the strings that are labels: label="…".
func withoutLabels(source string) []byte {
	var b []byte
	var before, last string // the two tokens before
	for _, tok := range dialect.Tokenize(source) {
		if tok.Kind == dialect.StringToken && before == "label" && last == "=" {
			continue
		}
		b = append(b, tok.Text...)
		if strings.TrimSpace(tok.Text) != "" {
			before, last = last, tok.Text
		}
	}
	return b
}

func checksum(b []byte) []byte {
	sum := fnv.New32a()
	sum.Write(b)
	return sum.Sum(nil)
}
