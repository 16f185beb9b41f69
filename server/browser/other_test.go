//go:build browser && others

package browser

import (
	_ "embed"
	"image"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	informerscope "github.com/informerscope/informerscope"
	"github.com/informerscope/informerscope/server/gate"
)

//go:embed complaints.js
var complaints string

// others are the browsers beside Chromium, and what each of them paints on.
var others = []struct {
	name, stage string
	start       func(t *testing.T) driver
}{
	{"firefox", "#stage canvas", func(t *testing.T) driver {
		return firefox(t, quietFirefox("webgl.force-enabled", true), screenFor(t), "LIBGL_ALWAYS_SOFTWARE=1")
	}},
	{"firefox-without-webgl", "#stage > svg", func(t *testing.T) driver {
		return firefox(t, quietFirefox("webgl.disabled", true), "MOZ_HEADLESS=1")
	}},
	{"webkit", "#stage canvas", func(t *testing.T) driver {
		return webkit(t, screenFor(t), "LIBGL_ALWAYS_SOFTWARE=1")
	}},
}

// quietFirefox has Firefox ask its makers for nothing, and one thing more.
func quietFirefox(name string, value any) map[string]any {
	return map[string]any{name: value, "app.normandy.enabled": false, "app.update.enabled": false, "browser.shell.checkDefaultBrowser": false,
		"browser.startup.homepage": "about:blank", "browser.startup.page": 0, "datareporting.policy.dataSubmissionEnabled": false,
		"browser.aboutwelcome.enabled": false, "toolkit.telemetry.enabled": false, "services.settings.server": "data:,#", "browser.safebrowsing.update.enabled": false,
		"network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false, "intl.accept_languages": "en-US"}
}

// listening is the page with complaints.js in front of its scripts, under the policy it always has.
func listening(t *testing.T) *Site {
	t.Helper()
	site := Serve(t)
	html := strings.Replace(string(informerscope.IndexHTML), "<script", `<script src="/complaints.js"></script><script`, 1)
	h := http.Header{}
	gate.SetPageHeaders(h)
	site.own["/"] = own{http.StatusOK, "text/html; charset=utf-8", html, h}
	site.own["/complaints.js"] = own{http.StatusOK, "text/javascript", complaints, h}
	return site
}

// What each browser must do, in the order in which a reader may.
func TestOtherBrowsersRunThePage(t *testing.T) {
	for _, o := range others {
		t.Run(o.name, func(t *testing.T) {
			began := time.Now()
			w := &window{t, o.start(t), o.name}
			t.Logf("the browser starts in %.1f s", time.Since(began).Seconds())
			site := listening(t)
			part := func(name string, f func(*window)) {
				t.Run(name, func(t *testing.T) {
					f(&window{t, w.driver, o.name})
				})
			}
			lesson := func(w *window, hash string) {
				w.Helper()
				w.open("about:blank") // a new hash alone loads nothing
				began := time.Now()
				w.open(site.URL + "/#s=dirty-and-processing&" + hash)
				w.wait("window.informerscope?.running > 0 && document.querySelector('[data-role=headline]')?.innerText")
				w.Logf("the page starts in %.1f s", time.Since(began).Seconds())
			}
			quiet := func(w *window) {
				w.Helper()
				if said := w.said(); len(said) > 0 {
					w.Errorf("it complains:\n%s", strings.Join(said, "\n"))
				}
			}
			part("what goes wrong is heard", func(w *window) { // so that silence below means something
				lesson(w, "predict=0")
				quiet(w)
				value[any](w, `(setTimeout(() => { console.error("one"); document.body.append(Object.assign(new Image(), {src: "two.png"}), Object.assign(document.createElement("iframe"), {src: "/"}));
					Promise.reject(new Error("three")); throw new Error("four") }), 0)`)
				w.wait("['console: one', 'two.png', 'unhandled: Error: three', 'Error: four', 'policy: frame-src'].every(e => complaints.some(c => c.includes(e)))")
				site.Page("/wrong.html", `<script src="/complaints.js"></script><script>console.error("five")</script>`)
				w.open(site.Page("/host.html", `<script src="/complaints.js"></script><iframe src="/wrong.html"></iframe>`))
				w.wait("complaints.includes('in a frame: console: five')")
			})
			part("a lesson goes on and back", func(w *window) {
				lesson(w, "predict=0&step=5")
				w.headline("b goes straight into the queue")
				w.wait("document.querySelector('" + o.stage + "')")
				w.painted("lesson", "#stage")
				w.click("[data-act=step]")
				w.position("step 6 of 10")
				w.headline("Done found a in dirty and sent it to the back of the queue")
				w.key(arrowRight)
				w.position("step 7 of 10")
				w.key(arrowLeft)
				w.key(arrowLeft)
				w.position("step 5 of 10")
				w.key("?")
				w.wait("document.querySelector('#help').open")
				w.key(escape)
				w.wait("!document.querySelector('#help').open")
				w.click("[data-act=play]")
				w.position("step 10 of 10")
				quiet(w)
			})
			part("in Chinese, and dark", func(w *window) {
				lesson(w, "predict=0&step=6&lang=zh&theme=dark")
				w.headline("Done 发现 a 还在 dirty 里，于是把它排到队尾")
				w.wait("document.documentElement.lang.startsWith('zh') && document.documentElement.dataset.theme === 'dark'")
				img := w.painted("zh-dark", "#stage")
				if r, g, b, _ := img.At(640, 790).RGBA(); r+g+b > 3*0x6000 {
					w.Errorf("the dark page is light: its foot is #%02x%02x%02x", r>>8, g>>8, b>>8)
				}
				quiet(w)
			})
			part("a question is answered", func(w *window) {
				lesson(w, "step=2")
				w.position("step 2 of 10")
				w.click("[data-act=step]")
				w.wait("document.querySelectorAll('.ask [data-answer]').length === 4")
				n := value[string](w, "[...document.querySelectorAll('.ask [data-answer]')].find(b => b.innerText.includes('it stays in processing')).dataset.answer")
				w.click(".ask [data-answer='" + n + "']")
				w.position("step 3 of 10")
				w.wait("document.querySelector('.ask.done').innerText.startsWith('Right.')")
				quiet(w)
			})
			part("a playground takes a call", func(w *window) {
				w.open("about:blank")
				w.open(site.URL + "/#p=play")
				w.wait("window.informerscope?.running > 0")
				w.click("[data-act=add]")
				w.headline("a goes to the back of the queue.")
				quiet(w)
			})
			part("a moving picture is taken along", func(w *window) {
				lesson(w, "predict=0&step=3")
				value[any](w, "(() => { "+taken+" })()")
				w.click("[data-act=share]")
				w.wait("document.querySelector('#share[open] [data-act=film-gif]')")
				for act, n := range map[string]string{"film-from": "2", "film-to": "3"} {
					value[any](w, "(f => (f.value = "+n+", f.dispatchEvent(new Event('change', {bubbles: true}))))(document.querySelector('[data-act="+act+"]')) && null")
				}
				w.wait("document.querySelector('#share .film + small').innerText.startsWith('2 steps')")
				w.click("[data-act=film-gif]")
				w.wait("files.length === 1")
				if name, begins := value[string](w, "files[0].name"), value[string](w, "files[0].blob.slice(0, 6).text()"); begins != "GIF89a" || !strings.HasSuffix(name, "-2-3.gif") {
					w.Errorf("%s begins with %q, want a GIF of steps 2 and 3", name, begins)
				}
				w.click("[data-act=film-webm]")
				w.wait("files.length === 2 || document.querySelector('#share').innerText.includes('This browser does not make a WebM')")
				if value[int](w, "files.length") == 2 {
					if begins := value[string](w, "files[1].blob.slice(0, 4).arrayBuffer().then(b => [...new Uint8Array(b)].join())"); begins != "26,69,223,163" {
						w.Errorf("the WebM begins with %s, want EBML", begins)
					}
				} else {
					w.Log("it makes no WebM, and says so")
				}
				quiet(w)
			})
			for _, attr := range []string{"", "sandboxed"} {
				part(strings.TrimSpace("a frame starts at a click and tells its steps "+attr), func(w *window) {
					html := strings.NewReplacer("<title>", "<script>"+complaints+"</script><title>", "PAGE", site.URL, "ATTRS", `predict="0" `+attr, "MORE", "", "LINK", site.URL).Replace(elementPage)
					if attr != "" && o.name == "webkit" {
						// There 'self' is nothing to a frame without an origin: the policy has to name the host.
						site.own["/"].header.Set("Content-Security-Policy", strings.ReplaceAll(gate.CSP, "'self'", "'self' "+site.URL))
					}
					w.open(Serve(t).Page("/article.html", html))
					w.wait("window.loaded && customElements.get('informer-scope')")
					if n := value[int](w, "document.querySelectorAll('iframe').length"); n != 0 {
						w.Errorf("%d frames are there before anybody asked", n)
					}
					w.click("informer-scope button")
					w.wait("last('ready')?.scenario === 'dirty-and-processing' && last('step')?.index === 3")
					w.painted("frame"+attr, "iframe")
					w.key(arrowRight) // the frame got the focus with the click
					w.wait("last('step').index === 4")
					value[any](w, "lesson.client.step()")
					w.wait("last('step').index === 5")
					quiet(w)
				})
			}
			part("live mode follows a cluster", func(w *window) {
				page, _, _ := strings.Cut(startServer(w.T, "--demo"), "#")
				w.open("about:blank")
				w.open(page + "#p=live")
				w.wait("/ objects, /.test(document.querySelector('.kick').innerText)")
				w.painted("live", "#stage")
				was := value[string](w, "document.querySelector('table.state').innerText")
				w.wait("document.querySelector('table.state').innerText !== " + strconv.Quote(was))
			})
		})
	}
}

func (w *window) headline(begins string) {
	w.Helper()
	w.wait("document.querySelector('h1[data-role=headline]').innerText.includes(" + strconv.Quote(begins) + ")")
}

func (w *window) position(want string) {
	w.Helper()
	w.wait("document.querySelector('[data-role=position]').innerText === " + strconv.Quote(want))
}

// painted waits until there is a picture in an element: regions, boxes, tokens and letters have more colours
// than an empty one and its frame.
func (w *window) painted(name, selector string) image.Image {
	w.Helper()
	r := value[[4]int](w, "(r => [r.left, r.top, r.right, r.bottom].map(Math.round))(document.querySelector("+strconv.Quote(selector)+").getBoundingClientRect())")
	for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		img := w.picture(name)
		n := Colours(img, image.Rect(r[0], r[1], r[2], r[3]))
		if n > 40 {
			return img
		}
		if time.Now().After(end) {
			w.Fatalf("%s shows %d colours: no picture", selector, n)
		}
	}
}
