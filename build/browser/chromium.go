package browser

import (
	"context"
	"encoding/json"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

type chromium struct {
	ctx  context.Context
	stop func()
}

func startChromium(profile string) (Browser, error) {
	path, err := program("chromium", "chromium-browser", "google-chrome")
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(profile),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
		chromedp.WindowSize(1280, 900))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(allocator)
	return &chromium{ctx, stop}, chromedp.Do(ctx, chromedp.Navigate("about:blank"))
}

func (b *chromium) Close() error {
	defer b.stop()
	return chromedp.Cancel(b.ctx)
}

func (b *chromium) NewPage(context.Context) (Page, error) {
	return b.page(chromedp.WithNewBrowserContext())
}

func (b *chromium) OwnPage(context.Context) (Page, error) { return b.page() }

func (b *chromium) page(options ...chromedp.ContextOption) (Page, error) {
	ctx, cancel := chromedp.NewContext(b.ctx, options...)
	if err := chromedp.Do(ctx); err != nil {
		cancel()
		return nil, err
	}
	return &ChromiumPage{ctx, cancel}, nil
}

// A ChromiumPage is a page of Chromium, for tests of what only its protocol can do.
type ChromiumPage struct {
	tab    context.Context
	cancel func()
}

// do runs actions of chromedp on the page.
func (p *ChromiumPage) do(ctx context.Context, actions ...chromedp.Action[chromedp.Void]) error {
	tab, cancel := context.WithCancel(p.tab)
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	return chromedp.Do(tab, actions...)
}

// call returns the action that calls one method of the protocol.
func call[P, R any](method cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, method, params)
		return err
	})
}

func (p *ChromiumPage) Open(ctx context.Context, url string) error {
	return p.do(ctx, chromedp.Navigate(url))
}

func (p *ChromiumPage) Evaluate(ctx context.Context, expression string, result any) error {
	tab, cancel := context.WithCancel(p.tab)
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	value, err := chromedp.Run(tab, chromedp.Evaluate[string](text(expression), chromedp.EvalAwaitPromise))
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(value), result)
}

func (p *ChromiumPage) ClickAt(ctx context.Context, x, y float64) error {
	return p.do(ctx, chromedp.MouseClickXY(x, y))
}

// chromiumKeys are the keys as chromedp writes them.
var chromiumKeys = map[string]string{
	Tab: kb.Tab, Enter: kb.Enter, Escape: kb.Escape, ArrowLeft: kb.ArrowLeft, ArrowUp: kb.ArrowUp, ArrowDown: kb.ArrowDown, ArrowRight: kb.ArrowRight,
}

func (p *ChromiumPage) Press(ctx context.Context, key string, modifiers ...string) error {
	if own, ok := chromiumKeys[key]; ok {
		key = own
	}
	held := map[string]chromedp.Modifier{Shift: chromedp.ModifierShift, Control: chromedp.ModifierCtrl}
	var all chromedp.Modifier
	for _, m := range modifiers {
		all |= held[m]
	}
	return p.do(ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		for _, r := range key {
			events := kb.Encode(r)
			if len(events) == 3 && all&^chromedp.ModifierShift == 0 { // the browser makes the second, unless the page handles the first
				events[0].Text = events[1].Text
			}
			for _, event := range []*input.DispatchKeyEventParams{events[0], events[len(events)-1]} {
				event.Modifiers |= int64(all)
				if _, err := cdp.Call(ctx, target, input.DispatchKeyEvent, *event); err != nil {
					return err
				}
			}
		}
		return nil
	}))
}

func (p *ChromiumPage) Resize(ctx context.Context, width, height int) error {
	return p.do(ctx, call(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(width), Height: int64(height), DeviceScaleFactor: 1, Mobile: width < 500,
	}))
}

func (p *ChromiumPage) Screenshot(ctx context.Context) ([]byte, error) {
	var png []byte
	err := p.do(ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		shot, err := cdp.Call(ctx, target, page.CaptureScreenshot, page.CaptureScreenshotParams{})
		if err == nil {
			png = shot.Data
		}
		return err
	}))
	return png, err
}

func (p *ChromiumPage) Close() error {
	p.cancel()
	return nil
}

// LimitStorage gives an origin a quota of so many bytes.
func (p *ChromiumPage) LimitStorage(ctx context.Context, origin string, bytes float64) error {
	return p.do(ctx, call(storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: origin, QuotaSize: &bytes}))
}

// SlowDown makes the page's main thread so many times slower.
func (p *ChromiumPage) SlowDown(ctx context.Context, factor float64) error {
	return p.do(ctx, call(emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: factor}))
}

// CollectGarbage frees what the page's scripts no longer need.
func (p *ChromiumPage) CollectGarbage(ctx context.Context) error {
	return p.do(ctx, call(heapprofiler.CollectGarbage, cdp.Empty{}))
}

// Layouts returns how often the page has been laid out.
func (p *ChromiumPage) Layouts(ctx context.Context) (n int, err error) {
	err = p.do(ctx, call(performance.Enable, performance.EnableParams{}), chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		got, err := cdp.Call(ctx, target, performance.GetMetrics, cdp.Empty{})
		for _, metric := range got.Metrics {
			if metric.Name == "LayoutCount" {
				n = int(metric.Value)
			}
		}
		return err
	}))
	return n, err
}

// Print shows the page as it is printed.
func (p *ChromiumPage) Print(ctx context.Context) error {
	return p.do(ctx, call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
}

// ResizeFine is [ChromiumPage.Resize] on a screen where a CSS pixel is so many pixels wide.
func (p *ChromiumPage) ResizeFine(ctx context.Context, width, height int, scale float64) error {
	return p.do(ctx, call(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(width), Height: int64(height), DeviceScaleFactor: scale,
	}))
}
