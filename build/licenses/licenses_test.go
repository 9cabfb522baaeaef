package licenses

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite list.txt and texts")

// others are the components that are no Go modules, but for the packages of the editor, and where what is kept of them says their versions.
var others = []struct {
	Component
	said, text string
}{
	{Component{Pages, "go", "topobook", "", "BSD-3-Clause", "topobook"}, "../LICENSE", "../LICENSE"},
	{Component{Pages, "npm", "temml", "0.13.5", "MIT", "temml"}, "typeset/temml/README.md", "typeset/temml/LICENSE"},
	{Component{Pages, "npm", "@fontsource/source-serif-4", "5.3.1", "OFL-1.1", "source-fonts"}, "../site/fonts/README.md", "../site/fonts/OFL.txt"},
	{Component{Pages, "npm", "@fontsource-variable/source-sans-3", "5.3.0", "OFL-1.1", "source-fonts"}, "../site/fonts/README.md", "../site/fonts/OFL.txt"},
	{Component{Pages, "deb", "fonts-lmodern", "1.959", "LicenseRef-GUST-Font-License", "latin-modern"}, "../site/fonts/README.md", "../site/fonts/GUST-FONT-LICENSE.txt"},
	{Component{Command, "npm", "@citation-js/core", "0.9.0", "MIT", "citations"}, "typeset/citations/README.md", "typeset/citations/LICENSES.txt"},
	{Component{Command, "npm", "@citation-js/plugin-bibtex", "0.9.0", "MIT", "citations"}, "typeset/citations/README.md", "typeset/citations/LICENSES.txt"},
	{Component{Command, "npm", "@citation-js/date", "0.5.1", "MIT", "citations"}, "typeset/citations/README.md", "typeset/citations/LICENSES.txt"},
	{Component{Command, "npm", "@citation-js/name", "0.4.2", "MIT", "citations"}, "typeset/citations/README.md", "typeset/citations/LICENSES.txt"},
	{Component{Command, "npm", "moo", "0.5.3", "BSD-3-Clause", "citations"}, "typeset/citations/README.md", "typeset/citations/LICENSES.txt"},
	{Component{Command, "npm", "citeproc", "2.4.63", "CPAL-1.0 OR AGPL-3.0-or-later", "citations"}, "typeset/citations/README.md", "typeset/citations/LICENSES.txt"},
	{Component{Command, "deb", "citation-style-language-styles", "0~20230209", "CC-BY-SA-3.0", "citations"}, "typeset/citations/README.md", "typeset/citations/LICENSES.txt"},
	{Component{Command, "deb", "citation-style-language-locales", "0~20230122", "CC-BY-SA-3.0", "citations"}, "typeset/citations/README.md", "typeset/citations/LICENSES.txt"},
}

// TestList checks that the list has every module that the programs link, every package of the editor, and what else is kept, each at its
// version and with the license that came with it.
func TestList(t *testing.T) {
	list, texts := linked(t)
	for _, c := range editor(t) {
		list = append(list, c)
		texts[c.Text] = file(t, "editor/LICENSE")
	}
	for _, other := range others {
		said := strings.ReplaceAll(file(t, other.said), "-locales`", "citation-style-language-locales`")
		if name := other.Name; !strings.Contains(said, name) || !strings.Contains(said, other.Version) {
			t.Errorf("%s: does not say %s %s", other.said, name, other.Version)
		}
		list = append(list, other.Component)
		texts[other.Text] = file(t, other.text)
	}
	slices.SortFunc(list, func(a, b Component) int {
		return cmp.Or(-strings.Compare(a.Use, b.Use), strings.Compare(a.Kind, b.Kind), strings.Compare(a.Name, b.Name))
	})
	var want bytes.Buffer
	for _, c := range list {
		fmt.Fprintf(&want, "%s\t%s\t%s\t%s\t%s\t%s\n", c.Use, c.Kind, c.Name, c.Version, c.License, c.Text)
	}
	if *update {
		rewrite(t, want.Bytes(), texts)
	}
	if got := file(t, "licenses/list.txt"); got != want.String() {
		t.Errorf("list.txt: run go test ./build/licenses -update and read the difference; want\n%s", want.Bytes())
	}
	for name, text := range texts {
		if got := file(t, "licenses/texts/"+name+".txt"); got != text || len(text) < 500 {
			t.Errorf("texts/%s.txt: got %d bytes, want the %d that came with it", name, len(got), len(text))
		}
	}
	kept, err := os.ReadDir("texts")
	if err != nil || len(kept) != len(texts) {
		t.Errorf("texts: got %d, %v, want %d", len(kept), err, len(texts))
	}
	for i, c := range List() {
		if c.Name == standard && "go"+c.Version == runtime.Version() {
			c.Version = list[i].Version
		}
		if c != list[i] || Text(c.Text) == "" {
			t.Errorf("List: got %+v, want %+v, with a text", c, list[i])
		}
	}
	t.Logf("%d components, %d texts", len(list), len(texts))
}

// file returns what is in a file, by its path from build.
func file(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(name)))
	if err != nil && !*update {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(data), "\r\n", "\n")
}

