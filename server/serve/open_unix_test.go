//go:build unix

package serve

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// noBrowser makes a PATH on which the opener is this script, or none, and returns where the script runs.
func noBrowser(t *testing.T, script string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	t.Setenv("PATH", dir)
	t.Setenv("OPENED", filepath.Join(dir, "opened"))
	if script == "" {
		return dir
	}
	if err := os.WriteFile(filepath.Join(dir, opener(runtime.GOOS)[0]), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// reports is a script that leaves the address it got in the file opened.
const reports = `echo "$1" >"$OPENED.part" && /bin/mv "$OPENED.part" "$OPENED"`

// opened waits for what the browser was started with.
func opened(t *testing.T, dir string) string {
	t.Helper()
	for range 500 {
		if text, err := os.ReadFile(filepath.Join(dir, "opened")); err == nil {
			return strings.TrimSpace(string(text))
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("no browser was started")
	return ""
}

func TestOpenStartsABrowserAtTheURL(t *testing.T) {
	dir := noBrowser(t, reports)
	url := started(t, "--demo", "--open", "--listen", "127.0.0.1:0", "--namespace", "shop")
	if got := opened(t, dir); got != url || !strings.HasSuffix(url, "/#p=live&ns=shop") {
		t.Errorf("the browser got %q, printed was %q: want one URL, in live mode at the namespace", got, url)
	}
}

// What others of the machine see in the browser's arguments is no token, and of no use once the browser was there.
func TestOpenKeepsTheTokenOutOfTheBrowsersArguments(t *testing.T) {
	dir := noBrowser(t, reports)
	url := started(t, "--demo", "--open", "--listen", "127.0.0.1:0", "--token", "blue-whale-42", "-n", "shop")
	got := opened(t, dir)
	if !regexp.MustCompile(`^http://127\.0\.0\.1:\d+/open/[A-Z2-7]{26}$`).MatchString(got) {
		t.Fatalf("the browser got %q", got)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for i, want := range []struct {
		status   int
		location string
	}{{303, "/#p=live&ns=shop&token=blue-whale-42"}, {401, ""}} {
		resp, err := client.Get(got)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if location := resp.Header.Get("Location"); resp.StatusCode != want.status || location != want.location {
			t.Errorf("GET number %d = %d %q, want %d %q", i+1, resp.StatusCode, location, want.status, want.location)
		}
	}
	if !strings.HasSuffix(url, "/#p=live&ns=shop&token=blue-whale-42") {
		t.Errorf("printed %q, want the token in it", url)
	}
}

// The server serves, whatever becomes of the browser.
func TestWithoutABrowserTheServerServes(t *testing.T) {
	for name, script := range map[string]string{"there is none": "", "it fails": reports + "; exit 3"} {
		t.Run(name, func(t *testing.T) {
			dir := noBrowser(t, script)
			url := started(t, "--demo", "--open", "--listen", "127.0.0.1:0")
			if script != "" {
				opened(t, dir)
			}
			if got := status(t, url+"healthz", ""); got != 200 {
				t.Errorf("healthz = %d, want 200", got)
			}
		})
	}
}
