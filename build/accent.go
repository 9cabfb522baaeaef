package build

import (
	"fmt"
	"math"
	"regexp"
	"strconv"

	"topobook/notebooks/markdown/yaml"
)

// An Accent is the color of links and controls, in the light and in the dark scheme; empty for that of the style sheet.
type Accent struct{ Light, Dark string }

// CSS returns the color as a style sheet has it.
func (a Accent) CSS() string { return fmt.Sprintf("light-dark(%s, %s)", a.Light, a.Dark) }

// leastContrast is what WCAG 2.2 wants between text and its ground (1.4.3).
const leastContrast = 4.5

// read takes one color, of which the dark scheme has a lighter shade, or a color for each scheme.
func (a *Accent) read(v yaml.Value, style []byte) {
	light, dark := grounds(style)
	if !v.IsMapping() {
		got := takeColor(v, "light", light)
		if got == nil {
			return
		}
		shade := *got
		for step := 1; contrast(shade, dark) < leastContrast; step++ {
			for i := range shade {
				shade[i] = math.Round(got[i] + (255-got[i])*float64(step)/20)
			}
		}
		a.Light, a.Dark = got.String(), shade.String()
		return
	}
	take := func(scheme string, field *string, grounds []rgb) yaml.Key {
		return yaml.Key{Name: scheme, Take: func(v yaml.Value) {
			if got := takeColor(v, scheme, grounds); got != nil {
				*field = got.String()
			}
		}}
	}
	before := v.Faults()
	v.Mapping(take("light", &a.Light, light), take("dark", &a.Dark, dark))
	if v.Faults() == before && (a.Light == "" || a.Dark == "") {
		v.Fault("want light and dark")
	}
}

// takeColor returns a color that can be read on each of the grounds of a scheme, or nil.
func takeColor(v yaml.Value, scheme string, grounds []rgb) *rgb {
	text, ok := v.Text()
	if !ok {
		return nil
	}
	c, ok := parseColor(text)
	if !ok {
		v.Fault(`got %q, want a color in quotes, as in "#b8340a"`, text)
		return nil
	}
	if got := contrast(c, grounds); got < leastContrast {
		v.Fault("%s has a contrast of %.2f with the page in the %s scheme, want at least %.1f", text, got, scheme, leastContrast)
		return nil
	}
	return &c
}

// An rgb is a color of sRGB, each part from 0 to 255.
type rgb [3]float64

func (c rgb) String() string { return fmt.Sprintf("#%02x%02x%02x", int(c[0]), int(c[1]), int(c[2])) }

// parseColor reads #rgb or #rrggbb.
func parseColor(text string) (rgb, bool) {
	if len(text) == 4 && text[0] == '#' {
		text = "#" + text[1:2] + text[1:2] + text[2:3] + text[2:3] + text[3:4] + text[3:4]
	}
	if len(text) != 7 || text[0] != '#' {
		return rgb{}, false
	}
	n, err := strconv.ParseUint(text[1:], 16, 32)
	return rgb{float64(n >> 16), float64(n >> 8 & 255), float64(n & 255)}, err == nil
}

// ground is a color in the style sheet that text stands on: of the page, and of the boxes with controls and code.
var ground = regexp.MustCompile(`--(?:paper|panel): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)`)

// grounds returns the colors of the style sheet that text stands on, in the light and in the dark scheme.
func grounds(style []byte) (light, dark []rgb) {
	for _, match := range ground.FindAllSubmatch(style, -1) {
		l, _ := parseColor(string(match[1]))
		d, _ := parseColor(string(match[2]))
		light, dark = append(light, l), append(dark, d)
	}
	return light, dark
}

// contrast returns the least contrast of a color with several others, from 1 to 21.
//
// Source: WCAG 2.2, contrast ratio.
func contrast(c rgb, with []rgb) float64 {
	least := 21.0
	for _, other := range with {
		a, b := luminance(c)+0.05, luminance(other)+0.05
		least = min(least, max(a, b)/min(a, b))
	}
	return least
}

// luminance returns the relative luminance of a color, from 0 to 1.
//
// Source: WCAG 2.2, relative luminance.
func luminance(c rgb) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		part := c[i] / 255
		if part <= 0.04045 {
			part /= 12.92
		} else {
			part = math.Pow((part+0.055)/1.055, 2.4)
		}
		sum += weight * part
	}
	return sum
}
