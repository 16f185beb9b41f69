package state

import (
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/trace"
)

// mainActor is who waits inside ShutDownWithDrain: his next step is to come back from it, see
// sim.Main.
const mainActor = "main"

// Apply folds one event. Events must come in the order of their Seq; an event the state
// does not know, or one that contradicts it, is folded as far as it makes sense: a picture
// never panics.
func (s *State) Apply(e trace.Event) {
	s.At, s.Seq = e.At, e.Seq
	s.walked[e.Op>>6] |= 1 << (e.Op & 63)
	switch e.Op.Group() {
	case trace.GroupStory:
		s.story(&e)
	case trace.GroupQueue:
		s.queue(&e)
	case trace.GroupHeap:
		s.delay(&e)
	case trace.GroupLimiter:
		s.limiter(&e)
	case trace.GroupFIFO:
		s.fifo(&e)
	case trace.GroupStore, trace.GroupIndex:
		s.store(&e)
	case trace.GroupHandler:
		s.listener(&e)
	case trace.GroupReflector:
		s.reflector(&e)
	case trace.GroupServer:
		s.server(&e)
	case trace.GroupWorker:
		s.worker(&e)
	}
}

func (s *State) story(e *trace.Event) {
	switch e.Op {
	case trace.Step:
		s.Step = e.Val
		if s.Waits && s.rec.ActorName(e.Actor) == mainActor {
			s.Waits = false
		}
	case trace.Broken:
		s.Broken = append(s.Broken, Broken{Sentence: s.Text(e.Val), Key: e.Key, Seq: e.Seq})
	case trace.Crash:
		s.Crash, s.Crashed, s.CrashedAt = s.Text(e.Val), e.Key, e.At
	case trace.Restart:
		s.restart()
	}
}

// restart forgets what was in the program's memory. The API server is another's, and what was
// called before stays part of the story.
func (s *State) restart() {
	old := *s
	*s = State{At: old.At, Seq: old.Seq, Step: old.Step, Past: old.Past, Server: old.Server,
		Store: newShelf(), Refl: Reflector{Collected: newShelf()},
		Calls: old.Calls, CallCount: old.CallCount, API: old.API, APICount: old.APICount,
		walked: old.walked, returned: old.returned, rec: old.rec, index: old.index, names: old.names}
	for _, k := range old.Keys { // their places are known
		s.Keys = append(s.Keys, Key{ID: k.ID})
	}
	for _, w := range old.Workers {
		s.Workers = append(s.Workers, Worker{Actor: w.Actor, Name: w.Name})
	}
}

// Restarted is s as a new program begins with it: what stood in the memory of the old one has not been
// removed, it was never there.
func (s *State) Restarted() *State {
	c := s.Clone()
	c.restart()
	return c
}

func (s *State) key(id trace.ID) *Key {
	i, ok := s.place(id)
	if !ok {
		i = len(s.Keys)
		s.index[id] = i
		s.names.meet(id, s.Text(id))
		s.Keys = append(s.Keys, Key{ID: id})
	}
	return &s.Keys[i]
}

