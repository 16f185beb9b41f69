//go:build browser

package browser

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	informerscope "github.com/informerscope/informerscope"
)

// flaky serves a folder below a path until its network is taken away.
type flaky struct {
	mu   sync.Mutex
	dir  string
	gone bool
}

func (f *flaky) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.gone {
		panic(http.ErrAbortHandler) // the connection breaks
	}
	w.Header().Set("Content-Security-Policy", strict+"; require-trusted-types-for 'script'")
	w.Header().Set("Cache-Control", "no-store") // so that nothing but the worker can have kept it
	http.StripPrefix("/docs/iq", http.FileServer(http.Dir(f.dir))).ServeHTTP(w, r)
}

func (f *flaky) set(do func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	do()
}

// What is kept for later does not stand in the program's way.
func TestTheWorkerWaitsForTheProgram(t *testing.T) {
	t.Parallel()
	_, url := writtenSite(t)
	p := Open(t, url+"v1/#s=dirty-and-processing&step=3", Options{Before: `const { register } = ServiceWorkerContainer.prototype;
		ServiceWorkerContainer.prototype.register = function (...all) { window.ranBefore = informerscope.running > 0; return register.apply(this, all); };`})
	p.Wait(controlled)
	if !Eval[bool](p, "ranBefore") {
		t.Error("the worker was registered, and began to fetch, before the program ran")
	}
}

const controlled = `navigator.serviceWorker.controller !== null`

// After one visit the site is there without a network; a newer one takes its place at the next visit, and
// drops what the older one kept and nothing else; a frame keeps nothing, and a cluster's answers pass by.
func TestTheSiteIsThereWithoutANetwork(t *testing.T) {
	t.Parallel()
	tree, err := today()
	f := &flaky{dir: writtenTo(t, tree, err)}
	srv := httptest.NewServer(f)
	t.Cleanup(srv.Close)
	url := srv.URL + "/docs/iq/"
	p := Open(t, url+"v1/#embed&s=dirty-and-processing", Options{Before: axeSource(t), Allow: []string{"Failed to load resource", "ERR_"}}).Ready()
	if n := Eval[int](p, `navigator.serviceWorker.getRegistrations().then((all) => all.length)`); n != 0 {
		t.Errorf("an embed registers %d workers", n)
	}

	p.Do(chromedp.Navigate(url))
	p.Wait(controlled)
	p.Do(chromedp.Navigate(url + "s/dirty-and-processing/"))
	p.Wait(`document.querySelector("h1") && document.readyState === "complete"`)
	Eval[bool](p, `fetch("`+url+`api/v1/pods").then(() => true)`)
	Eval[bool](p, `caches.open("another's").then(() => true)`)
	f.set(func() { f.gone = true })

	p.Do(chromedp.Navigate(url + "v1/#s=three-adds-one-job&step=3"))
	p.Ready()
	p.Wait(`document.querySelector("[data-role=position]").innerText.startsWith("step 3")`)
	p.Do(chromedp.Navigate(url + "s/dirty-and-processing/")) // it was read
	p.Wait(`document.querySelector("informer-scope")`)
	p.Shot("offline-lesson")
	p.Do(chromedp.Navigate(url + "gallery/")) // and this was not
	p.Wait(`document.querySelector("h1").innerText === "There is no network."`)
	p.Shot("offline-gone")
	for _, v := range p.violations() {
		t.Errorf("the page in the place of one that was not read: %s", v)
	}
	if Eval[bool](p, `caches.match("`+url+`api/v1/pods").then((r) => !!r)`) {
		t.Error("an answer of a cluster is kept")
	}

	// A newer site in the same place: the next visit shows it, and once no page of the older one is open, what
	// that one kept goes.
	tree, err = siteOf(bytes.Replace(informerscope.IndexHTML, []byte("<title>"), []byte("<title>Newer "), 1))
	newer := writtenTo(t, tree, err)
	f.set(func() { f.gone, f.dir = false, newer })
	was := strings.Join(Eval[[]string](p, `caches.keys()`), "\n")
	p.Do(chromedp.Navigate(url + "v1/#s=three-adds-one-job"))
	p.Ready()
	p.Wait(`document.title.startsWith("Newer") || document.querySelector("title").textContent.startsWith("Newer")`)
	p.Wait(`(navigator.serviceWorker.getRegistration().then((r) => { window.newer = !!r.waiting; }), window.newer)`)
	var kept []string
	for range 10 { // the browser takes a moment to see that nobody is left
		p.Do(chromedp.Navigate("about:blank"))
		time.Sleep(time.Second)
		p.Do(chromedp.Navigate(url + "course/"))
		if kept = Eval[[]string](p, `caches.keys()`); len(kept) == 2 {
			break
		}
	}
	if len(kept) != 2 || !slices.Contains(kept, "another's") || strings.Join(kept, "\n") == was {
		t.Errorf("kept are %q, and before %q", kept, was)
	}
	f.set(func() { f.gone = true })
	p.Do(chromedp.Navigate(url + "v1/#p=course"))
	p.Ready()
}
