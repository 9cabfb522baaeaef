package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestSBOM checks what a release says it is made of: by what SPDX 2.3 demands of a document, and by what go version -m says of the command.
func TestSBOM(t *testing.T) {
	site, err := os.ReadFile("../../notebooks/site.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text, err := sbom("https://example.org/r1", string(site), []byte("sums"))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := sbom("https://example.org/r1", string(site), []byte("sums")); err != nil || !bytes.Equal(text, again) {
		t.Errorf("a second time: got another document, or %v", err)
	}
	var doc spdx
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	for _, fault := range faultsOf(doc) {
		t.Error(fault)
	}
	program := filepath.Join(t.TempDir(), "topobook")
	if out, err := exec.Command("go", "build", "-o", program, "topobook/cmd/topobook").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	if err := checkLinked(program); err != nil {
		t.Error(err)
	}
	out, err := exec.Command("go", "version", "-m", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := 0
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		if len(f) < 3 || f[0] != "dep" {
			continue
		}
		linked++
		if !slices.ContainsFunc(doc.Packages, func(p spdxPackage) bool { return p.Name == f[1] && p.Version == f[2] }) {
			t.Errorf("go version -m says that %s %s is linked, and the document lacks it", f[1], f[2])
		}
	}
	if linked < 8 {
		t.Errorf("go version -m names %d modules, want more", linked)
	}
	t.Logf("%d packages, of which the command links %d modules", len(doc.Packages), linked)
}

// faultsOf returns in what a document is not as SPDX 2.3 has it: chapters 6 (document), 7 (packages), 10 (licenses) and 11 (relationships).
func faultsOf(doc spdx) (faults []string) {
	want := func(ok bool, format string, args ...any) {
		if !ok {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	id := regexp.MustCompile(`^SPDXRef-[A-Za-z0-9.-]+$`)
	want(doc.Version == "SPDX-2.3" && doc.DataLicense == "CC0-1.0" && doc.ID == "SPDXRef-DOCUMENT" && doc.Name != "", "the head: got %q, %q, %q, %q", doc.Version, doc.DataLicense, doc.ID, doc.Name)
	space, err := url.Parse(doc.Namespace)
	want(err == nil && space.IsAbs() && space.Fragment == "", "the namespace: got %q, want an absolute URI without a fragment", doc.Namespace)
	_, err = time.Parse("2006-01-02T15:04:05Z", doc.Creation.Created)
	want(err == nil, "created: got %q, want a time in UTC", doc.Creation.Created)
	want(len(doc.Creation.Creators) > 0, "creators: there is none")
	for _, creator := range doc.Creation.Creators {
		want(regexp.MustCompile(`^(Person|Organization|Tool): .`).MatchString(creator), "creator: got %q", creator)
	}
	own := map[string]bool{}
	for _, l := range doc.Licenses {
		want(regexp.MustCompile(`^LicenseRef-[A-Za-z0-9.-]+$`).MatchString(l.ID) && len(l.Text) > 500, "license %q: has %d bytes of text", l.ID, len(l.Text))
		own[l.ID] = true
	}
	seen := map[string]bool{spdxDocument: true}
	for _, p := range doc.Packages {
		want(id.MatchString(p.ID) && !seen[p.ID], "package %q: its identifier is none, or is there twice", p.ID)
		seen[p.ID] = true
		download, err := url.Parse(p.Download)
		want(p.Name != "" && (p.Download == "NOASSERTION" || p.Download == "NONE" || err == nil && download.IsAbs()), "package %q: is called %q and comes from %q", p.ID, p.Name, p.Download)
		want(!p.Analyzed && p.Copyright != "", "package %q: says that its files are analyzed, or nothing of its copyright", p.ID)
		for license := range strings.FieldsSeq(p.Concluded + " " + p.Declared) {
			known := license == "AND" || license == "OR" || own[license] || slices.Contains(spdxLicenses, license)
			want(known, "package %q: %q is no license of the list of SPDX, and the document has no text of it", p.ID, license)
		}
		for _, r := range p.Refs {
			want(r.Category == "PACKAGE-MANAGER" && r.Type == "purl" && strings.HasPrefix(r.Locator, "pkg:"), "package %q: refers to %+v", p.ID, r)
		}
	}
	for _, r := range doc.Relationships {
		want(seen[r.Element] && seen[r.Related] && (r.Type == "DESCRIBES" || r.Type == "CONTAINS"), "%+v: leads nowhere", r)
	}
	want(slices.ContainsFunc(doc.Relationships, func(r spdxRelationship) bool { return r.Element == spdxDocument && r.Type == "DESCRIBES" }), "the document describes nothing")
	return faults
}

// spdxLicenses are those of the list of SPDX that components have.
var spdxLicenses = []string{"AGPL-3.0-or-later", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC-BY-SA-3.0", "CPAL-1.0", "MIT", "OFL-1.1"}

// TestFaultsOf checks that the check of a document finds what is wrong with one.
func TestFaultsOf(t *testing.T) {
	text, err := sbom("", "edition: {name: 1st, date: 2026-01-02}", []byte("sums"))
	if err != nil {
		t.Fatal(err)
	}
	for _, broken := range []struct{ old, new string }{
		{`"SPDX-2.3"`, `"SPDX-1"`}, {`"DESCRIBES"`, `"MENTIONS"`}, {`"urn:sha256:`, `"#`}, {`T00:00:00Z`, `T25:00:00Z`}, {`"Tool: `, `"`},
		{`"SPDXRef-npm-temml",`, `"SPDXRef-npm-temml!",`}, {`"licenseDeclared": "MIT"`, `"licenseDeclared": "GPL"`}, {`"LicenseRef-GUST-Font-License",` + "\n      \"ext", `"LicenseRef-other",` + "\n      \"ext"},
		{`"pkg:npm/temml`, `"temml`}, {`"filesAnalyzed": false`, `"filesAnalyzed": true`}, {`"copyrightText": "NOASSERTION"`, `"copyrightText": ""`},
	} {
		var doc spdx
		changed := strings.Replace(string(text), broken.old, broken.new, 1)
		if err := json.Unmarshal([]byte(changed), &doc); err != nil || changed == string(text) || len(faultsOf(doc)) == 0 {
			t.Errorf("%s for %s: want that found, got nothing, or %v", broken.new, broken.old, err)
		}
	}
}
