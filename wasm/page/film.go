package page

import (
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// shareFilm is the choice of steps for a moving picture, and while one is made, how far it is.
func (p *Page) shareFilm() []app.UI {
	first, last, says, fits, ok := p.Films()
	if why := p.NoFilm(); why != "" {
		return []app.UI{plain("small", "class=quiet", why)}
	}
	if !ok {
		return nil
	}
	f := p.Share.Film
	step := func(act, label string, value int, says func(n int) player.Msg) app.UI {
		field := plain("input", "type=number|min="+strconv.Itoa(first)+"|step=1|max="+strconv.Itoa(last)+"|data-act="+act, "").Attr("value", value).
			OnChange(p.number(act, func(v float64) player.Msg { return says(int(v)) }))
		if f.File != "" {
			field.Attr("disabled", true)
		}
		return plain("label", "", p.T(label), field)
	}
	row := []app.UI{
		plain("span", "class=lab", p.T("film.title")),
		step("film-from", "film.from", f.From, func(n int) player.Msg { return player.FilmFrom{N: n} }),
		step("film-to", "film.to", f.To, func(n int) player.Msg { return player.FilmTo{N: n} }),
	}
	if f.File != "" {
		row = append(row, plain("progress", "max="+strconv.Itoa(f.To-f.From+1), "").Attr("value", f.Done).Attr("aria-label", p.T("film.making", "file", f.File)),
			p.press("film-stop", p.T("film.stop"), player.StopFilm{}))
	} else if fits {
		row = append(row, p.press("film-gif", "GIF", player.MakeFilm{Kind: "gif"}), p.press("film-webm", "WebM", player.MakeFilm{Kind: "webm"}))
	}
	return []app.UI{plain("div", "class=tools film|role=group", "", row...).Attr("aria-label", p.T("film.title")), plain("small", "class=quiet", says)}
}

// shoot has a script of its own make a film: it asks for a picture when it has drawn the one before.
func (p *Page) shoot(e player.Shoot) {
	p.endShoot()
	job := window().Get("Object").New()
	p.job = job
	withFaces(p.Web(), func(css string) {
		drawn := 0
		next := app.FuncOf(func(app.Value, []app.Value) any {
			svg, stays, done, ok := e.Next()
			if done > drawn {
				drawn = done
				p.say(player.FilmAt{N: e.N, Done: done})
			}
			if !ok {
				return nil
			}
			return map[string]any{"svg": withStyle(svg, css), "ms": stays.Milliseconds()}
		})
		job.Set("kind", e.Kind)
		job.Set("width", e.W)
		job.Set("height", e.H)
		job.Set("next", next)
		made := func(why string) {
			next.Release()
			p.say(player.FilmMade{N: e.N, Why: why})
		}
		settled(window().Get("informerscope").Call("film", job), func(file app.Value) {
			if file.Truthy() {
				hand(e.File, file)
			}
			made("")
		}, func(err app.Value) { made(err.Get("message").String()) })
	})
}

// endShoot stops the film that is made.
func (p *Page) endShoot() {
	if p.job != nil {
		p.job.Set("stopped", true)
	}
}

// withStyle puts rules into a picture that has a style of its own.
func withStyle(svg, css string) string { return strings.Replace(svg, "<style>", "<style>"+css, 1) }
