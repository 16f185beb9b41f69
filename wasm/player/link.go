package player

import (
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/tell"
)

// A link holds a playground as the commands that lead there: z those of the original, and if
// those of each other future, a line each, the first line the first future:
//
//	5:W2 Get; Add b     leaves the original after its step 5
//	1.6:Add c           leaves the first future after step 6
//	*1.7:W1 Done        the same, and this one is shown; else it is the last line's
//	*                   the original is shown

// maxShown bounds what is shown of a command in a link, in characters.
const maxShown = 40

// maxInline bounds the commands of a link to a playground.
const maxInline = 500

// carryOut does the commands of a link where the shown future ends, or begins another one
// with them after step fork of it, when that is not negative. Commands that were meant for either queue are asked for as
// this one has them. It reports whether all went well, and else says what did not.
func (p *Player) carryOut(text string, fork int, either bool) bool {
	s := p.Head.Session
	for i, part := range strings.Split(text, ";") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if i >= maxInline {
			p.say(tell.Message("play.long", "n", strconv.Itoa(maxInline)), true)
			return false
		}
		l, err := sim.ParseLine(part)
		if either {
			l.Command = l.Command.On(p.Head.Queue())
		}
		switch {
		case err != nil:
		case p.refuses(l.Command):
			return false
		case fork >= 0:
			err, fork = s.Fork(fork, l), -1
		default:
			_, err = s.Do(s.Branch().Last(), l)
		}
		if err != nil {
			p.say(tell.Message("play.link.refused", "n", strconv.Itoa(i+1), "command", middle(visible(part), maxShown), "why", unable(err)), true)
			return false
		}
	}
	return true
}

// future is a line of a link's if. Without commands it leads nowhere: the line is empty, or only says
// that the original is shown.
type future struct {
	shown                  bool
	parent, step, commands string
}

// parseFuture reads a line of a link's if. Whether there are such a future and such a step is takeFutures's to say.
func parseFuture(line string) (f future, ok bool) {
	line, f.shown = strings.CutPrefix(line, "*")
	where, commands, colon := strings.Cut(line, ":")
	if !colon {
		return f, strings.TrimSpace(line) == ""
	}
	f.commands = commands
	var nested bool
	if f.parent, f.step, nested = strings.Cut(where, "."); !nested {
		f.parent, f.step = "0", f.parent
	}
	return f, strings.Trim(commands, "; \t\r") != ""
}

// takeFutures brings up the other futures of a link, or of another queue.
func (p *Player) takeFutures(text string, either bool) {
	s, show := p.Head.Session, -1
	for _, line := range strings.Split(text, "\n") {
		f, ok := parseFuture(line)
		if !ok {
			return // Parse has named it
		}
		if f.commands == "" {
			if f.shown {
				show = 0
			}
			continue
		}
		if f.shown {
			show = len(s.Branches())
		}
		i, err := strconv.Atoi(f.parent)
		if err != nil || i < 0 || i >= len(s.Branches()) {
			p.say(tell.Message("play.badFuture", "n", visible(f.parent), "of", strconv.Itoa(len(s.Branches())-1)), true)
			return
		}
		s.Show(i)
		at, err := strconv.Atoi(f.step)
		if err != nil || at < 0 || at > s.Branch().Last() {
			p.say(tell.Message("play.badIf", "name", tell.Saying(func(tell.Teller) string { return p.BranchName(i) }), "at", visible(f.step), "of", strconv.Itoa(s.Branch().Last())), true)
			return
		}
		if !p.carryOut(f.commands, at, either) {
			return
		}
	}
	s.Show(show)
}

// futures prints the other futures as links carry them.
func (p *Player) futures() string { return p.futuresOn(p.Head.Queue()) }

// futuresOn is futures, with the commands as a queue is asked for them.
func (p *Player) futuresOn(queue string) string {
	s := p.Head.Session
	var lines []string
	if s.Shown() == 0 && len(s.Branches()) > 1 {
		lines = append(lines, "*")
	}
	for i, b := range s.Branches() {
		if i == 0 {
			continue
		}
		line := strconv.Itoa(b.Step) + ":" + inline(asked(b.Commands(b.Step, b.Last()), queue))
		if b.Parent > 0 {
			line = strconv.Itoa(b.Parent) + "." + line
		}
		if i == s.Shown() && i < len(s.Branches())-1 {
			line = "*" + line
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// ranked reports whether priorities were left out of what was done, since the queue has none.
func (p *Player) ranked() bool {
	for _, b := range p.Head.Session.Branches() {
		for _, t := range b.World.Log() {
			if t.Command.On(sim.PriorityQueue).Priority != t.Priority {
				return true
			}
		}
	}
	return false
}

// asked are the commands of steps as a queue is asked for them.
func asked(steps [][]sim.Timed, queue string) [][]sim.Timed {
	for _, step := range steps {
		for i := range step {
			step[i].Command = step[i].Command.On(queue)
		}
	}
	return steps
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

// kept is what a playground's link was written from.
type kept struct {
	line            *model.Timeline
	last, i, of     int
	inline, futures string
}

// keepPlay writes the session into the hash: every future, and where the playhead stands.
// What is too long for a link is left out.
func (p *Player) keepPlay(h *Hash) {
	s := p.Head.Session
	is := kept{line: p.Head.Line, last: p.Head.Line.Last(), i: s.Shown(), of: len(s.Branches())}
	if was := p.Tools.kept; was.line == is.line && was.last == is.last && was.i == is.i && was.of == is.of {
		h.Inline, h.If = was.inline, was.futures
		return
	}
	h.Inline, h.If = "", p.futures()
	if p.Head.Base == nil {
		b := s.Branches()[0]
		h.Inline = inline(b.Commands(0, b.Last()))
	}
	if p.Tools.Lost = len(h.Inline) > maxValue || len(h.If) > maxValue; p.Tools.Lost {
		h.Inline, h.If = "", ""
	}
	is.inline, is.futures = h.Inline, h.If
	p.Tools.kept = is
}
