package page

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/model"
)

// playTools are the choices of the playground's buttons.
type playTools struct {
	key string // of the queue
	pod string
	did string // what the last command did, for the headline

	lost bool // the session is too long for a link

	settings bool    // the fold of the settings is open
	earlier  earlier // before the settings were changed last
}

// maxInline bounds the commands of a link to a playground.
const maxInline = 500

// startPlay brings up a world with an API server, an informer and two workers, or the world
// of the lesson that was left. The link's commands are carried out first; one that fails
// stops there and says why.
func (p *Page) startPlay() {
	player, err := p.newPlay()
	if err != nil {
		p.say(err.Error(), true)
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
		p.carryOut(p.hash.Inline, s.Branch().Last())
	}
	if at, text, ok := strings.Cut(p.hash.If, ":"); ok {
		if n, err := strconv.Atoi(at); err == nil && n >= 0 && n <= s.Branch().Last() {
			p.carryOut(text, n)
		} else {
			p.say(p.t("play.badIf", "at", shown(at), "of", strconv.Itoa(s.Branch().Last())), true)
		}
	}
	at := p.hash.Step
	if at == 0 && (player.base == nil || s.Shown() > 0) {
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

// carryOut does the commands of a link, the first after step at.
func (p *Page) carryOut(text string, at int) {
	if text == "" {
		return
	}
	for i, part := range strings.Split(text, ";") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if i >= maxInline {
			p.say(p.t("play.long", "n", strconv.Itoa(maxInline)), true)
			return
		}
		l, err := sim.ParseLine(part)
		if err == nil {
			_, err = p.player.session.Do(at, l)
		}
		if err != nil {
			p.say(p.sessionError(err), true)
			return
		}
		at = p.player.session.Branch().Last()
	}
}

// inline prints commands as links carry them, a step each. Time that passes with nothing
// after it is a run until then.
func inline(steps [][]sim.Timed) string {
	var parts []string
	for _, step := range steps {
		var wait time.Duration
		var end int64
		for _, t := range step {
			if t.Verb == "advance" {
				wait, end = wait+t.After, t.At+int64(t.After)
				continue
			}
			parts = append(parts, sim.Line{Wait: wait, Command: t.Command}.String())
			wait = 0
		}
		if wait > 0 {
			parts = append(parts, "run t="+time.Duration(end).String())
		}
	}
	return strings.Join(parts, "; ")
}

// keepPlay writes the session into the hash: the original, and the future that is shown
// beside it. What is too long for a link is left out.
func (p *Page) keepPlay() {
	pl := p.player
	s, h := pl.session, &p.hash
	h.Step, h.Inline, h.If = pl.step, "", ""
	if pl.base == nil {
		b := s.Branches()[0]
		h.Inline = inline(b.Commands(0, b.Last()))
	}
	from := -1
	for i := s.Shown(); i > 0; i = s.Branches()[i].Parent {
		if b := s.Branches()[i]; from < 0 || b.Step < from {
			from = b.Step
		}
	}
	if from >= 0 {
		h.If = strconv.Itoa(from) + ":" + inline(s.Branch().Commands(from, s.Branch().Last()))
	}
	if p.tools.lost = len(h.Inline) > maxValue || len(h.If) > maxValue; p.tools.lost {
		h.Inline, h.If = "", ""
	}
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
	pl.follow(pl.session.Branch().Last())
	p.tools.did = c.String()
	if r := pl.world.Result(); r != "" && c.Verb == "Get" {
		p.tools.did += " => " + r
	}
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
	return sim.PlainText(err.Error())
}

// act lets whoever is next act, or time pass until somebody is; false when nobody ever will.
func (p *Page) act() bool {
	pl := p.player
	if pl.session == nil {
		return false
	}
	_, err := pl.session.Do(pl.step, sim.Line{Command: sim.Command{Verb: "step"}})
	if err != nil {
		p.tools.did = p.sessionError(err)
		return false
	}
	step := pl.step
	pl.follow(step)
	p.tools.did = pl.line.Step(step + 1).Label
	return true
}

func (p *Page) playLine() string {
	pl := p.player
	if pl.base != nil && pl.step <= pl.told() {
		if beat := pl.Beat(p.lang()); beat != "" {
			return beat
		}
		return "**" + pl.line.Step(pl.step).Label + "**"
	}
	if pl.step < pl.line.Last() {
		return "**" + pl.line.Step(pl.step).Label + "** " + p.t("play.past")
	}
	if p.tools.did == "" && pl.step == pl.line.First() {
		return p.t("play.empty")
	}
	said := p.tools.did
	if said == "" {
		said = pl.line.Step(pl.step).Label
	}
	events := pl.line.Events(pl.step)
	for i := len(events) - 1; i >= 0; i-- {
		if op := events[i].Op; op != trace.Step && op != trace.StoreRV && op != trace.ReflRV && op != trace.FIFOInit {
			said = p.op(events[i])
			break
		}
	}
	return "**" + said + "** " + pl.now.Line("q", "d", "p")
}
