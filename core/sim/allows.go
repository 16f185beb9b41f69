package sim

import (
	"fmt"
	"slices"
	"time"

	"github.com/informerscope/informerscope/core/trace"
)

// What cannot be done is refused before anything changes: what was seen, what was expected,
// and so what to do next.

// acts reports whether the command is an actor's own action; read is one of the
// reflector's, and a worker's call of a lister.
func (c Command) acts(v verb) bool { return v.own || c.Verb == "read" && c.Actor == "reflector" }

// allows refuses what cannot be done, before anything changes.
func (w *World) allows(c Command, v verb) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("sim: %s: "+format, append([]any{c}, args...)...)
	}
	if c.Times < 0 || c.Times > MaxTimes {
		return bad("x%d: want 1 to %d times", c.Times, MaxTimes)
	}
	if w.crashed && c.Verb != "run" {
		return bad("the program has ended with a panic: nothing can be done after it")
	}
	if v.who == "" && c.Actor != "" {
		return bad("%s takes no actor: leave %s out", c.Verb, c.Actor)
	}
	if v.who == "worker" && w.worker(c.Actor) == nil {
		return w.noWorker(c, bad)
	}
	if v.informer && w.inf == nil {
		return bad("the engine workqueue has no informer: want %s", either(Engines()))
	}
	if v.server && w.inf == nil {
		return bad("the engine workqueue has no API server: want %s", either(Engines()))
	}
	if v.server && w.inf.server == nil {
		return bad("the API server is outside and is only read")
	}
	if c.acts(v) {
		return w.canAct(c, c.Verb, bad)
	}
	if v.form == formKey || v.form == formKeyAfter {
		if err := w.allowsKey(c, bad); err != nil {
			return err
		}
	}
	switch {
	case v.informer:
		return w.allowsInformer(c, bad)
	case v.server:
		return w.allowsServer(c, bad)
	}
	return w.allowsCall(c, bad)
}

type badly = func(format string, args ...any) error

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

// allowsInformer is for the informer, its handlers and who reads its store.
func (w *World) allowsInformer(c Command, bad badly) error {
	switch c.Verb {
	case "read":
		if w.worker(c.Actor) == nil {
			return bad("want a worker before it, as in W1 read")
		}
	case "mutate":
		if _, ok := w.inf.index.Get(c.Object().Key()); !ok {
			return bad("the store has no %s: start the informer and let it arrive first", c.Object().Key())
		}
		if c.Node == "" {
			return bad("want the node to write into it, as in mutate %s n9", c.Name)
		}
	case "start":
		if w.inf.refl != nil {
			return bad("the informer runs already: leave this out")
		}
	case "stop", "resync":
		if w.inf.refl == nil {
			return bad("the informer does not run: start it first")
		}
	case "add-index":
		_, _, err := keyOf(c.Text)
		return err
	case "add-handler":
		_, err := w.inf.handlerOf(c.Text)
		return err
	case "remove-handler":
		if !slices.ContainsFunc(w.inf.handlers, func(h *handler) bool { return h.name == c.Text }) {
			return bad("there is no such handler%s", Instead(c.Text, w.handlerNames()))
		}
	}
	return nil
}

// allowsServer is for the API server inside the World.
func (w *World) allowsServer(c Command, bad badly) error {
	switch c.Verb {
	case "create", "update", "delete":
		return w.allowsWrite(c, bad)
	case "rv", "compact", "bookmark":
		if c.RV != "" && trace.Number(c.RV) == 0 {
			return bad("%q is not a resourceVersion: want a number, as in %s 12", c.RV, c.Verb)
		}
	}
	return nil
}

// allowsCall is for the queue, its workers and the schedule.
func (w *World) allowsCall(c Command, bad badly) error {
	k := w.worker(c.Actor)
	switch c.Verb {
	case "Get":
		if k.blocked {
			return bad("%s waits inside Get already: Add a key, and Get returns", k.name)
		}
		if k.stopped {
			return bad("%s has left: Get said that the queue is shut down: leave this out", k.name)
		}
	case "ok", "fail":
		if !k.has {
			return bad("%s holds no key: want %s Get before it", k.name, k.name)
		}
	case "AddAfter":
		if c.After < 0 {
			return bad("want a duration that is not negative")
		}
	case "hold", "release":
		if !slices.ContainsFunc(w.actors, func(a *actor) bool { return a.name == c.Text && !a.gone }) {
			return bad("there is no such actor%s", Instead(c.Text, w.actorNames()))
		}
	case "worker":
		script, err := parseScript(c.Text)
		if err == nil && w.inf == nil && slices.ContainsFunc(script, func(o op) bool { return o.verb == "read" }) {
			return bad("the engine workqueue has no store to read: leave read out")
		}
		return err
	case "auto":
		if c.Text != "on" && c.Text != "off" {
			return bad("want on or off")
		}
	case "set":
		return w.allowsKnob(c, bad)
	case "step":
		if c.Actor != "" {
			return w.canAct(c, "", bad)
		}
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

func (w *World) allowsWrite(c Command, bad badly) error {
	key := c.Object().Key()
	if c.Name == "" {
		return bad("want a name")
	}
	_, err := w.inf.server.Get(resource, key)
	if c.Verb == "create" && err == nil {
		return bad("%s exists already: update it, or delete it first", key)
	}
	if c.Verb != "create" && err != nil {
		return bad("%s does not exist at the API server: create it first", key)
	}
	if c.RV != "" && trace.Number(c.RV) == 0 {
		return bad("%q is not a resourceVersion: want a number", c.RV)
	}
	if c.RV != "" && trace.Number(c.RV) <= trace.Number(w.inf.server.RV()) {
		return bad("rv %s is not ahead of the server's %s: want a greater one, or none", c.RV, w.inf.server.RV())
	}
	return nil
}

func (w *World) allowsKnob(c Command, bad badly) error {
	switch c.Text {
	case "workers":
		if c.Value < 0 || c.Value > MaxWorkers || c.Value != float64(int(c.Value)) {
			return bad("want 0 to %d workers", MaxWorkers)
		}
	case "failure":
		if !(c.Value >= 0 && c.Value <= 1) {
			return bad("want a rate from 0 to 1")
		}
	case "duration":
		if c.After < 0 {
			return bad("want a duration that is not negative")
		}
	default:
		return bad("unknown knob %q%s", c.Text, Instead(c.Text, []string{"workers", "duration", "failure"}))
	}
	return nil
}
