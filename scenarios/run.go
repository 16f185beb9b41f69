package scenarios

import (
	"fmt"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// Run is a lesson played to its end on one engine, with the queue that the lesson stands on.
type Run struct {
	Lesson   *Lesson
	Engine   string
	World    *sim.World
	Recorder *trace.Recorder
	// Steps are what a page plays. Step 0 is the state before the first step; its events
	// set the scene.
	Steps []Step
	// Failures are the expectations that did not hold, in order; a correct lesson has none.
	Failures []Failure
}

// Asks reports whether a question stands between step n and the next one.
func (r *Run) Asks(n int) bool { return n+1 < len(r.Steps) && r.Steps[n+1].Gate != nil }

// Beat is what the lesson says at step n: its last beat at or before that; "" before the first.
func (r *Run) Beat(n int, lang string) string {
	for n = min(n, len(r.Steps)-1); n >= 0; n-- {
		if id := r.Steps[n].Beat; id != "" {
			return r.Lesson.Said(lang, id, r.Engine)
		}
	}
	return ""
}

// Dwell is how long step n stays where the lesson plays by itself, when beat is what has been said by then:
// longer where that is new, for as long as it takes to read. A nil Run says nothing.
func (r *Run) Dwell(n int, beat string) time.Duration {
	if r == nil || r.Steps[n].Beat == "" || beat == "" {
		return 700 * time.Millisecond
	}
	return Reading(beat)
}

// Reading is how long it takes to look at a step and to read what is said of it.
func Reading(said string) time.Duration {
	return time.Second + time.Duration(len(said))*30*time.Millisecond
}

// Step is one press of the step button.
type Step struct {
	Label   string // "Add a", "MODIFIED p1@11"
	From    uint64 // Seq of its first event; From > To when it has none
	To      uint64 // Seq of its last event, or of the last one before it
	At      int64  // ns when it was over
	Beat    string // id of what is said about it; "" is nothing new
	Marker  bool   // a pause marker
	Gate    *Gate  // asked before the step is shown
	Chapter string // id
	Line    int    // in the .iq file
	Rest    bool   // nobody had anything to do at once when it was over

	Point sim.Point // of the World's log, when it was over
}

// Run plays the lesson on one of its engines. An error is a command the World refused; the
// Run up to there comes with it. Expectations that fail are no error: see Failures.
func (l *Lesson) Run(engine string) (*Run, error) {
	return l.Play(engine, nil)
}

// Seen is what Play tells after a step: its number, the state, how many handler calls and
// API calls there were before it, and the run so far.
type Seen func(n int, s *state.State, calls, api int, r *Run)

// Play is Run that calls seen, when it is not nil, after each step.
func (l *Lesson) Play(engine string, seen Seen) (*Run, error) {
	p, err := l.Begin(engine, MaxEvents)
	if err != nil {
		if p == nil {
			return nil, err
		}
		return p.Run, err
	}
	p.seen = seen
	for p.More() {
		if err := p.Next(); err != nil {
			return p.Run, err
		}
	}
	return p.Run, nil
}

// Playing is a Run that is played step by step, for those who cannot wait until its end.
type Playing struct {
	*Run
	seen   Seen
	state  *state.State
	folded uint64
	most   uint64
}

// Begin is a lesson before its step 0, of which at most so many events are made. Where the lesson's
// World or API server could not be made, the Run comes with the error, as far as it is there.
func (l *Lesson) Begin(engine string, most uint64) (*Playing, error) {
	if err := l.known(engine); err != nil {
		return nil, err
	}
	on := l.Called(Side{engine, l.Queue()})
	w, err := sim.New(l.Config(engine))
	if err != nil {
		return nil, failure(l.File, 0, on, err)
	}
	w.Bound(most + 1)
	p := &Playing{Run: &Run{Lesson: l, Engine: engine, World: w, Recorder: w.Recorder()}, most: most}
	for _, c := range l.Server {
		if err := w.Do(c); err != nil {
			return p, failure(l.File, l.headers["server"], on, fmt.Errorf("server: %w", sim.Plain(err)))
		}
	}
	p.state = state.New(p.Recorder)
	for _, name := range l.Workers {
		p.state.AddWorker(name)
	}
	return p, nil
}

// More reports whether there is another step.
func (p *Playing) More() bool { return len(p.Steps) < len(p.Lesson.Items) }

// Keys is how many keys the World has by now: what a step costs.
func (p *Playing) Keys() int { return len(p.state.Keys) }

// Next plays the next step. Its error is a command that was refused, which ends the Run.
func (p *Playing) Next() error {
	r, s, w, n := p.Run, p.state, p.World, len(p.Steps)
	it := &r.Lesson.Items[n]
	calls, api, broken := s.CallCount, s.APICount, len(w.Invariants())
	from := r.Recorder.Len() + 1
	if n == 0 {
		from = 1
	}
	for i := range it.Calls {
		if err := r.call(n, &it.Calls[i], p.most); err != nil {
			return err
		}
	}
	for _, e := range r.Recorder.Since(p.folded + 1) {
		s.Apply(e)
	}
	p.folded = r.Recorder.Len()
	at, busy := w.Next()
	r.Steps = append(r.Steps, Step{Label: it.Label, From: from, To: p.folded, At: w.Now(), Beat: it.Beat,
		Marker: it.Marker, Gate: it.Gate, Chapter: it.Chapter, Line: it.Line, Rest: !busy || at > w.Now(), Point: w.Point()})
	r.compare(n, s, calls, api)
	r.kept(n, broken)
	if p.seen != nil {
		p.seen(n, s, calls, api, r)
	}
	return nil
}

// call does one command of item n and checks its result.
func (r *Run) call(n int, c *Call, most uint64) error {
	w, l := r.World, r.Lesson
	w.Advance(c.Wait)
	if err := w.Do(c.Command); err != nil {
		return failure(l.File, c.Line, r.On(), err)
	}
	if r.Recorder.Len() > most {
		return failure(l.File, c.Line, r.On(), fmt.Errorf("more than %d events until here: cut it short", most))
	}
	if c.Result != "" && w.Result() != c.Result {
		r.fail(n, c.Line, Failure{kind: failedResult, Item: c.Command.String() + " => " + c.Result, Got: c.Command.String() + " => " + w.Result()})
	}
	if c.Within != [2]time.Duration{} {
		var took int64
		fmt.Sscan(w.Result(), &took)
		if took < int64(c.Within[0]) || took > int64(c.Within[1]) {
			r.fail(n, c.Line, Failure{kind: failedWithin,
				Item: fmt.Sprintf("%s within %s..%s", c.Command, c.Within[0], c.Within[1]), Got: "it took " + time.Duration(took).String()})
		}
	}
	return nil
}
