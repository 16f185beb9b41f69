package tell

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// sourceURL leads to a line of client-go, or of controller-runtime, in the version that everything here is
// verified against.
func sourceURL(file string, line int) string {
	home := "kubernetes/client-go/blob/" + scenarios.ClientGo
	if core.OfRuntime(file) {
		home = "kubernetes-sigs/controller-runtime/blob/" + scenarios.ControllerRuntime
	}
	return "https://github.com/" + home + "/" + file + "#L" + strconv.Itoa(line)
}

// OriginURL leads to client-go's line; "" where client-go has no part in it.
func OriginURL(o core.Origin) string {
	if o.Line == 0 {
		return ""
	}
	return sourceURL(o.File, o.Line)
}

// Place is the name of client-go's line: "queue.go:249".
func Place(o core.Origin) string { return path.Base(o.File) + ":" + strconv.Itoa(o.Line) }

// OriginSays is what stands before the way to client-go's line.
func (t Teller) OriginSays(o core.Origin) string {
	if o.Line == 0 {
		return ""
	}
	if core.OfRuntime(o.File) {
		return t.Say("code.origin.runtime")
	}
	return t.Say("code.origin")
}

// OwnSays is what stands there in the tab of the reader's controller: where the step is at work when
// none of its lines runs.
func (t Teller) OwnSays(o model.Own) string {
	switch {
	case o.Count > 0:
		return t.OriginSays(o.Origin)
	case o.Unwritten != "":
		return t.Say("own.unwritten", "call", o.Unwritten)
	case o.Origin.Line != 0:
		return t.Say("own.inside")
	case o.Event.Op == trace.ServerPut || o.Event.Op == trace.ServerDel:
		return t.Say("own.write")
	case o.Event.Op.Group() == trace.GroupServer:
		return t.Say("own.server")
	}
	return t.Say("own.none")
}

// OwnMargin says whose calls a line is running, "W1: a"; who has not come back from it, and whose
// key waits for it.
func (t Teller) OwnMargin(m Moment, o model.Own, line int) string {
	ran := func(r model.Run) bool {
		return slices.ContainsFunc(o.Ran, func(ran model.Run) bool { return ran.Line == r.Line && ran.Actor == r.Actor })
	}
	var in, owed []model.Run
	for _, r := range o.At {
		switch {
		case r.Owed:
			owed = append(owed, r)
		case !ran(r): // who runs it in this step is named
			in = append(in, r)
		}
	}
	said := t.whose(m, o.Ran, line)
	for _, more := range []struct {
		message string
		runs    []model.Run
	}{{"own.in", in}, {"own.owed", owed}} {
		if who := t.whose(m, more.runs, line); len(who) > 0 {
			said = append(said, t.Say(more.message, "mark", strings.Join(who, t.Say("join.parts"))))
		}
	}
	return strings.Join(said, t.Say("join.parts"))
}

// whose names, one actor after the other, who is in a line and with which keys.
func (t Teller) whose(m Moment, runs []model.Run, line int) (said []string) {
	rec := m.Line.Head().Recorder()
	var actors []uint16
	keys, times := map[uint16][]string{}, map[uint16]int{}
	for _, r := range runs {
		if !r.Runs(line) {
			continue
		}
		if !slices.Contains(actors, r.Actor) {
			actors = append(actors, r.Actor)
		}
		times[r.Actor] += r.Times
		if r.Key != 0 {
			keys[r.Actor] = append(keys[r.Actor], Middle(text.Visible(m.Line.Head().Name(r.Key)), 14))
		}
	}
	for i, a := range actors {
		if i == marksMost {
			break
		}
		k := keys[a]
		if more := len(k) - markKeysMost; more > 0 {
			k = append(k[:markKeysMost], t.Say("code.more", "n", strconv.Itoa(more)))
		}
		what := strings.Join(k, " ")
		if len(k) == 1 && times[a] > 1 {
			what += " ×" + strconv.Itoa(times[a])
		}
		switch who := text.Visible(rec.ActorName(a)); {
		case who == "" && what == "": // a call that nobody in particular makes, about no key
			continue
		case what == "":
			what = who
		case who != "":
			what = t.Say("own.mark", "who", who, "keys", what)
		}
		said = append(said, what)
	}
	return said
}

// Source is a function of client-go and its lines that do what a zone shows.
type Source struct {
	Func  string
	Lines []core.Origin
}

// Sources are client-go's functions behind a zone, each with its lines; what an engine does in a way
// of its own is that of the engine shown in s. The API server has none.
func Sources(zone string, s *state.State) (all []Source) {
	engine := s.Engine().Name
	for _, o := range core.Origins() {
		other := func(w string) bool { return w != engine && slices.Contains(sim.Engines(), w) }
		if g := o.Op.Group(); core.OfRuntime(o.File) != (s.Priorities() && (g == trace.GroupQueue || g == trace.GroupHeap)) {
			continue // of the other queue
		}
		if !slices.Contains(scene.ZoneOf(zone).Groups, o.Op.Group()) || slices.ContainsFunc(o.Words, other) {
			continue
		}
		o, _ = core.OriginOf(o.Op, append(o.Words, engine)...)
		i := slices.IndexFunc(all, func(f Source) bool { return f.Func == o.Func })
		if i < 0 {
			i, all = len(all), append(all, Source{Func: o.Func})
		}
		if !slices.ContainsFunc(all[i].Lines, func(l core.Origin) bool { return l.Line == o.Line }) {
			all[i].Lines = append(all[i].Lines, o)
		}
	}
	for _, f := range all {
		slices.SortFunc(f.Lines, func(a, b core.Origin) int { return a.Line - b.Line })
	}
	return all
}
