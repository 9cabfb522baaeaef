package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"topobook/build/licenses"
)

// sbomFile is what a release says it is made of: SPDX 2.3 as JSON.
//
// Source: SPDX specification 2.3 (2022), https://spdx.github.io/spdx-spec/v2.3/.
const sbomFile = "topobook.spdx.json"

// An spdx is a document of SPDX 2.3, as far as it is used here.
type spdx struct {
	Version       string             `json:"spdxVersion"`
	DataLicense   string             `json:"dataLicense"`
	ID            string             `json:"SPDXID"`
	Name          string             `json:"name"`
	Namespace     string             `json:"documentNamespace"`
	Creation      spdxCreation       `json:"creationInfo"`
	Packages      []spdxPackage      `json:"packages"`
	Relationships []spdxRelationship `json:"relationships"`
	Licenses      []spdxLicense      `json:"hasExtractedLicensingInfos"`
}

type spdxCreation struct {
	Created  string   `json:"created"`
	Creators []string `json:"creators"`
}

type spdxPackage struct {
	ID        string          `json:"SPDXID"`
	Name      string          `json:"name"`
	Version   string          `json:"versionInfo"`
	Download  string          `json:"downloadLocation"`
	Analyzed  bool            `json:"filesAnalyzed"`
	Concluded string          `json:"licenseConcluded"`
	Declared  string          `json:"licenseDeclared"`
	Copyright string          `json:"copyrightText"`
	Refs      []spdxReference `json:"externalRefs,omitempty"`
}

type spdxReference struct {
	Category string `json:"referenceCategory"`
	Type     string `json:"referenceType"`
	Locator  string `json:"referenceLocator"`
}

type spdxRelationship struct {
	Element string `json:"spdxElementId"`
	Type    string `json:"relationshipType"`
	Related string `json:"relatedSpdxElement"`
}

// An spdxLicense is one that SPDX has no name for.
type spdxLicense struct {
	ID   string `json:"licenseId"`
	Text string `json:"extractedText"`
}

const (
	spdxDocument = "SPDXRef-DOCUMENT"
	spdxTopobook = "SPDXRef-topobook"
	unknown      = "NOASSERTION"
)

// edition is a line of notebooks/site.yaml; noID is what no name of an element of SPDX has.
var (
	edition = regexp.MustCompile(`(?m)^edition: \{name: ([^,]+), date: (\d{4}-\d{2}-\d{2})\}$`)
	noID    = regexp.MustCompile(`[^A-Za-z0-9.-]+`)
)

// sbom returns what the files of a release, with these sums, are made of. The same sums give the same document, whenever it is made: its date
// is that of the edition, which site.yaml has.
func sbom(url, siteYAML string, sums []byte) ([]byte, error) {
	of := edition.FindStringSubmatch(siteYAML)
	if of == nil {
		return nil, fmt.Errorf("notebooks/site.yaml: want an edition with a name and a date, as in edition: {name: 2nd edition, date: 2026-11-24}")
	}
	from := unknown
	if url != "" {
		from = url
	}
	doc := spdx{
		Version: "SPDX-2.3", DataLicense: "CC0-1.0", ID: spdxDocument, Name: "topobook",
		Namespace:     fmt.Sprintf("urn:sha256:%x", sha256.Sum256(sums)),
		Creation:      spdxCreation{of[2] + "T00:00:00Z", []string{"Tool: topobook build/release"}},
		Packages:      []spdxPackage{{spdxTopobook, "topobook", of[1], from, false, "BSD-3-Clause", "BSD-3-Clause", unknown, nil}},
		Relationships: []spdxRelationship{{spdxDocument, "DESCRIBES", spdxTopobook}},
	}
	for _, c := range licenses.List() {
		if c.Name == doc.Name {
			continue
		}
		id := "SPDXRef-" + noID.ReplaceAllString(c.Kind+"-"+c.Name, "-")
		ref := spdxReference{"PACKAGE-MANAGER", "purl", c.URL()}
		doc.Packages = append(doc.Packages, spdxPackage{id, c.Name, c.Version, unknown, false, c.License, c.License, unknown, []spdxReference{ref}})
		doc.Relationships = append(doc.Relationships, spdxRelationship{spdxTopobook, "CONTAINS", id})
		if own := strings.HasPrefix(c.License, "LicenseRef-"); own && !slices.ContainsFunc(doc.Licenses, func(l spdxLicense) bool { return l.ID == c.License }) {
			doc.Licenses = append(doc.Licenses, spdxLicense{c.License, licenses.Text(c.Text)})
		}
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(doc)
	return b.Bytes(), err
}

// checkLinked returns an error unless the modules that a program says it links are among the components, each at its version.
func checkLinked(name string) error {
	info, err := buildinfo.ReadFile(name)
	if err != nil {
		return err
	}
	if len(info.Deps) == 0 {
		return fmt.Errorf("%s: says nothing of what it links", name)
	}
	components := licenses.List()
	if ours := runtime.Version(); info.GoVersion != ours {
		return fmt.Errorf("%s: is made with %s, and this with %s", name, info.GoVersion, ours)
	}
	for _, dep := range info.Deps {
		if dep.Replace != nil {
			return fmt.Errorf("%s: links %s in the place of %s", name, dep.Replace.Path, dep.Path)
		}
		if !slices.ContainsFunc(components, func(c licenses.Component) bool {
			return c.Kind == "go" && c.Name == dep.Path && c.Version == dep.Version
		}) {
			return fmt.Errorf("%s: links %s %s, which build/licenses lacks: run go test ./build/licenses -update", name, dep.Path, dep.Version)
		}
	}
	return nil
}

// writeSBOM writes what the files of a release, with these sums, are made of.
func writeSBOM(name, url string, sums []byte) error {
	site, err := os.ReadFile("notebooks/site.yaml")
	if err != nil {
		return err
	}
	data, err := sbom(url, string(site), sums)
	if err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}
