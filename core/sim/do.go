package sim

import (
	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
)

// MaxTimes bounds how often one command repeats.
const MaxTimes = 10_000

// Do gives a command now. Its events are in the Recorder when it returns, and whoever it
// woke is due now but has not acted yet: see Run, Advance and StepActor. An error says
// what was seen and what was expected; then nothing has changed.
func (w *World) Do(c Command) error {
	v, ok := verbs[c.Verb]
	if !ok {
		return unknownVerb(c.Verb)
	}
	if err := w.allows(c, v); err != nil {
		return err
	}
	w.result = ""
	switch c.Verb {
	case "run":
		return w.Run(c.Text)
	case "step":
		w.StepActor(c.Actor)
		return nil
	}
	if c.acts(v) {
		w.StepActor(c.Actor)
		return nil
	}
	w.note(c)
	actor := uint16(0)
	if c.Actor != "" {
		actor = w.rec.ActorID(c.Actor)
	}
	w.began(actor, c.String())
	err := error(nil)
	for range max(c.Times, 1) {
		if err = w.do(c); err != nil {
			break
		}
	}
	w.settle()
	return err
}

// do does what allows has allowed; its errors are the API server's.
func (w *World) do(c Command) error {
	k := w.worker(c.Actor)
	key := c.Key
	if key == "" && k != nil {
		key = k.key
	}
	f := w.inf
	switch c.Verb {
	case "Add":
		w.q.Add(key)
	case "AddAfter":
		w.addAfter(key, int64(c.After))
	case "AddRateLimited":
		w.addRateLimited(key)
	case "Forget":
		w.limit.Forget(key)
	case "Get":
		w.get(k)
	case "Done":
		w.done(key, k)
	case "ok", "fail":
		w.end(k, c.Verb == "ok")
	case "read":
		w.read(k, key)
	case "ShutDown":
		w.shutDown(false)
	case "ShutDownWithDrain":
		w.shutDown(true)
	case "mutate":
		f.touch(c.Object().Key(), c.Node)
	case "worker":
		k.script, _ = parseScript(c.Text)
		k.pc, k.until = 0, 0
		if k.has {
			w.goOn(k)
		}
	case "auto":
		w.auto = c.Text == "on"
	case "set":
		switch c.Text {
		case "workers":
			w.setWorkers(int(c.Value))
		case "failure":
			w.fails = c.Value
		case "duration":
			w.takes = c.After
		}
	case "hold", "release":
		for _, a := range w.actors {
			if a.name == c.Text {
				a.held = c.Verb == "hold"
			}
		}
	case "start":
		f.start()
	case "stop":
		f.news(machine.In[object]{Kind: machine.Stop})
	case "resync":
		f.resyncs()
	case "add-index":
		f.addIndex(c.Text)
	case "add-handler", "remove-handler":
		f.register(c)
	default:
		return f.serve(c)
	}
	return nil
}

// serve does what happens at the API server.
func (f *informer) serve(c Command) error {
	s := f.server
	s.SetTime(f.w.now)
	write := c.Object()
	if c.RV != "" && (c.Verb == "create" || c.Verb == "update" || c.Verb == "delete") {
		if err := s.SetRV(trace.Number(c.RV)); err != nil {
			return err
		}
	}
	var err error
	switch c.Verb {
	case "create":
		_, err = s.Create(resource, *write)
	case "update":
		old, gone := s.Get(resource, write.Key())
		if gone != nil {
			return gone
		}
		o := *old
		if c.Node != "" {
			o.Node = c.Node
		}
		if c.Body != "" {
			o.Body = c.Body
		}
		_, err = s.Update(resource, o)
	case "delete":
		_, err = s.Delete(resource, write.Key())
	case "rv":
		err = s.Skip(trace.Number(c.RV))
	case "bookmark":
		s.Bookmark(resource)
	case "compact":
		rv := c.RV
		if rv == "" {
			rv = s.RV()
		}
		s.Compact(trace.Number(rv))
	case "close":
		s.CloseWatches(cluster.Fault{})
	case "error":
		f.fail(c.Code)
	case "refuse":
		s.Fail("", 1, cluster.FaultOf(c.Code))
	case "partition":
		s.Partition()
	case "heal":
		s.Heal()
		if c.Code != 0 {
			f.fail(c.Code)
		}
	case "latency":
		f.latency = c.After
	}
	return err
}

// fail ends the open watch with a status, or else fails the next request.
func (f *informer) fail(code int) {
	fault := cluster.FaultOf(code)
	if f.watching {
		f.server.CloseWatches(fault)
	} else {
		f.server.Fail("", 1, fault)
	}
}
