package scenarios

import (
	"slices"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/trace"
)

// A lesson that lists several queues is told on each of them, with every engine. What it says of one, it
// says as of an engine, by its name: "priority: q=[a]", "@owed/priority". A lesson stands on one of its
// queues, the first until On asks for another.

// Queue is the one that the lesson stands on.
func (l *Lesson) Queue() string { return l.Config("").Queue }

// On is the lesson on that one of its queues; on any other it is as it is. It shares all that is said with l.
func (l *Lesson) On(queue string) *Lesson {
	if queue == l.Queue() || !slices.Contains(l.Queues, queue) {
		return l
	}
	if of := l.origin(); queue == of.Queue() {
		return of
	}
	return l.moved(queue)
}

// moved is a copy of the lesson as it was read that stands on another queue.
func (l *Lesson) moved(queue string) *Lesson {
	of := l.origin()
	other := *of
	other.of = of
	other.stand(queue)
	return &other
}

// Elsewhere is the lesson on the queue that it does not list, of which it says nothing; nil where it lists
// both.
func (l *Lesson) Elsewhere() *Lesson {
	for _, q := range sim.Queues() {
		if !slices.Contains(l.Queues, q) {
			return l.moved(q)
		}
	}
	return nil
}

// stand lets the lesson stand on a queue: its commands are what that one is asked for.
func (l *Lesson) stand(queue string) {
	l.config.Queue = queue
	if l.of == nil && len(l.Queues) < 2 {
		return // what its one queue does not have is refused
	}
	l.Items = nil
	for _, it := range l.script {
		l.Items = append(l.Items, it.on(queue))
	}
}

// origin is the lesson as it was read.
func (l *Lesson) origin() *Lesson {
	if l.of != nil {
		return l.of
	}
	return l
}

// Ours reports whether the lesson is one of the course, on whichever of its queues.
func (l *Lesson) Ours() bool { return Find(l.ID) == l.origin() }

// on is the step as a queue is asked for it.
func (it Item) on(queue string) Item {
	it.Calls = slices.Clone(it.Calls)
	for i, c := range it.Calls {
		it.Calls[i].Command = c.Command.On(queue)
		if called := c.Command.Called(c.Result); c.Command != it.Calls[i].Command {
			if c.Command.Verb == "GetWithPriority" { // whose result is key:priority
				it.Calls[i].Result, _ = trace.Unranked(c.Result)
			}
			if it.Label == called {
				it.Label = it.Calls[i].Command.Called(it.Calls[i].Result)
			}
		}
	}
	return it
}

// Side is what a lesson is played on.
type Side struct{ Engine, Queue string }

func (s Side) both() string { return s.Engine + "," + s.Queue }

// Sides are all on which it is played: each engine with each queue.
func (l *Lesson) Sides() (all []Side) {
	for _, q := range l.Queues {
		for _, e := range l.Engines {
			all = append(all, Side{e, q})
		}
	}
	return all
}

// Runs plays the lesson on each of its engines with each of its queues, until one refuses a command.
func (l *Lesson) Runs() (runs []*Run, err error) {
	for _, s := range l.Sides() {
		r, err := l.On(s.Queue).Run(s.Engine)
		if r != nil {
			runs = append(runs, r)
		}
		if err != nil {
			return runs, err
		}
	}
	return runs, nil
}

// On is what the run was played on, as Called says it.
func (r *Run) On() string { return r.Lesson.Called(Side{r.Engine, r.Lesson.Queue()}) }

// Setting is On for somebody who does not see the lesson's header: it names a queue that is not client-go's, too.
func (r *Run) Setting() string {
	if q := r.Lesson.Queue(); len(r.Lesson.Queues) < 2 && q != sim.ClientGoQueue {
		return r.On() + " · queue: " + q
	}
	return r.On()
}

// Called is a side in the words by which the lesson tells its runs apart: "atomic", "priority", or where it
// lists several of both "atomic,priority".
func (l *Lesson) Called(s Side) string {
	switch {
	case len(l.Queues) < 2:
		return s.Engine
	case len(l.Engines) < 2:
		return s.Queue
	}
	return s.both()
}

// names are the words by which something is said of some runs alone.
func (l *Lesson) names() []string {
	if len(l.Queues) < 2 {
		return l.Engines
	}
	return slices.Concat(l.Engines, l.Queues)
}

// speaks reports whether what names some engines, queues or both is about a run; what names none of a
// kind is about all of that kind. "" is a run of none: all stand side by side.
func speaks(names []string, engine, queue string) bool {
	engines, queues := false, false
	for _, n := range names {
		if slices.Contains(sim.Queues(), n) {
			queues = true
		} else {
			engines = true
		}
	}
	return (!engines || slices.Contains(names, engine)) && (!queues || slices.Contains(names, queue))
}
