package page

import (
	"errors"
	"strconv"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/wasm/model"
)

// playTools are the choices of the playground's buttons.
type playTools struct {
	key  string // of the queue
	pod  string
	rest string // instead of the headline at the newest step: why Step did nothing

	lost bool // the session is too long for a link

	settings bool    // the fold of the settings is open
	earlier  earlier // before the settings were changed last
}

// startPlay brings up a world with an API server, an informer and two workers, or the world
// of the lesson that was left. The link's commands are carried out first; one that fails
// stops there and says why.
func (p *Page) startPlay() {
	player, err := p.newPlay()
	if err != nil {
		p.say(p.refusal(err), true)
		return
	}
	p.player = player
	p.tools = playTools{key: "a", pod: "p1", settings: p.tools.settings}
	if met := player.now.Keys; player.base != nil && len(met) > 0 {
		p.tools.key = player.now.Text(met[0].ID) // the lesson's own
	}
	if pods := p.playPods(); len(pods) > 0 {
		p.tools.pod = pods[0]
	}
	s := player.session
	if player.base == nil {
		p.carryOut(p.hash.Inline, -1)
	}
	p.takeFutures(p.hash.If)
	at := p.hash.Step
	if at == Newest {
		at = s.Branch().Last()
	}
	player.follow(at)
}

func (p *Page) newPlay() (*Player, error) {
	if p.hash.Lesson != "" {
		if l := p.findLesson(); l != nil {
			return NewWhatIf(l, p.hash.Engine, p.hash.Step)
		}
		if p.hash.File {
			p.say(p.t("file.gone"), true)
		} else {
			p.noLesson()
		}
		p.hash.Lesson, p.hash.File = "", false
		p.hash.Step, p.hash.Part, p.hash.If = 0, 0, "" // they belong to what is not here
	}
	s, _ := parseSettings(p.hash.Set)
	return newSandbox(p.hash.Engine, s)
}

// command carries out one command of the playground where the playhead stands, and shows
// what it did. At an earlier step that begins a what-if.
func (p *Page) command(c sim.Command) {
	pl := p.player
	p.motion.stop()
	pl.playing = false
	if _, err := pl.session.Do(pl.step, sim.Line{Command: c}); err != nil {
		p.say(p.sessionError(err), true)
		p.draw()
		return
	}
	p.say("", false)
	p.tools.rest = ""
	pl.follow(pl.session.Branch().Last())
	p.save()
	p.drawScrubber()
	p.between(pl.before, pl.now, pl.step, 0, false)
}

// sessionError is why a session did not do what was asked.
func (p *Page) sessionError(err error) string {
	switch {
	case errors.Is(err, model.ErrBranches):
		return p.t("fork.many", "n", strconv.Itoa(model.MaxBranches))
	case errors.Is(err, model.ErrPlayed):
		return p.t("play.tooLong", "n", strconv.Itoa(model.MaxPlayed))
	case errors.Is(err, model.ErrIdle):
		return p.t("play.rest")
	}
	return p.refusal(err)
}

// act lets whoever is next act, or time pass until somebody is; false when nobody ever will, or
// only after so long a time that the reader is told first.
func (p *Page) act() bool {
	pl := p.player
	if pl.session == nil {
		return false
	}
	if far := p.far(); far != "" && p.tools.rest == "" {
		p.tools.rest = far
		return false
	}
	p.tools.rest = ""
	if _, err := pl.session.Do(pl.step, sim.Line{Command: sim.Command{Verb: "step"}}); err != nil {
		p.tools.rest = p.sessionError(err)
		return false
	}
	pl.follow(pl.step)
	return true
}

// farOff is how long Step lets pass unasked until somebody acts whom no call has put off, such
// as the reflector at the watch's timeout. What was called for is waited for however long.
const farOff = time.Minute

// far says, at the newest step, that nothing happens for a long time unless the reader does
// something; "" where Step goes on.
func (p *Page) far() string {
	pl := p.player
	w := pl.world
	at, ok := w.Next()
	if !ok || at-w.Now() < int64(farOff) {
		return ""
	}
	var next sim.Actor
	for _, a := range w.Actors() {
		if a.What != "" && a.At == at && (next.Name == "" || a.Name == "delay") {
			next = a
		}
	}
	if next.Name != "reflector" && next.Name != "resync" {
		return "" // an appointment, a pass or a call of a handler
	}
	until := p.t("play.until", "actor", next.Name)
	if next.What == "closed" {
		until = p.t("play.until.closed")
	}
	key, args := "play.far", []string{"t", waits(time.Duration(at - w.Now())), "what", until}
	s := pl.line.Head()
	if s.Server.Link == "partition" {
		return p.t("play.far.cut", args...)
	}
	for _, k := range s.Workers {
		switch {
		case k.Busy:
			key, args = "play.far.held", append(args, "worker", k.Name, "key", p.keyName(s.Name(k.Key)))
		case len(s.Queue) > 0 && !k.Blocked:
			return p.t("play.far.queued", append(args, "worker", k.Name, "key", p.keyName(s.Name(s.Queue[0])))...)
		}
	}
	return p.t(key, args...)
}

// playLine is the headline of a playground.
func (p *Page) playLine() string {
	pl := p.player
	last := pl.step == pl.line.Last()
	switch {
	case last && p.tools.rest != "":
		return p.tools.rest
	case pl.base != nil && pl.step <= pl.told() && pl.Beat(p.lang()) != "":
		return p.tale()
	case pl.step == pl.line.First():
		return p.t("play.empty")
	}
	return p.caption(pl.step)
}
