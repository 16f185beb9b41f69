//go:build browser

package browser

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// screen is a state of the page that a reader can be in.
type screen struct {
	name, hash string
	// ready is true once the screen is there; then js runs, and done is waited for.
	ready, js, done string
}

const onStage = `document.querySelector('[data-act=step]') && document.querySelector('h1[data-role=headline]').innerText !== ''`

// screens are all of them.
var screens = []screen{
	{name: "home", hash: "p=home", ready: `document.querySelector('main:not([hidden]) h1')`},
	{name: "course", hash: "p=course", ready: `document.querySelector('main:not([hidden]) h1, main:not([hidden]) h2')`},
	{name: "gallery", hash: "p=gallery", ready: `document.querySelector('main:not([hidden]) h1')`},
	{name: "teach", hash: "p=teach", ready: `document.querySelector('.notes')`},
	{name: "class", hash: "p=teach&of=queue", ready: `document.querySelectorAll('.replies dt').length > 12`},
	{name: "quiz", hash: "p=quiz&of=queue&seed=1", ready: `document.querySelector('#quiz-still svg')`},
	{name: "quiz, answered", hash: "p=quiz&of=informer&seed=1", ready: `document.querySelector('[data-answer]')`, js: `document.querySelector('[data-answer]').click()`, done: `document.querySelector('#quiz-next:not([hidden])')`},
	{name: "result", hash: "p=result", ready: `document.querySelector('table.result')`},
	{name: "start", hash: "s=dirty-and-processing", ready: onStage},
	{name: "middle", hash: "s=dirty-and-processing&step=5", ready: onStage},
	{name: "question", hash: "s=dirty-and-processing&step=2", ready: onStage, js: `document.querySelector('[data-act=step]').click()`, done: `document.querySelector('.ask [data-answer]')`},
	{name: "inspector", hash: "s=dirty-and-processing&step=5&key=a", ready: onStage, done: `document.querySelector('.inspect h2')`},
	{name: "zone", hash: "s=dirty-and-processing&step=5&zone=dirty", ready: onStage, done: `document.querySelector('#explain h2')`},
	{name: "store", hash: "s=late-index&step=3", ready: onStage},
	{name: "playground", hash: "p=play&z=Add+a%3BW1+Get%3BAdd+a", ready: `document.querySelector('[data-act=add]')`},
	{name: "both queues", hash: "p=play&set=queue:priority&compare=client-go,priority&z=Add+a%3BAdd+b+prio=3%3BW1+Get", ready: `document.querySelector('table.compared [data-queue=priority]')`},
	{name: "commands", hash: "p=play", ready: `document.querySelector('[data-act=commands]')`, js: `(e => e.ariaExpanded === 'true' || e.click())(document.querySelector('[data-act=commands]')), setTimeout(() => document.querySelector('[data-verb=add-handler]').click(), 300)`, done: `document.querySelector('#form-line')`},
	{name: "settings", hash: "p=play", ready: `document.querySelector('[data-act=settings]')`, js: `(e => e.ariaExpanded === 'true' || e.click())(document.querySelector('[data-act=settings]')), setTimeout(() => document.querySelector('[data-header=handlers]').click(), 300)`, done: `document.querySelector('form-header-handlers #form-line')`},
	{name: "exercise", hash: "p=play&ex=two-hold-a&z=Add+a", ready: `document.querySelector('[data-role=goal]')`},
	{name: "language", hash: "p=language", ready: `document.querySelector('main:not([hidden]) .whole')`},
	{name: "edit", hash: "p=edit&s=first-light", ready: `document.querySelector('#edit-text')?.value`},
	{name: "live", hash: "p=live", ready: `document.querySelector('h1[data-role=headline]').innerText !== ''`},
	{name: "mistake", hash: "s=no-such-lesson", ready: `!document.querySelector('.notice').hidden`},
	{name: "help", hash: "s=dirty-and-processing&step=3", ready: onStage, js: `document.querySelector('#help').showModal()`, done: `document.querySelector('#help').open`},
	{name: "orders", hash: "s=done-without-get", ready: onStage, js: `document.querySelector('[data-act^=orders]:not([hidden])').click()`, done: `document.querySelector('#orders[open] [data-fault]')`},
	{name: "embed", hash: "embed&s=dirty-and-processing&step=5", ready: onStage},
	{name: "projector", hash: "present=1&s=dirty-and-processing&step=5", ready: onStage},
}

