package build

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// TestCache checks that the cache gives back what it was given, for the same parts only, and forgets what nobody asks for.
func TestCache(t *testing.T) {
	c := cache{filepath.Join(t.TempDir(), "not", "there", "yet")}
	var got []string
	if c.load(&got, "list", "a", "b") {
		t.Errorf("an empty cache: got %q", got)
	}
	c.save([]string{"x", "y"}, "list", "a", "b")
	if !c.load(&got, "list", "a", "b") || !reflect.DeepEqual(got, []string{"x", "y"}) {
		t.Errorf("got %q, want what was saved", got)
	}
	for _, parts := range [][]string{{"ab"}, {"a"}, {"a", "b", ""}, {"b", "a"}, {"", "ab"}} {
		if c.load(&got, "list", parts...) {
			t.Errorf("parts %q: want nothing", parts)
		}
	}
	if c.load(&got, "other", "a", "b") {
		t.Error("another kind: want nothing")
	}
	old := c.file("old")
	c.put(old, []byte("x"))
	if err := os.Chtimes(old, time.Time{}, time.Now().Add(-2*keptFor)); err != nil {
		t.Fatal(err)
	}
	c.clean(time.Now())
	if _, there := c.get(old); there || !c.load(&got, "list", "a", "b") {
		t.Errorf("after cleaning: the old file is there %t, want the other alone", there)
	}
	cache{}.save(1, "list")
	if (cache{}).load(&got, "list") {
		t.Error("no cache: want nothing")
	}
}

// TestKeptResults checks that a notebook whose cells are as they were is not computed again, also by another builder, and that its
// page is the same.
func TestKeptResults(t *testing.T) {
	kept := cache{t.TempDir()}
	opt := options(newBook(t))
	opt.Fast = true
	file := filepath.Join(opt.Folder, "small.md")
	text := string(read(t, file))
	build := func(heavy bool) (computed int, page string) {
		t.Helper()
		opt.Log = func(line string) { computed += strings.Count(line, "cells are computed") }
		b := NewBuilder(opt)
		b.cache = kept
		if _, err := b.Build(t.Context(), heavy); err != nil {
			t.Fatal(err)
		}
		return computed, string(read(t, filepath.Join(opt.Folder, "dist", "small.html")))
	}
	_, whole := build(true)
	write := func(text string) { addFiles(t, opt.Folder, map[string]string{"small.md": text}) }
	for _, tt := range []struct {
		name, text string
		heavy      bool
		computed   int
	}{
		{"as it was", text, true, 0},
		{"without heavy cells, which are known", text, false, 0},
		{"other prose", text + "\nMore.\n", true, 0},
		{"another cell", text + "\n```starlark {#added}\n1\n```\n", true, 1},
		{"the same once more", text + "\n```starlark {#added}\n1\n```\n", true, 0},
		{"without heavy cells", text + "\n```starlark {#added}\n2\n```\n", false, 1},
		{"then with them", text + "\n```starlark {#added}\n2\n```\n", true, 1},
		{"as at first", text, true, 0},
	} {
		write(tt.text)
		computed, page := build(tt.heavy)
		if computed != tt.computed {
			t.Errorf("%s: got %d notebooks computed, want %d", tt.name, computed, tt.computed)
		}
		if tt.text == text && page != whole {
			t.Errorf("%s: got the page\n%s\nwant\n%s", tt.name, page, whole)
		}
	}
}
