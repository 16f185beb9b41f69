package serve

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"os/exec"
	"runtime"
	"sync/atomic"
)

// opener is the program that shows an address in the browser a person chose.
func opener(goos string) []string {
	switch goos {
	case "darwin":
		return []string{"open"}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	return []string{"xdg-open"}
}

// inSight reports whether a browser that is started here is seen by whoever started us: not over
// SSH, nor without a desktop, where xdg-open would take the terminal for a browser of text.
func inSight(goos string, getenv func(string) string) bool {
	if getenv("SSH_CONNECTION") != "" {
		return false
	}
	return goos == "darwin" || goos == "windows" || getenv("DISPLAY") != "" || getenv("WAYLAND_DISPLAY") != ""
}

// openPage starts a browser and does not wait for it: some openers end with the browser only.
// What goes wrong is told to failed; there may be no browser at all.
func openPage(url string, failed func(error)) {
	line := append(opener(runtime.GOOS), url)
	cmd := exec.Command(line[0], line[1:]...)
	apart(cmd)
	if err := cmd.Start(); err != nil {
		failed(err)
		return
	}
	go func() {
		if err := cmd.Wait(); err != nil {
			failed(fmt.Errorf("%s: %w", line[0], err))
		}
	}()
}

// once makes an address that sends the first who comes to target; it is a path that nobody guesses.
// A browser is started with it where there is a token: other accounts of a machine can read the
// arguments of a process, and what they read there is used up when the browser shows the page.
func once(next http.Handler, target string) (path string, handler http.Handler) {
	path = "/open/" + rand.Text()
	var to atomic.Pointer[string] // nil once it is used: the token in it is kept no longer
	to.Store(&target)
	return path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && r.URL.Path == path {
			if target := to.Swap(nil); target != nil {
				w.Header().Set("Cache-Control", "no-store")
				http.Redirect(w, r, *target, http.StatusSeeOther)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
