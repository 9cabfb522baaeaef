// Package typeset sets what the Markdown of notebooks leaves to programs in JavaScript, which run in goja: formulas by Temml, and
// lists of references by Citation.js.
package typeset

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"html"
	"regexp"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"topobook/notebooks/markdown"
)

// Temml is the script that turns TeX into MathML, for browsers too.
//
//go:embed temml/temml.min.js
var Temml string

// A Typesetter is a [markdown.Typesetter]: it turns TeX into MathML, each formula once, and bibliographies into lists of
// references. What it needs for each starts at the first. It may be used from several goroutines.
type Typesetter struct {
	mu             sync.Mutex // of what is for formulas
	render         func(tex string, display bool) (string, error)
	done           map[string]string // MathML by TeX, with a letter in front for how it is displayed
	bibliographies bibliographies
}

// NewTypesetter returns one that has set nothing yet.
func NewTypesetter() *Typesetter { return &Typesetter{done: map[string]string{}} }

// Formula returns the MathML of a formula, or an error that says what is wrong with its TeX.
func (t *Typesetter) Formula(tex string, display bool) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := fmt.Sprintf("%t %s", display, tex)
	if mathml, ok := t.done[key]; ok {
		return mathml, nil
	}
	if t.render == nil {
		if err := t.start(); err != nil {
			return "", fmt.Errorf("starting Temml: %w", err)
		}
	}
	mathml, err := t.render(tex, display)
	if err != nil {
		return "", err
	}
	t.done[key] = mathml
	return mathml, nil
}

// start loads Temml.
func (t *Typesetter) start() error {
	vm := goja.New()
	if _, err := vm.RunScript("temml.min.js", Temml); err != nil {
		return err
	}
	value, err := vm.RunString(`(tex, displayMode) => temml.renderToString(tex, {displayMode, throwOnError: true, trust: false})`)
	if err != nil {
		return err
	}
	call, ok := goja.AssertFunction(value)
	if !ok {
		return errors.New("got no function")
	}
	t.render = func(tex string, display bool) (string, error) {
		out, err := call(goja.Undefined(), vm.ToValue(tex), vm.ToValue(display))
		var exception *goja.Exception
		if errors.As(err, &exception) {
			if object, ok := exception.Value().(*goja.Object); ok {
				message := object.Get("message").String()
				return "", errors.New(strings.TrimSpace(strings.TrimPrefix(message, "Temml parse error:")))
			}
		}
		if err != nil {
			return "", err
		}
		return markdown.FromTemml(out.String())
	}
	return nil
}

// prose is TeX in the HTML of an output, as [output.Prose] leaves it.
var prose = regexp.MustCompile(`<code class="tex">([^<]*)</code>`)

// SetProse returns the HTML of an output with its formulas set.
func (t *Typesetter) SetProse(text string) (string, error) {
	formulas := map[string]string{}
	err := t.ProseFormulas(text, formulas)
	return prose.ReplaceAllStringFunc(text, func(code string) string {
		return cmp.Or(formulas[html.UnescapeString(prose.FindStringSubmatch(code)[1])], code)
	}), err
}

// ProseFormulas adds the MathML of the formulas in the HTML of an output to formulas, by their TeX.
func (t *Typesetter) ProseFormulas(text string, formulas map[string]string) error {
	for _, match := range prose.FindAllStringSubmatch(text, -1) {
		tex := html.UnescapeString(match[1])
		mathml, err := t.Formula(tex, false)
		if err != nil {
			return fmt.Errorf("formula $%s$: %w", tex, err)
		}
		formulas[tex] = mathml
	}
	return nil
}
