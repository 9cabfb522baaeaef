package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"topobook/topology/export"
)

// What a stranger may write: sequences that clear a terminal, name its window and color it, controls of both kinds, marks of direction and
// what has no width; as it is, and as a cell writes it. Both have a word that is to be seen.
const (
	raw    = "\x1b[2Jpwned\x1b]0;a\a\x7f\b\u009b31m\u202eb\u2066\u200b"
	quoted = `\x1b[2Jpwned\x1b]0;a\a\x7f\b\u009b31m\u202eb\u2066\u200b`
)

// A hostileCase is a command line with a stranger's text somewhere. Its output is to have the word, or what is said instead.
type hostileCase struct {
	args  []string
	stdin string
	says  string // empty if it is the word
	file  bool   // what it prints to a file has every byte of it
}

// refusals say why a stranger's text is not taken where it is not shown.
var refusals = []string{"without control characters", "unexpected input character", "0 claims", "[]"}

// hostileFiles are the files of a book of a stranger.
func hostileFiles() map[string]string {
	page := func(cells ...string) string {
		text := "---\ntitle: T\n---\n"
		for i, cell := range cells {
			text += fmt.Sprintf("\n```starlark {#c%d}\n%s\n```\n", i, strings.ReplaceAll(cell, "EVIL", quoted))
		}
		return text
	}
	files := map[string]string{
		"shows.md": page(`text("EVIL")`, `"EVIL"`, `["EVIL", {"EVIL": ("EVIL",)}]`, `print("EVIL")`, `table([["EVIL"]], columns=["EVIL"])`, `k = slider(1, 0, 3, label="EVIL")`,
			`c = choice("EVIL", ["EVIL", "b"])`, `plot({"EVIL": [(1, 2), (2, 3)]}, title="EVIL")`),
		"claims.md":      page(`claim("a", paper="EVIL", computed="EVIL", note="EVIL")`, `verify("b", lambda x: x == 2, ["EVIL"])`),
		"fails.md":       page(`fail("EVIL")`),
		"raises.md":      page(`{}["EVIL"]`),
		"draws.md":       page(`draw(graph(["a\u202epwned", "b"], [("a\u202epwned", "b")]))`),
		"exercise.md":    page() + "\n```starlark {#e exercise}\nx = 1\n```\n\n```check {for=\"e\"}\nexpect(x == 2, \"" + quoted + "\")\n```\n",
		"front.md":       "---\ntitle: T\n\"" + quoted + "\": x\n---\n",
		"value.md":       "---\ntitle: T\norder: \"" + quoted + "\"\n---\n",
		"control.md":     "---\ntitle: " + raw + "\n---\n",
		"fence.md":       page() + "\n```starlark {#a " + raw + "}\n1\n```\n",
		"syntax.md":      "---\ntitle: T\n---\n\n```starlark {#a}\npwned " + raw + "\n```\n",
		"image.md":       page() + "\n![a](<" + raw + ".png>)\n",
		"link.md":        page() + "\n[a](<" + raw + ".csv>)\n",
		"data.md":        page() + "\n```data {name=\"" + raw + "\"}\n1\n```\n",
		"read.md":        page(`read("EVIL")`),
		"table.md":       page(`read("t.csv")`),
		"t.csv":          raw + ",b\n" + raw + "," + raw + "\n1,2\n",
		"works.md":       "---\ntitle: T\nbibliography: \"" + quoted + ".bib\"\n---\n",
		"settings/a.md":  "---\ntitle: T\n---\n",
		"settings2/a.md": "---\ntitle: T\n---\n", "settings2/site.yaml": "accent: \"" + quoted + "\"\n",
		"settings/site.yaml": "\"" + quoted + "\": a\n",
		"full/" + raw:        "x",
	}
	for _, name := range []string{"fails", "front", "value", "fence", "image", "link", "data", "works", "claims"} {
		files["of-"+name+"/"+name+".md"] = files[name+".md"]
	}
	files["named/pwned\x1b[2J.md"] = "---\ntitle: T\n---\n"
	return files
}

