//go:build browser

package browser

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	informerscope "github.com/informerscope/informerscope"
	"github.com/informerscope/informerscope/scenarios"
)

// taken keeps what the page downloads instead of letting the browser save it.
const taken = `window.files = []; HTMLAnchorElement.prototype.click = new Proxy(HTMLAnchorElement.prototype.click, {apply(f, a, args) { if (!a.download) return Reflect.apply(f, a, args); files.push({name: a.download, blob: blobs[a.href]}); }});
window.blobs = {}; URL.createObjectURL = new Proxy(URL.createObjectURL, {apply(f, t, args) { const u = Reflect.apply(f, t, args); blobs[u] = args[0]; return u; }});`

// file waits for the next download and returns its name and text.
func file(p *Page, n int) (name, text string) {
	p.T.Helper()
	p.Wait(`window.files.length === ` + strconv.Itoa(n))
	i := strconv.Itoa(n - 1)
	return Eval[string](p, `files[`+i+`].name`), Eval[string](p, `files[`+i+`].blob.text()`)
}

// open gives the page a file as its chooser would, or dropped on it.
func open(p *Page, name, text string, drop bool) {
	p.T.Helper()
	js := `(() => { const dt = new DataTransfer(); dt.items.add(new File([` + strconv.Quote(text) + `], ` + strconv.Quote(name) + `)); `
	if drop {
		js += `document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: dt, bubbles: true, cancelable: true})); `
	} else {
		js += `const i = document.querySelector('[data-act=open]'); i.files = dt.files; i.dispatchEvent(new Event('change', {bubbles: true})); `
	}
	Eval[bool](p, js+`return true })()`)
}

func table(p *Page) string {
	p.T.Helper()
	return Eval[string](p, `[...document.querySelectorAll('table.state tr')].map(r=>[...r.cells].map(c=>c.innerText+[...c.querySelectorAll('.pip')].map(x=>x.className)).join('|')).join('\n')`)
}

