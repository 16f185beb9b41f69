//go:build browser

package browser

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// live opens live mode on a demo cluster.
func live(t *testing.T, hash string, o Options) *Page {
	t.Helper()
	if o.Width == 0 {
		o.Width, o.Height = 1280, 800
	}
	o.ReducedMotion, o.Allow = true, []string{"WebSocket", "Failed to load resource"}
	page, _, _ := strings.Cut(startServer(t, "--demo"), "#")
	p := Open(t, page+"#p=live"+hash, o)
	p.Wait(`/ objects, /.test(document.querySelector('.kick').innerText)`)
	return p
}

// Nodes belong to no namespace: the page leaves it out and says so, for a link as for a choice;
// a resource that is not served is answered with what to do.
func TestLiveSaysWhatANamespaceIsFor(t *testing.T) {
	t.Parallel()
	p := live(t, "&res=nodes&ns=default", Options{})
	field := `document.querySelector('[data-act=namespace]')`
	told := func() {
		t.Helper()
		has(p, ".notice", `nodes belong to the whole cluster, not to a namespace, so "default" was left out.`)
		has(p, ".kick", "nodes in the whole cluster: 4 objects")
		p.Wait(field + `.value === '' && ` + field + `.disabled && !location.hash.includes('ns=')`)
	}
	told()
	choose(p, "resource", "pods")
	p.Wait(`document.querySelector('.notice').hidden && !` + field + `.disabled`)
	Eval[bool](p, `(() => { const f = `+field+`; f.value = 'default'; f.dispatchEvent(new Event('change', {bubbles: true})); return true })()`)
	has(p, ".kick", "pods in default: ")
	choose(p, "resource", "nodes")
	told()
	Eval[bool](p, `(location.hash = '#p=live&res=secrets', true)`)
	has(p, headline, "There is no list of secrets yet. The server says: this resource is not on the server's list. The reflector asks again by itself; or choose another resource or namespace.")
	has(p, "[role=status]", "There is no list of secrets yet.")
}

// A link or Back to another resource leaves the controls in place: they are those of the new one.
func TestLiveControlsFollowALink(t *testing.T) {
	t.Parallel()
	p := live(t, "", Options{})
	Eval[bool](p, `(location.hash = '#p=live&res=nodes', true)`)
	has(p, ".kick", "nodes in the whole cluster: 4 objects")
	Eval[bool](p, `(() => { const s = document.querySelector('[data-act=workers]'); s.value = 7; return s.dispatchEvent(new Event('input', {bubbles: true})) })()`)
	has(p, ".kick", "workers: 7")
}

// The live region tells how things stand and then keeps quiet; frozen it tells the step that was
// gone to, and nothing by itself.
func TestLiveSpeaksSparingly(t *testing.T) {
	t.Parallel()
	p := live(t, "", Options{})
	heard := `document.querySelector('[role=status]').innerText`
	p.Wait(`/^pods: \d+ objects. Queue \d+, in work \d+, waiting \d+.$/.test(` + heard + `)`)
	Eval[bool](p, `(() => { const r = document.querySelector('[role=status]'); window.heard = []; new MutationObserver(() => heard.push(r.innerText)).observe(r, {characterData: true, childList: true, subtree: true}); return true })()`)
	Eval[bool](p, `new Promise(done => setTimeout(() => done(true), 4000))`)
	if said := Eval[[]string](p, `window.heard`); len(said) > 1 {
		t.Errorf("in four seconds was heard %q", said)
	}
	p.Click("play")
	p.Wait(`/^frozen, step \d+: /.test(` + heard + `)`)
	was := Eval[string](p, heard)
	Eval[bool](p, `new Promise(done => setTimeout(() => done(true), 1500))`)
	if now := Eval[string](p, heard); now != was {
		t.Errorf("frozen was heard %q after %q", now, was)
	}
	p.Key(kb.ArrowLeft)
	p.Wait(heard + ` !== ` + strconv.Quote(was) + ` && /^frozen, step \d+: /.test(` + heard + `)`)
}

// The state table has its five columns in sight, with keys in the heap, too.
func TestLiveShowsTheWholeStateTable(t *testing.T) {
	t.Parallel()
	p := live(t, "", Options{})
	Eval[bool](p, `(() => { for (const [act, v] of [['failure', 1], ['duration', 0], ['workers', 4]]) { const s = document.querySelector('[data-act=' + act + ']'); s.value = v; s.dispatchEvent(new Event('input', {bubbles: true})) } return true })()`)
	p.Wait(`document.querySelector('table.state [data-col=heap] .wait') !== null`)
	for range 5 {
		box := Eval[[]float64](p, `(() => { const r = document.querySelector('.rows'); return [r.scrollWidth, r.clientWidth, document.querySelectorAll('table.state th[scope=col]').length] })()`)
		if box[0] > box[1] || box[2] != 5 {
			t.Fatalf("the state table is %v px of %v wide and has %v columns, want five in sight", box[0], box[1], box[2])
		}
		Eval[bool](p, `new Promise(done => setTimeout(() => done(true), 200))`)
	}
}

// A long name is shortened in its middle, and the call around it keeps its brackets.
func TestLiveOnAPhoneKeepsTheCallWhole(t *testing.T) {
	t.Parallel()
	p := live(t, "", Options{Width: 390, Height: 844, Before: `HTMLCanvasElement.prototype.getContext = new Proxy(HTMLCanvasElement.prototype.getContext, {apply(f, self, args) { return /webgl/.test(args[0]) ? null : Reflect.apply(f, self, args) }})`})
	p.Wait(`[...document.querySelectorAll('#stage svg tspan, #stage svg text')].some(e => /^Add/.test(e.textContent))`)
	calls := Eval[[]string](p, `[...document.querySelectorAll('#stage svg tspan')].map(e => e.textContent.trim()).filter(s => /^Add/.test(s))`)
	for _, c := range calls {
		if !strings.HasPrefix(c, "Add(") || !strings.HasSuffix(c, ")") {
			t.Errorf("a call is drawn as %q", c)
		}
	}
	if len(calls) == 0 {
		t.Error("no call is drawn")
	}
}
