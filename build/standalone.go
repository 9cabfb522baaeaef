package build

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"io/fs"
	"slices"
	"strings"
)

// A standalonePage is what standalone.html shows: all that a notebook in one file needs, but the notebook.
type standalonePage struct {
	Language     string
	Policy       string
	Icon         template.URL
	Style        template.CSS
	Boot, Script template.JS
	Editor       template.HTML // a script that runs when it is asked for
	Engine       template.HTML // the full program, compressed by gzip, in base64
}

// standalone stores what the playground makes a notebook in one file from, and returns its path. It replaces %TITLE%, in two
// places, by the title, as HTML; %BODY% by the blocks with their outputs, as HTML without attributes style; %RULES% by rules of
// a style sheet for what these said, and %NONCE%, in two places, by what nobody can guess, which allows them; and %DATA% by
// what the page of a notebook has in #notebook, as JSON in which a less-than sign is written \u003c. The file has the ending
// of a text, so that no host shows it as a page.
func (p *pageMaker) standalone(program Engine) (string, error) {
	style, err := p.a.style(p.site, p.settings.Accent, func(font string) string {
		return dataURL("font/woff2", p.a.files[p.a.path(font)])
	})
	if err != nil {
		return "", err
	}
	boot, err := fs.ReadFile(p.site, "standalone.js")
	if err != nil {
		return "", err
	}
	if boot, err = minified(p.a.min, "standalone.js", boot); err != nil {
		return "", err
	}
	boot = slices.Concat(boot, []byte("\n"), p.a.files[p.a.path("boot.js")])
	compress := newCompressor(p.live)
	compress.know(program.Full)
	zipped, err := compress.programZipped(program.Full.Wasm)
	if err != nil {
		return "", err
	}
	script, editor := p.a.files[p.a.path(execScript)], p.a.files[p.a.path(editorScript)]
	page := standalonePage{
		Language: p.settings.Language,
		Policy: strings.Join([]string{
			"default-src 'none'", "script-src " + hashSource(boot) + " " + hashSource(script) + " " + hashSource(editor) + " 'wasm-unsafe-eval'",
			"style-src " + hashSource(style) + " 'nonce-%NONCE%'", "img-src data: blob:", "font-src data:",
			"worker-src blob:", "base-uri 'none'", "form-action 'none'",
		}, "; "),
		Icon:  template.URL(dataURL("image/svg+xml", p.a.files[p.a.path("icon.svg")])),
		Style: template.CSS(style), Boot: template.JS(boot), Script: template.JS(script),
		Editor: template.HTML(editor),
		Engine: template.HTML(base64.StdEncoding.EncodeToString(zipped)),
	}
	var b bytes.Buffer
	if err := p.templates.ExecuteTemplate(&b, "standalone.html", page); err != nil {
		return "", err
	}
	p.a.add("standalone.txt", b.Bytes())
	return p.a.path("standalone.txt"), nil
}

// dataURL returns the address of data that stands in the address.
func dataURL(kind string, data []byte) string {
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
}

// hashSource returns what allows a script or a style in a content security policy.
func hashSource(text []byte) string {
	sum := sha256.Sum256(text)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
