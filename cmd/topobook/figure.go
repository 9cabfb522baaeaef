package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
	"topobook/site"
	"topobook/topology/draw"
)

// runFigure writes a drawing that a cell of a notebook shows.
func runFigure(ctx context.Context, env environment, c *command, args []string) error {
	fs := c.flags()
	var set settings
	fs.Var(&set, "set", "`name=value` of an input; may be given several times")
	out := fs.String("o", "", "write to this `file`, .svg, .png or .pdf, instead of SVG to standard output; a PNG has two pixels a unit, and it and a PDF need rsvg-convert, inkscape or chromium")
	nth := fs.Int("n", 1, "which drawing of a cell that shows several")
	dark := fs.Bool("dark", false, "in the colors for the dark")
	names, err := c.parse(env, fs, args)
	if err != nil {
		return err
	}
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(*out)), ".")
	if *out != "" && !slices.Contains([]string{"svg", "png", "pdf"}, format) {
		return usageError{fmt.Errorf("-o %s: want a name that ends in .svg, .png or .pdf", *out)}
	}
	if len(names) != 1 || !strings.Contains(names[0], "#") {
		return usageError{errors.New("want one notebook with a cell, as in topobook figure rings.md#net --set k=5 -o ring.svg")}
	}
	name, cell, _ := strings.Cut(names[0], "#")
	book, err := openBook(name)
	if err != nil {
		return err
	}
	html, err := showCell(ctx, env, book, strings.TrimPrefix(cell, "cell-"), set)
	if err != nil {
		return err
	}
	drawings := drawing.FindAllString(html, -1)
	if len(drawings) == 0 {
		return fmt.Errorf("%s: shows no drawing", names[0])
	}
	if *nth < 1 || *nth > len(drawings) {
		return fmt.Errorf("%s: got -n %d, want 1 to %d", names[0], *nth, len(drawings))
	}
	var colors map[string]string
	if *dark {
		if colors, err = darkColors(); err != nil {
			return err
		}
	}
	svg := []byte(draw.Standalone(drawings[*nth-1], colors))
	switch {
	case *out == "":
		_, err = env.file.Write(svg)
	case format == "svg":
		err = os.WriteFile(*out, svg, 0o666)
	default:
		err = convert(ctx, svg, *out, format)
	}
	return err
}

// drawing is what package draw writes, in the output of a cell.
var drawing = regexp.MustCompile(`(?s)<svg .*?</svg>`)

// showCell returns what a cell shows, as HTML.
func showCell(ctx context.Context, env environment, book *markdown.Notebook, id string, set settings) (string, error) {
	kernel := engine.New(&book.Document, builtins.All())
	for _, s := range set {
		if err := kernel.Set(s[0], s[1]); err != nil {
			return "", err
		}
	}
	var ids []string
	for _, cell := range book.Cells {
		if !cell.Inline {
			ids = append(ids, cell.ID)
		}
	}
	if !slices.Contains(ids, id) {
		return "", fmt.Errorf("%s#%s: no such cell, want %s", book.File, id, strings.Join(ids, ", "))
	}
	progress := &progress{out: env.terminal}
	var wrong error // with an input
	err := kernel.Run(engine.RunOptions{Only: []string{id}, Heavy: true, Pause: progress.pause(ctx), Emit: func(result engine.Result) { wrong = cmp.Or(wrong, refused(result)) }})
	progress.clear()
	results := kernel.Outputs()
	if err := cmp.Or(err, wrong, firstFault(book, results)); err != nil {
		return "", err
	}
	return results[slices.IndexFunc(results, func(r engine.Result) bool { return r.Cell == id })].HTML, nil
}

// paired is a color of the site's style sheet.
var paired = regexp.MustCompile(`--(\w+): light-dark\((#\w+), (#\w+)\)`)

// darkColors returns the colors for the dark by their names in the site's style sheet, whose first rules are those that always hold.
func darkColors() (map[string]string, error) {
	style, err := fs.ReadFile(site.Files, "style.css")
	if err != nil {
		return nil, err
	}
	colors := map[string]string{}
	for _, found := range paired.FindAllStringSubmatch(string(style), -1) {
		colors[found[1]] = cmp.Or(colors[found[1]], found[3])
	}
	return colors, nil
}

