package markdown

import (
	"bytes"
	"fmt"
	"strings"

	"topobook/notebooks/engine"
	"topobook/notebooks/markdown/yaml"
)

// frontMatter is what the lines between the two --- lines say.
type frontMatter struct {
	file         string
	meta         engine.Meta
	end          int            // offset of the first byte after the closing line; 0 if there is none
	lines        map[string]int // of the values, by key
	bibliography Bibliography
}

// Index is the slug of the front page's notebook, index.md.
const Index = "index"

// reserved are the names of notebooks whose pages the site has itself.
var reserved = map[string]bool{"ledger": true, "reference": true, "licenses": true, "404": true}

// parseFrontMatter reads the front matter of a notebook, which is YAML, and reports what is wrong to fs.
func parseFrontMatter(fs *faults, slug string) frontMatter {
	fm := frontMatter{file: fs.file, meta: engine.Meta{Slug: slug}, lines: map[string]int{}}
	lines, end, opened := frontMatterOf(fs.src)
	fm.end = end
	switch {
	case !opened:
		fs.add(0, "front matter: want --- as the first line")
		return fm
	case end == 0:
		fs.add(0, "front matter: want a closing line ---")
		return fm
	case len(lines) > maxFrontMatter:
		fs.add(0, "front matter: has %d bytes, want at most %d", len(lines), maxFrontMatter)
		return fm
	}
	found := yaml.Read(append([]byte("\n"), lines...), fm.keys()...) // in the lines of the file
	for _, fault := range found {
		fs.list = append(fs.list, &Fault{fs.file, fault.Line, fault.Col, "front matter: " + fault.Msg})
	}
	if fm.lines["title"] == 0 && found == nil {
		fs.add(0, "front matter: want a line title:")
	}
	fm.complete(fs)
	return fm
}

// frontMatterOf returns the lines of front matter, and the offset of what follows its closing line, or 0 if there is none. opened tells whether
// there is a first one.
func frontMatterOf(src []byte) (lines []byte, end int, opened bool) {
	first, rest, _ := bytes.Cut(src, []byte("\n"))
	if string(bytes.TrimRight(first, " ")) != "---" {
		return nil, 0, false
	}
	start := len(first) + 1
	for at := start; len(rest) > 0; {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		if string(bytes.TrimRight(line, " ")) == "---" {
			return src[start:at], min(at+len(line)+1, len(src)), true
		}
		at += len(line) + 1
	}
	return nil, 0, true
}

// keys returns what front matter may have.
func (fm *frontMatter) keys() []yaml.Key {
	meta := &fm.meta
	read := func(name string, take func(yaml.Value)) yaml.Key {
		return yaml.Key{Name: name, Take: func(v yaml.Value) {
			fm.lines[name] = v.Line
			take(v)
		}}
	}
	text := func(name string, field *string) yaml.Key {
		return read(name, func(v yaml.Value) { *field, _ = v.Text() })
	}
	return []yaml.Key{
		text("title", &meta.Title), text("short", &meta.Short), text("part-of", &meta.PartOf), text("paper", &meta.Paper), text("authors", &meta.Authors),
		text("venue", &meta.Venue), text("year", &meta.Year),
		read("url", func(v yaml.Value) {
			if url, ok := v.Text(); ok && !strings.HasPrefix(url, "https://") && !strings.HasPrefix(url, "http://") {
				v.Fault("got %q, want an address that starts with https://", url)
			} else {
				meta.URL = url
			}
		}),
		read("doi", func(v yaml.Value) {
			if doi, ok := v.Text(); ok && !strings.HasPrefix(doi, "10.") {
				v.Fault("got %q, want one that starts with 10.", doi)
			} else {
				meta.URL = "https://doi.org/" + doi
			}
		}),
		text("read", &meta.Read),
		read("order", func(v yaml.Value) { meta.Order, _ = v.Whole() }),
		text("summary", &meta.Summary),
		read("listed", func(v yaml.Value) {
			switch listed, ok := v.Text(); {
			case ok && listed != "true" && listed != "false":
				v.Fault("got %q, want true or false", listed)
			default:
				meta.Apart = listed == "false"
			}
		}),
		read("bibliography", func(v yaml.Value) {
			name, _ := v.Text()
			fm.bibliography = Bibliography{name, fm.file, v.Line, v.Col}
		}),
	}
}

// complete fills in what follows from other lines, and reports those that only a main page may have.
func (fm *frontMatter) complete(fs *faults) {
	if fm.meta.Short == "" {
		fm.meta.Short = fm.meta.Title
	}
	for _, key := range []string{"paper", "authors", "venue", "year", "url", "doi", "read", "listed"} {
		if fm.meta.PartOf != "" && fm.lines[key] > 0 {
			fm.fault(fs, key, "want it in %s.md only, as this is a chapter", fm.meta.PartOf)
		}
	}
}

// checkName reports what does not agree with the name of the file.
func (fm *frontMatter) checkName(fs *faults) {
	switch home := fm.meta.PartOf; {
	case home == "":
	case fm.meta.Slug == Index || home == Index:
		fm.fault(fs, "part-of", "got %q, want none: the front page has no chapters, and is none", home)
	case !strings.HasPrefix(fm.meta.Slug, home+"-"):
		fm.fault(fs, "part-of", "got %q, want it to start the name of the file, as in %s-%s.md", home, home, fm.meta.Slug)
	}
}

func (fm *frontMatter) fault(fs *faults, key, format string, args ...any) {
	fs.list = append(fs.list, &Fault{fs.file, fm.lines[key], 1, fmt.Sprintf("front matter: "+key+": "+format, args...)})
}
