package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"topobook/build"
	"topobook/site"
)

// A book is a folder of notebooks, and what makes a site of it.
type book struct {
	folder   string
	out      string // the folder of its site
	checkout string // of topobook, that the working folder is in; or empty
}

// findBook returns the book in a folder. Without one it is that of the checkout that the working folder is in, or else
// that of the working folder.
func findBook(folder string) (book, error) {
	dir, err := os.Getwd()
	if err != nil {
		return book{}, err
	}
	checkout := findCheckout(dir)
	switch found, _ := filepath.Glob("*.md"); { // the pattern is well-formed
	case folder != "" && !isDir(folder):
		return book{}, fmt.Errorf("%s: want a folder of notebooks", folder)
	case folder != "" && isCheckout(folder):
		return book{filepath.Join(folder, "notebooks"), filepath.Join(folder, "dist"), folder}, nil
	case folder != "":
		return book{folder, filepath.Join(folder, "dist"), checkout}, nil
	case checkout != "":
		return book{filepath.Join(checkout, "notebooks"), filepath.Join(checkout, "dist"), checkout}, nil
	case found == nil:
		return book{}, fmt.Errorf("%s: want a folder of notebooks, as topobook new DIR makes one, or one inside a topobook checkout", dir)
	}
	return book{".", "dist", ""}, nil
}

// options returns what builds the site: with what the command carries, or else with what the checkout has.
func (b book) options(env environment) (build.Options, error) {
	opt := build.Options{Folder: b.folder, Out: b.out, Site: site.Files, Log: func(line string) { fmt.Fprintln(env.stderr, short(line)) }}
	engine, err := build.Embedded()
	if opt.Engine = engine; engine == nil && b.checkout != "" {
		opt.Checkout, opt.Site = b.checkout, os.DirFS(filepath.Join(b.checkout, "site"))
	}
	return opt, err
}

// findCheckout returns the closest folder, from dir upwards, that is a checkout of topobook, or "".
func findCheckout(dir string) string {
	for ; !isCheckout(dir); dir = filepath.Dir(dir) {
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
	return dir
}

func isCheckout(dir string) bool {
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && bytes.HasPrefix(mod, []byte("module topobook\n")) && isDir(filepath.Join(dir, "notebooks"))
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
