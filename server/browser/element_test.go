//go:build browser

package browser

import (
	"strconv"
	"strings"
	"testing"
)

// elementPage is an article with lessons in it, on another origin than theirs. What it hears of the first
// stands in heard.
const elementPage = `<!doctype html><html lang="en"><title>An article</title><style>body{margin:20px;width:640px;font:18px sans-serif}</style>
<h1>An article</h1>
<informer-scope scenario="dirty-and-processing" step="3" ATTRS><figure><a href="LINK"><svg width="640" height="360" style="background:#eee"></svg></a><figcaption>A caption.</figcaption></figure></informer-scope>
MORE
<script type="module">
import { Client } from "PAGE/web/embed.js";
window.lesson = document.querySelector("informer-scope");
window.heard = [];
for (const type of ["ready", "step", "marker", "predict", "error"]) lesson.addEventListener(type, (e) => heard.push(e.detail));
window.last = (type) => heard.filter((m) => m.type === type).at(-1);
window.loaded = true;
</script>`

func article(t *testing.T, attrs, more string) *Page {
	t.Helper()
	page, host := Serve(t), Serve(t)
	html := strings.NewReplacer("PAGE", page.URL, "ATTRS", attrs, "MORE", more, "LINK", page.URL+"/#s=dirty-and-processing").Replace(elementPage)
	p := Open(t, host.Page("/article.html", html), Options{})
	p.Wait("window.loaded && customElements.get('informer-scope')")
	return p
}

// Until somebody presses the button there is what the author wrote, and nothing of the program.
func TestAnElementIsItsContentUntilItIsPressed(t *testing.T) {
	t.Parallel()
	six := strings.Repeat(`<informer-scope scenario="first-light"><p>Another.</p></informer-scope>`, 5)
	p := article(t, "", six)
	if n := Eval[int](p, "document.querySelectorAll('iframe').length"); n != 0 {
		t.Errorf("%d frames are there before anybody asked", n)
	}
	if got := Eval[string](p, "performance.getEntriesByType('resource').map(e => e.name).filter(n => /wasm/.test(n)).join()"); got != "" {
		t.Errorf("the program is fetched: %s", got)
	}
	if got := Eval[string](p, "lesson.innerText"); !strings.Contains(got, "A caption.") || !strings.Contains(got, "Step through it") {
		t.Errorf("the element shows %q", got)
	}
	p.Shot("element-facade")
	p.Do()
	Eval[bool](p, "lesson.querySelector('button').click(), true")
	p.Wait("last('ready')?.scenario === 'dirty-and-processing' && last('step')?.index === 3")
	p.Shot("element-runs")
	if n := Eval[int](p, "document.querySelectorAll('iframe').length"); n != 1 {
		t.Errorf("%d frames run, one was asked for", n)
	}
	if Eval[bool](p, "lesson.querySelector('figure').checkVisibility()") {
		t.Error("the picture stands beside the frame")
	}
	// On paper the author's picture stands again.
	Eval[bool](p, "dispatchEvent(new Event('beforeprint'))")
	if !Eval[bool](p, "lesson.querySelector('figure').checkVisibility() && !lesson.client.frame.checkVisibility()") {
		t.Error("printed, the frame is there and not the picture")
	}
	Eval[bool](p, "dispatchEvent(new Event('afterprint'))")
	Eval[bool](p, "lesson.stop(), true")
	if !Eval[bool](p, "lesson.querySelector('figure').checkVisibility() && !document.querySelector('iframe')") {
		t.Error("stopped, the picture is not back")
	}
	// Once more: at the step where the reader left it.
	Eval[bool](p, "heard.length = 0, lesson.start().ready.then(() => lesson.client.seek(5)), true")
	p.Wait("last('step')?.index === 5")
	Eval[bool](p, "lesson.stop(), heard.length = 0, lesson.start(), true")
	p.Wait("last('step')?.index === 5")
}

// A host page steps, is told, and nobody else is heard.
func TestAHostPageSpeaksWithItsFrame(t *testing.T) {
	t.Parallel()
	p := article(t, `sandboxed loading="eager" theme="dark"`, `<iframe id="stranger" srcdoc="<script>parent.stranger=window</script>"></iframe>`)
	p.Wait("last('ready') && last('step')?.index === 3")
	if got := Eval[string](p, "last('step').state.p + ' ' + last('step').state.d + ' ' + last('step').op"); got != "{a} {a} Add(a)" && got != "{a:W1} {a} Add(a)" {
		t.Errorf("step 3 is told as %q", got)
	}
	Eval[bool](p, "lesson.client.step().then(() => lesson.client.step(2)).then(() => window.stepped = true), true")
	p.Wait("window.stepped && last('step').index === 6 && last('marker')?.marker === 'done'")
	Eval[bool](p, "lesson.setAttribute('step', '1'), true")
	p.Wait("last('step').index === 1")
	Eval[bool](p, "lesson.setAttribute('scenario', 'first-light'), true")
	p.Wait("last('ready').scenario === 'first-light'")
	if got := Eval[string](p, "lesson.client.do('Add').then(() => 'done', (e) => e.message)"); !strings.Contains(got, "want one key") {
		t.Errorf("a bad command answers %q", got)
	}
	if got := Eval[string](p, "lesson.client.set({view: 'top'}).then(() => 'done', (e) => e.message)"); !strings.Contains(got, "fifo") {
		t.Errorf("a bad value answers %q", got)
	}
	// Another frame of the same page is not the host.
	before := Eval[int](p, "last('step').index")
	Eval[bool](p, `new stranger.Function("lesson", "lesson.postMessage({protocol: 'informerscope/1', type: 'seek', step: 4}, '*')")(lesson.client.frame.contentWindow), true`)
	if got := Eval[int](p, "lesson.client.getState().then((s) => s.index)"); got != before {
		t.Errorf("a stranger moved the frame from step %d to %d", before, got)
	}
	// The host itself is, so that the silence above means something.
	Eval[bool](p, "lesson.client.seek(4), true")
	p.Wait("last('step').index === 4")
	// A page that is full of messages does no harm.
	Eval[bool](p, `for (const m of [null, 1, "x", {}, {protocol: 7}, {protocol: "informerscope/2", type: "ping"}, {protocol: "informerscope/1"}, {protocol: "informerscope/1", type: "load", text: "x".repeat(5e6)}, new Map([[1, 2]])]) lesson.client.frame.contentWindow.postMessage(m, "*"); true`)
	p.Wait("heard.filter((m) => m.type === 'error').length >= 3")
	if got := Eval[int](p, "lesson.client.getState().then((s) => s.index)"); got != 4 {
		t.Errorf("after all kinds of messages it stands at step %d, want 4", got)
	}
}

