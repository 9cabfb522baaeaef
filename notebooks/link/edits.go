package link

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"unicode/utf8"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
)

var (
	errDamaged = errors.New("the link: its edits are cut off or changed, want them as they were copied")
	errLong    = fmt.Errorf("the link: has edits of more than %d bytes, want at most that many", maxEdits)
)

// packEdits writes sources by cell id: four bytes that tell whether all of it arrives, and for each edit, by id, the id, and
// four bytes that tell whether the receiver has the same cell with the source, deflated with that cell as dictionary. So an
// edit fits as long as its own cell stays, but for labels.
func packEdits(doc *engine.Document, edits map[string]string) string {
	var all []byte
	for _, id := range engine.SortedKeys(edits) {
		cell, _ := doc.Cell(id)
		base := withoutLabels(cell.Source)
		packed := append(checksum(base), deflate([]byte(edits[id]), base)...)
		all = appendText(appendText(all, id), string(packed))
	}
	return base64.RawURLEncoding.EncodeToString(append(checksum(all), all...))
}

// unpackEdits reads what packEdits wrote. In links of versions 1 and 2 the ids and sources are deflated together, with the
// sources of all cells as dictionary, and the first four bytes are of what that was made of. An edit whose cell has changed,
// or is not there, is only noted.
func (s *State) unpackEdits(doc *engine.Document, text string) error {
	packed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(packed) < 4 {
		return errDamaged
	}
	sum, all := packed[:4], packed[4:]
	together := !bytes.Equal(checksum(all), sum)
	if together {
		if s.Version > 2 {
			return errDamaged
		}
		var dictionary []byte
		for _, cell := range doc.Cells {
			dictionary = append(append(dictionary, cell.Source...), '\n')
		}
		if all, err = inflate(all, dictionary, maxEdits); err == errLong {
			return err
		}
		if err != nil || !bytes.Equal(checksum(all), sum) {
			return errors.New("the link: its edits do not fit this page: they are cut off, or the page has changed since")
		}
	}
	rest, last := maxEdits, ""
	for len(all) > 0 {
		id, after, okID := cutText(all)
		source, after, okSource := cutText(after)
		if !okID || !okSource || id <= last || !together && len(source) < 4 { // they are sorted: each cell has one
			return errDamaged
		}
		all, last = after, id
		cell, there := doc.Cell(id)
		base := withoutLabels(cell.Source)
		if !there || !together && source[:4] != string(checksum(base)) {
			s.Notes = append(s.Notes, fmt.Sprintf("the link: edits cell %q, which has changed since, or is gone: this edit is left out", dialect.Short(id)))
			continue
		}
		if !together {
			plain, err := inflate([]byte(source[4:]), base, rest)
			if err == errDeflated {
				err = errDamaged
			}
			if err != nil {
				return err
			}
			rest, source = rest-len(plain), string(plain)
		}
		if !utf8.ValidString(source) {
			return errDamaged
		}
		if len(source) > dialect.MaxSource {
			return fmt.Errorf("the link: edits cell %q to %d bytes, want at most %d", id, len(source), dialect.MaxSource)
		}
		s.Edits[id] = source
	}
	return nil
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
