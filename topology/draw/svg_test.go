package draw

import (
	"encoding/xml"
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// What a writer escapes, a parser reads back.
func FuzzEscape(f *testing.F) {
	f.Add(`<a b="c">&amp;'`)
	f.Add("\x00\ufffe\n")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || strings.ContainsRune(text, '\r') {
			t.Skip() // a parser turns \r into \n
		}
		var p writer
		p.element("text", text, "a", text)
		var got struct {
			A    string `xml:"a,attr"`
			Text string `xml:",chardata"`
		}
		if err := xml.Unmarshal(p.b, &got); err != nil {
			t.Fatalf("%v in %q", err, p.b)
		}
		want := strings.Map(func(r rune) rune {
			if r < ' ' && r != '\n' && r != '\t' || r == '\ufffe' || r == '\uffff' {
				return '\ufffd'
			}
			return r
		}, text)
		if got.Text != want || got.A != want {
			t.Errorf("%q is read back as %q and %q", want, got.Text, got.A)
		}
	})
}

func TestNum(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", -0.001: "0", 0.5: ".5", -0.25: "-.25", 0.1 + 0.2: ".3", 12.345: "12.35", 100: "100", 2.05: "2.05", -7: "-7", 1.999: "2",
	} {
		if got := num(x); got != want {
			t.Errorf("num(%v) = %s, want %s", x, got, want)
		}
	}
}

func TestFormatNumber(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 16: "16", -3: "−3", 9999: "9999", 16384: "16\u202f384", 1234567: "1\u202f234\u202f567",
		5.34375: "5.3438", 0.5: "0.5", 1.0 / 3: "0.3333", 0.0123456: "0.01235", 0.00012345678: "0.0001235",
		1.2345e-7: "1.235×10⁻⁷", 1e15: "10¹⁵", 2.5e20: "2.5×10²⁰", 12345.678: "12\u202f345.678", math.Inf(-1): "−∞",
	} {
		if got := FormatNumber(x); got != want {
			t.Errorf("FormatNumber(%v) = %s, want %s", x, got, want)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, tt := range []struct {
		s    scale
		want string
	}{
		{niceLinear(0, 0.75, 7, false), "0.0 0.2 0.4 0.6 0.8"},
		{niceLinear(0, 3, 7, true), "0 1 2 3"},
		{niceLinear(0, 1, 7, true), "0 1"},
		{niceLinear(-5, 12000, 7, true), "−2000 0 2000 4000 6000 8000 10\u202f000 12\u202f000"},
		{niceLinear(0, 3e9, 5, true), "0 10⁹ 2×10⁹ 3×10⁹"},
		{niceLinear(7, 7, 5, true), "2 4 6 8 10 12"},
		{tightLinear(0.1, 1, 6, false), "0.2 0.4 0.6 0.8 1.0"},
		{logScale(2, 150, 6, true), "2 5 10 20 50 100 200"},
		{logScale(2, 300, 6, true), "10 100"},
		{logScale(1, 1e6, 8, true), "1 10 10² 10³ 10⁴ 10⁵ 10⁶"},
	} {
		var texts []string
		for _, tick := range tt.s.ticks {
			if !tick.minor {
				texts = append(texts, tick.text)
			}
		}
		if got := strings.Join(texts, " "); got != strings.Replace(tt.want, "0.0 ", "0 ", 1) {
			t.Errorf("got ticks %s, want %s", got, tt.want)
		}
	}
}

func TestLn(t *testing.T) {
	for x := 1e-300; x < 1e300; x *= 3.7 {
		if got, want := ln(x), math.Log(x); math.Abs(got-want) > 1e-14*max(1, math.Abs(want)) {
			t.Errorf("ln(%v) = %v, want %v", x, got, want)
		}
	}
}

// The colours of series that ship have a contrast of 3 to the paper, in the light and in the dark, and those that a drawing
// has by itself are those in the light.
func TestPalette(t *testing.T) {
	css, err := os.ReadFile("../../site/style.css")
	if err != nil {
		t.Fatal(err)
	}
	colours := func(name string) (list [2]string) { // light, dark
		found := regexp.MustCompile(`--` + name + `: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`).FindStringSubmatch(string(css))
		if found == nil {
			t.Fatalf("site/style.css has no --%s: light-dark(…, …)", name)
		}
		return [2]string(found[1:])
	}
	paper := colours("paper")
	for i := range 8 {
		name := fmt.Sprintf("s%d", i)
		series := colours(name)
		for scheme, colour := range series {
			a, b := luminance(t, paper[scheme])+0.05, luminance(t, colour)+0.05
			if got := max(a, b) / min(a, b); got < 3 {
				t.Errorf("--%s: %s has a contrast of %.2f to the paper %s, want 3", name, colour, got, paper[scheme])
			}
		}
		uses := strings.Count(Style, "var(--"+name+",")
		if own := strings.Count(Style, "var(--"+name+","+series[0]+")"); own == 0 || own < uses {
			t.Errorf("--%s: %d of %d fall-backs are %s, want all", name, own, uses, series[0])
		}
	}
}

// luminance returns the relative luminance of a colour by WCAG 2.2.
func luminance(t *testing.T, colour string) float64 {
	var sum float64
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		part := 0.0
		for _, digit := range colour[1+2*i : 3+2*i] {
			part = part*16 + float64(strings.IndexRune("0123456789abcdef", digit))
		}
		part /= 255
		if part <= 0.04045 {
			part /= 12.92
		} else {
			part = math.Pow((part+0.055)/1.055, 2.4)
		}
		sum += weight * part
	}
	return sum
}

func TestStandalone(t *testing.T) {
	svg, err := Chart{Series: []Series{{X: []float64{1, 2}, Y: []float64{3, 4}}}}.SVG()
	if err != nil {
		t.Fatal(err)
	}
	file := Standalone(svg, nil)
	if !strings.HasPrefix(file, `<svg xmlns="http://www.w3.org/2000/svg" class="chart"`) || strings.Contains(file, "var(") {
		t.Errorf("got %.200s", file)
	}
	dark := Standalone(svg, map[string]string{"paper": "#123456"})
	if got, want := strings.Count(dark, "#123456"), strings.Count(Style, "var(--paper,")+1; got != want { // and what it lies on
		t.Errorf("a color that is given stands in the file %d times, want %d", got, want)
	}
	if got := Standalone("no drawing", nil); got != "no drawing" {
		t.Errorf("got %s", got)
	}
}
