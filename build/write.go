package build

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"topobook/notebooks/engine"
	"topobook/notebooks/output"
)

// A Size is the size of a file, or of several, in bytes.
type Size struct{ Raw, Gzip, Brotli int }

// Add returns the sum of two sizes.
func (s Size) Add(t Size) Size {
	return Size{s.Raw + t.Raw, s.Gzip + t.Gzip, s.Brotli + t.Brotli}
}

// A PageSize is what a page transfers to a reader who has nothing yet.
type PageSize struct {
	Path                     string
	Budget                   int  // bytes, of Total by gzip
	HTML, CSS, Script, Total Size // Total is the sum of the three: what the page is read with
	Fonts                    Size // that the page asks for at once
	Drawings                 Size // that have files of their own, which come as the reader gets near: see lighten
}

// A Report is what a build made.
type Report struct {
	Out    string
	Pages  []PageSize      // in the order of their paths
	Engine Size            // fetched when a reader first shows interest, with its script
	Full   Size            // the same with everything
	Files  map[string]Size // every file by its path
	Claims map[string]int  // by verdict

	Results map[string][]engine.Result // what was computed, by slug
	Ran     int                        // notebooks whose cells were run for it: the results of the others were known
}

// String returns what each page transfers, gzipped and by brotli, as a table.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d pages; kB as gzip / brotli\n", r.Out, len(r.Pages))
	fmt.Fprintf(&b, "%-36s %13s %13s %13s %13s %13s %6s\n", "page", "html", "css", "script", "together", "drawings", "fonts")
	kB := func(s Size) string { return fmt.Sprintf("%.1f / %.1f", float64(s.Gzip)/1000, float64(s.Brotli)/1000) }
	for _, p := range r.Pages {
		fmt.Fprintf(&b, "%-36s %13s %13s %13s %13s %13s %6.1f\n", p.Path, kB(p.HTML), kB(p.CSS), kB(p.Script), kB(p.Total), kB(p.Drawings), float64(p.Fonts.Raw)/1000)
	}
	if len(r.Pages) > 0 {
		fmt.Fprintf(&b, "the engine, at a reader's first touch, %s; the full one %s\n", kB(r.Engine), kB(r.Full))
	}
	fmt.Fprint(&b, "claims:")
	for _, verdict := range output.Verdicts {
		fmt.Fprintf(&b, " %d %s", r.Claims[verdict], verdict)
	}
	return b.String() + "\n"
}

// write compresses the files and writes them to the folder of the site.
func (b *Builder) write(a *assets, all []*computed) (Report, error) {
	out, err := openOut(b.opt.Out)
	if err != nil {
		return Report{}, err
	}
	defer out.Close()
	if err := clearFolder(out, a.files, !b.opt.Live); err != nil {
		return Report{}, err
	}
	report := Report{Out: b.opt.Out, Files: map[string]Size{}, Claims: map[string]int{}, Results: map[string][]engine.Result{}, Ran: b.ran}
	compress := newCompressor(b.opt.Fast)
	engine := cmp.Or(b.engine.Load(), &Engine{})
	for _, p := range []Program{engine.Papers, engine.Full} {
		compress.know(p)
	}
	for _, name := range slices.Sorted(maps.Keys(a.files)) {
		write := compress.write
		if b.opt.Live { // over a line that no compression makes faster
			write = writePlain
		}
		size, err := write(out, name, a.files[name])
		if err != nil {
			return Report{}, err
		}
		report.Files[name] = size
	}
	for program, names := range map[string][]byte{papersProgram: engine.Papers.Names, fullProgram: engine.Full.Names} {
		if names == nil {
			continue
		}
		zipped, err := compress.gzipped(names) // beside the program; no page leads there, but topobook trace reads it
		if err != nil {
			return Report{}, err
		}
		file := strings.TrimSuffix(a.path(program), ".wasm") + ".names.gz"
		if err := writeFile(out, file, zipped); err != nil {
			return Report{}, err
		}
	}
	for _, c := range all {
		report.Results[c.book.Slug] = c.results
		for _, claim := range c.claims() {
			report.Claims[claim.Verdict]++
		}
	}
	report.sum(a)
	compress.cache.clean(time.Now())
	return report, nil
}