func (s *State) queue(e *trace.Event) {
	switch e.Op {
	case trace.QueueShut:
		s.Shut, s.Drain = true, e.Drain()
		s.Waits = s.Drain && slices.ContainsFunc(s.Keys, func(k Key) bool { return k.Bits&trace.Processing != 0 })
		return
	case trace.QueueBlocked, trace.QueueOver:
		if w := s.at(e.Actor); w != nil {
			w.Blocked = e.Op == trace.QueueBlocked
			w.Over = !w.Blocked
		}
		return
	}
	if !e.Op.Bits() {
		return
	}
	k := s.key(e.Key)
	k.Bits = e.After
	pushed := e.Pushed()
	switch e.Op {
	case trace.QueuePriority:
		k.Priority = e.Priority()
	case trace.QueueRaise:
		s.raise(k, e)
	case trace.QueueFetch:
		k.Adds++
		h := heap{of: s.Heap}
		h.take(e.Key)
		s.Heap = h.of
	case trace.QueueAdd:
		k.Adds++
		if k.due {
			k.ByHeap, k.due = k.ByHeap+1, false
		}
		if !pushed {
			k.Merged++
		}
	case trace.QueueGet:
		s.leave(e.Key)
		k.Actor, k.Since, k.Merged = e.Actor, e.At, 0
		k.Passes++
		if w := s.at(e.Actor); w != nil {
			*w = Worker{Actor: w.Actor, Name: w.Name, Passes: w.Passes + 1, Key: e.Key, Busy: true, Since: e.At, Priority: k.Priority}
		}
		k.Priority = 0
	case trace.QueueDone, trace.QueueStray:
		if w := s.holder(e.Key, e.Actor); w != nil {
			*w = Worker{Actor: w.Actor, Name: w.Name, Passes: w.Passes, Result: w.Result, Blocked: w.Blocked, Since: e.At}
		}
		if e.Before&trace.Processing != 0 {
			k.Actor = 0
		}
		if pushed {
			s.returned = true
		}
	}
	if pushed {
		if e.Op != trace.QueueFetch { // else its turn is that of its first Add
			k.turn = e.Seq
		}
		s.enter(k)
		k.Since, k.Merged = e.At, 0
	}
}

// holder returns the worker that holds key: the caller of Done where he does, else the first
// that does, nil when none. Two hold a key only after a Done too many; then the set forgets
// it at the first Done, and the other's code works on.
func (s *State) holder(key trace.ID, caller uint16) (first *Worker) {
	for i := range s.Workers {
		w := &s.Workers[i]
		if !w.Busy || w.Key != key {
			continue
		}
		if w.Actor == caller {
			return w
		}
		if first == nil {
			first = w
		}
	}
	return first
}

// at returns the worker of an actor, new when it calls the queue for the first time.
func (s *State) at(actor uint16) *Worker {
	if actor == 0 {
		return nil
	}
	for i := range s.Workers {
		if s.Workers[i].Actor == actor {
			return &s.Workers[i]
		}
	}
	s.Workers = append(s.Workers, Worker{Actor: actor, Name: s.rec.ActorName(actor)})
	slices.SortFunc(s.Workers, func(a, b Worker) int { return byNumber(a.Name, b.Name) })
	return s.at(actor)
}

// AddWorker puts a worker into the picture before its first call.
func (s *State) AddWorker(name string) { s.at(s.rec.ActorID(name)) }

// Retire takes workers out of the picture that are not among names and hold nothing.
func (s *State) Retire(names []string) {
	s.Workers = slices.DeleteFunc(s.Workers, func(w Worker) bool { return !w.Busy && !slices.Contains(names, w.Name) })
}

