package typeset

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"topobook/notebooks/markdown"
)

//go:embed citations/bibliography.min.js
var bibliographyScript string

// bibliographies reads bibliographies and sets lists of references. It starts at the first one.
type bibliographies struct {
	mu    sync.Mutex
	vm    *goja.Runtime
	known map[string]*works // by the bibliography's file
}

// works are what a bibliography has.
type works struct {
	file, src string
	keys      []string
	value     goja.Value
	lists     map[string][]string // those that have been set, by their keys
}

// Works returns the keys of the works that a bibliography has: a file of this name, and what is in it. What is wrong with it is
// a [*markdown.Fault] in this file.
func (t *Typesetter) Works(name, src string) ([]string, error) {
	t.bibliographies.mu.Lock()
	defer t.bibliographies.mu.Unlock()
	of, err := t.bibliographies.open(name, src)
	if err != nil {
		return nil, err
	}
	return of.keys, nil
}

// References returns the works with the given keys, which the bibliography has, as HTML.
func (t *Typesetter) References(name, src string, keys []string) ([]string, error) {
	t.bibliographies.mu.Lock()
	defer t.bibliographies.mu.Unlock()
	of, err := t.bibliographies.open(name, src)
	if err != nil {
		return nil, err
	}
	return t.bibliographies.list(of, keys)
}

// start loads the script.
func (b *bibliographies) start() error {
	if b.vm != nil {
		return nil
	}
	vm := goja.New()
	if _, err := vm.RunString("const console = {log() {}, warn() {}, error() {}}, process = {env: {}}"); err != nil {
		return err
	}
	if _, err := vm.RunScript("bibliography.min.js", bibliographyScript); err != nil {
		return fmt.Errorf("starting Citation.js: %w", err)
	}
	vm.SetFieldNameMapper(goja.UncapFieldNameMapper())
	b.vm, b.known = vm, map[string]*works{}
	return nil
}

// call calls a function of the script and stores what it returns in result. What is wrong with the bibliography
// is a [*markdown.Fault] in its file.
func (b *bibliographies) call(of *works, result any, name string, args ...any) error {
	function, ok := goja.AssertFunction(b.vm.Get("bibliography").ToObject(b.vm).Get(name))
	if !ok {
		return fmt.Errorf("bibliography.min.js: has no function %s", name)
	}
	values := make([]goja.Value, len(args))
	for i, arg := range args {
		values[i] = b.vm.ToValue(arg)
	}
	value, err := function(goja.Undefined(), values...)
	var exception *goja.Exception
	switch {
	case errors.As(err, &exception):
		return b.fault(of, exception.Value())
	case err != nil:
		return err
	}
	return b.vm.ExportTo(value, result)
}

// fault returns what the script says is wrong with a bibliography.
func (b *bibliographies) fault(of *works, thrown goja.Value) error {
	var what struct {
		Line, Col    int
		Key, Message string
	}
	if err := b.vm.ExportTo(thrown, &what); err != nil {
		return err
	}
	fault := &markdown.Fault{File: of.file, Line: max(what.Line, 1), Col: what.Col, Msg: what.Message}
	if what.Key != "" {
		fault.Msg = what.Key + ": " + what.Message
		opening := regexp.MustCompile(`(?m)@\s*\w+\s*[{(]\s*` + regexp.QuoteMeta(what.Key) + `\s*,|"id"\s*:\s*"?` + regexp.QuoteMeta(what.Key) + `\b`)
		if at := opening.FindStringIndex(of.src); at != nil {
			fault.Line, fault.Col = markdown.Position([]byte(of.src), at[0])
		}
	}
	return fault
}

// open reads a bibliography, BibTeX or, if its name ends in .json, CSL JSON.
func (b *bibliographies) open(file, src string) (*works, error) {
	if err := b.start(); err != nil {
		return nil, err
	}
	if known := b.known[file]; known != nil && known.src == src {
		return known, nil
	}
	of := &works{file: file, src: src, lists: map[string][]string{}}
	isJSON := strings.HasSuffix(file, ".json")
	if isJSON {
		if err := checkJSON(file, src); err != nil {
			return nil, err
		}
	}
	if err := b.call(of, &of.value, "read", src, isJSON); err != nil {
		return nil, err
	}
	if err := b.call(of, &of.keys, "keys", of.value); err != nil {
		return nil, err
	}
	for _, key := range of.keys {
		if b.vm.NewObject().Get(key) != nil {
			return nil, b.fault(of, b.vm.ToValue(map[string]any{"key": key, "message": "is a name that the style keeps to itself, want another key"}))
		}
	}
	b.known[file] = of
	return of, nil
}

// list returns the works with the given keys, which the bibliography has, as HTML.
func (b *bibliographies) list(of *works, keys []string) ([]string, error) {
	name := strings.Join(keys, "\n")
	if list, ok := of.lists[name]; ok {
		return list, nil
	}
	array := make([]any, len(keys))
	for i, key := range keys {
		array[i] = key
	}
	var list []string
	if err := b.call(of, &list, "list", of.value, b.vm.NewArray(array...)); err != nil {
		return nil, err
	}
	if len(list) != len(keys) {
		return nil, fmt.Errorf("%s: got %d entries for %d works", of.file, len(list), len(keys))
	}
	of.lists[name] = slices.Clone(list)
	return list, nil
}

// checkJSON returns a [*markdown.Fault] unless a text is a list of objects that have an id.
func checkJSON(file, src string) error {
	var items []struct {
		ID any `json:"id"`
	}
	err := json.Unmarshal([]byte(src), &items)
	at, msg := 0, "got JSON of another kind, want a list of works in CSL JSON"
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		at, msg = int(syntax.Offset)-1, syntax.Error()
	}
	for i, item := range items {
		if item.ID == nil && err == nil {
			err, msg = errors.ErrUnsupported, fmt.Sprintf("work %d of the list: want an id", i+1)
		}
	}
	if err == nil {
		return nil
	}
	line, col := markdown.Position([]byte(src), at)
	return &markdown.Fault{File: file, Line: line, Col: col, Msg: msg}
}