func TestASessionIsSavedAsAScenarioAndOpenedAgain(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#p=play", Options{Width: 1280, Height: 800, ReducedMotion: true, Before: taken}).Ready()
	p.Wait(`document.querySelector('[data-act=add]')`)
	for i, act := range []string{"add", "create", "step", "step", "get-W1", "fail-W1", "step", "partition", "update"} {
		p.Click(act)
		at(p, i+1, i+1, "en") // a button is there for the next click once the page shows the last one
	}
	p.Click("back")
	p.Click("delete") // a what-if is saved like any other
	at(p, 9, 9, "en")
	last := table(p)
	p.Click("save")
	name, text := file(p, 1)
	if !strings.HasSuffix(name, ".iq") {
		t.Errorf("the scenario is called %q", name)
	}
	l, err := scenarios.Parse(name, text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if bad := l.Check(); bad != nil {
		t.Errorf("the saved scenario does not hold: %s\n%s", strings.Join(bad, "\n"), text)
	}
	if !strings.Contains(text, "delete default/p1") || strings.Contains(text, "update default/p1") {
		t.Errorf("saved is not the future that was shown:\n%s", text)
	}
	steps := len(l.Items) - 1
	open(p, name, text, false)
	at(p, 0, steps, "en")
	has(p, ".top .where", name)
	Eval[bool](p, `(location.hash = location.hash + '&step=`+strconv.Itoa(steps)+`', true)`)
	at(p, steps, steps, "en")
	p.Wait(`document.querySelector('table.state [data-row]')`)
	if got := table(p); got != last {
		t.Errorf("the scenario ends with\n%s\nthe session ended with\n%s", got, last)
	}
	Eval[bool](p, "(location.reload(), true)") // the file is kept in this tab
	p.Ready()
	at(p, steps, steps, "en")
	p.Click("whatif") // and can be left like a lesson
	p.Wait(`document.querySelector('[data-act=add]')`)
}

func TestATraceIsSavedAndOpenedAgain(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=dirty-and-processing&predict=0&step=5", Options{Width: 1280, Height: 800, ReducedMotion: true, Before: taken}).Ready()
	at(p, 5, 10, "en")
	p.Click("share")
	p.Wait(`document.querySelector('#share[open] [data-act=file-trace]')`)
	p.Click("file-trace")
	name, text := file(p, 1)
	if !strings.HasPrefix(text, `{"format":"informerscope-trace","version":1`) {
		t.Fatalf("the trace begins %.80q", text)
	}
	p.Click("file-iq")
	if _, source := file(p, 2); !strings.Contains(source, "id: dirty-and-processing") {
		t.Errorf("the lesson's scenario is %.80q", source)
	}
	p.Key(kb.Escape)
	p.Wait(`!document.getElementById('share').open`)
	Eval[bool](p, `(location.hash = '#p=lesson&s=dirty-and-processing&predict=0&step=10', true)`)
	at(p, 10, 10, "en")
	p.Wait(`document.querySelectorAll('table.state .pip.dirty, table.state .pip.proc').length === 0`)
	last := table(p)
	open(p, name, text, true)
	p.Wait(`location.hash.includes('p=trace') && document.querySelector('[data-role=position]').innerText.startsWith('step 0 of ')`)
	of := Eval[int](p, `+document.querySelector('[data-act=scrub]').max`)
	at(p, 0, of, "en")
	Eval[bool](p, `(location.hash = location.hash + '&step=`+strconv.Itoa(of)+`', true)`)
	at(p, of, of, "en")
	if got := table(p); got != last {
		t.Errorf("the trace ends with\n%s\nthe lesson ended with\n%s", got, last)
	}
}

func TestABadFileIsAnsweredInWordsAndThePictureStays(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#p=play&z=Add+a", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	has(p, headline, "a goes to the back of the queue.")
	for _, c := range []struct{ name, text, want string }{
		{"x.iq", "id: x\n\nupdat p1\n", `x.iq was not opened. Line 3: “unknown verb "updat" (did you mean "update"?)”.`},
		{"x.iq", "id: x\n\nstart\n", "Line 3, on workqueue: “start: the engine workqueue has no informer: want classic, ordered, batched or atomic”."},
		{"x.iq", "id: x\nengines: fast\n\nAdd a\n", "fast"},
		{"x.iq", "", "Line 1: “an empty file: want header lines"},
		{"x.jsonl", `{"format":"informerscope-trace","version":9}`, "version 9"},
		{"x.jsonl", "{\"format\":\"informerscope-trace\",\"version\":1}\n{\"seq\":1,\"op\":\"fly\"}", "line 2"},
		{"<img src=x onerror=alert(1)>.json", `{"kind":"Pod"}`, "<img src=x"},
	} {
		open(p, c.name, c.text, false)
		has(p, ".notice", c.want)
		has(p, headline, "a goes to the back of the queue.")
	}
	open(p, "large.iq", strings.Repeat("# a long comment\n", 70_000), true)
	has(p, ".notice", "at most 1.0 MB")
	if n := Eval[int](p, `document.querySelectorAll('.notice img').length`); n != 0 {
		t.Error("a file's name became markup")
	}
}

// The frame of a message is the reader's language; what the program says is quoted.
func TestRefusalsSpeakTheReadersLanguage(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, site.URL+"/#p=play&lang=zh&z=Add+a%3BW1+frob%3BAdd+b", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	has(p, ".notice", `链接里的第 2 个命令没有执行，其后的也没有：W1 frob。原文：“unknown verb "frob": want a verb such as Add,`)
	open(p, "x.iq", "id: x\nroot: y\n\nAdd a\n", false)
	has(p, ".notice", `没有打开 x.iq。第 2 行：“unknown header key "root": want id, number, title,`)
	for hash, want := range map[string]string{
		"#lang=zh&s=three-adds-one-job&view=top":  `链接里写着 view="top"；可以是 all、workqueue、fifo、store、heap、tree。链接的其余部分照常有效。`,
		"#lang=zh&s=three-adds-one-job&step=x":    `链接里写着 step="x"；应是从 0 起的整数。`,
		"#lang=en&s=three-adds-one-job&view=top":  `The link says view="top"; it can be all, workqueue, fifo, store, heap, tree. The rest of the link holds.`,
		"#lang=zh&s=three-adds-one-jop&engine=fa": "three-adds-one-job",
	} {
		Eval[bool](p, fmt.Sprintf(`(location.hash = %q, true)`, hash))
		has(p, ".notice", want)
	}
}

func TestAnOpenedScenarioSaysWhatDoesNotHold(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#p=play&z=Add+a", Options{Width: 1280, Height: 800, ReducedMotion: true, Before: taken}).Ready()
	has(p, headline, "a goes to the back of the queue.")
	const head = "id: mine\nengines: workqueue\n\nAdd a\n"
	open(p, "mine.iq", head+"----\nq=[b]\n\nAdd c\n----\nq=[c]\n", false)
	has(p, ".notice", "mine.iq:6 does not hold on workqueue. Expected: q=[b]. Seen: q=[a]. What can be done: “write q=[a] if that is right, or change the steps before it”. Expectations after it that do not hold: 1.")
	has(p, ".about .proof", "was not run on client-go")
	p.Shot("fails")
	// Its link is dead elsewhere: the dialog says so, and offers the file first.
	p.Click("share")
	p.Wait(`document.getElementById('share').open`)
	has(p, "#share .copy small", "only in this tab")
	has(p, "#share [data-role=share-here]", "send the file")
	if got := Eval[string](p, `[...document.querySelectorAll('#share button, #share textarea')].map(e => e.dataset.act || e.id).join(' ')`); got != "share-close file-iq file-trace file-chrome file-svg file-png film-gif film-webm share-link copy-link" {
		t.Errorf("the dialog offers %s", got)
	}
	p.Shot("share-file")
	p.Click("file-iq")
	if _, text := file(p, 1); !strings.Contains(text, "id: mine") {
		t.Errorf("the scenario is %.80q", text)
	}
	p.Key(kb.Escape)
	p.Wait(`!document.getElementById('share').open`)
	open(p, "mine.iq", head+"----\nq=[a]\n", true)
	p.Wait(`document.querySelector('.notice').hidden`)
	has(p, ".about .proof", "was not run on client-go")
}

// A file that was opened over the playground leaves the way back to it.
func TestAFileLeavesTheWayBack(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#p=play", Options{Width: 1280, Height: 800, ReducedMotion: true}).Ready()
	p.Wait(`document.querySelector('[data-act=add]') !== null`)
	open(p, "mine.iq", "id: mine\nengines: workqueue\n\nAdd a\n", false)
	p.Wait(`location.hash.includes('src=file') && document.querySelector('[data-act=add]') === null`)
	Eval[bool](p, `([...document.querySelectorAll('header a')].find(a => a.getAttribute('href').startsWith('#p=play')).click(), true)`)
	p.Wait(`location.hash.startsWith('#p=play') && document.querySelector('[data-act=add]') !== null`)
}

func TestTheShareDialogKeepsTheFocusAndSaysWhatItCopied(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=dirty-and-processing&predict=0&step=5", Options{Width: 1280, Height: 800, ReducedMotion: true,
		Before: taken + `navigator.clipboard.writeText = t => { window.copied = t; return window.deny ? Promise.reject(new Error('denied')) : Promise.resolve() }; document.execCommand = () => false;`}).Ready()
	at(p, 5, 10, "en")
	p.Click("share")
	p.Wait(`document.getElementById('share').open && document.activeElement.closest('#share')`)
	p.Shot("share")
	for range 25 { // round the dialog, and never behind it
		p.Key(kb.Tab)
		if !Eval[bool](p, `document.activeElement === document.body || document.activeElement.closest('#share') !== null`) {
			t.Fatal("Tab left the dialog for the page behind it: ", Eval[string](p, `document.activeElement.outerHTML`))
		}
	}
	if bare := Eval[int](p, `[...document.querySelectorAll('#share textarea, #share select, #share button')].filter(e => !(e.labels && e.labels.length) && !e.ariaLabel && !e.innerText).length`); bare != 0 {
		t.Errorf("%d controls of the dialog have no name", bare)
	}
	into := func(way string) {
		p.T.Helper()
		Eval[bool](p, `(() => { const s = document.getElementById('share-way'); s.value = [...s.options].find(o => o.text.startsWith(`+strconv.Quote(way)+`)).value; s.dispatchEvent(new Event('change', {bubbles: true})); return true })()`)
		p.Wait(`document.querySelector('label[for=share-snippet]').innerText.startsWith(` + strconv.Quote(way) + `)`)
	}
	p.Wait(`document.querySelector('#share .preview').naturalWidth > 0`)
	into("Frame")
	p.Click("copy-snippet")
	has(p, "#share [role=status]", "Copied.")
	if got := Eval[string](p, "copied"); !strings.HasPrefix(got, `<iframe src="http://127.0.0.1`) || !strings.Contains(got, `#embed&amp;p=lesson&amp;s=dirty-and-processing&amp;step=5`) || !strings.Contains(got, `sandbox="allow-scripts allow-popups"`) {
		t.Errorf("the frame is %s", got)
	}
	into("Hugo")
	p.Shot("share-hugo")
	p.Click("copy-once")
	p.Wait(`copied.includes('safeHTMLAttr')`)
	into("Markdown")
	p.Click("copy-snippet")
	p.Wait(`copied.startsWith('[![')`)
	if got := Eval[string](p, "copied"); !strings.Contains(got, "/web/dist/stills/dirty-and-processing/5.svg)](http") {
		t.Errorf("the Markdown is %s", got)
	}
	Eval[bool](p, "(deny = true)")
	into("Link")
	p.Click("copy-snippet")
	has(p, "#share [role=status]", "Selected.")
	if got := Eval[string](p, "getSelection().toString() || document.activeElement.value"); !strings.HasSuffix(got, "#p=lesson&s=dirty-and-processing&step=5&predict=0") {
		t.Errorf("selected is %q", got)
	}
	p.Click("file-svg")
	if name, svg := file(p, 1); name != "informerscope-dirty-and-processing-5.svg" || !strings.HasPrefix(svg, "<svg xmlns=") || !strings.Contains(svg, "<title>1.2 ") {
		t.Errorf("%s is %.120q", name, svg)
	}
	p.Click("file-png")
	p.Wait(`files.length === 2 && files[1].blob.type === 'image/png' && files[1].blob.size > 10000`)
	if size := Eval[[]int](p, `createImageBitmap(files[1].blob).then(b => [b.width, b.height])`); len(size) != 2 || size[0] != 1760 || size[1] != 992 {
		t.Errorf("the PNG has %v px, want 1760 × 992", size)
	}
	// Its letters are the page's: without the fonts it is another picture.
	p.Wait(`document.fonts.status === 'loaded'`)
	Eval[bool](p, `(window.fetched = fetch, window.fetch = (u, ...o) => String(u).includes('fonts/') ? Promise.reject(new Error('no fonts')) : fetched(u, ...o), true)`)
	p.Click("file-png")
	p.Wait(`files.length === 3`)
	if n := Eval[int](p, `Promise.all([1, 2].map(async i => { const b = await createImageBitmap(files[i].blob), c = new OffscreenCanvas(b.width, b.height).getContext('2d'); c.drawImage(b, 0, 0); return c.getImageData(0, 0, b.width, b.height).data; })).then(([a, b]) => { let n = 0; for (let i = 0; i < a.length; i += 4) if (Math.abs(a[i] - b[i]) > 64) n++; return n; })`); n < 2000 {
		t.Errorf("with the page's fonts and without them %d pixels of the PNG differ: it is not drawn in them", n)
	}
	p.Key(kb.ArrowRight) // not the lesson's, while the dialog is open
	p.Key(kb.Escape)
	p.Wait(`!document.getElementById('share').open && document.activeElement.dataset.act === 'share'`)
	at(p, 5, 10, "en")
	p.Key(kb.ArrowRight)
	at(p, 6, 10, "en")
}