// A converter is a program that makes PNG and PDF of SVG.
type converter struct {
	program string
	png     []string // arguments: IN and OUT stand for the files, and W and H for the size of the drawing
	pdf     []string
	page    bool // it reads an HTML page
}

var browserArgs = []string{"--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--user-data-dir=DIR"}

var converters = []converter{
	{"rsvg-convert", []string{"--format=png", "--zoom=2", "--output=OUT", "IN"}, []string{"--format=pdf", "--output=OUT", "IN"}, false},
	{"inkscape", []string{"--export-type=png", "--export-dpi=192", "--export-filename=OUT", "IN"}, []string{"--export-type=pdf", "--export-filename=OUT", "IN"}, false},
	browserAs("chromium"), browserAs("chromium-browser"), browserAs("google-chrome"),
}

func browserAs(program string) converter {
	return converter{
		program: program, page: true,
		png: append(slices.Clip(browserArgs), "--force-device-scale-factor=2", "--window-size=W,H", "--screenshot=OUT", "IN"),
		pdf: append(slices.Clip(browserArgs), "--no-pdf-header-footer", "--print-to-pdf=OUT", "IN"),
	}
}

// sized is the size of a drawing that stands alone, and the color of the paper under it.
var sized = regexp.MustCompile(`(?s)^<svg [^>]*\bwidth="([0-9.]+)" height="([0-9.]+)".*?<rect [^>]*fill="(#\w+)"`)

// convert writes a drawing as PNG or PDF, by the first program that the machine has.
func convert(ctx context.Context, svg []byte, out, format string) error {
	for _, c := range converters {
		path, err := exec.LookPath(c.program)
		if err != nil {
			continue
		}
		made, err := c.convert(ctx, path, svg, format)
		if err != nil {
			return fmt.Errorf("%s: %w", c.program, err)
		}
		return os.WriteFile(out, made, 0o666)
	}
	return fmt.Errorf("%s: want rsvg-convert (of Debian's librsvg2-bin), inkscape or chromium on this machine, which make it of SVG; a name that ends in .svg needs none", out)
}

func (c converter) convert(ctx context.Context, path string, svg []byte, format string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "topobook-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, "figure.svg"), filepath.Join(dir, "figure."+format)
	size := sized.FindSubmatch(svg)
	if size == nil {
		return nil, errors.New("got a drawing without a size")
	}
	if c.page {
		in = filepath.Join(dir, "figure.html")
		svg = fmt.Appendf(nil, "<!doctype html><meta charset=utf-8><style>@page { size: %spx %spx; margin: 0 } html { background: %s } body { margin: 0 } svg { display: block !important }</style>%s", size[1], size[2], size[3], svg)
	}
	if err := os.WriteFile(in, svg, 0o666); err != nil {
		return nil, err
	}
	args := slices.Clone(c.png)
	if format == "pdf" {
		args = slices.Clone(c.pdf)
	}
	if c.page && os.Geteuid() == 0 {
		args = append([]string{"--no-sandbox"}, args...) // which no browser has for this user
	}
	fill := strings.NewReplacer("IN", in, "OUT", out, "DIR", dir, "W,H", whole(string(size[1]))+","+whole(string(size[2])))
	for i, arg := range args {
		args[i] = fill.Replace(arg)
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.WaitDelay = time.Second // for what the program started itself, and leaves behind when it is interrupted
	said, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, bytes.TrimSpace(said))
	}
	made, err := os.ReadFile(out)
	if err != nil {
		return nil, fmt.Errorf("it made nothing: %s", bytes.TrimSpace(said))
	}
	return made, nil
}

// whole returns a decimal number rounded up.
func whole(decimal string) string {
	before, after, _ := strings.Cut(decimal, ".")
	n, _ := strconv.Atoi(before) // a drawing has one
	if strings.Trim(after, "0") != "" {
		n++
	}
	return strconv.Itoa(n)
}
