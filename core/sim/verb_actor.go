package sim

import (
	"slices"
	"strconv"
	"strings"
)

// The verbs by which actors act: what they do by themselves, and how time and scripts move
// them.
var actorVerbs = []verb{
	{name: "list", at: AtReflector, form: formNone, who: anyActor, own: true, informer: true, help: "reflector: take the answer of the LIST", named: "the LIST arrives"},
	{name: "replace", at: AtReflector, form: formNone, who: anyActor, own: true, informer: true, help: "reflector: hand the list to the FIFO", named: "the list goes into the FIFO"},
	{name: "watch", at: AtReflector, form: formNone, who: anyActor, own: true, informer: true, help: "reflector: open the WATCH", named: "the WATCH opens"},
	{name: "closed", at: AtReflector, form: formNone, who: anyActor, own: true, informer: true, help: "reflector: notice that the watch ended", named: "the reflector sees that the watch has ended"},
	{name: "timer", at: AtReflector, form: formNone, who: anyActor, own: true, informer: true, help: "reflector: the backoff has ended", named: "the reflector's wait is over"},
	{name: "pop", at: AtInformer, form: formNone, who: anyActor, own: true, informer: true, help: "controller: take what waits at the FIFO's head", named: "the FIFO hands out its head"},
	{name: "store", at: AtInformer, form: formNone, who: anyActor, own: true, informer: true, help: "controller: write the next change to the store, and notify", named: "the store is written"},
	{name: "end", at: AtInformer, form: formNone, who: anyActor, own: true, informer: true, help: "controller: end the pop", named: "the FIFO is free again"},
	{name: "handle", at: AtHandlers, form: formNone, who: anyActor, own: true, informer: true, help: "a handler takes its next notification", named: "{who} is called"},
	{name: "return", at: AtHandlers, form: formNone, who: anyActor, own: true, help: "a slow handler, or main from ShutDownWithDrain, returns", named: "{who} returns"},
	{name: "fire", at: AtQueue, form: formNone, who: anyActor, own: true, help: "delay: add the key whose time has come", named: "a wait is over"},
	{
		name: "step", form: formNone, who: anybody, help: "the actor's next action",
		allow: func(w *World, c Command, bad badly) error {
			if c.Actor == "" {
				return nil
			}
			return w.canAct(c, "", bad)
		},
		act: func(w *World, c Command) error { w.StepActor(c.Actor); return nil },
	},
	{
		name: "run", form: formUntil, always: true, help: "run until idle, call, list, watch, synced or t=10s",
		called: asRun,
		act:    func(w *World, c Command) error { return w.Run(c.Text) },
	},
	{
		name: "restart", form: formRestart, always: true, help: "the program begins anew: [start=list|stream] [pages=2] [resync=30s]",
		named: "the program starts anew",
		allow: func(w *World, c Command, bad badly) error {
			if w.inf != nil && w.inf.server == nil {
				return bad("the API server is outside, and so is the program: load the page again")
			}
			if w.inf == nil && c.Text != "" {
				return bad("the engine workqueue has no informer: leave %s out", c.Text)
			}
			return nil
		},
		do:      func(w *World, c Command) error { w.restart(c); return nil },
		buttons: []Button{{Group: AtQueue, Act: "restart", Message: "play.restart"}},
	},
	{
		name: "worker", at: AtWorker, form: formScript, who: aWorker, help: "give a worker his script",
		allow: func(w *World, c Command, bad badly) error {
			script, err := parseScript(c.Text)
			if err == nil && w.inf == nil && slices.ContainsFunc(script, func(o op) bool { return o.verb == "read" }) {
				return bad("the engine workqueue has no store to read: leave read out")
			}
			return err
		},
		do: func(w *World, c Command) error {
			k := w.worker(c.Actor)
			k.script, _ = parseScript(c.Text)
			k.pc, k.until = 0, 0
			if k.has {
				w.goOn(k)
			}
			return nil
		},
	},
	{
		name: "auto", form: formText("on or off", Field{Name: "on", Of: []string{"on", "off"}, Usual: "on", Must: true}), at: AtWorker, help: "on: workers follow their scripts; off: they wait for commands",
		allow: func(_ *World, c Command, bad badly) error {
			if c.Text != "on" && c.Text != "off" {
				return bad("want on or off")
			}
			return nil
		},
		do: func(w *World, c Command) error { w.auto = c.Text == "on"; return nil },
	},
	{
		name: "set", at: AtWorker, form: formKnob, help: "workers n, duration d or failure 0..1", allow: allowsKnob,
		do: func(w *World, c Command) error {
			switch c.Text {
			case "workers":
				w.setWorkers(int(c.Value))
			case "failure":
				w.fails = c.Value
			case "duration":
				w.takes = c.After
			}
			return nil
		},
	},
	{
		name: "hold", form: formText("an actor's name, as in hold controller", Field{Name: "who", Kind: AnActor, Must: true}), help: "an actor stands still until release",
		allow: isActor, do: func(w *World, c Command) error { w.hold(c.Text, true); return nil },
	},
	{
		name: "release", form: formText("an actor's name, as in release controller", Field{Name: "who", Kind: AnActor, Must: true}), help: "let a held actor go on",
		allow: isActor, do: func(w *World, c Command) error { w.hold(c.Text, false); return nil },
	},
}

