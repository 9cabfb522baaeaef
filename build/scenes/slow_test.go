package scenes_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"topobook/build"
)

// TestSlowTwice builds the samples in another folder, with an engine compiled there, and compares every file. TestSlowWasm
// evaluates the papers twice.
func TestSlowTwice(t *testing.T) {
	t.Parallel()
	root := checkout(t, "elsewhere")
	book := filepath.Join(root, "book")
	if err := os.CopyFS(book, os.DirFS("testdata/sample")); err != nil {
		t.Fatal(err)
	}
	settings, err := os.ReadFile("testdata/site.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(book, "site.yaml"), settings, 0o644); err != nil {
		t.Fatal(err)
	}
	opt := build.Options{Folder: book, Site: os.DirFS(filepath.Join(root, "site")), Checkout: root}
	if _, err := build.Build(context.Background(), opt); err != nil {
		t.Fatal(err)
	}
	first, second := files(t, sample(t).dir), files(t, filepath.Join(opt.Folder, "dist"))
	if len(first) < 20 {
		t.Errorf("the site has %d files, want more", len(first))
	}
	for name, data := range first {
		if !bytes.Equal(data, second[name]) {
			t.Errorf("%s: %d bytes, and %d others when the site was built elsewhere", name, len(data), len(second[name]))
		}
		delete(second, name)
	}
	for name := range second {
		t.Errorf("%s: is there only when the site was built elsewhere", name)
	}
}

// checkout returns a copy of what the checkout has to build sites and the command from, in a folder of the given name.
func checkout(t *testing.T, name string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), name)
	for _, folder := range []string{"build", "cmd", "notebooks", "site", "topology", "wasm"} {
		if err := os.CopyFS(filepath.Join(root, folder), os.DirFS(filepath.Join("../..", folder))); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.RemoveAll(filepath.Join(root, "build", "embedded")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// files returns the files of a folder by name.
func files(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		all[name], err = os.ReadFile(filepath.Join(dir, name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
