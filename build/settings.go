package build

import (
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"topobook/build/folder"
	"topobook/notebooks/markdown"
	"topobook/notebooks/markdown/yaml"
)

// settingsFile is the file of a book that says what its site is like.
const settingsFile = "site.yaml"

// Settings are what the pages of a site have in common.
type Settings struct {
	Title       string
	Notebooks   string // what the list of notebooks is called
	Language    string // of the text, for the lang attribute
	Description string
	Base        string // the address of the site, which ends with a slash; empty if it is not known
	Links       []Link // in the head of each page
	Accent      Accent
	Footer      template.HTML
	License     Link
	Playground  bool // there is one
	Solutions   markdown.Solutions
	Authors     string  // of its pages, for citations
	Edition     Edition // of the site, for citations

	Bibliography markdown.Bibliography // what pages cite from that name none themselves

	places map[string]yaml.Value // of links into the site, by file, which are checked when its pages are there
}

// A Link is a text that may lead somewhere.
type Link struct{ Text, URL string }

// defaultFooter is the foot of the pages, in Markdown, where site.yaml has none.
const defaultFooter = "Every number, table and drawing on this site is computed, once when it is built and again in your browser as you change something. " +
	"No account, no server, no third party. Made with topobook."

// languageTag is what a lang attribute may be.
var languageTag = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)

// loadSettings reads site.yaml of a folder, if it is there. The style sheet has the colors that the accent is seen with.
func loadSettings(dir string, style []byte) (*Settings, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	src, err := folder.File(root.FS(), settingsFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", settingsFile, err)
	}
	return readSettings(src, style)
}

// readSettings reads what is in site.yaml.
func readSettings(src, style []byte) (*Settings, error) {
	s := &Settings{Notebooks: "Notebooks", Language: "en", Playground: true, places: map[string]yaml.Value{}}
	if err := s.setFooter(defaultFooter); err != nil {
		return nil, err
	}
	if err := faultsOf(yaml.Read(src, s.keys(style)...)); err != nil {
		return nil, err
	}
	if s.Base != "" {
		s.Base = strings.TrimSuffix(s.Base, "/") + "/"
	}
	return s, nil
}

// keys returns what site.yaml may have.
func (s *Settings) keys(style []byte) []yaml.Key {
	return []yaml.Key{
		textKey("title", &s.Title, nil),
		textKey("notebooks", &s.Notebooks, nil),
		textKey("language", &s.Language, func(tag string) error {
			if !languageTag.MatchString(tag) {
				return errors.New("a tag such as en or pt-BR")
			}
			return nil
		}),
		textKey("description", &s.Description, nil),
		textKey("authors", &s.Authors, nil),
		{Name: "edition", Take: func(v yaml.Value) {
			if !v.IsMapping() {
				s.Edition.Name, _ = v.Text()
				return
			}
			v.Mapping(textKey("name", &s.Edition.Name, nil), textKey("date", &s.Edition.Date, func(date string) error {
				if !editionDate.MatchString(date) {
					return errors.New("a year, a month or a day, as in 2026-11-24")
				}
				return nil
			}))
		}},
		textKey("base", &s.Base, checkBase),
		{Name: "links", Take: func(v yaml.Value) {
			v.List(func(v yaml.Value) {
				if link := s.link(v, "text"); v.IsMapping() && (link.Text == "" || link.URL == "") {
					v.Fault("want text and url")
				} else {
					s.Links = append(s.Links, link)
				}
			})
		}},
		{Name: "accent", Take: func(v yaml.Value) { s.Accent.read(v, style) }},
		{Name: "bibliography", Take: func(v yaml.Value) {
			name, _ := v.Text()
			s.Bibliography = markdown.Bibliography{Name: name, File: settingsFile, Line: v.Line, Col: v.Col}
		}},
		textKey("footer", new(string), s.setFooter),
		textKey("playground", new(string), func(text string) error {
			s.Playground = text == "true"
			if text != "true" && text != "false" {
				return errors.New("true or false")
			}
			return nil
		}),
		textKey("solutions", (*string)(&s.Solutions), func(text string) error {
			switch markdown.Solutions(text) {
			case markdown.Shown, markdown.Folded, markdown.None:
				return nil
			}
			return errors.New("shown, folded or none")
		}),
		{Name: "license", Take: func(v yaml.Value) {
			if !v.IsMapping() {
				s.License.Text, _ = v.Text()
			} else if s.License = s.link(v, "name"); s.License.Text == "" {
				v.Fault("want a name")
			}
		}},
	}
}

// textKey takes text into a field. An error of check, which may be nil, says what is wanted.
func textKey(name string, field *string, check func(string) error) yaml.Key {
	return yaml.Key{Name: name, Take: func(v yaml.Value) {
		got, ok := v.Text()
		if !ok {
			return
		}
		if check != nil {
			if err := check(got); err != nil {
				v.Fault("got %q, want %v", got, err)
				return
			}
		}
		*field = got
	}}
}

func (s *Settings) setFooter(line string) error {
	html, err := markdown.Line(line)
	s.Footer = template.HTML(html)
	return err
}

// link returns what a mapping with a text, under the given key, and an address says.
func (s *Settings) link(v yaml.Value, text string) Link {
	var link Link
	v.Mapping(textKey(text, &link.Text, nil), yaml.Key{Name: "url", Take: func(v yaml.Value) {
		if link.URL, _ = v.Text(); link.URL != "" {
			s.checkLink(link.URL, v)
		}
	}})
	return link
}

// complete gives the site a title where site.yaml has none: that of the front page, or the name of the folder.
func (s *Settings) complete(folder string, books []*markdown.Notebook) error {
	if s.Title == "" && books[0].Slug == markdown.Index {
		s.Title = books[0].Title
	}
	if s.Title == "" {
		abs, err := filepath.Abs(folder)
		if err != nil {
			return err
		}
		s.Title = filepath.Base(abs)
	}
	return nil
}

// faultsOf joins faults of site.yaml.
func faultsOf(faults []yaml.Fault) error {
	all := make([]error, len(faults))
	for i, f := range faults {
		all[i] = &markdown.Fault{File: settingsFile, Line: f.Line, Col: f.Col, Msg: f.Msg}
	}
	return errors.Join(all...)
}

func checkBase(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || strings.ContainsAny(address, "?#") {
		return errors.New("the address of the site, as in https://example.org/book/")
	}
	return nil
}

// checkLink notes a link into the site, for [Settings.checkPages], and a fault where it is neither one nor leads to the web.
func (s *Settings) checkLink(to string, v yaml.Value) {
	u, err := url.Parse(to)
	switch {
	case err == nil && (u.Scheme == "https" || u.Scheme == "http" || u.Scheme == "mailto"):
	case err == nil && u.Scheme == "" && u.Host == "" && u.Path != "" && !strings.HasPrefix(u.Path, "/"):
		s.places[u.Path] = v
	default:
		v.Fault("got %q, want an address that starts with https://, or a page of the site, as in reference.html", to)
	}
}

// checkPages returns an error if a link leads to a file that is not there.
func (s *Settings) checkPages(there func(file string) bool) error {
	var faults []yaml.Fault
	for _, file := range slices.Sorted(maps.Keys(s.places)) {
		if !there(file) {
			faults = append(faults, yaml.Fault{Line: s.places[file].Line, Col: s.places[file].Col, Msg: "got " + strconv.Quote(file) + ", but the site has no such file"})
		}
	}
	return faultsOf(faults)
}