// formRestart is what the new program asks for; nothing is as the one before.
var formRestart = form{
	fields: []Field{{Name: "start", Before: "start=", Of: []string{"list", "stream"}}, {Name: "pages", Kind: ANumber, Before: "pages="}, {Name: "resync", Kind: ADuration, Before: "resync="}},
	read: func(c *Command, words []string, want func(string) error) error {
		if _, err := parseAsks(strings.Join(words, " "), asks{}); err != nil {
			return want("nothing after it, or start=list, start=stream, pages=2, resync=30s")
		}
		c.Text = strings.Join(words, " ")
		return nil
	},
	print: func(c Command, word func(string)) { word(c.Text) },
}

// formUntil is a condition: "idle", "until t=10s".
var formUntil = form{
	fields: []Field{{Name: "until", Before: "until ", Like: []string{"idle", "list", "watch", "synced", "call", "t=10s"}, Usual: "idle", Must: true}},
	read: func(c *Command, words []string, want func(string) error) error {
		c.Text = strings.TrimSpace(strings.TrimPrefix(strings.Join(words, " "), "until"))
		if c.Text == "" {
			return want("until and what, as in run until idle")
		}
		return nil
	},
	print: func(c Command, word func(string)) { word(c.Text) },
}

// formScript is a worker and, behind an equals sign, what he does.
var formScript = form{
	script: true,
	fields: []Field{{Name: "script", Like: []string{"get, read, sleep 3s, ok", "get, read, ok|fail", "get, requeue, done"}, Usual: "get, read, sleep 3s, ok", Must: true}},
	read: func(_ *Command, _ []string, want func(string) error) error {
		return want("worker W1 = get, read, sleep 3s, ok")
	},
}

// formKnob is "workers 3", "duration 2s" or "failure 0.2".
var formKnob = form{
	fields: []Field{
		{Name: "knob", Of: []string{"workers", "duration", "failure"}, Usual: "workers", Must: true},
		{Name: "value", Like: []string{"3", "2s", "0.2"}, Usual: "3", Must: true},
	},
	read: func(c *Command, words []string, want func(string) error) error {
		if len(words) != 2 {
			return want("workers 3, duration 2s or failure 0.2")
		}
		c.Text = words[0]
		if c.Text == "duration" {
			d, err := duration(words[1])
			if err != nil {
				return want("a duration such as 2s")
			}
			c.After = d
			return nil
		}
		value, err := strconv.ParseFloat(words[1], 64)
		if err != nil {
			return want("a number")
		}
		c.Value = value
		return nil
	},
	print: func(c Command, word func(string)) {
		if word(c.Text); c.After != 0 {
			word(c.After.String())
		} else {
			word(strconv.FormatFloat(c.Value, 'g', -1, 64))
		}
	},
}

func allowsKnob(_ *World, c Command, bad badly) error {
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

func isActor(w *World, c Command, bad badly) error {
	if !slices.ContainsFunc(w.actors, func(a *actor) bool { return a.name == c.Text && !a.gone }) {
		return bad("there is no such actor%s", Instead(c.Text, w.actorNames()))
	}
	return nil
}

// hold stops an actor, or lets him go on.
func (w *World) hold(name string, still bool) {
	for _, a := range w.actors {
		if a.name == name {
			a.held = still
		}
	}
}
