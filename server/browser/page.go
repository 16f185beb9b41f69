//go:build browser

package browser

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Options say how a Page is opened; the zero value is 1280×800, pixel ratio 1, light theme.
type Options struct {
	Width, Height int64
	DPR           float64
	Dark          bool // prefers-color-scheme
	ReducedMotion bool
	ForcedColors  bool
	Touch         bool
	Print         bool
	Before        string // script that runs before any of the page's
	// Allow names texts that may stand in console errors of this page.
	Allow []string
}

// Page is a tab.
type Page struct {
	T    testing.TB
	Ctx  context.Context
	opts Options

	mu     sync.Mutex
	errors []string
	log    []string
}

// patience bounds every single wait; software WebGL on a busy machine is slow.
const patience = 40 * time.Second

// Each running test has a browser to itself, in which all its pages are: two tests beside each other would take
// the focus from one another in one. A browser that a test has left serves the next.
var (
	browsers sync.Mutex
	idle     []context.Context
	leases   = map[string]*lease{} // by the name of the test that is no subtest
	closers  []func()
)

type lease struct {
	browser context.Context
	pages   int
}

// chromium lends the browser of a test to one page of it.
func chromium(t testing.TB) context.Context {
	t.Helper()
	name, _, _ := strings.Cut(t.Name(), "/")
	browsers.Lock()
	defer browsers.Unlock()
	l := leases[name]
	if l == nil {
		if len(idle) == 0 {
			idle = append(idle, start(t))
		}
		l = &lease{browser: idle[0]}
		idle, leases[name] = idle[1:], l
	}
	l.pages++
	t.Cleanup(func() {
		browsers.Lock()
		defer browsers.Unlock()
		if l.pages--; l.pages == 0 {
			idle = append(idle, l.browser)
			delete(leases, name)
		}
	})
	return l.browser
}

// start starts a browser, which ends with the process.
func start(t testing.TB) context.Context {
	t.Helper()
	dir, err := os.MkdirTemp("", "informerscope-chromium-")
	if err != nil {
		t.Fatal(err)
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox,
		chromedp.UserDataDir(dir),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true),
		chromedp.Flag("lang", "en-US"),
	)
	ctx, _ := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, stop := chromedp.NewContext(ctx)
	if err := chromedp.Do(ctx); err != nil {
		stop()
		t.Fatalf("browser: chromium did not start (apt-get install chromium fonts-noto-cjk): %v", err)
	}
	closers = append(closers, func() { chromedp.Cancel(ctx); stop(); os.RemoveAll(dir) })
	return ctx
}

// Close ends the browsers; TestMain calls it last.
func Close() {
	for _, f := range closers {
		f()
	}
}

// Open opens url in a new tab with its own storage, and closes it with the test. A console
// error, an uncaught exception or a refused request fails the test, unless allowed.
func Open(t testing.TB, url string, opts Options) *Page {
	t.Helper()
	if opts.Width == 0 {
		opts.Width, opts.Height = 1280, 800
	}
	if opts.DPR == 0 {
		opts.DPR = 1
	}
	ctx, console, cancel := tab(t, chromium(t))
	p := &Page{T: t, Ctx: ctx, opts: opts}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for m, err := range console {
			if err != nil {
				return
			}
			p.mu.Lock()
			line := fmt.Sprintf("%s: %s (%s:%d)", m.Type, m.Text, m.URL, m.Line+1)
			p.log = append(p.log, line)
			if m.Type == chromedp.ConsoleError || m.IsException() {
				if !allowed(line, opts.Allow) {
					p.errors = append(p.errors, line)
				}
			}
			p.mu.Unlock()
		}
	}()
	t.Cleanup(func() {
		for _, e := range p.Errors() {
			t.Errorf("console %s", e)
		}
		if t.Failed() {
			for _, l := range p.Log() {
				t.Log("console ", l)
			}
		}
		cancel()
		<-done
	})
	p.Emulate(opts)
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: meterScript + opts.Before})
		return err
	}))
	p.do(chromedp.Navigate(url))
	return p
}

// tab opens a tab with its own storage and listens to its console. A browser that does not answer is asked
// once more: chromedp itself would wait for ever.
func tab(t testing.TB, parent context.Context) (context.Context, iter.Seq2[chromedp.ConsoleMessage, error], context.CancelFunc) {
	t.Helper()
	for range 2 {
		ctx, cancel := chromedp.NewContext(parent, chromedp.WithNewBrowserContext())
		opened := make(chan iter.Seq2[chromedp.ConsoleMessage, error], 1)
		go func() { opened <- chromedp.Console(ctx) }()
		select {
		case console := <-opened:
			return ctx, console, cancel
		case <-time.After(patience):
			t.Logf("browser: no new tab after %v", patience)
			cancel()
		}
	}
	t.Fatal("browser: chromium opens no new tab")
	panic("unreachable")
}

// always is what any page's console may say: host pages of tests have no icon, and a lesson
// whose still is not drawn shows its placeholder.
var always = []string{"/favicon.ico", "/stills/"}

func allowed(line string, allow []string) bool {
	for _, a := range append(allow, always...) {
		if strings.Contains(line, a) {
			return true
		}
	}
	return false
}