// A frame without an origin may neither copy nor download: the texts are there to select.
func TestInAFrameWithoutRightsTheTextsAreSelected(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#embed&s=dirty-and-processing&step=5", Options{Width: 640, Height: 360, ReducedMotion: true,
		Before: taken + `window.origin = 'null'; Object.defineProperty(navigator, 'clipboard', {value: undefined}); document.execCommand = () => false;`}).Ready()
	Eval[bool](p, `(document.querySelector('.only-embed [data-act=share]').click(), true)`)
	p.Wait(`document.getElementById('share').open`)
	p.Click("copy-snippet")
	has(p, "#share [role=status]", "Selected.")
	p.Click("file-iq")
	p.Wait(`document.activeElement.id === 'share-file' && document.activeElement.value.startsWith('id: dirty-and-processing') && document.activeElement.selectionEnd === document.activeElement.value.length`)
	if n := Eval[int](p, "files.length"); n != 0 {
		t.Errorf("%d downloads were tried", n)
	}
}

// A link brings a scenario: by its address, from another site once the reader agrees, or packed into itself.
func TestALinkBringsAScenario(t *testing.T) {
	t.Parallel()
	site, other := Serve(t), Serve(t)
	text, err := scenarios.Files("dirty-and-processing.iq")
	if err != nil {
		t.Fatal(err)
	}
	text = strings.Replace(text, "id: dirty-and-processing", "id: mine", 1)
	site.File("/lessons/mine.iq", http.StatusOK, "text/plain; charset=utf-8", text)
	p := Open(t, site.URL+"/#src=lessons%2Fmine.iq&step=3", Options{})
	p.Wait(`document.querySelector("[data-role=headline]")?.innerText.startsWith("a is dirty and processing")`)
	p.Wait(`location.hash === "#p=lesson&s=mine&step=3&src=lessons%2Fmine.iq"`)

	there := other.Shared("/mine.iq", "text/plain; charset=utf-8", text)
	// The policy of our own server lets the page fetch from there only; a site may have another.
	refused := Open(t, site.URL+"/#src="+url.QueryEscape(there)+"&step=3", Options{Allow: []string{"Content Security Policy"}})
	refused.Wait(`document.querySelector(".notice")?.innerText.includes("another site")`)
	refused.Click("agree")
	refused.Wait(`document.querySelector(".notice.bad")?.innerText.includes("lets it ask its own server alone")`)
	free := site.Page("/free.html", string(informerscope.IndexHTML))
	p = Open(t, free+"#src="+url.QueryEscape(there)+"&step=3", Options{})
	p.Wait(`document.querySelector(".notice")?.innerText.includes("another site")`)
	p.Shot("foreign")
	if Eval[int](p, `performance.getEntriesByType("resource").filter(e => e.name.includes("mine.iq")).length`) != 0 {
		t.Error("another site was asked before the reader agreed")
	}
	p.Click("agree")
	p.Wait(`document.querySelector("[data-role=headline]")?.innerText.startsWith("a is dirty and processing")`)

	shut := other.File("/shut.iq", http.StatusOK, "text/plain; charset=utf-8", text)
	p = Open(t, free+"#src="+url.QueryEscape(shut)+"&step=3", Options{Allow: []string{"CORS policy", "ERR_FAILED"}})
	p.Wait(`document.querySelector(".notice")?.innerText.includes("another site")`)
	p.Click("agree")
	p.Wait(`document.querySelector(".notice.bad")?.innerText.includes("answers, but without the header Access-Control-Allow-Origin")`)
	if hash := Eval[string](p, `location.hash`); hash != "#src="+url.QueryEscape(shut)+"&step=3" && hash != "#p=lesson&step=3&src="+url.QueryEscape(shut) {
		t.Errorf("the file did not come, and the address is %s", hash)
	}

	packed := Eval[string](p, `informerscope.pack(`+strconv.Quote(text)+`)`)
	if len(packed) > 8<<10 || strings.ContainsAny(packed, "+/=&#%") {
		t.Errorf("a lesson packed for a link is %d characters: %.40s", len(packed), packed)
	}
	p = Open(t, site.URL+"/#iq="+packed+"&step=3", Options{})
	p.Wait(`document.querySelector("[data-role=headline]")?.innerText.startsWith("a is dirty and processing")`)
	p = Open(t, site.URL+"/#iq="+packed[:len(packed)/2]+"&step=3", Options{})
	p.Wait(`document.querySelector(".notice.bad")?.innerText.match(/breaks off in line [1-9][0-9], behind/)`)
	p.Shot("cut-link")
	p = Open(t, site.URL+"/#src=lessons%2Fnone.iq", Options{Allow: []string{"404"}})
	p.Wait(`document.querySelector(".notice.bad")?.innerText.includes("HTTP 404")`)
}

