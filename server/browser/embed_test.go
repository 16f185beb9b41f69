//go:build browser

package browser

import (
	"image"
	"strings"
	"testing"
	"time"
)

const hostPage = `<!doctype html><title>host</title><style>body{margin:0;height:3000px}iframe{display:block;margin:100px;border:0}</style>
<iframe id="f" src="%SRC%" width="640" height="360" title="lesson" %ATTR%></iframe><script>
window.reports=[];addEventListener("message",e=>reports.push(e.data));</script>`

func host(site *Site, src, attr string) string {
	return site.Page("/host.html", strings.NewReplacer("%SRC%", src, "%ATTR%", attr).Replace(hostPage))
}

func TestTheWheelOverAnEmbedScrollsTheHostPage(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	p := Open(t, host(site, "/#embed&s=dirty-and-processing&step=5", ""), Options{})
	p.Wait("document.getElementById('f').contentWindow.meter.triangles > 0")
	if !Eval[bool](p, "document.activeElement === document.body") {
		t.Error("the embed took the focus at load")
	}
	// The embed's own document may be taller than its frame here; the wheel chains on.
	for range 12 {
		p.Wheel(400, 300, 400)
		if Eval[float64](p, "scrollY") > 0 {
			break
		}
	}
	p.Wait("scrollY > 0")
}

func TestThePageRunsInASandboxedFrameWithoutAnOrigin(t *testing.T) {
	t.Parallel()
	site := Serve(t)
	embedRuns(Open(t, host(site, "/#embed&s=dirty-and-processing&step=5", `sandbox="allow-scripts"`), Options{}), "embed-sandboxed")
}

// Sites that want SharedArrayBuffer are cross-origin isolated, and show only frames that ask for it.
func TestThePageRunsInACrossOriginIsolatedHost(t *testing.T) {
	t.Parallel()
	page, host := Serve(t), Serve(t)
	for _, attr := range []string{"", `sandbox="allow-scripts"`} {
		html := strings.NewReplacer("%SRC%", page.URL+"/#embed&s=dirty-and-processing&step=5", "%ATTR%", attr).Replace(hostPage)
		p := Open(t, host.Isolated("/isolated.html", html), Options{})
		if !Eval[bool](p, "crossOriginIsolated") {
			t.Fatal("the host page is not cross-origin isolated")
		}
		embedRuns(p, "embed-isolated")
	}
}

// embedRuns waits until the embed of hostPage runs. Its document is out of reach, so the screen is the
// proof: the loading bar is gone from its top, and there are controls below the picture, which the still
// has not.
func embedRuns(p *Page, name string) {
	p.T.Helper()
	end := time.Now().Add(patience)
	for {
		img := p.Shot(name)
		controls := Colours(img, image.Rect(101, 410, 739, 459))
		if _, _, b, _ := img.At(101, 101).RGBA(); b > 0x1000 && controls > 10 {
			return
		}
		if time.Now().After(end) {
			p.T.Fatal("the page did not start in the frame")
		}
		time.Sleep(200 * time.Millisecond)
	}
}

func TestThePageRunsUnderASubPath(t *testing.T) {
	t.Parallel()
	Open(t, Serve(t).URL+"/sub/path"+lesson, Options{}).Ready()
}

func TestATokenLeavesTheAddressBar(t *testing.T) {
	t.Parallel()
	p := Open(t, Serve(t).URL+"/#s=dirty-and-processing&token=abc&ns=x", Options{}).Ready()
	if got := Eval[string](p, "location.hash"); strings.Contains(got, "token") {
		t.Errorf("hash = %q, want it without the token", got)
	}
	if got := Eval[string](p, "sessionStorage.getItem('informerscope.token')"); got != "abc" {
		t.Errorf("kept token = %q, want abc", got)
	}
}
