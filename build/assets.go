package build

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"mime"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/tdewolff/minify/v2"

	"topobook/build/editor"
	"topobook/build/wasmpack"
	"topobook/notebooks/builtins"
	"topobook/notebooks/dialect"
	"topobook/topology/draw"
)

// AssetsDir is the folder of the files that have their hash in their name.
const AssetsDir = "assets/"

// The names of the programs of an [Engine].
const (
	papersProgram = "topobook.wasm"
	fullProgram   = "full.wasm"
	execScript    = "wasm_exec.js"
)

// engineFiles are those that come with an engine.
var engineFiles = []string{execScript, papersProgram, fullProgram}

// OfEngine tells whether a file of a site that is served to its author is there only once the engine is.
func OfEngine(name string) bool {
	base, inAssets := strings.CutPrefix(name, AssetsDir)
	return inAssets && slices.Contains(engineFiles, base) || name == playgroundFile
}

// Hashed tells whether a file of a site has the hash of its content in its name.
func Hashed(name string) bool { return hashedName.MatchString(name) }

var hashedName = regexp.MustCompile(`^` + AssetsDir + `.*\.[0-9a-f]{16}\.\w+$`)

// editorScript is what a page fetches when its reader first puts the cursor into code.
const editorScript = "editor.js"

// motionStyle is the style of what plays in drawings: a page that has one needs it to be read.
const motionStyle = "motion.css"

// assets are the files of the site, by their path in it.
type assets struct {
	files map[string][]byte
	paths map[string]string // path by name in site/: style.css is at assets/style.0123456789abcdef.css
	apart map[string]bool   // files that the service worker does not keep
	moves map[string]bool   // pages with what [motionStyle] is for
	min   *minify.M

	drawings map[string][]string // by page: the files that have drawings of it, see lighten
	colors   []namedColor        // of the style sheet
}

// contentTypes are those of the files of a site; the mime package knows none of some systems'.
var contentTypes = map[string]string{
	".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml",
	".wasm": "application/wasm", ".woff2": "font/woff2", ".txt": "text/plain", ".json": "application/json", ".xml": "application/xml",
	".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp",
	".csv": "text/csv", ".tsv": "text/tab-separated-values", ".star": "text/plain", ".bib": "text/plain", ".md": "text/markdown", ".dot": "text/plain",
	".graphml": "application/xml", ".pdf": "application/pdf", ".zip": "application/zip", ".gz": "application/gzip",
}

// packed are the files that are compressed already.
var packed = map[string]bool{
	".woff2": true, ".png": true, ".jpg": true, ".jpeg": true, ".gif": true, ".webp": true, ".pdf": true, ".zip": true,
	".gz": true, ".bz2": true, ".xz": true, ".zst": true, ".7z": true, ".mp4": true, ".webm": true,
}

// ContentType returns the media type of a file by its name, without a charset.
func ContentType(name string) string {
	if kind, ok := contentTypes[strings.ToLower(path.Ext(name))]; ok {
		return kind
	}
	kind, _, _ := mime.ParseMediaType(mime.TypeByExtension(path.Ext(name)))
	return kind
}

// compressible tells whether a file is worth compressing: the best compression of 20 MB takes a minute.
func compressible(name string, size int) bool {
	ending := strings.ToLower(path.Ext(name))
	if strings.HasPrefix(path.Base(name), "standalone.") { // most of it is an engine that is compressed
		return false
	}
	return !packed[ending] && (ending == ".wasm" || size <= maxKept)
}

// path returns where a file of site/ is, relative to the pages.
func (a *assets) path(name string) string { return a.paths[name] }

// add stores a file with the hash of its content in its name: style.css becomes
// assets/style.0123456789abcdef.css. These 64 bits tell a damaged file; site/boot.js and site/sw.js check them.
func (a *assets) add(name string, data []byte) {
	sum := sha256.Sum256(data)
	base := path.Base(name)
	ext := path.Ext(base)
	hashed := AssetsDir + strings.TrimSuffix(base, ext) + "." + hex.EncodeToString(sum[:8]) + ext
	a.files[hashed] = data
	a.paths[name] = hashed
}

