// Command bundle makes codemirror.min.js, in the folder build/editor, where npm has put the packages.
package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// file is the bundle, in the folder of its sources.
const file = "codemirror.min.js"

func main() {
	log.SetFlags(0)
	script, err := bundle(".")
	if err == nil {
		err = os.WriteFile(file, script, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// banner returns the first line of the bundle of a folder: whose it is, and a hash of what it is made from.
func banner(dir string) (string, error) {
	sum := sha256.New()
	for _, name := range []string{"entry.js", "stylemod.js", "package.json", "package-lock.json"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%s %d\n%s", name, len(text), text)
	}
	return fmt.Sprintf("/*! CodeMirror 6, © Marijn Haverbeke and others, MIT license: codemirror.net; of %x */", sum.Sum(nil)[:8]), nil
}

// bundle returns the bundle of a folder whose packages are there.
func bundle(dir string) ([]byte, error) {
	first, err := banner(dir)
	if err != nil {
		return nil, err
	}
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: root, EntryPoints: []string{"entry.js"}, Alias: map[string]string{"style-mod": "./stylemod.js"},
		Bundle: true, MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		Format: api.FormatIIFE, GlobalName: "CodeMirror", Target: api.ES2022, Charset: api.CharsetUTF8,
		LegalComments: api.LegalCommentsNone, Banner: map[string]string{"js": first},
	})
	if len(result.Errors) > 0 {
		return nil, errors.New(api.FormatMessages(result.Errors, api.FormatMessagesOptions{})[0])
	}
	return result.OutputFiles[0].Contents, nil
}
