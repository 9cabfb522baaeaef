// Command release makes what others download: for each system the command with the browser program in it,
// topobook-OS-ARCH, the names that topobook trace reads, what all of it is made of (topobook.spdx.json), and SHA256SUMS. It runs in a checkout, and writes the same bytes in any other of the same commit.
//
//	go run ./build/release -url https://example.org/topobook/1.0
//
// The url is where the files will be: it is what topobook new tells the workflows of new books.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	neturl "net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"topobook/build"
)

var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

func main() {
	out := flag.String("o", filepath.Join("dist", "release"), "the `folder` to write to")
	url := flag.String("url", "", "the `address` of the folder that will have the files")
	flag.Parse()
	if flag.NArg() > 0 {
		platforms = flag.Args()
	}
	if err := release(context.Background(), *out, *url); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func release(ctx context.Context, out, url string) error {
	if address, err := neturl.Parse(url); err != nil || url != "" && address.Scheme == "" || strings.ContainsAny(url, " '\"") {
		return fmt.Errorf("-url %q: want an address, as in https://example.org/topobook/1.0", url)
	}
	engine, err := build.BuildEngine(ctx, ".")
	if err != nil {
		return err
	}
	if err := engine.Save(filepath.Join("build", "embedded")); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	names := []string{"topobook.names.gz", "full.names.gz"}
	for i, program := range []build.Program{engine.Papers, engine.Full} {
		if err := writeZipped(filepath.Join(out, names[i]), program.Names); err != nil {
			return err
		}
	}
	for _, platform := range platforms {
		name, err := compile(ctx, out, platform, url)
		if err != nil {
			return err
		}
		if err := checkLinked(filepath.Join(out, name)); err != nil {
			return err
		}
		names = append(names, name)
	}
	slices.Sort(names)
	sums, err := sumsOf(out, names)
	if err != nil {
		return err
	}
	if err := writeSBOM(filepath.Join(out, sbomFile), url, sums); err != nil {
		return err
	}
	if sums, err = sumsOf(out, append(names, sbomFile)); err != nil {
		return err
	}
	fmt.Printf("%s", sums)
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), sums, 0o644)
}

// sumsOf returns the sums of files of a folder, as sha256sum prints them.
func sumsOf(dir string, names []string) ([]byte, error) {
	var sums bytes.Buffer
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
	}
	return sums.Bytes(), nil
}

// writeZipped writes a file that gzip has compressed.
func writeZipped(name string, data []byte) error {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}

// compile compiles the command for a platform, and returns the name of its file.
func compile(ctx context.Context, out, platform, url string) (string, error) {
	system, arch, ok := strings.Cut(platform, "/")
	if !ok {
		return "", fmt.Errorf("%s: want OS/ARCH, as in %s", platform, platforms[0])
	}
	name := "topobook-" + system + "-" + arch
	if system == "windows" {
		name += ".exe"
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-tags", "release", "-trimpath", "-buildvcs=false",
		"-ldflags", "-s -w -buildid= -X main.releaseURL="+url, "-o", filepath.Join(out, name), "./cmd/topobook")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOOS="+system, "GOARCH="+arch, "GOAMD64=v1", "GOARM64=v8.0")
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w: %s", platform, err, bytes.TrimSpace(text))
	}
	return name, nil
}
