package trace

// A fact is an event read: which way its op ended, and its numbers by name. What an event
// means is derived here and nowhere else; the fold, the checker, the metrics, captions, the
// code beside a step and the picture ask. All of it is a look at the event: nothing is stored
// and nothing allocates.
//
// Rows of ops.go say which op has which number; a test holds that the words here read the
// fields that the rows name.

// Case is the way an op ended this time, where it can end in several: an Add queues its key,
// notes that a pass is owed, or changes nothing. "" is the op's only way, or its plain one.
type Case string

// The cases. What an event cannot know alone is told by state.State.Case.
const (
	CaseQueued    Case = "queued"    // Add: the key went into the line
	CaseOwed      Case = "owed"      // Add: a worker is on the key, so it waits for Done
	CaseMerged    Case = "merged"    // Add: a pass was owed already. FIFO: the key had deltas already
	CaseClean     Case = "clean"     // Done: nothing is owed
	CaseAgain     Case = "again"     // Done: the owed key went to the back of the line
	CaseFree      Case = "free"      // Done: the key has stood in the line already, and can be taken now
	CaseUnknown   Case = "unknown"   // Done, Forget: of a key that nobody is on, or that has no failures
	CaseReplaces  Case = "replaces"  // FIFO: the delta took the place of the key's newest
	CaseList      Case = "list"      // FIFO: the transform failed for one of a LIST
	CaseFilled    Case = "filled"    // FIFO: the first to count the initial population. Limiter: the bucket is full
	CaseRaised    Case = "raised"    // resync period: longer than what the handler asked for
	CaseNever     Case = "never"     // resync period: asked for, and the informer never resyncs
	CasePanicked  Case = "panicked"  // the handler did
	CaseFailed    Case = "failed"    // LIST, WATCH, event, end of a watch: with a fault
	CaseStreaming Case = "streaming" // event, or what the transform refuses: part of a streaming list. WATCH: begins one
	CaseNewest    Case = "newest"    // LIST, WATCH that begins a streaming list: without a resourceVersion
	CaseEnd       Case = "end"       // event: the streaming list is whole
	CasePage      Case = "page"      // LIST: of a page after the first
	CaseUpdate    Case = "update"    // API server: the object was there before
	CaseNothing   Case = "nothing"   // read: not found
)

// Case is how e ended, as far as its numbers say; see Recorder.Case.
func (e *Event) Case() Case {
	switch e.Op {
	case QueueAdd:
		switch {
		case e.Pushed():
			return CaseQueued
		case e.Before&Dirty == 0:
			return CaseOwed
		}
		return CaseMerged
	case QueueDone:
		switch {
		case e.Pushed():
			return CaseAgain
		case e.Before == 0, e.Before&Processing == 0 && e.Before&Dirty != 0:
			return CaseUnknown
		case e.After&Queued != 0 && e.Before&Processing != 0:
			return CaseFree
		}
		return CaseClean
	case LimitToken:
		if e.Key == 0 {
			return CaseFilled
		}
	case FIFOPush:
		switch {
		case e.Replaces():
			return CaseReplaces
		case e.After&Merged != 0:
			return CaseMerged
		}
	case FIFORefuse:
		switch {
		case e.After&RefusedList != 0:
			return CaseList
		case e.After&RefusedStream != 0:
			return CaseStreaming
		}
	case HandlerPeriod:
		switch {
		case e.Period() == 0:
			return CaseNever
		case e.Period() > e.Asked():
			return CaseRaised
		}
	case NoteDone:
		if e.Panicked() {
			return CasePanicked
		}
	case ReflList:
		switch {
		case e.Page() > 1:
			return CasePage
		case e.Val == 0:
			return CaseNewest
		}
	case ReflWatch:
		switch {
		case e.Initial() && e.Val == 0:
			return CaseNewest
		case e.Initial():
			return CaseStreaming
		}
	case ReflListed, ReflWatchUp:
		if e.Code() != 0 {
			return CaseFailed
		}
	case ReflEvent:
		switch {
		case e.B == WatchError:
			return CaseFailed
		case e.Val != 0: // of a bookmark
			return CaseEnd
		}
	case ReflClosed:
		if e.Val != 0 { // why; the server may just end it
			return CaseFailed
		}
	case ServerPut:
		if e.Old() != 0 {
			return CaseUpdate
		}
	case WorkerRead:
		if e.RV() == 0 {
			return CaseNothing
		}
	}
	return ""
}

