//go:build browser

package browser

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	informerscope "github.com/informerscope/informerscope"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/raster"
	"github.com/informerscope/informerscope/wasm/still"
)

// filming opens the dialog at a lesson and chooses the steps from one to another; with Options.ReducedMotion
// nothing moves between them.
func filming(t *testing.T, url string, o Options, from, to int) *Page {
	t.Helper()
	o.Before = taken + o.Before
	p := Open(t, url+"/#s=dirty-and-processing&predict=0&step=5", o).Ready()
	at(p, 5, 10, "en")
	p.Click("share")
	p.Wait(`document.querySelector('#share[open] [data-act=film-gif]')`)
	has(p, "#share .film + small", "11 steps, ")
	choose(p, "film-from", strconv.Itoa(from))
	choose(p, "film-to", strconv.Itoa(to))
	has(p, "#share .film + small", fmt.Sprintf("%d step", to-from+1))
	return p
}

// bytesOf waits for the next download and returns its name and what is in it.
func bytesOf(p *Page, n int) (name string, data []byte) {
	p.T.Helper()
	p.Wait(`window.files.length === ` + strconv.Itoa(n))
	i := strconv.Itoa(n - 1)
	_, text, _ := strings.Cut(Eval[string](p, `new Promise(done => { const r = new FileReader(); r.onload = () => done(r.result); r.readAsDataURL(files[`+i+`].blob) })`), ",")
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		p.T.Fatal(err)
	}
	return Eval[string](p, `files[`+i+`].name`), data
}

// reel is what render draws of the same steps, and how long each picture stays.
func reel(t *testing.T, from, to int, cut bool) (pictures []image.Image, stays []time.Duration) {
	t.Helper()
	l := scenarios.Find("dirty-and-processing")
	f, err := film.Record(l, l.Engines[len(l.Engines)-1])
	if err != nil {
		t.Fatal(err)
	}
	fonts, err := raster.LoadFonts(informerscope.Web, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	pal := still.Palette("light")
	r := f.Reel(from, to, film.Look{Lang: "en"})
	for r.Cut = cut; ; {
		p, stay, ok := r.Next()
		if !ok {
			return pictures, stays
		}
		img, err := raster.Paint(pal.Suit(p.Shapes), p.W, p.H, 1, pal, fonts)
		if err != nil {
			t.Fatal(err)
		}
		pictures, stays = append(pictures, img), append(stays, stay)
	}
}

// apart is how much two pictures of one shape differ, 0 to 255, on a grid.
func apart(a, b image.Image) float64 {
	sum, n := 0.0, 0.0
	for y := 0; y < a.Bounds().Dy(); y += 2 {
		for x := 0; x < a.Bounds().Dx(); x += 2 {
			c := color.GrayModel.Convert(a.At(x, y)).(color.Gray)
			d := color.GrayModel.Convert(b.At(x*b.Bounds().Dx()/a.Bounds().Dx(), y*b.Bounds().Dy()/a.Bounds().Dy())).(color.Gray)
			sum, n = sum+math.Abs(float64(c.Y)-float64(d.Y)), n+1
		}
	}
	return sum / n
}

// resembles fails unless a picture is the i-th of what render draws. One that rests is none of the others, whose
// things stand elsewhere.
func resembles(t *testing.T, what string, got image.Image, i int, want []image.Image, stays []time.Duration) {
	t.Helper()
	own := apart(want[i], got)
	if own > 6 {
		t.Errorf("%s differs by %.1f from what render draws", what, own)
	}
	for j := range want {
		if j != i && stays[i] != film.Tick && stays[j] != film.Tick && apart(want[j], got) <= own {
			t.Errorf("%s is more like picture %d than like %d", what, j, i)
		}
	}
}

func TestAGIFOfSomeStepsIsTakenAlong(t *testing.T) {
	for name, cut := range map[string]bool{"as things move": false, "with reduced motion": true} {
		t.Run(name, func(t *testing.T) { gifOfSomeSteps(t, cut) })
	}
}

func gifOfSomeSteps(t *testing.T, cut bool) {
	p := filming(t, Serve(t).URL, Options{Width: 1280, Height: 800, ReducedMotion: cut}, 2, 4)
	p.Shot("film")
	p.Click("film-gif")
	name, data := bytesOf(p, 1)
	has(p, "#share .said", "informerscope-dirty-and-processing-2-4.gif goes to your downloads.")
	if name != "informerscope-dirty-and-processing-2-4.gif" {
		t.Errorf("the film is called %q", name)
	}
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("the GIF: %v", err)
	}
	want, stays := reel(t, 2, 4, cut)
	if cut != (len(want) == 3) {
		t.Fatalf("cut: %v, the reel has %d pictures", cut, len(want))
	}
	t.Logf("%d bytes", len(data))
	if len(g.Image) != len(want) || g.LoopCount != 0 || image.Pt(g.Config.Width, g.Config.Height) != want[0].Bounds().Size() {
		t.Fatalf("the GIF has %d pictures of %d×%d, loop %d; want %d of %v, for ever", len(g.Image), g.Config.Width, g.Config.Height, g.LoopCount, len(want), want[0].Bounds().Size())
	}
	screen := image.NewRGBA(want[0].Bounds())
	for i, part := range g.Image {
		draw.Draw(screen, part.Bounds(), part, part.Bounds().Min, draw.Over)
		if got, want := g.Delay[i], int(stays[i]/(10*time.Millisecond)); got != want {
			t.Errorf("picture %d stays %d hundredths of a second, want %d", i, got, want)
		}
		resembles(t, fmt.Sprintf("picture %d of the GIF", i), screen, i, want, stays)
	}
}

