package browser

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// firefox speaks WebDriver BiDi with Firefox: commands and their answers as JSON over a websocket.
type firefox struct {
	process *exec.Cmd
	socket  *websocket.Conn

	mu      sync.Mutex
	last    int                 // number of the last command
	waiting map[int]chan answer // for the answers to commands, by number
}

// An answer is what Firefox says of the command with a number, or an event, which has none.
type answer struct {
	ID             int
	Error, Message string
	Result         json.RawMessage
}

// quiet are settings without which Firefox looks for its hosts.
const quiet = `user_pref("app.normandy.enabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.safebrowsing.downloads.enabled", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.systemAddon.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.server", "data:,");
`

var listening = regexp.MustCompile(`WebDriver BiDi listening on (ws://\S+)`)

func startFirefox(ctx context.Context, profile string) (Browser, error) {
	path, err := program("firefox-esr", "firefox")
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(quiet), 0o600); err != nil {
		return nil, err
	}
	b := &firefox{waiting: map[int]chan answer{}, process: exec.Command(path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0")}
	b.process.Env = append(os.Environ(), "HOME="+profile)
	said, err := b.process.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := b.process.Start(); err != nil {
		return nil, err
	}
	address := make(chan string, 1)
	go func() {
		defer close(address)
		lines := bufio.NewScanner(said)
		for lines.Scan() {
			if m := listening.FindStringSubmatch(lines.Text()); m != nil {
				address <- m[1]
			}
		}
	}()
	select {
	case url, ok := <-address:
		if !ok {
			return nil, fmt.Errorf("firefox: ended before it listened")
		}
		if b.socket, _, err = websocket.Dial(ctx, url+"/session", nil); err != nil {
			_ = b.Close()
			return nil, fmt.Errorf("firefox: %w", err)
		}
	case <-ctx.Done():
		_ = b.Close()
		return nil, fmt.Errorf("firefox: does not listen: %w", ctx.Err())
	}
	b.socket.SetReadLimit(-1)
	go b.listen()
	return b, b.command(ctx, "session.new", map[string]any{"capabilities": map[string]any{}}, nil)
}

func (b *firefox) Close() error {
	if b.socket != nil {
		_ = b.socket.CloseNow()
	}
	err := b.process.Process.Kill()
	_ = b.process.Wait() // killed
	return err
}

// listen hands out answers until the connection ends.
func (b *firefox) listen() {
	for {
		var a answer
		if err := wsjson.Read(context.Background(), b.socket, &a); err != nil {
			b.mu.Lock()
			defer b.mu.Unlock()
			for _, answered := range b.waiting {
				answered <- answer{Error: "the connection ended", Message: err.Error()}
			}
			return
		}
		b.mu.Lock()
		if answered := b.waiting[a.ID]; answered != nil { // else an event, or of a command that was given up
			answered <- a
			delete(b.waiting, a.ID)
		}
		b.mu.Unlock()
	}
}

// command sends one command and stores what it returns in the value that result points to, unless that is nil.
func (b *firefox) command(ctx context.Context, method string, params, result any) error {
	answered := make(chan answer, 1)
	b.mu.Lock()
	b.last++
	id := b.last
	b.waiting[id] = answered
	b.mu.Unlock()
	command := map[string]any{"id": id, "method": method, "params": params}
	if err := wsjson.Write(context.Background(), b.socket, command); err != nil { // a context that ends closes the connection
		return fmt.Errorf("firefox: %s: %w", method, err)
	}
	select {
	case a := <-answered:
		if a.Error != "" {
			return fmt.Errorf("firefox: %s: %s: %s", method, a.Error, a.Message)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(a.Result, result)
	case <-ctx.Done():
		b.mu.Lock()
		delete(b.waiting, id)
		b.mu.Unlock()
		return fmt.Errorf("firefox: %s: %w", method, ctx.Err())
	}
}

func (b *firefox) NewPage(ctx context.Context) (Page, error) {
	var profile struct{ UserContext string }
	if err := b.command(ctx, "browser.createUserContext", map[string]any{}, &profile); err != nil {
		return nil, err
	}
	return b.page(ctx, profile.UserContext)
}

func (b *firefox) OwnPage(ctx context.Context) (Page, error) { return b.page(ctx, "default") }

func (b *firefox) page(ctx context.Context, profile string) (Page, error) {
	var page struct{ Context string }
	if err := b.command(ctx, "browsingContext.create", map[string]any{"type": "tab", "userContext": profile}, &page); err != nil {
		return nil, err
	}
	p := &firefoxPage{b, page.Context, profile}
	return p, p.Resize(ctx, 1280, 900)
}

type firefoxPage struct {
	b       *firefox
	context string
	profile string
}

func (p *firefoxPage) Open(ctx context.Context, url string) error {
	return p.b.command(ctx, "browsingContext.navigate", map[string]any{"context": p.context, "url": url, "wait": "complete"}, nil)
}

func (p *firefoxPage) Evaluate(ctx context.Context, expression string, result any) error {
	var answer struct {
		Result           struct{ Value string }
		ExceptionDetails *struct{ Text string }
	}
	err := p.b.command(ctx, "script.evaluate", map[string]any{
		"expression": text(expression), "awaitPromise": true, "target": map[string]any{"context": p.context}, "userActivation": true,
	}, &answer)
	if err != nil {
		return err
	}
	if answer.ExceptionDetails != nil {
		return fmt.Errorf("firefox: %s", answer.ExceptionDetails.Text)
	}
	return json.Unmarshal([]byte(answer.Result.Value), result)
}

func (p *firefoxPage) perform(ctx context.Context, actions []any) error {
	return p.b.command(ctx, "input.performActions", map[string]any{"context": p.context, "actions": actions}, nil)
}

func (p *firefoxPage) ClickAt(ctx context.Context, x, y float64) error {
	return p.perform(ctx, pointer(x, y))
}

func (p *firefoxPage) Press(ctx context.Context, key string, modifiers ...string) error {
	return p.perform(ctx, keys(key, modifiers))
}

func (p *firefoxPage) Resize(ctx context.Context, width, height int) error {
	return p.b.command(ctx, "browsingContext.setViewport", map[string]any{"context": p.context, "viewport": map[string]any{"width": width, "height": height}}, nil)
}

func (p *firefoxPage) Screenshot(ctx context.Context) ([]byte, error) {
	var shot struct{ Data string }
	if err := p.b.command(ctx, "browsingContext.captureScreenshot", map[string]any{"context": p.context}, &shot); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(shot.Data)
}

func (p *firefoxPage) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closing)
	defer cancel()
	if p.profile == "default" {
		return p.b.command(ctx, "browsingContext.close", map[string]any{"context": p.context}, nil)
	}
	return p.b.command(ctx, "browser.removeUserContext", map[string]any{"userContext": p.profile}, nil)
}