// byNumber orders W2 before W10.
func byNumber(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

func (s *State) delay(e *trace.Event) {
	switch e.Op {
	case trace.HeapAdd:
		s.key(e.Key).turn = e.Seq
	case trace.HeapDue:
		s.key(e.Key).due = true
	case trace.HeapIgnored, trace.HeapNow:
		return
	}
	h := heap{of: s.Heap}
	h.apply(e)
	s.Heap = h.of
}

func (s *State) limiter(e *trace.Event) {
	switch e.Op {
	case trace.LimitWhen:
		k := s.key(e.Key)
		k.Failures, k.Delay = e.Failures(), e.Wait()
	case trace.LimitForget:
		k := s.key(e.Key)
		k.Failures, k.Delay = 0, 0
	case trace.LimitToken:
		s.Bucket = Bucket{Every: e.Every(), Last: e.Token()}
		s.Bucket.Burst, _ = strconv.Atoi(s.Text(e.Val)) // no number: a bucket without room
	}
}

func (s *State) fifo(e *trace.Event) {
	f := &s.FIFO
	if f.Kind == "" {
		if parts := s.rec.Parts(); int(e.Part) < len(parts) {
			f.Kind = strings.TrimPrefix(parts[e.Part].Kind, fifoPart)
		}
	}
	d := Delta{Type: e.Type(), Key: e.Key}
	switch e.Op {
	case trace.FIFOPush:
		d.Object, d.Unknown = e.Val, e.Unknown()
		d.RV = s.rec.Object(e.Val).RV
		if !f.Engine().Trays {
			f.Tape = append(f.Tape, d)
			return
		}
		i := slices.IndexFunc(f.Trays, func(t Tray) bool { return t.Key == e.Key })
		if i < 0 {
			f.Trays = append(f.Trays, Tray{Key: e.Key})
			i = len(f.Trays) - 1
		}
		if n := len(f.Trays[i].Deltas); n > 0 && e.Replaces() {
			f.Trays[i].Deltas = f.Trays[i].Deltas[:n-1]
		}
		f.Trays[i].Deltas = append(f.Trays[i].Deltas, d)
	case trace.FIFOMark:
		d.RV = strconv.FormatInt(e.RV(), 10)
		f.Tape = append(f.Tape, d)
	case trace.FIFOReplace:
		d.Type, d.RV, d.List = trace.DeltaReplacedAll, s.Text(e.Val), s.rec.Refs(e)
		f.Tape = append(f.Tape, d)
	case trace.FIFOBegin:
		f.Busy, f.Held = true, e.Locked()
		if f.Engine().Trays {
			if len(f.Trays) > 0 {
				f.Out = f.Trays[0].Deltas
				f.Trays = f.Trays[1:]
			}
			return
		}
		n := min(int(e.Deltas()), len(f.Tape))
		f.Out = slices.Clone(f.Tape[:n])
		f.Tape = f.Tape[n:]
	case trace.FIFOEnd:
		f.Busy, f.Held, f.Out = false, false, nil
	case trace.FIFOInit:
		f.Left, f.Populated = e.Left(), e.Populated()
	case trace.FIFOSynced:
		f.Synced = true
	case trace.FIFOTransform:
		f.Transform = s.Text(e.Val)
	case trace.FIFORefuse:
		f.Refusals++
		f.Refused = Refusal{Key: e.Key, RV: e.RV(), Type: e.Type(), How: e.Case(), Reason: s.Text(e.Val)}
	}
}

func (s *State) store(e *trace.Event) {
	switch e.Op {
	case trace.StorePut:
		s.names.meet(e.Key, s.Text(e.Key))
		s.Store.put(e.Key, e.Val, e.At)
	case trace.StoreDel:
		s.Store.drop(e.Key)
	case trace.StoreTouch:
		s.touch(e.Key, e.Val)
	case trace.StoreRV:
		s.StoreRV = s.Text(e.Val)
	case trace.IndexAdd:
		name := s.Text(e.Val)
		i := slices.IndexFunc(s.Index, func(p Posting) bool { return p.Name == name })
		if i < 0 {
			s.Index = append(s.Index, Posting{Name: name})
			i = len(s.Index) - 1
		}
		s.Index[i].Keys = append(s.Index[i].Keys, e.Key)
	case trace.IndexDel:
		name := s.Text(e.Val)
		for i := range s.Index {
			if s.Index[i].Name == name {
				p := &s.Index[i]
				if j := slices.Index(p.Keys, e.Key); j >= 0 {
					p.Keys = slices.Delete(p.Keys, j, j+1)
				}
				if len(p.Keys) == 0 {
					s.Index = slices.Delete(s.Index, i, i+1)
				}
				return
			}
		}
	}
}

func (s *State) listener(e *trace.Event) {
	i := slices.IndexFunc(s.Listeners, func(l Listener) bool { return l.Part == e.Part })
	if i < 0 {
		name := "?"
		if parts := s.rec.Parts(); int(e.Part) < len(parts) {
			name = parts[e.Part].Name
		}
		s.Listeners = append(s.Listeners, Listener{Part: e.Part, Name: name})
		i = len(s.Listeners) - 1
	}
	l := &s.Listeners[i]
	switch e.Op {
	case trace.HandlerAdd:
		l.Outstanding, l.Gone = e.Outstanding(), false
	case trace.HandlerDel:
		l.Gone, l.Pending = true, nil
	case trace.HandlerPeriod:
		l.Asked, l.Period = e.Asked(), e.Period()
	case trace.HandlerDue:
		l.Due = e.Due()
	case trace.NotePush:
		n := NoteOf(e)
		if n.Kind == trace.NoteAdd && n.Flags&trace.NoteInitial != 0 {
			l.Outstanding++
		}
		l.Pending = append(l.Pending, n)
	case trace.NoteTake:
		if len(l.Pending) == 0 {
			return
		}
		l.Hand, l.Busy = l.Pending[0], true
		l.Pending = l.Pending[1:]
		s.Calls = bounded(append(s.Calls, Call{Handler: l.Name, Note: l.Hand, At: e.At}), MaxCalls)
		s.CallCount++
	case trace.NoteDone:
		l.Busy, l.Outstanding = false, e.Outstanding()
		l.Handled++
		if e.Panicked() {
			l.Panics++
		}
	case trace.NoteSynced:
		l.Synced = true
	}
}

// NoteOf is the notification of a NotePush.
func NoteOf(e *trace.Event) Note {
	return Note{Kind: e.Before, Flags: e.After, Key: e.Key, Object: e.Val, RV: e.RV(), Old: e.Old()}
}

// bounded drops the oldest entries beyond most. What is cut off in front, here and of the
// lines, is not moved over: the next append that has no room leaves it behind.
func bounded[T any](list []T, most int) []T {
	if len(list) > most {
		return list[len(list)-most:]
	}
	return list
}

func (s *State) reflector(e *trace.Event) {
	r := &s.Refl
	// answered notes the answer to the open call, and what was wrong with it.
	answered := func(verb, text string) {
		r.Trouble, r.Code = "", e.Code()
		if r.Code != 0 {
			r.Trouble, text = s.Text(e.Val), status(r.Code)
		}
		for i := len(s.API) - 1; i >= 0; i-- {
			if s.API[i].Verb == verb && s.API[i].Answer == "" {
				s.API[i].Answer = text
				return
			}
		}
	}
	switch e.Op {
	case trace.ReflState:
		r.State = s.Text(e.Val)
		r.drop()
	case trace.ReflRV:
		r.RV = s.Text(e.Val)
	case trace.ReflList:
		r.Lists++
		r.paged = e.Page() > 0
		s.API = bounded(append(s.API, APICall{Verb: "LIST", RV: s.Text(e.Val), Page: e.Page(), At: e.At}), MaxCalls)
		s.APICount++
	case trace.ReflPage:
		answered("LIST", s.Text(e.Val))
		for _, ref := range s.rec.Refs(e) {
			s.names.meet(ref.Key, s.Text(ref.Key))
			r.collect(ref.Key, ref.Object, trace.Number(s.rec.Object(ref.Object).RV), e.At)
		}
		r.Most = max(r.Most, int(e.B))
	case trace.ReflListed:
		if r.Whole = true; e.Code() != 0 {
			r.drop()
		} else if !r.paged {
			r.InHand, r.Most = int(e.A), max(r.Most, int(e.A))
		}
		answered("LIST", s.Text(e.Val))
	case trace.ReflWatch:
		r.Watches++
		r.From, r.Initial = s.Text(e.Val), e.Initial()
		s.API = bounded(append(s.API, APICall{Verb: "WATCH", RV: r.From, Initial: r.Initial, At: e.At}), MaxCalls)
		s.APICount++
	case trace.ReflWatchUp:
		answered("WATCH", "ok")
		r.Open = r.Code == 0
	case trace.ReflEvent:
		r.LastType, r.LastRV = e.Type(), strconv.FormatInt(e.RV(), 10)
		r.Events++
		if e.Key != 0 {
			r.Most = max(r.Most, 1)
		}
		if r.LastType == trace.WatchError {
			r.Trouble, r.Code = s.Text(e.Val), e.Code()
		} else if r.State == "WatchListing" {
			if e.Key != 0 {
				s.names.meet(e.Key, s.Text(e.Key))
				if e.Type() == trace.WatchDeleted {
					r.Collected.drop(e.Key)
					r.InHand = len(r.Collected.Items)
				} else {
					r.collect(e.Key, 0, e.RV(), e.At)
				}
			}
			r.Whole = e.Case() == trace.CaseEnd
		}
	case trace.ReflClosed:
		r.Open = false
		r.drop()
		if why := s.Text(e.Val); why != "" {
			r.Trouble, r.Code = why, e.Code()
		}
	case trace.ReflArm:
		if s.rec.Case(*e) == "resync" {
			r.CheckAt, r.CheckEvery = e.At+e.For(), e.For()
			return
		}
		r.ArmedAt, r.ArmedFor = e.At, e.For()
	}
}

// collect takes an object of a list that is not whole yet.
func (r *Reflector) collect(key, object trace.ID, rv, at int64) {
	c := &r.Collected
	c.put(key, object, at)
	c.Items[c.place[key]].RV = rv
	r.InHand = len(c.Items)
}

// drop forgets a list that is stored, or that never came to its end.
func (r *Reflector) drop() {
	if r.Whole, r.InHand = false, 0; len(r.Collected.Items) > 0 {
		r.Collected = newShelf()
	}
}

func (s *State) server(e *trace.Event) {
	v := &s.Server
	v.Known = true
	log := ServerEvent{Key: e.Key, Object: e.Val, RV: e.RV()}
	switch e.Op {
	case trace.ServerPut:
		log.Type = trace.WatchAdded
		if _, ok := v.Objects.Get(e.Key); ok {
			log.Type = trace.WatchModified
		}
		s.names.meet(e.Key, s.Text(e.Key))
		v.Objects.put(e.Key, e.Val, e.At)
	case trace.ServerDel:
		log.Type = trace.WatchDeleted
		v.Objects.drop(e.Key)
	case trace.ServerCompact:
		v.Compacted = max(v.Compacted, e.RV())
		return
	case trace.ServerSkip:
		v.RV = max(v.RV, e.RV())
		return
	case trace.ServerLink:
		v.Link = s.Text(e.Val)
		return
	}
	v.RV = max(v.RV, e.RV())
	v.Log = bounded(append(v.Log, log), MaxLog)
}

func (s *State) worker(e *trace.Event) {
	w := s.at(e.Actor)
	if w == nil {
		return
	}
	switch e.Op {
	case trace.WorkerRead:
		w.Read, w.ReadKey, w.ReadRV, w.ReadAt = true, e.Key, e.RV(), e.At
	case trace.WorkerEnd:
		if w.Result = s.Text(e.Val); w.Result == quit { // nobody has called Done
			*w = Worker{Actor: w.Actor, Name: w.Name, Passes: w.Passes, Result: quit, Since: e.At}
		}
	case trace.WorkerPanic:
		if w.Result = panicked; e.Due() != 0 { // else the program ends, and the key with it
			*w = Worker{Actor: w.Actor, Name: w.Name, Passes: w.Passes, Result: panicked, Since: e.At, Back: e.Due()}
		}
	}
}

// Results of a pass that its worker has left without Done, or by a panic.
const (
	quit     = "quit"
	panicked = "panicked"
)

// Quit reports whether the worker has left for good, and skipped Done.
func (w Worker) Quit() bool { return w.Result == quit }

// status is the answer of a refused request as the notation has it: "410", or "refused"
// when there was no answer.
func status(code int) string {
	if code > 0 {
		return strconv.Itoa(code)
	}
	return "refused"
}
