package build

import (
	"bytes"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestOtherHosts checks that no file of a site names another host but where readers follow a link, or where it says what it is: that its
// pages fetch nothing else besides is what their policy sees to, see TestPolicy.
func TestOtherHosts(t *testing.T) {
	out, report, err := buildBook(t, map[string]string{
		"site.yaml": "title: Site\nbase: https://example.org/book/\nlinks: [{text: Code, url: https://example.org/code}]\nlicense: {name: CC BY 4.0, url: https://creativecommons.org/licenses/by/4.0/}\n",
		"small.md":  strings.Replace(string(read(t, "testdata/small.md")), "title:", "bibliography: a.bib\ntitle:", 1) + "\nSee [@a] and [this](https://example.org/x), $\\frac{1}{2}$.\n",
		"a.bib":     "@book{a, author={Dally, William J.}, title={Principles}, publisher={MK}, year=2004, url={https://example.org/y}, doi={10.1/2}}\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	looked := map[string]int{}
	for name := range report.Files {
		kind := path.Ext(name)
		text := read(t, filepath.Join(out, filepath.FromSlash(name)))
		var hosts []string
		switch kind {
		case ".html", ".txt", ".svg": // of texts there is what a notebook in one file is made from
			hosts = hostsOfHTML(text)
		case ".css":
			hosts = cssHost.FindAllString(string(text), -1)
		case ".js":
			hosts = hostsOfScript(text)
		case ".wasm", ".woff2", ".json", ".xml", ".md":
			continue // which fetch nothing by themselves
		default:
			t.Errorf("%s: is a file of a kind that nobody has looked at", name)
		}
		looked[kind]++
		for _, host := range hosts {
			t.Errorf("%s names another host: %s", name, host)
		}
	}
	for _, kind := range []string{".html", ".txt", ".svg", ".css", ".js"} {
		if looked[kind] == 0 {
			t.Errorf("got no %s to look at", kind)
		}
	}
	t.Logf("files looked at: %v", looked)

	for text, want := range map[string]int{ // that it is found
		`<img src=https://a.b/c>`: 1, `<img src="//a.b/c">`: 1, `<link rel=stylesheet href=https://a.b/c>`: 1, `<a href=https://a.b/c ping=https://a.b/d>`: 1, `<form action=" http://a.b">`: 1,
		`<img srcset="x.png 1x, https://a.b/c 2x">`: 1, `<iframe srcdoc="&lt;img src=https://a.b/c&gt;">`: 1, `<a href=https://a.b/c>`: 0, `<svg xmlns="http://www.w3.org/2000/svg">`: 0,
		`<p>https://a.b/c</p>`: 0, `<script>fetch("https://a.b/c")</script>`: 1, `<style>a{background:url(//a.b/c)}</style>`: 1, `<base href=https://a.b/>`: 1, `<meta http-equiv=refresh content="0;url=https://a.b">`: 1,
	} {
		if got := hostsOfHTML([]byte(text)); len(got) != want {
			t.Errorf("%s: got %q, want %d", text, got, want)
		}
	}
}

var (
	anyHost = regexp.MustCompile(`(?:^|[\s,;='"(>])(?:https?:|wss?:)?//[\w\[.-]+`)
	cssHost = regexp.MustCompile(`(?:url\(|@import)\s*["']?(?:https?:)?//[^)"';]*`)
	// In scripts the name of a namespace, which nobody fetches, and an address that is shown, or that a reader follows, may stand.
	scriptHost = regexp.MustCompile("[\"'`](?:https?:|wss?:)?//[\\w.$\\[{-]+[^\"'`\\s]*")
	namespace  = regexp.MustCompile("^[\"'`]http://www\\.w3\\.org/")
)

func hostsOfScript(text []byte) (hosts []string) {
	for _, found := range scriptHost.FindAllString(string(text), -1) {
		if !namespace.MatchString(found) {
			hosts = append(hosts, found)
		}
	}
	return hosts
}

// hostsOfHTML returns the attributes, styles and scripts of a page that name another host, but links that readers follow, and what a page
// says of itself.
func hostsOfHTML(page []byte) (hosts []string) {
	in := ""
	for z := html.NewTokenizer(bytes.NewReader(page)); ; {
		switch z.Next() {
		case html.ErrorToken: // the end
			return hosts
		case html.TextToken:
			switch in {
			case "script":
				hosts = append(hosts, hostsOfScript(z.Raw())...)
			case "style":
				hosts = append(hosts, cssHost.FindAllString(string(z.Raw()), -1)...)
			}
		case html.EndTagToken:
			in = ""
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			attributes := map[string]string{}
			for _, a := range token.Attr {
				attributes[a.Key] = a.Val
			}
			if in = token.Data; in == "script" && strings.HasSuffix(attributes["type"], "json") {
				in = "" // data
			}
			for key, value := range attributes {
				says := key == "href" && (token.Data == "a" || token.Data == "link" && (attributes["rel"] == "canonical" || attributes["rel"] == "license")) ||
					token.Data == "meta" && key == "content" && attributes["http-equiv"] == "" || strings.HasPrefix(key, "xmlns") || strings.HasPrefix(key, "data-") || key == "title" || key == "aria-label" || key == "alt"
				if !says && anyHost.MatchString(value) {
					hosts = append(hosts, token.Data+" "+key+"="+value)
				}
			}
		}
	}
}
