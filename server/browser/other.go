//go:build browser && others

package browser

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// driver is what WebDriver can do and we need. Firefox speaks its newer form, BiDi, by itself; WebKit has a
// program that speaks the older one.
type driver interface {
	visit(url string) error
	eval(js string) (string, error) // of an expression, a promise or a string
	input(actions []any) error      // of WebDriver: they look the same in both forms
	shot() (pngBase64 []byte, err error)
}

// screenFor starts an X server for a browser that needs one, and returns what DISPLAY names it.
func screenFor(t *testing.T) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cmd := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1400x1000x24", "-nolisten", "tcp")
	cmd.ExtraFiles = []*os.File{w}
	begin(t, cmd)
	w.Close()
	var n int
	if _, err := fmt.Fscan(r, &n); err != nil {
		t.Fatalf("Xvfb named no display: %v", err)
	}
	return fmt.Sprintf("DISPLAY=:%d", n)
}

// begin starts a program in a process group of its own, which ends with the test.
func begin(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v; make other-browsers installs it", err)
	}
	t.Cleanup(func() {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		cmd.Wait()
	})
}

// profile is a new folder for what a browser keeps; a browser that is ending may still write into it.
func profile(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "informerscope-other-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// bidi is WebDriver BiDi, over a WebSocket.
type bidi struct {
	conn    *websocket.Conn
	last    int
	context string // of the one tab
}

// firefox starts Firefox with a few of its preferences.
func firefox(t *testing.T, prefs map[string]any, env ...string) driver {
	t.Helper()
	dir := profile(t)
	var user strings.Builder
	for name, value := range prefs {
		text, _ := json.Marshal(value)
		fmt.Fprintf(&user, "user_pref(%q, %s);\n", name, text)
	}
	if err := os.WriteFile(filepath.Join(dir, "user.js"), []byte(user.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("firefox-esr", "--no-remote", "--profile", dir, "--remote-debugging-port", "0", "--width", "1280", "--height", "900")
	cmd.Env = append(os.Environ(), env...)
	begin(t, cmd)
	var at struct {
		Host string `json:"ws_host"`
		Port int    `json:"ws_port"`
	}
	until(t, "Firefox says where it listens", func() error {
		text, err := os.ReadFile(filepath.Join(dir, "WebDriverBiDiServer.json"))
		if err != nil {
			return err
		}
		return json.Unmarshal(text, &at)
	})
	b := &bidi{}
	until(t, "Firefox answers", func() (err error) {
		b.conn, _, err = websocket.Dial(t.Context(), fmt.Sprintf("ws://%s:%d/session", at.Host, at.Port), nil)
		return err
	})
	b.conn.SetReadLimit(64 << 20) // of a screenshot
	var tree struct{ Contexts []struct{ Context string } }
	err := errors.Join(b.call("session.new", map[string]any{"capabilities": map[string]any{}}, nil),
		b.call("browsingContext.getTree", map[string]any{}, &tree))
	if err != nil || len(tree.Contexts) == 0 {
		t.Fatalf("Firefox has no tab: %v", err)
	}
	b.context = tree.Contexts[0].Context
	if err := b.call("browsingContext.setViewport", map[string]any{"context": b.context, "viewport": map[string]int{"width": 1280, "height": 800}}, nil); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bidi) call(method string, params map[string]any, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	b.last++
	if err := wsjson.Write(ctx, b.conn, map[string]any{"id": b.last, "method": method, "params": params}); err != nil {
		return err
	}
	for {
		var m struct {
			ID             int
			Error, Message string
			Result         json.RawMessage
		}
		if err := wsjson.Read(ctx, b.conn, &m); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		switch {
		case m.ID != b.last: // an event
		case m.Error != "":
			return fmt.Errorf("%s: %s: %s", method, m.Error, m.Message)
		case result != nil:
			return json.Unmarshal(m.Result, result)
		default:
			return nil
		}
	}
}

func (b *bidi) visit(url string) error {
	return b.call("browsingContext.navigate", map[string]any{"context": b.context, "url": url, "wait": "complete"}, nil)
}

func (b *bidi) eval(js string) (string, error) {
	var got struct {
		Result           struct{ Value string }
		ExceptionDetails *struct{ Text string }
	}
	err := b.call("script.evaluate", map[string]any{"expression": js, "awaitPromise": true, "target": map[string]any{"context": b.context}}, &got)
	if err == nil && got.ExceptionDetails != nil {
		err = errors.New(got.ExceptionDetails.Text)
	}
	return got.Result.Value, err
}

func (b *bidi) input(actions []any) error {
	return b.call("input.performActions", map[string]any{"context": b.context, "actions": actions}, nil)
}

func (b *bidi) shot() ([]byte, error) {
	var got struct{ Data []byte }
	err := b.call("browsingContext.captureScreenshot", map[string]any{"context": b.context}, &got)
	return got.Data, err
}

// classic is WebDriver over HTTP: a session's address.
type classic string

// webkit starts WebKitGTK with its own small browser.
func webkit(t *testing.T, env ...string) driver {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")
	if len(found) == 0 {
		t.Fatal("there is no MiniBrowser of WebKitGTK; make other-browsers installs it")
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := free.Addr().(*net.TCPAddr)
	free.Close()
	dir := profile(t)
	cmd := exec.Command("WebKitWebDriver", fmt.Sprintf("--port=%d", at.Port))
	cmd.Env = append(append(os.Environ(), "XDG_DATA_HOME="+dir, "XDG_CACHE_HOME="+dir, "XDG_CONFIG_HOME="+dir, "GTK_A11Y=none"), env...)
	begin(t, cmd)
	c := classic("http://" + at.String() + "/session")
	var session struct{ SessionID string }
	until(t, "WebKit answers", func() error {
		return c.call(http.MethodPost, "", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
			"webkitgtk:browserOptions": map[string]any{"binary": found[0], "args": []string{"--automation"}}}}}, &session)
	})
	c += classic("/" + session.SessionID)
	t.Cleanup(func() { c.call(http.MethodDelete, "", nil, nil) }) // MiniBrowser leaves the driver's process group
	if err := c.call(http.MethodPost, "/window/rect", map[string]any{"width": 1280, "height": 840}, nil); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c classic) call(method, path string, body, result any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, string(c)+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err = io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s", method, path, text)
	}
	var m struct{ Value json.RawMessage }
	if err := json.Unmarshal(text, &m); err != nil || result == nil {
		return err
	}
	return json.Unmarshal(m.Value, result)
}