func TestAWebMOfSomeStepsIsTakenAlong(t *testing.T) {
	p := filming(t, Serve(t).URL, Options{Width: 1280, Height: 800}, 2, 4)
	p.Click("film-webm")
	name, data := bytesOf(p, 1)
	if name != "informerscope-dirty-and-processing-2-4.webm" || !bytes.HasPrefix(data, []byte("\x1a\x45\xdf\xa3")) || !bytes.Contains(data[:64], []byte("webm")) {
		t.Fatalf("%s begins with %q", name, data[:min(len(data), 64)])
	}
	t.Logf("%d bytes", len(data))
	want, stays := reel(t, 2, 4, false)
	// Another page, which may show films, plays it.
	mux := http.NewServeMux()
	mux.HandleFunc("/film.webm", func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "film.webm", time.Time{}, bytes.NewReader(data))
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `<!doctype html><link rel="icon" href="data:,"><video src="film.webm" preload="auto" muted></video>`)
	})
	other := httptest.NewServer(mux)
	defer other.Close()
	v := Open(t, other.URL, Options{Width: 1280, Height: 800})
	v.Wait(`document.querySelector('video').readyState >= 2`)
	total := time.Duration(0)
	for _, s := range stays {
		total += s
	}
	if got := Eval[float64](v, `document.querySelector('video').duration`); math.Abs(got-total.Seconds()) > .02 {
		t.Errorf("it takes %v s, want %v", got, total)
	}
	begin := time.Duration(0)
	for i, stay := range stays {
		for _, part := range []float64{.1, .9} {
			if stay == film.Tick && part > .5 {
				break
			}
			at := (begin + time.Duration(part*float64(stay))).Seconds()
			_, text, _ := strings.Cut(Eval[string](v, fmt.Sprintf(`new Promise(done => { const v = document.querySelector('video'); v.onseeked = () => {
				const c = document.createElement('canvas'); c.width = v.videoWidth; c.height = v.videoHeight; c.getContext('2d').drawImage(v, 0, 0); done(c.toDataURL()) }; v.currentTime = %f })`, at)), ",")
			img, err := png.Decode(base64.NewDecoder(base64.StdEncoding, strings.NewReader(text)))
			if err != nil {
				t.Fatal(err)
			}
			if w := img.Bounds().Dx(); w != 2*want[0].Bounds().Dx() {
				t.Errorf("it is %d px wide, want twice %d", w, want[0].Bounds().Dx())
			}
			resembles(t, fmt.Sprintf("the WebM at %.2f s", at), img, i, want, stays)
		}
		begin += stay
	}
}

func TestAFilmCanBeStopped(t *testing.T) {
	p := filming(t, Serve(t).URL, Options{Width: 1280, Height: 800, ReducedMotion: true, Before: `Image.prototype.decode = new Proxy(Image.prototype.decode, {apply: async (f, i, args) => { await Reflect.apply(f, i, args); await new Promise(done => { window.go = done }) }});`}, 0, 10)
	p.Click("film-gif")
	for n := range 3 {
		p.Wait(fmt.Sprintf(`window.go && document.querySelector('#share progress')?.value === %d`, n+1))
		Eval[bool](p, `(() => { const go = window.go; window.go = null; go(); return true })()`)
	}
	p.Wait(`window.go`)
	p.Shot("film-making")
	p.Click("film-stop")
	has(p, "#share .said", "Stopped. Nothing was saved.")
	p.Wait(`document.querySelector('[data-act=film-gif]') && !document.querySelector('#share progress')`)
	Eval[bool](p, `(window.go(), Image.prototype.decode = async function () {}, true)`)
	p.Click("film-gif") // another one is not disturbed by it
	if name, _ := bytesOf(p, 1); name != "informerscope-dirty-and-processing-0-10.gif" {
		t.Errorf("the film is called %q", name)
	}
}

// Where the script was not built, and where the browser encodes no video, it is said.
func TestWhatCannotBeFilmedIsSaid(t *testing.T) {
	site := Serve(t)
	p := filming(t, site.URL, Options{Width: 1280, Height: 800, Before: `delete window.VideoEncoder;`}, 2, 3)
	p.Click("film-webm")
	has(p, "#share .said", "This browser does not make a WebM")
	p.Click("film-gif")
	bytesOf(p, 1)
	site.File("/web/dist/film.js", http.StatusNotFound, "text/plain", "not built")
	p = filming(t, site.URL, Options{Width: 1280, Height: 800, Allow: []string{"film.js", "404"}}, 2, 3)
	p.Click("film-gif")
	has(p, "#share .said", "What makes moving pictures could not be loaded")
}

// Of what was done in the playground a GIF is made as of a lesson: a picture of each step that rests, and some between.
func TestAFilmOfThePlayground(t *testing.T) {
	p := Open(t, Serve(t).URL+"/#p=play&view=workqueue&z=Add+a%3B+W1+Get%3B+Add+a%3B+W1+Done&step=4", Options{Width: 1280, Height: 800, Before: taken}).Ready()
	p.Click("share")
	p.Wait(`document.querySelector('#share[open] [data-act=film-gif]')`)
	choose(p, "film-from", "1")
	has(p, "#share .film + small", "4 steps")
	p.Shot("film-play")
	p.Click("film-gif")
	name, data := bytesOf(p, 1)
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil || name != "informerscope-play-1-4.gif" {
		t.Fatalf("%s: %v", name, err)
	}
	rests := 0
	for _, cs := range g.Delay {
		if time.Duration(cs)*10*time.Millisecond > time.Second {
			rests++
		}
	}
	if rests != 4 || len(g.Image) < 8 {
		t.Errorf("of 4 steps the film has %d that rest, in %d pictures", rests, len(g.Image))
	}
	if dir := os.Getenv("SHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Error(err)
		}
	}
}
