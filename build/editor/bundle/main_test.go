package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBundle checks that the bundle is what its sources make: by the hash in its first line, and where the packages are there
// by making it again.
func TestBundle(t *testing.T) {
	const dir = ".."
	got, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	want, err := banner(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(got), want+"\n") {
		t.Errorf("%s: got the first line %.120q, want %q: run make editor", file, got, want)
	}
	for _, ends := range []string{"</script", "<!--"} { // a notebook in one file has the bundle in an element
		if strings.Contains(string(got), ends) {
			t.Errorf("%s: has %s", file, ends)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); errors.Is(err, fs.ErrNotExist) {
		return
	}
	again, err := bundle(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, again) {
		t.Errorf("%s: the packages make another bundle, of %d bytes in place of %d: run make editor", file, len(again), len(got))
	}
}