// visit brings the page to a screen, without a new load.
func (p *Page) visit(s screen, more string) {
	p.T.Helper()
	Eval[bool](p, `(document.querySelectorAll('dialog[open]').forEach(d=>d.close()), location.hash = '#p=home', true)`)
	p.Wait(screens[0].ready)
	Eval[bool](p, fmt.Sprintf(`(location.hash = %q, true)`, "#"+s.hash+more))
	p.Wait(s.ready)
	if s.js != "" {
		Eval[bool](p, `(`+s.js+`, true)`)
	}
	if s.done != "" {
		p.Wait(s.done)
	}
}

// violations is what axe-core finds on the page as it stands, scrolled to where nothing lies
// under a phone's controls: whatever does elsewhere scrolls out from under them.
func (p *Page) violations() []string {
	p.T.Helper()
	return Eval[[]string](p, `(scrollTo(0, document.body.scrollHeight), axe).run(document, {runOnly: ['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa','best-practice'], resultTypes: ['violations'], elementRef: false})
		.then(r => r.violations.flatMap(v => v.nodes.slice(0, 3).map(n => v.id + ' at ' + n.target.join(' ') + ': ' + n.failureSummary.replace(/\s+/g, ' '))))`)
}

func axeSource(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(cache, "informerscope/axe/node_modules/axe-core/axe.min.js"))
	if err != nil {
		t.Fatalf("axe-core is missing (%v); run .ci/need axe", err)
	}
	return string(data)
}

// axe-core finds no violation of WCAG 2.2 AA or of its best practices on any screen.
func TestAxeFindsNothingOnAnyScreen(t *testing.T) {
	t.Parallel()
	site, axe := Serve(t), axeSource(t)
	for _, c := range []struct {
		name, more string
		opts       Options
	}{
		{"1280-light-en", "&lang=en&theme=light", Options{Width: 1280, Height: 800}},
		{"390-dark-zh", "&lang=zh&theme=dark", Options{Width: 390, Height: 844, Touch: true}},
		{"1280-hc-zh", "&lang=zh&theme=hc", Options{Width: 1280, Height: 800}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.opts.DPR, c.opts.ReducedMotion, c.opts.Before, c.opts.Allow = 1, true, axe, []string{"informerscope/v1/info"}
			p := Open(t, site.URL+"/#p=home"+c.more, c.opts)
			p.Wait("window.informerscope.running > 0")
			// It would find one: a picture without a text.
			if n := Eval[int](p, `(document.body.append(Object.assign(new Image(), {id: 'planted', src: 'web/favicon.svg'})), axe.run('#planted').then(r => (document.querySelector('#planted').remove(), r.violations.length)))`); n == 0 {
				t.Fatal("axe-core finds nothing wrong with a picture without a text")
			}
			for _, s := range screens {
				p.visit(s, c.more)
				if found := p.violations(); len(found) > 0 {
					t.Errorf("%s, %s:\n%s", c.name, s.name, strings.Join(found, "\n"))
				}
			}
		})
	}
}

// Nor on what stands there before the program: the error, the note of a slow line.
func TestAxeFindsNothingBeforeTheProgram(t *testing.T) {
	t.Parallel()
	site, axe := Serve(t), axeSource(t)
	site.File("/sub/path/web/dist/app.wasm", http.StatusBadGateway, "text/plain", "sorry")
	for _, c := range []struct{ url, before, ready string }{
		{"/sub/path/#lang=zh&theme=dark", "", "!document.getElementById('boot-error').hidden"},
		{"/sub/path/#embed&s=dirty-and-processing&theme=hc", "", "!document.getElementById('boot-error').hidden"},
		{"/#s=dirty-and-processing&theme=light", slow, "document.querySelector('#boot-note button')"},
	} {
		p := Open(t, site.URL+c.url, Options{Width: 640, Height: 360, Before: axe + ";" + c.before, Allow: []string{"Failed to load resource"}})
		p.Wait(c.ready)
		if found := p.violations(); len(found) > 0 {
			t.Errorf("%s:\n%s", c.url, strings.Join(found, "\n"))
		}
	}
}

