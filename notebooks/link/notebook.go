package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
)

// notebookVersion is the first character of what [EncodeNotebook] makes.
const notebookVersion = '1'

// The sizes that a notebook in a link may have.
const (
	maxPacked     = maxFragment - 1<<10 // characters, which leaves room for the other parts of the link
	maxNotebook   = 256 << 10           // bytes of its text
	maxAll        = 1 << 20             // bytes of its text and of its files, with their names
	maxFiles      = 100
	maxFileName   = 100  // characters
	maxCells      = 1000 // cells and inline values
	checksumBytes = 4
)

// EncodeNotebook returns a notebook, and the files that are kept beside it, as a value of a link: a character for the
// version, and in base64url a checksum, the length of what was deflated and that, in which stand the text and by name the
// files. An error says why they do not fit; what it returns [DecodeNotebook] takes.
func EncodeNotebook(text string, files map[string]string) (string, error) {
	if err := checkNotebook(text, files); err != nil {
		return "", err
	}
	plain := appendText(nil, text)
	for _, name := range engine.SortedKeys(files) {
		plain = appendText(appendText(plain, name), files[name])
	}
	if len(plain) > maxAll {
		return "", fmt.Errorf("the link: its notebook and files have %d bytes, want at most %d: download them and send the files", len(plain), maxAll)
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic(err) // the level is one of flate's
	}
	_, _ = w.Write(plain) // a bytes.Buffer takes everything
	_ = w.Close()
	packed := binary.AppendUvarint(nil, uint64(len(plain)))
	packed = append(binary.AppendUvarint(packed, uint64(b.Len())), b.Bytes()...)
	value := string(notebookVersion) + base64.RawURLEncoding.EncodeToString(append(checksum(packed), packed...))
	if err := checkPacked(len(value)); err != nil {
		return "", err
	}
	return value, nil
}

// DecodeNotebook reads what [EncodeNotebook] wrote. It trusts nothing: what is too large, also once it is inflated, cut off or
// changed is an error.
func DecodeNotebook(value string) (text string, files map[string]string, err error) {
	if err := checkPacked(len(value)); err != nil {
		return "", nil, err
	}
	switch {
	case value == "":
		return "", nil, damaged("is cut off")
	case value[0] < '1' || value[0] > '9':
		return "", nil, fmt.Errorf("the link: has a notebook of version %q, want %c", value[:1], notebookVersion)
	case value[0] > notebookVersion:
		return "", nil, fmt.Errorf("the link: has a notebook of version %c, want %c: it comes from a newer page, reload this one", value[0], notebookVersion)
	}
	plain, err := unpackNotebook(value[1:])
	if err != nil {
		return "", nil, err
	}
	text, plain, ok := cutText(plain)
	files = map[string]string{}
	for last := ""; ok && len(plain) > 0; {
		var name, file string
		if name, plain, ok = cutText(plain); ok {
			file, plain, ok = cutText(plain)
		}
		ok = ok && name > last // they are sorted: each is there once
		files[name], last = file, name
	}
	if !ok {
		return "", nil, damaged("has changed")
	}
	if err := checkNotebook(text, files); err != nil {
		return "", nil, err
	}
	return text, files, nil
}

// unpackNotebook returns what was deflated. What has not arrived whole, or would be too large, is not inflated.
func unpackNotebook(value string) ([]byte, error) {
	whole := value
	if len(value)%4 == 1 {
		whole = value[:len(value)-1] // no base64 ends so
	}
	packed, err := base64.RawURLEncoding.DecodeString(whole)
	if err != nil {
		return nil, damaged("has changed")
	}
	body := packed[min(checksumBytes, len(packed)):]
	size, n := binary.Uvarint(body)
	length, m := binary.Uvarint(body[max(n, 0):])
	if n == 0 || m == 0 || n > 0 && m > 0 && length < maxPacked && len(body)-n-m < int(length) {
		return nil, damaged("is cut off")
	}
	if base64.RawURLEncoding.EncodeToString(packed) != value || !bytes.Equal(checksum(body), packed[:checksumBytes]) || n < 0 || m < 0 {
		return nil, damaged("has changed")
	}
	if size > maxAll {
		return nil, fmt.Errorf("the link: its notebook and files have %d bytes, want at most %d", size, maxAll)
	}
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(body[n+m:])), int64(size)+1))
	if err != nil || len(plain) != int(size) {
		return nil, damaged("has changed")
	}
	return plain, nil
}

func damaged(how string) error {
	return errors.New("the link: its notebook " + how + " on its way, want it as it was copied")
}

func checkPacked(size int) error {
	if size > maxPacked {
		return fmt.Errorf("the link: its notebook takes %d characters, want at most %d: download it and send the file", size, maxPacked)
	}
	return nil
}

// checkNotebook returns why a notebook and its files are none for a link.
func checkNotebook(text string, files map[string]string) error {
	switch cells := countCells(text); {
	case len(text) > maxNotebook:
		return fmt.Errorf("the link: its notebook has %d bytes, want at most %d: download it and send the file", len(text), maxNotebook)
	case !utf8.ValidString(text):
		return errors.New("the link: its notebook has bytes that are not text, want UTF-8")
	case cells > maxCells:
		return fmt.Errorf("the link: its notebook has %d cells and values, want at most %d: download it and send the file", cells, maxCells)
	case len(files) > maxFiles:
		return fmt.Errorf("the link: its notebook has %d files, want at most %d: download it and send them", len(files), maxFiles)
	}
	for _, name := range engine.SortedKeys(files) {
		switch {
		case !isFileName(name):
			return fmt.Errorf("the link: its notebook has a file %q, want at most 100 letters, digits, dots, hyphens and underscores", dialect.Short(name))
		case !utf8.ValidString(files[name]):
			return fmt.Errorf("the link: %s: has bytes that are not text, want UTF-8", name)
		}
	}
	return nil
}

// isFileName tells whether a file of a notebook may have the name.
func isFileName(name string) bool {
	return name != "" && len(name) <= maxFileName && strings.Trim(name, linkLetters+".-_") == "" && strings.IndexByte(linkLetters, name[0]) >= 0
}

// countCells returns how many cells and inline values a text has, or a few more: it also counts those within other fences.
func countCells(text string) int {
	cells := 0
	for line := range strings.Lines(text) {
		if strings.Contains(line, "starlark") && (strings.Contains(line, "```") || strings.Contains(line, "~~~")) {
			cells++
		}
	}
	for i := range len(text) {
		if text[i] == '`' && strings.HasPrefix(strings.TrimLeft(text[i+1:min(i+4, len(text))], " \r\n"), "=") {
			cells++
		}
	}
	return cells
}
