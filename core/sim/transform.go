package sim

import (
	"errors"
	"fmt"
	"strings"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/trace"
)

// A transform is a function of the program through which every object goes on its way into the
// FIFO. A streaming list goes through it twice: event by event, as the reflector collects it, and
// as a list.
// Source: client-go tools/cache, reflector.go and the_real_fifo.go (v0.37).

// errNoObject says that there is no object: the transform has left none.
var errNoObject = errors.New("object has no meta: object does not implement the Object interfaces")

// parseTransform reads "keep", or "drop=.spec.nodeName" and "fail=.spec.nodeName=n9" beside each
// other. What fails is seen before anything is dropped.
func parseTransform(spec string) (func(object) (object, error), error) {
	var drops, fails []func(object) error
	for _, word := range strings.Fields(spec) {
		verb, rest, _ := strings.Cut(word, "=")
		path, value, valued := strings.Cut(rest, "=")
		read := paths[path]
		switch {
		case word == "keep":
		case verb == "drop" && !valued && clears[path] != nil:
			drops = append(drops, func(o object) error { clears[path](o); return nil })
		case verb == "fail" && value != "" && read != nil:
			fails = append(fails, func(o object) error {
				if read(o) == value {
					return fmt.Errorf("cannot take %s: %s is %s", o.Name, path[1:], value)
				}
				return nil
			})
		default:
			return nil, fmt.Errorf("sim: transform %q: want keep, drop=.spec.nodeName or fail=.spec.nodeName=n9; also .status.phase, and fail=.metadata.name=p2", word)
		}
	}
	steps := append(fails, drops...)
	return func(o object) (object, error) {
		for _, f := range steps {
			if err := f(o); err != nil {
				return nil, err
			}
		}
		return o, nil
	}, nil
}

// clears are what a transform can drop, by path.
var clears = map[string]func(object){
	".spec.nodeName": func(o object) { clearField(o, &o.Node) },
	".status.phase":  func(o object) { clearField(o, &o.Phase) },
}

func clearField(o object, field *string) {
	if *field != "" {
		*field = ""
		o.Touch()
	}
}

// CheckTransform says what is wrong with the text of a transform.
func CheckTransform(spec string) error {
	_, err := parseTransform(spec)
	return err
}

// setTransform is SetTransform of an informer that does not run yet.
func (f *informer) setTransform(spec string) (err error) {
	if spec == "" {
		return nil
	}
	if f.transform, err = parseTransform(spec); err != nil {
		return err
	}
	f.fifoTap.Begin()
	f.fifoTap.Note(trace.FIFOTransform, 0, spec, 0, 0)
	// trace: fifo.transform
	return nil
}

// transformed is the object of an event as the reflector takes it: of a streaming list it goes
// through the transform already here, and is nil when that fails.
func (f *informer) transformed(ev cluster.Event) (object, error) {
	if f.transform == nil || f.refl.State() != machine.WatchListing || ev.Type != cluster.Added && ev.Type != cluster.Modified {
		return ev.Obj, nil
	}
	return f.transform(ev.Obj)
}

// refuse records that an object is left out of a streaming list. The object is as it came: what
// fails has not changed it.
func (f *informer) refuse(ev cluster.Event, err error) {
	t := machine.Added
	if ev.Type == cluster.Modified {
		t = machine.Updated
	}
	f.fifoTap.Begin()
	key, reason := f.fifoTap.Intern(ev.Obj.Key()), f.fifoTap.Intern(err.Error())
	e := f.fifoTap.Emit(trace.FIFORefuse, key)
	// trace: fifo.refuse streaming
	e.A, e.B, e.Val, e.After = trace.Number(ev.Obj.RV), int64(t), reason, trace.RefusedStream
}
