package sim

import (
	"slices"
)

// choice is what can happen next in a state.
type choice struct {
	name   string
	do     []Command
	caller int // whose next command it is; -1 of what actors and time do
	feet   feet
}

// expand looks at every step that can be taken in a state.
func (x *Exploration) expand(from int) {
	s := x.states[from]
	if len(s.Marks) > 0 && slices.ContainsFunc(s.Marks, func(m Mark) bool { return m.Kind == Broke || m.Kind == Crashed }) {
		x.states[from].Open = false
		return // what comes after it follows from it
	}
	w := x.stand(from)
	all := x.choices(w, s.given)
	switch {
	case len(all) == 0:
		x.states[from].Ended, x.states[from].Open = true, false
		for _, m := range leftIn(w) {
			if !slices.Contains(x.usual, m) {
				x.states[from].Marks = append(x.states[from].Marks, m)
			}
		}
		return
	case s.Depth >= x.bounds.Depth:
		x.cut = true
		return
	}
	for _, c := range all {
		step := Step{From: from, Name: c.name, Do: c.do}
		step.To = x.beside(from, c)
		if step.To < 0 {
			if w == nil {
				w = x.stand(from)
			}
			step.To, step.Marks = x.play(w, from, &c)
			w = nil
		}
		if step.To < 0 {
			x.full = true
			return
		}
		x.states[from].Out = append(x.states[from].Out, len(x.steps))
		x.states[step.To].in = append(x.states[step.To].in, len(x.steps))
		x.steps, x.feet = append(x.steps, step), append(x.feet, c.feet)
	}
	x.states[from].Open = false
}

// stand is a world in a state, which the caller may change.
func (x *Exploration) stand(state int) *World {
	w := x.world
	if x.world = nil; w != nil && x.at == state {
		return w
	}
	w, err := x.World(state)
	if err != nil {
		panic("sim: what was played once cannot be played again: " + err.Error())
	}
	return w
}

// play takes a step and says where it leads; -1 when there is no room for another state.
func (x *Exploration) play(w *World, from int, c *choice) (to int, wrong []Mark) {
	x.played++
	seen := w.rec.Len()
	for _, cmd := range c.do {
		// The API server may refuse what it is asked: that is an outcome, too.
		_ = w.Do(cmd)
	}
	s := State{Depth: x.states[from].Depth + 1, Via: len(x.steps), given: x.states[from].given}
	if c.caller >= 0 {
		s.given = slices.Clone(s.given)
		s.given[c.caller]++
	}
	wrong = missed(w, seen)
	if s.Marks = marks(w, x.broken); len(s.Marks)+len(wrong) > 0 {
		c.feet = everything
	}
	return x.found(w, s), wrong
}

// found looks whether a state was seen before, and gives its number.
func (x *Exploration) found(w *World, s State) int {
	key := fingerprintOf(w, s.given)
	if at, ok := x.known[key]; ok {
		return at
	}
	if len(x.states) >= x.bounds.States {
		return -1
	}
	at := len(x.states)
	x.known[key] = at
	s.Open = true
	x.states = append(x.states, s)
	x.world, x.at = w, at
	return at
}

// choices are what can happen next: the next command of a caller, a due actor, or time.
func (x *Exploration) choices(w *World, given []int) []choice {
	var all []choice
	for i, c := range x.callers {
		if given[i] == len(c.commands) {
			continue
		}
		if cmd := c.commands[given[i]]; w.Refuses(cmd) == nil {
			all = append(all, choice{name: nameOf(w, cmd), do: []Command{cmd}, caller: i, feet: w.feetOf(cmd)})
		}
	}
	due, soon := w.ready()
	for _, a := range due {
		all = append(all, choice{name: a.name + " " + a.what, do: []Command{{Verb: "step", Actor: a.name}}, caller: -1, feet: w.feetOfActor(a)})
	}
	if len(due) > 0 || w.rests() {
		return all
	}
	for _, a := range soon {
		// Whoever is due at the same time stands still meanwhile.
		var do []Command
		for _, b := range soon {
			if b != a {
				do = append(do, Command{Verb: "hold", Text: b.name})
			}
		}
		do = append(do, Command{Verb: "step"})
		for _, b := range soon {
			if b != a {
				do = append(do, Command{Verb: "release", Text: b.name})
			}
		}
		all = append(all, choice{name: a.name + " " + a.what, do: do, caller: -1, feet: everything})
	}
	return all
}

// ready are the actors who are due, and, of those who are not, who will be first.
func (w *World) ready() (due, soon []*actor) {
	for _, a := range w.actors {
		switch {
		case !a.ready || a.held:
		case a.at <= w.now:
			due = append(due, a)
		case len(soon) > 0 && a.at > soon[0].at:
		case len(soon) > 0 && a.at == soon[0].at:
			soon = append(soon, a)
		default:
			soon = []*actor{a}
		}
	}
	return due, soon
}

// rests reports whether nothing is left to happen but what happens in a quiet cluster, again and again: a
// watch ends and is opened anew, handlers hear the store once more, the detector compares.
func (w *World) rests() bool {
	for _, a := range w.actors {
		quiet := a.name == "resync" || a.name == "detector" || a.name == "reflector" && a.what == "closed"
		if a.ready && !a.held && !quiet {
			return false
		}
	}
	return true
}

// nameOf is a command as it would be written at this moment: with the key that its worker holds.
func nameOf(w *World, c Command) string {
	if v := verbs[c.Verb]; c.Key == "" && v.form.keyed {
		c.Key = w.keyOf(c)
	}
	return c.String()
}

// callersOf deals the commands of a script out to who gives them. A worker who is told the key that he
// holds then is told none: in another order he may hold another.
func callersOf(w *World, script []Line) []caller {
	var all []caller
	for _, l := range script {
		c := l.Command
		v := verbs[c.Verb]
		w.Advance(l.Wait)
		k := w.worker(c.Actor)
		if v != nil && (v.act != nil || v.acts(c) || c.Verb == "hold" || c.Verb == "release") {
			_ = w.again(Timed{Command: c})
			continue
		}
		given := c
		if v != nil && v.form.keyed && k != nil && (k.has && k.key == c.Key || !k.has && c.Verb == "Done") {
			given.Key = ""
		}
		name := ""
		if k != nil && v != nil && !v.form.script {
			name = c.Actor
		}
		i := slices.IndexFunc(all, func(c caller) bool { return c.name == name })
		if i < 0 {
			i, all = len(all), append(all, caller{name: name})
		}
		all[i].commands = append(all[i].commands, given)
		_ = w.again(Timed{Command: c})
	}
	return all
}