// What an author asks for holds: few controls, no sentence, a stretch that plays again and again.
func TestAFrameIsShownAsItsAuthorWants(t *testing.T) {
	t.Parallel()
	p := article(t, `loading="visible" controls="none" narrate="overlay" from="1" to="3" loop autoplay speed="8" predict="0"`, "")
	p.Wait("heard.filter((m) => m.type === 'step' && m.index === 1).length >= 2")
	if n := Eval[int](p, "Math.max(...heard.filter((m) => m.type === 'step').slice(1).map((m) => m.index))"); n != 3 {
		t.Errorf("it plays up to step %d, want 3", n)
	}
	p.Shot("element-author")
}

// That a frame is ready means that its picture stands on the screen. What it was told before is done then; how high it would
// like to be, hosts hear in three languages.
func TestAFrameIsReadyWhenItsPictureStands(t *testing.T) {
	t.Parallel()
	const done = `if (parent !== window) { const ask = WebGL2RenderingContext.prototype.getSyncParameter;
WebGL2RenderingContext.prototype.getSyncParameter = function (...a) { const v = ask.apply(this, a); if (v === this.SIGNALED && meter.triangles > 0) parent.reports.push({type: "painted"}); return v; }; }`
	site := Serve(t)
	p := Open(t, host(site, "/?childId=child-1#embed&s=dirty-and-processing&step=5", ""), Options{Before: done})
	Eval[bool](p, `(setInterval(() => { for (const m of [{type: "ping", id: 0}, {type: "seek", step: 2}]) f.contentWindow.postMessage({protocol: "informerscope/1", ...m}, "*"); }, 30), true)`)
	p.Wait(`reports.some((m) => m.type === "step" && m.index === 2) && reports.some((m) => m.type === "resize")`)
	order := Eval[[]string](p, `reports.map((m) => m.type ?? m).filter((m) => ["painted", "ready", "step"].includes(m))`)
	if len(order) < 3 || order[0] != "painted" || order[1] != "ready" || order[2] != "step" {
		t.Errorf("the host heard %q, want ready when the picture is painted", order)
	}
	if n := Eval[int](p, `reports.find((m) => m.type === "step").index`); n != 5 {
		t.Errorf("the first step that is told is %d, want 5, where the link stands", n)
	}
	high := Eval[int](p, `reports.find((m) => m.type === "resize").height`)
	if amp := Eval[int](p, `reports.find((m) => m.sentinel === "amp" && m.type === "embed-size" && m.width === 640).height`); amp != high || high < 340 || high > 380 {
		t.Errorf("the frame would like to be %d px high, says it, and to AMP %d; want some 360", high, amp)
	}
	if pym := "xPYMxchild-1xPYMxheightxPYMx" + strconv.Itoa(high); !Eval[bool](p, `reports.includes("`+pym+`")`) {
		t.Errorf("pym.js does not hear %s", pym)
	}
	// A host that makes room finds the picture as wide as the frame, and is not told again: at 1157 px the two heights
	// differ by a pixel of the browser's rounding.
	for _, width := range []string{"900", "1157"} {
		Eval[bool](p, `(reports.length = 0, f.height = 200, f.width = `+width+`, true)`)
		p.Wait(`reports.some((m) => m.type === "resize" && m.height > ` + strconv.Itoa(high) + `)`)
		Eval[bool](p, `(f.height = reports.find((m) => m.type === "resize").height, true)`)
		p.Wait(`(() => { const d = f.contentDocument, b = d.querySelector("#stage").getBoundingClientRect(), c = d.querySelector(".app").getBoundingClientRect(); return b.width > 800 && Math.abs(b.width / b.height - 640 / 268) < .15 && c.bottom <= 1 + f.clientHeight; })()`)
		Eval[bool](p, `new Promise((later) => setTimeout(() => later(true), 300))`)
		if n := Eval[int](p, `reports.filter((m) => m.type === "resize").length`); n != 1 {
			t.Errorf("%s px wide it is told %d times, want once", width, n)
		}
	}
}
