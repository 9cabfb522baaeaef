package browser

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// webkit speaks WebDriver with WebKitGTK's driver, which starts a browser for each session; it draws
// on a virtual screen.
type webkit struct {
	screen, driver *exec.Cmd
	display        string // the screen's name
	address        string // of the driver
	program        string // path of the driver
	browser        string // path of the program that it starts
}

// sessionTime is how long a browser may take to start.
const sessionTime = 40 * time.Second

func startWebKit(ctx context.Context) (Browser, error) {
	driver, err := program("WebKitWebDriver")
	if err != nil {
		return nil, err
	}
	xvfb, err := program("Xvfb")
	if err != nil {
		return nil, err
	}
	found, _ := filepath.Glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser") // the pattern is right
	if found == nil {
		return nil, fmt.Errorf("want WebKitGTK's MiniBrowser in /usr/lib: %w", errors.ErrUnsupported)
	}
	b := &webkit{program: driver, browser: found[len(found)-1]}
	if b.display, err = b.startScreen(ctx, xvfb); err != nil {
		return nil, err
	}
	return b, b.startDriver(ctx)
}

// startDriver starts the driver, in place of the one before.
func (b *webkit) startDriver(ctx context.Context) error {
	end(b.driver)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	port := free.Addr().(*net.TCPAddr).Port
	_ = free.Close() // for the driver
	b.address = fmt.Sprintf("http://127.0.0.1:%d", port)
	b.driver = exec.Command(b.program, "--port="+strconv.Itoa(port), "--host=127.0.0.1")
	b.driver.Env = append(os.Environ(), "DISPLAY="+b.display, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1", "WEBKIT_DISABLE_COMPOSITING_MODE=1", "LIBGL_ALWAYS_SOFTWARE=1")
	if err := b.driver.Start(); err != nil {
		return err
	}
	for {
		if err = b.call(ctx, "GET", "/status", nil, nil); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// startScreen starts the virtual screen and returns its name.
func (b *webkit) startScreen(ctx context.Context, xvfb string) (string, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return "", err
	}
	defer func() { _ = r.Close() }()
	b.screen = exec.Command(xvfb, "-displayfd", "3", "-screen", "0", "1400x1200x24", "-nolisten", "tcp")
	b.screen.ExtraFiles = []*os.File{w}
	err = b.screen.Start()
	_ = w.Close() // the screen has it
	if err != nil {
		return "", err
	}
	if deadline, ok := ctx.Deadline(); ok {
		_ = r.SetReadDeadline(deadline) // a pipe has deadlines
	}
	number, err := io.ReadAll(r) // to its end: the screen dies if it cannot write the line feed
	if err != nil {
		return "", fmt.Errorf("the screen of Xvfb: %w", err)
	}
	return ":" + string(bytes.TrimSpace(number)), nil
}

func (b *webkit) Close() error {
	end(b.driver)
	end(b.screen)
	return nil
}

// end kills a process, if it was started.
func end(process *exec.Cmd) {
	if process != nil && process.Process != nil {
		_ = process.Process.Kill()
		_ = process.Wait() // killed
	}
}

// call sends one command and stores the value that it returns in that which result points to, unless that is nil.
func (b *webkit) call(ctx context.Context, method, path string, params, result any) error {
	var body bytes.Buffer
	if params != nil {
		if err := json.NewEncoder(&body).Encode(params); err != nil {
			return err
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, b.address+path, &body)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	var answer struct{ Value json.RawMessage }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return fmt.Errorf("webkit: %s: %w", path, err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("webkit: %s: %s", path, answer.Value)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(answer.Value, result)
}

// OwnPage is NewPage: each session has a profile of its own.
func (b *webkit) OwnPage(ctx context.Context) (Page, error) { return b.NewPage(ctx) }

func (b *webkit) NewPage(ctx context.Context) (Page, error) {
	var session struct{ SessionID string }
	capabilities := map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"webkitgtk:browserOptions": map[string]any{"binary": b.browser, "args": []string{"--automation"}},
		"timeouts":                 map[string]any{"script": 120_000, "pageLoad": 120_000},
	}}}
	for {
		// Now and then the driver waits for ever for the browser that it starts.
		patient, cancel := context.WithTimeout(ctx, sessionTime)
		err := b.call(patient, "POST", "/session", capabilities, &session)
		cancel()
		if err == nil {
			break
		}
		if ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return nil, err
		}
		if err := b.startDriver(ctx); err != nil {
			return nil, err
		}
	}
	p := &webkitPage{b, "/session/" + session.SessionID}
	return p, p.Resize(ctx, 1280, 900)
}

type webkitPage struct {
	b    *webkit
	path string
}

func (p *webkitPage) Open(ctx context.Context, url string) error {
	return p.b.call(ctx, "POST", p.path+"/url", map[string]any{"url": url}, nil)
}

func (p *webkitPage) Evaluate(ctx context.Context, expression string, result any) error {
	var answer struct {
		Text  string
		Error string
	}
	script := "const done = arguments[0]; " + text(expression) + ".then(text => done({ text }), e => done({ error: String(e) }))"
	if err := p.b.call(ctx, "POST", p.path+"/execute/async", map[string]any{"script": script, "args": []any{}}, &answer); err != nil {
		return err
	}
	if answer.Error != "" {
		return fmt.Errorf("webkit: %s", answer.Error)
	}
	return json.Unmarshal([]byte(answer.Text), result)
}

func (p *webkitPage) perform(ctx context.Context, actions []any) error {
	return p.b.call(ctx, "POST", p.path+"/actions", map[string]any{"actions": actions}, nil)
}

func (p *webkitPage) ClickAt(ctx context.Context, x, y float64) error {
	return p.perform(ctx, pointer(x, y))
}

func (p *webkitPage) Press(ctx context.Context, key string, modifiers ...string) error {
	return p.perform(ctx, keys(key, modifiers))
}

// Resize gives the viewport its size by that of the window around it, which has a least width.
func (p *webkitPage) Resize(ctx context.Context, width, height int) error {
	var frame [2]int
	if err := p.Evaluate(ctx, "[outerWidth - innerWidth, outerHeight - innerHeight]", &frame); err != nil {
		return err
	}
	if err := p.b.call(ctx, "POST", p.path+"/window/rect", map[string]any{"width": width + frame[0], "height": height + frame[1]}, nil); err != nil {
		return err
	}
	var got [2]int
	if err := p.Evaluate(ctx, fmt.Sprintf(`new Promise(done => {
		const look = frames => innerWidth == %d && innerHeight == %d || !frames ? done([innerWidth, innerHeight]) : requestAnimationFrame(() => look(frames - 1))
		look(60)
	})`, width, height), &got); err != nil {
		return err
	}
	if got != [2]int{width, height} {
		return fmt.Errorf("webkit: got a viewport of %d by %d, want %d by %d: %w", got[0], got[1], width, height, errors.ErrUnsupported)
	}
	return nil
}

func (p *webkitPage) Screenshot(ctx context.Context) ([]byte, error) {
	var data string
	if err := p.b.call(ctx, "GET", p.path+"/screenshot", nil, &data); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(data)
}

func (p *webkitPage) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closing)
	defer cancel()
	return p.b.call(ctx, "DELETE", p.path, nil, nil)
}