// Every text fits: nothing is clipped, nothing sticks out of the window, and what a finger
// or a mouse is to hit is at least 24 px each way.
func TestEveryTextFitsAtEveryWidth(t *testing.T) {
	t.Parallel()
	const misfits = `(() => {
		const bad = [], name = e => e.tagName.toLowerCase() + (e.id ? '#' + e.id : '') + (e.className && e.className.baseVal === undefined ? '.' + String(e.className).split(' ').join('.') : '') + (e.dataset.act ? '[' + e.dataset.act + ']' : '');
		if (document.documentElement.scrollWidth > innerWidth + 1) bad.push('the page is ' + document.documentElement.scrollWidth + ' px wide in a window of ' + innerWidth);
		for (const e of document.querySelectorAll('.app *')) {
			if (e.closest('svg, .sr, .stage, [aria-hidden=true], .tokens, .zones') || !e.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
			const s = getComputedStyle(e), r = e.getBoundingClientRect();
			if (!r.width || !r.height) continue;
			const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
			const clips = s.overflowX === 'hidden' || s.overflowX === 'clip';
			if (own && e.scrollWidth > e.clientWidth + 1 && s.display !== 'inline' && s.textOverflow !== 'ellipsis' && e.tagName !== 'SELECT') bad.push(name(e) + ' is ' + e.scrollWidth + ' px of text in ' + e.clientWidth + ': ' + e.textContent.trim().slice(0, 40));
			if (clips && s.textOverflow !== 'ellipsis' && e.scrollWidth > e.clientWidth + 1) bad.push(name(e) + ' clips ' + e.scrollWidth + ' px to ' + e.clientWidth);
			if ((s.overflowY === 'hidden' || s.overflowY === 'clip') && e.scrollHeight > e.clientHeight + 2) bad.push(name(e) + ' clips ' + e.scrollHeight + ' px of height to ' + e.clientHeight + ': ' + e.textContent.trim().slice(0, 40));
			if (own && (r.right > innerWidth + 1 || r.left < -1) && !e.closest('.rows, .lines, .strip, pre')) bad.push(name(e) + ' sticks out of the window: ' + e.textContent.trim().slice(0, 40));
			if (e.matches('button, select, input:not([type=range]):not([type=file]), summary, nav a') && (r.height < 23.5 || r.width < 23.5) && !e.closest('table, .scrub')) bad.push(name(e) + ' is a target of ' + Math.round(r.width) + '×' + Math.round(r.height) + ': ' + e.textContent.trim().slice(0, 30));
		}
		return [...new Set(bad)].slice(0, 12);
	})()`
	site := Serve(t)
	p := Open(t, site.URL+"/#p=home", Options{Width: 1280, Height: 800, DPR: 1, ReducedMotion: true, Allow: []string{"informerscope/v1/info"}})
	p.Wait("window.informerscope.running > 0")
	for _, size := range [][2]int64{{1280, 800}, {1024, 768}, {900, 700}, {760, 700}, {640, 360}, {390, 844}, {360, 740}} {
		p.Emulate(Options{Width: size[0], Height: size[1], DPR: 1, ReducedMotion: true, Touch: size[0] < 500})
		for _, lang := range []string{"en", "zh"} {
			for _, s := range screens {
				embed := s.name == "embed" || s.name == "projector"
				if embed != (size[0] == 640) && s.name != "projector" {
					continue
				}
				p.visit(s, "&lang="+lang)
				if bad := Eval[[]string](p, misfits); len(bad) > 0 {
					t.Errorf("%s, %s, %d×%d:\n%s", s.name, lang, size[0], size[1], strings.Join(bad, "\n"))
				}
			}
		}
	}
}