func hostileCases(dir string) []hostileCase {
	cases := []hostileCase{
		{args: []string{raw}}, {args: []string{"eval", "--" + raw}}, {args: []string{"run", "-set", raw, "shows.md"}, says: "want name=value"},
		{args: []string{"eval", `"` + quoted + `"`}}, {args: []string{"eval", `fail("` + quoted + `")`}}, {args: []string{"eval", raw}}, {args: []string{"eval", "1", `fail("` + quoted + `")`, raw}},
		{args: []string{"eval"}, stdin: raw + "\n\"" + quoted + "\"\n"}, {args: []string{"eval", `{"` + quoted + `": ["` + quoted + `"]}`}}, {args: []string{"eval", `claim("a", "` + quoted + `", 1)`}},
		{args: []string{"run", raw + ".md"}}, {args: []string{"run", "http://x/" + raw + ".html"}}, {args: []string{"run", "shows.md#%1b%5b2Jpwned%9b=1"}}, {args: []string{"run", "shows.md#" + raw}},
		{args: []string{"run", "shows.md#k=%1b%5b2Jpwned"}}, {args: []string{"run", "shows.md#d=%1b%5b2Jpwned&v=2"}, says: "cannot be compared"},
		{args: []string{"run", "shows.md", "--set", raw + "=1"}}, {args: []string{"run", "shows.md", "--set", "k=" + raw}},
		{args: []string{"run", "--exercises", "exercise.md", "shows.md#" + raw, raw}}, {args: []string{"run", "--exercises", "--json", "exercise.md", "shows.md#" + raw, raw}},
		{args: []string{"check", raw}}, {args: []string{"check", "fails.md#" + raw}}, {args: []string{"check", "of-fails/" + raw}, says: "no such notebook"}, {args: []string{"check", "named"}},
		{args: []string{"figure", "draws.md#c0"}, file: true}, {args: []string{"figure", "draws.md#" + raw}, says: "no such cell"}, {args: []string{"figure", "draws.md#c0", "-o", raw}},
		{args: []string{"figure", "draws.md#c0", "-o", "a.png"}}, {args: []string{"figure", "shows.md#c7"}, file: true}, {args: []string{"figure", "shows.md#c0", "--set", raw + "=1"}},
		{args: []string{"new", "full"}}, {args: []string{"new", filepath.Join(dir, raw)}},
		{args: []string{"trace", "names.gz"}, stdin: raw + " wasm-function[1]:0x12 " + raw}, {args: []string{"trace", raw}}, {args: []string{"trace", "shows.md"}, says: "gzip"},
		{args: []string{"build", raw}}, {args: []string{"build", "settings"}}, {args: []string{"build", "settings2"}}, {args: []string{"build", "settings", raw}}, {args: []string{"build", "named"}},
		{args: []string{"serve", raw}}, {args: []string{"serve", "settings", raw}}, {args: []string{"serve", "-" + raw}},
		{args: []string{"export", raw}}, {args: []string{"export", "ring(3)", "--format", raw}}, {args: []string{"export", "--from", "dot", raw}}, {args: []string{"export", `"` + quoted + `"`}},
		{args: []string{"export", `graph(["` + quoted + `", "b"], [])`}},
	}
	for _, name := range []string{"shows", "claims", "fails", "raises", "front", "value", "control", "fence", "syntax", "data", "read", "table"} {
		cases = append(cases, hostileCase{args: []string{"run", name + ".md"}}, hostileCase{args: []string{"run", "--json", name + ".md"}},
			hostileCase{args: []string{"check", name + ".md"}}, hostileCase{args: []string{"check", "--json", name + ".md"}})
	}
	for _, name := range []string{"fails", "front", "value", "fence", "image", "link", "data", "works"} {
		says := ""
		if name == "fails" {
			says = "want a released topobook"
		}
		cases = append(cases, hostileCase{args: []string{"build", "of-" + name}, says: says})
	}
	for _, format := range export.Names() {
		says := map[string]string{"graph6": "A_", "sparse6": ":An", "evalnet": "2 1", "booksim": "router", "ibnetdiscover": "", "slurm": "slurm"}[format] // where there are no names
		cases = append(cases,
			hostileCase{args: []string{"export", "--format", format, `graph(["a\u202epwned", "b"], [("a\u202epwned", "b")])`}, file: true, says: says},
			hostileCase{args: []string{"export", "--from", format, "-"}, stdin: raw + " " + raw + "\n" + raw, says: format})
	}
	return cases
}

