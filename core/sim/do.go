package sim

// MaxTimes bounds how often one command repeats.
const MaxTimes = 10_000

// Do gives a command now. Its events are in the Recorder when it returns, and whoever it
// woke is due now but has not acted yet: see Run, Advance and StepActor. An error says
// what was seen and what was expected; then nothing has changed.
func (w *World) Do(c Command) error {
	v := verbs[c.Verb]
	if v == nil {
		return unknownVerb{first: c.Verb}
	}
	if err := w.allows(c, v); err != nil {
		return err
	}
	w.result = ""
	switch {
	case v.act != nil:
		return v.act(w, c)
	case v.acts(c):
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
		if err = w.once(c, v); err != nil || w.full() {
			break
		}
	}
	w.settle()
	return err
}

// Refuses says why Do would not take the command now; nil where it would. Nothing changes.
func (w *World) Refuses(c Command) error {
	if v := verbs[c.Verb]; v != nil {
		return w.allows(c, v)
	}
	return unknownVerb{first: c.Verb}
}

// once does what allows has allowed; its errors are the API server's.
func (w *World) once(c Command, v *verb) error {
	if v.serve != nil {
		s := w.inf.server
		s.SetTime(w.now)
		return v.serve(s, c, w.inf.watching)
	}
	return v.do(w, c)
}

// keyOf is the key that a command is about: its own, or the one that its worker holds.
func (w *World) keyOf(c Command) string {
	if k := w.worker(c.Actor); c.Key == "" && k != nil {
		return k.key
	}
	return c.Key
}
