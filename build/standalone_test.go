package build

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestStandalone checks that what a notebook in one file is made from has all in it, and allows by its policy what it has.
func TestStandalone(t *testing.T) {
	report, out := buildSmall(t)
	text := ""
	for name := range report.Files {
		if strings.HasPrefix(name, AssetsDir+"standalone.") {
			text = string(read(t, filepath.Join(out, name)))
		}
	}
	for mark, want := range map[string]int{"%TITLE%": 2, "%BODY%": 1, "%DATA%": 1, "%RULES%": 1, "%NONCE%": 2} {
		if got := strings.Count(text, mark); got != want {
			t.Errorf("got %s %d times, want %d", mark, got, want)
		}
	}
	if found := regexp.MustCompile(`<(script|link|img)[^>]* (src|href)="?[^d"]|url\(['"]?[^d'"]|@import`).FindString(text); found != "" {
		t.Errorf("fetches what it should carry: %s", found)
	}
	policy := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(text)
	if policy == nil {
		t.Fatal("want a policy")
	}
	allowed := strings.NewReplacer("&#39;", "'", "&#43;", "+").Replace(policy[1])
	active := 0
	for _, match := range regexp.MustCompile(`(?s)<(script|style)([^>]*)>(.*?)</(?:script|style)>`).FindAllStringSubmatch(text, -1) {
		if strings.Contains(match[2], "type=") {
			continue // data
		}
		active++
		if nonce := regexp.MustCompile(`nonce="([^"]*)"`).FindStringSubmatch(match[2]); nonce != nil && strings.Contains(allowed, "'nonce-"+nonce[1]+"'") {
			continue
		}
		sum := sha256.Sum256([]byte(match[3]))
		if want := fmt.Sprintf("'sha256-%s'", base64.StdEncoding.EncodeToString(sum[:])); !strings.Contains(allowed, want) {
			t.Errorf("the policy bars %s%s %.60q: want %s in %s", match[1], match[2], match[3], want, allowed)
		}
	}
	if active != 4 || strings.Contains(allowed, "unsafe-inline") {
		t.Errorf("got %d scripts and styles, want 4, and a policy that allows no others: %s", active, allowed)
	}
	packed := regexp.MustCompile(`id="engine">([^<]*)<`).FindStringSubmatch(text)
	r, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(packed[1])))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, testEngine.Full.Wasm) {
		t.Errorf("engine: got %q, %v, want %q", got, err, testEngine.Full.Wasm)
	}
}