// Emulate sets viewport, pixel ratio, theme and motion; it may be called again later.
func (p *Page) Emulate(o Options) {
	p.T.Helper()
	p.opts = o
	on := func(b bool, yes, no string) string {
		if b {
			return yes
		}
		return no
	}
	viewport := []chromedp.EmulateViewportOption{chromedp.EmulateScale(o.DPR)}
	if o.Touch {
		viewport = append(viewport, chromedp.EmulateTouch)
	}
	media := emulation.SetEmulatedMediaParams{
		Media: on(o.Print, "print", ""),
		Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: on(o.Dark, "dark", "light")},
			{Name: "prefers-reduced-motion", Value: on(o.ReducedMotion, "reduce", "no-preference")},
			{Name: "forced-colors", Value: on(o.ForcedColors, "active", "none")},
		},
	}
	p.do(chromedp.EmulateViewport(o.Width, o.Height, viewport...),
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, media)
			return err
		}))
}

// Hide puts another tab in front of the page, until show takes it away.
func (p *Page) Hide() (show func()) {
	p.T.Helper()
	front, done := chromedp.NewContext(p.Ctx, chromedp.WithNewWindow(false))
	ctx, cancel := context.WithTimeout(front, patience)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		p.T.Fatalf("browser: a second tab: %v", err)
	}
	p.Wait("document.hidden")
	return func() {
		p.T.Helper()
		done()
		p.Wait("!document.hidden")
	}
}

func (p *Page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.Ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.T.Fatalf("browser: %v\n%s", err, strings.Join(p.Log(), "\n"))
	}
}

// Do runs chromedp actions; an error ends the test.
func (p *Page) Do(steps ...chromedp.Action[chromedp.Void]) { p.T.Helper(); p.do(steps...) }

// Eval evaluates a JavaScript expression, awaiting a promise, and returns its value.
func Eval[T any](p *Page, js string) T {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.Ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	if err != nil {
		p.T.Fatalf("browser: evaluating %s: %v\n%s", js, err, strings.Join(p.Log(), "\n"))
	}
	return v
}

// Wait waits until a JavaScript expression is truthy. A page that is just being left, as by a
// reload, has no answer yet, which is no failure.
func (p *Page) Wait(js string) {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.Ctx, patience)
	defer cancel()
	var asked error
	for ctx.Err() == nil {
		var yes bool
		if yes, asked = chromedp.Run(ctx, chromedp.Evaluate[bool]("(()=>{try{return !!("+js+")}catch{return false}})()")); yes && asked == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.T.Fatalf("browser: after %v still not true: %s (%v)\n%s", patience, js, asked, strings.Join(p.Log(), "\n"))
}

// Ready waits until the program runs and its first picture is painted.
func (p *Page) Ready() *Page {
	p.T.Helper()
	p.Wait("window.informerscope.running > 0 && meter.triangles > 0")
	return p
}

// Click clicks the one element with data-act=act, as a pointer would. Somebody who sees that it is off
// waits a moment: the page may be about to switch it on.
func (p *Page) Click(act string) {
	p.T.Helper()
	for range 40 {
		if !Eval[bool](p, fmt.Sprintf(`document.querySelector('[data-act=%q]')?.disabled === true`, act)) {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	at := Eval[[]float64](p, fmt.Sprintf(`(()=>{const e=document.querySelector('[data-act=%q]');if(!e)return [];e.scrollIntoView({block:'nearest'});const r=e.getBoundingClientRect();return [r.x+r.width/2,r.y+r.height/2]})()`, act))
	if len(at) != 2 {
		p.T.Fatalf("browser: Click(%q): no element with that data-act", act)
	}
	p.do(chromedp.MouseClickXY(at[0], at[1]))
}

// ClickAt clicks a point of the viewport.
func (p *Page) ClickAt(x, y float64) { p.T.Helper(); p.do(chromedp.MouseClickXY(x, y)) }

// Move moves the mouse to a point of the viewport.
func (p *Page) Move(x, y float64) {
	p.T.Helper()
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
}

// Key presses keys, as chromedp/kb names them.
func (p *Page) Key(keys string) { p.T.Helper(); p.do(chromedp.KeyEvent(keys)) }

// Wheel turns the wheel over a point of the viewport, dy pixels down.
func (p *Page) Wheel(x, y, dy float64) {
	p.T.Helper()
	// The typed command leaves out a zero deltaX, which the browser refuses.
	wheel := cdp.Command[map[string]any, cdp.Empty]{Method: input.CommandDispatchMouseEvent}
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, wheel, map[string]any{"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": dy})
		return err
	}))
}

// Shot takes a screenshot of the viewport. With SHOTS set it is kept there as name.png.
func (p *Page) Shot(name string) image.Image {
	p.T.Helper()
	return p.shot(name, page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatPng})
}

func (p *Page) shot(name string, params page.CaptureScreenshotParams) image.Image {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.Ctx, patience)
	defer cancel()
	res, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) (page.CaptureScreenshotResult, error) {
		return cdp.Call(ctx, t, page.CaptureScreenshot, params)
	})
	if err != nil {
		p.T.Fatalf("browser: screenshot %s: %v", name, err)
	}
	if dir := os.Getenv("SHOTS"); dir != "" {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			p.T.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+".png"), res.Data, 0o644); err != nil {
			p.T.Fatal(err)
		}
	}
	img, err := png.Decode(bytes.NewReader(res.Data))
	if err != nil {
		p.T.Fatalf("browser: screenshot %s: %v", name, err)
	}
	return img
}

// Colours counts the different colours of img within r, in viewport pixels times the
// pixel ratio.
func Colours(img image.Image, r image.Rectangle) int {
	seen := map[[3]uint32]bool{}
	r = r.Intersect(img.Bounds())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			cr, cg, cb, _ := img.At(x, y).RGBA()
			seen[[3]uint32{cr, cg, cb}] = true
		}
	}
	return len(seen)
}

// Errors returns the console errors so far.
func (p *Page) Errors() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.errors...)
}

// Log returns every console line so far.
func (p *Page) Log() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.log...)
}
