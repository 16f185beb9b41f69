package player

import (
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/wasm/film"
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

// filmed is what a film can be made of; nil where there is none.
func (p *Player) filmed() *film.Film {
	if h := p.Head; h != nil && h.Run != nil && h.Lesson != nil && !p.env.Boxed && (p.Hash.Page == "lesson" || p.Hash.Page == "edit") {
		return &film.Film{Lesson: h.Lesson, Run: h.Run, Line: h.Line}
	}
	return nil
}

// NoFilm says why there is no film of what is shown; "" where there is one, or nothing is shown.
func (p *Player) NoFilm() string {
	switch {
	case p.Head == nil || p.filmed() != nil:
		return ""
	case p.env.Boxed:
		return p.T("film.none.boxed")
	case p.Head.Session != nil && p.Hash.Page != "live":
		return p.T("film.none.play")
	}
	return p.T("film.none")
}

// filmLook is how the steps of a film are drawn: as they are shown.
func (p *Player) filmLook() film.Look {
	v := p.view(p.Shown())
	return film.Look{Layout: film.Layouts[v.Layout], View: v.Plan, Lang: p.Lang()}
}

// Films is the last step that a film can have, and what is to be said of the one that is chosen; fits is false of one
// that is too long. Without a lesson, ok is false.
func (p *Player) Films() (last int, says string, fits, ok bool) {
	of := p.filmed()
	if of == nil {
		return 0, "", false, false
	}
	f, takes := p.Share.Film, time.Duration(0)
	for n := f.From; n <= f.To; n++ {
		takes += of.Dwell(n, p.Lang())
	}
	if !p.still() {
		takes += time.Duration(f.To-f.From) * film.MoveTakes
	}
	n := f.To - f.From + 1
	if n > film.MaxReel {
		return of.Last(), p.T("film.many", "n", strconv.Itoa(n), "most", strconv.Itoa(film.MaxReel)), false, true
	}
	return of.Last(), p.T("film.takes", "n", strconv.Itoa(n), "time", tell.Wait(takes.Round(time.Second))), true, true
}

func (m FilmFrom) do(p *Player) {
	if last, _, _, ok := p.Films(); ok {
		f := &p.Share.Film
		f.From = min(max(m.N, 0), last)
		f.To = max(f.From, f.To)
	}
}

func (m FilmTo) do(p *Player) {
	if last, _, _, ok := p.Films(); ok {
		f := &p.Share.Film
		f.To = min(max(m.N, 0), last)
		f.From = min(f.From, f.To)
	}
}

func (m MakeFilm) do(p *Player) {
	_, says, fits, ok := p.Films()
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
	reel := p.filmed().Reel(f.From, f.To, p.filmLook())
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