// The translation of a scenario travels with it: it lies beside the file that a link names, or is packed into the link.
func TestATranslationTravels(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	files := map[string]string{}
	for _, ext := range []string{".iq", ".zh.md"} {
		text, err := scenarios.Files("dirty-and-processing" + ext)
		if err != nil {
			t.Fatal(err)
		}
		files[ext] = strings.Replace(text, "id: dirty-and-processing", "id: mine", 1)
		site.File("/lessons/mine"+ext, http.StatusOK, "text/plain; charset=utf-8", files[ext])
	}
	const (
		english = `document.querySelector("[data-role=headline]")?.innerText.startsWith("a is dirty and processing")`
		chinese = `document.querySelector("[data-role=headline]")?.innerText.startsWith("a 既 dirty 又 processing")`
		asked   = `performance.getEntriesByType("resource").filter(e => e.name.includes("zh.md")).length`
	)
	p := Open(t, site.URL+"/#src=lessons%2Fmine.iq&step=3&lang=en", Options{}).Ready()
	p.Wait(english)
	if Eval[int](p, asked) != 0 {
		t.Error("a translation was fetched that nobody reads")
	}
	p.Click("lang")
	p.Wait(chinese)
	if n := Eval[int](p, asked); n != 1 {
		t.Errorf("the translation was asked for %d times, want once", n)
	}
	site.File("/lessons/alone.iq", http.StatusOK, "text/plain; charset=utf-8", files[".iq"])
	p = Open(t, site.URL+"/#src=lessons%2Falone.iq&step=3&lang=zh", Options{Allow: []string{"404"}}).Ready()
	p.Wait(english + ` && ` + asked + ` === 1`)
	if !Eval[bool](p, `document.querySelector(".notice").hidden`) {
		t.Errorf("of a translation that is not there it says %q", Eval[string](p, `document.querySelector(".notice").innerText`))
	}

	p = Open(t, site.URL+"/#p=edit&src=lessons%2Fmine.iq&step=3&lang=zh", Options{Width: 1280, Height: 800}).Ready()
	p.Wait(chinese)
	Eval[bool](p, `(() => { const a = document.getElementById("edit-text"); a.value += "\n"; a.dispatchEvent(new Event("input", {bubbles: true})); return true })()`)
	p.Wait(`/[&]iq=[^&]+[&]md=[^&]+/.test(location.hash)`)
	carried := Eval[string](p, `location.hash.match(/iq=[^&]+[&]md=[^&]+/)[0]`)
	if len(carried) > 8<<10 {
		t.Errorf("the link carries %d bytes", len(carried))
	}
	p = Open(t, site.URL+"/#"+carried+"&step=3&lang=zh", Options{}).Ready()
	p.Wait(chinese)
	p.Wait(`location.hash.includes("&md=")`)
	t.Logf("text and translation are %d bytes of a link", len(carried))
}
