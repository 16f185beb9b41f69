package sim

import (
	"fmt"
	"time"
)

// What cannot be done is refused before anything changes: what was seen, what was expected,
// and so what to do next.

// badly makes the error of a command that is refused.
type badly = func(format string, args ...any) error

// allows refuses what cannot be done, before anything changes: first what many verbs have in
// common, then what the verb itself wants.
func (w *World) allows(c Command, v *verb) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("sim: %s: "+format, append([]any{c}, args...)...)
	}
	switch {
	case c.Times < 0 || c.Times > MaxTimes:
		return bad("x%d: want 1 to %d times", c.Times, MaxTimes)
	case w.crashed && !v.always:
		return bad("the program has ended with a panic: nothing can be done before restart")
	case v.who == nobody && c.Actor != "":
		return bad("%s takes no actor: leave %s out", c.Verb, c.Actor)
	case v.who == aWorker && w.worker(c.Actor) == nil:
		return w.noWorker(c, bad)
	case v.informer && w.inf == nil:
		return bad("the engine workqueue has no informer: want %s", either(Engines()))
	case v.server && w.inf == nil:
		return bad("the engine workqueue has no API server: want %s", either(Engines()))
	case v.queue != "" && v.queue != w.cfg.Queue:
		return bad("%s's queue has no %s: want queue: %s in the header or the settings, or leave it out", w.cfg.Queue, v.name, v.queue)
	case v.server && w.inf.server == nil:
		return bad("the API server is outside and is only read")
	case v.acts(c):
		return w.canAct(c, c.Verb, bad)
	}
	if v.form.keyed {
		if err := w.allowsKey(c, bad); err != nil {
			return err
		}
	}
	if v.allow == nil {
		return nil
	}
	return v.allow(w, c, bad)
}

// allowsKey sees that there is a key: the command's, or the one its worker holds.
func (w *World) allowsKey(c Command, bad badly) error {
	k := w.worker(c.Actor)
	if c.Key == "" && (k == nil || !k.has) {
		return bad("%s holds no key: want one, as in %s a", c.Actor, c.Verb)
	}
	if c.Actor != "" && k == nil {
		return w.noWorker(c, bad)
	}
	return nil
}

// canAct refuses an action that is not the actor's next, and says which is.
func (w *World) canAct(c Command, what string, bad badly) error {
	for _, a := range w.actors {
		switch {
		case a.name != c.Actor || a.gone:
		case !a.ready:
			return bad("%s has nothing to do now: what gives it work comes first", a.name)
		case what != "" && a.what != what:
			return bad("%s would %s next: want %s %s, or %s step", a.name, a.what, a.name, a.what, a.name)
		case a.at > w.now:
			return bad("%s waits until %s: let time pass first, as in +%s", a.name, time.Duration(a.at), time.Duration(a.at-w.now))
		default:
			return nil
		}
	}
	if c.Actor == "" {
		return bad("want an actor before it: %s", verbs[c.Verb].help)
	}
	return bad("there is no actor %q%s", c.Actor, Instead(c.Actor, w.actorNames()))
}

func (w *World) noWorker(c Command, bad badly) error {
	var names []string
	for _, k := range w.workers {
		names = append(names, k.name)
	}
	switch {
	case names == nil:
		return bad("there are no workers: want a header line workers: W1, or set workers 1 first")
	case c.Actor == "":
		return bad("want a worker before it: %s", either(names))
	}
	return bad("%q is not a worker%s", c.Actor, Instead(c.Actor, names))
}

func (w *World) actorNames() (names []string) {
	for _, a := range w.actors {
		if !a.gone {
			names = append(names, a.name)
		}
	}
	return names
}

func (w *World) handlerNames() (names []string) {
	for _, h := range w.inf.handlers {
		names = append(names, h.name)
	}
	return names
}
