//go:build browser

package browser

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	informerscope "github.com/informerscope/informerscope"
	"github.com/informerscope/informerscope/server/site"
)

// strict is the policy that the docs ask a host for, and no word more.
const strict = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:"

// today is the site with the pages of two lessons.
var today = sync.OnceValues(func() (*site.Tree, error) { return siteOf(informerscope.IndexHTML) })

// siteOf makes it with that page in front of the program.
func siteOf(index []byte) (*site.Tree, error) {
	return site.Make(context.Background(), site.Options{Index: index, Web: os.DirFS(filepath.Join("..", "..", "web")), Docs: informerscope.Docs, Quality: 1, Scale: .3,
		Only: []string{"dirty-and-processing", "three-adds-one-job"}})
}

// writtenTo writes a site into a folder.
func writtenTo(t *testing.T, tree *site.Tree, err error) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err == nil {
		err = tree.WriteTo(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// writtenSite is the site in a folder, and below a path of a plain server.
func writtenSite(t *testing.T) (dir, url string) {
	t.Helper()
	tree, err := today()
	dir = writtenTo(t, tree, err)
	files := http.StripPrefix("/docs/iq", http.FileServer(http.Dir(dir)))
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", strict)
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	return dir, srv.URL + "/docs/iq/"
}

// Every page of the site, of each language and each kind: axe-core finds nothing on it, and it is not wider than a
// window or a phone. English pages are light, Chinese ones dark. It takes some 40 s: there are pages that nobody else
// opens, and each has been too wide or without a landmark once.
func TestAxeFindsNothingOnAnyPageOfTheSite(t *testing.T) {
	t.Parallel()
	dir, url := writtenSite(t)
	const noWorker = `;ServiceWorkerContainer.prototype.register = () => new Promise(() => {});` // it would fetch the program meanwhile
	p := Open(t, url, Options{Before: axeSource(t) + noWorker})
	n := 0
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".html" {
			return err
		}
		at, err := filepath.Rel(dir, name)
		if err != nil || at == "single.html" || strings.HasPrefix(at, "v1") || strings.Contains(at, "three-adds") { // the program, and a lesson like the other
			return err
		}
		n++
		p.Emulate(Options{Width: 1280, Height: 800, DPR: 1, Dark: strings.HasPrefix(at, "zh")})
		p.Do(chromedp.Navigate(url + filepath.ToSlash(at)))
		p.Wait(`document.querySelector("h1") && document.readyState === "complete"`)
		for _, v := range p.violations() {
			t.Errorf("%s: %s", at, v)
		}
		for _, width := range []int64{1280, 390} {
			p.Emulate(Options{Width: width, Height: 844, DPR: 1, Dark: strings.HasPrefix(at, "zh")})
			if wide := Eval[int64](p, "document.documentElement.scrollWidth"); wide > width {
				t.Errorf("%s at %d px is %d px wide", at, width, wide)
			}
			if os.Getenv("SHOTS") != "" {
				p.Shot(fmt.Sprintf("site-%s-%d", strings.NewReplacer("/", "-", ".html", "").Replace(at), width))
			}
		}
		return nil
	})
	if err != nil || n < 40 {
		t.Errorf("only %d pages were looked at (%v)", n, err)
	}
}

// A folder on any server, under a strict policy: the pages are there without the program, a lesson runs in
// its page, the program runs under v1/, and one file runs from the disk.
func TestTheSiteWorksFromAnyFolder(t *testing.T) {
	t.Parallel()
	dir, url := writtenSite(t)
	p := Open(t, url+"s/dirty-and-processing/", Options{})
	p.Wait(`customElements.get("informer-scope")`)
	Eval[bool](p, `window.told = [], document.querySelector("informer-scope").addEventListener("step", (e) => told.push(e.detail.index)), document.querySelector("informer-scope button").click(), true`)
	p.Wait(`told.length === 1`)
	Eval[bool](p, `document.querySelector("informer-scope").client.step(), true`)
	p.Wait(`told.length === 2 && told[1] === told[0] + 1`)
	p.Shot("site-lesson-runs")

	p.Do(chromedp.Navigate(url + "docs/examples/listing.html"))
	p.Wait(`customElements.get("informer-scope")`)
	Eval[bool](p, `document.querySelector("informer-scope button").click(), true`)
	for _, want := range []string{"queue.Add(key)", "key, shutdown := queue.Get()"} {
		Eval[bool](p, `document.querySelector("informer-scope").client.step().then(() => true)`)
		p.Wait(`[...document.querySelectorAll(".lit")].map((l) => l.innerText.trim()).join() === ` + strconv.Quote(want))
	}
	p.Shot("site-listing")
	p.Do(chromedp.Navigate(url + "docs/examples/quiz.html"))
	p.Wait(`customElements.get("informer-scope")`)
	Eval[bool](p, `document.querySelector("informer-scope button").click(), true`)
	const inFrame = `document.querySelector("iframe").contentDocument`
	p.Wait(inFrame + `?.querySelector("[data-role=position]")?.textContent.includes("2 of")`)
	Eval[bool](p, `(`+inFrame+`.querySelector("[data-act=step]").click(), true)`)
	p.Wait(inFrame + `.querySelector("[data-answer]")`)
	p.Shot("site-quiz-asked")
	Eval[bool](p, `(`+inFrame+`.querySelector("[data-answer]").click(), true)`)
	p.Wait(`document.querySelectorAll("tbody tr").length === 1 && document.querySelector("#score").innerText.includes("of 1 right")`)
	p.Shot("site-quiz")
	p.Do(chromedp.Navigate(url + "docs/examples/deck.html"))
	p.Wait(`document.querySelector(".reveal.ready")`)
	p.Key(kb.ArrowRight)
	p.Wait(inFrame + `?.querySelector("[data-role=position]")?.textContent.includes("1 of")`)
	p.Key(kb.ArrowRight + kb.ArrowRight)
	p.Wait(inFrame + `.querySelector("[data-role=position]").textContent.includes("3 of") && document.querySelectorAll(".fragment.visible").length === 2`)
	p.Shot("site-deck")

	Open(t, url+"v1/#s=three-adds-one-job&step=2", Options{}).Ready()

	p = Open(t, "file://"+filepath.ToSlash(filepath.Join(dir, "single.html"))+"#s=dirty-and-processing&step=5", Options{Allow: []string{"file:"}})
	p.Ready()
	p.Wait(`document.querySelector("[data-role=headline]").innerText.startsWith("b goes straight into the queue")`)
	p.Shot("site-single")
	Eval[bool](p, `(location.hash = "#p=teach&of=queue", true)`)
	p.Wait(`document.querySelectorAll(".replies dt").length > 12`) // the notes are in it, too
}