// Case is how e ended: by its numbers, or by the word in Val where the row says so.
func (r *Recorder) Case(e Event) Case {
	if e.Op < ops && opInfos[e.Op].Says {
		said := Case(r.Text(e.Val))
		for _, c := range opInfos[e.Op].Cases {
			if c == said {
				return said
			}
		}
	}
	return e.Case()
}

// Pushed reports whether the key of a queue event went into the line: once more, with a stray
// Done.
func (e *Event) Pushed() bool {
	return e.After&Queued != 0 && (e.Before&Queued == 0 || e.Op == QueueStray)
}

// The numbers, by the names that the rows of ops.go give them. Times are ns.

func (e *Event) Priority() int64    { return e.A } // QueuePriority, QueueRaise: what the entry has now
func (e *Event) From() int64        { return e.B } // QueueRaise: what it had
func (e *Event) Due() int64         { return e.A } // of the heap's ops, of HandlerDue and WorkerPanic: since the start
func (e *Event) Order() int64       { return e.B } // among those due at the same time
func (e *Event) Wait() int64        { return e.A } // LimitWhen: the limiter's answer
func (e *Event) Failures() int64    { return e.B } // LimitWhen: of the key, this one counted
func (e *Event) Token() int64       { return e.A } // LimitToken: when it came, or comes, into being
func (e *Event) Every() int64       { return e.B } // LimitToken: between two tokens
func (e *Event) For() int64         { return e.A } // ReflArm: how long the timer runs
func (e *Event) RV() int64          { return e.A } // of the object, or of the server
func (e *Event) Old() int64         { return e.B } // rv of the object that was there before; 0 is none
func (e *Event) Type() int64        { return e.B } // DeltaAdded …, of ReflEvent WatchAdded …
func (e *Event) Deltas() int64      { return e.A } // FIFOBegin: handed out
func (e *Event) Left() int64        { return e.A } // FIFOInit: to process
func (e *Event) Outstanding() int64 { return e.A } // initial adds that the handler has not taken
func (e *Event) Asked() int64       { return e.A } // HandlerPeriod: the resync period of its wish
func (e *Event) Period() int64      { return e.B } // HandlerPeriod: and the one it gets; 0 is never
func (e *Event) Drain() bool        { return e.A == 1 }
func (e *Event) Populated() bool    { return e.B == 1 }
func (e *Event) Page() int64        { return e.A }      // ReflList: its number; 0 is all in one
func (e *Event) Initial() bool      { return e.B != 0 } // ReflWatch: with initial events

// And the flags.

func (e *Event) Replaces() bool { return e.Before&1 != 0 && e.After&Merged != 0 }
func (e *Event) Unknown() bool  { return e.After&Unknown != 0 } // FIFOPush
func (e *Event) Locked() bool   { return e.After != 0 }         // FIFOBegin
func (e *Event) Panicked() bool { return e.After != 0 }         // NoteDone

// Refs are the entries of a FIFOReplace or ReflPage, read only; see List.
func (r *Recorder) Refs(e *Event) []Ref { return r.List(e.A, e.B) }

// TypeName is what Kubernetes calls Type; ok is false of a type that nobody knows.
func (e *Event) TypeName() (name string, ok bool) {
	names := DeltaNames[:]
	if e.Op == ReflEvent {
		names = WatchNames[:]
	}
	if e.B < 0 || e.B >= int64(len(names)) {
		return "", false
	}
	return names[e.B], true
}

// CodeExpired is the code of a fault that a picture has a sign for: the API server has
// forgotten the resourceVersion that it was asked for.
const CodeExpired = 410

// Code is the code of the fault in an answer of the API server, or of the one that ended a
// watch: an HTTP status, or one of the negative codes of core/machine; 0 is none.
func (e *Event) Code() int {
	switch e.Op {
	case ReflListed, ReflWatchUp:
		return int(e.B)
	case ReflEvent, ReflClosed:
		return int(int16(uint16(e.Before)<<8 | uint16(e.After)))
	}
	return 0
}

// Fault records op with the text and the code of a fault; see Event.Code.
func (t Tap) Fault(op Op, text string, code int, b int64) {
	if e := t.Emit(op, 0); e != nil {
		e.Val, e.B = t.rec.Intern(text), b
		e.Before, e.After = uint8(uint16(code)>>8), uint8(uint16(code))
	}
}
