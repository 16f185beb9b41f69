package player

import (
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/still"
	"github.com/informerscope/informerscope/wasm/tell"
)

// Filming is what is chosen of a moving picture in the dialog, and how far it is.
type Filming struct {
	From, To int    // steps
	File     string // that is being made; "" is none
	Done     int    // steps of it that are drawn
	n        int    // how many were begun
}

type (
	// FilmFrom and FilmTo choose the first step of a film and the last.
	FilmFrom struct{ N int }
	FilmTo   struct{ N int }
	// MakeFilm begins a film, "gif" or "webm", and StopFilm ends it.
	MakeFilm struct{ Kind string }
	StopFilm struct{}
	// FilmAt says how many steps of a film are drawn, FilmMade that it is made, or why it is not: NoFilms,
	// NoWebM, or what went wrong.
	FilmAt   struct{ N, Done int }
	FilmMade struct {
		N   int
		Why string
	}
)

// What a film can fail for: the script is not there, the browser encodes no WebM.
const (
	NoFilms = "missing"
	NoWebM  = "webm"
)

// filmed is what a film can be made of; ok is false where there is nothing.
func (p *Player) filmed() (of film.Story, ok bool) {
	h := p.Head
	if h == nil || p.Shown() == nil || p.env.Boxed || p.Hash.Page == "live" {
		return of, false
	}
	v := p.view(p.Shown())
	if h.Run != nil && h.Lesson != nil {
		f := &film.Film{Lesson: h.Lesson, Run: h.Run, Line: h.Line}
		return f.Story(film.Look{Layout: film.Layouts[v.Layout], View: v.Plan, Lang: p.Lang()}), true
	}
	v.Focus, v.Detail = "", scene.Detail{Base: v.Detail.Base, Cap: v.Detail.Cap}
	return film.Story{
		Title: visible(p.Title()),
		Line:  h.Line,
		View: func(n int) scene.View {
			v := v
			v.Now, v.Began = h.Line.Step(n).At, h.Line.Step(n-1).At
			return v
		},
		Name:  func(n int) string { return scenarios.Label(p.Lang(), h.Line.Step(n).Label) },
		Said:  p.saidAt,
		Dwell: func(n int) time.Duration { return scenarios.Reading(plain(p.saidAt(n))) },
	}, true
}

// saidAt is what playground and trace say of step n.
func (p *Player) saidAt(n int) string {
	if p.Head.Session != nil {
		return p.playLine(n)
	}
	return p.traceLine(n)
}

// NoFilm says why there is no film of what is shown; "" where there is one, or nothing is shown.
func (p *Player) NoFilm() string {
	switch _, ok := p.filmed(); {
	case ok:
		return ""
	case p.Hash.Page == "live":
		return p.T("film.none")
	case p.Head != nil:
		return p.T("film.none.boxed")
	}
	return ""
}

// Films are the first step that a film can have and the last, and what is to be said of the one that is chosen;
// fits is false of one that is too long. Where there is none, ok is false.
func (p *Player) Films() (first, last int, says string, fits, ok bool) {
	of, ok := p.filmed()
	if !ok {
		return 0, 0, "", false, false
	}
	first, last = of.Line.First(), of.Line.Last()
	f, takes := p.Share.Film, time.Duration(0)
	n := f.To - f.From + 1
	if n > film.MaxReel {
		return first, last, p.T("film.many", "n", strconv.Itoa(n), "most", strconv.Itoa(film.MaxReel)), false, true
	}
	for n := f.From; n <= f.To; n++ {
		takes += of.Dwell(n)
	}
	if !p.still() {
		takes += time.Duration(f.To-f.From) * film.MoveTakes
	}
	return first, last, p.T("film.takes", "n", strconv.Itoa(n), "time", tell.Wait(takes.Round(time.Second))), true, true
}

// filmAll chooses all steps, or of many the last that a film can have.
func (p *Player) filmAll() {
	if of, ok := p.filmed(); ok {
		f := &p.Share.Film
		f.To = of.Line.Last()
		f.From = max(of.Line.First(), f.To-film.MaxReel+1)
	}
}

func (m FilmFrom) do(p *Player) {
	if first, last, _, _, ok := p.Films(); ok {
		f := &p.Share.Film
		f.From = min(max(m.N, first), last)
		f.To = max(f.From, f.To)
	}
}

func (m FilmTo) do(p *Player) {
	if first, last, _, _, ok := p.Films(); ok {
		f := &p.Share.Film
		f.To = min(max(m.N, first), last)
		f.From = min(f.From, f.To)
	}
}

func (m MakeFilm) do(p *Player) {
	_, _, says, fits, ok := p.Films()
	f := &p.Share.Film
	switch {
	case !ok || f.File != "":
	case !fits:
		p.Share.Said = tell.Verbatim(says)
	default:
		f.n++
		f.Done, f.File = 0, strings.TrimSuffix(p.fileName(""), "-"+strconv.Itoa(p.Head.Step))+"-"+strconv.Itoa(f.From)+"-"+strconv.Itoa(f.To)+"."+m.Kind
		p.Share.Said = tell.Message("film.making", "file", f.File)
		p.emit(p.shoot(m.Kind))
	}
}

// shoot is the effect that makes the film which is chosen.
func (p *Player) shoot(kind string) Shoot {
	f, theme := p.Share.Film, p.pictureTheme()
	of, _ := p.filmed()
	reel := film.NewReel(of, f.From, f.To)
	reel.Cut = p.still()
	return Shoot{N: f.n, Kind: kind, File: f.File, W: reel.W, H: reel.H, Next: func() (string, time.Duration, int, bool) {
		pic, stays, ok := reel.Next()
		if !ok {
			return "", 0, reel.Drawn(), false
		}
		return still.SVG(pic.Shapes, still.Options{W: pic.W, H: pic.H, Theme: theme, Bg: true}), stays, reel.Drawn(), true
	}}
}

func (StopFilm) do(p *Player) {
	if f := &p.Share.Film; f.File != "" {
		f.File = ""
		p.Share.Said = tell.Message("film.stopped")
		p.emit(EndShoot{f.n})
	}
}

func (m FilmAt) do(p *Player) {
	if f := &p.Share.Film; f.File != "" && m.N == f.n {
		f.Done = m.Done
		return
	}
	p.quiet = true
}

func (m FilmMade) do(p *Player) {
	f := &p.Share.Film
	if f.File == "" || m.N != f.n {
		p.quiet = true
		return
	}
	switch m.Why {
	case "":
		p.Share.Said = tell.Message("share.saved", "file", f.File)
	case NoFilms, NoWebM:
		p.Share.Said = tell.Message("film.no." + m.Why)
	default:
		p.Share.Said = tell.Message("film.failed", "why", visible(m.Why))
	}
	f.File = ""
}