func rewrite(t *testing.T, list []byte, texts map[string]string) {
	t.Helper()
	if err := os.RemoveAll("texts"); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll("texts", 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range texts {
		if err := os.WriteFile("texts/"+name+".txt", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("list.txt", list, 0o644); err != nil {
		t.Fatal(err)
	}
}

// goTool runs the go command, and returns the lines that it prints.
func goTool(t *testing.T, system string, args ...string) []string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = "../.."
	os, arch, _ := strings.Cut(system, "/")
	cmd.Env = append(cmd.Environ(), "GOOS="+os, "GOARCH="+arch, "GOFLAGS=-mod=readonly")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %q: %v\n%s", args, err, out)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// linked returns Go, and the modules that the command links on any system, and the programs of the pages; and the texts of their licenses.
func linked(t *testing.T) (list []Component, texts map[string]string) {
	t.Helper()
	texts = map[string]string{}
	sources := map[string]map[string]bool{} // files of licenses by module
	known := map[string]*Component{}
	for system, programs := range map[string][]string{
		"linux/amd64": {"./cmd/topobook"}, "darwin/arm64": {"./cmd/topobook"}, "windows/amd64": {"./cmd/topobook"}, "js/wasm": {"./wasm", "./wasm/full"},
	} {
		const each = "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}\t{{$.Dir}}{{end}}{{end}}"
		for _, line := range goTool(t, system, append([]string{"list", "-deps", "-f", each}, programs...)...) {
			f := strings.Split(line, "\t")
			if len(f) != 4 {
				continue // of the standard library, or our own
			}
			c := known[f[0]]
			if c == nil {
				c = &Component{Use: Command, Kind: "go", Name: f[0], Version: f[1], Text: strings.ReplaceAll(f[0], "/", "_")}
				known[f[0]], sources[f[0]] = c, map[string]bool{}
			}
			if system == "js/wasm" {
				c.Use = Pages
			}
			for dir := f[3]; strings.HasPrefix(dir, f[2]); dir = filepath.Dir(dir) {
				for _, name := range licenseFiles(t, dir) {
					sources[f[0]][name] = true
				}
			}
		}
	}
	for name, c := range known {
		c.License, texts[c.Text] = joined(t, goTool(t, "linux/amd64", "list", "-m", "-f", "{{.Dir}}", name)[0], sources[name])
		list = append(list, *c)
	}
	root := goTool(t, "linux/amd64", "env", "GOROOT")[0]
	found := map[string]bool{}
	for _, name := range licenseFiles(t, root) {
		found[name] = true
	}
	toolchain := regexp.MustCompile(`(?m)^toolchain go(\S+)$`).FindStringSubmatch(file(t, "../go.mod"))
	goItself := Component{Use: Pages, Kind: "go", Name: standard, Version: toolchain[1], Text: "go"}
	goItself.License, texts["go"] = joined(t, root, found)
	return append(list, goItself), texts
}

var licenseFile = regexp.MustCompile(`(?i)^(licen[sc]e|copying|notice|attrib|patents)[^.]*(\.md|\.txt)?$`)

// licenseFiles returns the files of a folder that have licenses.
func licenseFiles(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !entry.IsDir() && licenseFile.MatchString(entry.Name()) {
			names = append(names, filepath.Join(dir, entry.Name()))
		}
	}
	return names
}

// joined returns which licenses files of a folder have, and their texts.
func joined(t *testing.T, root string, files map[string]bool) (license, text string) {
	t.Helper()
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	var licenses []string
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if id := licenseOf(string(data)); id != "" && !slices.Contains(licenses, id) {
			licenses = append(licenses, id)
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			t.Fatal(err)
		}
		text += "== " + filepath.ToSlash(rel) + "\n\n" + strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n")) + "\n\n"
	}
	if licenses == nil {
		t.Errorf("%s: has no license that is known here", root)
	}
	slices.Sort(licenses)
	return strings.Join(licenses, " AND "), text
}

// licenseOf returns which license a text is, if it is one.
func licenseOf(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, known := range []struct{ id, words string }{
		{"Apache-2.0", "Apache License Version 2.0"},
		{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"},
		{"BSD-3-Clause", "may be used to endorse or promote products derived from this software"},
		{"BSD-2-Clause", "Redistribution and use in source and binary forms"},
	} {
		if strings.Contains(text, known.words) {
			return known.id
		}
	}
	return ""
}

// editor returns the packages that the editor is bundled from.
func editor(t *testing.T) (list []Component) {
	t.Helper()
	var lock struct {
		Packages map[string]struct{ Version, License, Integrity string }
	}
	if err := json.Unmarshal([]byte(file(t, "editor/package-lock.json")), &lock); err != nil {
		t.Fatal(err)
	}
	for path, p := range lock.Packages {
		if name, ok := strings.CutPrefix(path, "node_modules/"); ok {
			if !strings.HasPrefix(p.Integrity, "sha512-") {
				t.Errorf("package-lock.json: %s: has the integrity %q, want a hash", name, p.Integrity)
			}
			list = append(list, Component{Pages, "npm", name, p.Version, p.License, "codemirror"})
		}
	}
	return list
}

// TestURL checks package URLs, which the names of npm and the versions of Go need escapes for.
func TestURL(t *testing.T) {
	for want, c := range map[string]Component{
		"pkg:npm/%40lezer/lr@1.4.2":                {Kind: "npm", Name: "@lezer/lr", Version: "1.4.2"},
		"pkg:golang/a.org/b@v2.1.3%2Bincompatible": {Kind: "go", Name: "a.org/b", Version: "v2.1.3+incompatible"},
		"pkg:deb/debian/fonts-lmodern@1.959":       {Kind: "deb", Name: "fonts-lmodern", Version: "1.959"},
	} {
		if got := c.URL(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