// newAssets reads what the site has for all pages: fonts, icon, styles and scripts, and takes the engine; that may be nil while the site
// is served to its author (live), for whom pages are there before the engine is.
func newAssets(site fs.FS, engine *Engine, accent Accent, live bool) (*assets, error) {
	a := &assets{files: map[string][]byte{}, paths: map[string]string{}, apart: map[string]bool{}, moves: map[string]bool{}, min: newMinifier(), drawings: map[string][]string{}}
	fonts, err := fs.Glob(site, "fonts/*.woff2")
	if err != nil {
		return nil, err
	}
	for _, name := range append(fonts, "icon.svg", "boot.js") {
		data, err := fs.ReadFile(site, name)
		if err != nil {
			return nil, err
		}
		if data, err = minified(a.min, name, data); err != nil {
			return nil, err
		}
		a.add(name, data)
	}
	if live {
		for _, name := range engineFiles {
			a.paths[name] = AssetsDir + name
		}
	}
	if engine != nil {
		if err := a.addEngine(site, *engine, live); err != nil {
			return nil, err
		}
	}
	if err := a.addEditor(site); err != nil {
		return nil, err
	}
	style, err := a.style(site, accent, func(font string) string { return strings.TrimPrefix(a.path(font), AssetsDir) })
	if err != nil {
		return nil, err
	}
	a.add("style.css", style)
	for _, name := range []string{"lists.css", motionStyle} {
		if err := a.addStyle(site, name); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// addEngine stores the programs and their script: wasm_exec.js, what unpacks programs, and of site/ what only an engine needs.
func (a *assets) addEngine(site fs.FS, engine Engine, live bool) error {
	style, err := scriptStyle(a.min, site)
	if err != nil {
		return err
	}
	exec := slices.Concat(engine.Exec, []byte("\n"+wasmpack.Script+"\n"+style))
	for _, name := range []string{"figure.js", "show.js", "notice.js", "save.js", "embed.js", "space.js", "zoom.js", "spots.js", "hold.js", "motion.js", "tiles.js", "chart.js", "table.js", "worker.js"} { // the last tells a page that it has all
		script, err := fs.ReadFile(site, name)
		if err != nil {
			return err
		}
		exec = slices.Concat(exec, []byte("\n"), script)
	}
	exec, err = minified(a.min, execScript, exec)
	if err != nil {
		return err
	}
	for i, data := range [][]byte{exec, engine.Papers.Wasm, engine.Full.Wasm} {
		if name := engineFiles[i]; live {
			a.files[a.path(name)] = data
		} else {
			a.add(name, data)
		}
	}
	return nil
}

// addEditor stores the script of the editor: CodeMirror, the words of the language, and what joins them to a page.
func (a *assets) addEditor(site fs.FS) error {
	script, err := fs.ReadFile(site, editorScript)
	if err != nil {
		return err
	}
	if script, err = minified(a.min, editorScript, script); err != nil {
		return err
	}
	words := map[string][2]string{} // signature and summary
	for _, builtin := range builtins.All() {
		words[builtin.Name] = [2]string{builtin.Signature, builtin.Summary}
	}
	data, err := json.Marshal(map[string]any{"builtins": words, "universe": slices.Sorted(maps.Keys(dialect.UniverseNames)), "keywords": dialect.Keywords, "reserved": dialect.Reserved})
	if err != nil {
		return err
	}
	a.add(editorScript, slices.Concat([]byte(editor.CodeMirror), []byte("CodeMirror.words="), data, []byte(";\n"), script))
	return nil
}

// cssURL is a reference to a file in a style sheet.
var cssURL = regexp.MustCompile(`url\(([^)]*)\)`)

// style returns the style sheet, with that of the drawings in front, so that the page's rules win, and with the addresses of
// the fonts.
func (a *assets) style(site fs.FS, accent Accent, address func(font string) string) ([]byte, error) {
	src, err := fs.ReadFile(site, "style.css")
	if err != nil {
		return nil, err
	}
	text := cssURL.ReplaceAllStringFunc(string(src), func(use string) string {
		name := strings.Trim(use[len("url("):len(use)-1], `"' `)
		if a.path(name) == "" {
			err = fmt.Errorf("style.css: url(%s): want a file of site/fonts", name)
		}
		return "url(" + address(name) + ")"
	})
	if err != nil {
		return nil, err
	}
	if accent.Light != "" {
		text += fmt.Sprintf(":root { --accent: %s; }\n", accent.CSS())
	}
	a.colors = colorsOf(string(src), accent)
	return minified(a.min, "style.css", []byte(draw.Style+text))
}

// scriptStyle returns a script that adds to a page the style of what the scripts make that come with it.
func scriptStyle(min *minify.M, site fs.FS) (string, error) {
	var css []byte
	for _, name := range []string{motionStyle, "touch.css"} {
		style, err := fs.ReadFile(site, name)
		if err == nil {
			style, err = minified(min, name, style)
		}
		if err != nil {
			return "", err
		}
		css = append(css, style...)
	}
	text, err := json.Marshal(string(css))
	return "if (self.document) { const sheet = new CSSStyleSheet(); sheet.replaceSync(" + string(text) + "); document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet] }", err
}

// addStyle stores a style sheet that only some pages have.
func (a *assets) addStyle(site fs.FS, name string) error {
	text, err := fs.ReadFile(site, name)
	if err != nil {
		return err
	}
	data, err := minified(a.min, name, text)
	if err != nil {
		return err
	}
	a.add(name, data)
	return nil
}

// addPage stores a page.
func (a *assets) addPage(name string, html []byte) error {
	html, rules := withoutStyles(html)
	if rules != "" {
		html = a.withStyles(html, rules)
	}
	data, err := minified(a.min, name, html)
	if err != nil {
		return err
	}
	a.files[name] = data
	return nil
}

// addWorker stores the service worker, with the lists of what it keeps. It must be called last.
func (a *assets) addWorker(site fs.FS) error {
	src, err := fs.ReadFile(site, "sw.js")
	if err != nil {
		return err
	}
	var pages, small, programs []string
	version := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(a.files)) {
		version.Write([]byte(name))
		version.Write(a.files[name])
		switch {
		case name == "404.html" || name == "sitemap.xml": // which nobody needs offline
		case a.apart[name]:
		case path.Ext(name) == ".html":
			pages = append(pages, name)
		case path.Ext(name) == ".wasm":
			programs = append(programs, name)
		default:
			small = append(small, name)
		}
	}
	text := string(src)
	for mark, value := range map[string]string{
		"'%VERSION%'":  "'" + hex.EncodeToString(version.Sum(nil)[:5]) + "'",
		"'%PAGES%'":    quoteList(pages),
		"'%ASSETS%'":   quoteList(small),
		"'%PROGRAMS%'": quoteList(programs),
	} {
		if strings.Count(text, mark) != 1 {
			return fmt.Errorf("sw.js: want %s once", mark)
		}
		text = strings.Replace(text, mark, value, 1)
	}
	a.files["sw.js"], err = minified(a.min, "sw.js", []byte(text+wasmpack.Script))
	return err
}

func quoteList(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "'" + strings.Join(names, "','") + "'"
}