func (c classic) visit(url string) error {
	return c.call(http.MethodPost, "/url", map[string]any{"url": url}, nil)
}

func (c classic) eval(js string) (got string, err error) {
	err = c.call(http.MethodPost, "/execute/sync", map[string]any{"script": "return " + js, "args": []any{}}, &got)
	return got, err
}

func (c classic) input(actions []any) error {
	return c.call(http.MethodPost, "/actions", map[string]any{"actions": actions}, nil)
}

func (c classic) shot() (got []byte, err error) {
	err = c.call(http.MethodGet, "/screenshot", nil, &got)
	return got, err
}

// until asks again until there is no error.
func until(t *testing.T, what string, ask func() error) {
	t.Helper()
	end := time.Now().Add(patience)
	for {
		err := ask()
		if err == nil {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%s: not after %v: %v", what, patience, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// window is the one tab of a browser that is not Chromium, with the verbs that Page has.
type window struct {
	*testing.T
	driver
	name string
}

func (w *window) open(url string) {
	w.Helper()
	if err := w.visit(url); err != nil {
		w.Fatalf("%s: %v", url, err)
	}
}

// value is what an expression gives; a promise is awaited.
func value[T any](w *window, js string) (v T) {
	w.Helper()
	text, err := w.eval("(async () => JSON.stringify(await (" + js + ") ?? null))()")
	if err == nil {
		err = json.Unmarshal([]byte(text), &v)
	}
	if err != nil {
		w.Fatalf("evaluating %s: %v", js, err)
	}
	return v
}

func (w *window) wait(js string) {
	w.Helper()
	end := time.Now().Add(patience)
	for !value[bool](w, "(() => { try { return !!("+js+") } catch { return false } })()") {
		if time.Now().After(end) {
			w.picture("fault")
			w.Fatalf("after %v still not true: %s\nit said: %q", patience, js, w.said())
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// click clicks the middle of the one element, as a pointer would.
func (w *window) click(selector string) {
	w.Helper()
	w.wait(fmt.Sprintf("document.querySelector(%q) && !document.querySelector(%[1]q).disabled", selector))
	at := value[[2]float64](w, fmt.Sprintf("(e => { e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })(document.querySelector(%q))", selector))
	w.act("pointer", map[string]any{"type": "pointerMove", "x": int(at[0]), "y": int(at[1]), "origin": "viewport"},
		map[string]any{"type": "pointerDown", "button": 0}, map[string]any{"type": "pointerUp", "button": 0})
}

// Keys that have a number of their own in WebDriver.
const (
	arrowLeft, arrowRight = "\ue012", "\ue014"
	escape                = "\ue00c"
)

func (w *window) key(key string) {
	w.Helper()
	w.act("key", map[string]any{"type": "keyDown", "value": key}, map[string]any{"type": "keyUp", "value": key})
}

func (w *window) act(kind string, actions ...any) {
	w.Helper()
	source := map[string]any{"type": kind, "id": kind, "actions": actions}
	if kind == "pointer" {
		source["parameters"] = map[string]string{"pointerType": "mouse"}
	}
	if err := w.input([]any{source}); err != nil {
		w.Fatal(err)
	}
}

// picture is what the window shows. With SHOTS set it is kept there.
func (w *window) picture(name string) image.Image {
	w.Helper()
	data, err := w.shot()
	if err != nil {
		w.Fatalf("screenshot: %v", err)
	}
	if dir := os.Getenv("SHOTS"); dir != "" {
		if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, w.name+"-"+name+".png"), data, 0o644)); err != nil {
			w.Fatal(err)
		}
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		w.Fatalf("screenshot: %v", err)
	}
	return img
}

// said is what pages and frames complained of since they were loaded, as complaints.js heard it.
func (w *window) said() []string {
	w.Helper()
	return value[[]string](w, "window.complaints ?? ['no complaints.js']")
}