// TestHostile runs every subcommand with a stranger's text wherever it takes some, with its output in pipes and at a terminal, and looks at
// each byte of it.
func TestHostile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range hostileFiles() {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var names bytes.Buffer
	w := gzip.NewWriter(&names)
	fmt.Fprintf(w, "wasm-function[1] pc=0x1 %s\n", raw)
	_ = w.Close() // into memory
	if err := os.WriteFile(filepath.Join(dir, "names.gz"), names.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	tools := t.TempDir() // a converter that says what a stranger wants
	if err := os.WriteFile(filepath.Join(tools, "rsvg-convert"), []byte("#!/bin/sh\nprintf '\\033[2Jpwned\\302\\233'\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	looked := map[string]int{}
	bytesSeen := 0
	for _, c := range hostileCases(dir) {
		for _, terminal := range []bool{false, true} {
			cmd := exec.Command("topobook", c.args...)
			cmd.Dir = dir
			cmd.Env = append(cmd.Environ(), "PATH="+tools+":"+os.Getenv("PATH"))
			cmd.Stdin = strings.NewReader(c.stdin)
			out, exact := outputs(t, cmd, terminal)
			if c.file && !terminal {
				out = strings.TrimPrefix(out, exact)
			} else {
				exact = ""
			}
			if at := terminalControl(out); at >= 0 {
				t.Errorf("topobook %q, at a terminal %t: prints %q", c.args, terminal, out[max(0, at-40):min(len(out), at+20)])
			}
			if !slices.ContainsFunc(append(refusals, "pwned", cmp.Or(c.says, "pwned")), func(says string) bool { return strings.Contains(exact+out, says) }) {
				t.Errorf("topobook %q: want a stranger's text in what it prints, or why it is refused, got %.300q", c.args, exact+out)
			}
			looked[c.args[0]]++
			bytesSeen += len(out)
		}
		_ = os.RemoveAll(filepath.Join(dir, raw))
	}
	commandsRun := 0
	for _, n := range looked {
		commandsRun += n
	}
	for _, c := range commands {
		if looked[c.name] == 0 {
			t.Errorf("%s: want it tried", c.name)
		}
	}
	t.Logf("%d command lines, %d bytes of what they print", commandsRun, bytesSeen)
}

// terminalControl returns the index of the first character that a terminal does not show, but for those that the progress of a run is made
// of, or -1.
func terminalControl(text string) int {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\x1b[K", "      "), "\r\n", " \n")
	for i, r := range text {
		if _, size := utf8.DecodeRuneInString(text[i:]); r == utf8.RuneError && size == 1 {
			return i
		}
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)) {
			return i
		}
	}
	return -1
}

// outputs runs a command and returns all that it prints, and what of it is on standard output: to pipes, or to a terminal.
func outputs(t *testing.T, cmd *exec.Cmd, terminal bool) (all, out string) {
	t.Helper()
	if !terminal {
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		_ = cmd.Run() // most fail
		return stdout.String() + stderr.String(), stdout.String()
	}
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	var n, unlock uint32
	for request, argument := range map[uintptr]*uint32{0x80045430: &n, 0x40045431: &unlock} { // TIOCGPTN, TIOCSPTLCK
		if _, _, fault := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), request, uintptr(unsafe.Pointer(argument))); fault != 0 {
			t.Fatal(fault)
		}
	}
	tty, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = tty, tty
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = tty.Close()
	var b bytes.Buffer
	_, _ = io.Copy(&b, master) // until the terminal has no other end
	_ = cmd.Wait()
	return b.String(), ""
}
