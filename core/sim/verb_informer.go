package sim

import (
	"slices"

	"github.com/informerscope/informerscope/core/machine"
)

// The verbs of the informer, its handlers, and of who reads its store.
var informerVerbs = []verb{
	{
		name: "read", at: AtWorker, form: formKey, who: anybody, informer: true, of: "reflector",
		called: asRead,
		help:   "a worker asks the store; the reflector takes an event from the watch",
		allow: func(w *World, c Command, bad badly) error {
			if w.worker(c.Actor) == nil {
				return bad("want a worker before it, as in W1 read")
			}
			return nil
		},
		do: func(w *World, c Command) error { w.read(w.worker(c.Actor), w.keyOf(c)); return nil },
	},
	{
		name: "mutate", at: AtWorker, form: formObject.asking("object", "node"), who: aWorker, informer: true, help: "change the object that the lister gave, in place: mutate p1 n9",
		named: "{who} writes into the cached {object}",
		allow: func(w *World, c Command, bad badly) error {
			if _, ok := w.inf.index.Get(c.Object().Key()); !ok {
				return bad("the store has no %s: start the informer and let it arrive first", c.Object().Key())
			}
			if c.Node == "" {
				return bad("want the node to write into it, as in mutate %s n9", c.Name)
			}
			return nil
		},
		do: func(w *World, c Command) error { w.inf.touch(c.Object().Key(), c.Node); return nil },
	},
	{
		name: "start", form: formNone, informer: true, help: "run the informer",
		named: "the informer starts",
		allow: func(w *World, _ Command, bad badly) error {
			if w.inf.stopped() {
				return bad("the informer has been stopped, and client-go runs it no second time: restart the program")
			}
			if w.inf.refl != nil {
				return bad("the informer runs already: leave this out")
			}
			return nil
		},
		do: func(w *World, _ Command) error { w.inf.start(); return nil },
	},
	{
		name: "stop", form: formNone, informer: true, help: "stop the reflector", allow: runs,
		named: "the informer stops",
		do: func(w *World, _ Command) error {
			w.inf.news(machine.In[object]{Kind: machine.Stop})
			return nil
		},
	},
	{
		name: "add-index", form: formText("an index, as in add-index byNode=.spec.nodeName", IndexFields...), informer: true,
		called: asIndex,
		help:   "add an index to the store: byNode=.spec.nodeName",
		allow:  func(_ *World, c Command, _ badly) error { return CheckIndex(c.Text) },
		do:     func(w *World, c Command) error { w.inf.addIndex(c.Text); return nil },
	},
	{
		name: "add-handler", at: AtHandlers, form: formText("a handler, as in add-handler h2", HandlerFields...), informer: true,
		called: asHandler,
		help:   "register a handler: name[=enqueue|observe|assert|unwrap|3s[,resync=25s]]",
		allow: func(w *World, c Command, bad badly) error {
			if w.inf.stopped() {
				return bad("the informer has stopped and takes no handler: restart the program")
			}
			_, err := w.inf.handlerOf(c.Text)
			return err
		},
		do: func(w *World, c Command) error { w.inf.register(c); return nil },
	},
	{
		name: "remove-handler", at: AtHandlers, form: formText("a handler's name", Field{Name: "handler", Kind: AHandler, Must: true}), informer: true, help: "remove a handler",
		called: asNoHandler,
		allow: func(w *World, c Command, bad badly) error {
			if !slices.ContainsFunc(w.inf.handlers, func(h *handler) bool { return h.name == c.Text }) {
				return bad("there is no such handler%s", Instead(c.Text, w.handlerNames()))
			}
			return nil
		},
		do: func(w *World, c Command) error { w.inf.register(c); return nil },
	},
	{
		name: "resync", at: AtHandlers, form: formNone, informer: true, help: "replay the store to the handlers now", allow: runs,
		do: func(w *World, _ Command) error { w.inf.resyncs(); return nil },
	},
}

func runs(w *World, _ Command, bad badly) error {
	if w.inf.refl == nil {
		return bad("the informer does not run: start it first")
	}
	return nil
}
