// Package browser drives web browsers as their users do, for tests: one interface, and behind it
// Chromium (by chromedp), Firefox (by WebDriver BiDi) and WebKitGTK (by WebDriver).
package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// A Browser runs until it is closed.
type Browser interface {
	// NewPage opens an empty page in a profile of its own, without cookies, storage or caches.
	NewPage(ctx context.Context) (Page, error)
	// OwnPage opens an empty page in the browser's profile, which keeps what pages leave there.
	OwnPage(ctx context.Context) (Page, error)
	Close() error
}

// A Page is one open page. Its methods wait until the browser has done what they ask.
type Page interface {
	// Open goes to an address, and waits until the document is loaded.
	Open(ctx context.Context, url string) error
	// Evaluate stores the value of a JavaScript expression, awaited if it is a promise, in the value
	// that result points to, as [json.Unmarshal] does; undefined is null.
	Evaluate(ctx context.Context, expression string, result any) error
	// ClickAt presses and releases the main button at a place of the viewport, in CSS pixels.
	ClickAt(ctx context.Context, x, y float64) error
	// Press presses and releases a key, [Enter] or a character, while modifiers are held.
	Press(ctx context.Context, key string, modifiers ...string) error
	// Resize gives the viewport a size in CSS pixels.
	Resize(ctx context.Context, width, height int) error
	// Screenshot returns what the viewport shows, as PNG.
	Screenshot(ctx context.Context) ([]byte, error)
	Close() error
}

// Keys that are no characters, as WebDriver numbers them.
const (
	Tab        = "\ue004"
	Enter      = "\ue007"
	Shift      = "\ue008"
	Control    = "\ue009"
	Escape     = "\ue00c"
	ArrowLeft  = "\ue012"
	ArrowUp    = "\ue013"
	ArrowRight = "\ue014"
	ArrowDown  = "\ue015"
)

// closing is how long a browser may take to close a page: one that hangs never does.
const closing = 30 * time.Second

// Names are the browsers that [Start] knows.
var Names = []string{"chromium", "firefox", "webkit"}

// Start starts the browser of one of [Names], without a window, with a new profile below a folder.
func Start(ctx context.Context, name, folder string) (Browser, error) {
	profile, err := os.MkdirTemp(folder, name)
	if err != nil {
		return nil, err
	}
	return StartIn(ctx, name, profile)
}

// StartIn is [Start] with a profile in a folder, perhaps one that the same browser has left there.
func StartIn(ctx context.Context, name, profile string) (Browser, error) {
	switch name {
	case "chromium":
		return startChromium(profile)
	case "firefox":
		return startFirefox(ctx, profile)
	case "webkit":
		return startWebKit(ctx)
	}
	return nil, fmt.Errorf("browser %q: want %s", name, strings.Join(Names, ", "))
}

// Click clicks in the middle of the first element that matches a selector, once it is there and can be seen.
func Click(ctx context.Context, p Page, selector string) error {
	const place = `(() => { const el = document.querySelector(%s)
		if (!el) return null
		el.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
		const box = el.getBoundingClientRect()
		return box.width && box.height ? [box.x + box.width / 2, box.y + box.height / 2] : null })()`
	if err := Wait(ctx, p, fmt.Sprintf(place, quote(selector))); err != nil {
		return fmt.Errorf("click %s: %w", selector, err)
	}
	var at [2]float64
	if err := p.Evaluate(ctx, fmt.Sprintf(place, quote(selector)), &at); err != nil {
		return err
	}
	return p.ClickAt(ctx, at[0], at[1])
}

// Wait waits until a JavaScript condition is true, or ctx is done. It asks again and again, also after an
// error, which may be that of a page on its way to the next one.
func Wait(ctx context.Context, p Page, condition string) error {
	for {
		var met bool
		err := evaluateSoon(ctx, p, "!!(await ("+condition+"))", &met)
		if met {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", condition, errors.Join(ctx.Err(), err))
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// evaluateSoon gives up an answer that does not come, as from a page that the browser has put aside.
func evaluateSoon(ctx context.Context, p Page, expression string, result any) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	return p.Evaluate(ctx, expression, result)
}

// text wraps an expression so that its value is text: JSON.
func text(expression string) string {
	return "(async () => JSON.stringify((await (" + expression + ")) ?? null))()"
}

func quote(text string) string {
	b, _ := json.Marshal(text) // a string has no error
	return string(b)
}

// program returns the path of the first of the programs that is there.
func program(names ...string) (string, error) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("want %s on the PATH: %w", strings.Join(names, " or "), errors.ErrUnsupported)
}
