package build

import (
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPolicy checks that every page has the policy before all that it is about, and nothing that it bars.
func TestPolicy(t *testing.T) {
	report, out := buildSmall(t)
	pages := 0
	for name := range report.Files {
		if path.Ext(name) != ".html" {
			continue
		}
		pages++
		page := string(read(t, filepath.Join(out, name)))
		if name == "404.html" {
			if !strings.Contains(page, `content="default-src 'none'; style-src 'unsafe-inline'"`) || strings.Contains(page, "<script") {
				t.Errorf("%s: want a policy without scripts, and none, got %s", name, page)
			}
			continue
		}
		head, _, _ := strings.Cut(page, "</head>")
		policy := strings.Index(head, `<meta http-equiv=Content-Security-Policy content="`+Policy+`">`)
		if policy < 0 || policy > strings.Index(head, "<link") || policy > strings.Index(head, "<script") {
			t.Errorf("%s: want the policy before all that it is about, got %s", name, head)
		}
		if found := regexp.MustCompile(`<style|<[^>]*\s(style|on\w+)=|="?javascript:|<script(>|[^>]* type="?(text/javascript|module))`).FindString(page); found != "" {
			t.Errorf("%s has %s, which the policy bars", name, found)
		}
	}
	if pages < 4 {
		t.Errorf("got %d pages, want those of the notebooks, ledger, reference and playground", pages)
	}
}

// TestWithoutStyles checks that attributes style become rules, each once, whatever stands in them.
func TestWithoutStyles(t *testing.T) {
	const page = `<html><head><title>a style=b</title></head><p class="x" style="color:red" id=y>1 &lt; 2</p><svg viewBox="0 0 1 1"></svg>` +
		`<td style="color:red">style="no"</td><mi style='font:&quot;A&quot;'></mi><script type="application/json">"<p style=x>"</script>`
	got, rules := withoutStyles([]byte(page))
	first, second := regexp.MustCompile(`class="x (style-\w+)"`).FindStringSubmatch(string(got)), regexp.MustCompile(`<mi class="(style-\w+)"`).FindStringSubmatch(string(got))
	if first == nil || second == nil {
		t.Fatalf("got %s", got)
	}
	want := strings.NewReplacer(`class="x" style="color:red" id=y`, `class="x `+first[1]+`" id="y"`, `<td style="color:red">`, `<td class="`+first[1]+`">`,
		`<mi style='font:&quot;A&quot;'>`, `<mi class="`+second[1]+`">`).Replace(page)
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	three := func(class string) string { return strings.Repeat("."+class, 3) }
	if want := three(first[1]) + "{color:red}\n" + three(second[1]) + "{font:\"A\"}\n"; rules != want {
		t.Errorf("rules: got %q, want %q", rules, want)
	}
	if got, rules := withoutStyles([]byte("<p>plain</p>")); string(got) != "<p>plain</p>" || rules != "" {
		t.Errorf("of a plain page: got %q, %q", got, rules)
	}
}
