package versions

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/scenarios"
)

// Outcome is what came of a lesson on a client-go.
type Outcome struct {
	Engine string // on which ours played
	Seen   Seen   // how many values were compared, by view
	// Differs is the first difference, "" without one; Skipped is why it was not run, "" where it was.
	Differs, Skipped string
	All              []string // differences
	// Ours are the expectations of the lesson that do not hold on ours.
	Ours []scenarios.Failure
}

// Compared is how many values were compared.
func (o Outcome) Compared() int { return o.Seen.Compared() }

// enough bounds the differences of a lesson that are kept.
const enough = 25

// Try plays a lesson, whose text is that of its file, on ours and on an oracle. An error is one of the
// lesson, or of an oracle that has ended.
func Try(o *Oracle, l *scenarios.Lesson, text string) (out Outcome, err error) {
	return try(o, l, text, anyOrder)
}

// Skipped is why an oracle of that queue cannot run the lesson, whatever its version; "" where it can.
func Skipped(l *scenarios.Lesson, queue string) string {
	switch {
	case l.Unverified != "":
		return l.Unverified
	case l.On(queue).Queue() != queue:
		return "its queue is " + l.Library().Name + "'s"
	case !slices.Contains(l.Engines, "workqueue") && !slices.ContainsFunc(l.Engines, func(name string) bool { return machine.EngineNamed(name) != nil }):
		return "none of its engines is client-go's"
	}
	return ""
}

func try(o *Oracle, l *scenarios.Lesson, text string, order func([]string) []string) (out Outcome, err error) {
	l = l.On(o.queue)
	if out.Skipped = Skipped(l, o.queue); out.Skipped != "" {
		return out, nil
	}
	switch out.Engine = o.Version.Engine().Name; {
	case slices.Contains(l.Engines, "workqueue"):
		out.Engine = "workqueue"
	case !slices.Contains(l.Engines, out.Engine):
		if l, err = Unlisted(l, text, out.Engine); err != nil {
			return out, err
		}
	}
	out.Seen = Seen{}
	complain := func(format string, args ...any) {
		if len(out.All) < enough {
			out.All = append(out.All, fmt.Sprintf(format, args...))
		}
	}
	run, steps, err := Play(l, out.Engine)
	if err != nil {
		return out, err
	}
	out.Ours = run.Failures
	err = o.compare(complain, run, steps, out.Seen, order)
	if len(out.All) > 0 {
		out.Differs = out.All[0]
	}
	return out, err
}

// Compare compares what Play has played on ours with what client-go does on the same engine: by itself, or by its
// feature gates. An error is one of an oracle that has ended.
func (o *Oracle) Compare(complain Complain, run *scenarios.Run, steps []Rested, seen Seen) error {
	return o.compare(complain, run, steps, seen, anyOrder)
}

func (o *Oracle) compare(complain Complain, run *scenarios.Run, steps []Rested, seen Seen, order func([]string) []string) error {
	err := o.both(complain, run, steps, seen, order)
	if errors.As(err, &refused{}) {
		complain("%s on %s: client-go cannot be driven: %v", run.Lesson.File, run.Engine, err)
		return nil
	}
	return err
}

// both are the comparisons: what stands in the FIFO, and what an informer or a queue does.
func (o *Oracle) both(complain Complain, run *scenarios.Run, steps []Rested, seen Seen, order func([]string) []string) error {
	if run.Engine != "workqueue" {
		if err := onFIFO(complain, o, run, steps, seen); err != nil {
			return err
		}
	}
	d, err := drive(o, run.Lesson, run.Engine)
	if err != nil {
		return err
	}
	against(complain, run.Lesson, run.Engine, steps, d, seen, order)
	if o.over != nil {
		return o.over
	}
	return d.end()
}

var (
	enginesLine = regexp.MustCompile(`(?m)^engines:.*$`)
	// ofSome are the expectations and the words of some engines.
	ofSome = regexp.MustCompile(`(?m)^(?:(?:[a-z]+,?)+: |@[a-z0-9-]+/).*\n`)
	blank  = regexp.MustCompile(`\n\s*\n`)
)

// Unlisted is a lesson on an engine that it does not list: what it says of all engines. A lesson lists
// those that its pictures and words are about.
func Unlisted(l *scenarios.Lesson, text, engine string) (*scenarios.Lesson, error) {
	header, body := text, ""
	if at := blank.FindStringIndex(text); at != nil {
		header, body = text[:at[0]], text[at[0]:]
	}
	header = enginesLine.ReplaceAllString(header, "engines: "+engine)
	return scenarios.Parse(l.File, header+ofSome.ReplaceAllString(strings.ReplaceAll(body, "\r\n", "\n"), ""))
}
