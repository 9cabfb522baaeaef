package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"topobook/build"
)

// start has the files of a new book, under names that Go embeds.
//
//go:embed start
var start embed.FS

// startNames are the files of a new book, by their names in start.
var startNames = map[string]string{
	"index.md": "index.md", "hypercube.md": "hypercube.md", "site.yaml": "site.yaml", "gitignore": ".gitignore", "pages.yml": ".github/workflows/pages.yml",
}

// releaseURL is the address of the folder that has the release which this command is part of; the linker sets it. It is
// empty if there is none.
var releaseURL string

// carried is where the workflow of a book finds topobook if no address has it.
const carried = ".github/topobook"

// runNew writes a small book to a folder.
func runNew(_ context.Context, env environment, c *command, args []string) error {
	rest, err := c.parse(env, c.flags(), args)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return usageError{errors.New("want one folder, as in topobook new my-book")}
	}
	dir := rest[0]
	if err := writeBook(dir, releaseURL); err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "%s has a front page (index.md), a notebook (hypercube.md), site.yaml, and a workflow for GitHub Pages.\n", dir)
	fmt.Fprintf(env.stdout, "To see it: topobook serve %s, and open http://localhost:8080; it follows as you write.\n", dir)
	fmt.Fprintf(env.stdout, "To publish it: push it to GitHub%s; or copy what topobook build %s writes to any web server.\n", carry(dir), dir)
	return nil
}

// writeBook writes the files of a new book to a folder that is empty, or is not there yet.
func writeBook(dir, url string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, entry := range entries {
		if entry.Name() != ".git" { // of a repository that has nothing yet
			return fmt.Errorf("%s: want an empty folder, or one that is not there yet; it has %s", dir, entry.Name())
		}
	}
	for from, to := range startNames {
		data, err := start.ReadFile("start/" + from)
		if err != nil {
			return err
		}
		if from == "pages.yml" {
			data = []byte(strings.Replace(string(data), "GET\n", getStep(url), 1))
		}
		name := filepath.Join(dir, filepath.FromSlash(to))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// getStep returns the step of the workflow that gets topobook: from the address of its release, checked by the sums
// there, or out of the repository.
func getStep(url string) string {
	if url == "" {
		return "      - run: chmod +x " + carried + "\n"
	}
	return strings.ReplaceAll(`      - run: |
          cd .github
          curl -fsSL --remote-name-all URL/topobook-linux-amd64 URL/SHA256SUMS
          grep ' topobook-linux-amd64$' SHA256SUMS | sha256sum --check
          install topobook-linux-amd64 topobook
`, "URL", strings.TrimSuffix(url, "/"))
}

// carry puts this command into a book whose workflow wants it there, if it is the right one, and returns what is to be
// said of that.
func carry(dir string) string {
	if releaseURL != "" {
		return ""
	}
	name := filepath.Join(dir, filepath.FromSlash(carried))
	if build.Released && runtime.GOOS == "linux" && runtime.GOARCH == "amd64" {
		if self, err := os.Executable(); err == nil {
			if data, err := os.ReadFile(self); err == nil && os.WriteFile(name, data, 0o755) == nil {
				return " with " + name + ", a copy of this command that the workflow runs"
			}
		}
	}
	return " with the topobook-linux-amd64 of a release as " + name + ", which the workflow runs"
}