// sum fills in the sizes of the pages and of the engine.
func (r *Report) sum(a *assets) {
	for _, name := range slices.Sorted(maps.Keys(r.Files)) {
		if path.Ext(name) != ".html" || name == "404.html" { // which stands alone
			continue
		}
		sum := func(names []string) (size Size) {
			for _, name := range names {
				size = size.Add(r.Files[name])
			}
			return size
		}
		styles, scripts := a.readWith(name)
		var fonts []string
		for font, file := range a.paths {
			if path.Ext(font) == ".woff2" && bytes.Contains(a.files[name], []byte(file)) {
				fonts = append(fonts, file)
			}
		}
		p := PageSize{Path: name, Budget: budgetOf(name), HTML: r.Files[name], CSS: sum(styles), Script: sum(scripts), Fonts: sum(fonts), Drawings: sum(a.drawings[name])}
		p.Total = p.HTML.Add(p.CSS).Add(p.Script)
		r.Pages = append(r.Pages, p)
	}
	script := r.Files[a.path(execScript)]
	r.Engine, r.Full = r.Files[a.path(papersProgram)].Add(script), r.Files[a.path(fullProgram)].Add(script)
}

// openOut opens the folder of the site, which it makes if it is not there. Nothing is written outside of it, wherever links in it lead.
func openOut(out string) (*os.Root, error) {
	if info, err := os.Lstat(filepath.Clean(out)); err == nil && info.Mode().Type() == fs.ModeSymlink {
		return nil, fmt.Errorf("%s: is a link, want the folder itself", out)
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return nil, err
	}
	return os.OpenRoot(out)
}

// writeFile writes a file of the site, in the place of what has its name: who reads that still has it whole.
func writeFile(out *os.Root, name string, data []byte) error {
	if err := out.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	if err := out.WriteFile(name+".new", data, 0o644); err != nil {
		return err
	}
	return out.Rename(name+".new", name)
}

// writePlain writes a file.
func writePlain(out *os.Root, name string, data []byte) (Size, error) {
	return Size{len(data), len(data), len(data)}, writeFile(out, name, data)
}

// write writes a file, and beside it what gzip and brotli make of it.
func (compress compressor) write(out *os.Root, name string, data []byte) (Size, error) {
	size, err := writePlain(out, name, data)
	if err != nil || !compressible(name, len(data)) {
		return size, err
	}
	zipped, small, err := compress.variants(name, data)
	if err != nil {
		return size, err
	}
	size.Gzip, size.Brotli = len(zipped), len(small)
	for ending, data := range map[string][]byte{".gz": zipped, ".br": small} {
		if err := writeFile(out, name+ending, data); err != nil {
			return size, err
		}
	}
	return size, nil
}

// clearFolder removes what an earlier build left in the folder and this one, which may have compressed variants of files,
// does not replace. It refuses a folder that is neither empty nor a site.
func clearFolder(out *os.Root, files map[string][]byte, variants bool) error {
	entries, err := fs.ReadDir(out.FS(), ".")
	if err != nil || len(entries) == 0 {
		return err
	}
	for _, mark := range []string{"sw.js", referenceFile, "assets"} {
		if _, err := out.Lstat(mark); err != nil {
			return fmt.Errorf("%s: want an empty folder, or one that has an earlier build", out.Name())
		}
	}
	return fs.WalkDir(out.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		plain := strings.TrimSuffix(strings.TrimSuffix(name, ".br"), ".gz")
		if _, kept := files[plain]; kept && (plain == name || variants) {
			return nil
		}
		return out.Remove(name)
	})
}
