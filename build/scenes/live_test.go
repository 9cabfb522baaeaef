package scenes_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"topobook/build"
	"topobook/build/serve"
)

// served serves a folder as its author is, until the function that it returns is called, which tells what came of it.
func served(t *visit, folder string) (address string, stop func() error) {
	t.Helper()
	engine, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	serving, ended := make(chan string, 1), make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	opt := serve.Options{Addr: "127.0.0.1:0", Options: build.Options{Folder: folder, Site: os.DirFS("../../site"), Engine: &engine}}
	opt.Log = func(line string) {
		if _, at, ok := strings.Cut(line, "serving "); ok {
			serving <- at
		}
	}
	go func() {
		_, err := serve.Serve(ctx, opt)
		ended <- err
	}()
	select {
	case address = <-serving:
	case err := <-ended:
		cancel()
		t.Fatal(err)
	}
	return address, func() error { cancel(); return <-ended }
}

// A page that its author is served computes, shows a change of its file while it is open, and the playground opens beside it.
func TestServed(t *testing.T) {
	scene(t, func(t *visit) {
		text, err := os.ReadFile("testdata/sample/sample.md")
		if err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		text = bytes.ReplaceAll(text, []byte(" heavy}"), []byte("}")) // else the page loads anew once more when heavy cells are done
		file := filepath.Join(folder, "sample.md")
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		address, stop := served(t, folder)
		defer func() {
			if err := stop(); err != nil {
				t.Error(err)
			}
		}()
		b := t.open(address + "sample.html")
		b.computes()
		if err := os.WriteFile(file, bytes.ReplaceAll(text, []byte("## Aside"), []byte("## A change")), 0o644); err != nil {
			t.Fatal(err)
		}
		b.wait(contains("article", "A change"))
		b.computes()
		b.open(address + "playground.html")
		b.wait(`document.documentElement.dataset.engine == 'ready' && document.getElementById('title').value`)
	})
}
