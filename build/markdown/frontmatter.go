package markdown

import (
	"bytes"
	"strconv"
	"strings"

	"topobook/notebooks/engine"
)

// frontMatter is what the lines between the two --- lines say.
type frontMatter struct {
	meta           engine.Meta
	bodyFrom       int    // offset of the first byte after the closing line
	bibliography   string // name of a file
	bibliographyAt int    // offset of its line
}

// parseFrontMatter reads the front matter of a notebook and reports what is wrong to fs.
func parseFrontMatter(fs *faults, slug string) frontMatter {
	fm := frontMatter{meta: engine.Meta{Slug: slug}, bodyFrom: len(fs.src)}
	line, rest, _ := bytes.Cut(fs.src, []byte("\n"))
	if string(bytes.TrimRight(line, " \r")) != "---" {
		fs.add(0, "front matter: want --- as the first line")
		return fm
	}
	starts := map[string]int{} // offset of the line by key
	for offset := len(line) + 1; ; {
		if len(rest) == 0 {
			fs.add(0, "front matter: want a closing line ---")
			return fm
		}
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		start := offset
		offset = min(offset+len(line)+1, len(fs.src))
		text := strings.TrimRight(string(line), " \r")
		if text == "---" {
			fm.bodyFrom = offset
			break
		}
		key, value, ok := strings.Cut(text, ":")
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if !ok {
			fs.add(start, "front matter: got %q, want key: value", text)
			continue
		}
		at := start + len(key) + 1 + len(value) - len(strings.TrimLeft(value, " "))
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if len(value) > 1 && value[0] == '"' && value[len(value)-1] == '"' {
			value = value[1 : len(value)-1]
		}
		if _, twice := starts[key]; twice {
			fs.add(start, "front matter: %s is given twice", key)
		}
		starts[key] = start
		fm.set(fs, key, value, start, at)
	}
	fm.complete(fs, starts)
	return fm
}

// complete reports lines that are missing, or that only a main page may have.
func (fm *frontMatter) complete(fs *faults, starts map[string]int) {
	for _, key := range []string{"title", "summary", "order"} {
		if _, ok := starts[key]; !ok {
			fs.add(0, "front matter: want a line %s:", key)
		}
	}
	if fm.meta.Short == "" {
		fm.meta.Short = fm.meta.Title
	}
	home := fm.meta.PartOf
	if home == "" {
		return
	}
	if !strings.HasPrefix(fm.meta.Slug, home+"-") {
		fs.add(starts["part-of"], "front matter: part-of: got %q, want it to start the name of the file, as in %s-%s.md", home, home, fm.meta.Slug)
	}
	for _, key := range []string{"paper", "authors", "venue", "year", "url", "doi", "read"} {
		if start, ok := starts[key]; ok {
			fs.add(start, "front matter: %s: want it in %s.md only, as this is a chapter", key, home)
		}
	}
}

// set stores one value, which stands at offset at of the line that starts at start.
func (fm *frontMatter) set(fs *faults, key, value string, start, at int) {
	fields := map[string]*string{
		"title": &fm.meta.Title, "short": &fm.meta.Short, "part-of": &fm.meta.PartOf, "paper": &fm.meta.Paper, "authors": &fm.meta.Authors, "venue": &fm.meta.Venue,
		"year": &fm.meta.Year, "url": &fm.meta.URL, "read": &fm.meta.Read, "summary": &fm.meta.Summary, "bibliography": &fm.bibliography,
	}
	if value == "" {
		fs.add(at, "front matter: %s is empty", key)
		return
	}
	switch key {
	case "url":
		if !strings.HasPrefix(value, "https://") && !strings.HasPrefix(value, "http://") {
			fs.add(at, "front matter: url: got %q, want an address that starts with https://", value)
			return
		}
	case "doi":
		if !strings.HasPrefix(value, "10.") {
			fs.add(at, "front matter: doi: got %q, want one that starts with 10.", value)
			return
		}
		fm.meta.URL = "https://doi.org/" + value
		return
	case "bibliography":
		fm.bibliographyAt = at
	case "order":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			fs.add(at, "front matter: order: got %q, want a whole number from 1", value)
		}
		fm.meta.Order = n
		return
	}
	field, ok := fields[key]
	if !ok {
		fs.add(start, "front matter: got key %q, want title, short, part-of, paper, authors, venue, year, url, doi, read, bibliography, order or summary", key)
		return
	}
	*field = value
}
