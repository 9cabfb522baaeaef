package licenses

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPinned checks that what workflows run of others is named by the hash of a commit, and that go.mod names the toolchain.
func TestPinned(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil {
		t.Fatal(err)
	}
	uses := 0
	for _, name := range append(files, "../../cmd/topobook/start/pages.yml") {
		for line := range strings.Lines(file(t, filepath.Join("licenses", name))) {
			action, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimSpace(line), "- "), "uses: ")
			if !ok {
				continue
			}
			if uses++; !regexp.MustCompile(`^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`).MatchString(action) {
				t.Errorf("%s: got uses: %s, want the hash of a commit, and its version behind it", name, action)
			}
		}
	}
	if uses < 10 {
		t.Errorf("got %d actions, want more", uses)
	}
	if !regexp.MustCompile(`(?m)^toolchain go\d+\.\d+\.\d+$`).MatchString(file(t, "../go.mod")) {
		t.Error("go.mod: want a toolchain")
	}
}
